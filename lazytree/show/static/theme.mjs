// The colours that all drawings share, on light and on dark pages: what lazytree/show/theme.py says in Python.

/** @type {Record<string, string>} */
const LIGHT = {
  ground: "#f8f4eb",
  label: "#7b6a4d",
  ink: "#2f2a22",
  legal: "#12805a",
  event: "#c98a12",
  edge: "#8d744a",
};
/** @type {Record<string, string>} */
const DARK = {
  ground: "#23211d",
  label: "#b3a384",
  ink: "#ece5d8",
  legal: "#0f7a54",
  event: "#f7bd45",
  edge: "#7a6440",
};

export const CELL = "#e2cba0"; // the colour of cells
/** The attributes of the group that the cells of a board are in. */
export const BOARD = `class="lt-board" fill="${CELL}" stroke="#b39561" stroke-width=".03"`;

/** The attributes of what is filled with a colour of the theme. @param {string} name @returns {string} */
export function fill(name) {
  return `class="lt-${name}" fill="${LIGHT[name]}"`;
}

/** The attributes of lines in a colour of the theme. @param {string} name @param {number} width @returns {string} */
export function line(name, width) {
  return `class="lt-${name}-line" stroke="${LIGHT[name]}" stroke-width="${width}"`;
}

/** @param {Record<string, string>} theme @returns {string} */
function variables(theme) {
  return Object.entries(theme)
    .map(([name, colour]) => `--lt-${name}:${colour}`)
    .join(";");
}

/** @returns {string} */
function styleSheet() {
  const light = variables({ ...LIGHT, board: "1" });
  const dark = variables({ ...DARK, board: "0.74" });
  const onDark = ['[data-jp-theme-light="false"]', '[data-theme="dark"]', ".dark", ".vscode-dark"];
  const onLight = ['[data-jp-theme-light="true"]', '[data-theme="light"]', ".light", ".vscode-light"];
  const rules = [
    `.lazytree{${light}}`,
    `@media (prefers-color-scheme:dark){.lazytree{${dark}}}`,
    `${onLight.map((page) => `${page} .lazytree`).join(",")}{${light}}`,
    `${onDark.map((page) => `${page} .lazytree`).join(",")}{${dark}}`,
    ".lazytree .lt-board{opacity:var(--lt-board)}",
    ...["ground", "label", "ink", "legal", "event"].map((name) => `.lazytree .lt-${name}{fill:var(--lt-${name})}`),
    ...["legal", "event", "edge"].map((name) => `.lazytree .lt-${name}-line{stroke:var(--lt-${name})}`),
  ];
  return rules.join("");
}

/** The rules of the style sheet of every drawing; theme.css has the same. */
export const RULES = styleSheet();
/** The style sheet of every drawing, as a part of its SVG. */
export const STYLE = `<style>${RULES}</style>`;
