// A position in words: lines such as "Ann's hand: 3 7 K" are rows with a name, what is short stands on cards.

import { element } from "./elements.mjs";

const SHORT = 3; // letters that stand on a card

/** The elements that show a text; none of an empty one. @param {string} text @returns {HTMLElement[]} */
export function wordsShown(text) {
  /** @type {HTMLElement[]} */
  const shown = [];
  /** @type {string[]} */
  let plain = [];
  const flush = () => {
    const lines = plain.join("\n").replace(/^\n+|\s+$/g, "");
    plain = [];
    if (!lines) return;
    if (!lines.includes("\n")) return void shown.push(element("p", {}, lines.trim()));
    const pre = element("pre", {}, lines);
    pre.style.setProperty("--columns", String(Math.max(...lines.split("\n").map((line) => line.length), 20)));
    shown.push(pre);
  };
  for (const line of text.split("\n")) {
    const [, name, rest] = /^\s*([^:]*[^:\s])\s*:\s+(\S.*)$/.exec(line) ?? [];
    if (name) {
      flush();
      const last = shown.at(-1);
      const rows = last instanceof HTMLDListElement ? last : /** @type {HTMLDListElement} */ (element("dl"));
      if (rows !== last) shown.push(rows);
      const parts = partsOf(rest.trim());
      const look = parts.length > 1 ? { class: "ltw-cards" } : {};
      rows.append(element("div", look, element("dt", {}, name), element("dd", {}, ...parts)));
    } else plain.push(line);
  }
  flush();
  return shown;
}

/** Several short words as cards; others as they are. @param {string} text @returns {(HTMLElement | string)[]} */
function partsOf(text) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const areCards = parts.length > 1 && parts.every((part) => [...part].length <= SHORT);
  return areCards ? parts.map((part) => element("span", {}, part)) : [text];
}
