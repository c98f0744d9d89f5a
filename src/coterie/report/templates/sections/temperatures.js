drawers.temperatures = ({ curve, others, best, best_bits: top, model }) => {
  const columns = [
    { name: "groups", label: "Groups" },
    { name: "inverse_temperature", label: "Inverse temperature", number: true, digits: 4 },
    { name: "bits", label: "Bits", number: true, digits: 3 },
    { name: "error_bits", label: "Standard error", number: true, digits: 3 },
  ];
  const listed = (name, one) => one.inverse_temperatures.map((at, index) => [name, at, one.mean_bits[index], one.error_bits[index]]);
  const rows = listed("the choice", curve);
  const everything = [...rows, ...others.flatMap((other) => listed(other.groups, other))];
  const draw = (colours, small) => {
    // A logarithm has no place for the left end of labels, 0.
    const kept = curve.inverse_temperatures.map((at, index) => [at, index]).filter(([at]) => at > 0);
    const x = kept.map(([at]) => at);
    const of = (values) => kept.map(([, index]) => values[index]);
    const [mean, error] = [of(curve.mean_bits), of(curve.error_bits)];
    const low = Math.min(0, top, ...mean.filter((value) => value > -Math.max(0.5, top)));
    const span = Math.max(0.02, top, ...others.flatMap((other) => other.mean_bits)) - low;
    const edge = (sign) => mean.map((value, at) => value + sign * error[at]);
    return {
      traces: [
        ...others.map((other) => ({
          x: other.inverse_temperatures, y: other.mean_bits, mode: "lines", line: { color: colours.rule, width: 1.5 },
          hovertemplate: `${other.groups} groups: %{y:.3f} bits<extra></extra>`,
        })),
        { x, y: edge(-1), mode: "lines", line: { width: 0 }, hoverinfo: "skip" },
        { x, y: edge(1), mode: "lines", line: { width: 0 }, fill: "tonexty", fillcolor: colours["accent-pale"], hoverinfo: "skip" },
        { x, y: mean, mode: "lines", line: { color: colours.accent, width: 2.5 }, hovertemplate: "%{y:.3f} bits at %{x:.3g}<extra></extra>" },
        { x: [best], y: [top], mode: "markers", hoverinfo: "skip", marker: { size: 14, color: "rgba(0,0,0,0)", line: { color: colours.accent, width: 2 } } },
      ],
      layout: {
        height: small ? 300 : 360,
        xaxis: {
          type: "log", showgrid: false, nticks: small ? 4 : 8, title: { text: "inverse temperature", standoff: 12 },
          tickformat: "~g", dtick: Math.log10(x.at(-1) / x[0]) > 3 ? 1 : "D2", range: [Math.log10(x[0]), Math.log10(x.at(-1))],
        },
        yaxis: { nticks: 6, range: [low - 0.05 * span, low + 1.08 * span] },
        annotations: [axisTitle(`bits, ${model}`, colours)],
      },
    };
  };
  const numbers = () => [columns.map((column) => column.name), everything];
  picture("temperatures", { columns, rows, draw, numbers });
};
