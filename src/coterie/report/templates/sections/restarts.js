drawers.restarts = ({ runs }) => {
  const columns = [
    { name: "start", label: "Start" },
    { name: "information_bits", label: "Information, bits", number: true, digits: 4 },
    { name: "sweeps", label: "Sweeps", number: true },
    { name: "settled", label: "Settled" },
    { name: "moves", label: "Moves in every sweep" },
  ];
  const rows = runs.map((run) => [run.start, run.information_bits, run.sweeps, run.settled ? "yes" : "no", run.moves.join(" ")]);
  const reached = runs.map((run) => run.information_bits);
  const [most, least] = [Math.max(...reached), Math.min(...reached)];
  const pad = Math.max(0.12 * (most - least), 0.002 * most);
  const draw = (colours, small) => ({
    traces: [{
      x: runs.map((_, at) => at + 1), y: reached, mode: "markers",
      marker: {
        size: runs.length > 60 ? 6 : 10, color: runs.map((run) => (run.settled ? colours.accent : colours.paper)),
        line: { color: colours.accent, width: 2 },
      },
      customdata: runs.map((run) => [run.start, run.sweeps]),
      hovertemplate: "start %{customdata[0]}<br>%{y:.4f} bits after %{customdata[1]} sweeps<extra></extra>",
    }],
    layout: {
      height: small ? 240 : 280,
      xaxis: { showgrid: false, showticklabels: false, title: { text: "starts, the best first", standoff: 12 }, range: [0.3, runs.length + 0.7] },
      yaxis: { nticks: 5, tickformat: ".3f", range: [least - pad, most + pad] },
      annotations: [axisTitle("bits kept", colours)],
    },
  });
  picture("restarts", { columns, rows, draw });
};
