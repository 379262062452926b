// What a published page shows of a game at its board: the view that table.mjs shows, made from the state of the page.

import { lineThrough, lineTo } from "./page_course.mjs";
import { boardInWords, ending, writtenMoves } from "./page_words.mjs";

/** @typedef {import("./wasm_game.mjs").WasmGame} WasmGame */
/** @typedef {import("./wasm_game.mjs").Packed} Packed */
/** @typedef {import("./page_course.mjs").Course} Course */
/** @typedef {{course: Course, levels: number[], thinking: string, hint: number, values: any[] | null, said: string}} State
 *   the course; of each player the number of the level that plays, 0: a person; what is thought about; the number of an
 *   advised move, or -1; the values of the moves, or null; what went wrong */

const ACTS = ["undo", "redo", "hint", "values", "move now", "swap sides", "new", "link"];

/** What is known of the position that is shown. @param {WasmGame} game @param {State} state */
export function situation(game, state) {
  const { position } = state.course.places[state.course.at];
  const moves = game.moves(position);
  const mover = moves.length ? game.mover(position) : -1;
  const turn = !moves.length ? "over" : mover >= 0 && state.levels[mover] === 0 ? "person" : "opponent";
  return { position, moves, mover, turn };
}

/** The view of a page. @param {WasmGame} game @param {any} page @param {State} state @param {string} link @returns {any} */
export function viewOf(game, page, state, link) {
  const { course } = state;
  const { players } = game.layout;
  const { position, moves, mover, turn } = situation(game, state);
  const here = course.places[course.at];
  const caption = turn === "over" ? ending(page, players, game.payoffs(position)) : mover < 0 ? "chance moves" : `${players[mover]} to move`;
  const written = turn === "over" ? [] : writtenMoves(game, page, position, moves);
  const opponent = state.levels.some((level) => level > 0);
  const [begun, redo] = [here.before >= 0, here.latest >= 0];
  const acts = ACTS.filter((act) => opponent || (act !== "move now" && act !== "swap sides"));
  const words = page.board ? boardInWords(page, players, game.stones(position)) : JSON.stringify(game.read(position));
  /** @param {number} number */
  const step = (number) => writtenStep(game, page, course, number);
  return {
    name: game.layout.name, at: course.at, text: words, caption, mover, turn, opponent,
    board: page.board ? boardOf(game, page, course, { caption, mover, words }) : null,
    moves: turn === "person" ? written : [],
    hint: state.hint < 0 ? null : written[state.hint],
    thinking: state.thinking, said: state.said,
    line: lineThrough(course).slice(1).map(step),
    tried: here.after.map(step),
    undo: begun, redo, acts, acts_off: acts.filter((act) => isOff(act, turn, state.thinking, begun, redo)),
    seats: players.map((/** @type {string} */ name, /** @type {number} */ player) => (
      { name, who: page.levels[state.levels[player]].name, yours: state.levels[player] === 0 })),
    offer: null, valuing: state.thinking === "values", values: turn === "person" ? state.values : null,
    heat: null, tree: null, record: null, link, rules: page.rules, source: page.source,
  };
}

/** Whether an act cannot be asked for now. @param {string} act @param {string} turn @param {string} thinking
 * @param {boolean} begun @param {boolean} redo @returns {boolean} */
function isOff(act, turn, thinking, begun, redo) {
  if (act === "undo") return !begun;
  if (act === "redo") return !redo;
  if (act === "hint") return turn !== "person" || thinking === "hint";
  if (act === "values") return turn !== "person";
  if (act === "move now") return turn === "over" || !thinking;
  return act === "new" && !begun && !redo;
}

/** The picture of the board, as board.mjs draws it. @param {WasmGame} game @param {any} page @param {Course} course
 * @param {{caption: string, mover: number, words: string}} said */
function boardOf(game, page, course, { caption, mover, words }) {
  const { position } = course.places[course.at];
  const laid = page.board.pieces === "covered" ? lineTo(course, course.at).slice(1).map((place) => dominoOf(game, course, place)) : [];
  const covered = new Set(laid.flatMap(({ cells }) => cells));
  return {
    name: game.layout.name, layout: page.board, players: game.layout.players, caption, mover, text: words,
    stones: game.stones(position).filter(({ cell }) => !covered.has(cell)),
    last: course.places[course.at].before >= 0 ? touchedBefore(game, course, course.at) : [],
    legal: [], heat: [], marks: [], dominoes: laid,
  };
}

/** The cells of the move that led to a place. @param {WasmGame} game @param {Course} course @param {number} place @returns {number[]} */
function touchedBefore(game, course, place) {
  const before = course.places[course.places[place].before].position;
  return game.touched(before, game.moves(before)[course.places[place].move]);
}

/** The piece that the move which led to a place has laid. @param {WasmGame} game @param {Course} course @param {number} place */
function dominoOf(game, course, place) {
  const before = course.places[course.places[place].before].position;
  return { owner: game.mover(before), cells: touchedBefore(game, course, place) };
}

/** The move that led to a place: its text, who made it, and the number of the place.
 * @param {WasmGame} game @param {any} page @param {Course} course @param {number} number */
function writtenStep(game, page, course, number) {
  const before = course.places[course.places[number].before].position;
  const { text } = writtenMoves(game, page, before, game.moves(before))[course.places[number].move];
  return { at: number, text, mover: game.mover(before) };
}
