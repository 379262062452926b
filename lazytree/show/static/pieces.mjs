// What stands on a board as SVG: what lazytree/show/pieces.py does in Python.

import {
  byLook,
  circle,
  colourOf,
  dotted,
  group,
  ON_CELL,
  over,
  placeOf,
  rectangle,
  RIM,
  shadows,
  texts,
} from "./parts.mjs";
import { number } from "./shapes.mjs";
import { dice, reds, stacks } from "./stacks.mjs";
import { line } from "./theme.mjs";

/** @typedef {import("./board.mjs").View} View */
/** @typedef {[number, number]} Place */

const WON = 2;
const [STONE, SQUARE] = [0.38, 0.9];
/** @type {Place[]} */
const RINGS = [
  [12, 0.35],
  [8, 0.24],
];

/** @type {Record<string, (view: View) => string>} */
const DRAWN = { stone: stones, stack: stacks, dice, seeds, covered };

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
  return made.join("") + texts(ON_CELL, 0.26, 0.36, counts);
}

/** The places of seeds in rings around the centre of a pit; there is room for 20.
 * @param {Place} place @param {number} count @returns {Place[]} */
function around([x, y], count) {
  /** @type {Place[]} */
  const spots = [];
  for (const [room, radius] of RINGS) {
    const here = Math.min(count, room);
    for (let seed = 0; seed < here; seed++) {
      const angle = (2 * Math.PI * seed) / here - Math.PI / 2;
      spots.push([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
    }
    count -= Math.max(here, 0);
  }
  return spots;
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
