drawers.pairs = ({ means, edges, groups, sizes, examples, clusters }) => {
  const bands = clusters.map((cluster) => groups.flatMap((group, at) => (group === cluster ? [at] : [])));
  const mean = (rows, columns) => {
    let [sum, weight] = [0, 0];
    for (const row of rows) {
      for (const column of columns) {
        sum += means[row][column] * sizes[row] * sizes[column];
        weight += sizes[row] * sizes[column];
      }
    }
    return sum / weight;
  };
  const columns = [{ name: "group", label: "Group" }, ...clusters.map((name) => ({ name: `to_${name}`, label: `To ${name}`, number: true, digits: 3 }))];
  const rows = clusters.length > 30 ? [] : clusters.map((name, at) => [name, ...bands.map((band) => mean(bands[at], band))]);
  const numbers = () => [
    ["group", "objects", "example", "other_group", "other_objects", "other_example", "mean"],
    means.flatMap((line, row) => line.map((value, column) => [
      groups[row], sizes[row], examples[row], groups[column], sizes[column], examples[column], value])),
  ];
  const sorted = means.flat().toSorted((first, second) => first - second);
  const [low, high] = [0.01, 0.99].map((part) => sorted[Math.floor(part * (sorted.length - 1))]);
  const [least, most] = high > low ? [low, high] : [sorted[0], sorted.at(-1)];
  const ends = bands.map((band) => [edges[band[0]], edges[band.at(-1) + 1]]);
  const draw = (colours, small) => {
    const length = edges.at(-1);
    const room = ends.map(([from, to], at) => ({ at: (from + to) / 2, text: String(clusters[at]), wide: to - from }))
      .filter((tick) => tick.wide / length > (small ? 0.04 : 0.025));
    const thin = { color: colours.soft, width: 1 };
    const lines = clusters.length > 40 ? [] : ends.slice(1).flatMap(([from]) => [
      { type: "line", xref: "paper", x0: 0, x1: 1, y0: from, y1: from, line: thin, opacity: 0.4 },
      { type: "line", yref: "paper", y0: 0, y1: 1, x0: from, x1: from, line: thin, opacity: 0.4 },
    ]);
    const axis = { tickvals: room.map((tick) => tick.at), ticktext: room.map((tick) => tick.text), showgrid: false };
    return {
      traces: [{
        type: "heatmap", x: edges, y: edges, z: means, zmin: least, zmax: most, showscale: false, hoverinfo: "none",
        colorscale: [[0, colours.raised], [0.3, colours["accent-pale"]], [0.8, colours.accent], [1, colours.strong]],
      }],
      layout: {
        height: small ? 380 : 680, shapes: lines, xaxis: axis, yaxis: { ...axis, range: [length, 0] },
        annotations: [axisTitle("groups ↓ and groups →", colours)],
      },
    };
  };
  const { plot } = picture("pairs", { columns, rows, draw, numbers });
  plot.on("plotly_hover", ({ points: [point] }) => {
    const [row, column] = point.pointNumber ?? point.pointIndex;
    const who = (at) => (sizes[at] === 1 ? `“${examples[at]}”` : `${number(sizes[at])} such as “${examples[at]}”`);
    byId("pairs-readout").textContent = `Group ${groups[row]}, ${who(row)}, and group ${groups[column]}, ${who(column)}: `
      + `${number(means[row][column], 3)}${sizes[row] * sizes[column] === 1 ? "" : " on average"}.`;
  });
};
