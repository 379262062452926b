// A move without the board: a field to type it in, and the list of all legal moves, with their values where known.

import { button, element, fill, keepingFocus } from "./elements.mjs";
import { WEAK } from "./board.mjs";

/** @import { Move } from "./choose.mjs" */
/** @import { Value } from "./heat.mjs" */

let fields = 0; // the lists of all fields of a page need names

/** The number of the move that a text means: written so, whatever the case of its letters and its spaces, or the only
 * one that begins so; -1: none. @param {Move[]} moves @param {string} text @returns {number} */
export function meant(moves, text) {
  const plain = (/** @type {string} */ words) => words.toLowerCase().replace(/\s+/g, "");
  const wanted = plain(text);
  const whole = moves.findIndex((move) => move.text === text.trim());
  if (whole >= 0) return whole;
  const alike = moves.flatMap((move, at) => (plain(move.text) === wanted ? [at] : []));
  if (alike.length) return alike.length === 1 ? alike[0] : -1;
  const begun = wanted ? moves.flatMap((move, at) => (plain(move.text).startsWith(wanted) ? [at] : [])) : [];
  return begun.length === 1 ? begun[0] : -1;
}

/** The numbers of the moves as they are listed: by their values, if these are known, else in their own order.
 * @param {Move[]} moves @param {Value[] | null} values @returns {number[]} */
export function listed(moves, values) {
  const valued = (values ?? []).map((value) => value.move).filter((at) => at < moves.length);
  const known = new Set(valued);
  return [...valued, ...moves.map((_, at) => at).filter((at) => !known.has(at))];
}

/** The field and the list. `made(index)` is called with the number of the move.
 * @param {(index: number) => void} made */
export function choicesPane(made) {
  /** @type {Move[]} */
  let moves = [];
  let valued = false;
  const name = `ltw-moves-${++fields}`;
  const wrong = element("p", { class: "ltw-wrong", role: "alert" });
  const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-key": "field" };
  const about = { "aria-label": "Your move", placeholder: "type a move" };
  const field = element("input", { type: "text", list: name, ...about, ...plain });
  const known = element("datalist", { id: name });
  const play = button("Play", () => form.requestSubmit(), { "data-key": "play" });
  const form = element("form", { class: "ltw-entry" }, field, known, play);
  const title = element("summary", { "data-key": "moves" });
  const list = element("ul", { class: "ltw-choices" });
  const all = element("details", { class: "ltw-fold" }, title, list);
  const pane = element("div", { class: "ltw-choice-pane" }, form, wrong, all);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const move = meant(moves, field.value);
    fill(wrong, move < 0 && field.value.trim() ? `“${field.value.trim()}” is not a legal move here.` : "");
    if (move < 0) return;
    field.value = "";
    made(move);
  });
  field.addEventListener("input", () => fill(wrong));

  /** @param {number} at @param {Map<number, Value>} values */
  function choice(at, values) {
    const [{ text }, value] = [moves[at], values.get(at)];
    const named = { "data-key": `move ${text}`, "aria-label": value && `${text}, ${value.text}` };
    const it = button(text, () => made(at), { class: "ltw-choice", ...named });
    const look = value && { class: `ltw-value ${tone(value)}`, title: value.exact ? "exact" : "an estimate" };
    if (value) it.append(element("span", look, value.text));
    return element("li", {}, it);
  }

  return {
    pane,
    /** While another player moves, the list stays where it was, unseen: what is below it does not jump.
     * @param {Move[]} newMoves @param {Value[] | null} values @param {boolean} asked whether values are asked for
     * @param {boolean} needed whether there is no board to click on @param {boolean} over whether the game is over */
    show(newMoves, values, asked, needed, over) {
      if (asked && !valued) all.open = true; // they are shown as a list, which opens before they are known
      [moves, valued] = [newMoves, asked || (valued && !newMoves.length)];
      const unseen = !moves.length && document.activeElement !== field;
      pane.hidden = over || (unseen && !list.children.length);
      pane.classList.toggle("ltw-waits", unseen);
      all.classList.toggle("ltw-waits", !moves.length);
      if (!moves.length) return; // another player's turn: what was typed so far stays
      if (needed) all.open = true;
      const [words, worth] =
        moves.length === 1 ? ["The only legal move", "its value"] : [`All ${moves.length} legal moves`, "their values"];
      fill(title, values ? `${words}, with ${worth}` : words);
      const found = new Map((values ?? []).map((value) => [value.move, value]));
      keepingFocus(pane, field, () => {
        fill(known, ...moves.map((move) => element("option", { value: move.text })));
        fill(list, ...listed(moves, values).map((at) => choice(at, found)));
      });
      list.classList.toggle("ltw-valued", found.size > 0);
    },
  };
}

/** @param {Value} value @returns {string} */
function tone(value) {
  const side = value.strength >= WEAK ? "ltw-good" : value.strength <= -WEAK ? "ltw-bad" : "ltw-even";
  return value.exact ? `${side} ltw-sure` : side;
}
