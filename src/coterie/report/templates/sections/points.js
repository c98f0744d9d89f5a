drawers.points = ({ x, y, groups, names, agreement, clusters, axes }) => {
  const columns = [
    { name: nouns.row, label: nouns.row[0].toUpperCase() + nouns.row.slice(1) },
    { name: "x", label: "First", number: true, digits: 3 },
    { name: "y", label: "Second", number: true, digits: 3 },
    { name: "group", label: "Group" },
    { name: "agreement", label: "Kept", number: true, share: true },
  ];
  const SHOWN = 200;
  const all = names.map((name, at) => [name, x[at], y[at], groups[at], agreement[at]]);
  const numbers = () => [columns.map((column) => column.name), all];
  const draw = (colours, small) => {
    const shown = [...clusters, ...(groups.includes(-1) ? [-1] : [])];
    const traces = shown.map((group, index) => {
      const own = groups.flatMap((label, at) => (label === group ? [at] : []));
      const pick = (values) => own.map((at) => values[at]);
      return {
        x: pick(x), y: pick(y), mode: "markers", name: group < 0 ? "none" : `group ${group}`,
        marker: {
          size: names.length > 800 ? 5 : 7, color: group < 0 ? colours.soft : groupColour(index, clusters.length),
          opacity: own.map((at) => (agreement[at] === null ? 0.8 : 0.2 + 0.7 * agreement[at])),
        },
        text: own.map((at) => label(names[at])),
        hovertemplate: `%{text}<br>${group < 0 ? "no group" : `group ${group}`}<extra></extra>`,
      };
    });
    return {
      traces,
      layout: {
        height: (small ? 340 : 520) + (clusters.length > 1 ? 30 : 0), showlegend: clusters.length > 1,
        legend: { orientation: "h", y: -0.14, yanchor: "top", x: 0, font: { color: colours.ink }, itemsizing: "constant" },
        xaxis: { showgrid: false, nticks: 6, title: { text: label(axes[0] ?? "first principal component"), standoff: 8 } },
        yaxis: { nticks: 6 },
        annotations: [axisTitle(axes[1] ?? "second principal component", colours)],
      },
    };
  };
  picture("points", { columns, rows: all.slice(0, SHOWN), draw, numbers });
};
