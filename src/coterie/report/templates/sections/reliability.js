drawers.reliability = ({ groups, labels, shares }) => {
  const columns = [
    { name: "group", label: "Group" },
    { name: nouns.rows, label: nouns.rows[0].toUpperCase() + nouns.rows.slice(1), number: true },
    { name: "overlap", label: "In both instances", number: true, share: true },
    { name: "least_overlap", label: "At least", number: true, share: true },
    { name: "reliable_bits", label: "Reliable bits", number: true, digits: 3 },
  ];
  const rows = groups.map((group) => columns.map((column) => (column.name === nouns.rows ? group.rows : group[column.name])));
  const places = groups.map((_, at) => at);
  const draw = (colours, small) => ({
    traces: [{
      type: "bar", orientation: "h", y: places, x: groups.map((group) => group.overlap ?? 0), width: 0.62, hoverinfo: "none",
      marker: { color: colours.accent }, textposition: "outside", cliponaxis: false, textfont: { color: colours.soft },
      text: groups.map((group) => (group.overlap === null ? "  not known" : `  ${percent(group.overlap)}`)),
    }],
    layout: {
      height: 30 * groups.length + 24, margin: { t: 8, b: 8, r: small ? 64 : 96 },
      xaxis: { showticklabels: false, showgrid: false, range: [0, 1] },
      yaxis: {
        autorange: "reversed", tickvals: places, ticktext: groups.map((group) => (small ? String(group.group) : `group ${group.group}`)),
        showgrid: false, tickfont: { size: 13, color: colours.ink },
      },
    },
  });
  picture("reliability", { columns, rows, draw });
  if (!shares) return;
  const heads = [{ name: "group", label: "Group" }, ...labels.map((name) => ({ name: `in_${name}`, label: `In ${name}`, number: true, share: true }))];
  const lines = shares.map((line, at) => [labels[at], ...line]);
  const words = labels.map(String);
  const drawChanges = (colours, small) => ({
    traces: [{
      type: "heatmap", z: shares, zmin: 0, zmax: 1, showscale: false, xgap: 1, ygap: 1,
      colorscale: [[0, colours.raised], [0.4, colours["accent-pale"]], [1, colours.accent]],
      hovertemplate: "group %{customdata[0]} is put in %{customdata[1]}: %{z:.1%}<extra></extra>",
      customdata: shares.map((line, row) => line.map((_, column) => [words[row], words[column]])),
      ...(labels.length <= (small ? 7 : 14) ? { text: shares.map((line) => line.map((share) => percent(share))), texttemplate: "%{text}" } : {}),
    }],
    layout: {
      height: Math.min(small ? 340 : 520, 80 + 44 * labels.length),
      xaxis: { tickvals: labels.map((_, at) => at), ticktext: words, showgrid: false, title: { text: "group in the other instance", standoff: 8 } },
      yaxis: { autorange: "reversed", tickvals: labels.map((_, at) => at), ticktext: words, showgrid: false },
      annotations: [axisTitle("group in one instance", colours)],
    },
  });
  picture("changes", { columns: heads, rows: lines, draw: drawChanges });
};
