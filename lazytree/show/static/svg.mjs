// SVG as lazytree/show/svg.py writes it: the colours of all drawings, numbers, texts, outlines of cells, the frame.

/** @import { Box } from "./board.mjs" */

/** @type {Record<string, string>} */
const LIGHT = {
  ground: "#f8f4eb",
  label: "#7b6a4d",
  ink: "#2f2a22",
  legal: "#12805a",
  event: "#c98a12",
  edge: "#8d744a",
};

export const CELL = "#e2cba0"; // the colour of cells
export const SHADED = "#cdac78"; // of darker ones
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

/** @typedef {{ name: string, x: number, y: number, shape: string }} Cell */

/** @type {Record<string, [number, number, number]>} */
const POLYGONS = {
  square: [4, Math.PI / 4, Math.SQRT1_2],
  hexagon: [6, -Math.PI / 2, 1 / Math.sqrt(3)],
  triangle: [3, -Math.PI / 2, 1.4 / Math.sqrt(3)],
  "triangle down": [3, Math.PI / 2, 1.4 / Math.sqrt(3)],
};
const ROUND = 0.48;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu;
/** @type {Record<string, string>} */
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** A number as SVG has it, to three digits after the point. @param {number} value @returns {string} */
export function number(value) {
  return String(Math.round(value * 1000) / 1000 + 0).replace(/^(-?)0\./, "$1.");
}

/** A text as it stands in SVG, as content or in quotes: escaped, without characters that XML forbids.
 * @param {string} text @returns {string} */
export function written(text) {
  return text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"']/g, (letter) => ESCAPED[letter] ?? letter);
}

/** About how wide a text is, rather more than less. @param {string} words @param {number} size @returns {number} */
export function wordsWide(words, size) {
  return 0.62 * size * ([...words].length + (words.match(WIDE) ?? []).length + (words.match(/%/g) ?? []).length / 2);
}

/** The largest font size up to `size` at which a text fits into a width.
 * @param {string} words @param {number} size @param {number} width @returns {number} */
export function fitting(words, size, width) {
  return words ? Math.min(size, width / wordsWide(words, 1)) : size;
}

/** A text and the size at which it fits into a width: the text is cut and ends with "…" where `least` is too wide.
 * @param {string} words @param {number} size @param {number} width @param {number} least @returns {[string, number]} */
export function cut(words, size, width, least) {
  const own = fitting(words, size, width);
  if (own >= least) return [words, own];
  const letters = [...words].slice(0, Math.floor(width / (0.62 * least)) + 1);
  while (letters.length && wordsWide(`${letters.join("")}…`, least) > width) letters.pop();
  return [`${letters.join("")}…`, least];
}

/** The corners of a cell, seen from its centre; of a round cell, those of the square around it.
 * @param {string} shape @returns {[number, number][]} */
function corners(shape) {
  const polygon = POLYGONS[shape];
  // prettier-ignore
  if (!polygon) return [[ROUND, ROUND], [-ROUND, ROUND], [-ROUND, -ROUND], [ROUND, -ROUND]];
  const [count, turn, radius] = polygon;
  return Array.from({ length: count }, (_, corner) => {
    const angle = turn + (2 * Math.PI * corner) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** How far a cell reaches from its centre: to the left and up (both negative), to the right and down.
 * @param {string} shape @returns {[number, number, number, number]} */
export function reach(shape) {
  const across = corners(shape).map(([x]) => x);
  const down = corners(shape).map(([, y]) => y);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

/** The outline of a cell as the data of an SVG path; `scale` makes it smaller or larger.
 * @param {Cell} cell @param {number} [scale] @returns {string} */
export function outline(cell, scale = 1) {
  const [x, y, path] = steps(cell.shape, scale);
  return `M${number(cell.x + x)} ${number(cell.y + y)}${path}`;
}

/** @type {Map<string, [number, number, string]>} */
const KNOWN = new Map();

/** The first corner of a shape, and the steps from there around it.
 * @param {string} shape @param {number} scale @returns {[number, number, string]} */
function steps(shape, scale) {
  const key = `${shape} ${scale}`;
  const made = KNOWN.get(key) ?? (POLYGONS[shape] ? around(shape, scale) : roundabout(scale));
  KNOWN.set(key, made);
  return made;
}

/** @param {number} scale @returns {[number, number, string]} */
function roundabout(scale) {
  const r = number(ROUND * scale);
  const across = number(2 * ROUND * scale);
  return [-ROUND * scale, 0, `a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0z`];
}

/** @param {string} shape @param {number} scale @returns {[number, number, string]} */
function around(shape, scale) {
  const thousandths = (/** @type {number} */ value) => Math.round(scale * value * 1000) / 1000;
  const points = corners(shape).map(([x, y]) => ({ x: thousandths(x), y: thousandths(y) }));
  const path = points.slice(1).map(({ x, y }, before) => step(x - points[before].x, y - points[before].y));
  return [points[0].x, points[0].y, `${path.join("")}z`];
}

/** @param {number} x @param {number} y @returns {string} */
function step(x, y) {
  if (Math.abs(x) < 0.001) return `v${number(y)}`;
  return Math.abs(y) < 0.001 ? `h${number(x)}` : `l${number(x)} ${number(y)}`;
}

const RADIUS = 6;

/** The SVG of parts on a ground of its own. It brings no style along: a page that shows it has theme.css.
 * @param {string} parts @param {Box} box @param {number} unit @param {string} name @param {string} text
 * @returns {string} */
export function framed(parts, box, unit, name, text) {
  const [left, top, width, height] = box.map(number);
  const size = `width="${Math.floor(box[2] * unit + 0.5)}" height="${Math.floor(box[3] * unit + 0.5)}"`;
  const seen = `viewBox="${left} ${top} ${width} ${height}" ${size}`;
  const told = name ? `role="img" aria-label="${written(name)}"` : 'role="img"';
  const head = `<svg xmlns="http://www.w3.org/2000/svg" class="lazytree" ${seen} ${told} font-family="system-ui,sans-serif">`;
  const words = (name ? `<title>${written(name)}</title>` : "") + (text ? `<desc>${written(text)}</desc>` : "");
  const place = `x="${left}" y="${top}" width="${width}" height="${height}" rx="${number(RADIUS / unit)}"`;
  return `${head}${words}<rect ${place} ${fill("ground")}/>${parts}</svg>`;
}
