// A game that is being played, as a value, and what comes of an action, where the rules are functions of JavaScript: what
// session.py, reducer.py and jobs.py of lazytree/session are in Python, at a board that all people share. Nothing here
// changes, and nothing here knows of a page. One test replays logs of actions in both languages.

import { folded, grown, grownData, lookedAt, unfolded } from "./grown.mjs";
import { recordIn } from "./page_records.mjs";
import { addMove, goTo, lineThrough, lineTo, newVariations, nodeOf, stepBack, stepForward } from "./variations.mjs";

/** @import { Layout, Stone } from "./board.mjs" */
/** @import { Variations } from "./variations.mjs" */
/** @import { MoveValue } from "./worth.mjs" */
/** @typedef {{path: number[], text: string, move: any}} Legal a legal move: its cells, its text, and the move itself */
/** @typedef {{
 *   name: string, players: string[], names: string[], layout: Layout | null, start: any, mover(position: any): number,
 *   moves(position: any): Legal[], play(position: any, move: any): any, payoffs(position: any): number[],
 *   stones(position: any): Stone[], show(position: any): string, odds?(position: any, move: any): number,
 *   announce?(payoffs: number[]): string, key?(position: any): string, rate?(position: any): number,
 * }} Rules the functions of a game; `key` tells equal positions by equal texts, and is needed for repetitions only;
 *   `rate` is seen by the first player */
/** @typedef {{payoffs: number[], reason: string}} Ending */
/** @typedef {{who: string, name: string}} Seat who plays a side: PERSON, or what a host knows a bot by */
/** @typedef {{kind: string, place: number, bot: string}} Job what is to be thought about */
/** @typedef {{
 *   game: Rules, seats: Seat[], variations: Variations, repetitions: number | null, head: any,
 *   endings: Record<number, Ending>, offers: number[], said: string, asked: string, hurried: boolean, rested: boolean,
 *   hint: Legal | null, valuing: boolean, values: MoveValue[] | null, tree: import("./grown.mjs").Grown | null,
 *   reviewing: boolean, worths: Record<number, Worth | null>,
 * }} Session the fields are those of session.py; `offers` are the players who offer a draw */
/** @typedef {{value: number, exact: boolean}} Worth of a position, seen by the first player */
/** @typedef {Record<string, any> & {action: string}} Asked */
/** @typedef {() => number} Random gives numbers from 0 to 1 */

export const CHANCE = -1;
export const PERSON = "person";
const SAME = (/** @type {Legal} */ one, /** @type {Legal} */ other) => one.text === other.text;
const AT_REST = { said: "", asked: "", hint: null, hurried: false, rested: false };

/** Thrown where what is asked for cannot be done: a page asks for it only by a click that came too late. */
export class Refused extends Error {}

/** A game that begins; where chance moves first, it has. @param {Rules} game @param {Seat[]} seats
 * @param {Random} random @param {Partial<Session>} [more] @returns {Session} */
export function newSession(game, seats, random, more = {}) {
  const fresh = { endings: {}, offers: [], valuing: false, values: null, tree: null, repetitions: null, head: null };
  const known = { reviewing: false, worths: {} };
  return afterChance(
    { game, seats, variations: newVariations(game.start), ...fresh, ...known, ...AT_REST, ...more },
    random,
  );
}

/** The position that is shown. @param {Session} session */
export function positionOf({ variations }) {
  return nodeOf(variations).position;
}

/** The players who are people. @param {Session} session @returns {number[]} */
export function peopleOf({ seats }) {
  return seats.flatMap(({ who }, player) => (who === PERSON ? [player] : []));
}

/** How the game has ended in the position that is shown; null if it goes on.
 * @param {Session} session @returns {Ending | null} */
export function endingOf(session) {
  const { game, variations, repetitions, endings } = session;
  const position = positionOf(session);
  if (endings[variations.place]) return endings[variations.place];
  if (!game.moves(position).length) return { payoffs: game.payoffs(position), reason: "" };
  if (!repetitions || !game.key) return null;
  const keys = lineTo(variations, variations.place).map((place) => game.key?.(variations.nodes[place].position));
  const often = keys.filter((key) => key === keys.at(-1)).length;
  return often >= repetitions
    ? { payoffs: game.players.map(() => 0), reason: `the same position ${repetitions} times` }
    : null;
}

