// Drawing a tree as a page shows it: the same SVG as lazytree/show/trees.py makes of the same data. Pure functions.
//
// The data are made by `tree_data(tree, shape="down", boards=False).json()`, or by grown.mjs; places and edges are in
// them. Each node is a group with `data-node`, the id of the node, so that a page knows which one was clicked.

import { fill, framed, line, number, written } from "./svg.mjs";

/** @typedef {{id: string, parent: string, ply: number, mover: number, move: string, text: string, state: string,
 *   hidden: number, line: boolean, shared: boolean, title: string, x: number, y: number, width: number,
 *   edge: string}} Shown a node, or a stub */
/** @typedef {{nodes: Shown[], colours: import("./board.mjs").Colour[], box: import("./board.mjs").Box, title: string,
 *   text: string}} TreeData */
/** @typedef {[left: number, right: number]} Edges */
/** @typedef {Edges[]} Contour the edges of a subtree, ply by ply, from the place of its root */
/** @typedef {{x: number, y: number, width: number}} Place the centre of a node, and its width */

const [SIZE, HEIGHT, ABOVE, PLY, GAP, TAIL, MARGIN] = [12, 22, 16, 78, 12, 9, 14];
const [NARROW, WIDE] = ["ijl.,:;|' ()[]", "mwMW@%…"];

/** The drawing of a tree as SVG text. @param {TreeData} data @returns {string} */
export function drawTree({ nodes, colours, box, title, text }) {
  const edges = nodes.filter((node) => node.edge);
  const sorted = [...edges.filter((node) => !node.line), ...edges.filter((node) => node.line)]; // the line is drawn last
  const parts = sorted.map(edgePart).join("") + nodes.map((node) => group(colours, node)).join("");
  return framed(parts, box, 1, title, text);
}

/** @param {Shown} node @returns {string} */
function edgePart({ edge, line, state }) {
  return `<path d="${edge}" ${stroke(line, 3, "none")}${dashed(state === "stub" ? "2 3" : "")}/>`;
}

/** @param {boolean} onLine @param {number} width @param {string} inside @returns {string} */
function stroke(onLine, width, inside) {
  return `${onLine ? line("event", width) : line("edge", 1.2)} fill="${written(inside)}"`;
}

/** @param {string} dashes @returns {string} */
function dashed(dashes) {
  return dashes ? ` stroke-dasharray="${dashes}"` : "";
}

/** @param {TreeData["colours"]} colours @param {Shown} node @returns {string} */
function group(colours, node) {
  const parts = node.state === "stub" ? text(node.x, node.y, node.text, fill("label")) : nodeParts(colours, node);
  return `<g data-node="${written(node.id)}"><title>${written(node.title)}</title>${parts}</g>`;
}

/** @param {TreeData["colours"]} colours @param {Shown} node @returns {string} */
function nodeParts(colours, node) {
  const players = colours.length - 1;
  const colour = node.mover < 0 ? colours[players] : colours[node.mover < players ? node.mover : 0];
  const painted = stroke(node.line, 2.5, colour.fill) + dashed(node.shared ? "4 2.5" : "");
  const move = node.move ? text(node.x, node.y - HEIGHT / 2 - 9, node.move, fill("ink")) : "";
  const below = node.state === "open" || node.state === "folded" ? tail(node) : "";
  if (node.text) {
    return move + below + pill(node, painted) + text(node.x, node.y, node.text, `fill="${written(colour.ink)}"`);
  }
  const place = `cx="${number(node.x)}" cy="${number(node.y)}" r="${number(node.width / 2)}"`;
  return `${move}${below}<circle ${place} ${painted}/>`;
}

/** The dotted line to branches that have not been read. @param {Shown} node @returns {string} */
function tail(node) {
  const path = `M${number(node.x)} ${number(node.y + (node.text ? HEIGHT : node.width) / 2)}v${TAIL}`;
  return `<path d="${path}" ${line("edge", 2)} fill="none" stroke-linecap="round" stroke-dasharray="0 4"/>`;
}

/** A node with a text in it; where the game is over, with corners.
 * @param {Shown} node @param {string} painted @returns {string} */
function pill(node, painted) {
  const place = `x="${number(node.x - node.width / 2)}" y="${number(node.y - HEIGHT / 2)}"`;
  const rounded = node.state === "over" ? 3 : HEIGHT / 2;
  return `<rect ${place} width="${number(node.width)}" height="${HEIGHT}" rx="${rounded}" ${painted}/>`;
}

/** A text, its middle at a place.
 * @param {number} x @param {number} y @param {string} words @param {string} colour @returns {string} */
function text(x, y, words, colour) {
  const where = `x="${number(x)}" y="${number(y + 0.35 * SIZE)}" font-size="${SIZE}" text-anchor="middle"`;
  return `<text ${where} ${colour}>${written(words)}</text>`;
}

// ---- where nodes stand: the root above, as tree_places.py of lazytree/show has it

/** Nodes, each after its parent, with their places and the edges to them, and the frame of all.
 * @template {{id: string, parent: string, ply: number, text: string, move: string, state: string}} Node
 * @param {Node[]} nodes @returns {{placed: (Node & Place & {edge: string})[], box: import("./board.mjs").Box}} */
