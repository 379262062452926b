// Choosing a move by clicks: each click on a cell narrows the legal moves, until one is left.
//
// A move is known by the path of cells that it touches and by its text. Where one path begins another's (Konane's
// d2-d4 and d2-d4-d6), a second click on the last cell, or a button, ends the move. Moves without cells, and moves of
// one path, are told apart by buttons. All functions here are pure.

/** @typedef {{path: number[], text: string}} Move a legal move: the cells that it touches, in order, and its text */
/** @typedef {{picked: number[], move: number | null}} Picked the cells clicked so far, and the move they have made */
/** @typedef {{x: number, y: number}} Place the centre of a cell, y downwards */

/** The numbers of the moves whose paths begin with these cells.
 * @param {Move[]} moves @param {number[]} picked @returns {number[]} */
export function fitting(moves, picked) {
  return moves.flatMap(({ path }, index) =>
    path.length >= Math.max(1, picked.length) && picked.every((cell, at) => path[at] === cell) ? [index] : [],
  );
}

/** The cells that may be clicked next, each once. @param {Move[]} moves @param {number[]} picked @returns {number[]} */
export function nextCells(moves, picked) {
  const ahead = fitting(moves, picked).map((index) => moves[index].path[picked.length]);
  return [...new Set(ahead.filter((cell) => cell !== undefined))];
}

/** The numbers of the moves whose paths are these cells exactly: a button may end each of them.
 * @param {Move[]} moves @param {number[]} picked @returns {number[]} */
export function endings(moves, picked) {
  return fitting(moves, picked).filter((index) => moves[index].path.length === picked.length);
}

/** The numbers of the moves that touch no cell. @param {Move[]} moves @returns {number[]} */
export function withoutCells(moves) {
  return moves.flatMap(({ path }, index) => (path.length ? [] : [index]));
}

/** What a click on a cell makes of the cells picked so far: it adds to them, ends the move, begins a new one, or drops
 * them. @param {Move[]} moves @param {number[]} picked @param {number} cell @returns {Picked} */
export function clicked(moves, picked, cell) {
  const on = [...picked, cell];
  if (fitting(moves, on).length) return narrowed(moves, on);
  const ended = endings(moves, picked);
  if (picked.at(-1) === cell)
    return { picked: ended.length > 1 ? picked : [], move: ended.length === 1 ? ended[0] : null };
  return fitting(moves, [cell]).length ? narrowed(moves, [cell]) : { picked: [], move: null };
}

/** The picked cells, or the one move that they leave.
 * @param {Move[]} moves @param {number[]} picked @returns {Picked} */
function narrowed(moves, picked) {
  const left = fitting(moves, picked);
  return left.length === 1 ? { picked: [], move: left[0] } : { picked, move: null };
}

/** The cells that the moves which a click on this cell would leave go through, after it.
 * @param {Move[]} moves @param {number[]} picked @param {number} cell @returns {number[]} */
export function ahead(moves, picked, cell) {
  const on = fitting(moves, [...picked, cell]).length ? [...picked, cell] : [cell];
  return [...new Set(fitting(moves, on).flatMap((index) => moves[index].path.slice(on.length)))];
}

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The cell that an arrow key leads to: the nearest one in its direction, of `among`; the same cell if there is none.
 * What lies beside the direction counts as twice as far.
 * @param {Place[]} places @param {number[]} among @param {number} from @param {string} key @returns {number} */
export function stepped(places, among, from, key) {
  const step = STEPS[key];
  if (!step) return from;
  const [dx, dy] = step;
  let best = from;
  let least = Infinity;
  for (const cell of among) {
    const x = places[cell].x - places[from].x;
    const y = places[cell].y - places[from].y;
    const along = x * dx + y * dy;
    const distance = along + 2 * Math.abs(x * dy - y * dx);
    if (along > 0.01 && distance < least - 1e-9) [best, least] = [cell, distance];
  }
  return best;
}
