// The table at which a game is played: board, seats, acts, moves, values, tree, rules. Every host shows this.

import { actionPane } from "./action_pane.mjs";
import { withoutCells } from "./choose.mjs";
import { choicesPane } from "./choices.mjs";
import { clickableBoard } from "./clickable.mjs";
import { button, element, fill, following, keepingFocus } from "./elements.mjs";
import { heatOf, legendOf } from "./heat.mjs";
import { turned } from "./motion.mjs";
import { COLOURS } from "./pieces.mjs";
import { recordPane } from "./record.mjs";
import { reviewPane } from "./review.mjs";
import { headingOf, lastMove, liveText, statusOf } from "./status.mjs";
import { treePane } from "./tree_pane.mjs";
import { wordsShown } from "./words.mjs";

/** @import { Host } from "./elements.mjs" */
/** @import { SessionView } from "./session_view" */

const MANY = 40; // moves of a game without a board that are buttons; more are a list

/** Shows a game to be played; gives the function that ends it. `who` makes what says, and lets choose, who plays a
 * player; without it this is only said. `more` is what a host shows beside the board.
 * @param {Host & {who?: (player: number) => HTMLElement, more?: HTMLElement[]}} host @returns {() => void} */
export function table({ model, el, who, more: others = [] }) {
  /** @returns {SessionView} */
  const viewed = () => model.get("view");
  /** @param {string} action @param {object} others */
  const ask = (action, others = {}) => model.send({ action, ...others });
  /** @param {number} move */
  const made = (move) => ask("move", { place: viewed().place, move });

  const seats = seatList(who);
  const status = element("p", { class: "ltw-status" });
  const said = element("p", { class: "ltw-unseen ltw-said", role: "status" });
  const live = element("p", { class: "ltw-live" });
  const acts = actionPane(ask, viewed);
  const choices = choicesPane(made);
  const { place, words, more, under, turn, show: showBoard } = boardPane(made, viewed);
  const record = recordPane(ask, turn);
  const tree = treeSection(ask);
  const review = reviewPane(ask);
  const texts = element("div", { class: "ltw-texts" });
  const stage = element("div", { class: "ltw-stage" }, review.bar, place);
  const left = element("div", { class: "ltw-left" }, stage, words, more, under, review.pane);
  const panel = element(
    "div",
    { class: "ltw-panel" },
    ...others,
    review.words,
    acts.often,
    live,
    choices.pane,
    record.pane,
    acts.seldom,
  );
  const desk = element("div", { class: "ltw-desk" }, seats.list, left, status, panel, tree.section, texts);
  const widget = element("section", { class: "ltw-widget ltw-table" }, desk, said);
  el.append(widget);

  widget.addEventListener("keydown", (event) => walkByKey(event, record.go));
  const ends = [
    following(model, ["view"], () => {
      const view = viewed();
      widget.dataset.turn = view.turn;
      widget.setAttribute("aria-label", view.name ?? "A game");
      seats.show(view);
      fill(status, headingOf(view));
      status.classList.toggle("ltw-wrong", !!view.said);
      tell(said, [lastMove(view), statusOf(view)].filter(Boolean).join(". "));
      showBoard(view);
      keepingFocus(widget, place, () => acts.show(view));
      if (view.turn === "over" && choices.pane.contains(document.activeElement)) place.focus({ preventScroll: true });
      const [needed, over] = [!view.board && view.moves.length > MANY, view.turn === "over"];
      choices.show(view.moves, view.values, view.valuing || !!view.values, needed, over);
      record.show(view);
      keepingFocus(review.pane, place, () => review.show(view));
      tree.show(view);
      showTexts(texts, view);
    }),
    following(model, ["live", "view"], () => {
      const words = liveText(viewed(), model.get("live") ?? "");
      live.hidden = !words && !viewed().opponent;
      fill(live, words);
    }),
  ];
  return () => [...ends, tree.end].forEach((end) => end());
}

/** The board, the buttons of moves that no click tells apart, what is said below it, the button that turns it around.
 * @param {(move: number) => void} made @param {() => SessionView} viewed */
