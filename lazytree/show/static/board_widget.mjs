// The board widget: a game that is played by clicks, its moves, and what the opponent thinks.

import { withoutCells } from "./choose.mjs";
import { clickableBoard } from "./clickable.mjs";
import { button, element, fill, following, hidingStill } from "./elements.mjs";

/** @typedef {import("./elements.mjs").Host} Host */
/** @typedef {import("./choose.mjs").Move} Move */
/** @typedef {{at: number, text: string, mover: number}} Written a move that was made, and the number of its place */

/** Shows the widget. @param {Host} host @returns {() => void} */
function render({ model, el }) {
  const place = element("div", { class: "ltw-board" });
  const status = element("p", { class: "ltw-status", role: "status" });
  const live = element("p", { class: "ltw-live" });
  const more = element("div", { class: "ltw-acts" });
  const record = element("div", { class: "ltw-record" });
  /** @param {string} act @param {object} others */
  const ask = (act, others = {}) => model.send({ do: act, ...others });
  const acts = ["Undo", "Redo", "Hint", "Move now"].map((name) => button(name, () => ask(name.toLowerCase())));
  const [undo, redo, hint, now] = acts;
  now.hidden = !model.get("view").opponent;
  const panel = element("div", { class: "ltw-panel" }, status, live, element("div", { class: "ltw-acts" }, ...acts), more, record);
  const widget = element("div", { class: "ltw-widget" }, place, panel);
  el.append(widget);

  const board = clickableBoard(place, (move) => ask("move", { at: model.get("view").at, move }), showMore);

  /** The buttons of moves that no click tells apart. @param {{picked: number[], endings: number[]}} chosen */
  function showMore({ picked, endings }) {
    const view = model.get("view");
    /** @type {Move[]} */
    const moves = view.moves;
    const shown = view.board ? [...endings, ...(picked.length ? [] : withoutCells(moves))] : moves.map((_, at) => at);
    fill(more, ...shown.map((at) => button(moves[at].text, () => board.end(at), { class: "ltw-move" })));
  }

  const ends = [
    hidingStill(model),
    following(model, ["view"], () => {
      const view = model.get("view");
      widget.dataset.turn = view.turn;
      if (view.board) board.show(view.board, view.moves, view.hint ? view.hint.path : []);
      else fill(place, element("pre", {}, view.text)), showMore({ picked: [], endings: [] });
      fill(status, statusOf(view));
      [undo.disabled, redo.disabled] = [!view.undo, !view.redo];
      hint.disabled = view.turn !== "person" || !!view.thinking;
      now.disabled = view.turn === "over" || (view.turn === "person" && !view.thinking);
      fill(record, ...recordOf(view, ask));
      bring(record);
    }),
    following(model, ["live", "view"], () => {
      const words = model.get("live");
      live.hidden = !words && !model.get("view").opponent;
      fill(live, words ? `${model.get("view").thinking ? "Thinking" : "Thought"}: ${words}` : "");
    }),
  ];
  return () => ends.forEach((end) => end());
}

/** What there is to say: an error, who thinks, a hint, or who moves. @param {any} view @returns {string} */
function statusOf(view) {
  if (view.said) return view.said;
  if (view.thinking) return view.thinking === "hint" ? "Looking for a hint …" : `${view.caption} …`;
  return view.hint ? `Hint: ${view.hint.text}` : view.caption;
}

/** Scrolls the record, and nothing else, to the move that is shown. @param {HTMLElement} record */
function bring(record) {
  const step = record.querySelector("[aria-current]");
  if (!step) return;
  const [inside, frame] = [step.getBoundingClientRect(), record.getBoundingClientRect()];
  if (inside.top < frame.top || inside.bottom > frame.bottom) record.scrollTop += inside.top - frame.top - 20;
}

/** The moves so far and those that were undone, and what else was tried here.
 * @param {any} view @param {(act: string, others?: object) => void} ask */
function recordOf(view, ask) {
  /** @param {Written} move @param {string} number */
  const step = (move, number) => {
    const current = move.at === view.at;
    return button(number + move.text, () => ask("go", { to: move.at }), { class: "ltw-step", "aria-current": current ? "true" : undefined });
  };
  /** @type {Written[]} */
  const line = view.line;
  const start = button("Start", () => ask("go", { to: 0 }), { class: "ltw-step", "aria-current": view.at === 0 ? "true" : undefined });
  const moves = element("div", { class: "ltw-line" }, start, ...line.map((move, at) => step(move, `${at + 1}. `)));
  if (view.tried.length < 2) return [moves];
  const tried = view.tried.map((/** @type {Written} */ move) => step(move, ""));
  return [moves, element("div", { class: "ltw-line" }, element("span", {}, "Tried here:"), ...tried)];
}

export default { render };
