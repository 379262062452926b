// What works out the jobs of a published page, the engine in its worker or chance, and what is said of it.

import { hexOf } from "./page_rules.mjs";
import { levelValues } from "./worth.mjs";

/** @import { PageData } from "./page_rules.mjs" */
/** @import { Job, Rules } from "./session.mjs" */
/** @import { ModuleLayout } from "./wasm_game.mjs" */
/** @typedef {{ask: "think" | "values", position: Uint8Array, depth?: number, seconds?: number, sampled: boolean}} Question */

/** An engine whose worker runs this text. @param {string} text @param {Uint8Array} code @param {ModuleLayout} layout */
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

const HINT = { seconds: 1, depth: 0 };
const [VALUES, REVIEW] = [3, 0.3]; // seconds
const SHORTEST = 250; // milliseconds until a bot moves that does not think, so that eyes can follow

/** The number of a legal move; -1: of none. @param {Rules} game @param {any} position @param {any} move */
function numberOf(game, position, move) {
  return game.moves(position).findIndex((legal) => hexOf(legal.move) === hexOf(move));
}

/** What thinks on a page, about one job at a time.
 * @param {Rules} game @param {PageData} page @param {string} worker the text that a worker runs
 * @param {Uint8Array} code @param {ModuleLayout} layout of the module of WebAssembly */
export function pageThinker(game, page, worker, code, layout) {
  const engine = pageEngine(worker, code, layout);
  /** @type {any} */
  let best = null; // what the engine has found so far
  let timer = 0; // of one who moves soon

  /** @param {Question} question @param {Told} told @param {(answer: any) => void} take what is called with each answer */
  function ask(question, told, take) {
    engine.ask(question, { ...told, said: (answer) => told.guarded(() => take(answer)) });
  }

  return {
    /** Begins a job. @param {Job} job @param {any} position @param {Told} told
     * @param {any} [known] the move that is known to be the best */
    begin({ kind, bot }, position, told, known) {
      const { seconds, depth } = kind === "hint" ? HINT : page.levels[Number(bot)];
      const limits = { seconds: seconds || undefined, depth: depth || undefined };
      const valued = kind === "values" ? VALUES : REVIEW;
      /** @type {any[]} */
      let before = []; // the values at the depth before
      if (known) {
        best = { line: [known] };
        timer = window.setTimeout(told.done, SHORTEST);
      } else if (kind === "values" || kind === "review")
        ask({ ask: "values", position, seconds: valued, sampled: false }, told, ({ depth, values }) => {
          told.live(`${depth} ${depth === 1 ? "ply" : "plies"} deep`);
          const level = levelValues(values, before);
          before = values;
          const numbered = level.map((/** @type {any} */ each, /** @type {number} */ move) => ({ move, ...each }));
          told.values(numbered.sort((/** @type {any} */ one, /** @type {any} */ other) => other.value - one.value));
        });
      else if (seconds || depth)
        ask({ ask: "think", position, ...limits, sampled: page.sampled }, told, (answer) => {
          if (answer.line.length) best = answer;
          told.live(thought(game, position, answer));
        });
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
