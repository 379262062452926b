// The explorer widget: a tree that unfolds on a click, the node that is looked at, and a search from it.

import { drawBoard } from "./board.mjs";
import { button, element, fill, following, hidingStill } from "./elements.mjs";
import { treePane } from "./tree_pane.mjs";

/** @import { Host } from "./elements.mjs" */
/** @import { ExplorationView, StepView } from "./session_view" */

/** Shows the widget. @param {Host} host @returns {() => void} */
function render({ model, el }) {
  const hint = element("p", { class: "ltw-hint" }, "Click on a node: its moves unfold, one ply at a click.");
  const looked = element("p", { class: "ltw-looked" });
  const path = element("div", { class: "ltw-line" });
  const turn = element("p", { class: "ltw-status", role: "status" });
  const place = element("div", { class: "ltw-small" });
  const depth = element("input", { type: "number", min: 1, max: 60, value: 4, "aria-label": "plies" });
  /** @param {string} act @param {object} others */
  const ask = (act, others = {}) => {
    hint.hidden = true;
    model.send({ action: act, ...others });
  };
  const tree = treePane(ask);
  const unfold = button("Unfold", () => tree.click(model.get("view").at));
  const search = button("Search", () => ask("search", { depth: Math.max(1, Math.round(Number(depth.value)) || 1) }));
  const stop = button("Stop", () => ask("stop"));
  const along = button("Unfold this line", () => ask("line"));
  const plies = element("label", {}, depth, " plies");
  const acts = element("div", { class: "ltw-acts" }, unfold, search, plies, stop);
  const live = element("p", { class: "ltw-live" });
  const found = element("div", { class: "ltw-found", role: "status" });
  const panel = element("div", { class: "ltw-panel" }, path, turn, place, acts, live, found);
  el.append(element("div", { class: "ltw-widget ltw-explore" }, element("div", {}, hint, tree.pane, looked), panel));

  const ends = [
    hidingStill(model),
    following(model, ["view"], () => {
      /** @type {ExplorationView} */
      const view = model.get("view");
      tree.show(view.tree, view.at);
      fill(looked, view.looked);
      fill(unfold, tree.stateOf(view.at) === "grown" ? "Fold" : "Unfold");
      unfold.disabled = !["open", "grown", "folded"].includes(tree.stateOf(view.at));
      fill(path, ...view.path.map((step) => stepTo(step, view.at, ask)));
      fill(turn, view.said || view.turn);
      place.innerHTML = view.board ? drawBoard({ ...view.board, caption: "" }) : "";
      if (!view.board && view.text) fill(place, element("pre", {}, view.text));
      [search.disabled, stop.disabled] = [view.searching || view.over, !view.searching];
      fill(found, ...foundOf(view), ...(view.found ? [along] : []));
    }),
    following(model, ["live", "view"], () => fill(live, model.get("view").searching ? model.get("live") : "")),
  ];
  return () => [...ends, tree.end].forEach((end) => end());
}

/** A button that leads back to a node on the way.
 * @param {StepView} step @param {string} at @param {(act: string, others: object) => void} ask */
function stepTo(step, at, ask) {
  const current = step.id === at;
  return button(step.move || "Root", () => ask("choose", { id: step.id }), {
    class: "ltw-step",
    "aria-current": current ? "true" : undefined,
  });
}

/** What a search has found. @param {ExplorationView} view @returns {Node[]} */
function foundOf({ found }) {
  if (!found) return [];
  return [
    element("p", {}, element("b", {}, found.value), ` at depth ${found.depth}: ${found.line}`),
    element("p", { class: "ltw-looked" }, found.cost),
  ];
}

export default { render };
