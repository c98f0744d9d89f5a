drawers.plane = ({ points }) => {
  const columns = [
    { name: "told_bits", label: "Told, bits", number: true, digits: 4 },
    { name: "kept_bits", label: "Kept, bits", number: true, digits: 4 },
    { name: "groups", label: "Distinct groups", number: true },
    { name: "beta", label: "Weight of what is kept", number: true, digits: 3 },
  ];
  const rows = points.map((point) => columns.map((column) => point[column.name]));
  const draw = (colours, small) => ({
    traces: [{
      x: points.map((point) => point.told_bits), y: points.map((point) => point.kept_bits),
      customdata: points.map((point) => counted(point.groups, "distinct group", "distinct groups")),
      mode: "lines+markers", line: { color: colours.accent, width: 2 }, marker: { size: 4, color: colours.accent },
      hovertemplate: "%{customdata}<br>%{x:.3f} bits told, %{y:.3f} bits kept<extra></extra>",
    }],
    layout: {
      height: small ? 300 : 380, margin: { b: 40 },
      xaxis: { rangemode: "tozero", nticks: small ? 5 : 9, title: { text: "bits told", standoff: 12 } },
      yaxis: { rangemode: "tozero", nticks: 6, tickformat: ".2~f" },
      annotations: [axisTitle("bits kept", colours)],
    },
  });
  picture("plane", { columns, rows, draw });
};
