// Draw every section that is on the page, then wire what belongs to the page as a whole.
for (const [key, drawer] of Object.entries(drawers)) {
  if (content.sections[key]) drawer(content.sections[key]);
}

document.addEventListener("click", (event) => {
  const key = event.target.dataset?.download;
  if (key) save(`coterie-${key}.csv`, downloads[key](), "text/csv;charset=utf-8");
});
byId("everything").addEventListener("click", () => {
  save("coterie-report.json", JSON.stringify(content, null, 1), "application/json");
});

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches);
function themed() {
  byId("theme").setAttribute("aria-pressed", String(isDark()));
  return redrawAll();
}
byId("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  try {
    localStorage.setItem("coterie-theme", root.dataset.theme);
  } catch { /* a local file may not store; the choice then lasts while the page is open */ }
  themed();
});
systemDark.addEventListener("change", themed);
narrow.addEventListener("change", () => redrawAll());
byId("theme").setAttribute("aria-pressed", String(isDark()));

// Paper is light, and narrower than most screens.
const PAPER_WIDTH = 660;
addEventListener("beforeprint", () => {
  root.dataset.printing = root.dataset.theme ?? "";
  root.dataset.theme = "light";
  for (const details of document.querySelectorAll("details")) details.open = true;
  redrawAll(PAPER_WIDTH);
});
addEventListener("afterprint", () => {
  if (root.dataset.printing) root.dataset.theme = root.dataset.printing;
  else delete root.dataset.theme;
  delete root.dataset.printing;
  redrawAll();
});

const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    for (const link of links.values()) link.removeAttribute("aria-current");
    const link = links.get(entry.target.id);
    if (!link) continue;
    link.setAttribute("aria-current", "true");
    const list = link.closest("nav"); // where not all links fit, this one is to be seen
    list.scrollLeft = link.offsetLeft - list.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }
}, { rootMargin: "-25% 0px -70% 0px" });
for (const section of document.querySelectorAll("main > section")) seen.observe(section);

root.dataset.ready = "yes"; // for whoever drives the page by a program
