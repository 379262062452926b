// The address of a position: a fragment with the numbers of the moves that led to it, among the legal ones.

import { lineTo } from "./course.mjs";

/** @typedef {import("./sitting.mjs").Rules} Rules */

/** The fragment of the place of a course that is shown. @param {Rules} game @param {import("./course.mjs").Course} course @returns {string} */
export function linkTo(game, course) {
  const line = lineTo(course, course.at).slice(1).map((number) => {
    const { before, move } = course.places[number];
    return game.moves(course.places[before].position).findIndex(({ text }) => text === move.text);
  });
  return `#moves=${line.join(".")}`;
}

/** The texts of the moves that a fragment holds, those of chance among them; null if it holds none. Throws an Error where
 * a move has no such number.
 * @param {Rules} game @param {string} fragment @returns {string[] | null} */
export function linked(game, fragment) {
  const found = /^#moves=([\d.]*)$/.exec(fragment);
  if (!found) return null;
  let position = game.start;
  return (found[1] ? found[1].split(".").map(Number) : []).map((number) => {
    const legal = game.moves(position)[number];
    if (!legal) throw new Error("it is of another game, or of other rules");
    position = game.play(position, legal.move);
    return legal.text;
  });
}
