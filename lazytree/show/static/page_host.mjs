// The host of a published page: it runs a session, lets the engine think, and gives the table what it shows.

import { ACTIONS } from "./actions.mjs";
import { pageEngine } from "./page_engine.mjs";
import { linked, linkTo } from "./page_links.mjs";
import { hexOf, rulesOf } from "./page_rules.mjs";
import { lineText, thought, wordsOf } from "./page_words.mjs";
import { newSession, peopleOf, PERSON, positionOf, reduce, Refused, wantedJob, withAnswer, withFailure, withRecord, withSeats } from "./session.mjs";
import { sessionView, treeData } from "./session_view.mjs";
import { nodeOf } from "./variations.mjs";

/** @typedef {import("./wasm_game.mjs").WasmGame} WasmGame */
/** @typedef {import("./elements.mjs").Model} Model */
/** @typedef {import("./session.mjs").Session} Session */
/** @typedef {import("./session.mjs").Job} Job */
/** @typedef {{name: string, seconds: number, depth: number}} Level who plays; 0 seconds and 0 plies: moves at random */

const HINT = { seconds: 1, depth: 0 };
const VALUES = 3; // seconds
const SHORTEST = 250; // milliseconds until one who does not think moves, so that eyes can follow
const REPETITIONS = 3; // of a position, which end a game
const IN_TREE = ["look", "unfold", "fold", "choose"];
const NO_HINT = "No good move was found in so short a time.";

/** The model of a page, as anywidget has it; `setLevels` says who plays each side, by the number of a level, 0: a person.
 * @param {WasmGame} wasm @param {any} page @param {Uint8Array} code @param {() => number} random a number from 0 to 1
 * @returns {Model & {setLevels(levels: number[]): void, levels(): number[]}} */
