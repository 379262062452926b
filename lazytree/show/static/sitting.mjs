// A game that is being played at a table, as a value, where the rules are functions of JavaScript: what sitting.py and
// shown.py of lazytree/show/sittings are in Python. Nothing here changes, and nothing here knows of a page.

import { begun, hereOf, lineThrough, lineTo, movedTo, NOWHERE, played, redone, undone } from "./course.mjs";
import { valuesData } from "./worth.mjs";

/** @typedef {import("./course.mjs").Course} Course */
/** @typedef {import("./board.mjs").Layout} Layout */
/** @typedef {import("./board.mjs").Stone} Stone */
/** @typedef {import("./worth.mjs").MoveValue} MoveValue */
/** @typedef {{path: number[], text: string, move: any}} Legal a legal move: its cells, its text, and the move itself */
/** @typedef {{
 *   name: string, players: string[], layout: Layout | null, start: any, mover(position: any): number,
 *   moves(position: any): Legal[], play(position: any, move: any): any, payoffs(position: any): number[],
 *   stones(position: any): Stone[], show(position: any): string, odds?(position: any, move: any): number,
 *   announce?(payoffs: number[]): string, key?(position: any): string,
 * }} Rules the functions of a game; `key` tells equal positions by equal texts, and is needed for repetitions only */
/** @typedef {{payoffs: number[], reason: string}} Ending */
/** @typedef {{
 *   game: Rules, people: number[], course: Course, thinking: string, hint: Legal | null, said: string, names: string[],
 *   repetitions: number | null, endings: Record<number, Ending>, offer: number | null, valuing: boolean,
 *   values: MoveValue[] | null, tree: any, head: object | null,
 * }} Sitting `people` are the players who move by clicks; `head` is what a saved record says before its moves */

const CHANCE = -1;
const SAME = (/** @type {Legal} */ one, /** @type {Legal} */ other) => one.text === other.text;
const AT_REST = { thinking: "", hint: null, said: "", offer: null, values: null, tree: null };

/** A game that begins at a position; where chance moves first, it has. `random()` gives numbers from 0 to 1.
 * @param {Rules} game @param {number[]} people @param {() => number} random @param {Partial<Sitting>} [more] @returns {Sitting} */
export function sitting(game, people, random, more = {}) {
  /** @type {Sitting} */
  const here = { game, people, course: begun(game.start), names: [], repetitions: null, endings: {}, valuing: false, head: null, ...AT_REST, ...more };
  return withChance(here, random);
}

/** The position on the board. @param {Sitting} here */
export function positionOf(here) {
  return hereOf(here.course).position;
}

/** How the game has ended in the position on the board; null if it goes on. @param {Sitting} here @returns {Ending | null} */
export function endedOf(here) {
  const { game, course, repetitions } = here;
  if (here.endings[course.at]) return here.endings[course.at];
  const position = positionOf(here);
  if (!game.moves(position).length) return { payoffs: game.payoffs(position), reason: "" };
  if (!repetitions || !game.key) return null;
  const keys = lineTo(course, course.at).map((number) => game.key?.(course.places[number].position));
  const often = keys.filter((key) => key === keys.at(-1)).length;
  return often >= repetitions ? { payoffs: game.players.map(() => 0), reason: `the same position ${repetitions} times` } : null;
}

/** Whose turn it is: "person", "opponent", or "over". @param {Sitting} here @returns {string} */
export function turnOf(here) {
  if (endedOf(here)) return "over";
  return here.people.includes(here.game.mover(positionOf(here))) ? "person" : "opponent";
}

/** The sitting after a legal move; where chance moves then, it has, too.
 * @param {Sitting} here @param {Legal} move @param {() => number} random @returns {Sitting} */
export function after(here, move, random) {
  const course = played(here.course, move, here.game.play(positionOf(here), move.move), SAME);
  return withChance({ ...here, course }, random);
}

