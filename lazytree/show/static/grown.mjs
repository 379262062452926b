// The tree of a position, which unfolds node by node: what is shown of it, as trees.py and exploration.py
// of lazytree say in Python. A node that is not unfolded is not grown. Values; nothing changes.

import { COLOURS } from "./pieces.mjs";
import { placeNodes } from "./tree.mjs";
import { numberText, pliesToEnd, SURE, WIN } from "./worth.mjs";

/** @import { Rules } from "./session.mjs" */
/** @typedef {{rules: Rules, position: any, seen: string[], open: string[], wide: string[], at: string}} Grown which nodes
 *   have been unfolded, which ones are, of which all branches are drawn, however many, and which one is looked at */
/** @typedef {{id: string, parent: string, ply: number, position: any, move: string, below: Node[] | null, hidden: number}} Node */
/** @typedef {[low: number, high: number]} Known bounds of a value, seen by the first player */

const [FOLD, MOST, LONGEST, CHANCE] = [12, 400, 14, -1];
const OF_CHANCE = { fill: "#80808c", ink: "#ffffff" };
/** @type {Record<string, string>} */
const STATES = { open: "not looked further", folded: "branches not drawn", over: "the game is over" };

/** The tree of a position with its first ply. @param {Rules} rules @param {any} position @returns {Grown} */
export function grown(rules, position) {
  return { rules, position, seen: ["/"], open: ["/"], wide: [], at: "/" };
}

/** The tree with one ply more below a node; of a stub ("/3/+"), with all branches of the node above.
 * @param {Grown} tree @param {string} id @returns {Grown} */
export function unfolded(tree, id) {
  const at = nodeOf(id);
  const and = (/** @type {string[]} */ ids) => [...new Set([...ids, at])];
  return { ...tree, at, seen: and(tree.seen), open: and(tree.open), wide: at === id ? tree.wide : and(tree.wide) };
}

/** The tree in which the branches of a node are not drawn. @param {Grown} tree @param {string} id @returns {Grown} */
export function folded(tree, id) {
  const others = (/** @type {string} */ each) => each !== id;
  return { ...tree, at: nodeOf(id), open: tree.open.filter(others), wide: tree.wide.filter(others) };
}

/** The tree of which another node is looked at. @param {Grown} tree @param {string} id @returns {Grown} */
export function lookedAt(tree, id) {
  return { ...tree, at: nodeOf(id) };
}

/** @param {string} id @returns {string} */
function nodeOf(id) {
  return id.endsWith("+") ? id.slice(0, -2) || "/" : id;
}

/** What is drawn of it, for tree.mjs; with the node that is looked at, and how many positions have been grown.
 * @param {Grown} tree @returns {import("./tree.mjs").TreeData & {at: string, looked: string}} */
export function grownData(tree) {
  /** @type {Node} */
  const root = { id: "/", parent: "", ply: 0, position: tree.position, move: "", below: null, hidden: 0 };
  const count = 1 + grow(tree, root);
  /** @type {Node[]} */
  const nodes = [];
  for (let ahead = [root]; ahead.length && nodes.length < MOST;) {
    const node = /** @type {Node} */ (ahead.shift());
    nodes.push(node);
    const below = tree.open.includes(node.id) ? (node.below ?? []) : [];
    const hidden = below.length <= FOLD || tree.wide.includes(node.id) ? 0 : below.length - FOLD + 1;
    const stub = { ...nodeBelow(node, "+"), hidden };
    ahead = [...ahead, ...below.slice(0, below.length - hidden), ...(hidden ? [stub] : [])];
  }
  const looked = `${count} ${count === 1 ? "position" : "positions"} grown`;
  return { ...drawnOf(tree, nodes, boundsOf(tree.rules, root)), at: tree.at, looked };
}

/** Gives a node the branches that have been seen, and their branches; how many there are in all.
 * @param {Grown} tree @param {Node} node @returns {number} */
function grow(tree, node) {
  const { rules, seen } = tree;
  if (!seen.includes(node.id)) return 0;
  node.below = rules.moves(node.position).map(({ text, move }, at) => {
    const position = rules.play(node.position, move);
    const below = rules.moves(position).length ? null : [];
    return { ...nodeBelow(node, at), position, move: shortened(text), below };
  });
  return node.below.reduce((sum, each) => sum + grow(tree, each), node.below.length);
}

