// Simulations (UCT) of a game in WebAssembly: what their tree says of a position.

import { inTime } from "./wasm_search.mjs";

/** @import { Packed, WasmGame } from "./wasm_game.mjs" */
/** @typedef {{visits: number, value: number[], line: Packed[], seen: number, exact: boolean, full: boolean}} Sampled what
 *   simulations say: how many they were, the payoffs on average (of two players only the first one's), a best line */

const AT_ONCE = 200; // simulations between two answers, at first
const BETWEEN = 50; // milliseconds from one answer to the next, about

/** Simulations of a game, with room for a tree of `megabytes`; `highest` is the highest payoff.
 * @param {WasmGame} game @param {{megabytes?: number, exploration?: number, longest?: number}} options */
export function simulations(game, { megabytes = 16, exploration = 1.4, longest = 1000 } = {}) {
  const s = game.layout.sampling;
  const nodes = Math.floor((megabytes * 2 ** 20) / (8 * (s.size + 9)));
  const lengths = {
    room: s.OF_ROOM,
    nodes: s.size * nodes,
    moves: 8 * nodes,
    places: nodes,
    counts: s.COUNTS,
    path: 2 * s.DEEPEST + 2,
    payoffs: s.numbers,
    kept: s.kept,
    turns: 1,
    later: 2,
  };
  const tree = /** @type {Record<keyof typeof lengths, import("./wasm_game.mjs").Words>} */ (
    Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, game.words(length)]))
  );
  const habits = {
    widely: Math.round(s.unit * exploration * s.highest),
    longest,
    highest: Math.trunc(s.highest * s.scale),
    trust: 0,
    rave: 0,
    bound: s.bounded ? Math.trunc(s.highest * s.scale) : 0,
  };
  /** @param {number} index */
  const node = (index) => game.word(tree.nodes, index);

  /** A tree of which only the root is there. */
  function begin() {
    for (const words of Object.values(tree)) game.clear(words);
    game.setWord(tree.room, s.USED, s.size);
    game.setWord(tree.room, s.ROOM, s.size * nodes);
    game.setWord(tree.counts, s.SLOTS, 1);
  }

  /** Simulates: an answer now and then, until there have been enough, the time is up, the position is solved, or the
   * tree is full. @param {Packed} here @param {{simulations?: number, seconds?: number, seed?: number}} limits
   * @returns {Generator<Sampled, void>} */
  function* mcts(here, { simulations = Infinity, seconds = Infinity, seed = 1 } = {}) {
    const end = performance.now() + 1000 * seconds;
    begin();
    let [batch, next] = [AT_ONCE, BigInt(seed)];
    while (
      node(s.VISITS) < simulations &&
      performance.now() < end &&
      node(s.PLIES) === 0 &&
      !game.word(tree.room, s.FULL)
    ) {
      const began = performance.now();
      game.endAt(end);
      const after = inTime(() =>
        game.call("sample", tree, habits, here, Math.min(batch, simulations - node(s.VISITS)), next),
      );
      game.endAt(Infinity);
      if (after === null) return; // a simulation that was cut short has left the tree as it is: nothing more is read
      next = BigInt(after);
      batch = Math.max(1, Math.round((batch * BETWEEN) / Math.max(1, performance.now() - began)));
      yield answer(here);
    }
  }

  /** @param {Packed} here @returns {Sampled} */
  function answer(here) {
    const value = Array.from({ length: s.numbers }, (_, each) =>
      node(s.PLIES) ? node(s.worth + each) / s.scale : node(s.TOTAL + each) / (s.scale * node(s.VISITS)),
    );
    return {
      visits: node(s.VISITS),
      value,
      line: line(here),
      seen: game.word(tree.counts, s.SEEN),
      exact: node(s.PLIES) !== 0,
      full: game.word(tree.room, s.FULL) !== 0,
    };
  }

  /** The line that simulations think best. @param {Packed} here @returns {Packed[]} */
  function line(here) {
    const found = [];
    for (let at = 0; node(at + s.COUNT) > 0;) {
      const mover = game.mover(here);
      if (mover < 0) break;
      const number = bestBranch(at, mover);
      found.push(game.moves(here)[number]);
      here = game.play(here, found[found.length - 1]);
      at = node(at + s.BELOW) + s.size * number;
    }
    return found;
  }

  /** Of the payoffs that begin at a place, the mover's. @param {number} place @param {number} mover */
  const seenBy = (place, mover) => (s.numbers > 1 ? node(place + mover) : mover === 0 ? node(place) : -node(place));

  /** The branch to play: the most visited, unless one that is certain is as good.
   * @param {number} at @param {number} mover */
  function bestBranch(at, mover) {
    const children = Array.from({ length: node(at + s.COUNT) }, (_, number) => node(at + s.BELOW) + s.size * number);
    const certain = children.filter((child) => node(child + s.PLIES));
    const open = children.filter((child) => !node(child + s.PLIES));
    /** @param {number[]} of @param {(child: number) => number} key */
    const most = (of, key) => of.reduce((top, child) => (key(child) > key(top) ? child : top), of[0]);
    const safest = most(certain, (child) => merit(seenBy(child + s.worth, mover), node(child + s.PLIES)));
    const visited = most(open, (child) => node(child + s.VISITS));
    if (safest === undefined || visited === undefined) return children.indexOf(safest ?? visited);
    const sampled = seenBy(visited + s.TOTAL, mover) / Math.max(1, node(visited + s.VISITS));
    return children.indexOf(seenBy(safest + s.worth, mover) >= sampled ? safest : visited);
  }

  /** What the mover prefers: the payoff; then a win sooner, a loss later.
   * @param {number} payoff @param {number} plies */
  const merit = (payoff, plies) => 2 * s.DEEPEST * payoff + (payoff > 0 ? -plies : payoff < 0 ? plies : 0);

  return { mcts };
}
