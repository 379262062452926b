// The moves of a game with all that was tried: a tree of nodes, and the one that is shown. Values; nothing changes.
// It is what lazytree/session/variations.py is in Python.

/** @typedef {{position: any, move: any, before: number, after: number[], latest: number}} Node a position, the move that
 *   led to it (null at the beginning), the place before, those after it, and of those the one seen last */
/** @typedef {{nodes: Node[], place: number}} Variations all nodes, by their places, and the place that is shown */
/** @typedef {(position: any) => boolean} Fits */

export const NOWHERE = -1;

/** The variations of a game in which no move has been made. @param {any} position @returns {Variations} */
export function newVariations(position) {
  return { nodes: [{ position, move: null, before: NOWHERE, after: [], latest: NOWHERE }], place: 0 };
}

/** The node that is shown. @param {Variations} variations @returns {Node} */
export function nodeOf({ nodes, place }) {
  return nodes[place];
}

/** The variations after a move, and the position to which it leads; a move that was made here before is made again.
 * @param {Variations} variations @param {any} move @param {any} position
 * @param {(one: any, other: any) => boolean} [same] whether two moves are equal @returns {Variations} */
export function addMove(variations, move, position, same = (one, other) => one === other) {
  const { nodes, place } = variations;
  const known = nodes[place].after.find((each) => same(nodes[each].move, move));
  if (known !== undefined) return goTo(variations, known);
  const grown = { ...nodes[place], after: [...nodes[place].after, nodes.length] };
  const before = nodes.map((node, at) => (at === place ? grown : node));
  return goTo(
    { nodes: [...before, { position, move, before: place, after: [], latest: NOWHERE }], place },
    nodes.length,
  );
}

/** The variations shown at another place; redo leads from there along what was seen last. Throws a RangeError if there
 * is no such place. @param {Variations} variations @param {number} place @returns {Variations} */
export function goTo(variations, place) {
  const nodes = [...variations.nodes];
  if (!nodes[place]) {
    throw new RangeError(`there is no place ${place} in this game: places have the numbers 0 to ${nodes.length - 1}`);
  }
  for (
    let below = place, before = nodes[below].before;
    before !== NOWHERE;
    below = before, before = nodes[below].before
  ) {
    nodes[before] = { ...nodes[before], latest: below };
  }
  return { nodes, place };
}

/** The variations one move back, or further, at the last position that `fits`; themselves if there is none.
 * @param {Variations} variations @param {Fits} [fits] @returns {Variations} */
export function stepBack(variations, fits = () => true) {
  const { nodes } = variations;
  let place = nodeOf(variations).before;
  while (place !== NOWHERE && !fits(nodes[place].position)) place = nodes[place].before;
  return place === NOWHERE ? variations : goTo(variations, place);
}

/** The variations one move on, as it was seen last, or further, at the next position that `fits`, or the last one.
 * @param {Variations} variations @param {Fits} [fits] @returns {Variations} */
export function stepForward(variations, fits = () => true) {
  const { nodes } = variations;
  let place = nodeOf(variations).latest;
  if (place === NOWHERE) return variations;
  while (!fits(nodes[place].position) && nodes[place].latest !== NOWHERE) place = nodes[place].latest;
  return goTo(variations, place);
}

/** The places from the beginning to this one. @param {Variations} variations @param {number} place */
export function lineTo({ nodes }, place) {
  const line = [place];
  for (let at = nodes[place].before; at !== NOWHERE; at = nodes[at].before) line.unshift(at);
  return line;
}

/** The places from the beginning to the one that is shown, and on, as it was seen last.
 * @param {Variations} variations @returns {number[]} */
export function lineThrough(variations) {
  const line = lineTo(variations, variations.place);
  for (let at = nodeOf(variations).latest; at !== NOWHERE; at = variations.nodes[at].latest) line.push(at);
  return line;
}