function boardPane(made, viewed) {
  const place = element("div", { class: "ltw-board" });
  const words = element("div", { class: "ltw-words" });
  const more = element("div", { class: "ltw-acts ltw-more" });
  const signals = element("input", { type: "checkbox", "data-key": "signals", change: () => show(viewed()) });
  const switches = element("label", { class: "ltw-switch" }, signals, " Signals");
  const legend = element("p", { class: "ltw-legend" });
  const under = element("div", { class: "ltw-under" }, switches, legend);
  const turn = button("Flip", () => [turn.setAttribute("aria-pressed", String(!isTurned())), show(viewed())], {
    ...{ class: "ltw-flip", title: "The board as it is seen from the other side", "aria-pressed": "false" },
  });
  const isTurned = () => turn.getAttribute("aria-pressed") === "true";
  const board = clickableBoard(place, made, showMore);

  /** The buttons of moves that no click tells apart. @param {import("./clickable.mjs").Chosen} chosen */
  function showMore({ picked, endings, made = false }) {
    const { moves, board: seen } = viewed();
    const free = seen || moves.length <= MANY;
    const shown = free && !made ? [...endings, ...(picked.length ? [] : withoutCells(moves))] : [];
    keepingFocus(more, place, () => {
      const look = (/** @type {number} */ at) => ({ class: "ltw-move", "data-key": `more ${moves[at].text}` });
      fill(more, ...shown.map((at) => button(moves[at].text, () => board.end(at), look(at))));
    });
    more.hidden = !shown.length;
    askAt(shown.length > 1 && picked.length ? picked[picked.length - 1] : -1);
  }

  /** Puts the buttons beside a cell, where one choice of cells means several moves: what a pawn becomes is asked where
   * it goes. -1: below the board. @param {number} cell */
  function askAt(cell) {
    const drawn = place.querySelector(`[data-cell="${cell}"]`);
    more.classList.toggle("ltw-asked", !!drawn);
    const around = drawn && more.offsetParent?.getBoundingClientRect();
    if (!around) return;
    const at = drawn.getBoundingClientRect();
    const below = at.top + at.bottom < around.top + around.bottom;
    const top = below ? at.bottom - around.top + 6 : at.top - around.top - more.offsetHeight - 6;
    more.style.left = `${(100 * Math.max(0, Math.min(at.left - around.left, around.width - more.offsetWidth))) / around.width}%`;
    more.style.top = `${(100 * top) / around.height}%`;
  }

  /** @param {SessionView} view */
  function show(view) {
    switches.hidden = !view.heat;
    const loudest = signals.checked && view.heat ? "The strongest signal on each cell." : "";
    fill(legend, view.valuing || view.values ? legendOf(view.values ?? []) : loudest);
    turn.hidden = !view.board;
    fill(words, ...wordsShown(view.words));
    place.hidden = !view.board;
    if (!view.board) return showMore({ picked: [], endings: [] });
    const heat = signals.checked && view.heat && !view.values ? view.heat : view.board.heat;
    const heats = (/** @type {number[]} */ picked) => (view.values ? heatOf(view.values, view.moves, picked) : heat);
    const advised = view.hint ?? (view.values?.length ? view.moves[view.values[0].move] : null);
    board.show(
      isTurned() ? turned(view.board) : view.board,
      view.moves,
      view.hint ? view.hint.path : [],
      heats,
      advised?.path ?? [],
    );
  }

  return { place, words, more, under, turn, show };
}

/** What is looked at: the tree of the position, if a person looks at it. @param {import("./record.mjs").Ask} ask */
function treeSection(ask) {
  const tree = treePane(ask);
  const looked = element("p", { class: "ltw-looked" });
  const section = element("section", { class: "ltw-grown", "aria-label": "What it looks at" });
  section.append(element("h3", {}, "What it looks at"), tree.pane, looked);
  /** @param {SessionView} view */
  function show(view) {
    section.hidden = !view.tree;
    if (!view.tree) return;
    tree.show(view.tree, view.tree.at);
    fill(looked, view.tree.looked);
  }
  return { section, show, end: tree.end };
}

