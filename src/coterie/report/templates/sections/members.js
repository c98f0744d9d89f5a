drawers.members = (members) => {
  const PAGE = 50;
  const count = members.names.length;
  const graded = (members.typicality_bits ?? []).some((value) => value !== null);
  const judged = (members.reliable_bits ?? []).some((value) => value !== null);
  const weighed = Boolean(members.weights);
  const folded = members.names.map((name, at) => `${name}\n${members.excerpts?.[at] ?? ""}`.toLowerCase());
  const most = (members.typicality_bits ?? []).reduce((high, value) => Math.max(high, value ?? 0), 0);
  const compare = (of) => (first, second) => (of(first) < of(second) ? -1 : of(first) > of(second) ? 1 : 0);
  const place = (group) => (group < 0 ? members.clusters.length : members.clusters.indexOf(group));
  const collator = new Intl.Collator("en", { numeric: true });
  const columns = [
    { key: "name", label: nouns.row[0].toUpperCase() + nouns.row.slice(1), by: (a, b) => collator.compare(members.names[a], members.names[b]) },
    { key: "group", label: "Group", by: compare((at) => place(members.groups[at])) },
    ...(graded ? [
      { key: "typicality", label: "Typicality", number: true, down: true, by: compare((at) => members.typicality_bits[at] ?? -Infinity) },
      { key: "next", label: "Next best", by: compare((at) => members.runner_up[at]) },
    ] : []),
    ...(judged ? [
      { key: "reliable", label: "Reliable bits", number: true, by: compare((at) => members.reliable_bits[at] ?? -Infinity) },
      { key: "kept", label: "Kept", number: true, by: compare((at) => members.agreement[at] ?? -Infinity) },
    ] : []),
    ...(weighed ? [{ key: "weight", label: "Counts", number: true, down: true, by: compare((at) => members.weights[at]) }] : []),
  ];
  const state = { sort: "group", down: false, page: 0, found: [] };
  const table = byId("members-table");
  const search = byId("members-search");
  const groups = byId("members-group");
  const head = element("tr");
  const body = element("tbody");
  for (const column of columns) {
    const button = element("button", { type: "button" }, column.label);
    button.addEventListener("click", () => {
      state.down = state.sort === column.key ? !state.down : Boolean(column.down);
      state.sort = column.key;
      update();
    });
    head.append(element("th", { scope: "col", "data-key": column.key, class: column.number ? "number" : "" }, button));
  }
  table.append(element("thead", {}, head), body);

  const inGroup = (group) => (group < 0 ? "none" : String(group));
  function line(at) {
    const named = element("th", { scope: "row" }, members.names[at]);
    if (members.excerpts) named.append(element("span", { class: "excerpt" }, members.excerpts[at]));
    const cells = { name: named, group: element("td", {}, inGroup(members.groups[at])) };
    if (graded) {
      const value = members.typicality_bits[at];
      const bar = element("span");
      bar.style.width = `${100 * Math.max(0, (value ?? 0) / most)}%`;
      cells.typicality = element("td", { class: "number" });
      if (value !== null) cells.typicality.append(element("span", { class: "typical", "aria-hidden": "true" }, bar), number(value, 2));
      cells.next = element("td", {}, value === null ? "" : inGroup(members.runner_up[at]));
    }
    if (judged) {
      cells.reliable = element("td", { class: "number" }, number(members.reliable_bits[at], 2));
      cells.kept = element("td", { class: "number" }, members.agreement[at] === null ? "" : percent(members.agreement[at]));
    }
    if (weighed) cells.weight = element("td", { class: "number" }, whole(members.weights[at]));
    return element("tr", {}, ...columns.map((column) => cells[column.key]));
  }

  function update() {
    const wanted = search.value.trim().toLowerCase();
    const group = groups.value;
    const { by } = columns.find((column) => column.key === state.sort);
    state.found = [...members.names.keys()].filter((at) =>
      (group === "" || members.groups[at] === Number(group)) && folded[at].includes(wanted));
    state.found.sort((first, second) => (state.down ? -1 : 1) * by(first, second) || first - second);
    for (const cell of head.children) {
      cell.setAttribute("aria-sort", cell.dataset.key !== state.sort ? "none" : state.down ? "descending" : "ascending");
    }
    turn(0);
  }

  function turn(page) {
    state.page = page;
    const from = page * PAGE;
    const to = Math.min(from + PAGE, state.found.length);
    body.replaceChildren(...state.found.slice(from, to).map(line));
    byId("members-status").textContent = state.found.length
      ? `${number(from + 1)} to ${number(to)} of ${state.found.length < count
        ? `${counted(state.found.length, nouns.row, nouns.rows)} found` : counted(count, nouns.row, nouns.rows)}`
      : `No ${members.capped ? "listed " : ""}${nouns.row} matches.`;
    byId("members-previous").disabled = page === 0;
    byId("members-next").disabled = to >= state.found.length;
    table.parentElement.scrollTop = 0;
  }

  search.addEventListener("input", update);
  groups.addEventListener("change", update);
  byId("members-form").addEventListener("submit", (event) => event.preventDefault());
  byId("members-previous").addEventListener("click", () => turn(state.page - 1));
  byId("members-next").addEventListener("click", () => turn(state.page + 1));
  document.addEventListener("show-members", ({ detail }) => {
    groups.value = detail;
    search.value = "";
    update();
    byId("members").scrollIntoView();
    groups.focus({ preventScroll: true });
  });
  const numbers = [
    [nouns.row, members.names], ["row", members.rows], ["group", members.groups], ["typicality_bits", members.typicality_bits],
    ["next_best_group", members.runner_up], ["reliable_bits", members.reliable_bits], ["agreement", members.agreement],
    ["counts", members.weights],
  ].filter(([, values]) => values);
  offer("members", () => [
    numbers.map(([name]) => name), state.found.map((at) => numbers.map(([, values]) => values[at])),
  ]);
  update();
};
