// The moves of a game as a list in columns, one for each of two players; buttons lead to the place after each move.

import { button, element, fill, keepingFocus, turnOff } from "./elements.mjs";

/** @import { SessionView } from "./session_view" */
/** @typedef {import("./session_view").PlayedMove} Written a move that was made, and the number of its place */
/** @typedef {(act: string, others?: object) => void} Ask */
/** @typedef {{cells: Written[][]}} Row the moves of each player, beside one another */
/** @typedef {{first: number, back: number, forward: number, last: number}} Ways the places that buttons lead to */

const CHANCE = -1;

/** The rows of the list: the first player begins a new one, and so does a player who has moved in this one already.
 * What chance decides stands beside the move before. With more than two players each row has one move.
 * @param {Written[]} line @param {number} players @returns {Row[]} */
function rowsOf(line, players) {
  /** @type {Row[]} */
  const rows = [];
  let column = 0;
  for (const move of line) {
    const last = rows.at(-1);
    if (move.mover === CHANCE && last) {
      last.cells[column].push(move);
      continue;
    }
    column = players === 2 && move.mover > 0 ? 1 : 0;
    const room = last && players === 2 && column > 0 && !last.cells[1].length;
    if (last && room) last.cells[column].push(move);
    else rows.push({ cells: [0, 1].slice(0, players === 2 ? 2 : 1).map((at) => (at === column ? [move] : [])) });
  }
  return rows;
}

/** The places that the buttons of a view lead to. @param {{place: number, line: Written[]}} view @returns {Ways} */
function waysFrom(view) {
  const places = [0, ...view.line.map((move) => move.place)];
  const here = places.indexOf(view.place);
  const at = (/** @type {number} */ number) => places[Math.min(Math.max(number, 0), places.length - 1)];
  return { first: 0, back: at(here - 1), forward: at(here + 1), last: at(places.length - 1) };
}

/** The list, with buttons to walk through it. `ask("go", { target })` is called with the number of a place.
 * `more` stands beside the buttons. @param {Ask} ask @param {HTMLElement[]} more */
export function recordPane(ask, ...more) {
  /** @type {Ways} */
  let ways = { first: 0, back: 0, forward: 0, last: 0 };
  let here = 0;
  /** @param {keyof Ways} way */
  const go = (way) => ways[way] !== here && ask("go", { target: ways[way] });
  const walkButton = (/** @type {keyof Ways} */ way, /** @type {string} */ sign, /** @type {string} */ words) =>
    button(sign, () => go(way), { class: "ltw-walk", "aria-label": words, title: words, "data-key": way });
  const [first, back] = [walkButton("first", "«", "To the start"), walkButton("back", "‹", "Back")];
  const [forward, last] = [walkButton("forward", "›", "Forward"), walkButton("last", "»", "To the last move")];
  const where = element("span", { class: "ltw-where" });
  const list = element("div", { class: "ltw-record", tabindex: -1 });
  const tried = element("div", { class: "ltw-line ltw-tried" });
  const walk = element("div", { class: "ltw-walks", role: "group", "aria-label": "Walk through the game" });
  fill(walk, first, back, where, forward, last, ...more);
  const pane = element("section", { class: "ltw-moves", "aria-label": "Moves" }, walk, list, tried);

  /** A button that leads to the place after a move. @param {Written} move */
  function step({ text, place, mover }) {
    const name = mover === CHANCE ? "ltw-step ltw-chance" : "ltw-step";
    const current = place === here ? "step" : undefined;
    const about = { class: name, "data-key": `step ${place}`, "aria-current": current };
    return button(text, () => ask("go", { target: place }), about);
  }

  return {
    pane,
    go,
    /** @param {SessionView} view */
    show(view) {
      [ways, here] = [waysFrom(view), view.place];
      [first, back].forEach((it) => turnOff(it, ways.back === here));
      [forward, last].forEach((it) => turnOff(it, ways.forward === here));
      const ply = 1 + view.line.findIndex(({ place }) => place === here);
      fill(where, view.line.length ? `${ply} of ${view.line.length}` : "no moves");
      keepingFocus(pane, list, () => {
        const start = step({ text: "Start", place: 0, mover: 0 });
        fill(list, start, ...(view.line.length ? [tableOf(view, step)] : []));
        fill(tried, ...(view.tried.length > 1 ? ["Tried here: ", ...view.tried.map(step)] : []));
      });
      bring(list);
    },
  };
}

/** @param {SessionView} view @param {(move: Written) => HTMLElement} step */
function tableOf(view, step) {
  const players = view.seats.length;
  const head = players === 2 ? view.seats.map(({ name }) => element("th", { scope: "col" }, name)) : [];
  const rows = rowsOf(view.line, players).map(({ cells }, at) => {
    const columns = cells.map((moves) => element("td", {}, ...moves.map(step)));
    return element("tr", {}, element("th", { scope: "row" }, `${at + 1}.`), ...columns);
  });
  const heads = head.length ? [element("thead", {}, element("tr", {}, element("td", {}), ...head))] : [];
  return element("table", { class: head.length ? "ltw-pairs" : "" }, ...heads, element("tbody", {}, ...rows));
}

/** Scrolls the list, and nothing else, to the move that is shown. @param {HTMLElement} list */
function bring(list) {
  const step = list.querySelector("[aria-current]");
  if (!step) return;
  const [inside, frame] = [step.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inside.top < frame.top || inside.bottom > frame.bottom)
    list.scrollTop += inside.top - frame.top - frame.height / 2;
}