/** Whose turn it is: "person", "opponent" (a bot, or chance), or "over". @param {Session} session @returns {string} */
export function turnOf(session) {
  if (endingOf(session)) return "over";
  return peopleOf(session).includes(session.game.mover(positionOf(session))) ? "person" : "opponent";
}

/** What is to be thought about now; null if nothing is. @param {Session} session @returns {Job | null} */
export function wantedJob(session) {
  const [turn, mover, { place }] = [turnOf(session), session.game.mover(positionOf(session)), session.variations];
  const job = (/** @type {string} */ kind) => ({
    kind,
    place,
    bot: kind === "opponent" ? session.seats[mover].who : "",
  });
  if (session.asked && turn !== "over") return job(session.asked);
  if (session.rested) return null;
  if (turn === "opponent" && mover !== CHANCE && !nodeOf(session.variations).after.length) return job("opponent");
  const unknown = session.reviewing ? lineThrough(session.variations).find((at) => isUnknown(session, at)) : undefined;
  if (unknown !== undefined) return { ...job("review"), place: unknown };
  return session.valuing && turn === "person" ? job("values") : null;
}

/** Whether a player moves at a place, and nothing is known of its value yet. @param {Session} session @param {number} at */
function isUnknown({ game, variations, worths }, at) {
  const { position } = variations.nodes[at];
  return !(at in worths) && game.mover(position) !== CHANCE && game.moves(position).length > 0;
}

/** What a position is worth whose moves have these values, the best first; null if none is known.
 * @param {Rules} game @param {any} position @param {MoveValue[] | null} values @returns {Worth | null} */
export function worthOf(game, position, values) {
  if (!values?.length) return null;
  const [{ value, exact }] = values;
  return { value: game.mover(position) ? -value : value, exact };
}

// ---- sessions after something has happened

/** The session after a legal move; where chance moves then, it has, too.
 * @param {Session} session @param {Legal} move @param {Random} random @returns {Session} */
function playMove(session, move, random) {
  const variations = addMove(session.variations, move, session.game.play(positionOf(session), move.move), SAME);
  return afterChance({ ...session, variations }, random);
}

/** @param {Session} session @param {Random} random @returns {Session} */
function afterChance(session, random) {
  const { game } = session;
  let { variations } = session;
  for (let { position } = nodeOf(variations); game.mover(position) === CHANCE; position = nodeOf(variations).position) {
    const moves = game.moves(position);
    if (!moves.length) break;
    const weights = moves.map(({ move }) => game.odds?.(position, move) ?? 1);
    let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
    const found = weights.findIndex((weight) => (rest -= weight) < 0);
    const drawn = moves[found < 0 ? moves.length - 1 : found];
    variations = addMove(variations, drawn, game.play(position, drawn.move), SAME);
  }
  return show(session, variations);
}

/** The session at a place; the tree that is shown is that of its position.
 * @param {Session} session @param {Variations} variations @returns {Session} */
function show(session, variations) {
  const tree = session.tree && grown(session.game, nodeOf(variations).position);
  return { ...session, ...AT_REST, variations, offers: [], values: null, tree };
}

/** The session with other seats. @param {Session} session @param {Seat[]} seats @returns {Session} */
export function withSeats(session, seats) {
  return show({ ...session, seats }, session.variations);
}

/** The session with the moves of a record, by their texts, and as people have ended the game then; where chance moves
 * then, it has. Throws Refused, which names the first move that is not legal. @param {Session} session
 * @param {{moves: string[], ended: Ending | null}} record @param {Random} random @returns {Session} */
export function withRecord(session, { moves, ended }, random) {
  const { game } = session;
  let variations = newVariations(session.variations.nodes[0].position);
  moves.forEach((text, ply) => {
    const { position } = nodeOf(variations);
    const move = game.moves(position).find((each) => each.text === text);
    if (!move) throw new Refused(`move ${ply + 1}, “${text}”, is not legal there`);
    variations = addMove(variations, move, game.play(position, move.move), SAME);
  });
  const over = !game.moves(nodeOf(variations).position).length;
  const endings = ended && !over ? { [variations.place]: ended } : {};
  const opened = { ...session, variations, endings, reviewing: false, worths: {} };
  return endingOf(opened) ? show(opened, variations) : afterChance(opened, random);
}

