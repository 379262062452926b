// Boards as SVG: draws what `lazytree.show.as_data` gives as lazytree/show/boards.py does in Python, part by part.

import { circle, colourOf, dots, figureOf, group, HALO, ON_CELL, over, piecesOf, placeOf, texts } from "./pieces.mjs";
import { BOARD, cut, fill, fitting, framed, line, number, outline, reach, SHADED, wordsWide, written } from "./svg.mjs";

/** @import { Cell } from "./svg.mjs" */
/** @typedef {{ fill: string, ink: string }} Colour */
/** @typedef {{ owner: number, points: [number, number][] }} Side */
/** @typedef {{ text: string, x: number, y: number }} Label */
/** @typedef {{ cell: number, owner: number, height: number, mark: number }} Stone */
/** @typedef {{ cell: number, strength: number, text: string, note: string }} Heat */
/** @typedef {{ cell: number, kind: string }} Mark */
/** @typedef {{ owner: number, cells: number[] }} Domino */
/** @typedef {{ name: string, letter: string, path: string }} Figure */
/**
 * @typedef {{
 *   cells: Cell[], pieces: string, colours: Colour[], sides: Side[], labels: Label[], figures: Figure[],
 *   shaded: number[], count?: { word: string, cells: number[], heights: boolean } | null,
 * }} Layout
 */
/**
 * @typedef {{
 *   name: string, layout: Layout, players: string[], stones: Stone[], caption: string, mover: number,
 *   last: number[], legal: number[], heat: Heat[], marks: Mark[], dominoes: Domino[], text: string,
 * }} View
 */
/** @typedef {[left: number, top: number, width: number, height: number]} Box */

const [MARGIN, BELOW] = [0.3, 0.7];
const [LABEL, NAME, CAPTION, OVER_DICE, READABLE, LOUD] = [0.3, 0.22, 0.34, 0.14, 0.028, 0.05];
const [LEAST, NARROWEST] = [0.25, 4];

/** The SVG text of a view; a cell is `cell` pixels wide, on a page that scales it `seen` pixels. Cells carry their number as `data-cell`, and nothing that lies
 * over them takes clicks. `way` is drawn below the values.
 * @param {View} view @param {number} [cell] @param {number} [seen] @param {string} [way] @returns {string} */
export function drawBoard(view, cell = 36, seen = cell, way = "") {
  const box = boxOf(view);
  const name = view.caption ? `${view.name}: ${view.caption}` : view.name;
  const parts = [cells(view), above(view, LEGIBLE / seen, way), labels(view), caption(view, box)];
  return framed(parts.join(""), box, cell, name, view.text);
}

/** What is shown: left, top, width and height, in cells. @param {View} view @returns {Box} */
function boxOf(view) {
  const { cells, sides } = view.layout;
  const size = readable(view, LABEL);
  /** @type {[number, number, number, number][]} */
  const boxes = cells.map((cell) => around(cell, reach(cell.shape)));
  for (const side of sides) for (const [x, y] of side.points) boxes.push(around({ x, y }, [-0.15, -0.15, 0.15, 0.15]));
  for (const label of namesOutside(view)) {
    const half = wordsWide(label.text, size) / 2;
    boxes.push(around(label, [-half, -size / 2, half, size / 2]));
  }
  let left = Math.min(...boxes.map((box) => box[0])) - MARGIN;
  let right = Math.max(...boxes.map((box) => box[2])) + MARGIN;
  const top = Math.min(...boxes.map((box) => box[1])) - MARGIN;
  let bottom = Math.max(...boxes.map((box) => box[3])) + MARGIN;
  if (view.caption) {
    bottom += BELOW;
    const wider = Math.max(0, Math.min(NARROWEST, wordsWide(view.caption, CAPTION) + 1) - (right - left));
    left -= wider / 2;
    right += wider / 2;
  }
  return [left, top, right - left, bottom - top];
}

/** @param {{ x: number, y: number }} place @param {[number, number, number, number]} box @returns {[number, number,
 * number, number]} */
function around({ x, y }, [left, top, right, bottom]) {
  return [x + left, y + top, x + right, y + bottom];
}

