// The worker of the playground: Python and the library in it, from the folder in which this file lies.
// It hears what `Playground.asked` of lazytree/hosts/playground.py takes, and says what that tells the page.

const BEGIN = `
import sys
sys.dont_write_bytecode = True  # a file is written anew within a second
sys.path.insert(0, "/library")
from lazytree.hosts.playground import begin_in_worker
begin_in_worker
`;
/** @type {string[]} */
const early = []; // what was asked while Python was loading
/** @type {(message: string) => void} */
let ask = (message) => void early.push(message);

/** @param {string} name */
const beside = (name) => new URL(name, import.meta.url).href;

/** Loads Python and the library. */
async function begin() {
  const library = fetch(beside("library.zip")).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(beside("pyodide/pyodide.mjs"));
  const python = await loadPyodide();
  python.unpackArchive(await library, "zip", { extractDir: "/library" });
  const post = (/** @type {string} */ told) => postMessage(told);
  const asked = python.runPython(BEGIN)(post);
  ask = (message) => {
    asked(message);
    postMessage('["answered", true]');
  };
  postMessage('["ready", true]');
  early.splice(0).forEach(ask);
}

addEventListener("message", ({ data }) => ask(data));
begin().catch((error) => postMessage(JSON.stringify(["failed", String(error)])));
