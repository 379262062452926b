// The engine of a published page: a worker that is asked one thing at a time, and is ended and begun anew to stop it.

/** @typedef {{ask: "think" | "values", position: Uint8Array, depth?: number, seconds?: number, sampled: boolean}} Question */
/** @typedef {ReturnType<typeof pageEngine>} PageEngine */

/** An engine whose worker runs this text. @param {string} text @param {Uint8Array} code @param {any} layout */
export function pageEngine(text, code, layout) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  /** @type {Worker | null} */
  let worker = null;
  let asked = 0;
  let busy = false;

  function begin() {
    const made = new Worker(address);
    made.postMessage({ begin: { code, layout } });
    return made;
  }

  /** Ends the question at work; nothing more is said of it. */
  function stop() {
    asked += 1;
    if (!busy) return;
    busy = false;
    worker?.terminate();
    worker = null;
  }

  /** Asks; `said` is called with each answer so far, `done` at the end, `failed` with what went wrong instead.
   * @param {Question} question
   * @param {{said: (answer: any) => void, done: () => void, failed: (why: string, misrated?: any) => void}} told */
  function ask(question, told) {
    stop();
    const id = ++asked;
    worker ??= begin();
    busy = true;
    worker.onmessage = ({ data }) => {
      if (data.id !== id || id !== asked) return;
      if (data.said) return told.said(data.said);
      busy = false;
      if (data.error) told.failed(data.error, data.misrated);
      else told.done();
    };
    worker.onerror = (event) => {
      if (id !== asked) return;
      stop();
      told.failed(event.message || "the worker ended");
    };
    worker.postMessage({ id, ...question });
  }

  return { ask, stop };
}