/** Walks through the game by a key, unless that is for a field or a tree.
 * @param {KeyboardEvent} event @param {(way: keyof import("./record.mjs").Ways) => void} go */
function walkByKey(event, go) {
  const inside = event.composedPath()[0];
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const fields = "input:not([type=checkbox]), textarea, select, .ltw-tree";
  if (inside instanceof HTMLElement && inside.matches(fields)) return;
  /** @type {Record<string, keyof import("./record.mjs").Ways>} */
  const ways = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  if (!ways[event.key]) return;
  go(ways[event.key]);
  event.preventDefault();
  event.stopPropagation(); // or a notebook would go to another of its cells
}

/** The seats: of each player the colour, the name, and who plays them. What lets choose that stays the same.
 * @param {(player: number) => HTMLElement} [choose] */
function seatList(choose) {
  const list = element("ul", { class: "ltw-seats", "aria-label": "Players" });
  /** @type {HTMLElement[]} */
  const choices = [];
  /** @param {SessionView} view */
  function show(view) {
    const alone = view.seats.every(({ yours }) => yours); // all play at this one board
    const colours = view.board?.layout.colours;
    view.seats.forEach((seat, player) => {
      const it = list.children[player] ?? list.appendChild(element("li"));
      const disc = element("span", { class: "ltw-disc" });
      const colour = (colours ?? COLOURS)[player % (colours ?? COLOURS).length];
      if (colour) disc.style.background = colour.fill;
      else disc.hidden = true; // no piece is a player's
      const you = seat.yours && !alone ? [element("b", {}, "you")] : [];
      const played = seat.yours && seat.who === "a person" ? "" : seat.who;
      const name = element("span", { class: "ltw-name" }, seat.name);
      name.append(...countOf(seat));
      if (!choose) fill(it, disc, name, element("span", { class: "ltw-who" }, ...you, played));
      else if (choices[player]) it.querySelector(".ltw-name")?.replaceWith(name);
      else fill(it, disc, name, (choices[player] = choose(player)));
      if (view.mover === player) it.setAttribute("aria-current", "true");
      else it.removeAttribute("aria-current");
    });
  }
  return { list, show };
}

/** What is counted of a player, and how the game has ended for it.
 * @param {import("./session_view").SeatView} seat @returns {HTMLElement[]} */
function countOf({ count, counted, result }) {
  const words = element("span", { class: "ltw-counted" }, `${counted} `);
  const shown = count === null ? [] : [element("span", { class: "ltw-count", title: counted }, words, String(count))];
  return result ? [...shown, element("span", { class: "ltw-result" }, result)] : shown;
}

/** @param {HTMLElement} place @param {string} words */
function tell(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/** The rules, the board in words, the source: texts that unfold.
 * @param {HTMLElement} place @param {SessionView} view */
function showTexts(place, { rules, board, text: words, source }) {
  const flowing = rules?.replace(/(\S)\n(?=[^\s\-*>+])/g, "$1 "); // lines are as long as they fit
  for (const [name, text] of Object.entries({ Rules: flowing, "Board in words": board ? words : "", Source: source })) {
    const known = [...place.children].find((it) => it.getAttribute("data-text") === name);
    const body = known?.querySelector("pre");
    if (body) tell(body, text ?? "");
    else if (text) {
      const open = name === "Rules" && isFlat(board);
      const unfolds = element("details", { class: "ltw-fold", "data-text": name, open });
      unfolds.append(element("summary", {}, name), element("pre", {}, text));
      place.append(unfolds);
    }
    if (known instanceof HTMLElement) known.hidden = !text;
  }
}

/** Whether there is room below a board: it is much wider than high, or there is none. @param {SessionView["board"]} board */
function isFlat(board) {
  const [xs, ys] = [board?.layout.cells.map(({ x }) => x) ?? [0], board?.layout.cells.map(({ y }) => y) ?? [0]];
  const [wide, high] = [xs, ys].map((at) => Math.max(...at) - Math.min(...at) + 1);
  return !board || high < 0.7 * wide;
}
