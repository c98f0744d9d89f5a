const ROUND = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000];

drawers.curve = ({ points, best, fitted }) => {
  const of = (name) => points.map((point) => point[name]);
  const groups = of("groups");
  const last = groups.length - 1;
  const at = groups.indexOf(best);
  const wide = Math.max(...groups) > 20 * Math.min(...groups) && groups.length < Math.max(...groups) / 2;
  const columns = [
    { name: "groups", label: "Groups", number: true },
    { name: "training_bits", label: "Training, bits", number: true, digits: 3 },
    { name: "training_error_bits", label: "Standard error", number: true, digits: 3 },
    { name: "held_out_bits", label: "Held out, bits", number: true, digits: 3 },
    { name: "standard_error_bits", label: "Standard error", number: true, digits: 3 },
  ];
  const rows = points.map((point) => columns.map((column) => point[column.name]));
  const draw = (colours, small) => {
    const line = (name, words, colour, more = {}) => ({
      x: groups, y: of(name), name: words, mode: "lines+markers", line: { color: colour, width: 2 },
      marker: { size: groups.length > 40 ? 3 : 5, color: colour },
      hovertemplate: `%{x} groups<br>${words}: %{y:.3f} bits<extra></extra>`, ...more,
    });
    const errors = (name, colour) => ({
      error_y: { type: "data", array: of(name), visible: of(name).some((error) => error > 0), color: colour, thickness: 1.5, width: 4 },
    });
    const where = (value) => (wide ? Math.log10(value) : value);
    const pad = (where(groups[last]) - where(groups[0])) / 30 || 0.5;
    const edges = [where(groups[0]) - pad, where(groups[last]) + pad];
    // At the left end the mark stands inside, clear of the axis title.
    const crowded = (where(best) - edges[0]) / (edges[1] - edges[0]) < (small ? 0.4 : 0.15);
    const end = (name, words, colour, shift) => ({
      ...(small ? { x: where(groups[last]), xanchor: "right" } : { xref: "paper", x: 1, xanchor: "left", xshift: 8 }),
      y: points[last][name], text: words, showarrow: false, yshift: small ? shift : 0, font: { color: colour },
    });
    return {
      traces: [
        line("training_bits", "training", colours.soft, errors("training_error_bits", colours.soft)),
        line("held_out_bits", "held out", colours.accent, errors("standard_error_bits", colours.accent)),
        {
          x: [best], y: [points[at].held_out_bits], mode: "markers", hoverinfo: "skip",
          marker: { size: 16, color: "rgba(0,0,0,0)", line: { color: colours.accent, width: 2 } },
        },
      ],
      layout: {
        height: small ? 300 : 380, margin: { r: small ? 12 : 76 },
        xaxis: {
          type: wide ? "log" : "linear", showgrid: false, title: { text: "number of groups", standoff: 12 },
          range: edges, tickformat: "d", nticks: small ? 6 : 12,
          ...(wide ? { tickvals: ROUND } : groups.length <= 12 ? { tickvals: groups } : {}),
        },
        yaxis: { tickformat: ".2~f", rangemode: "tozero", nticks: 6 },
        shapes: [{
          type: "line", xref: "x", x0: best, x1: best, yref: "paper", y0: 0, y1: 1, layer: "below",
          line: { color: colours.accent, width: 1, dash: "2px,3px" },
        }],
        annotations: [
          axisTitle("bits kept", colours),
          {
            x: where(best), yref: "paper", y: 1, showarrow: false, font: { color: colours.accent },
            text: best === 1 ? "no grouping" : `<b>${best} groups</b>`,
            ...(crowded ? { xanchor: "left", xshift: 4, yanchor: "top" }
              : { xanchor: at === last ? "right" : "center", yanchor: "bottom", yshift: 8 }),
          },
          end("training_bits", "training", colours.soft, 14),
          end("held_out_bits", "held out", colours.accent, -16),
        ],
      },
    };
  };
  picture("curve", { columns, rows, draw });
};