export function placeNodes(nodes) {
  const numbers = new Map(nodes.map(({ id }, at) => [id, at]));
  const parents = nodes.map(({ parent }) => numbers.get(parent) ?? -1);
  const stubs = nodes.map(({ state }) => state === "stub");
  const widths = nodes.map(({ text }) => (text ? Math.max(textWidth(text) + 14, HEIGHT) : 14));
  const rooms = widths.map((width, at) => (stubs[at] ? width : Math.max(width, textWidth(nodes[at].move)) + GAP));
  const xs = tidy(parents, rooms);
  const ys = nodes.map(({ ply }, at) => ply * PLY - (stubs[at] ? ABOVE : 0));
  const left = Math.min(...xs.map((x, at) => x - rooms[at] / 2)) - MARGIN;
  const right = Math.max(...xs.map((x, at) => x + rooms[at] / 2)) + MARGIN;
  const top = -HEIGHT / 2 - MARGIN;
  const bottom = Math.max(...ys) + HEIGHT / 2 + TAIL + MARGIN;
  const places = xs.map((x, at) => ({ x: tenths(x), y: tenths(ys[at]), width: tenths(widths[at]) }));
  const edge = (/** @type {number} */ at) =>
    parents[at] < 0 ? "" : edgeOf(places[parents[at]], places[at], stubs[at]);
  const placed = nodes.map((node, at) => ({ ...node, ...places[at], edge: edge(at) }));
  return { placed, box: [tenths(left), tenths(top), tenths(right - left), tenths(bottom - top)] };
}

/** The edge between two nodes as the data of an SVG path.
 * @param {Place} above @param {Place} below @param {boolean} stub */
function edgeOf(above, below, stub) {
  const [start, end] = [above.y + HEIGHT / 2, below.y - HEIGHT / 2 - (stub ? 0 : ABOVE)];
  const [from, to, middle] = [tenths(above.x), tenths(below.x), tenths((start + end) / 2)];
  return `M${from} ${tenths(start)}C${from} ${middle} ${to} ${middle} ${to} ${tenths(end)}`;
}

/** @param {number} value @returns {number} */
function tenths(value) {
  return Math.round(value * 10) / 10 + 0;
}

/** @param {string} text @returns {number} */
function textWidth(text) {
  const wide = (/** @type {string} */ letter) => (NARROW.includes(letter) ? 0.36 : WIDE.includes(letter) ? 0.92 : 0.62);
  return [...text].reduce((sum, letter) => sum + wide(letter), 0) * SIZE;
}

/** The horizontal places of nodes by their parents (-1: none) and widths: Reingold and Tilford's tidy trees.
 * @param {number[]} parents @param {number[]} widths @returns {number[]} */
function tidy(parents, widths) {
  /** @type {number[][]} */
  const below = parents.map(() => []);
  parents.forEach((parent, node) => parent >= 0 && below[parent].push(node));
  /** @type {Contour[]} */
  const contours = parents.map(() => []);
  const offsets = parents.map(() => 0);
  for (let node = parents.length - 1; node >= 0; node--) {
    const places = sideBySide(below[node].map((child) => contours[child]));
    below[node].forEach((child, at) => (offsets[child] = places[at]));
    /** @type {Contour} */
    let joined = [];
    for (const child of below[node]) joined = together(joined, contours[child], offsets[child]);
    contours[node] = [[-widths[node] / 2, widths[node] / 2], ...joined];
  }
  parents.forEach((parent, node) => (offsets[node] += parent >= 0 ? offsets[parent] : 0));
  return offsets;
}

/** The places of subtrees, in order, around 0. @param {Contour[]} contours @returns {number[]} */
function sideBySide(contours) {
  const left = packed(contours);
  const mirror = (/** @type {Contour} */ contour) => contour.map(([from, to]) => /** @type {Edges} */ ([-to, -from]));
  const right = packed([...contours].reverse().map(mirror)).reverse();
  return left.map((place, at) => (place - right[at]) / 2);
}

/** The places of subtrees, each as far to the left as those before it allow.
 * @param {Contour[]} contours @returns {number[]} */
function packed(contours) {
  /** @type {number[]} */
  const edge = []; // the rightmost edge of those placed, ply by ply
  return contours.map((contour, number) => {
    const near = edge.slice(0, contour.length).map((right, ply) => right - contour[ply][0]);
    const place = number ? Math.max(...near) : 0;
    contour.forEach(([, right], ply) => (edge[ply] = place + right));
    return place;
  });
}

/** The contour of subtrees and of one more, at its place.
 * @param {Contour} all @param {Contour} more @param {number} place @returns {Contour} */
function together(all, more, place) {
  const moved = more.map(([left, right]) => /** @type {Edges} */ ([place + left, place + right]));
  return Array.from({ length: Math.max(all.length, moved.length) }, (_, ply) => {
    const [one, other] = [all[ply], moved[ply]];
    return one && other ? [Math.min(one[0], other[0]), Math.max(one[1], other[1])] : (one ?? other);
  });
}
