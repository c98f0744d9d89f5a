drawers.telling = ({ groups }) => {
  offer("telling", () => [
    ["group", nouns.column, "contribution_bits", "share_of_group", "times_as_frequent"],
    groups.flatMap(({ group, columns }) => columns.map((column) =>
      [group, column.name, column.contribution_bits, column.share, column.times])),
  ]);
  byId("telling").addEventListener("click", (event) => {
    const group = event.target.dataset?.membersOf;
    if (group !== undefined) document.dispatchEvent(new CustomEvent("show-members", { detail: group }));
  });
};
