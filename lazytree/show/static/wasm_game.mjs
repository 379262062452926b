// A game in WebAssembly, as `lazytree.hosts.pages.wasm` makes it: its rules as functions of positions that are packed bytes.
//
//   const game = await wasmGame(code, layout);          // the bytes of the module, and its layout
//   const [move] = game.moves(game.start);
//   const after = game.play(game.start, move);
//   game.read(after);                                    // the position as an object, by the names of its fields
//   const search = engine(game);                         // of wasm_search.mjs: deepen, values, solve, mcts
//   for (const answer of search.deepen(after, { seconds: 1 })) console.log(answer.depth, answer.value, answer.line);

import { readValue, writeValue } from "./packed.mjs";

/** @typedef {Uint8Array} Packed a position or a move: bytes that never change */
/** @typedef {{cell: number, owner: number, height: number, mark: number}} Stone */
/** @typedef {{at: number, length: number}} Words memory for a search: 64-bit words from an address on */
/** @typedef {Awaited<ReturnType<typeof wasmGame>>} WasmGame */
/** @typedef {import("./packed.mjs").Layout} Layout */
/** @typedef {{size: number, starts: number[], values: Layout[]}} Packing where the parts of some packed values lie */
/** @typedef {{
 *   name: string, players: string[], whole: number, chance: boolean, floats: boolean, paysMore: boolean,
 *   start: number[], answers: number, memory: Record<string, number>, words: Record<string, number>,
 *   entries: Record<string, {arguments: Packing, result: Packing, emitted: Packing | null}>,
 *   traps: string[], sites: string[], told: Record<string, string>,
 *   search: Record<string, number>, sampling: Record<string, number>,
 * }} ModuleLayout what `Wasm.layout` of lazytree/compiler/webassembly.py says of a module */

const PAGE = 65536;
const STEPS = 2 ** 20; // that a call may take until it asks for more
const MOST = 2 ** 30; // that it is given at once: as many as take some time between SHORT and 4 * SHORT
const SHORT = 0.5; // milliseconds
const TOO_LONG = 1000; // milliseconds for one call of a rule

/** A call that gave up: the rules raise an error here, or take too long. `trap` is a word, `place` a line of the rules;
 * `told` says it in a sentence, if no line of the rules is to blame. */
export class Trapped extends Error {
  /** @param {string} trap @param {string} place @param {string} [told] */
  constructor(trap, place, told) {
    super(told ?? (place ? `${trap} at ${place}` : trap));
    this.trap = trap;
    this.place = place;
  }
}

/** How many steps a call may take until it asks for more, and when it has to end. */
function stepClock() {
  let until = Infinity; // when the call at work has to end, as performance.now() tells
  let steps = STEPS; // that it is given when it asks
  let asked = NaN; // when it asked, NaN: not yet
  return {
    more() {
      const now = performance.now();
      if (now >= until) return 0n;
      if (now - asked < SHORT) steps = Math.min(2 * steps, MOST);
      if (now - asked > 4 * SHORT) steps = Math.max(steps / 2, STEPS);
      asked = now;
      return BigInt(steps);
    },
    begin: (/** @type {number} */ end) => void ([until, steps, asked] = [end, STEPS, NaN]),
  };
}

/** A module at work: what calls its entries, and its memory.
 * @param {BufferSource} code @param {ModuleLayout} layout */
async function running(code, layout) {
  const { memory: places, words: shared, entries } = layout;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(places.heap / PAGE) });
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, places.top);
  const { more, begin } = stepClock();
  const { instance } = await WebAssembly.instantiate(code, { env: { memory, stack, more } });
  const exported = /** @type {Record<string, (context: number, given: number, answer: number) => bigint>} */ (
    /** @type {unknown} */ (instance.exports)
  );
  let { heap, out } = places; // the first address that is free, and where emitted values are put
  let room = layout.answers; // how many of them fit there, of any entry
  const widest = Math.max(8, ...Object.values(entries).map((entry) => entry.emitted?.size ?? 0));
  const view = () => new DataView(memory.buffer);

  /** Words of memory, all 0. @param {number} length @returns {Words} */
  function words(length) {
    const at = heap;
    heap += 8 * length;
    const missing = Math.ceil((heap - memory.buffer.byteLength) / PAGE);
    if (missing > 0) memory.grow(missing);
    return { at, length };
  }

  /** @param {string} name @param {number} word */
  const share = (name, word) => view().setBigInt64(places.context + 8 * shared[name], BigInt(word), true);
  share("stack", places.stack);
  share("out", out);
  share("room", room);
  share("allowed", STEPS);
  if (places.arena) share("arena", places.arena);

  /** What an entry answers, to packed bytes or values; Trapped if it has not answered at a time of `performance.now()`.
   * @param {number} end @param {string} name @param {...any} values @returns {any} */
  function call(end, name, ...values) {
    const { arguments: wanted, result } = entries[name];
    values.forEach((value, each) => {
      const at = places.arguments + wanted.starts[each];
      if (value instanceof Uint8Array) new Uint8Array(memory.buffer).set(value, at);
      else writeValue(view(), places.arguments, wanted.values[each], value);
    });
    stack.value = places.top;
    begin(end);
    let code;
    try {
      code = Number(exported[name](places.context, places.arguments, places.answer));
    } catch (error) {
      if (error instanceof RangeError) throw new Trapped("recursion", ""); // the engine's own stack
      throw error;
    }
    if (!code) return readValue(view(), places.answer, result.values[0]);
    const trap = layout.traps[code % shared.kinds];
    throw new Trapped(trap, layout.sites[Math.floor(code / shared.kinds)], layout.told[trap]);
  }

  /** As `call`, of a rule, which must not take long. @param {string} name @param {...any} values @returns {any} */
  const rule = (name, ...values) => call(performance.now() + TOO_LONG, name, ...values);

  /** The addresses of the values that an entry emits, each `size` bytes long.
   * @param {string} name @param {number} size @param {Packed[]} values @returns {number[]} */
  function emitted(name, size, values) {
    new Uint8Array(memory.buffer, out, size * room).fill(0); // the gaps between the parts of a value stay 0
    let count = rule(name, ...values);
    if (count > room) {
      room = 2 * count;
      out = words((widest / 8) * room).at;
      share("out", out);
      share("room", room);
      count = rule(name, ...values);
    }
    return Array.from({ length: count }, (_, each) => out + size * each);
  }

  return { memory, view, words, call, rule, emitted };
}

