drawers.tree = ({ leaves, merges }) => {
  const columns = [
    { name: "groups_left", label: "Groups left", number: true },
    { name: "first", label: "Merged" },
    { name: "second", label: "with" },
    { name: "lost_bits", label: "Lost, bits", number: true, digits: 4 },
    { name: "kept_bits", label: "Kept, bits", number: true, digits: 4 },
  ];
  const named = (node) => (typeof node === "number" ? `group ${node}` : node);
  const rows = merges.map((merge) => [merge.groups_left, ...merge.joined.map(named), merge.lost_bits, merge.kept_bits]);
  const many = leaves.length > 60;
  const draw = (colours, small) => {
    const branch = (merge) => ({
      x: [merge.from_bits[0], merge.to_bits, merge.to_bits, merge.from_bits[1]],
      y: [merge.places[0], merge.places[0], merge.places[1], merge.places[1]],
      mode: "lines", line: { color: colours.accent, width: 2 }, hoverinfo: "text",
      text: `${merge.joined.map(named).join(" with ")}<br>${number(merge.lost_bits, 4)} bits lost, ${counted(merge.groups_left, "group", "groups")} left`,
    });
    const name = (leaf) => (small ? String(leaf.group) : `${label(leaf.title, 44)}   ${leaf.group}`);
    return {
      traces: merges.map(branch),
      layout: {
        height: (many ? 9 : 28) * leaves.length + 64, margin: { t: 8, b: 40 },
        xaxis: { range: [0, 1.03 * (merges.at(-1).to_bits || 1)], nticks: small ? 4 : 7, title: { text: "bits lost by merging", standoff: 12 } },
        yaxis: {
          autorange: "reversed", showgrid: false, showticklabels: !many, tickvals: leaves.map((_, at) => at),
          ticktext: leaves.map(name), tickfont: { size: 13, color: colours.ink },
        },
      },
    };
  };
  picture("tree", { columns, rows, draw });
};
