// An engine for a game in WebAssembly: looking ahead, the values of all moves, exact values. `wasm_mcts.mjs` samples.
//
// Values are seen by the first player, of more than two players there is one for each. A value beyond ±`sure` is
// certain: a win (`win`) or loss, less a point for each ply until the end.

import { Trapped } from "./wasm_game.mjs";

/** @import { Packed, WasmGame } from "./wasm_game.mjs" */
/** @typedef {{depth?: number, seconds?: number}} Limits how deep, in plies, and for how long, in all */
/** @typedef {{depth: number, value: any, line: Packed[], seen: number, exact: boolean}} Answer what was found at a
 *   depth: the value, the best line, the positions seen so far, and whether looking deeper would find the same */
/** @typedef {{value: number, exact: boolean, all?: number[]}} MoveValue the value of a move, seen by the mover; of more
 *   than two players also the value for each */

const LEAST_MARGIN = 8;

/** An engine with a table of `megabytes`. @param {WasmGame} game @param {number} megabytes */
export function engine(game, megabytes = 32) {
  const k = game.layout.search;
  const many = game.layout.players.length > 2;
  const { found, exactly } = many ? finderOfMany(game, megabytes) : finderOfTwo(game, megabytes);

  /** Looks ever deeper: an answer for each depth, until the limits, or until looking deeper finds the same.
   * @param {Packed} here @param {Limits} limits @returns {Generator<Answer, void>} */
  function* deepen(here, { depth: deepest = k.deepest, seconds = Infinity } = {}) {
    const end = performance.now() + 1000 * seconds;
    let guess = 0;
    for (let depth = 1; depth <= deepest; depth++) {
      const answer = inTime(() => found(end, here, depth, guess));
      if (!answer) return;
      yield answer;
      if (answer.exact) return;
      guess = answer.value;
    }
  }

  /** The values of all moves, ever deeper: a list of them for each depth, in the order of the moves.
   * @param {Packed} here @param {Limits} limits @returns {Generator<{depth: number, values: MoveValue[]}, void>} */
  function* values(here, { depth: deepest = k.deepest, seconds = Infinity } = {}) {
    const end = performance.now() + 1000 * seconds;
    const mover = game.mover(here);
    const children = game.moves(here).map((move) => game.play(here, move));
    /** @type {MoveValue[]} */
    let known = children.map(() => ({ value: 0, exact: false }));
    const guesses = children.map(() => 0);
    for (let depth = 1; depth <= deepest; depth++) {
      const next = inTime(() =>
        children.map((child, each) => {
          if (known[each].exact) return known[each];
          const { value, exact } = found(end, child, depth - 1, guesses[each]);
          guesses[each] = value;
          return { ...seenBy(mover, value, k), exact };
        }),
      );
      if (!next) return;
      known = next;
      yield { depth, values: known };
      if (known.every(({ exact }) => exact)) return;
    }
  }

  /** The exact value of a position of a game for two without chance, with a best line as far as it is known; null if
   * the time is up. @param {Packed} here @param {{seconds?: number}} limits @returns {Answer | null} */
  function solve(here, { seconds = Infinity } = {}) {
    const end = performance.now() + 1000 * seconds;
    for (const answer of deepen(here, { seconds: Math.min(seconds / 4, 0.25) })) if (answer.exact) return answer;
    return exactly(end, here);
  }

  return { deepen, values, solve };
}

/** @typedef {{
 *   found(end: number, here: Packed, depth: number, guess: any): Answer,
 *   exactly(end: number, here: Packed): Answer | null,
 * }} Finder what is found at a depth, where the value is about `guess`; and what is found if all is looked at */

