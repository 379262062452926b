// Simulations (UCT) of a game in WebAssembly: what their tree says of a position.

import { inTime } from "./wasm_search.mjs";

/** @import { Packed, WasmGame } from "./wasm_game.mjs" */
/** @typedef {{visits: number, value: number[], line: Packed[], seen: number, exact: boolean, full: boolean}} Sampled what
 *   simulations say: how many they were, the payoffs on average (of two players only the first one's), a best line */
/** @typedef {(index: number) => number} Nodes gives a word of the nodes of a tree */

const AT_ONCE = 200; // simulations between two answers, at first
const BETWEEN = 50; // milliseconds from one answer to the next, about

/** Simulations of a game, with room for a tree of `megabytes`.
 * @param {WasmGame} game @param {{megabytes?: number, exploration?: number, longest?: number}} options */
export function simulations(game, { megabytes = 16, exploration = 1.4, longest = 1000 } = {}) {
  const s = game.layout.sampling;
  const nodes = Math.floor((megabytes * 2 ** 20) / (8 * (s.size + 9)));
  const tree = {
    room: game.words(s.OF_ROOM),
    nodes: game.words(s.size * nodes),
    moves: game.words(8 * nodes),
    places: game.words(nodes),
    counts: game.words(s.COUNTS),
    path: game.words(2 * s.DEEPEST + 2),
    payoffs: game.words(s.numbers),
    kept: game.words(s.kept),
    turns: game.words(1),
    later: game.words(2),
  };
  const habits = {
    widely: Math.round(s.unit * exploration * s.highest),
    longest,
    highest: Math.trunc(s.highest * s.scale),
    trust: 0,
    rave: 0,
    bound: s.bounded ? Math.trunc(s.highest * s.scale) : 0,
  };
  const node = (/** @type {number} */ index) => game.word(tree.nodes, index);

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
    const full = () => game.word(tree.room, s.FULL) !== 0;
    while (node(s.VISITS) < simulations && performance.now() < end && node(s.PLIES) === 0 && !full()) {
      const began = performance.now();
      const number = Math.min(batch, simulations - node(s.VISITS));
      const after = inTime(() => game.call(end, "sample", tree, habits, here, number, next));
      if (after === null) return; // a simulation that was cut short has left the tree as it is: nothing more is read
      next = BigInt(after);
      batch = Math.max(1, Math.round((batch * BETWEEN) / Math.max(1, performance.now() - began)));
      const line = bestLine(game, node, here);
      yield { ...rootOf(s, node), line, seen: game.word(tree.counts, s.SEEN), full: full() };
    }
  }

  return { mcts };
}

/** What is known of the position from which games are played.
 * @param {Record<string, number>} s @param {Nodes} node */
function rootOf(s, node) {
  const [visits, exact] = [node(s.VISITS), node(s.PLIES) !== 0];
  const value = Array.from({ length: s.numbers }, (_, each) =>
    exact ? node(s.worth + each) / s.scale : node(s.TOTAL + each) / (s.scale * visits),
  );
  return { visits, value, exact };
}

/** The line that simulations think best. @param {WasmGame} game @param {Nodes} node @param {Packed} here */
function bestLine(game, node, here) {
  const s = game.layout.sampling;
  const line = [];
  for (let at = 0; node(at + s.COUNT) > 0;) {
    const mover = game.mover(here);
    if (mover < 0) break;
    const number = bestBranch(s, node, at, mover);
    const move = game.moves(here)[number];
    line.push(move);
    here = game.play(here, move);
    at = node(at + s.BELOW) + s.size * number;
  }
  return line;
}

/** The branch to play: the most visited, unless one that is certain is as good.
 * @param {Record<string, number>} s @param {Nodes} node @param {number} at @param {number} mover @returns {number} */
function bestBranch(s, node, at, mover) {
  const children = Array.from({ length: node(at + s.COUNT) }, (_, number) => node(at + s.BELOW) + s.size * number);
  const certain = children.filter((child) => node(child + s.PLIES));
  const open = children.filter((child) => !node(child + s.PLIES));
  /** @param {number[]} of @param {(child: number) => number} key */
  const most = (of, key) => of.reduce((top, child) => (key(child) > key(top) ? child : top), of[0]);
  /** Of the payoffs that begin at a place, the mover's. @param {number} place */
  const seen = (place) => (s.numbers > 1 ? node(place + mover) : mover === 0 ? node(place) : -node(place));
  /** What the mover prefers: the payoff; then a win sooner, a loss later. @param {number} child */
  const merit = (child) =>
    2 * s.DEEPEST * seen(child + s.worth) - Math.sign(seen(child + s.worth)) * node(child + s.PLIES);
  const safest = most(certain, merit);
  const visited = most(open, (child) => node(child + s.VISITS));
  if (safest === undefined || visited === undefined) return children.indexOf(safest ?? visited);
  const sampled = seen(visited + s.TOTAL) / Math.max(1, node(visited + s.VISITS));
  return children.indexOf(seen(safest + s.worth) >= sampled ? safest : visited);
}
