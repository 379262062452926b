// What looks ahead in a game in WebAssembly within a worker, so that the page never waits. A page begins it with the
// module and its layout, then asks; it answers a question with any number of `said`, and then `done`; or with an
// `error`, and the place where the rating gave no number (`misrated`). It is ended to stop it.

import { Trapped, wasmGame } from "./wasm_game.mjs";
import { simulations } from "./wasm_mcts.mjs";
import { engine } from "./wasm_search.mjs";

/** @import { Packed } from "./wasm_game.mjs" */
/** @typedef {{line: Packed[], rating: number}} Misrated the moves that lead there, and what the rating gives there */

/** The nearest position whose rating is not within ±`sure`; null where none is found in a second.
 * @param {import("./wasm_game.mjs").WasmGame} game @param {Packed} here @returns {Misrated | null} */
export function misrated(game, here) {
  const end = performance.now() + 1000;
  /** @type {[Packed, Packed[]][]} */
  const found = [[here, []]];
  for (const [position, line] of found) {
    // it grows meanwhile
    const moves = game.moves(position);
    const ratings = moves.length ? [game.rating(position)].flat().map(Number) : [];
    const rating = ratings.find((each) => !(Math.abs(each) < game.layout.search.sure));
    if (rating !== undefined) return { line, rating };
    if (performance.now() > end) break;
    for (const move of moves) found.push([game.play(position, move), [...line, move]]);
  }
  return null;
}

/** @typedef {{id: number, ask: "think" | "values", position: Packed, depth?: number, seconds?: number, sampled: boolean}} Question */

/** What answers questions about a game, to `page`, and what says where its rating gave up.
 * @param {any} page @param {ArrayBuffer} code @param {any} layout */
async function answersOf(page, code, layout) {
  const game = await wasmGame(code, layout);
  /** @type {ReturnType<typeof engine>} */
  let search;
  /** @type {ReturnType<typeof simulations>} */
  let sampling;
  const searching = () => (search ??= engine(game));
  /** @param {Question} question */
  function answer({ id, ask, position, depth, seconds, sampled }) {
    const limits = { depth, seconds };
    const think = () =>
      sampled ? (sampling ??= simulations(game)).mcts(position, { seconds }) : searching().deepen(position, limits);
    for (const said of ask === "values" ? searching().values(position, limits) : think())
      page.postMessage({ id, said });
  }
  /** @param {unknown} error @param {Question} question */
  const blamed = (error, { position }) =>
    error instanceof Trapped && error.trap === "rating" ? misrated(game, position) : null;
  return { answer, blamed };
}

/** Begins to answer; `page` is the worker's global scope. @param {any} page */
export function answerIn(page) {
  /** @type {ReturnType<typeof answersOf>} */
  let answering;
  page.onmessage = async (/** @type {{data: any}} */ { data }) => {
    if (data.begin) {
      answering = answersOf(page, data.begin.code, data.begin.layout);
      return;
    }
    try {
      (await answering).answer(data);
      page.postMessage({ id: data.id, done: true });
    } catch (error) {
      const misrated = await answering.then(({ blamed }) => blamed(error, data)).catch(() => null);
      page.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error), misrated });
    }
  };
}
