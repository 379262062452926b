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

export const CHANCE = -1;
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

/** The sitting with the moves of a record, by their texts, and as people have ended it there. Throws an Error that names
 * the first move that is not legal.
 * @param {Sitting} here @param {string[]} texts @param {Ending | null} [ended] @returns {Sitting} */
export function withMoves(here, texts, ended = null) {
  let course = begun(here.course.places[0].position);
  texts.forEach((text, ply) => {
    const { position } = hereOf(course);
    const move = here.game.moves(position).find((each) => each.text === text);
    if (!move) throw new Error(`move ${ply + 1}, “${text}”, is not legal there`);
    course = played(course, move, here.game.play(position, move.move), SAME);
  });
  const over = !here.game.moves(hereOf(course).position).length;
  return at({ ...here, endings: ended && !over ? { [course.at]: ended } : {} }, course);
}

/** The sitting after a player of two has resigned. @param {Sitting} here @param {number} player @returns {Sitting} */
export function givenUp(here, player) {
  return ended(here, resigned(here.game, player));
}

/** The ending in which a player of two has resigned. @param {Rules} game @param {number} player @returns {Ending} */
export function resigned(game, player) {
  return { payoffs: player ? [1, -1] : [-1, 1], reason: `${game.players[player]} resigns` };
}

/** The sitting after both have agreed to a draw. @param {Sitting} here @returns {Sitting} */
export function agreedOn(here) {
  return ended(here, agreed(here.game));
}

/** The ending in which all players have agreed to a draw. @param {Rules} game @returns {Ending} */
export function agreed(game) {
  return { payoffs: game.players.map(() => 0), reason: "by agreement" };
}

/** @param {Sitting} here @param {Ending} how @returns {Sitting} */
function ended(here, how) {
  if (endedOf(here)) return here;
  return { ...here, ...AT_REST, endings: { ...here.endings, [here.course.at]: how } };
}
