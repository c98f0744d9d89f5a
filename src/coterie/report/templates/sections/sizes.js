drawers.sizes = ({ groups }) => {
  const named = groups[0].information_bits !== undefined;
  const columns = [
    { name: "group", label: "Group" },
    ...(named ? [{ name: "named_after", label: "Named after" }] : []),
    { name: nouns.rows, label: nouns.rows[0].toUpperCase() + nouns.rows.slice(1), number: true },
    { name: "share", label: "Share", number: true, share: true },
    ...(named ? [{ name: "information_bits", label: "Information, bits", number: true, digits: 3 }] : []),
  ];
  const rows = groups.map((group) => [
    group.group, ...(named ? [group.title] : []), group.rows, group.share, ...(named ? [group.information_bits] : []),
  ]);
  const many = groups.length > 40;
  const places = groups.map((_, at) => at);
  const largest = groups[0].rows;
  const draw = (colours, small) => {
    const bars = {
      type: "bar", marker: { color: colours.accent }, hoverinfo: many ? "text" : "none", textfont: { color: colours.soft },
      hovertext: groups.map((group) => `Group ${group.group}: ${label(counted(group.rows, nouns.row, nouns.rows))}<br>${label(group.title)}`),
    };
    if (many) {
      return {
        traces: [{ ...bars, x: places, y: groups.map((group) => group.rows) }],
        layout: {
          height: 300, bargap: 0.15,
          xaxis: { showticklabels: false, showgrid: false, title: { text: `${groups.length} groups, the largest first`, standoff: 12 } },
          yaxis: { nticks: 5, tickformat: ",d" },
          annotations: [axisTitle(nouns.rows, colours)],
        },
      };
    }
    const name = (group) => (small || !named ? String(group.group) : `${label(group.title, 44)}   ${group.group}`);
    return {
      traces: [{
        ...bars, orientation: "h", y: places, x: groups.map((group) => group.rows), width: 0.62, cliponaxis: false,
        text: groups.map((group) => `  ${number(group.rows)} · ${percent(group.share)}`), textposition: "outside",
      }],
      layout: {
        height: 30 * groups.length + 24, margin: { t: 8, b: 8, r: 96 },
        xaxis: { showticklabels: false, showgrid: false, range: [0, largest] },
        yaxis: {
          autorange: "reversed", tickvals: places, ticktext: groups.map(name), showgrid: false,
          tickfont: { size: 13, color: colours.ink },
        },
      },
    };
  };
  picture("sizes", { columns, rows, draw });
};
