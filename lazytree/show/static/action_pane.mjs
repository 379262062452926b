// The buttons of what a person may ask for besides a move, and what a page does itself: save, open, copy a link.

import { ACTIONS } from "./actions.mjs";
import { button, element, fill, turnOff } from "./elements.mjs";

/** @import { Action } from "./actions.mjs" */
/** @import { SessionView } from "./session_view" */
/** @typedef {(action: string, others?: object) => void} Ask */

/** The buttons in two rows; those of one row are for every move, the others for the whole game.
 * @param {Ask} ask @param {() => SessionView} viewed */
export function actionPane(ask, viewed) {
  const unseen = { class: "ltw-unseen", tabindex: -1, "aria-hidden": "true" };
  const file = element("input", { type: "file", accept: ".json,application/json", ...unseen });
  const about = { class: "ltw-address", "aria-label": "The address of this position" };
  const address = element("input", { type: "text", readonly: true, ...about });
  const copied = element("span", { role: "status" });
  const linked = element("div", { class: "ltw-linked", hidden: true }, address, copied);
  let sure = ""; // the act that was asked for once, and is done at the second click

  /** @type {Record<string, () => void>} */
  const own = {
    save: () => (viewed().record ? save(viewed()) : ask("save")),
    open: () => file.click(),
    link: () => void link(),
  };

  /** @param {Action} action */
  function act({ name, sure: question }) {
    const view = viewed();
    const doubted = question && sure !== name && !view.disabled_actions.includes(name) && view.turn !== "over";
    sure = doubted ? name : "";
    if (!doubted) (own[name] ?? (() => ask(name)))();
    show(viewed());
  }

  const buttons = ACTIONS.map((action) => {
    const { name, label, help } = action;
    return { ...action, it: button(label, () => act(action), { title: help, "data-key": name, "data-act": name }) };
  });
  const found = (/** @type {string} */ name) => buttons.find((each) => each.name === name)?.it;
  const [often, seldom] = [false, true].map((whole) => {
    const focusout = () => [sure && (sure = ""), show(viewed())];
    const about = { class: whole ? "ltw-acts ltw-quiet" : "ltw-acts", "aria-label": whole ? "Game" : "Play" };
    const its = buttons.filter(({ row }) => (row === "game") === whole).map(({ it }) => it);
    return element("div", { role: "group", ...about, focusout }, ...its);
  });

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

  /** @param {SessionView} view */
  function show(view) {
    for (const { name, label, sure: question, it } of buttons) {
      it.hidden = !view.actions.includes(name);
      turnOff(it, view.disabled_actions.includes(name));
      fill(it, (sure === name && question) || label);
      it.classList.toggle("ltw-doubted", sure === name);
    }
    found("values")?.setAttribute("aria-pressed", String(!!view.valuing));
    found("review")?.setAttribute("aria-pressed", String(!!view.reviewing));
    found("look")?.setAttribute("aria-expanded", String(!!view.tree));
    if (address.value !== addressOf(view.link ?? "")) linked.hidden = true;
    for (const row of [often, seldom]) row.hidden = !row.querySelector(":scope > :not([hidden])");
  }

  return { often, seldom: element("div", { class: "ltw-whole" }, seldom, file, linked), show };
}

/** The whole address of a position, where the host gives only its end. @param {string} link @returns {string} */
function addressOf(link) {
  return link.startsWith("/?") ? new URL(link, document.baseURI).href : link;
}

/** Writes a game to a file of the browser, as `lazytree` saves it. @param {SessionView} view */
function save({ name, record, line }) {
  const text = JSON.stringify({ ...record, moves: line.map((move) => move.text) });
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: url, download: `${name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