/** The ending in which a player of two has resigned. @param {Rules} game @param {number} player @returns {Ending} */
export function resigned(game, player) {
  return { payoffs: player ? [1, -1] : [-1, 1], reason: `${game.players[player]} resigns` };
}

/** The ending in which all players have agreed to a draw. @param {Rules} game @returns {Ending} */
export function agreed(game) {
  return { payoffs: game.players.map(() => 0), reason: "by agreement" };
}

/** @param {Session} session @param {Ending} how @returns {Session} */
function endGame(session, how) {
  if (endingOf(session)) return session;
  return {
    ...session,
    ...AT_REST,
    endings: { ...session.endings, [session.variations.place]: how },
    offers: [],
    values: null,
  };
}

/** The session after what a job has found: a move, by its number, or values, or whether a draw is taken.
 * @param {Session} session @param {Job} job @param {any} answer @param {string} said @param {Random} random
 * @returns {Session} */
export function withAnswer(session, { kind, place }, answer, said, random) {
  if (kind === "review") {
    const worth = worthOf(session.game, session.variations.nodes[place].position, answer);
    return { ...session, worths: { ...session.worths, [place]: worth }, hurried: false };
  }
  if (kind === "values") return { ...session, values: answer, rested: true, hurried: false };
  if (kind === "draw") {
    return answer
      ? endGame(session, agreed(session.game))
      : { ...session, ...AT_REST, said: "The offer of a draw is declined." };
  }
  const move = session.game.moves(positionOf(session))[answer];
  if (kind === "hint") return { ...session, ...AT_REST, hint: move, said };
  return { ...playMove(session, move, random), said };
}

/** The session after a job that has failed: it says so, and begins nothing else by itself.
 * @param {Session} session @param {string} said @returns {Session} */
export function withFailure(session, said) {
  return { ...session, asked: "", hurried: false, rested: true, said };
}

// ---- what comes of an action

/** The session after an action. Throws Refused where it cannot be done.
 * @param {Session} session @param {Asked} asked @param {Random} random @returns {Session} */
export function reduce(session, asked, random) {
  const { action, place } = asked;
  const now = session.variations.place;
  if (!Object.hasOwn(REDUCERS, action)) throw new Refused();
  if ((place !== undefined || action === "move") && place !== now) {
    throw new Refused(); // the game has gone on
  }
  return REDUCERS[action](session, asked, random);
}

/** The player for whom is asked: the one to move, if it is a person, else the first one. Throws Refused if there is
 * none. @param {Session} session @returns {number} */
function ownPlayer(session) {
  const [people, mover] = [peopleOf(session), session.game.mover(positionOf(session))];
  if (turnOf(session) === "over") throw new Refused();
  if (mover === CHANCE || !people.length) throw new Refused();
  return people.includes(mover) ? mover : people[0];
}

/** @param {Session} session */
function requirePersonToMove(session) {
  if (turnOf(session) !== "person") throw new Refused();
}

/** The session at another place. @param {Session} session @param {Variations} variations */
function showAt(session, variations) {
  if (variations.place === session.variations.place) throw new Refused();
  return show(session, variations);
}

/** Whether a person moves in a position; with no people, each one will do. @param {Session} session */
function ownTurn(session) {
  const people = peopleOf(session);
  return (/** @type {any} */ position) => !people.length || people.includes(session.game.mover(position));
}

/** Offers a draw, or agrees to one. @param {Session} session @returns {Session} */
function draw(session) {
  const [player, people] = [ownPlayer(session), peopleOf(session)];
  if (session.seats.length !== 2) throw new Refused();
  if (people.length === 1) {
    requirePersonToMove(session);
    return { ...session, ...AT_REST, asked: "draw" };
  }
  return session.offers.length ? endGame(session, agreed(session.game)) : { ...session, offers: [player], said: "" };
}

/** @param {Session} session @returns {Session} */
function resign(session) {
  const player = ownPlayer(session);
  if (session.seats.length !== 2) throw new Refused();
  return endGame(session, resigned(session.game, player));
}

