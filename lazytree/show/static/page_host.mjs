// The host of a published page: it keeps the game, plays for the engine, and gives the table what it shows.

import { begun, lineTo, movedTo, played, redone, undone } from "./page_course.mjs";
import { pageEngine } from "./page_engine.mjs";
import { situation, viewOf } from "./page_view.mjs";
import { countText, valuesData, writtenMoves } from "./page_words.mjs";

/** @typedef {import("./wasm_game.mjs").WasmGame} WasmGame */
/** @typedef {import("./page_view.mjs").State} State */
/** @typedef {import("./elements.mjs").Model} Model */
/** @typedef {{name: string, seconds: number, depth: number}} Level who plays; 0 seconds and 0 plies: moves at random */

const HINT = 1; // seconds
const VALUES = 3; // seconds
const SHORTEST = 250; // milliseconds until an engine that does not think moves, so that eyes can follow

/** The model of a page, as anywidget has it; `setLevels` says who plays.
 * @param {WasmGame} game @param {any} page @param {Uint8Array} code @param {() => number} random a number from 0 to 1
 * @returns {Model & {setLevels(levels: number[]): void, levels(): number[]}} */
export function pageModel(game, page, code, random) {
  const engine = pageEngine(page.worker, code, game.layout);
  /** @type {Record<string, Set<() => void>>} */
  const listeners = {};
  /** @type {State} */
  let state = { course: begun(game.start), levels: page.first, thinking: "", hint: -1, values: null, said: "" };
  /** @type {{view: any, live: string}} */
  const shown = { view: null, live: "" };
  /** @type {any} */
  let best = null; // what the engine has found so far
  let valuing = false; // whether values are wanted at each position
  let waiting = 0; // the timer of an engine that moves soon

  /** @param {"view" | "live"} name @param {any} value */
  function tell(name, value) {
    shown[name] = value;
    listeners[`change:${name}`]?.forEach((listener) => listener());
  }

  function show() {
    tell("view", viewOf(game, page, state, address()));
  }

  /** The address of this position: the numbers of the moves that led here. */
  function address() {
    const moves = lineTo(state.course, state.course.at).slice(1).map((place) => state.course.places[place].move);
    return `${location.href.replace(/#.*$/, "")}#moves=${moves.join(".")}`;
  }

  /** Changes the state, shows it, and lets whoever is to move begin. @param {Partial<State>} change */
  function go(change) {
    engine.stop();
    clearTimeout(waiting);
    state = { ...state, thinking: "", hint: -1, values: null, said: "", ...change };
    tell("live", "");
    guarded(() => {
      withChance();
      show();
      next();
    });
  }

  /** Does something; where the rules give up, says so, and keeps the game. @param {() => void} act */
  function guarded(act) {
    try {
      act();
    } catch (error) {
      failed(error instanceof Error ? error.message : String(error));
    }
  }

  /** Says what went wrong; the game stays as it is. @param {string} why */
  function failed(why) {
    engine.stop();
    state = { ...state, thinking: "", said: `The rules gave up here (${why}). The game is kept: take a move back, or try another one.` };
    try {
      show();
    } catch { // not even the position can be shown: the one before it
      state = { ...state, course: undone(state.course, () => true) };
      show();
    }
  }

  /** Makes the moves of chance. */
  function withChance() {
    for (;;) {
      const { position, moves, mover } = situation(game, state);
      if (!moves.length || mover >= 0) return;
      const odds = moves.map((move) => game.odds(position, move));
      let lot = random() * odds.reduce((sum, each) => sum + each, 0);
      const drawn = odds.findIndex((weight) => (lot -= weight) < 0);
      make(drawn < 0 ? moves.length - 1 : drawn);
    }
  }

  /** Makes a move. @param {number} move */
  function make(move) {
    const { position, moves } = situation(game, state);
    state = { ...state, course: played(state.course, move, () => game.play(position, moves[move])) };
  }

  /** Lets an engine think whose turn it is; looks at values where these are wanted. */
  function next() {
    const { moves, mover, turn } = situation(game, state);
    if (turn === "opponent") {
      const level = page.levels[state.levels[mover]];
      if (level.seconds || level.depth) think("opponent", level.seconds, level.depth);
      else {
        state = { ...state, thinking: "opponent" };
        show();
        waiting = window.setTimeout(() => move(Math.floor(random() * moves.length)), SHORTEST);
      }
    } else if (turn === "person" && valuing) value();
  }

  /** @param {"opponent" | "hint"} why @param {number} seconds @param {number} depth */
  function think(why, seconds, depth) {
    const { position } = situation(game, state);
    best = null;
    state = { ...state, thinking: why };
    show();
    engine.ask({ ask: "think", position, seconds: seconds || undefined, depth: depth || undefined, sampled: page.sampled }, {
      said(answer) {
        if (answer.line.length) best = answer;
        tell("live", thought(position, answer));
      },
      done: () => guarded(() => settle(why)),
      failed,
    });
  }

  /** Takes what the engine has found. @param {string} why */
  function settle(why) {
    engine.stop();
    const { moves } = situation(game, state);
    const found = best ? numberOf(moves, best.line[0]) : Math.floor(random() * moves.length);
    if (why === "opponent") return move(found);
    state = { ...state, thinking: "", hint: found };
    show();
  }

  function value() {
    const { position } = situation(game, state);
    state = { ...state, thinking: "values" };
    show();
    const end = () => {
      state = { ...state, thinking: "" };
      show();
    };
    engine.ask({ ask: "values", position, seconds: VALUES, sampled: false }, {
      said(answer) {
        state = { ...state, values: valuesData(answer.values, game.layout.search) };
        tell("live", `${answer.depth} ${answer.depth === 1 ? "ply" : "plies"} deep`);
        show();
      },
      done: end,
      failed,
    });
  }

  /** What the engine thinks, in words. @param {Uint8Array} position @param {any} answer */
  function thought(position, answer) {
    const words = [];
    for (const step of answer.line.slice(0, 6)) {
      const moves = game.moves(position);
      words.push(writtenMoves(game, page, position, moves)[numberOf(moves, step)].text);
      position = game.play(position, step);
    }
    const how = answer.visits ? `${countText(answer.visits)} games` : `depth ${answer.depth}`;
    return `${how}: ${words.join(" ")} · ${countText(answer.seen)} positions`;
  }

  /** @param {number} number */
  function move(number) {
    guarded(() => {
      make(number);
      go({});
    });
  }

  /** Whether a person moves in a position, or nobody. @param {Uint8Array} position */
  function isPersons(position) {
    const mover = game.mover(position);
    return mover >= 0 && state.levels[mover] === 0;
  }

  /** @type {Record<string, (asked: any) => void>} */
  const acts = {
    move: (asked) => asked.at === state.course.at && situation(game, state).turn === "person" && move(asked.move),
    go: ({ to }) => go({ course: movedTo(state.course, to) }),
    undo: () => go({ course: undone(state.course, people() ? isPersons : () => true) }),
    redo: () => go({ course: redone(state.course, people() ? isPersons : () => true) }),
    hint: () => think("hint", HINT, 0),
    values() {
      valuing = !(valuing && state.values);
      go({});
    },
    "move now"() {
      if (state.thinking === "opponent" || state.thinking === "hint") settle(state.thinking);
      else if (state.thinking) go({ values: state.values });
    },
    "swap sides": () => go({ levels: [...state.levels.slice(1), state.levels[0]] }),
    new: () => go({ course: begun(game.start) }),
  };
  const people = () => state.levels.includes(0);

  /** The game of an address. @param {string} fragment */
  function open(fragment) {
    const found = /^#moves=([\d.]*)$/.exec(fragment);
    if (!found) return go({});
    state = { ...state, course: begun(game.start) };
    let said = "";
    for (const number of found[1] ? found[1].split(".").map(Number) : []) {
      if (number >= situation(game, state).moves.length) {
        said = "This link is of another game, or of other rules: it is followed as far as it goes.";
        break;
      }
      make(number);
    }
    go({ said });
  }

  guarded(() => open(location.hash));
  window.addEventListener("hashchange", () => guarded(() => open(location.hash)));

  return {
    get: (name) => shown[/** @type {"view" | "live"} */ (name)],
    on: (name, listener) => void (listeners[name] ??= new Set()).add(listener),
    off: (name, listener) => void listeners[name]?.delete(listener),
    send: (message) => guarded(() => acts[/** @type {any} */ (message).do]?.(message)),
    setLevels: (levels) => go({ levels }),
    levels: () => state.levels,
  };
}

/** The number of a move among the legal ones. @param {Uint8Array[]} moves @param {Uint8Array} move @returns {number} */
function numberOf(moves, move) {
  return moves.findIndex((each) => each.every((byte, at) => byte === move[at]));
}
