// The course of a game with all that was tried: a tree of positions, and the place in it. Functions give new courses.

/** @typedef {import("./wasm_game.mjs").Packed} Packed */
/** @typedef {{position: Packed, move: number, before: number, after: number[], latest: number}} Place a position; the
 *   number of the move that led to it, among the legal ones; places before and after it; where redo leads. -1: none */
/** @typedef {{places: Place[], at: number}} Course */

const NOWHERE = -1;

/** The course of a game in which no move has been made. @param {Packed} position @returns {Course} */
export function begun(position) {
  return { places: [{ position, move: NOWHERE, before: NOWHERE, after: [], latest: NOWHERE }], at: 0 };
}

/** The course after a move; one that was made here before is made again. @param {Course} course @param {number} move
 * @param {() => Packed} position @returns {Course} */
export function played(course, move, position) {
  const known = course.places[course.at].after.find((place) => course.places[place].move === move);
  if (known !== undefined) return movedTo(course, known);
  const number = course.places.length;
  const place = { position: position(), move, before: course.at, after: [], latest: NOWHERE };
  const places = course.places.map((each, at) => (at === course.at ? { ...each, after: [...each.after, number] } : each));
  return movedTo({ places: [...places, place], at: course.at }, number);
}

/** The course shown at another place; redo leads from there along what was seen last.
 * @param {Course} course @param {number} number @returns {Course} */
export function movedTo(course, number) {
  if (!course.places[number]) return course;
  const places = [...course.places];
  for (let below = number; places[below].before !== NOWHERE; below = places[below].before) {
    places[places[below].before] = { ...places[places[below].before], latest: below };
  }
  return { places, at: number };
}

/** The course some moves back, at the last position that is `enough`. @param {Course} course
 * @param {(position: Packed) => boolean} enough @returns {Course} */
export function undone(course, enough) {
  let number = course.places[course.at].before;
  while (number !== NOWHERE && !enough(course.places[number].position)) number = course.places[number].before;
  return number === NOWHERE ? course : movedTo(course, number);
}

/** The course some moves on, as it was seen last, at the next position that is `enough`, or at the last one.
 * @param {Course} course @param {(position: Packed) => boolean} enough @returns {Course} */
export function redone(course, enough) {
  let number = course.places[course.at].latest;
  if (number === NOWHERE) return course;
  while (!enough(course.places[number].position) && course.places[number].latest !== NOWHERE) number = course.places[number].latest;
  return movedTo(course, number);
}

/** The places from the beginning to this one. @param {Course} course @param {number} number @returns {number[]} */
export function lineTo(course, number) {
  const line = [];
  for (let at = number; at !== NOWHERE; at = course.places[at].before) line.unshift(at);
  return line;
}

/** The places from the beginning to the one that is shown, and on, as it was seen last. @param {Course} course @returns {number[]} */
export function lineThrough(course) {
  const line = lineTo(course, course.at);
  for (let at = course.places[course.at].latest; at !== NOWHERE; at = course.places[at].latest) line.push(at);
  return line;
}
