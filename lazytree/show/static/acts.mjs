// The buttons of what a person may ask for besides a move, and what a page does itself: save, open, copy a link.

import { button, element, fill, turnOff } from "./elements.mjs";

/** @typedef {(act: string, others?: object) => void} Ask */

/** @type {Record<string, [words: string, help: string]>} */
const WORDS = {
  undo: ["Undo", "Take back your last move"],
  redo: ["Redo", "Play again what was taken back"],
  hint: ["Hint", "A good move, shown on the board"],
  values: ["Values", "The values of all legal moves, on the board and in the list"],
  look: ["Tree", "What a search looks at: the tree of this position"],
  "move now": ["Move now", "Ends the thinking with what has been found"],
  "swap sides": ["Swap sides", "You go on with the other side"],
  draw: ["Offer draw", "Ask for a draw"],
  decline: ["Decline", "Play on"],
  resign: ["Resign", "Give up this game"],
  new: ["New game", "Begin again"],
  save: ["Save", "Write the game to a file"],
  open: ["Open", "Go on with a game from a file"],
  link: ["Link", "The address of this position"],
};
const FIRST = ["undo", "redo", "hint", "values", "look", "move now"];
const TWICE = { resign: "Really resign?", new: "Really begin anew?" };

/** The record of a game as text, as `lazytree` saves it. @param {any} view @returns {string} */
export function recordText(view) {
  const moves = view.line.map((/** @type {{text: string}} */ move) => move.text);
  return JSON.stringify({ ...view.record, moves });
}

/** The buttons in two rows; those of one row are for every move, the others for the whole game.
 * @param {Ask} ask @param {() => any} viewed */
export function actsPane(ask, viewed) {
  const file = element("input", { type: "file", accept: ".json,application/json", class: "ltw-unseen", tabindex: -1, "aria-hidden": "true" });
  const address = element("input", { type: "text", readonly: true, class: "ltw-address", "aria-label": "The address of this position" });
  const copied = element("span", { role: "status" });
  const linked = element("div", { class: "ltw-linked", hidden: true }, address, copied);
  let sure = ""; // the act that was asked for once, and is done at the second click

  /** @type {Record<string, () => void>} */
  const own = { save: () => (viewed().record ? save(viewed()) : ask("save")), open: () => file.click(), link: () => void link() };

  /** @param {string} act */
  function act(act) {
    const doubted = act in TWICE && sure !== act && !viewed().acts_off.includes(act) && viewed().turn !== "over";
    sure = doubted ? act : "";
    if (doubted) show(viewed());
    else (own[act] ?? (() => ask(act)))();
    if (!doubted) show(viewed());
  }

  const buttons = new Map(Object.entries(WORDS).map(([name, [words, help]]) =>
    [name, button(words, () => act(name), { title: help, "data-key": name, "data-act": name })]));
  const [often, seldom] = [true, false].map((first) =>
    element("div", { class: first ? "ltw-acts" : "ltw-acts ltw-quiet", role: "group", "aria-label": first ? "Play" : "Game" },
      ...[...buttons].filter(([name]) => FIRST.includes(name) === first).map(([, it]) => it)));

  for (const row of [often, seldom]) {
    row.addEventListener("focusout", () => [sure && (sure = ""), show(viewed())]);
  }
  file.addEventListener("change", async () => {
    const text = await file.files?.[0]?.text();
    file.value = "";
    if (text !== undefined) ask("open", { text });
  });

  /** Shows the address of the position, and copies it where the browser allows that. */
  async function link() {
    const closed = linked.hidden;
    linked.hidden = !closed;
    if (!closed) return;
    address.value = addressOf(viewed().link);
    address.focus();
    address.select();
    try {
      await navigator.clipboard.writeText(address.value);
      fill(copied, "copied");
    } catch {
      fill(copied, "");
    }
  }

  /** @param {any} view */
  function show(view) {
    for (const [name, it] of buttons) {
      it.hidden = !view.acts.includes(name);
      turnOff(it, view.acts_off.includes(name));
      fill(it, sure === name ? TWICE[/** @type {"resign" | "new"} */ (name)] : wordsOf(name, view));
      it.classList.toggle("ltw-doubted", sure === name);
    }
    buttons.get("values")?.setAttribute("aria-pressed", String(!!view.valuing));
    buttons.get("look")?.setAttribute("aria-expanded", String(!!view.tree));
    if (address.value !== addressOf(view.link ?? "")) linked.hidden = true;
    often.hidden = ![...often.children].some((it) => !(/** @type {HTMLElement} */ (it).hidden));
    seldom.hidden = ![...seldom.children].some((it) => !(/** @type {HTMLElement} */ (it).hidden));
  }

  return { often, seldom: element("div", { class: "ltw-whole" }, seldom, file, linked), show };
}

/** @param {string} name @param {any} view @returns {string} */
function wordsOf(name, view) {
  const offered = name === "draw" && view.offer !== null && view.offer !== undefined;
  const here = view.seats.every((/** @type {any} */ seat) => seat.yours); // two people at one board
  if (offered && (here || !view.seats[view.offer]?.yours)) return "Accept draw";
  return WORDS[name][0];
}

/** The whole address of a position, where the host gives only its end. @param {string} link @returns {string} */
function addressOf(link) {
  return link.startsWith("/?") ? new URL(link, document.baseURI).href : link;
}

/** Writes a game to a file of the browser. @param {any} view */
function save(view) {
  const url = URL.createObjectURL(new Blob([recordText(view)], { type: "application/json" }));
  element("a", { href: url, download: `${view.name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