/** @param {WasmGame} game @param {number} megabytes @returns {Finder} */
function finderOfTwo(game, megabytes) {
  const { chance, paysMore, search: k } = game.layout;
  const entries = powerUpTo((megabytes * 2 ** 20) / 16);
  const [counts, table, busy, scores, scratch] = [k.COUNTS, 2 * entries, k.BUSY, k.STACKED, 8 * k.STACKED].map(
    game.words,
  );
  const memory = { counts, table, busy, scores, scratch };
  let highest = k.win * k.unit; // of the values that are thought possible
  game.setWord(counts, k.ENTRIES, entries);
  game.setWord(counts, k.THREADS, 1);

  /** The value within a window, as the kernel has it.
   * @param {number} end @param {Packed} here @param {number} depth @param {number} low @param {number} high */
  const scout = (end, here, depth, low, high) => Number(game.call(end, "scout", memory, here, depth, low, high, 0, 0));

  /** @param {Packed} here @param {number} depth @param {number} value @param {boolean} exact @returns {Answer} */
  function answer(here, depth, value, exact) {
    const line = [];
    for (let ply = 0; ply < k.LONGEST; ply++) {
      const number = game.word(counts, k.LINES + ply);
      if (number < 0) break;
      const move = game.moves(here)[number];
      line.push(move);
      here = game.play(here, move);
    }
    return { depth, value: value / k.unit, line, seen: game.word(counts, k.SEEN), exact };
  }

  /** @type {Finder["found"]} */
  function found(end, here, depth, guess) {
    game.setWord(counts, k.CUT, 0);
    game.setWord(counts, k.HIGHEST, highest);
    const about = Math.trunc(guess * k.unit);
    const margin = Math.max(LEAST_MARGIN, Math.floor(Math.abs(about) / 4));
    const [low, high] = depth > 2 ? [about - margin, about + margin] : [-k.far, k.far];
    let value = scout(end, here, depth, low, high);
    if (value <= low || value >= high) value = scout(end, here, depth, -k.far, k.far);
    if (chance && game.word(counts, k.BEYOND)) {
      // payoffs beyond those that were thought possible
      highest = k.farthest;
      game.setWord(counts, k.BEYOND, 0);
      game.clear(table);
      return found(end, here, depth, guess);
    }
    const certain = !chance && Math.abs(value) > k.sure && Math.abs(value) <= k.win && !paysMore;
    return answer(here, depth, value, certain || game.word(counts, k.CUT) === 0);
  }

  /** @type {Finder["exactly"]} */
  function exactly(end, here) {
    game.setWord(counts, k.HIGHEST, highest);
    return within(["long", "recursion", "index"], () => {
      // index: too many moves on a long line
      const won = scout(end, here, k.toTheEnd, 0, k.unit) > 0;
      const value = won ? scout(end, here, k.toTheEnd, 0, k.far) : scout(end, here, k.toTheEnd, -k.far, k.unit);
      return answer(here, k.toTheEnd, value, true);
    });
  }

  return { found, exactly };
}

/** @param {WasmGame} game @param {number} megabytes @returns {Finder} */
function finderOfMany(game, megabytes) {
  const { players, floats, search: k } = game.layout;
  const size = k.HEAD + players.length;
  const entries = powerUpTo((megabytes * 2 ** 20) / (8 * size));
  const [counts, table, values] = [k.COUNTS, size * entries, 2 * players.length * (k.toTheEnd + 1)].map(game.words);
  game.setWord(counts, k.ENTRIES, entries);
  game.setWord(counts, k.PLAYERS, players.length);
  const word = floats ? game.double : game.word;
  return {
    found(end, here, depth) {
      game.setWord(counts, k.CUT, 0);
      const choice = game.call(end, "maxn", { counts, table, values }, here, depth, 0);
      const value = players.map((_, player) => word(values, player) / k.unit);
      const line = choice < 0 ? [] : [game.moves(here)[choice]];
      return { depth, value, line, seen: game.word(counts, k.SEEN), exact: game.word(counts, k.CUT) === 0 };
    },
    exactly: () => null,
  };
}

/** What some work finds; null if its time is up, or if the stack was too small.
 * @template T @param {() => T} work @returns {T | null} */
export function inTime(work) {
  return within(["long", "recursion"], work);
}

/** What some work finds; null if it ends in one of these traps.
 * @template T @param {string[]} traps @param {() => T} work @returns {T | null} */
function within(traps, work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Trapped && traps.includes(error.trap)) return null;
    throw error;
  }
}

/** The value of a move for the mover, from that of the position after it.
 * @param {number} mover @param {any} value @param {Record<string, number>} k
 * @returns {{value: number, all?: number[]}} */
function seenBy(mover, value, k) {
  if (!Array.isArray(value)) return { value: onePlyBefore(mover === 0 ? value : -value, k) };
  const all = value.map((each) => onePlyBefore(each, k));
  return { value: all[mover], all };
}

/** A value carried up one ply. @param {number} value @param {Record<string, number>} k @returns {number} */
function onePlyBefore(value, { sure }) {
  return value > sure ? Math.max(value - 1, sure) : value < -sure ? Math.min(value + 1, -sure) : value;
}

/** The largest power of two up to a number. @param {number} number */
const powerUpTo = (number) => 2 ** Math.floor(Math.log2(number));
