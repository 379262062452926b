// A board on which a move is chosen by clicks, or by arrow keys and Enter.

import { drawBoard } from "./board.mjs";
import { ahead, clicked, endings, nextCells, stepped } from "./choose.mjs";
import { element, fill } from "./elements.mjs";
import { moving } from "./motion.mjs";
import { nameCells } from "./spoken.mjs";
import { outline } from "./svg.mjs";
import { zoomed } from "./zoom.mjs";

/** @typedef {import("./choose.mjs").Move} Move */
/** @typedef {import("./board.mjs").View} View */
/** @typedef {import("./board.mjs").Heat} Heat */
/** @typedef {{picked: number[], endings: number[], made?: boolean}} Chosen the cells clicked so far, the moves that may end
 *   there, and whether a move has been made, so that the host is about to show another position */
/** @typedef {(picked: number[]) => Heat[]} HeatOf the heat over cells when these are picked */

const SVG = "http://www.w3.org/2000/svg";
const KEYS = "Arrow keys go from cell to cell, Enter chooses one, Escape lets go.";

/** A board in an element. `made(index)` is called with the number of the move that the clicks have made, and
 * `changed(chosen)` when a click has changed what is chosen. The board that is given shows a view with its legal moves.
 * @param {HTMLElement} place @param {(index: number) => void} made @param {(chosen: Chosen) => void} changed */
