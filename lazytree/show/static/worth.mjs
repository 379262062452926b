// The values of moves in words and as strengths: what lazytree/show/sittings/valued.py says in Python. Pure functions.

/** @typedef {import("./heat.mjs").Value} Value */
/** @typedef {{move: number, value: number, exact: boolean}} MoveValue of the move of this number, seen by the mover */

export const WIN = 1_000_000;
export const SURE = WIN - 10_000;
const GUESSED = 0.75; // the strength of the best value that is only an estimate
const ALIKE = 0.02; // estimates that differ by less than this part of them are nearly of one colour
const ENDS = WIN - SURE; // ratings are nearer to 0: in a game of chance a value from here on is a mean of ends
const SOON = 100; // plies: where chance moves, a whole number further from a win is taken for a mean of ends

/** The number of plies to the end of the game, if a value decides it; null for others.
 * @param {number} value @returns {number | null} */
export function pliesToEnd(value) {
  if (Math.abs(value) <= SURE) return null;
  const plies = (WIN - (Math.abs(value) % WIN)) % WIN;
  return plies < WIN - SURE && Number.isInteger(plies) ? plies : null;
}

/** The values as a page shows them, in the order given; `chance`: chance moves in this game, so that values are means.
 * @param {MoveValue[]} values @param {boolean} [chance] @returns {Value[]} */
export function valuesData(values, chance = false) {
  const mostPaid = Math.max(0, ...values.map(({ value }) => Math.abs(value))) / WIN;
  const guessed = values.map((each) => each.value).filter((value) => Math.abs(value) <= SURE);
  const [least, most] = guessed.length ? [Math.min(...guessed), Math.max(...guessed)] : [0, 0];
  return values.map((each) => ({
    move: each.move,
    text: (chance && expectation(each, mostPaid, false)) || worthText(each.value, each.exact),
    short: (chance && expectation(each, mostPaid, true)) || shortText(each.value, each.exact),
    strength: Math.round(strength(each, least, most) * 1000) / 1000,
    exact: each.exact,
  }));
}

/** How good a value is, from -1 to 1; estimates, between `least` and `most`, are compared to one another.
 * @param {MoveValue} of @param {number} least @param {number} most @returns {number} */
function strength({ value, exact }, least, most) {
  if (Math.abs(value) > SURE) return value > 0 ? 1 : -1;
  if (exact && value === 0) return 0;
  const between = most - least;
  const wide = Math.max(between, ALIKE * Math.max(Math.abs(least), Math.abs(most)), 1e-9);
  return (GUESSED * (2 * (value - least) - between)) / wide;
}

/** A value in words, such as "win in 3", "draw", "+7". @param {number} value @param {boolean} exact @returns {string} */
export function worthText(value, exact) {
  const plies = pliesToEnd(value);
  if (plies !== null) {
    const margin = Math.round((Math.abs(value) + plies) / WIN);
    return `${value > 0 ? "win" : "loss"}${margin > 1 ? ` by ${margin}` : ""} in ${plies}`;
  }
  return exact && value === 0 ? "draw" : signed(value, numberText(value));
}

/** A value in a few characters: W3, L4, D, +7. @param {number} value @param {boolean} exact @returns {string} */
function shortText(value, exact) {
  const plies = pliesToEnd(value);
  if (plies !== null) return `${value > 0 ? "W" : "L"}${plies}`;
  if (exact && value === 0) return "D";
  const size = Math.abs(value);
  if (size >= 1e6) return signed(value, (value / 1e6).toFixed(1) + "M");
  if (size >= 1e4) return signed(value, (value / 1e3).toFixed(0) + "k");
  if (Number.isInteger(value)) return signed(value, String(value));
  return signed(value, size >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2))));
}

/** What is expected where chance moves: the chance to win, of which a draw counts half; in a game that pays more than 1
 * the mean of payoffs; of ratings, with two decimals. Empty where the value says so itself: a win in n, a whole number.
 * @param {MoveValue} of @param {number} mostPaid @param {boolean} short @returns {string} */
function expectation({ value, exact }, mostPaid, short) {
  const plies = pliesToEnd(value);
  if (plies !== null && plies < SOON) return "";
  if (Math.abs(value) < ENDS && !exact) return Number.isInteger(value) ? "" : rounded(value, short ? 10 : 100);
  const about = exact ? "" : short ? "≈" : "about ";
  if (mostPaid > 1) return about + rounded(value / WIN, 100) + (short ? "" : " expected");
  return about + (short ? percent(value, 1) : `${percent(value, 10)} to win`);
}

/** A number in tenths (`parts` is 10) or hundredths (100), with its sign. @param {number} number @param {number} parts */
function rounded(number, parts) {
  const near = Math.floor(number * parts + 0.5) / parts;
  return signed(near, String(near));
}

/** The chance to win that a mean of ends says, in whole percent (`parts` is 1) or tenths of them (10).
 * @param {number} value @param {number} parts @returns {string} */
function percent(value, parts) {
  const units = Math.floor(((WIN + value) / (2 * WIN)) * 100 * parts + 0.5);
  if (units < 1) return `<${1 / parts}%`;
  return units > 100 * parts - 1 ? `>${100 - 1 / parts}%` : `${units / parts}%`;
}

/** A number as it is written: whole ones in full, others rounded. @param {number} value @returns {string} */
export function numberText(value) {
  if (Number.isInteger(value)) return String(value).replace("-", "−");
  const text = Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
  return text.replace("-", "−");
}

/** @param {number} value @param {string} text @returns {string} */
function signed(value, text) {
  return (value > 0 ? `+${text}` : text).replace("-", "−");
}
