// The host of a published page: it keeps the game, lets the engine play, and gives the table what it shows.

import { hereOf } from "./course.mjs";
import { pageEngine } from "./page_engine.mjs";
import { linked, linkTo } from "./page_links.mjs";
import { along, recordIn } from "./page_records.mjs";
import { hexOf, rulesOf } from "./page_rules.mjs";
import { pageTree } from "./page_tree.mjs";
import { lineText, thought, wordsOf } from "./page_words.mjs";
import { dataOf } from "./shown.mjs";
import { after, agreedOn, anew, back, CHANCE, givenUp, on, positionOf, sitting, toPlace, turnOf } from "./sitting.mjs";

/** @typedef {import("./wasm_game.mjs").WasmGame} WasmGame */
/** @typedef {import("./elements.mjs").Model} Model */
/** @typedef {import("./sitting.mjs").Sitting} Sitting */
/** @typedef {import("./sitting.mjs").Legal} Legal */
/** @typedef {{name: string, seconds: number, depth: number}} Level who plays; 0 seconds and 0 plies: moves at random */

const ACTS = ["undo", "redo", "hint", "values", "look", "move now", "swap sides", "draw", "decline", "resign", "new", "save", "open", "link"];
const HINT = 1; // seconds
const VALUES = 3; // seconds
const SHORTEST = 250; // milliseconds until one who does not think moves, so that eyes can follow
const REPETITIONS = 3; // of a position, which end a game

/** The model of a page, as anywidget has it; `setLevels` says who plays each side, by the number of a level, 0: a person.
 * @param {WasmGame} wasm @param {any} page @param {Uint8Array} code @param {() => number} random a number from 0 to 1
 * @returns {Model & {setLevels(levels: number[]): void, levels(): number[]}} */
