// What lies over the cells and pieces of a board: the last move, legal moves, marks, heat and its texts.

import { circle, dots, group, ON_CELL, over, placeOf, texts } from "./parts.mjs";
import { fitting, number, outline, wordsWide } from "./shapes.mjs";
import { fill, line } from "./theme.mjs";

/** @typedef {import("./shapes.mjs").Cell} Cell */
/** @typedef {import("./board.mjs").View} View */
/** @typedef {import("./board.mjs").Heat} Heat */

const STILL = [0xf6, 0xef, 0xdf];
const GOOD = [0x1d, 0x6f, 0xa5];
const BAD = [0xb4, 0x50, 0x2d];
const NEITHER = "#6b6355";
export const WEAK = 0.15;
const STRONG = 0.3;
const [TAG, WIDE] = [0.33, 0.86];
// prettier-ignore
const [TAG_TEXT, FREE_TEXT] = [[0.25, 0.36], [0.32, 0.42]]; // sizes of texts: least, and most
const SHARE = 0.035; // the size of such a text, as a part of the width of a board

/** The cells of the last move, framed inside; a domino that was laid is framed as a whole.
 * @param {View} view @returns {string} */
export function last(view) {
  const laid = view.dominoes.filter((domino) => domino.cells.every((cell) => view.last.includes(cell)));
  const joined = new Set(laid.flatMap((domino) => domino.cells));
  const single = view.last.filter((at) => !joined.has(at));
  const frames = [
    ...single.map((at) => `<path d="${outline(/** @type {Cell} */ (view.layout.cells[at]), 0.88)}"/>`),
    ...laid.map((domino) => over(view, domino, 0.82)),
  ];
  return group(`fill="none" ${line("event", 0.07)} stroke-linejoin="round"`, frames.join(""));
}

/** A dot on cells where a legal move begins, or a ring around what stands there.
 * @param {View} view @returns {string} */
export function legal(view) {
  const taken = new Set(view.stones.map((stone) => stone.cell));
  const told = new Set(view.heat.filter((each) => each.text).map((each) => each.cell));
  const empty = view.legal.filter((at) => !taken.has(at) && !told.has(at)).map((cell) => placeOf(view, { cell }));
  const dotted = empty.length ? `<path d="${dots(empty)}" ${line("legal", 0.22)} stroke-linecap="round"/>` : "";
  const rings = view.legal.filter((at) => taken.has(at)).map((cell) => circle(...placeOf(view, { cell }), 0.42));
  return dotted + group(`fill="none" ${line("legal", 0.08)}`, rings.join(""));
}

/** @param {View} view @returns {string} */
export function marks(view) {
  return view.marks
    .map((mark) => {
      const [x, y] = placeOf(view, mark);
      if (mark.kind === "ring") {
        return `<circle cx="${number(x)}" cy="${number(y)}" r="0.24" fill="none" ${line("event", 0.08)}/>`;
      }
      if (mark.kind !== "diamond") return "";
      const data = `M${number(x)} ${number(y - 0.22)}l0.22 0.22-0.22 0.22-0.22-0.22z`;
      return `<path d="${data}" ${fill("event")} stroke="#000" stroke-opacity="0.6" stroke-width="0.04"/>`;
    })
    .join("");
}

/** The texts of heat: in the middle of empty cells, strong ones on a tag; on a tag below the middle of a piece.
 * @param {View} view @returns {string} */
export function heatTexts(view) {
  const taken = new Set(view.stones.map((stone) => stone.cell));
  const said = view.heat.filter((each) => each.text);
  const free = said.filter((each) => !taken.has(each.cell));
  const strong = (/** @type {Heat} */ each) => Math.abs(each.strength) >= STRONG;
  return (
    texts(
      ON_CELL,
      sizeOf(view, FREE_TEXT),
      WIDE,
      put(
        view,
        free.filter((each) => !strong(each)),
        0,
      ),
    ) +
    tags(view, free.filter(strong), sizeOf(view, FREE_TEXT), 0) +
    tags(
      view,
      said.filter((each) => taken.has(each.cell)),
      sizeOf(view, TAG_TEXT),
      TAG,
    )
  );
}

/** The texts of heat, and where they are.
 * @param {View} view @param {Heat[]} heat @param {number} lower @returns {[number, number, string][]} */
function put(view, heat, lower) {
  return heat.map((each) => {
    const [x, y] = placeOf(view, each);
    return [x, y + lower, each.text];
  });
}

/** The texts of heat on tags of the colour of their strength.
 * @param {View} view @param {Heat[]} heat @param {number} size @param {number} lower @returns {string} */
function tags(view, heat, size, lower) {
  const places = put(view, heat, lower);
  return (
    heat.map((each, at) => tag(places[at][0], places[at][1], each, size)).join("") + texts("#fff", size, WIDE, places)
  );
}

/** The size of texts on cells: the more cells stand in a row, the larger a part of its cell a text takes.
 * @param {View} view @param {number[]} limits @returns {number} */
function sizeOf(view, [least, most]) {
  const across = view.layout.cells.map((cell) => cell.x);
  return Math.min(most, Math.max(least, SHARE * (Math.max(...across) - Math.min(...across) + 1)));
}

/** @param {number} x @param {number} y @param {Heat} heat @param {number} size @returns {string} */
function tag(x, y, heat, size) {
  const wide = wordsWide(heat.text, fitting(heat.text, size, WIDE)) + 0.1;
  const place = `x="${number(x - wide / 2)}" y="${number(y - (size + 0.03) / 2)}" width="${number(wide)}" height="${number(size + 0.03)}"`;
  const colour = Math.abs(heat.strength) < WEAK ? NEITHER : heatColour(heat.strength > 0 ? 1 : -1);
  return `<rect ${place} rx=".08" fill="${colour}"/>`;
}

/** The colour of a strength from -1 to 1, as #rrggbb. @param {number} strength @returns {string} */
export function heatColour(strength) {
  const far = strength >= 0 ? GOOD : BAD;
  const mixed = STILL.map((near, at) => Math.floor(near + Math.abs(strength) * ((far[at] ?? 0) - near) + 0.5));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
