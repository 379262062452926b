// Moves on a board as people see them made: a piece glides, a new one appears, what is captured fades. Nothing moves for those
// who prefer that.

import { drawBoard } from "./board.mjs";

/** @import { Stone, View } from "./board.mjs" */

const [LASTS, MOST] = [260, 16]; // milliseconds; stones that change at once: more are no move, but another place
const SVG = "http://www.w3.org/2000/svg";

/** What has changed between two views of a board: which stone has gone from one cell to another, what is new, what is gone.
 * @param {View} before @param {View} after */
export function changes(before, after) {
  const [old, now] = [before, after].map(({ stones }) => new Map(stones.map((stone) => [stone.cell, stone])));
  const gone = before.stones.filter(({ cell, owner }) => now.get(cell)?.owner !== owner);
  const fresh = after.stones.filter(({ cell, owner }) => old.get(cell)?.owner !== owner);
  const [from, to] = [after.last[0], after.last[after.last.length - 1]];
  const moved = gone.find(({ cell }) => cell === from && !now.has(cell));
  const glides = moved && from !== to && now.get(to)?.owner === moved.owner;
  return {
    from: glides ? from : -1,
    to: glides ? to : -1,
    fresh: fresh.filter(({ cell }) => !glides || cell !== to),
    gone: gone.filter(({ cell }) => !glides || cell !== from),
  };
}

/** What shows the changes of a picture that has been drawn; it is called after each drawing. @param {HTMLElement} picture */
export function moving(picture) {
  /** @type {View | null} */
  let before = null;
  /** @type {View | null} */
  let now = null;
  let since = 0;
  return (/** @type {View} */ view) => {
    const other = !now || JSON.stringify(now.stones) !== JSON.stringify(view.stones);
    if (other) [before, since] = [now, performance.now()];
    now = view;
    const late = performance.now() - since;
    if (before && late < LASTS && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      animate(picture, before, view, late);
  };
}

/** @param {HTMLElement} picture @param {View} before @param {View} after @param {number} late milliseconds since then */
function animate(picture, before, after, late) {
  const svg = picture.querySelector("svg");
  const { from, to, fresh, gone } = changes(before, after);
  if (!svg || fresh.length + gone.length > MOST) return;
  const cells = after.layout.cells;
  if (fresh.length || to >= 0) takeApart(svg);
  const play = (/** @type {Element} */ it, /** @type {Keyframe[]} */ frames) => {
    const animation = it.animate(frames, { duration: LASTS, easing: "ease-out" });
    animation.currentTime = late;
    return animation;
  };
  if (to >= 0) {
    const way = `translate(${cells[from].x - cells[to].x}px, ${cells[from].y - cells[to].y}px)`;
    for (const it of drawnAt(svg, cells[to])) play(it, [{ transform: way }, { transform: "none" }]);
  }
  for (const { cell } of fresh) for (const it of drawnAt(svg, cells[cell])) play(it, [{ opacity: 0 }, { opacity: 1 }]);
  const left = gone.filter(({ cell }) => !after.stones.some((stone) => stone.cell === cell));
  if (!left.length) return;
  const ghosts = ghostsOf(before, left);
  svg.append(ghosts);
  void play(ghosts, [{ opacity: 1 }, { opacity: 0 }]).finished.then(
    () => ghosts.remove(),
    () => {},
  );
}

/** Makes a path for each part of those that draw something of many pieces (shadows, glints, pips), so that one piece can
 * move with all that is its own. @param {SVGSVGElement} svg */
function takeApart(svg) {
  for (const path of svg.querySelectorAll("g[pointer-events] path")) {
    const parts = path.getAttribute("d")?.match(/M[^M]*/g) ?? [];
    if (parts.length < 2) continue;
    const made = parts.map((part) => {
      const alone = /** @type {Element} */ (path.cloneNode());
      alone.setAttribute("d", part);
      return alone;
    });
    path.replaceWith(...made);
  }
}

/** What is drawn of the piece on one cell, and of nothing else. @param {SVGSVGElement} svg @param {{x: number, y: number}} cell */
function drawnAt(svg, { x, y }) {
  const above = [...svg.querySelectorAll("g[pointer-events] :is(circle, rect, path, text)")];
  return above.filter((it) => {
    const { x: left, y: top, width, height } = /** @type {SVGGraphicsElement} */ (it).getBBox();
    const far = Math.hypot(left + width / 2 - x, top + height / 2 - y);
    return width <= 1.1 && height <= 1.1 && far < 0.3 && !it.closest(".lt-event-line, .lt-legal-line");
  });
}

/** The pieces that are gone, as they were drawn. @param {View} before @param {Stone[]} stones @returns {SVGElement} */
function ghostsOf(before, stones) {
  const whole = document.createElement("div");
  const bare = { ...before, stones, last: [], legal: [], heat: [], marks: [], dominoes: [], caption: "", text: "" };
  whole.innerHTML = drawBoard({ ...bare, layout: { ...before.layout, sides: [], labels: [] } });
  const ghosts = /** @type {SVGElement} */ (document.createElementNS(SVG, "g"));
  ghosts.append(whole.querySelector("g[pointer-events]") ?? "");
  ghosts.setAttribute("aria-hidden", "true");
  return ghosts;
}

/** A view of the board turned around, so that who sits opposite sees it. @param {View} view @returns {View} */
export function turned(view) {
  /** @type {Record<string, string>} */
  const shapes = { triangle: "triangle down", "triangle down": "triangle" };
  const { cells, labels, sides } = view.layout;
  const layout = {
    ...view.layout,
    cells: cells.map((cell) => ({ ...cell, x: -cell.x, y: -cell.y, shape: shapes[cell.shape] ?? cell.shape })),
    labels: labels.map((label) => ({ ...label, x: -label.x, y: -label.y })),
    sides: sides.map((side) => ({
      ...side,
      points: side.points.map(([x, y]) => /** @type {[number, number]} */ ([-x, -y])),
    })),
  };
  return { ...view, layout };
}
