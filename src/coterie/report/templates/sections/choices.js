drawers.choices = ({ rows, measures }) => {
  const columns = [
    { name: "method", label: "Method" },
    ...(measures.length ? [{ name: "measure", label: "Measure" }] : []),
    { name: "groups", label: "Groups", number: true },
    { name: "reliable_bits", label: "Reliable bits", number: true, digits: 3, down: true },
    { name: "error_bits", label: "Standard error", number: true, digits: 3 },
    { name: "raw_bits", label: "Unclipped", number: true, digits: 3, aside: true },
    { name: "tellable_bits", label: "At most", number: true, digits: 2, down: true },
    { name: "effective", label: "That differ", number: true },
    { name: "changing", label: "Changing", number: true, share: true },
  ];
  const listed = rows.map((row) => columns.map((column) => row[column.name]));
  const named = (row) => row.method + (row.measure ? `, ${row.measure}` : "");
  const ways = [...new Set(rows.map(named))];
  const chosen = rows.find((row) => row.chosen);
  const draw = (colours, small) => {
    const lines = ways.map((way, at) => {
      const own = rows.filter((row) => named(row) === way);
      const main = chosen && named(chosen) === way;
      const colour = main ? colours.accent : groupColour(at, ways.length);
      return {
        x: own.map((row) => row.groups), y: own.map((row) => row.reliable_bits), name: label(way), mode: "lines+markers",
        line: { color: colour, width: main ? 3 : 1.5 }, marker: { size: main ? 6 : 4, color: colour },
        error_y: { type: "data", array: own.map((row) => row.error_bits), color: colour, thickness: 1, width: 3 },
        hovertemplate: `${label(way)}, %{x} groups: %{y:.3f} bits<extra></extra>`,
      };
    });
    const mark = chosen ? [{
      x: [chosen.groups], y: [chosen.reliable_bits], mode: "markers", hoverinfo: "skip", showlegend: false,
      marker: { size: 16, color: "rgba(0,0,0,0)", line: { color: colours.accent, width: 2 } },
    }] : [];
    return {
      traces: [...lines, ...mark],
      layout: {
        height: (small ? 320 : 380) + 22 * Math.ceil(ways.length / (small ? 1 : 3)), showlegend: true,
        legend: { orientation: "h", y: -0.22, yanchor: "top", x: 0, font: { color: colours.ink } },
        xaxis: { showgrid: false, tickformat: "d", nticks: small ? 6 : 12, title: { text: "number of groups", standoff: 8 } },
        yaxis: { rangemode: "tozero", nticks: 6 },
        annotations: [axisTitle("reliable bits", colours)],
      },
    };
  };
  picture("choices", { columns, rows: listed, draw });

  const table = byId("choices-table");
  const filters = { method: byId("choices-method"), measure: byId("choices-measure") };
  const state = { sort: "reliable_bits", down: true };
  const head = element("tr");
  const body = element("tbody");
  const listing = columns.filter((column) => !column.aside); // the CSV has the others too
  for (const column of listing) {
    const button = element("button", { type: "button" }, column.label);
    button.addEventListener("click", () => {
      state.down = state.sort === column.name ? !state.down : Boolean(column.down);
      state.sort = column.name;
      update();
    });
    head.append(element("th", { scope: "col", "data-key": column.name, class: column.number ? "number" : "" }, button));
  }
  table.append(element("thead", {}, head), body);
  const shown = (value, { number: numeric, digits, share }) =>
    String(!numeric || value === null ? value ?? "" : share ? percent(value) : number(value, digits ?? 0));
  function update() {
    const found = rows.filter((row) => Object.entries(filters).every(([key, filter]) => !filter?.value || row[key] === filter.value));
    const of = (row) => row[state.sort] ?? "";
    found.sort((first, second) => (state.down ? -1 : 1) * (of(first) < of(second) ? -1 : of(first) > of(second) ? 1 : 0));
    for (const cell of head.children) {
      cell.setAttribute("aria-sort", cell.dataset.key !== state.sort ? "none" : state.down ? "descending" : "ascending");
    }
    body.replaceChildren(...found.map((row) => element("tr", row.chosen ? { class: "chosen" } : {}, ...listing.map((column, at) => (
      at === 0 ? element("th", { scope: "row" }, row.method + (row.chosen ? " (the choice)" : ""))
        : element("td", { class: column.number ? "number" : "" }, shown(row[column.name], column)))))));
    byId("choices-status").textContent = `${number(found.length)} of ${counted(rows.length, "model", "models")}`;
  }
  for (const filter of Object.values(filters)) filter?.addEventListener("change", update);
  byId("choices-form").addEventListener("submit", (event) => event.preventDefault());
  update();
};