/** @param {Session} session @returns {Session} */
function hurry(session) {
  if (wantedJob(session)) return { ...session, hurried: true };
  const mover = session.game.mover(positionOf(session));
  if (turnOf(session) !== "opponent" || mover === CHANCE) throw new Refused();
  return { ...session, ...AT_REST, asked: "opponent" };
}

/** Whether bots play, and people. @param {Session} session */
function canSwap(session) {
  const people = peopleOf(session).length;
  return people > 0 && people < session.seats.length;
}

/** @type {Record<string, typeof unfolded>} */
const IN_TREE = { unfold: unfolded, fold: folded, choose: lookedAt };

/** @param {Session} session @param {Asked} asked @returns {Session} */
function changeTree({ tree, ...session }, { action, id }) {
  if (!tree || !grownData(tree).nodes.some((node) => node.id === id)) throw new Refused();
  return { ...session, tree: IN_TREE[action](tree, id) };
}

/** @type {Record<string, (session: Session, asked: Asked, random: Random) => Session>} */
const REDUCERS = {
  move(session, { move }, random) {
    requirePersonToMove(session);
    const legal = session.game.moves(positionOf(session))[move];
    if (!legal) throw new Refused();
    return playMove(session, legal, random);
  },
  undo: (session) => showAt(session, stepBack(session.variations, ownTurn(session))),
  redo: (session) => showAt(session, stepForward(session.variations, ownTurn(session))),
  go(session, { target }) {
    if (!session.variations.nodes[target]) throw new Refused();
    return target === session.variations.place ? session : show(session, goTo(session.variations, target));
  },
  hint(session) {
    requirePersonToMove(session);
    return { ...session, ...AT_REST, asked: "hint" };
  },
  values: (session) => ({ ...session, ...AT_REST, valuing: !session.valuing, values: null }),
  look: (session) => ({ ...session, tree: session.tree ? null : grown(session.game, positionOf(session)) }),
  unfold: changeTree,
  fold: changeTree,
  choose: changeTree,
  review(session) {
    if (session.seats.length !== 2) throw new Refused();
    return { ...session, ...AT_REST, reviewing: !session.reviewing };
  },
  "move now": hurry,
  "swap sides"(session) {
    if (!canSwap(session)) throw new Refused();
    return withSeats(session, [...session.seats.slice(-1), ...session.seats.slice(0, -1)]);
  },
  draw,
  accept(session) {
    if (!session.offers.length) throw new Refused();
    return draw(session);
  },
  decline(session) {
    if (!session.offers.length) throw new Refused();
    return { ...session, offers: [], said: "The offer of a draw is declined." };
  },
  resign,
  new: (session, _, random) =>
    afterChance(
      {
        ...session,
        variations: newVariations(session.variations.nodes[0].position),
        ...{ endings: {}, tree: null, reviewing: false, worths: {} },
      },
      random,
    ),
  open: (session, { text }, random) => withRecord(session, recordIn(text, session.head, session.seats.length), random),
};

/** What the table of actions asks of a session: flags_of of reducer.py.
 * @param {Session} session @param {string} link @returns {Record<string, boolean>} */
export function flagsOf(session, link) {
  const [turn, { before, latest }, kind] = [
    turnOf(session),
    nodeOf(session.variations),
    wantedJob(session)?.kind ?? "",
  ];
  const [people, count, offered] = [peopleOf(session).length, session.seats.length, session.offers.length > 0];
  const over = turn === "over";
  return {
    alone: true,
    bots: people < count,
    two: count === 2,
    record: !!session.head,
    link: !!link,
    offered: offered && people > 0,
    can_draw: count === 2 && !offered && people > 0,
    can_swap: canSwap(session),
    goes_on: !over,
    can_offer: !over && kind !== "draw" && (people === count || turn === "person"),
    can_hint: turn === "person" && kind !== "hint",
    can_hurry: !over && kind !== "values" && kind !== "review" && (!!kind || turn === "opponent"),
    can_review: count === 2,
    played: before >= 0 || latest >= 0,
    can_undo: before >= 0,
    can_redo: latest >= 0,
    can_restart: before >= 0 || latest >= 0 || over,
    can_save: before >= 0 || over,
  };
}
