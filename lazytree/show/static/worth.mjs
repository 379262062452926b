// The values of moves in words and as strengths: what lazytree/session/values.py says in Python. Pure functions.

/** @import { Value } from "./heat.mjs" */
/** @typedef {{move: number, value: number, exact: boolean, all?: number[]}} MoveValue of the move of this number, seen by
 *   the mover; `all`, of more than two players: the value for each */
/** @typedef {{text: string, short: string, strength: number}} Outcome */

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

/** Values whose estimates are the means of those at this depth and at the one before: the player who makes the last move of
 * a line looks better than it stands. @template {{value: number, exact: boolean, all?: number[]}} T @param {T[]} values
 * @param {T[]} before at the depth before, in the same order; none at the first @returns {T[]} */
export function levelValues(values, before) {
  return values.map((each, at) => {
    const other = before[at]?.value ?? Infinity;
    const open = !each.exact && !each.all && Math.max(Math.abs(each.value), Math.abs(other)) < ENDS;
    return open ? { ...each, value: (each.value + other) / 2 } : each;
  });
}

/** The values as a page shows them, in the order given; `chance`: chance moves in this game, so that values are means.
 * @param {MoveValue[]} values @param {boolean} [chance] @returns {Value[]} */
export function valuesData(values, chance = false) {
  const mostPaid = Math.max(0, ...values.map(({ value, all }) => (all ? Infinity : Math.abs(value)))) / WIN;
  const ends = values.map((each) => (chance ? null : outcome(each)));
  const guessed = values
    .filter(({ value, all }, at) => !ends[at] && (all || Math.abs(value) <= SURE))
    .map(({ value }) => value);
  const [least, most] = guessed.length ? [Math.min(...guessed), Math.max(...guessed)] : [0, 0];
  return values.map((each, at) => ({
    move: each.move,
    text: ends[at]?.text ?? ((chance && expectation(each, mostPaid, false)) || worthText(each.value, each.exact)),
    short: ends[at]?.short ?? ((chance && expectation(each, mostPaid, true)) || shortText(each.value, each.exact)),
    strength: Math.round((ends[at]?.strength ?? strength(each, least, most)) * 1000) / 1000,
    exact: each.exact,
  }));
}

/** How a game of more than two players, without chance, ends for the mover; null where that is not known. It is a win
 * if each other player is paid less. What is not exact is only where the line of play seen so far ends.
 * @param {MoveValue} of @returns {Outcome | null} */
function outcome({ value, exact, all }) {
  const end = all ? endOf(all, exact) : null;
  if (!all || !end) return null;
  const { payoffs, plies } = end;
  const [own, top] = [payoffs[all.indexOf(value)], Math.max(...payoffs)];
  const alone = payoffs.filter((payoff) => payoff === top).length === 1;
  const word = own < top ? "loss" : alone ? "win" : Math.min(...payoffs) === top ? "draw" : "shared win";
  const [letter, good] = word === "loss" ? ["L", -1] : word === "win" ? ["W", 1] : ["D", 0];
  const paid = payoffs.map((payoff) => String(payoff).replace("-", "−")).join(" : ");
  const text = `${word}${plies === null ? "" : ` in ${plies}`} (${paid})`;
  const short = `${letter}${plies ?? ""}`;
  if (exact) return { text, short, strength: good };
  return { text: `${text}, as far as seen`, short: `≈${short}`, strength: GUESSED * good };
}

/** The end that the values of all players tell: what it pays each, and the plies to it, where they tell these; null
 * where they are ratings. One value beyond ±SURE says that all come from an end; if they are exact, they do in any
 * case. @param {number[]} values @param {boolean} exact @returns {{payoffs: number[], plies: number | null} | null} */
function endOf(values, exact) {
  const decided = values.filter((value) => Math.abs(value) > SURE);
  if (!decided.length && !exact) return null;
  const plies = decided.map(pliesToEnd).find((each) => each !== null) ?? null;
  const late = (/** @type {number} */ value) => (Math.abs(value) <= SURE ? 0 : Math.sign(value) * (plies ?? 0));
  return { payoffs: values.map((value) => Math.floor(((value + late(value)) / WIN) * 1000 + 0.5) / 1000 + 0), plies };
}

/** How good a value is, from -1 to 1; estimates, between `least` and `most`, are compared to one another.
 * @param {MoveValue} of @param {number} least @param {number} most @returns {number} */
function strength({ value, exact, all }, least, most) {
  if (!all && Math.abs(value) > SURE) return value > 0 ? 1 : -1;
  if (!all && exact && value === 0) return 0;
  const between = most - least;
  const wide = Math.max(between, ALIKE * Math.max(Math.abs(least), Math.abs(most)), 1e-9);
  return (GUESSED * (2 * (value - least) - between)) / wide;
}

/** A value in words, such as "win in 3", "draw", "+7".
 * @param {number} value @param {boolean} exact @returns {string} */
function worthText(value, exact) {
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
 * or has more than two players, the mean of payoffs; of ratings, with two decimals. Empty where the value says so
 * itself: a win in n, a whole number.
 * @param {MoveValue} of @param {number} mostPaid @param {boolean} short @returns {string} */
function expectation({ value, exact, all }, mostPaid, short) {
  const plies = pliesToEnd(value);
  if (!all && plies !== null && plies < SOON) return "";
  if (Math.abs(value) < ENDS && !exact) return Number.isInteger(value) ? "" : rounded(value, short ? 10 : 100);
  const about = exact ? "" : short ? "≈" : "about ";
  if (mostPaid > 1) return about + rounded(value / WIN, 100) + (short ? "" : " expected");
  return about + (short ? percent(value, 1) : `${percent(value, 10)} to win`);
}

/** A number in tenths (`parts` is 10) or hundredths (100), with its sign.
 * @param {number} number @param {number} parts */
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