/** @param {Sitting} here @param {() => number} random @returns {Sitting} */
function withChance(here, random) {
  const { game } = here;
  let { course } = here;
  for (let position = hereOf(course).position; game.mover(position) === CHANCE; position = hereOf(course).position) {
    const moves = game.moves(position);
    if (!moves.length) break;
    const weights = moves.map(({ move }) => game.odds?.(position, move) ?? 1);
    let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
    const found = weights.findIndex((weight) => (rest -= weight) < 0);
    const drawn = moves[found < 0 ? moves.length - 1 : found];
    course = played(course, drawn, game.play(position, drawn.move), SAME);
  }
  return at(here, course);
}

/** @param {Sitting} here @param {Course} course @returns {Sitting} */
function at(here, course) {
  return { ...here, ...AT_REST, course };
}

/** Whether a person moves in a position. @param {Sitting} here */
const person = (here) => (/** @type {any} */ position) => here.people.includes(here.game.mover(position));

/** The sitting at the last position before this one in which a person moves. @param {Sitting} here */
export function back(here) {
  return at(here, undone(here.course, person(here)));
}

/** The sitting at the next position, of those seen last, in which a person moves; or at the last. @param {Sitting} here */
export function on(here) {
  return at(here, redone(here.course, person(here)));
}

/** The sitting at a place of its course. @param {Sitting} here @param {number} number */
export function toPlace(here, number) {
  return at(here, movedTo(here.course, number));
}

/** The sitting in which people and the opponent have changed sides. @param {Sitting} here @returns {Sitting} */
export function swapped(here) {
  const count = here.game.players.length;
  const names = [...here.names.slice(-1), ...here.names.slice(0, -1)];
  return at({ ...here, names, people: here.people.map((player) => (player + 1) % count) }, here.course);
}

/** The sitting in which the game begins again. @param {Sitting} here @param {() => number} random @returns {Sitting} */
export function anew(here, random) {
  const course = begun(here.course.places[0].position);
  return withChance(at({ ...here, endings: {} }, course), random);
}

/** The sitting with the moves of a record, by their texts. Throws an Error that names the first one that is not legal.
 * @param {Sitting} here @param {string[]} texts @returns {Sitting} */
export function withMoves(here, texts) {
  let course = begun(here.course.places[0].position);
  texts.forEach((text, ply) => {
    const { position } = hereOf(course);
    const move = here.game.moves(position).find((each) => each.text === text);
    if (!move) throw new Error(`move ${ply + 1}, “${text}”, is not legal there`);
    course = played(course, move, here.game.play(position, move.move), SAME);
  });
  return at({ ...here, endings: {} }, course);
}

/** The sitting after a player of two has resigned. @param {Sitting} here @param {number} player @returns {Sitting} */
export function givenUp(here, player) {
  return ended(here, { payoffs: player ? [1, -1] : [-1, 1], reason: `${here.game.players[player]} resigns` });
}

/** The sitting after both have agreed to a draw. @param {Sitting} here @returns {Sitting} */
export function agreedOn(here) {
  return ended(here, { payoffs: here.game.players.map(() => 0), reason: "by agreement" });
}

/** @param {Sitting} here @param {Ending} how @returns {Sitting} */
function ended(here, how) {
  if (endedOf(here)) return here;
  return { ...here, ...AT_REST, endings: { ...here.endings, [here.course.at]: how } };
}

/** What a page shows of a sitting; table.mjs shows it. `acts` are those that the host offers, `more` what it adds to them:
 * `link`, `rules`, `source`. @param {Sitting} here @param {string[]} acts @param {object} [more] */
