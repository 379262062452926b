// The swarm widget: the signal of each group on the board, sliders for its law, and what they do to the rating.

import { drawBoard } from "./board.mjs";
import { button, element, fill, following, hidingStill } from "./elements.mjs";

/** @import { Host } from "./elements.mjs" */
/** @typedef {{cells: number[], owner: number}} Group the cells of a group, and whose it is */

const ALL = -1;

/** Shows the widget. @param {Host} host @returns {() => void} */
function render({ model, el }) {
  const first = model.get("view");
  const place = element("div", { class: "ltw-board" });
  const words = element("output", {});
  const power = element("input", { type: "range", min: first.least, max: first.most, step: 1, input: tune });
  const law = element(
    "select",
    { change: tune },
    ...first.laws.map((/** @type {string} */ it) => element("option", {}, it)),
  );
  const all = button("All groups", () => send({ group: ALL }));
  const table = element("table", {});
  const panel = element(
    "div",
    { class: "ltw-panel" },
    element("label", { class: "ltw-row" }, "Law ", law),
    element("label", { class: "ltw-row" }, "Power ", power, words),
    element("div", { class: "ltw-acts" }, all),
    table,
    element("p", { class: "ltw-looked" }, "In millionths. A click on a piece shows the signal of its group alone."),
  );
  el.append(element("div", { class: "ltw-widget" }, place, panel));

  let waiting = false; // for the answer to what was sent last
  /** @type {object | null} */
  let next = null; // what is sent then: of a slider that moves on, only the last place counts

  /** @param {object} wanted */
  function send(wanted) {
    if (waiting) next = { ...next, ...wanted };
    else {
      waiting = true;
      model.send(wanted);
    }
  }

  function tune() {
    fill(words, said(Number(power.value)));
    send({ power: Number(power.value), law: law.value });
  }

  place.addEventListener("click", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    if (cell) send({ group: groupAt(model.get("view").groups, Number(cell.getAttribute("data-cell"))) });
  });

  const shown = hidingStill(model);
  const ends = following(model, ["view"], () => {
    const view = model.get("view");
    const more = next;
    [waiting, next] = [false, null];
    place.innerHTML = drawBoard(view.board);
    if (!more) {
      [power.value, law.value] = [String(view.power), view.law];
      fill(words, said(view.power));
    }
    all.disabled = view.group === ALL;
    fill(table, ...rows("Score of ", view.scores), ...rows("Rating: ", view.ratings));
    if (more) send(more);
  });
  return () => [shown, ends].forEach((end) => end());
}

/** @param {number} power @returns {string} */
function said(power) {
  return `${(power / 100).toFixed(2)} at the largest group`;
}

/** The number of the group on a cell; ALL if there is none. @param {Group[]} groups @param {number} cell */
function groupAt(groups, cell) {
  return groups.findIndex((group) => group.cells.includes(cell)); // which is ALL, if there is none
}

/** @param {string} before @param {[string, string][]} pairs */
function rows(before, pairs) {
  return pairs.map(([name, number]) => element("tr", {}, element("th", {}, before + name), element("td", {}, number)));
}

export default { render };
