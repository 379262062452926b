// The host of a published page: it runs a session, lets the engine think, gives the table what it shows, and an address.

import { ACTIONS } from "./actions.mjs";
import { hostModel } from "./elements.mjs";
import { rulesOf } from "./page_rules.mjs";
import { lineText, pageThinker, wordsOf } from "./page_thinker.mjs";
import { strategiesOf } from "./proved_moves.mjs";
import {
  agreed,
  newSession,
  peopleOf,
  PERSON,
  positionOf,
  reduce,
  Refused,
  resigned,
  wantedJob,
  withAnswer,
  withFailure,
  withRecord,
  withSeats,
} from "./session.mjs";
import { sessionView, treeData } from "./session_view.mjs";
import { lineTo, nodeOf } from "./variations.mjs";

/** @import { Model } from "./elements.mjs" */
/** @import { PageData } from "./page_rules.mjs" */
/** @import { Ending, Job, Rules, Session } from "./session.mjs" */
/** @import { Strategies } from "./proved_moves.mjs" */
/** @import { WasmGame } from "./wasm_game.mjs" */

const REPETITIONS = 3; // of a position, which end a game
const IN_TREE = ["look", "unfold", "fold", "choose"];
const NO_HINT = "No good move was found in so short a time.";

/** The model of a page, as anywidget has it; `setLevels` says who plays each side, by the number of a level, 0: a
 * person; `proved` is what is said of those who play by a proof. @param {WasmGame} wasm @param {PageData} page
 * @param {string} worker the text that a worker runs @param {Uint8Array} code
 * @param {() => number} random a number from 0 to 1
 * @returns {Model & {setLevels(levels: number[]): void, levels(): number[], proved(): string}} */
export function pageModel(wasm, page, worker, code, random) {
  const game = rulesOf(wasm, page);
  const { set, ...model } = hostModel({ view: null, live: "" });
  const linkOf = addressKeeper();
  const show = (/** @type {Session} */ session) => {
    const texts = { link: linkOf(session), rules: page.rules, source: page.source };
    set("view", sessionView(session, namesOf(page, session), texts));
  };
  const live = (/** @type {string} */ words) => words !== model.get("live") && set("live", words);
  const strategies = strategiesOf(page.proofs ?? []);
  const first = newSession(game, seatsOf(page, levelsKept(page)), random, {
    repetitions: REPETITIONS,
    head: page.head,
  });
  const thinker = pageThinker(game, page, worker, code, wasm.layout);
  const known = (/** @type {Session} */ session, /** @type {Job} */ { kind, bot }) =>
    kind === "opponent" && page.levels[Number(bot)]?.proved ? strategies.moveIn(session) : undefined;
  const { now, become, guarded } = pageRunner(first, thinker, random, known, show, live);

  /** Does what the table asks for. @param {any} asked */
  function send(asked) {
    try {
      const next = reduce(now(), asked, random);
      if (next.tree !== now().tree && next.tree && IN_TREE.includes(asked.action)) treeData(next.tree);
      become(next);
    } catch (error) {
      if (asked.action === "open") become({ ...now(), said: `The game is not opened: ${wordsOf(error)}.` });
      else if (IN_TREE.includes(asked.action))
        become({ ...now(), said: `The tree cannot be shown there: the rules gave up (${wordsOf(error)}).` });
      else if (!(error instanceof Refused)) throw error;
    }
  }

  /** The game of an address. @param {string} fragment */
  function open(fragment) {
    try {
      const record = linked(game, fragment);
      become(record ? withRecord(now(), record, random) : now());
    } catch (error) {
      become({ ...now(), said: `The link is not followed: ${wordsOf(error)}.` });
    }
  }

  guarded(() => open(location.hash));
  window.addEventListener("hashchange", () => guarded(() => open(location.hash)));
  return {
    ...model,
    send: (message) => guarded(() => send(message)),
    setLevels: (levels) => guarded(() => become(withSeats(now(), seatsOf(page, levels)))),
    levels: () => now().seats.map(({ who }) => Number(who) || 0),
    proved: () => saidOf(page, strategies, now()),
  };
}

/** What is said of the bots that play by a proof, and of their moves in the game that is shown.
 * @param {PageData} page @param {Strategies} strategies @param {Session} session @returns {string} */
function saidOf(page, strategies, session) {
  return session.seats
    .flatMap(({ who }, player) => {
      if (!page.levels[Number(who)]?.proved) return [];
      const { said, kept } = strategies.of(session, player);
      if (!said) return [`There is no proof for ${page.names[player]}: this bot thinks.`];
      return [kept ? said : `${said} But this game has left the moves of its proof: now it thinks.`];
    })
    .join(" ");
}

/** What runs a session: one job at a time. `show` and `live` are called with what is new.
 * @param {Session} session @param {ReturnType<typeof pageThinker>} thinker @param {() => number} random
 * @param {(session: Session, job: Job) => any} known the move that a bot need not think about
 * @param {(session: Session) => void} show @param {(words: string) => void} live */
