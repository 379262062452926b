// A large board: its picture shows the part where stones are, larger and smaller parts, and beside them all of it.

import { button, element } from "./elements.mjs";

/** @import { View } from "./board.mjs" */
/** @typedef {[left: number, top: number, width: number, height: number]} Part what a picture shows, in cells */

const [MANY, SMALL, LARGE, AROUND] = [150, 28, 46, 1.6]; // cells of a large board; pixels of a cell; cells around stones
const DRAG = 6; // pixels from which on a pointer moves the picture, and chooses nothing

/** The part of a board where something stands or may be done, of the shape of all of it; all of it where that is little
 * larger. No cell becomes larger than LARGE. @param {View} view @param {Part} all @param {number} wide pixels
 * @returns {Part} */
export function partWithStones({ stones, legal, last, layout }, all, wide) {
  const cells = [...stones.map(({ cell }) => cell), ...legal, ...last].map((at) => layout.cells[at]);
  if (!cells.length || wide / all[2] >= SMALL) return all;
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const least = wide / LARGE / all[2];
  const scale = Math.max(least, (right - left + 2 * AROUND) / all[2], (bottom - top + 2 * AROUND) / all[3]);
  return scale > 0.85 ? all : within([(left + right) / 2, (top + bottom) / 2], scale, all);
}

/** The part around a point, moved so that it lies on the board.
 * @param {[number, number]} middle @param {number} scale @param {Part} all @returns {Part} */
function within([x, y], scale, [left, top, width, height]) {
  const [wide, high] = [width * Math.min(1, scale), height * Math.min(1, scale)];
  const kept = (/** @type {number} */ at, /** @type {number} */ least, /** @type {number} */ most) =>
    Math.min(Math.max(at, least), most);
  return [kept(x - wide / 2, left, left + width - wide), kept(y - high / 2, top, top + height - high), wide, high];
}

/** What shows parts of the picture of a large board in a place; `show` is called after each drawing.
 * @param {HTMLElement} place @param {HTMLElement} picture */
export function zoomed(place, picture) {
  /** @type {Part} */
  let all = [0, 0, 1, 1];
  /** @type {Part} */
  let part = all;
  let own = false; // whether a person has chosen the part
  /** @type {View | null} */
  let seen = null;
  const change = (/** @type {number} */ factor) => () =>
    turn([part[0] + part[2] / 2, part[1] + part[3] / 2], (part[2] / all[2]) * factor);
  const follow = () => [(own = false), frame()];
  const buttons = [
    button("+", change(0.7), { title: "Larger", "aria-label": "Larger" }),
    button("−", change(1 / 0.7), { title: "Smaller", "aria-label": "Smaller" }),
    button("Fit", follow, { title: "Where the stones are", "aria-label": "Where the stones are" }),
  ];
  const tools = element("div", { class: "ltw-zoom", role: "group", "aria-label": "Size", hidden: true }, ...buttons);
  const overview = element("div", { class: "ltw-overview", "aria-hidden": "true", hidden: true });
  place.append(overview, tools);

  /** Shows a part that a person has chosen. @param {[number, number]} middle @param {number} scale */
  function turn(middle, scale) {
    own = true;
    part = within(middle, Math.max(0.15, scale), all);
    frame();
  }

  /** Lets the picture show the part, and the overview all of it. */
  function frame() {
    const svg = picture.querySelector("svg");
    if (!svg || !seen) return;
    if (!own) part = partWithStones(seen, all, picture.clientWidth || 640);
    svg.setAttribute("viewBox", part.join(" "));
    const whole = part[2] > 0.99 * all[2];
    overview.hidden = whole;
    place.classList.toggle("ltw-part", own && !whole);
    if (whole) return;
    const small = /** @type {SVGElement} */ (svg.cloneNode(true));
    small.setAttribute("viewBox", all.join(" "));
    const [x, y, width, height] = part;
    small.insertAdjacentHTML(
      "beforeend",
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" class="ltw-frame"/>`,
    );
    overview.replaceChildren(small);
  }

  /** @param {View} view */
  function show(view) {
    const svg = picture.querySelector("svg");
    seen = view;
    tools.hidden = view.layout.cells.length < MANY;
    if (!svg || tools.hidden) return void (overview.hidden = true);
    const { x, y, width, height } = svg.viewBox.baseVal;
    all = [x, y, width, height];
    frame();
  }

  let wide = 0; // of the picture, when it was last looked at
  new ResizeObserver(() => {
    if (picture.clientWidth === wide || tools.hidden) return;
    wide = picture.clientWidth;
    frame();
  }).observe(picture);
  pointers(
    picture,
    () => own && part[2] < 0.99 * all[2],
    (right, down) => {
      const cell = part[2] / picture.clientWidth;
      turn([part[0] + part[2] / 2 - right * cell, part[1] + part[3] / 2 - down * cell], part[2] / all[2]);
    },
    (factor) => tools.hidden || change(factor)(),
  );
  overview.addEventListener("click", (event) => {
    event.stopPropagation(); // it chooses no cell
    const { left, top, width, height } = overview.getBoundingClientRect();
    const middle = /** @type {[number, number]} */ ([
      all[0] + (all[2] * (event.clientX - left)) / width,
      all[1] + (all[3] * (event.clientY - top)) / height,
    ]);
    turn(middle, part[2] / all[2]);
  });
  return show;
}

/** Moves a picture by a pointer that is down, and scales it by two; the click at the end of it chooses nothing.
 * @param {HTMLElement} picture @param {() => boolean} may @param {(right: number, down: number) => void} move
 * @param {(factor: number) => void} scale */
function pointers(picture, may, move, scale) {
  /** @type {Map<number, [number, number]>} */
  const held = new Map(); // where pointers are down
  /** @type {[number, number] | null} */
  let from = null;
  let far = false;
  picture.addEventListener("pointerdown", (event) => {
    if (event.isPrimary) held.clear();
    held.set(event.pointerId, [event.clientX, event.clientY]);
    far = held.size > 1;
    from = may() && !far ? [event.clientX, event.clientY] : null;
  });
  for (const end of ["pointerup", "pointercancel"])
    picture.addEventListener(end, (event) => held.delete(/** @type {PointerEvent} */ (event).pointerId));
  picture.addEventListener("pointermove", (event) => {
    if (held.size === 2 && held.has(event.pointerId)) {
      const before = spread(held);
      held.set(event.pointerId, [event.clientX, event.clientY]);
      return scale(before / spread(held));
    }
    if (!from || !event.buttons) return;
    const [right, down] = [event.clientX - from[0], event.clientY - from[1]];
    if (!far && Math.hypot(right, down) < DRAG) return;
    [far, from] = [true, [event.clientX, event.clientY]];
    move(right, down);
  });
  picture.addEventListener("click", (event) => far && event.stopPropagation(), true);
}

/** How far two pointers are from one another. @param {Map<number, [number, number]>} held @returns {number} */
function spread(held) {
  const [[x, y], [otherX, otherY]] = [...held.values()];
  return Math.max(1, Math.hypot(x - otherX, y - otherY));
}
