// What the values of a game show: how likely who wins, in a bar and in words, and the curve of the whole game with its mistakes.

import { button, element, fill } from "./elements.mjs";
import { colourOf } from "./pieces.mjs";
import { SURE } from "./worth.mjs";

/** @import { SessionView, WorthView } from "./session_view" */
/** @typedef {{ply: number, loss: number}} Mistake the number of a move in the line, and how much of the bar it has cost */

const [SLIP, BLUNDER, MOST] = [0.15, 0.35, 8]; // parts of the bar that a mistake costs; mistakes that are listed
const [WIDE, HIGH] = [600, 110];
const SVG = "http://www.w3.org/2000/svg";

/** The first player's part of the bar at each position of the line, from 0 to 1; null where nothing is known. Estimates
 * are compared to one another, for their units are the game's own. @param {SessionView["worths"]} worths */
export function sharesOf(worths) {
  const open = worths.flatMap((worth) => (worth && isOpen(worth) && worth.value ? [Math.abs(worth.value)] : []));
  const middle = open.sort((one, other) => one - other)[open.length >> 1] || 1;
  return worths.map((worth) => {
    if (!worth) return null;
    const { value, text } = worth;
    const ahead = text.endsWith("% to win")
      ? Number.parseFloat(text.replace(/^[^\d]*/, "")) / 50 - 1
      : isOpen(worth)
        ? Math.abs(value) / (Math.abs(value) + 2 * middle)
        : 1;
    return (1 + Math.sign(value) * ahead) / 2;
  });
}

/** Whether a value is an estimate, and not an end. @param {WorthView} worth */
function isOpen({ value }) {
  return Math.abs(value) <= SURE;
}

/** The moves that have cost those who made them much. @param {SessionView} view @returns {Mistake[]} */
export function mistakesOf({ worths, line }) {
  const shares = sharesOf(worths);
  return line.flatMap(({ mover }, ply) => {
    const [before, after] = [shares[ply], shares[ply + 1]];
    const loss = (/** @type {number} */ from, /** @type {number} */ to) => (mover ? to - from : from - to);
    if (before === null || after === null || mover < 0) return [];
    return loss(before, after) >= SLIP ? [{ ply, loss: loss(before, after) }] : [];
  });
}

/** What is known of the position that is shown; null if nothing is. @param {SessionView} view */
function worthHere({ worths, line, place }) {
  return worths[1 + line.findIndex((move) => move.place === place)] ?? null;
}

/** What is known of the position, in words, as the one who looks sees it.
 * @param {SessionView} view @returns {string} */
export function outlook(view) {
  const worth = worthHere(view);
  if (!worth || view.turn === "over") return "";
  const { value, exact, text } = worth;
  if (!value) return exact ? "A draw, if both play well" : "Level so far";
  const [ahead, own] = [value > 0 ? 0 : 1, view.seats.filter(({ yours }) => yours)];
  const alone = own.length === 1;
  const yours = alone && view.seats[ahead].yours;
  if (text.startsWith("win"))
    return !alone ? `${view.seats[ahead].name} wins${text.slice(3)}` : `You ${yours ? "win" : "lose"}${text.slice(3)}`;
  const name = yours ? "You" : view.seats[ahead].name;
  return text.endsWith("to win") ? `${name}: ${text}` : `${name} ${yours ? "are" : "is"} ahead: ${text}`;
}

/** The bar beside the board, what is said of it, and the curve of the whole game.
 * @param {(act: string, others?: object) => void} ask */