function pageRunner(session, thinker, random, known, show, live) {
  const { game } = session;
  /** @type {Job | null} */
  let job = null; // what is thought about
  /** @type {any[] | null} */
  let valued = null; // the values that are known of a position that is reviewed

  /** Goes on with another session: begins or ends what is thought about as it wants. @param {Session} next */
  function become(next) {
    session = next;
    const wanted = wantedJob(session);
    if (JSON.stringify(wanted) !== JSON.stringify(job)) rest();
    show(session);
    if (session.hurried && job) settle();
    else if (wanted && !job) begin(wanted);
  }

  /** Ends what is thought about. */
  function rest() {
    thinker.stop();
    live("");
    job = null;
  }

  /** Does something; where the rules give up, says so, and keeps the game. @param {() => void} act */
  function guarded(act) {
    try {
      act();
    } catch (error) {
      failed(wordsOf(error));
    }
  }

  /** Says what went wrong; the game stays as it is.
   * @param {string} why @param {any} [misrated] where a rating is to blame */
  function failed(why, misrated) {
    rest();
    if (misrated)
      why += `; after ${lineText(game, positionOf(session), misrated.line) || "no move"} it is ${misrated.rating}`;
    session = withFailure(
      session,
      `The rules gave up here: ${why}. The game is kept: take a move back, or try another one.`,
    );
    try {
      show(session);
    } catch {
      // not even the position can be shown: the one before it
      const before = Math.max(0, nodeOf(session.variations).before);
      session = withFailure(reduce(session, { action: "go", target: before }, random), session.said);
      show(session);
    }
  }

  /** @param {Job} wanted */
  function begin(wanted) {
    job = wanted;
    if (wanted.kind === "draw") return become(withAnswer(session, wanted, false, "", random));
    valued = null;
    /** @type {Parameters<typeof thinker.begin>[2]} */
    const told = {
      guarded,
      live,
      values: (values) => (wanted.kind === "review" ? (valued = values) : show((session = { ...session, values }))),
      done: () => guarded(settle),
      failed,
    };
    thinker.begin(wanted, session.variations.nodes[wanted.place].position, told, known(session, wanted));
  }

  /** Takes what has been found: a move, or the values of moves. */
  function settle() {
    const [done, found] = [/** @type {Job} */ (job), thinker.found(positionOf(session))];
    const atRandom = () => Math.floor(random() * game.moves(positionOf(session)).length);
    rest();
    if (done.kind === "review") become(withAnswer(session, done, valued, "", random));
    else if (done.kind === "values") become(withAnswer(session, done, session.values, "", random));
    else if (done.kind === "hint" && found < 0) become(withFailure(session, NO_HINT));
    else become(withAnswer(session, done, found < 0 ? atRandom() : found, "", random));
  }

  return { now: () => session, become, guarded };
}

/** Who sits where, by the numbers of levels. @param {PageData} page @param {number[]} levels */
function seatsOf(page, levels) {
  return levels.map((level) => ({ who: level ? String(level) : PERSON, name: page.levels[level].name }));
}

/** Who sits where at first: as the page was left, where it is loaded again. @param {PageData} page @returns {number[]} */
function levelsKept({ first, levels }) {
  const kept = history.state;
  return Array.isArray(kept) && kept.length === first.length && kept.every((level) => levels[level]) ? kept : first;
}

/** The actions that a page offers: its engines take no draws.
 * @param {PageData} page @param {Session} session @returns {string[]} */
function namesOf(page, session) {
  const lacking = [
    ...(peopleOf(session).length < session.seats.length ? ["draw"] : []),
    ...(page.head ? [] : ["open"]),
  ];
  return ACTIONS.map(({ name }) => name).filter((name) => !lacking.includes(name));
}

/** What gives the address of a position, and writes it to that of the page, with who sits where beside it: a page that
 * is loaded again goes on there. */
function addressKeeper() {
  const framed = location.protocol === "about:"; // a page in a notebook has no address
  let kept = "";
  return (/** @type {Session} */ session) => {
    const link = framed ? "" : location.href.replace(/#.*$/, "") + linkTo(session);
    const levels = session.seats.map(({ who }) => Number(who) || 0);
    const first = !kept && session.variations.nodes.length === 1 && !session.endings[0]; // nothing has been played
    try {
      if (`${link} ${levels}` !== kept && !first) history.replaceState(levels, "", link);
    } catch {
      // a browser may forbid this: then the game is not kept
    }
    kept = `${link} ${levels}`;
    return link;
  };
}

/** The fragment of the place that is shown. @param {import("./session.mjs").Session} session @returns {string} */
export function linkTo({ game, variations: { nodes, place }, endings }) {
  const line = lineTo({ nodes, place }, place)
    .slice(1)
    .map((at) => {
      const { before, move } = nodes[at];
      return game.moves(nodes[before].position).findIndex(({ text }) => text === move.text);
    });
  return `#moves=${line.join(".")}${endText(game, endings[place])}`;
}

/** How people have ended a game; empty for other ends, such as that of a file which says that the time was up.
 * @param {Rules} game @param {Ending | undefined} ended @returns {string} */
function endText(game, ended) {
  if (!ended) return "";
  const loser = [0, 1].find((player) => resigned(game, player).reason === ended.reason);
  return loser !== undefined ? `&resigns=${loser}` : ended.reason === agreed(game).reason ? "&draw" : "";
}

/** The texts of the moves that a fragment holds, those of chance among them, and how people have ended the game; null
 * if it holds none. Throws an Error where a move has no such number.
 * @param {Rules} game @param {string} fragment @returns {{moves: string[], ended: Ending | null} | null} */
export function linked(game, fragment) {
  const found = /^#moves=([\d.]*)(?:&resigns=([01])|(&draw))?$/.exec(fragment);
  if (!found) return null;
  let position = game.start;
  const moves = (found[1] ? found[1].split(".").map(Number) : []).map((number) => {
    const legal = game.moves(position)[number];
    if (!legal) throw new Error("it is of another game, or of other rules");
    position = game.play(position, legal.move);
    return legal.text;
  });
  const two = game.players.length === 2;
  return { moves, ended: two && found[2] ? resigned(game, Number(found[2])) : two && found[3] ? agreed(game) : null };
}