export function pageModel(wasm, page, code, random) {
  const game = rulesOf(wasm, page);
  const engine = pageEngine(page.worker, code, wasm.layout);
  const tree = pageTree(game);
  const framed = location.protocol === "about:"; // a page in a notebook has no address
  /** @type {Record<string, Set<() => void>>} */
  const listeners = {};
  /** @type {number[]} */
  let levels = page.first;
  let here = sitting(game, peopleOf(levels), random, { repetitions: REPETITIONS, names: namesOf(levels), head: page.head });
  /** @type {{view: any, live: string}} */
  const shown = { view: null, live: "" };
  /** @type {any} */
  let best = null; // what the engine has found so far
  let timer = 0; // of one who moves soon
  let kept = ""; // the address that has the moves so far

  /** @param {number[]} of */
  function peopleOf(of) {
    return of.flatMap((level, player) => (level ? [] : [player]));
  }

  /** @param {number[]} of */
  function namesOf(of) {
    return of.map((level) => page.levels[level].name);
  }

  /** @param {"view" | "live"} name @param {any} value */
  function tell(name, value) {
    shown[name] = value;
    listeners[`change:${name}`]?.forEach((listener) => listener());
  }

  /** Shows the sitting. @param {Partial<Sitting>} change */
  function show(change = {}) {
    here = { ...here, ...change };
    const link = framed ? "" : location.href.replace(/#.*$/, "") + linkTo(here);
    keepInAddress(link);
    const more = { link, tree: tree.dataAt(positionOf(here)), rules: page.rules, source: page.source };
    tell("view", dataOf(here, ACTS.filter(offered), more));
  }

  /** Writes the moves to the address of the page: one that is loaded again goes on there. @param {string} link */
  function keepInAddress(link) {
    if (link === kept) return;
    const first = !kept && here.course.places.length === 1 && !here.endings[0];
    kept = link;
    if (first) return; // nothing has been played
    try {
      history.replaceState(history.state, "", link);
    } catch {
      // a browser may forbid this: then the game is not kept
    }
  }

  /** Whether the page offers an act, whatever the position. @param {string} act */
  function offered(act) {
    const [people, two] = [here.people.length, game.players.length === 2];
    /** @type {Record<string, boolean>} */
    const useful = {
      "swap sides": people < game.players.length, resign: two && people > 0, draw: two && people === 2, decline: here.offer !== null,
      "move now": people < game.players.length, save: !!page.head, open: !!page.head, link: !framed,
    };
    return useful[act] ?? true;
  }

  /** Goes on with another sitting: whoever is to move there begins. @param {() => Sitting} other @param {string} said */
  function go(other, said = "") {
    engine.stop();
    clearTimeout(timer);
    tell("live", "");
    here = { ...here, thinking: "" };
    guarded(() => {
      here = other();
      show({ thinking: "", said });
      next();
    });
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
    engine.stop();
    if (misrated) why += `; after ${lineText(game, positionOf(here), misrated.line, textOf) || "no move"} it is ${misrated.rating}`;
    const said = `The rules gave up here: ${why}. The game is kept: take a move back, or try another one.`;
    try {
      show({ thinking: "", said });
    } catch { // not even the position can be shown: the one before it
      here = toPlace(here, Math.max(0, hereOf(here.course).before));
      show({ said });
    }
  }

  /** Lets who thinks for a side begin; looks at values where these are wanted. */
  function next() {
    const turn = turnOf(here);
    if (turn === "person" && here.valuing) value();
    const mover = game.mover(positionOf(here));
    if (turn !== "opponent" || mover === CHANCE) return; // chance has moved: a person looks back
    const level = page.levels[levels[mover]];
    if (level.seconds || level.depth) return think("opponent", level);
    best = null;
    show({ thinking: "opponent" });
    timer = window.setTimeout(() => move(atRandom()), SHORTEST);
  }

  function atRandom() {
    const moves = game.moves(positionOf(here));
    return moves[Math.floor(random() * moves.length)];
  }

  /** @param {"opponent" | "hint"} why @param {{seconds: number, depth: number}} limits */
  function think(why, { seconds, depth }) {
    const position = positionOf(here);
    best = null;
    show({ thinking: why });
    engine.ask({ ask: "think", position, seconds: seconds || undefined, depth: depth || undefined, sampled: page.sampled }, {
      said(answer) {
        if (answer.line.length) best = answer;
        guarded(() => tell("live", thought(game, position, answer, textOf)));
      },
      done: () => guarded(() => settle(why)),
      failed,
    });
  }

  /** Takes what has been found. @param {string} why */
  function settle(why) {
    engine.stop();
    clearTimeout(timer);
    const found = best && legalOf(positionOf(here), best.line[0]);
    if (why === "opponent") move(found ?? atRandom());
    else show({ thinking: "", hint: found, said: found ? "" : "No good move was found in so short a time." });
  }

  /** Looks at the values of all moves. */
  function value() {
    show({ thinking: "values" });
    engine.ask({ ask: "values", position: positionOf(here), seconds: VALUES, sampled: false }, {
      said({ depth, values }) {
        tell("live", `${depth} ${depth === 1 ? "ply" : "plies"} deep`);
        const numbered = values.map((/** @type {any} */ each, /** @type {number} */ at) => ({ move: at, ...each }));
        show({ values: numbered.sort((/** @type {any} */ one, /** @type {any} */ other) => other.value - one.value) });
      },
      done: () => show({ thinking: "" }),
      failed,
    });
  }

  /** The legal move of these bytes. @param {Uint8Array} position @param {Uint8Array} bytes @returns {Legal} */
  function legalOf(position, bytes) {
    const key = hexOf(bytes);
    return /** @type {Legal} */ (game.moves(position).find(({ move }) => hexOf(move) === key));
  }

  /** @param {any} position @param {any} move */
  const textOf = (position, move) => legalOf(position, move).text;

  /** @param {Legal} legal */
  function move(legal) {
    go(() => after(here, legal, random));
  }

  /** @param {number[]} wanted */
  function setLevels(wanted) {
    levels = wanted;
    go(() => ({ ...here, people: peopleOf(levels), names: namesOf(levels), hint: null, values: null }));
  }

  /** The game of a file. @param {string} text */
  function read(text) {
    /** @type {Sitting} */
    let found;
    try {
      found = along(here, recordIn(text, page.head, game.players.length));
    } catch (error) {
      return show({ said: `The game is not opened: ${wordsOf(error)}.` });
    }
    go(() => found);
  }

  /** Looks at the tree, unfolds or folds a node of it; the game goes on as it does. @param {() => void} act */
  function looking(act) {
    let said = "";
    try {
      act();
    } catch (error) {
      said = `The tree cannot be shown there: the rules gave up (${wordsOf(error)}).`;
    }
    show({ said });
  }

  /** The player who resigns or offers a draw: the person to move, or the first one. */
  function person() {
    const mover = game.mover(positionOf(here));
    return here.people.includes(mover) ? mover : here.people[0];
  }

  /** The game of an address. @param {string} fragment */
  function open(fragment) {
    let said = "";
    go(() => {
      try {
        const record = linked(game, fragment);
        return record ? along(here, record) : here;
      } catch (error) {
        said = `The link is not followed: ${wordsOf(error)}.`;
        return here;
      }
    });
    if (said) show({ said });
  }

  const nobody = () => !levels.includes(0);
  /** @type {Record<string, (asked: any) => void>} */
  const acts = {
    move: (asked) => asked.at === here.course.at && turnOf(here) === "person" && move(game.moves(positionOf(here))[asked.move]),
    go: ({ to }) => go(() => toPlace(here, to)),
    undo: () => go(() => (nobody() ? toPlace(here, Math.max(0, hereOf(here.course).before)) : back(here))),
    redo: () => go(() => (nobody() ? toPlace(here, hereOf(here.course).latest) : on(here))),
    hint: () => think("hint", { seconds: HINT, depth: 0 }),
    values: () => go(() => ({ ...here, valuing: !here.valuing, values: null })),
    "move now": () => (here.thinking === "values" ? go(() => ({ ...here, valuing: false })) : here.thinking && settle(here.thinking)),
    "swap sides": () => setLevels([...levels.slice(-1), ...levels.slice(0, -1)]),
    new: () => go(() => anew(here, random)),
    resign: () => go(() => givenUp(here, person())),
    draw: () => (here.offer === null ? show({ offer: person(), said: "" }) : go(() => agreedOn(here))),
    decline: () => show({ offer: null, said: "The offer of a draw is declined." }),
    open: ({ text }) => read(text),
    look: () => looking(() => tree.look(positionOf(here))),
    ...Object.fromEntries(["unfold", "fold", "choose"].map((act) => [act, (/** @type {any} */ { id }) => looking(() => tree.change(act, id))])),
  };

  open(location.hash);
  window.addEventListener("hashchange", () => open(location.hash));

  return {
    get: (name) => shown[/** @type {"view" | "live"} */ (name)],
    on: (name, listener) => void (listeners[name] ??= new Set()).add(listener),
    off: (name, listener) => void listeners[name]?.delete(listener),
    send: (message) => guarded(() => acts[/** @type {any} */ (message).do]?.(message)),
    setLevels,
    levels: () => levels,
  };
}
