// What works out the jobs of a published page, the engine in its worker or chance, and what is said of it.

import { hexOf } from "./page_rules.mjs";

/** @import { Job, Rules } from "./session.mjs" */
/** @typedef {{ask: "think" | "values", position: Uint8Array, depth?: number, seconds?: number, sampled: boolean}} Question */

/** An engine whose worker runs this text. @param {string} text @param {Uint8Array} code @param {any} layout */
function pageEngine(text, code, layout) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  /** @type {Worker | null} */
  let worker = null;
  let asked = 0;
  let busy = false;

  function begin() {
    const made = new Worker(address);
    made.postMessage({ begin: { code, layout } });
    return made;
  }

  /** Ends the question at work; nothing more is said of it. */
  function stop() {
    asked += 1;
    if (!busy) return;
    busy = false;
    worker?.terminate();
    worker = null;
  }

  /** Asks; `said` is called with each answer so far, `done` at the end, `failed` with what went wrong instead.
   * @param {Question} question
   * @param {{said: (answer: any) => void, done: () => void, failed: (why: string, misrated?: any) => void}} told */
  function ask(question, told) {
    stop();
    const id = ++asked;
    worker ??= begin();
    busy = true;
    worker.onmessage = ({ data }) => {
      if (data.id !== id || id !== asked) return;
      if (data.said) return told.said(data.said);
      busy = false;
      if (data.error) told.failed(data.error, data.misrated);
      else told.done();
    };
    worker.onerror = (event) => {
      if (id !== asked) return;
      stop();
      told.failed(event.message || "the worker ended");
    };
    worker.postMessage({ id, ...question });
  }

  return { ask, stop };
}

const LINE = 6; // moves of a line that are written

/** What the engine thinks, in words: how deep it looks, the moves that it expects, how much it has seen.
 * @param {Rules} game @param {any} position @param {any} answer */
function thought(game, position, { visits, depth, line, seen }) {
  const how = visits ? `${countText(visits)} games` : `depth ${depth}`;
  return `${how}: ${lineText(game, position, line.slice(0, LINE))} · ${countText(seen)} positions`;
}

/** The moves of a line. @param {Rules} game @param {any} position @param {any[]} line */
export function lineText(game, position, line) {
  const words = line.map((move) => {
    const text = game.moves(position)[numberOf(game, position, move)]?.text ?? "";
    position = game.play(position, move);
    return text;
  });
  return words.join(" ");
}

/** What an error says. @param {unknown} error @returns {string} */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** A number of positions, rounded. @param {number} number @returns {string} */
function countText(number) {
  if (number < 10_000) return String(number);
  return number < 1e6 ? `${Math.round(number / 1e3)} thousand` : `${(number / 1e6).toFixed(1)} million`;
}

/** @typedef {{
 *   guarded(act: () => void): void, live(words: string): void, values(values: any[]): void, done(): void,
 *   failed(why: string, misrated?: any): void,
 * }} Told what does something in which the rules may give up, and what is called with a line about the search, with the values
 *   of moves so far, at the end, and with what went wrong */
/** @typedef {{name: string, seconds: number, depth: number}} Level who plays; 0 seconds and 0 plies: moves at random */

const HINT = { seconds: 1, depth: 0 };
const VALUES = 3; // seconds
const SHORTEST = 250; // milliseconds until a bot moves that does not think, so that eyes can follow

/** The number of a legal move; -1: of none. @param {Rules} game @param {any} position @param {any} move */
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
            told.live(thought(game, position, answer));
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
