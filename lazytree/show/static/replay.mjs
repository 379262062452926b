// Finished games of a tournament, to be stepped through: a list of games, a board, the moves.

import { drawBoard } from "./board.mjs";
import { button, element, fill } from "./elements.mjs";

/** @import { Stone, View } from "./board.mjs" */
/**
 * @typedef {{ move: string, caption: string, mover: number, text?: string, last?: number[], stones?: number[][],
 *   domino?: [number, number[]] }} Step a position, as what has changed since the one before
 */
/** @typedef {{ game: string, players: string[], names: string[], result: string, plies: number, reason: string, steps: Step[] }} Course */
/** @typedef {{ boards: Record<string, View | null>, courses: Course[] }} Report */

/** The views of all positions of a game on a board. @param {View} board @param {Step[]} steps @returns {View[]} */
export function viewsOf(board, steps) {
  /** @type {Map<number, Stone>} */
  let standing = new Map();
  /** @type {import("./board.mjs").Domino[]} */
  let dominoes = [];
  return steps.map(({ caption, mover, last = [], stones = [], domino }) => {
    standing = new Map(standing);
    for (const [cell, ...stone] of stones) {
      if (stone.length) standing.set(cell, { cell, owner: stone[0], height: stone[1], mark: stone[2] });
      else standing.delete(cell);
    }
    if (domino) dominoes = [...dominoes, { owner: domino[0], cells: domino[1] }];
    return { ...board, caption, mover, last, stones: [...standing.values()], dominoes, text: caption };
  });
}

/** Shows a game in a place, from its first position on.
 * @param {Element} place @param {Course} course @param {View | null} board */
export function replay(place, course, board) {
  const { steps, players } = course;
  const views = board ? viewsOf(board, steps) : [];
  const picture = element("div", { class: "lt-board-place" });
  const ends = { type: "range", min: 0, max: steps.length - 1, value: 0 };
  const slider = element("input", { ...ends, "aria-label": "ply", input: () => go(Number(slider.value)) });
  const buttons = [
    button("«", () => go(0), { "aria-label": "first position" }),
    button("‹", () => go(at - 1), { "aria-label": "one move back" }),
    button("›", () => go(at + 1), { "aria-label": "one move on" }),
    button("»", () => go(steps.length - 1), { "aria-label": "last position" }),
  ];
  const [, ...later] = steps;
  const moves = later.map(({ move }, ply) => button(`${ply + 1}. ${move}`, () => go(ply + 1), { class: "lt-ply" }));
  const title = element("h3", {}, players.join(" – "));
  const more = element("p", {}, `${course.game}: ${course.result}${course.reason ? `, ${course.reason}` : ""}`);
  const list = element("div", { class: "lt-plies" }, ...moves);
  const walk = element("div", { class: "lt-steps" }, ...buttons, slider);
  const panel = element("div", { class: "lt-panel" }, title, more, walk, list);
  let at = 0;

  /** @param {number} ply */
  function go(ply) {
    at = Math.max(0, Math.min(steps.length - 1, ply));
    slider.value = String(at);
    if (board) picture.innerHTML = drawBoard(views[at]);
    else fill(picture, element("pre", {}, steps[at].text ?? ""), element("p", {}, steps[at].caption));
    buttons.forEach((each, number) => (each.disabled = number < 2 ? at === 0 : at === steps.length - 1));
    moves.forEach((each, number) => each.toggleAttribute("aria-current", number + 1 === at));
    const current = moves[at - 1];
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  fill(place, picture, panel);
  go(0);
}

/** Makes the list of games of a page one from which games are chosen, by a player's name and by a click.
 * @param {Document} page */
export function browse(page) {
  const found = (/** @type {string} */ id) => /** @type {HTMLElement} */ (page.getElementById(id));
  /** @type {Report} */
  const report = JSON.parse(found("lt-report").textContent ?? "{}");
  const rows = [...found("lt-games").querySelectorAll("tbody tr")];
  const choice = /** @type {HTMLSelectElement} */ (found("lt-player"));

  /** @param {number} number */
  function show(number) {
    const course = report.courses[number];
    rows.forEach((row, at) => row.toggleAttribute("aria-current", at === number));
    replay(found("lt-replay"), course, report.boards[course.game]);
  }

  rows.forEach((row, number) => {
    const open = row.querySelector("button");
    row.addEventListener("click", () => show(number));
    open?.addEventListener("click", () => found("lt-replay").scrollIntoView({ block: "nearest" }));
  });
  choice.addEventListener("change", () => {
    const others = report.courses.map(({ names }) => !!choice.value && !names.includes(choice.value));
    rows.forEach((row, at) => row.toggleAttribute("hidden", others[at]));
  });
  if (rows.length) show(0);
}
