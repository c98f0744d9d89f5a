// What every part of the page uses: the content, numbers as text, colours, downloads.
const content = JSON.parse(document.getElementById("content").textContent);
const nouns = content.nouns;
const drawers = {};
const downloads = {};
const narrow = matchMedia("(max-width: 40rem)");
const COLOURS = ["paper", "raised", "ink", "soft", "rule", "accent", "accent-pale", "second-pale", "strong"];

const byId = (id) => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Plotly reads some HTML in its labels; a name from the data must show as it is.
function label(text, longest = 40) {
  const letters = [...String(text)];
  const cut = letters.length > longest ? letters.slice(0, longest - 1).join("") + "…" : letters.join("");
  return cut.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(/\s/g, " ");
}

function number(value, digits = 0) {
  if (value === null) return "";
  return value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const whole = (value) => number(value, Number.isInteger(value) ? 0 : 2);
const percent = (share) => {
  if (share > 0 && share < 0.01) return "under 1\u00a0%";
  if (share > 0.99 && share < 1) return "over 99\u00a0%";
  return `${number(100 * share)}\u00a0%`;
};
const counted = (count, one, many) => `${number(count)} ${count === 1 ? one : many}`;

// Colours come from the style sheet, so that pictures follow the theme.
function palette() {
  const probe = element("span", { hidden: "" });
  document.body.append(probe);
  const colours = {};
  for (const name of COLOURS) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}

function save(name, text, kind) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function csv(columns, rows) {
  const quoted = (value) => {
    const text = value === null ? "" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => row.map(quoted).join(",") + "\r\n").join("");
}

// `make` returns [column names, rows]; it runs when the button is pressed.
function offer(key, make) {
  downloads[key] = () => csv(...make());
}
