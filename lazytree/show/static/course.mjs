// The course of a game with all that was tried: a tree of places, and the one that is shown. Values; nothing changes.
// It is what lazytree/show/sittings/course.py is in Python.

/** @typedef {{position: any, move: any, before: number, after: number[], latest: number}} Place a position, the move that
 *   led to it (null at the beginning), the number of the place before, those after it, and of those the one seen last */
/** @typedef {{places: Place[], at: number}} Course all places, by their numbers, and the number of the one that is shown */
/** @typedef {(position: any) => boolean} Enough */

export const NOWHERE = -1;

/** The course of a game in which no move has been made. @param {any} position @returns {Course} */
export function begun(position) {
  return { places: [{ position, move: null, before: NOWHERE, after: [], latest: NOWHERE }], at: 0 };
}

/** The place that is shown. @param {Course} course @returns {Place} */
export function hereOf(course) {
  return course.places[course.at];
}

/** The course after a move, and the position to which it leads; a move that was made here before is made again.
 * @param {Course} course @param {any} move @param {any} position
 * @param {(one: any, other: any) => boolean} [same] whether two moves are equal @returns {Course} */
export function played(course, move, position, same = (one, other) => one === other) {
  const here = hereOf(course);
  const known = here.after.find((number) => same(course.places[number].move, move));
  if (known !== undefined) return movedTo(course, known);
  const number = course.places.length;
  const grown = { ...here, after: [...here.after, number] };
  const places = course.places.map((place, at) => (at === course.at ? grown : place));
  return movedTo({ places: [...places, { position, move, before: course.at, after: [], latest: NOWHERE }], at: course.at }, number);
}

/** The course shown at another place; redo leads from there along what was seen last. Throws a RangeError if there is no
 * place of this number. @param {Course} course @param {number} number @returns {Course} */
export function movedTo(course, number) {
  if (!course.places[number]) {
    throw new RangeError(`there is no place ${number} in this game: places have the numbers 0 to ${course.places.length - 1}`);
  }
  const places = [...course.places];
  for (let below = number, before = places[below].before; before !== NOWHERE; below = before, before = places[below].before) {
    places[before] = { ...places[before], latest: below };
  }
  return { places, at: number };
}

/** The course one move back, or further back, to the last position that is `enough`; itself if there is none.
 * @param {Course} course @param {Enough} [enough] @returns {Course} */
export function undone(course, enough = () => true) {
  let number = hereOf(course).before;
  while (number !== NOWHERE && !enough(course.places[number].position)) number = course.places[number].before;
  return number === NOWHERE ? course : movedTo(course, number);
}

/** The course one move on, as it was seen last, or further, to the next position that is `enough`, or the last one.
 * @param {Course} course @param {Enough} [enough] @returns {Course} */
export function redone(course, enough = () => true) {
  let number = hereOf(course).latest;
  if (number === NOWHERE) return course;
  while (!enough(course.places[number].position) && course.places[number].latest !== NOWHERE) {
    number = course.places[number].latest;
  }
  return movedTo(course, number);
}

/** The numbers of the places from the beginning to this one. @param {Course} course @param {number} number */
export function lineTo(course, number) {
  const line = [number];
  for (let at = course.places[number].before; at !== NOWHERE; at = course.places[at].before) line.unshift(at);
  return line;
}

/** The numbers of the places from the beginning to the one that is shown, and on, as it was seen last.
 * @param {Course} course @returns {number[]} */
export function lineThrough(course) {
  const line = lineTo(course, course.at);
  for (let at = hereOf(course).latest; at !== NOWHERE; at = course.places[at].latest) line.push(at);
  return line;
}
