// What a page shows of a sitting, as data: what shown.py of lazytree/show/sittings/ says in Python. Pure functions.

import { hereOf, lineThrough, lineTo, NOWHERE } from "./course.mjs";
import { CHANCE, endedOf, positionOf, turnOf } from "./sitting.mjs";
import { valuesData } from "./worth.mjs";

/** @typedef {import("./board.mjs").Layout} Layout */
/** @typedef {import("./sitting.mjs").Legal} Legal */
/** @typedef {import("./sitting.mjs").Sitting} Sitting */

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
    values: here.values && valuesData(here.values, !!game.odds),
    heat: null,
    tree: here.tree,
    record: recordOf(here),
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
    "move now": over || (person && !thinking) || thinking === "values", new: !begun && !redo && !over, save: !begun && !over,
  };
  return senseless[act] ?? false;
}

/** What a saved record says beside its moves, which are those of `line`; null where it cannot be saved. @param {Sitting} here */
function recordOf(here) {
  const ended = here.endings[lineThrough(here.course).at(-1) ?? 0];
  return here.head && { ...here.head, ...(ended ? { payoffs: ended.payoffs, ended: ended.reason } : {}) };
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
