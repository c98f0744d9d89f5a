drawers.transfer = ({ points, best }) => {
  const columns = [
    { name: "groups", label: "Groups", number: true },
    { name: "transfer", label: "Transferred", number: true, digits: 4 },
    { name: "low", label: "First quarter", number: true, digits: 4 },
    { name: "high", label: "Third quarter", number: true, digits: 4 },
    { name: "training", label: "Own", number: true, digits: 4 },
  ];
  const of = (name) => points.map((point) => point[name]);
  const rows = points.map((point) => columns.map((column) => point[column.name]));
  const draw = (colours, small) => {
    const x = of("groups");
    const line = (name, words, colour) => ({
      x, y: of(name), mode: "lines+markers", line: { color: colour, width: 2 }, marker: { size: 5, color: colour }, name: words,
      hovertemplate: `%{x} groups, ${words}: %{y:.4g}<extra></extra>`,
    });
    const at = x.indexOf(best);
    return {
      traces: [
        { x, y: of("low"), mode: "lines", line: { width: 0 }, hoverinfo: "skip", showlegend: false },
        { x, y: of("high"), mode: "lines", line: { width: 0 }, fill: "tonexty", fillcolor: colours["accent-pale"], hoverinfo: "skip", showlegend: false },
        line("training", "own", colours.soft), line("transfer", "transferred", colours.accent),
        {
          x: [best], y: [points[at].transfer], mode: "markers", hoverinfo: "skip", showlegend: false,
          marker: { size: 16, color: "rgba(0,0,0,0)", line: { color: colours.accent, width: 2 } },
        },
      ],
      layout: {
        height: small ? 300 : 360, showlegend: true,
        legend: { orientation: "h", x: 1, xanchor: "right", y: 1, yanchor: "bottom", font: { color: colours.ink } },
        xaxis: { showgrid: false, tickformat: "d", nticks: small ? 6 : 12, title: { text: "number of groups", standoff: 12 } },
        yaxis: { nticks: 6 },
        annotations: [axisTitle("cost", colours)],
      },
    };
  };
  picture("transfer", { columns, rows, draw });
};
