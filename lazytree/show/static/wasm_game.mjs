// A game in WebAssembly, as `lazytree.hosts.web.wasm` makes it: its rules as functions of positions that are packed bytes.
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

/** The rules of a game: functions of packed positions; Trapped where a call gives up.
 *
 * `code` is the module, `layout` what `wasm(game).layout` holds.
 * @param {BufferSource} code @param {any} layout */
export async function wasmGame(code, layout) {
  const { memory: places, entries } = layout;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(places.heap / PAGE) });
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, places.top);
  let heap = places.heap;
  let until = Infinity; // when the call at work has to end, as performance.now() tells
  let steps = STEPS; // that the call at work is given when it asks
  let asked = NaN; // when it asked, NaN: not yet
  const more = () => {
    const now = performance.now();
    if (now >= until) return 0n;
    if (now - asked < SHORT) steps = Math.min(2 * steps, MOST);
    if (now - asked > 4 * SHORT) steps = Math.max(steps / 2, STEPS);
    asked = now;
    return BigInt(steps);
  };
  const given = { memory, stack, more, fmod: (/** @type {number} */ x, /** @type {number} */ y) => x % y };
  const { instance } = await WebAssembly.instantiate(code, { env: given });
  const exported = /** @type {Record<string, (context: number, given: number, answer: number) => bigint>} */ (
    /** @type {unknown} */ (instance.exports)
  );
  let view = new DataView(memory.buffer);
  let room = layout.answers;

  /** Words of memory, all 0. @param {number} length @returns {Words} */
  function words(length) {
    const at = heap;
    heap += 8 * length;
    const missing = Math.ceil((heap - memory.buffer.byteLength) / PAGE);
    if (missing > 0) memory.grow(missing);
    view = new DataView(memory.buffer);
    return { at, length };
  }

  /** @param {string} name @param {bigint} word */
  const share = (name, word) => view.setBigInt64(places.context + 8 * layout.words[name], word, true);
  share("stack", BigInt(places.stack));
  share("out", BigInt(places.out));
  share("room", BigInt(room));
  share("allowed", BigInt(STEPS));

  /** Calls an entry with packed bytes, or values; what it answers lies in memory then.
   * @param {string} name @param {any[]} values */
  function run(name, values) {
    const { arguments: wanted } = entries[name];
    values.forEach((value, each) => {
      const at = places.arguments + wanted.starts[each];
      if (value instanceof Uint8Array) new Uint8Array(memory.buffer).set(value, at);
      else writeValue(view, places.arguments, wanted.values[each], value);
    });
    stack.value = places.top;
    [steps, asked] = [STEPS, NaN];
    let code;
    try {
      code = Number(exported[name](places.context, places.arguments, places.answer));
    } catch (error) {
      if (error instanceof RangeError) throw new Trapped("recursion", ""); // the engine's own stack
      throw error;
    }
    if (!code) return;
    const trap = layout.traps[code % layout.words.kinds];
    throw new Trapped(trap, layout.sites[Math.floor(code / layout.words.kinds)], layout.told[trap]);
  }

  /** What an entry answers. @param {string} name @param {...any} values @returns {any} */
  function call(name, ...values) {
    run(name, values);
    return readValue(view, places.answer, entries[name].result.values[0]);
  }

  /** As `call`, of a rule, which must not take long. @param {string} name @param {...any} values @returns {any} */
  function rule(name, ...values) {
    until = performance.now() + TOO_LONG;
    try {
      return call(name, ...values);
    } finally {
      until = Infinity;
    }
  }

  /** How many values an entry has emitted, with room for them all.
   * @param {string} name @param {any[]} values @returns {number} */
  function counted(name, values) {
    let count = rule(name, ...values);
    if (count > room) {
      room = 2 * count;
      const size = Math.max(8, entries[name].emitted.size) / 8;
      share("out", BigInt(words(size * room).at)); // `words` makes a new view: it is made first
      share("room", BigInt(room));
      count = rule(name, ...values);
    }
    return count;
  }

  /** What an entry emits, read one by one. @param {string} name @param {...any} values @returns {any[]} */
  function emitted(name, ...values) {
    const count = counted(name, values);
    const { size, values: kinds } = entries[name].emitted ?? { size: 0, values: [] };
    const out = Number(view.getBigInt64(places.context + 8 * layout.words.out, true));
    return Array.from({ length: count }, (_, each) => readValue(view, out + size * each, kinds[0]));
  }

  const start = Uint8Array.from(layout.start);

  return {
    layout,
    start,
    words,
    call,
    /** All legal moves. @param {Packed} position @returns {Packed[]} */
    moves(position) {
      const count = counted("moves", [position]);
      const out = Number(view.getBigInt64(places.context + 8 * layout.words.out, true));
      const { size } = entries.moves.emitted;
      return Array.from(
        { length: count },
        (_, each) => new Uint8Array(memory.buffer.slice(out + size * each, out + size * (each + 1))),
      );
    },
    /** The position after a legal move. @param {Packed} position @param {Packed} move @returns {Packed} */
    play(position, move) {
      rule("play", position, move);
      return new Uint8Array(memory.buffer.slice(places.answer, places.answer + entries.play.result.size));
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
    stones: (position) => ("stones" in entries ? emitted("stones", position) : []),
    /** The cells that a move names, in order. @param {Packed} position @param {Packed} move @returns {number[]} */
    touched: (position, move) => ("touched" in entries ? emitted("touched", position, move) : []),
    /** The position as an object. @param {Packed} position @returns {any} */
    read: (position) => readValue(viewOf(position), 0, entries.mover.arguments.values[0]),
    /** The move as an object or a number. @param {Packed} move @returns {any} */
    readMove: (move) => readValue(viewOf(move), 0, entries.moves.emitted.values[0]),
    /** The position of an object, packed. @param {any} fields @returns {Packed} */
    write(fields) {
      const made = new Uint8Array(entries.mover.arguments.size);
      writeValue(viewOf(made), 0, entries.mover.arguments.values[0], fields);
      return made;
    },
    /** A word of memory, and how it is written. @param {Words} memory @param {number} index @returns {number} */
    word: ({ at }, index) => Number(view.getBigInt64(at + 8 * index, true)),
    /** @param {Words} memory @param {number} index @param {number} word */
    setWord: ({ at }, index, word) => view.setBigInt64(at + 8 * index, BigInt(word), true),
    /** The double in a word of memory. @param {Words} memory @param {number} index @returns {number} */
    double: ({ at }, index) => view.getFloat64(at + 8 * index, true),
    /** Empties words of memory. @param {Words} memory */
    clear: ({ at, length }) => void new Uint8Array(memory.buffer, at, 8 * length).fill(0),
    /** Calls end, as Trapped, at this time of `performance.now()`. @param {number} time */
    endAt: (time) => void (until = time),
    /** Ends the call at work: for a function that is called meanwhile, unlike the reader of a generator. */
    stop: () => void (until = -Infinity),
  };
}

/** @param {Uint8Array} bytes @returns {DataView} */
function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
