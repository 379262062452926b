// What a page shows of a session, as data: what view.py of lazytree/session says in Python. Pure functions.

import { ACTIONS } from "./actions.mjs";
import { grownData } from "./grown.mjs";
import { CHANCE, endingOf, flagsOf, peopleOf, positionOf, turnOf, wantedJob, worthOf } from "./session.mjs";
import { lineThrough, lineTo, NOWHERE, nodeOf } from "./variations.mjs";
import { valuesData, WIN } from "./worth.mjs";

/** @import { Layout } from "./board.mjs" */
/** @import { Legal, Session } from "./session.mjs" */
/** @import { SessionView } from "./session_view" */

/** @type {WeakMap<object, any>} */
const drawn = new WeakMap(); // what is drawn of trees: it is worked out once

/** What is drawn of a tree. Throws where the rules give up. @param {import("./grown.mjs").Grown} tree */
export function treeData(tree) {
  if (!drawn.has(tree)) drawn.set(tree, grownData(tree));
  return drawn.get(tree);
}

/** @param {import("./grown.mjs").Grown | null} tree */
function treeView(tree) {
  try {
    return tree && treeData(tree);
  } catch {
    return null; // what can be shown of the position is shown
  }
}

/** What a page shows of a session; table.mjs shows it. `names` are those of the actions that the host offers, `more`
 * what it adds: `link`, `rules`, `source`. @param {Session} session @param {string[]} names
 * @param {{link?: string, rules?: string, source?: string}} [more] @returns {SessionView} */
export function sessionView(session, names, { link = "", rules = "", source = "" } = {}) {
  const { game, variations, tree } = session;
  const [turn, position, node] = [turnOf(session), positionOf(session), nodeOf(variations)];
  const plain = (/** @type {Legal} */ { path, text }) => ({ path: [...path], text });
  const [flags, people] = [flagsOf(session, link), peopleOf(session)];
  const roles = ["viewer", "owner", ...(people.length ? ["player"] : [])];
  const isSet = (/** @type {string | undefined} */ flag) => !flag || flags[flag];
  const offered = ACTIONS.filter(
    ({ name, who = "player", offered }) => names.includes(name) && roles.includes(who) && isSet(offered),
  );
  return {
    name: game.name,
    place: variations.place,
    board: game.layout ? boardOf(session, game.layout) : null,
    text: game.show(position),
    words: game.layout ? "" : game.show(position),
    caption: captionOf(session),
    mover: turn === "over" ? CHANCE : game.mover(position),
    moves: turn === "person" ? game.moves(position).map(plain) : [],
    hint: session.hint && turn === "person" ? plain(session.hint) : null,
    turn,
    opponent: people.length < session.seats.length,
    thinking: wantedJob(session)?.kind ?? "",
    said: session.said,
    offered: offersText(session),
    line: lineThrough(variations)
      .slice(1)
      .map((place) => playedAt(session, place)),
    tried: node.after.map((place) => playedAt(session, place)),
    actions: offered.map(({ name }) => name),
    disabled_actions: offered.filter(({ enabled }) => !isSet(enabled)).map(({ name }) => name),
    seats: seatsOf(session),
    offer: session.offers[0] ?? null,
    valuing: session.valuing,
    values: session.values && valuesData(session.values, !!game.odds),
    heat: null,
    reviewing: session.reviewing,
    worths: session.valuing || session.reviewing ? worthsOf(session) : [],
    tree: treeView(tree),
    record: recordOf(session),
    link,
    rules,
    source,
  };
}

/** The players, who plays them, what is counted of them, how the game has ended for them. @param {Session} session */
function seatsOf(session) {
  const { game, seats } = session;
  const { payoffs = [] } = endingOf(session) ?? {};
  const [top, people, count] = [Math.max(...payoffs), peopleOf(session), game.layout?.count];
  const stones = count ? game.stones(positionOf(session)) : [];
  const seen = stones.filter(({ cell }) => !count?.cells.length || count.cells.includes(cell));
  const tie = payoffs.filter((payoff) => payoff === top).length > 1;
  return game.names.map((name, player) => ({
    name,
    who: seats[player].name,
    yours: people.includes(player),
    count: count
      ? seen.reduce((sum, { owner, height }) => sum + (owner === player ? (count.heights ? height : 1) : 0), 0)
      : null,
    counted: count?.word ?? "",
    result: payoffs[player] !== top ? "" : tie ? "tie" : "won",
  }));
}

