// What a screen reader says of the cells of a board on which a move is chosen. Cells are named in the page, so that they are
// found and chosen by touch, too; what is drawn over them is not read.

/** @import { View } from "./board.mjs" */
/** @typedef {{next: Set<number>, open: Set<number>, picked: number[], hint: number[]}} Choice the cells that go on with a
 *   move, those that can be clicked, those that are chosen, those of a hint */

/** A cell in words: "c3, dark, can move". @param {View} view @param {number} at @param {string} title what its tooltip
 * says @param {Choice} choice @returns {string} */
function cellWords(view, at, title, { next, picked, hint }) {
  const { name } = view.layout.cells[at];
  const stone = view.stones.find((each) => each.cell === at);
  const about = title.startsWith(`${name}: `) ? title.slice(name.length + 2) : "";
  const words = [name, stone && !stone.height ? "" : about || (stone ? "a piece" : "empty")];
  if (picked.includes(at)) words.push("chosen");
  else if (next.has(at)) words.push(picked.length || !stone ? "can be chosen" : "can move");
  if (hint.includes(at)) words.push("hint");
  if (view.last.includes(at)) words.push("last move");
  return words.filter(Boolean).join(", ");
}

/** Gives the cells of a drawing their names; those that can be clicked are buttons.
 * @param {Element} picture @param {View} view @param {Choice} choice */
export function nameCells(picture, view, choice) {
  const svg = picture.querySelector("svg");
  if (!svg) return;
  svg.setAttribute("role", "group");
  for (const part of svg.children)
    if (!part.querySelector("[data-cell]") && !part.matches("[data-cell]")) part.setAttribute("aria-hidden", "true");
  for (const cell of svg.querySelectorAll("[data-cell]")) {
    const at = Number(cell.getAttribute("data-cell"));
    cell.setAttribute("role", choice.open.has(at) ? "button" : "img");
    cell.setAttribute("aria-label", cellWords(view, at, cell.querySelector("title")?.textContent ?? "", choice));
  }
}
