// Pieces on one another, on a board as SVG: discs and dice.

import { byLook, circle, dotted, group, placeOf, RED, rectangle, RIM, shadows, texts } from "./parts.mjs";

/** @typedef {import("./board.mjs").View} View */
/** @typedef {import("./board.mjs").Stone} Stone */
/** @typedef {import("./board.mjs").Colour} Colour */
/** @typedef {[number, number]} Place */

const MARKED_RED = "#d8402f";
const [DISC, DIE] = [0.36, 0.58];
const [TALLEST, THICK] = [4, 0.07];
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
    const [x, y] = placeOf(view, stone);
    return circle(x, y - lifted * lift(stone), 0.27);
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

/** The centre of each piece of a stack, from the lowest up.
 * @param {View} view @param {Stone} stone @returns {Place[]} */
function levelsOf(view, stone) {
  const [x, y] = placeOf(view, stone);
  return Array.from({ length: levels(stone) }, (_, level) => [x, y + lift(stone) - THICK * level]);
}

/** The heights of stacks that are higher than 1.
 * @param {View} view @param {string} ink @param {Stone[]} stacked @returns {string} */
function numbers(view, ink, stacked) {
  const high = stacked.filter((stone) => stone.height > 1);
  return texts(
    ink,
    0.34,
    0.5,
    high.map((stone) => {
      const [x, y] = placeOf(view, stone);
      return [x, y - lift(stone), String(stone.height)];
    }),
  );
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
      const [x, y] = placeOf(view, stone);
      const spots = PIPS[stone.height] ?? [];
      return spots.map(([dx, dy]) => /** @type {Place} */ ([x + 0.16 * dx, y - lift(stone) + 0.16 * dy]));
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