/** The sides of the board that are a player's. @param {View} view @returns {string} */
function sides(view) {
  const ends = 'stroke-linecap="round" stroke-linejoin="round"';
  return view.layout.sides
    .map((side) => {
      const data = `M${side.points.map(([x, y]) => `${number(x)} ${number(y)}`).join("L")}`;
      const look = `fill="none" stroke="${colourOf(view, side.owner).fill}" stroke-width="0.15"`;
      return `<path d="${data}" fill="none" ${line("edge", 0.2)} ${ends}/><path d="${data}" ${look} ${ends}/>`;
    })
    .join("");
}

/** The cells, each with its name as a tooltip; a cell with heat in its colour. Framed cells lie on top.
 * @param {View} view @returns {string} */
function cells(view) {
  const framedCells = new Set(view.marks.filter((mark) => mark.kind === "frame").map((mark) => mark.cell));
  const inOrder = [...framedCells].sort((one, other) => one - other);
  const paths = pathsOf(view);
  const plain = `<g ${BOARD}>${paths.filter((_, at) => !framedCells.has(at)).join("")}</g>`;
  if (!inOrder.length) return plain;
  const outlines = (/** @type {number} */ scale) =>
    inOrder.map((at) => outline(/** @type {Cell} */ (view.layout.cells[at]), scale)).join("");
  const frames = `<path d="${outlines(1.22)}" ${fill("event")}/><path d="${outlines(1)}" ${fill("ground")}/>`;
  return `${plain}${frames}<g ${BOARD}>${inOrder.map((at) => paths[at]).join("")}</g>`;
}

/** @param {View} view @returns {string[]} */
function pathsOf(view) {
  const fills = new Map(view.layout.shaded.map((cell) => [cell, ` fill="${SHADED}"`]));
  for (const each of view.heat) fills.set(each.cell, ` fill="${heatColour(each.strength)}"`);
  const notes = notesOf(view);
  return view.layout.cells.map((cell, at) => {
    const note = notes.get(at);
    const title = written(note ? `${cell.name}: ${note}` : cell.name);
    return `<path data-cell="${at}" d="${outline(cell)}"${fills.get(at) ?? ""}><title>${title}</title></path>`;
  });
}

/** What is said of cells: whose piece is there, how high it is, and what is said of their heat.
 * @param {View} view @returns {Map<number, string>} */
function notesOf(view) {
  /** @type {Map<number, string>} */
  const notes = new Map();
  for (const stone of view.stones) {
    const owner = view.players[stone.owner] ?? "";
    const counted = stone.height !== 1 || view.layout.pieces !== "stone" ? String(stone.height) : "";
    const height = figureOf(view.layout, stone.height)?.name ?? counted;
    notes.set(stone.cell, [owner, height].filter(Boolean).join(" "));
  }
  for (const each of view.heat) {
    notes.set(each.cell, [notes.get(each.cell) ?? "", each.text, each.note].filter(Boolean).join(", "));
  }
  return notes;
}

/** What lies above the cells, and is not clicked on: pieces, marks, legal moves, what is written on cells.
 * @param {View} view @param {number} least the least size of values @param {string} way @returns {string} */
function above(view, least, way) {
  const inside = sides(view) + piecesOf(view) + last(view) + legal(view) + marks(view) + way + heatTexts(view, least);
  return `<g pointer-events="none">${inside}</g>`;
}

/** The names at the edges; without them, the short names of empty cells and of cells with dice.
 * @param {View} view @returns {string} */
function labels(view) {
  const given = view.layout.labels.length > 0;
  const taken = new Set([...view.stones, ...view.heat].map((each) => each.cell));
  const dice = !given && view.layout.pieces === "dice";
  const named = view.layout.cells.filter((cell, at) => [...cell.name].length <= 4 && (dice || !taken.has(at)));
  const above = dice ? -0.4 : 0.36;
  const shown = given ? namesOutside(view) : named.map((cell) => ({ text: cell.name, x: cell.x, y: cell.y + above }));
  const look = given ? fill("label") : dice ? `fill="${ON_CELL}" ${HALO}` : `fill="${ON_CELL}" fill-opacity=".7"`;
  const size = dice ? OVER_DICE : readable(view, given ? LABEL : NAME);
  const inside = shown.map(
    ({ text, x, y }) => `<text x="${number(x)}" y="${number(y + 0.35 * size)}">${written(text)}</text>`,
  );
  return group(`${look} font-size="${number(size)}" text-anchor="middle" pointer-events="none"`, inside.join(""));
}