export function clickableBoard(place, made, changed = () => {}) {
  /** @type {View | null} */
  let view = null;
  /** @type {Move[]} */
  let moves = [];
  /** @type {number[]} */
  let hint = [];
  /** @type {number[]} */
  let picked = [];
  /** @type {HeatOf} */
  let heat = () => [];
  /** @type {number[]} */
  let advised = []; // the cells of a move that is shown by an arrow
  let focus = -1; // the cell that the keyboard is at; -1: none
  const picture = element("div", { class: "ltw-picture" });
  const told = element("p", { class: "ltw-unseen", role: "status" });
  place.append(picture, told);
  const [part, move] = [zoomed(place, picture), moving(picture)];
  for (const [name, text] of Object.entries({ role: "application", "aria-roledescription": "board" })) {
    place.setAttribute(name, text);
  }
  place.tabIndex = 0;

  /** Draws the board with what is chosen. */
  function draw() {
    if (!view) return;
    const marks = [...view.marks, ...marked(picked, "frame"), ...marked(hint, "diamond")];
    const [next, more] = [new Set(nextCells(moves, picked)), new Set(open())];
    const shown = { ...view, caption: "", text: "", legal: [...next], marks, heat: heat(picked) };
    const wide = shown.heat.length ? picture.querySelector("svg")?.getScreenCTM()?.a : 0; // of a cell, as it is shown
    const { cells } = view.layout;
    const way = picked.length || !advised.length ? "" : arrow(advised.map((at) => cells[at]));
    picture.innerHTML = drawBoard(shown, 36, wide || 36, way);
    for (const cell of picture.querySelectorAll("[data-cell]")) {
      const number = Number(cell.getAttribute("data-cell"));
      cell.classList.toggle("ltw-open", more.has(number));
      cell.classList.toggle("ltw-next", next.has(number));
    }
    nameCells(picture, view, { next, open: more, picked, hint });
    rings(focus < 0 ? [] : [focus], "ltw-focus");
    part(shown);
    move(shown);
  }

  /** The cells that a click may go on with. */
  function open() {
    const next = nextCells(moves, picked);
    return picked.length ? [...new Set([...next, picked[picked.length - 1], ...nextCells(moves, [])])] : next;
  }

  /** Rings around cells, above the drawing. @param {number[]} cells @param {string} name */
  function rings(cells, name) {
    picture.querySelectorAll(`.${name}`).forEach((ring) => ring.remove());
    const svg = picture.querySelector("svg");
    for (const cell of cells) {
      const ring = document.createElementNS(SVG, "circle");
      const at = /** @type {View} */ (view).layout.cells[cell];
      for (const [key, value] of Object.entries({ cx: at.x, cy: at.y, r: 0.44, class: name })) {
        ring.setAttribute(key, String(value));
      }
      svg?.append(ring);
    }
  }

  /** @param {number} cell */
  function click(cell) {
    const result = clicked(moves, picked, cell);
    choose(result.picked, result.move);
  }

  /** @param {number[]} cells @param {number | null} move */
  function choose(cells, move) {
    picked = cells;
    if (move !== null) moves = []; // until the host shows what has come of it
    draw();
    changed({ picked, endings: move === null && picked.length ? endings(moves, picked) : [], made: move !== null });
    if (move !== null) made(move);
  }

  /** The number of the cell of an event; -1 beside all cells. @param {Event} event */
  function cellOf(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    return cell ? Number(cell.getAttribute("data-cell")) : -1;
  }

  /** Goes to the cell that an arrow key leads to, of those that may be chosen, or of all where none may, and says what is
   * there. @param {string} key */
  function step(key) {
    const cells = /** @type {View} */ (view).layout.cells;
    const among = open().length ? open() : cells.map((_, at) => at);
    focus = focus < 0 ? (among[0] ?? -1) : stepped(cells, among, focus, key);
    draw();
    fill(told, picture.querySelector(`[data-cell="${focus}"]`)?.getAttribute("aria-label") ?? "");
  }

  place.addEventListener("click", (event) => cellOf(event) >= 0 && moves.length && click(cellOf(event)));
  place.addEventListener("pointerover", (event) => {
    const cell = cellOf(event);
    rings(view && open().includes(cell) ? ahead(moves, picked, cell) : [], "ltw-ahead");
  });
  place.addEventListener("pointerleave", () => rings([], "ltw-ahead"));
  place.addEventListener("blur", () => [(focus = -1), rings([], "ltw-focus")]);
  place.addEventListener("keydown", (event) => {
    if (!view || event.target !== place || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && (picked.length || focus >= 0)) {
      if (!picked.length) focus = -1;
      choose([], null);
    } else if ((event.key === "Enter" || event.key === " ") && focus >= 0) click(focus);
    else if (event.key.startsWith("Arrow")) step(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation(); // or a notebook would go to another of its cells
  });

  return {
    /** Shows a view, its legal moves, the cells of a hint, heat, and the cells of the best move; nothing is chosen yet.
     * @param {View} newView @param {Move[]} newMoves @param {number[]} newHint @param {HeatOf} newHeat
     * @param {number[]} best */
    show(newView, newMoves, newHint = [], newHeat = () => newView.heat, best = []) {
      const still = view && JSON.stringify([newMoves, newView.stones]) === JSON.stringify([moves, view.stones]);
      [view, moves, hint, heat, advised] = [newView, newMoves, newHint, newHeat, best];
      if (!still) picked = []; // what is chosen stays where only the heat or a hint is new
      place.setAttribute("aria-label", `${view.name}: ${view.caption}. ${KEYS}`);
      draw();
      changed({ picked, endings: picked.length ? endings(moves, picked) : [] });
    },
    /** Ends the choice with a move, as a button does. @param {number} move */
    end(move) {
      choose([], move);
    },
  };
}

/** An arrow through cells, or a dashed frame in the only one. @param {import("./svg.mjs").Cell[]} cells @returns {string} */
function arrow(cells) {
  const [end, before] = [cells[cells.length - 1], cells[cells.length - 2]];
  if (!before) return `<path class="ltw-best ltw-one" d="${outline(end, 0.96)}"/>`;
  const turn = Math.atan2(end.y - before.y, end.x - before.x);
  const barb = (/** @type {number} */ side) =>
    `M${end.x - 0.34 * Math.cos(turn + side)} ${end.y - 0.34 * Math.sin(turn + side)}L${end.x} ${end.y}`;
  return `<path class="ltw-best" d="M${cells.map(({ x, y }) => `${x} ${y}`).join("L")}${barb(0.5)}${barb(-0.5)}"/>`;
}

/** @param {number[]} cells @param {string} kind */
function marked(cells, kind) {
  return cells.map((cell) => ({ cell, kind }));
}
