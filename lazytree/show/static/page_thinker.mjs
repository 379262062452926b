// What works out the jobs of a published page: the engine in its worker, or chance.

import { pageEngine } from "./page_engine.mjs";
import { hexOf } from "./page_rules.mjs";
import { thought } from "./page_words.mjs";

/** @typedef {import("./session.mjs").Job} Job */
/** @typedef {import("./session.mjs").Rules} Rules */
/** @typedef {{
 *   guarded(act: () => void): void, live(words: string): void, values(values: any[]): void, done(): void,
 *   failed(why: string, misrated?: any): void,
 * }} Told what does something in which the rules may give up, and what is called with a line about the search, with the values
 *   of moves so far, at the end, and with what went wrong */
/** @typedef {{name: string, seconds: number, depth: number}} Level who plays; 0 seconds and 0 plies: moves at random */

const HINT = { seconds: 1, depth: 0 };
const VALUES = 3; // seconds
const SHORTEST = 250; // milliseconds until a bot moves that does not think, so that eyes can follow

/** The text of a legal move. @param {Rules} game @param {any} position @param {any} move @returns {string} */
export function textOf(game, position, move) {
  return game.moves(position)[numberOf(game, position, move)]?.text ?? "";
}

/** @param {Rules} game @param {any} position @param {any} move */
function numberOf(game, position, move) {
  return game.moves(position).findIndex((legal) => hexOf(legal.move) === hexOf(move));
}

/** What thinks on a page, about one job at a time.
 * @param {Rules} game @param {any} page @param {Uint8Array} code @param {any} layout of the module of WebAssembly */
export function pageThinker(game, page, code, layout) {
  const engine = pageEngine(page.worker, code, layout);
  /** @type {any} */
  let best = null; // what the engine has found so far
  let timer = 0; // of one who moves soon

  /** @param {any} position @param {{seconds: number, depth: number}} limits @param {Told} told */
  function search(position, { seconds, depth }, told) {
    engine.ask(
      { ask: "think", position, seconds: seconds || undefined, depth: depth || undefined, sampled: page.sampled },
      {
        ...told,
        said: (answer) =>
          told.guarded(() => {
            if (answer.line.length) best = answer;
            told.live(thought(game, position, answer, (at, move) => textOf(game, at, move)));
          }),
      },
    );
  }

  /** @param {any} position @param {Told} told */
  function value(position, told) {
    engine.ask(
      { ask: "values", position, seconds: VALUES, sampled: false },
      {
        ...told,
        said: ({ depth, values }) =>
          told.guarded(() => {
            told.live(`${depth} ${depth === 1 ? "ply" : "plies"} deep`);
            const numbered = values.map((/** @type {any} */ each, /** @type {number} */ move) => ({ move, ...each }));
            told.values(numbered.sort((/** @type {any} */ one, /** @type {any} */ other) => other.value - one.value));
          }),
      },
    );
  }

  return {
    /** Begins a job. @param {Job} job @param {any} position @param {Told} told */
    begin({ kind, bot }, position, told) {
      const level = kind === "hint" ? HINT : page.levels[Number(bot)];
      if (kind === "values") value(position, told);
      else if (level.seconds || level.depth) search(position, level, told);
      else timer = window.setTimeout(told.done, SHORTEST);
    },
    /** The number of the best move so far; -1 if none is known. @param {any} position */
    found: (position) => (best ? numberOf(game, position, best.line[0]) : -1),
    /** Ends the job; nothing more is said of it. */
    stop() {
      engine.stop();
      clearTimeout(timer);
      best = null;
    },
  };
}