/** Who moves, after a disc of their colour; or how the game has ended.
 * @param {View} view @param {Box} box @returns {string} */
function caption(view, [left, top, width, height]) {
  if (!view.caption) return "";
  let [x, room] = [left + MARGIN + 0.02, width - 2 * MARGIN];
  const y = top + height - 0.5;
  let disc = "";
  if (view.mover >= 0 && view.layout.colours.length) {
    const look = `fill="${colourOf(view, view.mover).fill}" ${line("edge", 0.03)}`;
    disc = `<circle cx="${number(x + 0.16)}" cy="${number(y)}" r="0.16" ${look}/>`;
    [x, room] = [x + 0.46, room - 0.46];
  }
  const [words, size] = cut(view.caption, CAPTION, room, LEAST);
  const where = `x="${number(x)}" y="${number(y + 0.35 * size)}" font-size="${number(size)}"`;
  return `${disc}<text ${where} ${fill("ink")}>${written(words)}</text>`;
}

const STILL = [0xf6, 0xef, 0xdf];
const GOOD = [0x0e, 0x73, 0x7d];
const BAD = [0xb0, 0x39, 0x7e];
const NEITHER = "#6b6355";
export const WEAK = 0.15;
const STRONG = 0.3;
const [TAG, ON_STONE, WIDE] = [0.6, 0.2, 0.86];
const [LAST, FRAMED_LEGAL] = [0.94, 0.87]; // parts of a cell
const FRAMED = ["stack", "dice", "seeds", "figure", "covered", "letter"]; // pieces that a ring would cross
// prettier-ignore
const [TAG_TEXT, FREE_TEXT] = [[0.14, 0.2], [0.32, 0.42]]; // sizes of texts: least, and most
const LEGIBLE = 8; // pixels: no value on a cell is smaller
const OUTLINED = 'stroke="#fff" stroke-width="0.025"'; // tags on pieces: cells and pieces may have their colour
const SHARE = 0.035; // the size of such a text, as a part of the width of a board

/** The cells of the last move, framed inside; a domino that was laid is framed as a whole.
 * @param {View} view @returns {string} */
export function last(view) {
  const laid = view.dominoes.filter((domino) => domino.cells.every((cell) => view.last.includes(cell)));
  const joined = new Set(laid.flatMap((domino) => domino.cells));
  const single = view.last.filter((at) => !joined.has(at));
  const frames = [
    ...single.map((at) => `<path d="${outline(/** @type {Cell} */ (view.layout.cells[at]), LAST)}"/>`),
    ...laid.map((domino) => over(view, domino, 0.82)),
  ];
  return group(`fill="none" ${line("event", 0.06)} stroke-linejoin="round"`, frames.join(""));
}

/** A dot on cells where a legal move begins; a ring around a stone, and a frame around what is larger than one. A cell with a value
 * has none of them.
 * @param {View} view @returns {string} */
