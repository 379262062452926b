// The explorer widget: a tree that unfolds on a click, the node that is looked at, and a search from it.

import { drawBoard } from "./board.mjs";
import { button, element, fill, following, hidingStill } from "./elements.mjs";
import { drawTree } from "./tree.mjs";
import { walked } from "./walk.mjs";

/** @typedef {import("./elements.mjs").Host} Host */
/** @typedef {import("./tree.mjs").Shown} Shown */

/** Shows the widget. @param {Host} host @returns {() => void} */
function render({ model, el }) {
  const tree = element("div", { class: "ltw-tree", tabindex: 0 });
  const looked = element("p", { class: "ltw-looked" });
  const path = element("div", { class: "ltw-line" });
  const turn = element("p", { class: "ltw-status", role: "status" });
  const place = element("div", { class: "ltw-small" });
  const depth = element("input", { type: "number", min: 1, max: 60, value: 4, "aria-label": "plies" });
  /** @param {string} act @param {object} others */
  const ask = (act, others = {}) => model.send({ do: act, ...others });
  const unfold = button("Unfold", () => click(model.get("view").at));
  const search = button("Search", () => ask("search", { depth: Math.max(1, Math.round(Number(depth.value)) || 1) }));
  const stop = button("Stop", () => ask("stop"));
  const along = button("Unfold this line", () => ask("line"));
  const plies = element("label", {}, depth, " plies");
  const acts = element("div", { class: "ltw-acts" }, unfold, search, plies, stop);
  const live = element("p", { class: "ltw-live" });
  const found = element("div", { class: "ltw-found", role: "status" });
  const panel = element("div", { class: "ltw-panel" }, path, turn, place, acts, live, found);
  el.append(element("div", { class: "ltw-widget ltw-explore" }, element("div", {}, tree, looked), panel));

  /** @returns {Shown[]} */
  const nodes = () => model.get("view").tree.nodes;

  /** @param {string} id */
  const stateOf = (id) => nodes().find((node) => node.id === id)?.state ?? "";

  /** Goes to a node, and unfolds it unless it is unfolded; at the node that is looked at it is folded then.
   * @param {string} id */
  function click(id) {
    const state = stateOf(id);
    const below = state === "grown" ? "fold" : "unfold";
    const again = id === model.get("view").at && state === "grown";
    ask(again || ["open", "stub", "folded"].includes(state) ? below : "choose", { id });
  }

  tree.addEventListener("click", (event) => {
    const node = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (node) click(String(node.getAttribute("data-node")));
  });
  tree.addEventListener("keydown", (event) => {
    const at = model.get("view").at;
    if (event.key === "Enter" || event.key === " ") click(at);
    else if (walked(nodes(), at, event.key) !== at) ask("choose", { id: walked(nodes(), at, event.key) });
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation(); // or a notebook would go to another of its cells
  });

  const ends = [
    hidingStill(model),
    following(model, ["view"], () => {
      const view = model.get("view");
      const before = offset(tree, view.at);
      tree.innerHTML = drawTree(view.tree);
      fit(tree);
      mark(tree, view.at);
      keep(tree, view.at, before);
      fill(looked, view.looked);
      fill(unfold, stateOf(view.at) === "grown" ? "Fold" : "Unfold");
      unfold.disabled = !["open", "grown", "folded"].includes(stateOf(view.at));
      fill(path, ...view.path.map((/** @type {any} */ step) => stepTo(step, view.at, ask)));
      fill(turn, view.said || view.turn);
      place.innerHTML = view.board ? drawBoard({ ...view.board, caption: "" }) : "";
      if (!view.board && view.text) fill(place, element("pre", {}, view.text));
      [search.disabled, stop.disabled] = [view.searching || view.over, !view.searching];
      fill(found, ...foundOf(view), ...(view.found ? [along] : []));
    }),
    following(model, ["live", "view"], () => fill(live, model.get("view").searching ? model.get("live") : "")),
  ];
  const sized = new ResizeObserver(() => fit(tree));
  sized.observe(tree);
  return () => [...ends, () => sized.disconnect()].forEach((end) => end());
}

/** A button that leads back to a node on the way. @param {{id: string, move: string}} step @param {string} at
 * @param {(act: string, others: object) => void} ask */
function stepTo(step, at, ask) {
  const current = step.id === at;
  return button(step.move || "Root", () => ask("choose", { id: step.id }), { class: "ltw-step", "aria-current": current ? "true" : undefined });
}

/** What a search has found. @param {any} view @returns {Node[]} */
function foundOf(view) {
  const found = view.found;
  if (!found) return [];
  return [
    element("p", {}, element("b", {}, found.value), ` at depth ${found.depth}: ${found.line}`),
    element("p", { class: "ltw-looked" }, found.cost),
  ];
}

/** @param {Element} tree @param {string} id @returns {Element | null} */
function nodeOf(tree, id) {
  return [...tree.querySelectorAll("[data-node]")].find((node) => node.getAttribute("data-node") === id) ?? null;
}

/** Makes a drawing that is a little too wide smaller; one that is much too wide can be scrolled.
 * @param {HTMLElement} tree */
function fit(tree) {
  const svg = tree.querySelector("svg");
  if (svg) svg.classList.toggle("ltw-fits", svg.width.baseVal.value < 1.5 * tree.clientWidth);
}

/** Marks the node that is looked at. @param {Element} tree @param {string} id */
function mark(tree, id) {
  nodeOf(tree, id)?.setAttribute("aria-current", "true");
}

/** Where a node stands in its frame; null if it is not drawn.
 * @param {HTMLElement} tree @param {string} id @returns {{x: number, y: number} | null} */
function offset(tree, id) {
  const node = nodeOf(tree, id);
  if (!node) return null;
  const [inside, frame] = [node.getBoundingClientRect(), tree.getBoundingClientRect()];
  return { x: inside.x - frame.x, y: inside.y - frame.y };
}

/** Scrolls so that a node stands where it stood before, and can be seen.
 * @param {HTMLElement} tree @param {string} id @param {{x: number, y: number} | null} before */
function keep(tree, id, before) {
  const now = offset(tree, id);
  if (!now) return;
  const inside = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(Math.max(at, 20), Math.max(20, size - 60));
  const wanted = before ?? { x: tree.clientWidth / 2, y: 20 };
  tree.scrollLeft += now.x - inside(wanted.x, tree.clientWidth);
  tree.scrollTop += now.y - inside(wanted.y, tree.clientHeight);
}

export default { render };
