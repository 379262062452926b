// The values of moves as heat on the cells that a click may go on with. The function is pure.

/** @import { Heat } from "./board.mjs" */
/** @import { Move } from "./choose.mjs" */
/** @typedef {{move: number, text: string, short: string, strength: number, exact: boolean}} Value of one legal move, by
 *   its number; `strength` is -1 (bad for the mover) to 1 */

/** The heat of each cell that goes on from the cells picked so far: that of the best move through it.
 * @param {Value[]} values @param {Move[]} moves @param {number[]} picked @returns {Heat[]} */
export function heatOf(values, moves, picked) {
  /** @type {Map<number, Value>} */
  const best = new Map();
  for (const value of values) {
    const path = moves[value.move]?.path ?? [];
    const cell = path[picked.length];
    if (cell === undefined || picked.some((each, at) => path[at] !== each)) continue;
    const before = best.get(cell);
    if (!before || value.strength > before.strength) best.set(cell, value);
  }
  return [...best].map(([cell, { text, short, strength, exact }]) => ({
    cell,
    strength,
    text: short ?? text,
    note: exact ? `${text}, exact` : text,
  }));
}

/** What the values on a board mean. @param {Value[]} values @returns {string} */
export function legendOf(values) {
  const chance = values.some(({ short }) => short?.endsWith("%"));
  const means = chance
    ? "92%: the chance to win, a draw counts half; ≈ and numbers are estimates."
    : `W3, L4, D: win, loss, draw for sure; ${values.some(({ short }) => short?.startsWith("≈")) ? "≈ and " : ""}numbers are estimates.`;
  return `Teal is better, magenta is worse. ${means}`;
}