/** What players offer one another, in words. @param {Session} session @returns {string} */
function offersText({ game, offers }) {
  return offers.map((player) => `${game.names[player]} offers a draw: “Agree” or “Decline”?`).join(" ");
}

/** What is known of the positions of the line of a game of two players. @param {Session} session */
function worthsOf(session) {
  const { game, variations, endings, values, worths } = session;
  if (game.players.length !== 2) return [];
  return lineThrough(variations).map((place) => {
    const { position } = variations.nodes[place];
    if (endings[place]) return worthView({ value: endings[place].payoffs[0] * WIN, exact: true }, game);
    if (place === variations.place && values?.length) return worthView(worthOf(game, position, values), game);
    if (place in worths) return worthView(worths[place], game);
    return game.moves(position).length
      ? null
      : worthView({ value: game.payoffs(position)[0] * WIN, exact: true }, game);
  });
}

/** @param {import("./session.mjs").Worth | null} worth @param {import("./session.mjs").Rules} game */
function worthView(worth, { odds }) {
  if (!worth) return null;
  const [{ text }] = valuesData([{ move: 0, ...worth, value: Math.abs(worth.value) }], !!odds);
  return { value: worth.value, exact: worth.exact, text };
}

/** What a saved record says beside its moves, which are those of `line`; null where it cannot be saved.
 * @param {Session} session */
function recordOf({ head, endings, variations }) {
  const ended = endings[lineThrough(variations).at(-1) ?? 0];
  return head && { ...head, ...(ended ? { payoffs: ended.payoffs, ended: ended.reason } : {}) };
}

/** @param {Session} session @param {number} place */
function playedAt({ game, variations: { nodes } }, place) {
  return { place, text: nodes[place].move.text, mover: game.mover(nodes[nodes[place].before].position) };
}

/** Who moves, or how the game has ended, and why. @param {Session} session @returns {string} */
function captionOf(session) {
  const { game } = session;
  const how = endingOf(session);
  if (!how) {
    const mover = game.mover(positionOf(session));
    return mover === CHANCE ? "Chance moves" : `${game.names[mover]} to move`;
  }
  const told = game.announce?.(how.payoffs) ?? result(game.names, how.payoffs);
  const loser = game.players.findIndex((name) => how.reason === `${name} resigns`);
  const reason = loser < 0 ? how.reason : `${game.names[loser]} resigns`;
  return reason ? `${told}: ${reason}` : told;
}

/** The result of a game in one line. @param {string[]} players @param {number[]} payoffs @returns {string} */
function result(players, payoffs) {
  const top = Math.max(...payoffs);
  if (payoffs.every((payoff) => payoff === top)) return "Draw";
  const winners = players.filter((_, player) => payoffs[player] === top);
  const margin = payoffs.length === 2 && Math.abs(top) > 1 ? ` by ${top}` : "";
  return `${winners.join(" and ")} ${winners.length === 1 ? "wins" : "share the win"}${margin}`;
}

/** What a picture of the board shows.
 * @param {Session} session @param {Layout} layout @returns {import("./board.mjs").View} */
function boardOf(session, layout) {
  const { game, variations } = session;
  const [position, over] = [positionOf(session), turnOf(session) === "over"];
  const places = layout.pieces === "covered" ? lineTo(variations, variations.place).slice(1) : [];
  const laid = places.map((place) => {
    const { move, before } = variations.nodes[place];
    return { owner: game.mover(variations.nodes[before].position), cells: move.path };
  });
  const covered = new Set(laid.flatMap((domino) => domino.cells));
  const { move, before } = nodeOf(variations);
  const stones = game.stones(position).filter((stone) => !covered.has(stone.cell));
  const last = before === NOWHERE ? [] : move.path;
  const told = { caption: captionOf(session), mover: over ? CHANCE : game.mover(position), text: game.show(position) };
  const unmarked = { legal: [], heat: [], marks: [] };
  return { name: game.name, layout, players: game.names, stones, last, dominoes: laid, ...told, ...unmarked };
}
