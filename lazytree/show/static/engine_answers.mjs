// What looks ahead in a game in WebAssembly within a worker, so that the page never waits. A page begins it with the module
// and its layout, then asks; it answers a question with any number of `said`, and then `done`; or with an `error`, and the
// place where the rating gave no number (`misrated`). It is ended to stop it.

import { misrated } from "./misrated.mjs";
import { Trapped, wasmGame } from "./wasm_game.mjs";
import { simulations } from "./wasm_mcts.mjs";
import { engine } from "./wasm_search.mjs";

/** @typedef {import("./wasm_game.mjs").Packed} Packed */
/** @typedef {{id: number, ask: "think" | "values", position: Packed, depth?: number, seconds?: number, sampled: boolean}} Question */

/** What answers questions about a game, to `page`, and what says where its rating gave up.
 * @param {any} page @param {ArrayBuffer} code @param {any} layout */
async function answersOf(page, code, layout) {
  const game = await wasmGame(code, layout);
  /** @type {ReturnType<typeof engine>} */
  let search;
  /** @type {ReturnType<typeof simulations>} */
  let sampling;
  /** @param {Question} question */
  function answer({ id, ask, position, depth, seconds, sampled }) {
    if (ask === "values") {
      search ??= engine(game);
      for (const said of search.values(position, { depth, seconds })) page.postMessage({ id, said });
    } else if (sampled) {
      sampling ??= simulations(game);
      for (const said of sampling.mcts(position, { seconds })) page.postMessage({ id, said });
    } else {
      search ??= engine(game);
      for (const said of search.deepen(position, { depth, seconds })) page.postMessage({ id, said });
    }
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