export function dataOf(here, acts, more = {}) {
  const { game, course } = here;
  const [turn, position, place] = [turnOf(here), positionOf(here), hereOf(course)];
  const moves = turn === "over" ? [] : game.moves(position);
  const plain = (/** @type {Legal} */ { path, text }) => ({ path: [...path], text });
  const opponent = here.people.length < game.players.length;
  return {
    name: game.name,
    at: course.at,
    board: game.layout ? boardOf(here, game.layout) : null,
    text: game.show(position),
    caption: toldNow(here),
    mover: turn === "over" ? CHANCE : game.mover(position),
    moves: turn === "person" ? moves.map(plain) : [],
    hint: here.hint && plain(here.hint),
    turn,
    opponent,
    thinking: here.thinking,
    said: here.said,
    line: lineThrough(course).slice(1).map((number) => writtenAt(here, number)),
    tried: place.after.map((number) => writtenAt(here, number)),
    undo: place.before !== NOWHERE,
    redo: place.latest !== NOWHERE,
    acts,
    acts_off: acts.filter((act) => isOff(act, turn, here.thinking, place.before !== NOWHERE, place.latest !== NOWHERE)),
    seats: game.players.map((name, player) => seatOf(here, name, player)),
    offer: here.offer,
    valuing: here.valuing,
    values: here.values && valuesData(here.values),
    heat: null,
    tree: here.tree,
    record: here.head,
    link: "",
    rules: "",
    source: "",
    ...more,
  };
}

/** Whether an act cannot be asked for here and now. @param {string} act @param {string} turn @param {string} thinking
 * @param {boolean} begun @param {boolean} redo @returns {boolean} */
function isOff(act, turn, thinking, begun, redo) {
  const [over, person] = [turn === "over", turn === "person"];
  /** @type {Record<string, boolean>} */
  const senseless = {
    undo: !begun, redo: !redo, hint: !person || thinking === "hint", values: over, draw: over, decline: over, resign: over,
    "move now": over || (person && !thinking) || thinking === "values", new: !begun && !redo && !over, save: !begun,
  };
  return senseless[act] ?? false;
}

/** @param {Sitting} here @param {string} name @param {number} player */
function seatOf(here, name, player) {
  const yours = here.people.includes(player);
  return { name, who: here.names[player] ?? (yours ? "a person" : "the computer"), yours };
}

/** @param {Sitting} here @param {number} number */
function writtenAt(here, number) {
  const { move, before } = here.course.places[number];
  return { at: number, text: move.text, mover: here.game.mover(here.course.places[before].position) };
}

/** Who moves, or how the game has ended, and why. @param {Sitting} here @returns {string} */
export function toldNow(here) {
  const how = endedOf(here);
  if (!how) {
    const mover = here.game.mover(positionOf(here));
    return mover === CHANCE ? "chance moves" : `${here.game.players[mover]} to move`;
  }
  const told = here.game.announce ? here.game.announce(how.payoffs) : result(here.game.players, how.payoffs);
  return how.reason ? `${told}: ${how.reason}` : told;
}

/** The result of a game in one line. @param {string[]} players @param {number[]} payoffs @returns {string} */
function result(players, payoffs) {
  const top = Math.max(...payoffs);
  if (payoffs.every((payoff) => payoff === top)) return "a draw";
  const winners = players.filter((_, player) => payoffs[player] === top);
  const margin = payoffs.length === 2 && Math.abs(top) > 1 ? ` by ${top}` : "";
  return `${winners.join(" and ")} ${winners.length === 1 ? "wins" : "share the win"}${margin}`;
}

/** What a picture of the board shows. @param {Sitting} here @param {Layout} layout @returns {import("./board.mjs").View} */
function boardOf(here, layout) {
  const { game, course } = here;
  const [position, over] = [positionOf(here), turnOf(here) === "over"];
  const laid = layout.pieces === "covered" ? lineTo(course, course.at).slice(1).map((number) => dominoAt(here, number)) : [];
  const covered = new Set(laid.flatMap((domino) => domino.cells));
  return {
    name: game.name, layout, players: game.players, caption: toldNow(here), mover: over ? CHANCE : game.mover(position),
    stones: game.stones(position).filter((stone) => !covered.has(stone.cell)), last: hereOf(course).move?.path ?? [],
    legal: [], heat: [], marks: [], dominoes: laid, text: game.show(position),
  };
}

/** @param {Sitting} here @param {number} number */
function dominoAt(here, number) {
  const { move, before } = here.course.places[number];
  return { owner: here.game.mover(here.course.places[before].position), cells: move.path };
}