export function reviewPane(ask) {
  const part = element("div");
  const bar = element("div", { class: "ltw-bar", role: "img" }, part);
  const words = element("p", { class: "ltw-outlook" });
  const picture = element("div", { class: "ltw-curve" });
  const found = element("div", { class: "ltw-acts ltw-mistakes" });
  const pane = element("section", { class: "ltw-review", "aria-label": "Review" }, picture, found);

  /** @param {SessionView} view */
  function show(view) {
    const shares = sharesOf(view.worths);
    const here = 1 + view.line.findIndex(({ place }) => place === view.place);
    const share = shares[here];
    const colours = coloursOf(view);
    bar.hidden = !view.worths.length;
    bar.style.background = colours[1];
    part.style.background = colours[0];
    bar.style.setProperty("--share", `${100 * (share ?? 0.5)}%`);
    bar.classList.toggle("ltw-unknown", typeof share !== "number");
    fill(words, outlook(view));
    bar.setAttribute("aria-label", words.textContent || view.caption);
    words.hidden = !view.worths.length; // an empty line stays: nothing below it jumps
    pane.hidden = !view.reviewing;
    if (!view.reviewing) return;
    fill(picture, curve(shares, here, mistakesOf(view), colours));
    const worst = [...mistakesOf(view)].sort((one, other) => other.loss - one.loss).slice(0, MOST);
    const steps = worst.sort((one, other) => one.ply - other.ply).map((mistake) => mistakeButton(view, mistake));
    const rest = shares.filter((each, at) => each === null && view.line[at - 1]?.mover !== -1).length;
    fill(
      found,
      view.thinking === "review" ? `${rest} positions are left.` : steps.length ? "Mistakes: " : "No mistake is seen.",
      ...steps,
    );
  }

  /** A button that leads to the position in which a mistake was made.
   * @param {SessionView} view @param {Mistake} mistake */
  function mistakeButton({ line, seats }, { ply, loss }) {
    const { text, mover } = line[ply];
    const title = `${seats[mover].name} has lost ${Math.round(100 * loss)} % of the bar: look at the position before`;
    const go = () => ask("go", { target: ply ? line[ply - 1].place : 0 });
    return button(`${ply + 1}. ${text}${loss >= BLUNDER ? "??" : "?"}`, go, {
      class: "ltw-step",
      title,
      "data-key": `mistake ${ply}`,
    });
  }

  picture.addEventListener("click", (event) => {
    const { left, width } = picture.getBoundingClientRect();
    const places = (picture.dataset.places ?? "").split(" ");
    const at = Math.round(((event.clientX - left) / width) * (places.length - 1));
    if (places[at]) ask("go", { target: Number(places[at]) });
  });

  return {
    bar,
    words,
    pane,
    /** @param {SessionView} view */
    show(view) {
      picture.dataset.places = [0, ...view.line.map(({ place }) => place)].join(" ");
      show(view);
    },
  };
}

/** The colours of two players; of those whose pieces have none, two of the page. @param {SessionView} view */
function coloursOf({ board }) {
  const own = board?.layout.colours.length ? board : null;
  return [0, 1].map((player) => (own ? colourOf(own, player).fill : `var(--ltw-${player ? "soft" : "dim"})`));
}

/** The curve: the first player's part is below it. @param {(number | null)[]} shares @param {number} here
 * @param {Mistake[]} mistakes @param {string[]} colours @returns {SVGElement} */
function curve(shares, here, mistakes, colours) {
  const x = (/** @type {number} */ at) => (WIDE * at) / Math.max(1, shares.length - 1);
  const y = (/** @type {number} */ share) => 7 + (HIGH - 14) * (1 - share);
  const known = shares.flatMap((share, at) => (share === null ? [] : [[x(at), y(share)]]));
  const svg = drawn("svg", {
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "img",
    "aria-label": "The values of the game as a curve",
  });
  svg.append(drawn("rect", { width: WIDE, height: HIGH, fill: colours[1] }));
  const [first, last] = [known[0]?.[0] ?? 0, known.at(-1)?.[0] ?? 0];
  const line = known.map(([right, down]) => `L${right.toFixed(1)} ${down.toFixed(1)}`).join("");
  if (known.length) svg.append(drawn("path", { d: `M${first} ${HIGH}${line}L${last} ${HIGH}z`, fill: colours[0] }));
  svg.append(drawn("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "ltw-middle" }));
  svg.append(drawn("path", { d: `M${x(here)} 0V${HIGH}`, class: "ltw-here" }));
  for (const { ply } of mistakes)
    svg.append(drawn("circle", { cx: x(ply + 1), cy: y(shares[ply + 1] ?? 0), r: 5, class: "ltw-mistake" }));
  return svg;
}

/** An element of SVG. @param {string} name @param {Record<string, string | number>} attributes @returns {SVGElement} */
function drawn(name, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
