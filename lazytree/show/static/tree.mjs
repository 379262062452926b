// Drawing a tree: the same SVG as lazytree/show/trees.py makes of the same data. All functions here are pure.
//
// The data are made by `tree_data(tree).json()`; places and edges are in them. Each node is a group with `data-node`,
// the id of the node, so that a page knows which one was clicked.

import { BOARD, fill, framed, line, number, written } from "./svg.mjs";

/** @typedef {{fill: string, ink: string}} Colour */
/** @typedef {{x: number, y: number, owner: number, text: string}} Spot a stone on a small board */
/** @typedef {{cells: string, left: number, top: number, scale: number, width: number, height: number}} Board */
/** @typedef {{id: string, parent: string, ply: number, mover: number, move: string, text: string, state: string,
 *   hidden: number, whole: boolean, line: boolean, shared: boolean, title: string,
 *   x: number, y: number, width: number, edge: string, stones: Spot[]}} Shown a node, or a stub */
/** @typedef {{above: string, below: string, move: string, line: boolean, edge: string}} Join */
/** @typedef {{nodes: Shown[], joins: Join[], colours: Colour[], shape: string,
 *   box: [number, number, number, number], title: string, text: string, board: Board | null}} TreeData */

const SIZE = 12;
const HEIGHT = 22;
const DOT = 5;
const TAIL = 9;
const LEGIBLE = 0.75;
const NOBODY = { fill: "#a49b8b", ink: "#2b2b33" };
const RED_PIECE = { fill: "#b8392c", ink: "#f5f0e6" };

/** The drawing of a tree as SVG text.
 * @param {TreeData} data @param {boolean} [own] whether it brings its style sheet along @returns {string} */
export function drawTree(data, own = true) {
  const narrowest = data.shape === "down" ? LEGIBLE * data.box[2] : 0;
  return framed(treeParts(data), data.box, 1, data.title, data.text, narrowest, own);
}

/** The edges and nodes of a tree as SVG text, without a frame. @param {TreeData} data @returns {string} */
export function treeParts(data) {
  const edges = data.nodes
    .filter((node) => node.edge)
    .map((node) => ({ edge: node.edge, line: node.line, dashes: node.state === "stub" ? "2 3" : "" }));
  const all = [...edges, ...data.joins.map((join) => ({ edge: join.edge, line: join.line, dashes: "5 3" }))];
  const sorted = [...all.filter((each) => !each.line), ...all.filter((each) => each.line)];
  return sorted.map(edgePart).join("") + data.nodes.map((node) => group(data, node)).join("");
}

/** @param {{edge: string, line: boolean, dashes: string}} each @returns {string} */
function edgePart(each) {
  return `<path d="${each.edge}" ${stroke(each.line, 3, "none")}${dashed(each.dashes)}/>`;
}

/** @param {boolean} onLine @param {number} width @param {string} inside @returns {string} */
function stroke(onLine, width, inside) {
  return `${onLine ? line("event", width) : line("edge", 1.2)} fill="${written(inside)}"`;
}

/** @param {string} dashes @returns {string} */
function dashed(dashes) {
  return dashes ? ` stroke-dasharray="${dashes}"` : "";
}

/** @param {TreeData} data @param {Shown} node @returns {string} */
function group(data, node) {
  const parts = node.state === "stub" ? stub(node) : nodeParts(data, node);
  return `<g data-node="${written(node.id)}"><title>${written(node.title)}</title>${parts}</g>`;
}

/** @param {Shown} node @returns {string} */
function stub(node) {
  return node.width ? text(node.x, node.y, node.text, fill("label")) : dot(node, fill("edge"), 1.5);
}

/** @param {TreeData} data @param {Shown} node @returns {string} */
function nodeParts(data, node) {
  const players = data.colours.length - 1;
  const colour = node.mover < 0 ? data.colours[players] : data.colours[node.mover < players ? node.mover : 0];
  const painted = stroke(node.line, 2.5, colour.fill) + dashed(node.shared && node.width ? "4 2.5" : "");
  if (!node.width) return dot(node, painted, DOT / 2);
  const top = node.y - HEIGHT / 2 - (data.board ? data.board.height + 4 : 0);
  return [
    data.board ? board(data, data.board, node) : "",
    node.move ? text(node.x, top - 9, node.move, fill("ink")) : "",
    node.state === "open" || node.state === "folded" ? tail(node) : "",
    node.text
      ? pill(node, painted) + text(node.x, node.y, node.text, `fill="${written(colour.ink)}"`)
      : dot(node, painted, node.width / 2),
  ].join("");
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

/** @param {Shown} node @param {string} painted @param {number} radius @returns {string} */
function dot(node, painted, radius) {
  return `<circle cx="${number(node.x)}" cy="${number(node.y)}" r="${number(radius)}" ${painted}/>`;
}

/** A text, its middle at a place.
 * @param {number} x @param {number} y @param {string} words @param {string} colour @returns {string} */
function text(x, y, words, colour) {
  const where = `x="${number(x)}" y="${number(y + 0.35 * SIZE)}" font-size="${SIZE}" text-anchor="middle"`;
  return `<text ${where} ${colour}>${written(words)}</text>`;
}

/** The board above a node: its cells in one path, a disc for each stone.
 * @param {TreeData} data @param {Board} empty @param {Shown} node @returns {string} */
function board(data, empty, node) {
  const place = `${number(node.x - empty.width / 2)} ${number(node.y - HEIGHT / 2 - 4 - empty.height)}`;
  const moved = `scale(${number(empty.scale)}) translate(${number(-empty.left)} ${number(-empty.top)})`;
  const cells = `<path d="${empty.cells}" ${BOARD} transform="${moved}"/>`;
  const stones = node.stones.map((spot) => stone(data, empty.scale, spot)).join("");
  return `<g transform="translate(${place})">${cells}${stones}</g>`;
}

/** @param {TreeData} data @param {number} scale @param {Spot} spot @returns {string} */
function stone(data, scale, spot) {
  const owned = spot.owner >= 0 && spot.owner < data.colours.length - 1;
  const colour = owned ? data.colours[spot.owner] : spot.owner === -2 ? RED_PIECE : NOBODY;
  const place = `cx="${number(spot.x)}" cy="${number(spot.y)}" r="${number(0.38 * scale)}"`;
  const rim = 'stroke="#000" stroke-opacity="0.4" stroke-width="0.5"';
  const disc = `<circle ${place} fill="${written(colour.fill)}" ${rim}/>`;
  if (!spot.text) return disc;
  const size = 0.55 * scale;
  const where = `x="${number(spot.x)}" y="${number(spot.y + 0.35 * size)}" font-size="${number(size)}"`;
  return `${disc}<text ${where} text-anchor="middle" fill="${written(colour.ink)}">${written(spot.text)}</text>`;
}
