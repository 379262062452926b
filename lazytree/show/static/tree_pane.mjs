// A tree in a frame that can be scrolled: nodes unfold on a click, or are walked through with the arrow keys.

import { element } from "./elements.mjs";
import { drawTree } from "./tree.mjs";

/** @import { Shown, TreeData } from "./tree.mjs" */

const KEYS = "Arrow keys go from node to node, Enter unfolds and folds one.";

/** A pane for a tree; `ask(act, { id })` is called for "choose", "unfold" and "fold".
 * @param {(act: string, others: {id: string}) => void} ask */
export function treePane(ask) {
  const place = element("div", { class: "ltw-tree", tabindex: 0, role: "application", "aria-roledescription": "tree" });
  const told = element("p", { class: "ltw-unseen", role: "status" });
  const pane = element("div", { class: "ltw-pane" }, place, told);
  /** @type {Shown[]} */
  let nodes = [];
  let at = "";
  let seen = false;

  /** @param {string} id */
  const stateOf = (id) => nodes.find((node) => node.id === id)?.state ?? "";

  /** Goes to a node, and unfolds it unless it is unfolded; at the node that is looked at it is folded then.
   * @param {string} id */
  function click(id) {
    const state = stateOf(id);
    const below = state === "grown" ? "fold" : "unfold";
    const again = id === at && state === "grown";
    ask(again || ["open", "stub", "folded"].includes(state) ? below : "choose", { id });
  }

  place.addEventListener("click", (event) => {
    const node = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (node) click(String(node.getAttribute("data-node")));
  });
  place.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") click(at);
    else if (walked(nodes, at, event.key) !== at) ask("choose", { id: walked(nodes, at, event.key) });
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation(); // or a notebook would go to another of its cells
  });
  const sized = new ResizeObserver(() => {
    fit(place);
    if (!seen && place.clientWidth) keep(place, at, null); // it was not on the page when it was drawn
    seen ||= place.clientWidth > 0;
  });
  sized.observe(place);

  return {
    pane,
    stateOf,
    click,
    /** Shows a tree, and which of its nodes is looked at. @param {TreeData} data @param {string} id */
    show(data, id) {
      const before = offset(place, id);
      [nodes, at] = [data.nodes, id];
      place.innerHTML = drawTree(data);
      place.setAttribute("aria-label", `${data.title}. ${KEYS}`);
      fit(place);
      nodeOf(place, id)?.setAttribute("aria-current", "true");
      keep(place, id, before);
      const words = nodes.find((node) => node.id === id)?.title ?? "";
      if (told.textContent !== words) told.textContent = words;
    },
    end: () => sized.disconnect(),
  };
}

/** @param {Element} place @param {string} id @returns {Element | null} */
function nodeOf(place, id) {
  return [...place.querySelectorAll("[data-node]")].find((node) => node.getAttribute("data-node") === id) ?? null;
}

/** Makes a drawing that is a little too wide smaller; one that is much too wide can be scrolled.
 * @param {HTMLElement} place */
function fit(place) {
  const svg = place.querySelector("svg");
  if (svg) svg.classList.toggle("ltw-fits", svg.width.baseVal.value < 1.5 * place.clientWidth);
}

/** Where a node stands in its frame; null if it is not drawn.
 * @param {HTMLElement} place @param {string} id @returns {{x: number, y: number} | null} */
function offset(place, id) {
  const node = nodeOf(place, id);
  if (!node) return null;
  const [inside, frame] = [node.getBoundingClientRect(), place.getBoundingClientRect()];
  return { x: inside.x + inside.width / 2 - frame.x, y: inside.y - frame.y };
}

/** Scrolls so that a node stands where it stood before, and can be seen.
 * @param {HTMLElement} place @param {string} id @param {{x: number, y: number} | null} before */
function keep(place, id, before) {
  const now = offset(place, id);
  if (!now) return;
  const inside = (/** @type {number} */ at, /** @type {number} */ size) =>
    Math.min(Math.max(at, 20), Math.max(20, size - 60));
  const wanted = before ?? { x: place.clientWidth / 2, y: 20 };
  place.scrollLeft += now.x - inside(wanted.x, place.clientWidth);
  place.scrollTop += now.y - inside(wanted.y, place.clientHeight);
}

/** The id of the node that an arrow key leads to: down to the first branch, up, or to a neighbour of the same ply. It
 * is the same id if there is no such node.
 * @param {Shown[]} nodes @param {string} at @param {string} key @returns {string} */
export function walked(nodes, at, key) {
  const seen = nodes.filter((node) => node.state !== "stub");
  const here = seen.find((node) => node.id === at);
  if (!here) return at;
  if (key === "ArrowUp") return here.parent || at;
  if (key === "ArrowDown") return seen.find((node) => node.parent === at)?.id ?? at;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!step) return at;
  const ply = seen.filter((node) => node.ply === here.ply).sort((one, other) => one.x - other.x);
  return ply[ply.indexOf(here) + step]?.id ?? at;
}
