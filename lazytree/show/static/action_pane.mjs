// The buttons of what a person may ask for besides a move, and what a page does itself: save, open, copy a link.

import { ACTIONS } from "./actions.mjs";
import { button, element, fill, turnOff } from "./elements.mjs";

/** @import { Action } from "./actions.mjs" */
/** @import { SessionView } from "./session_view" */
/** @typedef {(action: string, others?: object) => void} Ask */

/** The record of a game as text, as `lazytree` saves it. @param {SessionView} view @returns {string} */
export function recordText(view) {
  const moves = view.line.map(({ text }) => text);
  return JSON.stringify({ ...view.record, moves });
}

/** The buttons in two rows; those of one row are for every move, the others for the whole game.
 * @param {Ask} ask @param {() => SessionView} viewed */
export function actionPane(ask, viewed) {
  const file = element("input", {
    type: "file",
    accept: ".json,application/json",
    class: "ltw-unseen",
    tabindex: -1,
    "aria-hidden": "true",
  });
  const address = element("input", {
    type: "text",
    readonly: true,
    class: "ltw-address",
    "aria-label": "The address of this position",
  });
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
    const { name, label, help, row = "play" } = action;
    return {
      ...action,
      row,
      it: button(label, () => act(action), { title: help, "data-key": name, "data-act": name }),
    };
  });
  const found = (/** @type {string} */ name) => buttons.find((each) => each.name === name)?.it;
  const [often, seldom] = ["play", "game"].map((row) =>
    element(
      "div",
      {
        class: row === "play" ? "ltw-acts" : "ltw-acts ltw-quiet",
        role: "group",
        "aria-label": row === "play" ? "Play" : "Game",
      },
      ...buttons.filter((each) => each.row === row).map(({ it }) => it),
    ),
  );

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

  /** @param {SessionView} view */
  function show(view) {
    for (const { name, label, sure: question, it } of buttons) {
      it.hidden = !view.actions.includes(name);
      turnOff(it, view.disabled_actions.includes(name));
      fill(it, (sure === name && question) || label);
      it.classList.toggle("ltw-doubted", sure === name);
    }
    found("values")?.setAttribute("aria-pressed", String(!!view.valuing));
    found("look")?.setAttribute("aria-expanded", String(!!view.tree));
    if (address.value !== addressOf(view.link ?? "")) linked.hidden = true;
    often.hidden = ![...often.children].some((it) => !(/** @type {HTMLElement} */ (it).hidden));
    seldom.hidden = ![...seldom.children].some((it) => !(/** @type {HTMLElement} */ (it).hidden));
  }

  return { often, seldom: element("div", { class: "ltw-whole" }, seldom, file, linked), show };
}

/** The whole address of a position, where the host gives only its end. @param {string} link @returns {string} */
function addressOf(link) {
  return link.startsWith("/?") ? new URL(link, document.baseURI).href : link;
}

/** Writes a game to a file of the browser. @param {SessionView} view */
function save(view) {
  const url = URL.createObjectURL(new Blob([recordText(view)], { type: "application/json" }));
  element("a", { href: url, download: `${view.name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
