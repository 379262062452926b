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

const [SIZE, HEIGHT, TAIL] = [12, 22, 9];

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