export function pageModel(wasm, page, code, random) {
  const game = rulesOf(wasm, page);
  const engine = pageEngine(page.worker, code, wasm.layout);
  const framed = location.protocol === "about:"; // a page in a notebook has no address
  /** @type {Record<string, Set<() => void>>} */
  const listeners = {};
  /** @type {{view: any, live: string}} */
  const shown = { view: null, live: "" };
  const keepInAddress = addressKeeper();
  let session = newSession(game, seatsOf(page.first), random, { repetitions: REPETITIONS, head: page.head });
  /** @type {Job | null} */
  let job = null; // what is thought about
  /** @type {any} */
  let best = null; // what the engine has found so far
  let timer = 0; // of one who moves soon

  /** @param {number[]} levels */
  function seatsOf(levels) {
    return levels.map((level) => ({ who: level ? String(level) : PERSON, name: page.levels[level].name }));
  }

  /** @param {"view" | "live"} name @param {any} value */
  function tell(name, value) {
    shown[name] = value;
    listeners[`change:${name}`]?.forEach((listener) => listener());
  }

  /** Shows the session. */
  function show() {
    const link = framed ? "" : location.href.replace(/#.*$/, "") + linkTo(session);
    keepInAddress(link, session);
    const people = peopleOf(session).length;
    const lacking = [...(people < session.seats.length ? ["draw"] : []), ...(page.head ? [] : ["open"])];
    const names = ACTIONS.map(({ name }) => name).filter((name) => !lacking.includes(name));
    tell("view", sessionView(session, names, { link, rules: page.rules, source: page.source }));
  }

  /** Goes on with another session: begins or ends what is thought about as it wants. @param {Session} next */
  function become(next) {
    session = next;
    const wanted = wantedJob(session);
    if (JSON.stringify(wanted) !== JSON.stringify(job)) rest();
    show();
    if (session.hurried && job) settle();
    else if (wanted && !job) begin(wanted);
  }

  /** Ends what is thought about. */
  function rest() {
    engine.stop();
    clearTimeout(timer);
    if (shown.live) tell("live", "");
    [job, best] = [null, null];
  }

  /** Does something; where the rules give up, says so, and keeps the game. @param {() => void} act */
  function guarded(act) {
    try {
      act();
    } catch (error) {
      failed(wordsOf(error));
    }
  }

  /** Says what went wrong; the game stays as it is. @param {string} why @param {any} [misrated] where a rating is to blame */
  function failed(why, misrated) {
    rest();
    if (misrated) why += `; after ${lineText(game, positionOf(session), misrated.line, textOf) || "no move"} it is ${misrated.rating}`;
    session = withFailure(session, `The rules gave up here: ${why}. The game is kept: take a move back, or try another one.`);
    try {
      show();
    } catch { // not even the position can be shown: the one before it
      const before = Math.max(0, nodeOf(session.variations).before);
      session = withFailure(reduce(session, { action: "go", target: before }, random), session.said);
      show();
    }
  }

  /** @param {Job} wanted */
  function begin(wanted) {
    job = wanted;
    const level = wanted.kind === "hint" ? HINT : page.levels[Number(wanted.bot)];
    if (wanted.kind === "values") value();
    else if (wanted.kind === "draw") become(withAnswer(session, wanted, false, "", random));
    else if (level.seconds || level.depth) think(level);
    else timer = window.setTimeout(() => guarded(settle), SHORTEST);
  }

  /** @param {{seconds: number, depth: number}} limits */
  function think({ seconds, depth }) {
    const position = positionOf(session);
    engine.ask({ ask: "think", position, seconds: seconds || undefined, depth: depth || undefined, sampled: page.sampled }, {
      said(answer) {
        if (answer.line.length) best = answer;
        guarded(() => tell("live", thought(game, position, answer, textOf)));
      },
      done: () => guarded(settle),
      failed,
    });
  }

  /** Takes what has been found: a move, or the values of moves. */
  function settle() {
    const [done, position] = [/** @type {Job} */ (job), positionOf(session)];
    const moves = game.moves(position);
    const found = best ? moves.findIndex(({ move }) => hexOf(move) === hexOf(best.line[0])) : -1;
    rest();
    if (done.kind === "values") become(withAnswer(session, done, session.values, "", random));
    else if (done.kind === "hint" && found < 0) become(withFailure(session, NO_HINT));
    else become(withAnswer(session, done, found < 0 ? Math.floor(random() * moves.length) : found, "", random));
  }

  /** Looks at the values of all moves. */
  function value() {
    engine.ask({ ask: "values", position: positionOf(session), seconds: VALUES, sampled: false }, {
      said({ depth, values }) {
        tell("live", `${depth} ${depth === 1 ? "ply" : "plies"} deep`);
        const numbered = values.map((/** @type {any} */ each, /** @type {number} */ at) => ({ move: at, ...each }));
        session = { ...session, values: numbered.sort((/** @type {any} */ one, /** @type {any} */ other) => other.value - one.value) };
        show();
      },
      done: () => guarded(settle),
      failed,
    });
  }

  /** @param {any} position @param {any} move @returns {string} */
  const textOf = (position, move) => game.moves(position).find((legal) => hexOf(legal.move) === hexOf(move))?.text ?? "";

  /** Does what the table asks for. @param {any} asked */
  function send(asked) {
    try {
      const next = reduce(session, asked, random);
      if (next.tree !== session.tree && next.tree && IN_TREE.includes(asked.action)) treeData(next.tree);
      become(next);
    } catch (error) {
      if (asked.action === "open") become({ ...session, said: `The game is not opened: ${wordsOf(error)}.` });
      else if (IN_TREE.includes(asked.action)) become({ ...session, said: `The tree cannot be shown there: the rules gave up (${wordsOf(error)}).` });
      else if (!(error instanceof Refused)) throw error;
    }
  }

  /** The game of an address. @param {string} fragment */
  function open(fragment) {
    try {
      const record = linked(game, fragment);
      become(record ? withRecord(session, record, random) : session);
    } catch (error) {
      become({ ...session, said: `The link is not followed: ${wordsOf(error)}.` });
    }
  }

  guarded(() => open(location.hash));
  window.addEventListener("hashchange", () => guarded(() => open(location.hash)));

  return {
    get: (name) => shown[/** @type {"view" | "live"} */ (name)],
    on: (name, listener) => void (listeners[name] ??= new Set()).add(listener),
    off: (name, listener) => void listeners[name]?.delete(listener),
    send: (message) => guarded(() => send(message)),
    setLevels: (levels) => guarded(() => become(withSeats(session, seatsOf(levels)))),
    levels: () => session.seats.map(({ who }) => Number(who) || 0),
  };
}

/** What writes the moves to the address of the page: one that is loaded again goes on there. */
function addressKeeper() {
  let kept = "";
  return (/** @type {string} */ link, /** @type {Session} */ { variations, endings }) => {
    if (link === kept) return;
    const first = !kept && variations.nodes.length === 1 && !endings[0];
    kept = link;
    if (first) return; // nothing has been played
    try {
      history.replaceState(history.state, "", link);
    } catch {
      // a browser may forbid this: then the game is not kept
    }
  };
}
