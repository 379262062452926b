// What stands on a board as SVG, and the parts that it is drawn of: what lazytree/show/boards.py does in Python.

import { CELL, fitting, line, number, written } from "./svg.mjs";

/** @import { Colour, Stone, View } from "./board.mjs" */
/** @typedef {[number, number]} Place */

export const RED = 1;
/** @type {Colour[]} */
export const COLOURS = [
  { fill: "#2b2b33", ink: "#f5f0e6" },
  { fill: "#f5f0e6", ink: "#2b2b33" },
  { fill: "#c0563b", ink: "#ffffff" },
  { fill: "#3f6f8f", ink: "#f5f0e6" },
];
const NOBODY = { fill: "#8f8577", ink: "#fff" };
const RED_PIECE = { fill: "#b8392c", ink: "#f5f0e6" };
export const ON_CELL = "#3a2f1c";
/** Around what is written on cells: frames and the colours of values leave room for it. */
export const HALO = `stroke="${CELL}" stroke-width="0.05" stroke-linejoin="round" paint-order="stroke"`;
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

/** Short texts, centred at their places, as large as they fit into a width, but not below the size `least`.
 * @param {string} ink @param {number} size @param {number} wide @param {[number, number, string][]} words
 * @param {number} [least] @returns {string} */
export function texts(ink, size, wide, words, least = 0) {
  /** @type {Map<number, string>} */
  const bySize = new Map();
  for (const [x, y, text] of words) {
    const own = Math.max(least, fitting(text, size, wide));
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

const MARKED_RED = "#d8402f";
const [DISC, DIE] = [0.34, 0.56];
const [TALLEST, THICK] = [4, 0.06];
// prettier-ignore
/** @type {Record<number, Place[]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** Rings on the pieces of players that have a red piece in them; `lifted`: on the highest of them.
 * @param {View} view @param {0 | 1} lifted @returns {string} */
export function reds(view, lifted) {
  const red = view.stones.filter((stone) => stone.mark & RED && stone.owner >= 0);
  const rings = red.map((stone) => {
    const [x, y] = lifted ? topOf(view, stone) : placeOf(view, stone);
    return circle(x, y, 0.27);
  });
  return group(`fill="none" stroke="${MARKED_RED}" stroke-width="0.07"`, rings.join(""));
}

/** Discs on one another, with their number on the highest one. @param {View} view @returns {string} */
export function stacks(view) {
  const feet = view.stones.map((stone) => /** @type {Place} */ (levelsOf(view, stone)[0]));
  const discs = byLook(view).map(([look, alike]) => {
    const places = alike.flatMap((stone) => levelsOf(view, stone));
    return group(`fill="${look.fill}" ${RIM}`, places.map(([x, y]) => circle(x, y, DISC)).join(""));
  });
  const heights = byLook(view).map(([look, alike]) => numbers(view, look.ink, alike));
  return shadows(feet, 2 * DISC) + discs.join("") + reds(view, 1) + heights.join("");
}

/** The centre of the highest piece of a stack. @param {View} view @param {Stone} stone @returns {Place} */
function topOf(view, stone) {
  const [x, y] = placeOf(view, stone);
  return [x, y - lift(stone)];
}

/** The centre of each piece of a stack, from the lowest up.
 * @param {View} view @param {Stone} stone @returns {Place[]} */
function levelsOf(view, stone) {
  const [x, y] = placeOf(view, stone);
  return Array.from({ length: levels(stone) }, (_, level) => [x, y + lift(stone) - THICK * level]);
}

/** The heights of stacks that are higher than 1.
 * @param {View} view @param {string} ink @param {Stone[]} stacked @returns {string} */
function numbers(view, ink, stacked) {
  /** @type {[number, number, string][]} */
  const high = stacked.filter(({ height }) => height > 1).map((stone) => [...topOf(view, stone), String(stone.height)]);
  return texts(ink, 0.34, 0.5, high);
}

/** @param {Stone} stone @returns {number} */
function levels(stone) {
  return Math.max(1, Math.min(stone.height, TALLEST));
}

/** How far below the centre of its cell the lowest piece of a stack lies, and above it the highest one.
 * @param {Stone} stone @returns {number} */
function lift(stone) {
  return (THICK * (levels(stone) - 1)) / 2;
}

/** Dice on one another, the highest one with a pip for each; from 7 on with a number.
 * @param {View} view @returns {string} */
export function dice(view) {
  const made = byLook(view).map(([look, alike]) => {
    const squares = alike.flatMap((stone) => levelsOf(view, stone)).map(([x, y]) => rectangle(x, y, 0, 0, DIE, 0.12));
    const pips = alike.flatMap((stone) => {
      const [x, y] = topOf(view, stone);
      return (PIPS[stone.height] ?? []).map(([dx, dy]) => /** @type {Place} */ ([x + 0.16 * dx, y + 0.16 * dy]));
    });
    const many = alike.filter((stone) => !PIPS[stone.height]);
    return (
      group(`fill="${look.fill}" ${RIM}`, squares.join("")) +
      dotted(pips, `stroke="${look.ink}"`, 0.11) +
      numbers(view, look.ink, many)
    );
  });
  return made.join("");
}

const WON = 2;
const [STONE, SQUARE, LETTER] = [0.38, 0.9, 0.5];
/** @type {Place[]} */
const RINGS = [
  [12, 0.33],
  [8, 0.22],
];

/** @type {Record<string, (view: View) => string>} */
const DRAWN = { stone: stones, stack: stacks, dice, seeds, covered, figure: figures, letter: letters };

/** The SVG of everything that stands or lies on a board. @param {View} view @returns {string} */
export function piecesOf(view) {
  const won = view.stones.filter((stone) => stone.mark & WON).map((stone) => placeOf(view, stone));
  const rings = won.map(([x, y]) => circle(x, y, 0.41)).join("");
  return (
    dominoes(view) +
    (DRAWN[view.layout.pieces] ?? stones)(view) +
    group('fill="none" stroke="#000" stroke-opacity="0.5" stroke-width="0.11"', rings) +
    group(`fill="none" ${line("event", 0.08)}`, rings)
  );
}

/** Stones with a shadow and a glint; those that are higher than 1 are stacks. @param {View} view @returns {string} */
function stones(view) {
  if (view.stones.some((stone) => stone.height > 1)) return stacks(view);
  const places = view.stones.map((stone) => placeOf(view, stone));
  const discs = byLook(view).map(([look, alike]) =>
    group(`fill="${look.fill}" ${RIM}`, alike.map((stone) => circle(...placeOf(view, stone), STONE)).join("")),
  );
  return shadows(places, 2 * STONE) + discs.join("") + glints(places, STONE) + reds(view, 0);
}

/** @param {Place[]} places @param {number} radius @returns {string} */
function glints(places, radius) {
  if (!places.length) return "";
  const [r, start, high] = [radius * 0.74, radius * 0.66, radius * 0.33];
  const arc = `a${number(r)} ${number(r)} 0 0 1 ${number(start - high)} -${number(start - high)}`;
  const data = places.map(([x, y]) => `M${number(x - start)} ${number(y - high)}${arc}`).join("");
  const look = 'fill="none" stroke="#fff" stroke-opacity="0.28" stroke-width="0.06" stroke-linecap="round"';
  return `<path d="${data}" ${look}/>`;
}

/** Seeds around their number. @param {View} view @returns {string} */
function seeds(view) {
  const made = byLook(view).map(([look, alike]) => {
    const spots = alike.flatMap((stone) => around(placeOf(view, stone), stone.height));
    return dotted(spots, 'stroke="#000" stroke-opacity="0.5"', 0.14) + dotted(spots, `stroke="${look.fill}"`, 0.11);
  });
  /** @type {[number, number, string][]} */
  const counts = view.stones.map((stone) => [...placeOf(view, stone), String(stone.height)]);
  const told = texts(ON_CELL, 0.26, 0.36, counts);
  return made.join("") + (view.heat.length ? group(HALO, told) : told);
}

/** The places of seeds in rings around the centre of a pit, none just below it; there is room for 20.
 * @param {Place} place @param {number} count @returns {Place[]} */
function around([x, y], count) {
  /** @type {Place[]} */
  const spots = [];
  for (const [room, radius] of RINGS) {
    const here = Math.min(count, room);
    for (let seed = 0; seed < here; seed++) {
      const angle = (Math.PI * (2 * seed + 1 - (here % 2))) / here - Math.PI / 2;
      spots.push([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
    }
    count -= Math.max(here, 0);
  }
  return spots;
}

/** The figure of a stone, if stones are figures and it has one. @param {import("./board.mjs").Layout} layout
 * @param {number} height @returns {import("./board.mjs").Figure | undefined} */
export function figureOf(layout, height) {
  const letter = layout.pieces === "letter" ? String.fromCodePoint(height) : "";
  if (letter) return { name: letter, letter, path: "" };
  return layout.pieces === "figure" ? layout.figures[height - 1] : undefined;
}

/** The figures of the layout, in the colours of their players; stones where one has no figure.
 * @param {View} view @returns {string} */
function figures(view) {
  const { layout } = view;
  if (!view.stones.every((stone) => figureOf(layout, stone.height))) return stones(view);
  const made = byLook(view).map(([look, alike]) => {
    const paths = alike.map((stone) => {
      const [x, y] = placeOf(view, stone).map(number);
      return `<path d="M${x} ${y}${written(figureOf(layout, stone.height)?.path ?? "")}"/>`;
    });
    const drawn = `fill="${look.fill}" stroke="${look.ink}" stroke-opacity="0.9" stroke-width="0.03"`;
    return group(drawn, paths.join(""));
  });
  return made.join("");
}

/** Letters, those of players on discs of their colours. @param {View} view @returns {string} */
function letters(view) {
  const made = byLook(view).map(([look, alike]) => {
    const owned = alike[0].owner >= 0;
    const places = alike.map((stone) => placeOf(view, stone));
    const discs = owned ? places.map(([x, y]) => circle(x, y, STONE)).join("") : "";
    /** @type {[number, number, string][]} */
    const words = alike.map((stone, at) => [...places[at], String.fromCodePoint(stone.height)]);
    return group(`fill="${look.fill}" ${RIM}`, discs) + texts(owned ? look.ink : ON_CELL, LETTER, 0.86, words);
  });
  return made.join("");
}

/** Squares that are covered. @param {View} view @returns {string} */
function covered(view) {
  const made = byLook(view).map(([look, alike]) => {
    const squares = alike.map((stone) => rectangle(...placeOf(view, stone), 0, 0, SQUARE, 0.1));
    return group(`fill="${look.fill}" ${RIM}`, squares.join(""));
  });
  return made.join("");
}

/** Pieces that lie on several cells in a row or a column. @param {View} view @returns {string} */
function dominoes(view) {
  return view.dominoes
    .map((domino) => group(`fill="${colourOf(view, domino.owner).fill}" ${RIM}`, over(view, domino, SQUARE)))
    .join("");
}