export function legal(view) {
  const taken = new Set(view.stones.map((stone) => stone.cell));
  const told = new Set(view.heat.filter((each) => each.text).map((each) => each.cell));
  const empty = view.legal.filter((at) => !taken.has(at) && !told.has(at)).map((cell) => placeOf(view, { cell }));
  const dotted = empty.length ? `<path d="${dots(empty)}" ${line("legal", 0.22)} stroke-linecap="round"/>` : "";
  const { cells, pieces } = view.layout;
  const framed = FRAMED.includes(pieces);
  const ring = (/** @type {number} */ cell) =>
    framed ? `<path d="${outline(cells[cell], FRAMED_LEGAL)}"/>` : circle(...placeOf(view, { cell }), 0.42);
  const rings = view.legal.filter((at) => taken.has(at) && !told.has(at)).map(ring);
  return dotted + group(`fill="none" ${line("legal", framed ? 0.06 : 0.08)}`, rings.join(""));
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

/** The texts of heat: in the middle of empty cells, strong ones on a tag; on pieces on a tag lower down. None is smaller
 * than `least`: one that would be wider than its cell then stands in the tooltip only.
 * @param {View} view @param {number} [least] @returns {string} */
export function heatTexts(view, least = 0) {
  const taken = new Set(view.stones.map((stone) => stone.cell));
  const said = view.heat.filter((each) => each.text && wordsWide(each.text, least) <= 1);
  const free = said.filter((each) => !taken.has(each.cell));
  const strong = (/** @type {Heat} */ each) => Math.abs(each.strength) >= STRONG;
  const [weak, below] = [free.filter((each) => !strong(each)), said.filter((each) => taken.has(each.cell))];
  const [size, onPieces] = [sizeOf(view, FREE_TEXT), sizeOf(view, TAG_TEXT)];
  const plain = texts(ON_CELL, size, WIDE, put(view, weak, 0), least);
  return (
    plain +
    tags(view, free.filter(strong), size, 0, least) +
    tags(view, below, onPieces, view.layout.pieces === "stone" ? ON_STONE : TAG - Math.max(onPieces, least) / 2, least)
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

/** The texts of heat on tags of the colour of their strength; those on pieces are outlined.
 * @param {View} view @param {Heat[]} heat @param {number} size @param {number} lower @param {number} least
 * @returns {string} */
function tags(view, heat, size, lower, least) {
  const places = put(view, heat, lower);
  const grounds = heat.map((each, at) => tag(places[at][0], places[at][1], each, Math.max(size, least), least));
  return (lower ? group(OUTLINED, grounds.join("")) : grounds.join("")) + texts("#fff", size, WIDE, places, least);
}

/** The size of texts on cells: the more cells stand in a row, the larger a part of its cell a text takes.
 * @param {View} view @param {number[]} limits @returns {number} */
function sizeOf(view, [least, most]) {
  const across = view.layout.cells.map((cell) => cell.x);
  return Math.min(most, Math.max(least, SHARE * (Math.max(...across) - Math.min(...across) + 1)));
}

/** The size of names, larger on boards of many cells, where a phone shows them with 9 pixels, and smaller on few.
 * @param {View} view @param {number} size @returns {number} */
function readable(view, size) {
  const across = view.layout.cells.map((cell) => cell.x);
  const wide = Math.max(...across) - Math.min(...across) + 2;
  return Math.max(Math.min(size, LOUD * wide), READABLE * wide);
}

/** The names at the edges; those that are written larger stand farther from their cells, and cover none.
 * @param {View} view @returns {Label[]} */
function namesOutside(view) {
  const { cells, labels } = view.layout;
  const more = Math.max(0, readable(view, LABEL) - LABEL);
  if (!more) return labels;
  const apart = (/** @type {Cell} */ cell, /** @type {Label} */ { x, y }) => (x - cell.x) ** 2 + (y - cell.y) ** 2;
  return labels.map((label) => {
    const near = cells.reduce((one, other) => (apart(other, label) < apart(one, label) ? other : one));
    const [right, down] = [label.x - near.x, label.y - near.y];
    const far = Math.hypot(right, down) || 1;
    const x = label.x + ((right / far) * wordsWide(label.text, more)) / 2;
    return { ...label, x, y: label.y + ((down / far) * more) / 2 };
  });
}

/** @param {number} x @param {number} y @param {Heat} heat @param {number} size @param {number} least @returns {string} */
function tag(x, y, heat, size, least) {
  const wide = wordsWide(heat.text, Math.max(least, fitting(heat.text, size, WIDE))) + 0.1;
  const corner = `x="${number(x - wide / 2)}" y="${number(y - (size + 0.03) / 2)}"`;
  const place = `${corner} width="${number(wide)}" height="${number(size + 0.03)}"`;
  const colour = Math.abs(heat.strength) < WEAK ? NEITHER : heatColour(heat.strength > 0 ? 1 : -1);
  return `<rect ${place} rx=".08" fill="${colour}"/>`;
}

/** The colour of a strength from -1 to 1, as #rrggbb. @param {number} strength @returns {string} */
export function heatColour(strength) {
  const far = strength >= 0 ? GOOD : BAD;
  const mixed = STILL.map((near, at) => Math.floor(near + Math.abs(strength) * ((far[at] ?? 0) - near) + 0.5));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