/** The rules of a game: functions of packed positions; Trapped where a call gives up.
 *
 * `code` is the module, `layout` what `wasm(game).layout` holds.
 * @param {BufferSource} code @param {ModuleLayout} layout */
export async function wasmGame(code, layout) {
  const { memory, view, words, call, rule, emitted } = await running(code, layout);
  const { mover, moves, play } = layout.entries;
  /** @param {number} at @param {number} size @returns {Packed} */
  const bytes = (at, size) => new Uint8Array(memory.buffer.slice(at, at + size));
  /** The values that an entry emits. @param {string} name @param {...Packed} values @returns {any[]} */
  function board(name, ...values) {
    if (!(name in layout.entries)) return [];
    const { size, values: kinds } = layout.entries[name].emitted ?? { size: 0, values: [] };
    return emitted(name, size, values).map((at) => readValue(view(), at, kinds[0]));
  }
  const packing = /** @type {Packing} */ (moves.emitted);

  return {
    layout,
    start: Uint8Array.from(layout.start),
    words,
    call,
    /** All legal moves. @param {Packed} position @returns {Packed[]} */
    moves: (position) => emitted("moves", packing.size, [position]).map((at) => bytes(at, packing.size)),
    /** The position after a legal move. @param {Packed} position @param {Packed} move @returns {Packed} */
    play(position, move) {
      new Uint8Array(memory.buffer, layout.memory.answer, play.result.size).fill(0); // gaps: equal positions, equal bytes
      rule("play", position, move);
      return bytes(layout.memory.answer, play.result.size);
    },
    /** The player to move, -1: chance. @param {Packed} position @returns {number} */
    mover: (position) => rule("mover", position),
    /** A number for each player, where the game is over. @param {Packed} position @returns {number[]} */
    payoffs: (position) => rule("payoffs", position).map((/** @type {number} */ each) => each / layout.whole),
    /** The weight of a move where chance moves. @param {Packed} position @param {Packed} move @returns {number} */
    odds: (position, move) => rule("odds", position, move),
    /** How a position looks to the first player; of more than two, to each. @param {Packed} position @returns {any} */
    rating: (position) => rule("rating", position),
    /** What stands on the board. @param {Packed} position @returns {Stone[]} */
    stones: (position) => board("stones", position),
    /** The cells that a move names, in order. @param {Packed} position @param {Packed} move @returns {number[]} */
    touched: (position, move) => board("touched", position, move),
    /** The position as an object. @param {Packed} position @returns {any} */
    read: (position) => readValue(viewOf(position), 0, mover.arguments.values[0]),
    /** The move as an object or a number. @param {Packed} move @returns {any} */
    readMove: (move) => readValue(viewOf(move), 0, packing.values[0]),
    /** The position of an object, packed. @param {any} fields @returns {Packed} */
    write(fields) {
      const made = new Uint8Array(mover.arguments.size);
      writeValue(viewOf(made), 0, mover.arguments.values[0], fields);
      return made;
    },
    /** A word of memory, and how it is written. @param {Words} words @param {number} index @returns {number} */
    word: ({ at }, index) => Number(view().getBigInt64(at + 8 * index, true)),
    /** @param {Words} words @param {number} index @param {number} word */
    setWord: ({ at }, index, word) => view().setBigInt64(at + 8 * index, BigInt(word), true),
    /** The double in a word of memory. @param {Words} words @param {number} index @returns {number} */
    double: ({ at }, index) => view().getFloat64(at + 8 * index, true),
    /** Empties words of memory. @param {Words} words */
    clear: ({ at, length }) => void new Uint8Array(memory.buffer, at, 8 * length).fill(0),
  };
}

/** @param {Uint8Array} bytes @returns {DataView} */
function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
