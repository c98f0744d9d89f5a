drawers.blocks = ({ rows, columns, counts, clusters, unit }) => {
  const rowTotals = counts.map((line) => line.reduce((sum, value) => sum + value, 0));
  const columnTotals = columns.sizes.map((_, at) => counts.reduce((sum, line) => sum + line[at], 0));
  const total = rowTotals.reduce((sum, value) => sum + value, 0);
  const expected = (row, column) => (rowTotals[row] * columnTotals[column]) / total;
  // Half a count on both sides keep cells with hardly any counts plain.
  const colour = counts.map((line, row) => line.map((value, column) =>
    Math.log2((value + unit / 2) / (expected(row, column) + unit / 2))));
  // The colour is full at eight times chance, or earlier where a small table does not reach that.
  const above = colour.flat().filter((value) => value > 0).sort((first, second) => first - second);
  const strongest = Math.min(3, above[Math.floor(0.98 * above.length)] ?? 1);
  const spans = (bands) => clusters.map((cluster) => {
    const first = bands.groups.indexOf(cluster);
    if (first < 0) return null;
    const last = bands.groups.lastIndexOf(cluster);
    return { first, last, from: bands.edges[first], to: bands.edges[last + 1] };
  });
  const [rowSpans, columnSpans] = [spans(rows), spans(columns)];
  const everything = { x: [0, 1], y: [rows.edges.at(-1), 0] };
  let view = everything;

  // The widest groups of this view come first to their number, at the part that is seen; the others
  // have one where there is room left. `room` is what a number takes, in pixels.
  function ends(span, range, length, room) {
    const [low, high] = [Math.min(...range), Math.max(...range)];
    const parts = span.flatMap((at, index) => {
      const [from, to] = at ? [Math.max(at.from, low), Math.min(at.to, high)] : [0, 0];
      return to > from ? [{ middle: (from + to) / 2, width: to - from, text: String(clusters[index]) }] : [];
    });
    const pixels = length / (high - low);
    const ticks = [];
    for (const { middle, text } of parts.sort((first, second) => second.width - first.width)) {
      if (ticks.every(([other]) => Math.abs(other - middle) * pixels >= room(text))) ticks.push([middle, text]);
    }
    return { ticks, lines: span.filter(Boolean).slice(1).map((at) => at.from) };
  }
  const plotted = document.querySelector('[data-picture="blocks"] .plot');
  const draw = (colours, small) => {
    const height = small ? 420 : 700;
    const down = ends(rowSpans, view.y, height - 60, () => 14);
    const across = ends(columnSpans, view.x, plotted.clientWidth - 40, (text) => 8 * text.length + 4);
    const thin = { color: colours.soft, width: 1 };
    const shapes = clusters.length > 40 ? [] : [
      ...down.lines.map((y) => ({ type: "line", xref: "paper", x0: 0, x1: 1, y0: y, y1: y, line: thin, opacity: 0.3 })),
      ...across.lines.map((x) => ({ type: "line", yref: "paper", y0: 0, y1: 1, x0: x, x1: x, line: thin, opacity: 0.3 })),
    ];
    const axis = (ticks) => ({
      tickvals: ticks.map(([at]) => at), ticktext: ticks.map(([, text]) => text), showgrid: false, fixedrange: false,
    });
    return {
      traces: [{
        type: "heatmap", x: columns.edges, y: rows.edges, z: colour, zmin: -strongest, zmax: strongest, hoverinfo: "none",
        colorscale: [[0, colours["second-pale"]], [0.5, colours.raised], [0.7, colours["accent-pale"]], [0.9, colours.accent], [1, colours.strong]],
        showscale: false,
      }],
      layout: {
        height,
        margin: { t: 28 }, shapes,
        dragmode: matchMedia("(pointer: coarse)").matches ? false : "zoom", // a finger scrolls the page
        annotations: [axisTitle(small ? `groups ↓ and their ${nouns.columns} →`
          : `groups of ${nouns.rows} ↓ and the ${nouns.columns} that tell most about them →`, colours)],
        xaxis: { ...axis(across.ticks), range: view.x },
        yaxis: { ...axis(down.ticks), range: view.y },
      },
    };
  };

  const table = [
    { name: "group", label: "Group" },
    { name: nouns.rows, label: `Its ${nouns.rows}`, number: true },
    { name: `own_${nouns.columns}`, label: `Its own ${nouns.columns}`, number: true },
    { name: "share_in_group", label: "Their share in the group", number: true, share: true },
    { name: "share_overall", label: "Their share overall", number: true, share: true },
  ];
  const among = (list, span) => (span ? list.slice(span.first, span.last + 1) : []);
  const sum = (list) => list.reduce((all, value) => all + value, 0);
  const summary = clusters.map((cluster, at) => {
    const own = columnSpans[at];
    const held = sum(among(counts, rowSpans[at]).map((line) => sum(among(line, own))));
    return [cluster, sum(among(rows.sizes, rowSpans[at])), sum(among(columns.sizes, own)),
      held / sum(among(rowTotals, rowSpans[at])), sum(among(columnTotals, own)) / total];
  });
  const numbers = () => [
    ["row_group", "rows", "example_row", "column_group", "columns", "example_column", "count", "expected"],
    counts.flatMap((line, row) => line.map((value, column) => [
      rows.groups[row], rows.sizes[row], rows.examples[row], columns.groups[column], columns.sizes[column],
      columns.examples[column], value, expected(row, column).toPrecision(6)])),
  ];
  const { plot, redraw } = picture("blocks", { columns: table, rows: summary, draw, numbers });

  const many = (bands, at, one, all) => (bands.sizes[at] === 1 ? `${one} “${bands.examples[at]}”`
    : `${number(bands.sizes[at])} ${all} such as “${bands.examples[at]}”`);
  plot.on("plotly_hover", ({ points: [point] }) => {
    const [row, column] = point.pointNumber ?? point.pointIndex;
    const times = counts[row][column] / expected(row, column);
    byId("blocks-readout").textContent = `Group ${rows.groups[row]}, ${many(rows, row, nouns.row, nouns.rows)}, and `
      + `${many(columns, column, nouns.column, nouns.columns)}: ${whole(counts[row][column])} counted, `
      + `${number(times, times < 10 ? 1 : 0)} times what chance would bring.`;
  });
  plot.on("plotly_relayout", () => {
    const { xaxis, yaxis } = plot.layout;
    show({ x: [...xaxis.range], y: [...yaxis.range] });
  });
  plot.on("plotly_doubleclick", () => { show(everything); return false; });

  function show(next) {
    view = next;
    redraw();
  }
  const within = ([from, to], [low, high]) => {
    const length = Math.min(Math.abs(to - from), high - low);
    const middle = Math.min(Math.max((from + to) / 2, low + length / 2), high - length / 2);
    return [middle - length / 2, middle + length / 2];
  };
  function move(factor, right = 0, downwards = 0) {
    const [left, end] = view.x;
    const [bottom, top] = view.y;
    const scaled = (from, to, shift) => {
      const [middle, half] = [(from + to) / 2 + shift * (to - from), ((to - from) * factor) / 2];
      return [middle - half, middle + half];
    };
    show({
      x: within(scaled(left, end, right), [0, 1]),
      y: within(scaled(top, bottom, downwards), [0, rows.edges.at(-1)]).reverse(),
    });
  }
  byId("blocks-group").addEventListener("change", (event) => {
    const span = rowSpans[clusters.indexOf(Number(event.target.value))];
    show(event.target.value === "" ? everything : { x: [0, 1], y: [span.to, span.from] });
  });
  byId("blocks").addEventListener("click", (event) => {
    if (event.target.dataset?.zoom) move(Number(event.target.dataset.zoom));
  });
  byId("blocks-picture").addEventListener("keydown", (event) => {
    const step = { "+": [0.5], "=": [0.5], "-": [2], ArrowLeft: [1, -0.2], ArrowRight: [1, 0.2], ArrowUp: [1, 0, -0.2], ArrowDown: [1, 0, 0.2] }[event.key];
    if (event.key === "0") show(everything);
    if (step) move(...step);
    if (step || event.key === "0") event.preventDefault();
  });
};
