// The parts that pieces on a board are drawn of: colours, circles, dots, texts, rectangles.

import { fitting, number, written } from "./shapes.mjs";

/** @typedef {import("./board.mjs").View} View */
/** @typedef {import("./board.mjs").Stone} Stone */
/** @typedef {import("./board.mjs").Colour} Colour */
/** @typedef {[number, number]} Place */

export const RED = 1;
/** @type {Colour[]} */
const COLOURS = [
  { fill: "#2b2b33", ink: "#f5f0e6" },
  { fill: "#f5f0e6", ink: "#2b2b33" },
  { fill: "#c0563b", ink: "#ffffff" },
  { fill: "#3f6f8f", ink: "#f5f0e6" },
];
const NOBODY = { fill: "#8f8577", ink: "#fff" };
const RED_PIECE = { fill: "#b8392c", ink: "#f5f0e6" };
export const ON_CELL = "#3a2f1c";
export const RIM = 'stroke="#000" stroke-opacity="0.4" stroke-width="0.03"';

/** The colours of a player's pieces, or of a piece of no player; escaped.
 * @param {View} view @param {number} owner @param {number} [mark] @returns {Colour} */
export function colourOf(view, owner, mark = 0) {
  const colours = view.layout.colours.length ? view.layout.colours : COLOURS;
  const ofNoPlayer = mark & RED ? RED_PIECE : NOBODY;
  const found = (owner >= 0 ? colours[owner % colours.length] : ofNoPlayer) ?? ofNoPlayer;
  return { fill: written(found.fill), ink: written(found.ink) };
}

/** @param {View} view @param {{ cell: number }} stone @returns {Place} */
export function placeOf(view, stone) {
  const cell = view.layout.cells[stone.cell];
  if (!cell) throw new Error(`there is no cell ${stone.cell}`);
  return [cell.x, cell.y];
}

/** A circle, whose colours are those of the group that it stands in.
 * @param {number} x @param {number} y @param {number} radius @returns {string} */
export function circle(x, y, radius) {
  return `<circle cx="${number(x)}" cy="${number(y)}" r="${number(radius)}"/>`;
}

/** The data of a path whose round ends are dots. @param {Place[]} places @returns {string} */
export function dots(places) {
  return places.map(([x, y]) => `M${number(x)} ${number(y)}h0`).join("");
}

/** A group of parts; nothing if there are none. @param {string} attributes @param {string} inside @returns {string} */
export function group(attributes, inside) {
  return inside ? `<g ${attributes}>${inside}</g>` : "";
}

/** Short texts, centred at their places, as large as they fit into a width. @param {string} ink @param {number} size
 * @param {number} wide @param {[number, number, string][]} words @returns {string} */
export function texts(ink, size, wide, words) {
  /** @type {Map<number, string>} */
  const bySize = new Map();
  for (const [x, y, text] of words) {
    const own = fitting(text, size, wide);
    const made = `<text x="${number(x)}" y="${number(y + 0.35 * own)}">${written(text)}</text>`;
    bySize.set(own, (bySize.get(own) ?? "") + made);
  }
  return [...bySize]
    .map(([own, made]) => group(`fill="${ink}" font-size="${number(own)}" text-anchor="middle"`, made))
    .join("");
}

/** @param {Place[]} places @param {string} colour @param {number} width @returns {string} */
export function dotted(places, colour, width) {
  if (!places.length) return "";
  const look = `fill="none" stroke-linecap="round" stroke-width="${number(width)}" ${colour}`;
  return `<path d="${dots(places)}" ${look}/>`;
}

/** @param {Place[]} places @param {number} width @returns {string} */
export function shadows(places, width) {
  const below = places.map(([x, y]) => /** @type {Place} */ ([x + 0.02, y + 0.04]));
  return dotted(below, 'stroke="#000" stroke-opacity="0.25"', width);
}

/** The stones that look alike, with their colours. @param {View} view @returns {[Colour, Stone[]][]} */
export function byLook(view) {
  /** @type {Map<string, [Colour, Stone[]]>} */
  const looks = new Map();
  for (const stone of view.stones) {
    const look = colourOf(view, stone.owner, stone.owner < 0 ? stone.mark : 0);
    const key = `${look.fill} ${look.ink}`;
    const alike = looks.get(key);
    if (alike) alike[1].push(stone);
    else looks.set(key, [look, [stone]]);
  }
  return [...looks.values()];
}

/** A rectangle around the places from x, y as far to the right and down: `width` wider, its corners rounded.
 * @param {number} x @param {number} y @param {number} right @param {number} down @param {number} width
 * @param {number} corner @returns {string} */
export function rectangle(x, y, right, down, width, corner) {
  const place = `x="${number(x - width / 2)}" y="${number(y - width / 2)}"`;
  const size = `width="${number(right + width)}" height="${number(down + width)}"`;
  return `<rect ${place} ${size} rx="${number(corner)}"/>`;
}

/** A rectangle over all cells of a domino; it is `width` wide where the domino is one cell wide.
 * @param {View} view @param {{ cells: number[] }} domino @param {number} width @returns {string} */
export function over(view, domino, width) {
  const places = domino.cells.map((cell) => placeOf(view, { cell }));
  const [left, right] = [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([x]) => x))];
  const [top, bottom] = [Math.min(...places.map(([, y]) => y)), Math.max(...places.map(([, y]) => y))];
  return rectangle(left, top, right - left, bottom - top, width, 0.1);
}
