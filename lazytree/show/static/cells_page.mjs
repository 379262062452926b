// A page of the site: its blocks of Python, written as doctests, run in the browser, in the worker of the playground,
// which lies beside the folder of this file.

import { button, element, fill } from "./elements.mjs";

/** @typedef {{code: HTMLElement, shown: HTMLElement, begun: boolean}} Block */

/** @type {Block[]} */
const blocks = [];
/** @type {Worker | null} */
let worker = null;

/** Runs a block, after those before it that have not been run. @param {Block} wanted */
function run(wanted) {
  worker ??= begun();
  const before = blocks.slice(0, blocks.indexOf(wanted)).filter((block) => !block.begun);
  for (const block of [...before, wanted]) {
    block.begun = true;
    fill(block.shown, "…");
    worker.postMessage(JSON.stringify({ cell: block.code.innerText, of: blocks.indexOf(block) }));
  }
}

/** The worker; from now on the blocks can be changed. */
function begun() {
  const it = new Worker(new URL("../playground/playground_worker.mjs", import.meta.url), { type: "module" });
  it.addEventListener("message", ({ data }) => {
    const [name, value] = JSON.parse(data);
    if (name === "output") fill(blocks[value.of].shown, value.text || "(nothing is printed)");
    else if (name === "failed") blocks.forEach(({ shown }) => fill(shown, `Python cannot be loaded: ${value}`));
  });
  for (const { code } of blocks) {
    code.setAttribute("contenteditable", "plaintext-only");
    code.setAttribute("spellcheck", "false");
  }
  return it;
}

for (const code of document.querySelectorAll(".highlight-python pre")) {
  if (!(code instanceof HTMLElement) || !code.textContent?.trimStart().startsWith(">>>")) continue;
  const shown = element("pre", { role: "status" });
  const block = { code, shown, begun: false };
  blocks.push(block);
  const title = "Runs this in your browser, after what stands before it; then it can be changed";
  const row = element(
    "div",
    { class: "lt-run" },
    button("Run", () => run(block), { title }),
    shown,
  );
  (code.closest(".highlight-python") ?? code).after(row);
}
