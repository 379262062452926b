// Walking through a drawing of a tree with the arrow keys. The function is pure.

/** @typedef {import("./tree.mjs").Shown} Shown */

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