/** @param {Node} node @param {number | string} step @returns {Node} */
function nodeBelow({ id, ply, position }, step) {
  return {
    id: `${id === "/" ? "" : id}/${step}`,
    parent: id,
    ply: ply + 1,
    position,
    move: "",
    below: null,
    hidden: 0,
  };
}

/** What is known of the value of each node: the end of a game is known, and what its moves leave open is not.
 * @param {Rules} rules @param {Node} root @returns {Map<Node, Known>} */
function boundsOf(rules, root) {
  /** @type {Map<Node, Known>} */
  const known = new Map();
  const two = rules.players.length === 2;
  /** @param {Node} node @returns {Known} */
  const walk = (node) => {
    /** @type {Known} */
    let found = [-Infinity, Infinity];
    const [parts, mover] = [node.below?.map(walk), rules.mover(node.position)];
    const best = (/** @type {0 | 1} */ end) =>
      (mover === 0 ? Math.max : Math.min)(...(parts ?? []).map((part) => before(part[end])));
    const payoff = () => WIN * rules.payoffs(node.position)[0];
    if (two && parts && !parts.length) found = [payoff(), payoff()];
    else if (two && parts && mover !== CHANCE) found = [best(0), best(1)];
    known.set(node, found);
    return found;
  };
  walk(root);
  return known;
}

/** A value carried up one ply. @param {number} value @returns {number} */
function before(value) {
  return value > SURE ? Math.max(value - 1, SURE) : value < -SURE ? Math.min(value + 1, -SURE) : value;
}

/** @param {Grown} tree @param {Node[]} nodes @param {Map<Node, Known>} known */
function drawnOf({ rules, open }, nodes, known) {
  const written = nodes.map((node) => {
    const { position, below, ...rest } = node;
    const stub = node.id.endsWith("+");
    const text = stub ? `… ${node.hidden} more` : valueText(known.get(node)) || ratingText(rules, node);
    const grown = open.includes(node.id) ? "grown" : "folded";
    const state = stub ? "stub" : !below ? "open" : !below.length ? "over" : grown;
    const hidden = state === "folded" ? (below?.length ?? 0) : node.hidden;
    const mover = rules.mover(position);
    const title = stub ? `${text}: branches that are not drawn` : titleOf(rules, node.move, mover, text, state);
    return { ...rest, mover, text, state, hidden, line: false, shared: false, title };
  });
  const { placed, box } = placeNodes(written);
  const count = written.filter(({ state }) => state !== "stub").length;
  const title = `a tree of ${rules.name}, ${count} ${count === 1 ? "node" : "nodes"} drawn`;
  return { nodes: placed, colours: coloursOf(rules), box, title, text: title };
}

/** @param {Rules} rules */
function coloursOf({ layout, players }) {
  const given = layout?.colours.length ? layout.colours : COLOURS;
  const count = Math.max(COLOURS.length, players.length);
  return [...Array.from({ length: count }, (_, player) => given[player % given.length]), OF_CHANCE];
}

/** The rating of a node; that of the root is not shown. @param {Rules} rules @param {Node} node @returns {string} */
function ratingText(rules, node) {
  return rules.rate && node.parent ? `≈ ${numberText(rules.rate(node.position))}` : "";
}

/** What is known of a value, seen by the first player: the value, a bound, or nothing.
 * @param {Known | undefined} known */
function valueText(known) {
  const [low, high] = known ?? [-Infinity, Infinity];
  if (low === high) return endText(low);
  if (high === Infinity) return low === -Infinity ? "" : `≥ ${endText(low)}`;
  return low === -Infinity ? `≤ ${endText(high)}` : `${endText(low)} … ${endText(high)}`;
}

/** @param {number} value @returns {string} */
function endText(value) {
  const plies = pliesToEnd(value);
  if (plies === null) return numberText(value);
  return plies ? `${value > 0 ? "win" : "loss"} in ${plies}` : value > 0 ? "won" : "lost";
}

/** A node in words.
 * @param {Rules} rules @param {string} move @param {number} mover @param {string} text @param {string} state */
function titleOf(rules, move, mover, text, state) {
  const turn = state === "over" ? "" : mover === CHANCE ? "Chance moves" : `${rules.names[mover]} to move`;
  const parts = [turn, text && `value ${text}`, STATES[state] ?? ""].filter(Boolean);
  return (move ? `${move}: ` : "") + parts.join("; ");
}

/** @param {string} text @returns {string} */
function shortened(text) {
  const letters = [...text];
  if (letters.length <= LONGEST) return text;
  letters.length = LONGEST - 1;
  return `${letters.join("").trimEnd()}…`;
}
