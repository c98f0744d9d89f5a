// A picture: drawn by plotly, redrawn when the theme or the width changes, its numbers beside it.
const pictures = [];

function picture(key, { columns, rows, draw, numbers = () => [columns.map((column) => column.name), rows] }) {
  const figure = document.querySelector(`[data-picture="${key}"]`);
  const plot = figure.querySelector(".plot");
  fill(figure.querySelector("table"), columns, rows);
  tabs(figure.querySelector('[role="tablist"]'));
  offer(key, numbers);
  const redraw = (width) => {
    const colours = palette();
    const { traces, layout } = draw(colours, narrow.matches);
    const config = { displayModeBar: false, responsive: true, showTips: false };
    return Plotly.react(plot, traces, merged(frame(colours, width), layout), config);
  };
  pictures.push({ key, plot, redraw });
  redraw();
  return { plot, redraw };
}

function frame(colours, width) {
  const axis = {
    gridcolor: colours.rule, zeroline: false, linecolor: colours.rule, fixedrange: true, automargin: true,
    tickfont: { size: 12 }, title: { font: { size: 12 } }, ticks: "",
  };
  return {
    font: { family: getComputedStyle(document.body).fontFamily, size: 13, color: colours.soft },
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    margin: { l: 8, r: 8, t: 32, b: 8 }, showlegend: false, dragmode: false, hovermode: "closest",
    hoverlabel: { bgcolor: colours.raised, bordercolor: colours.rule, font: { color: colours.ink, size: 13 } },
    xaxis: axis, yaxis: axis, width, separators: ".,",
  };
}

// Deep merge of layouts; the second wins.
function merged(first, second) {
  if (Array.isArray(second) || typeof second !== "object" || second === null) return second;
  const both = { ...first };
  for (const [name, value] of Object.entries(second)) both[name] = merged(first?.[name] ?? {}, value);
  return both;
}

const axisTitle = (text, colours, more = {}) => ({
  text: label(text, 120), xref: "paper", yref: "paper", x: 0, y: 1, xanchor: "left", yanchor: "bottom", yshift: 8,
  showarrow: false, font: { color: colours.soft, size: 12 }, ...more,
});

// Colours of groups, as far apart on the circle as there are groups; both themes can show them.
const groupColour = (at, many) => `hsl(${Math.round((210 + 360 * ((at * goldenStep(many)) / many)) % 360)},62%,50%)`;
function goldenStep(many) { // neighbours in the list are far apart on the circle
  const common = (a, b) => (b ? common(b, a % b) : a);
  let step = Math.max(1, Math.round(0.382 * many));
  while (common(step, many) !== 1) step += 1;
  return step;
}

function redrawAll(width) {
  return Promise.all(pictures.map(({ redraw }) => redraw(width)));
}

function fill(table, columns, rows) {
  const head = element("tr");
  for (const column of columns) {
    head.append(element("th", { scope: "col", class: column.number ? "number" : "" }, column.label));
  }
  const body = element("tbody");
  for (const row of rows) {
    const line = element("tr");
    row.forEach((value, at) => {
      const { number: numeric, digits, share } = columns[at];
      const text = !numeric || value === null ? value ?? "" : share ? percent(value) : number(value, digits ?? 0);
      line.append(at === 0 ? element("th", { scope: "row" }, String(text))
        : element("td", { class: numeric ? "number" : "" }, String(text)));
    });
    body.append(line);
  }
  table.append(element("thead", {}, head), body);
}

function tabs(list) {
  const all = [...list.querySelectorAll('[role="tab"]')];
  const choose = (chosen) => {
    for (const tab of all) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = !on;
    }
  };
  list.addEventListener("click", (event) => { if (all.includes(event.target)) choose(event.target); });
  list.addEventListener("keydown", (event) => {
    const at = all.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = all.at(to % all.length);
    choose(next);
    next.focus();
  });
}
