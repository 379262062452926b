/// <reference path="./codemirror.d.ts" />
// The playground: an editor for rules, and the table at which their game is played; a worker answers. The address
// carries the rules.

import { defaultKeymap, history as undoable, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { button, element, fill, hostModel } from "./elements.mjs";
import { packText, unpackText } from "./packed_text.mjs";
import { table } from "./table.mjs";

/** @typedef {{words: string, line: number, wrong: boolean}} Told what is said of the rules; line 0: of no line */
/** @typedef {{players: string[], who: Record<string, string>}} Played the players, and who may play them, in words */
/** @typedef {{name: string, text: string}} Example */

const PAUSE = 250; // milliseconds without a key, after which the rules are read
const LONG = 3000; // milliseconds after which an answer is no longer waited for in silence
const FRAGMENT = "#rules=";

/** The editor in a place; `changed` is called with the text when it is another one.
 * @param {HTMLElement} place @param {(text: string) => void} changed */
function editorIn(place, changed) {
  const view = new EditorView({
    parent: place,
    extensions: [
      [lineNumbers(), lintGutter(), undoable(), drawSelection(), highlightActiveLine(), bracketMatching()],
      [python(), indentOnInput(), indentUnit.of("    "), syntaxHighlighting(classHighlighter)],
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorState.tabSize.of(4),
      EditorView.contentAttributes.of({ "aria-label": "The rules, in Python" }),
      EditorView.updateListener.of(
        (/** @type {any} */ update) => update.docChanged && changed(view.state.doc.toString()),
      ),
    ],
  });
  return {
    focus: () => view.focus(),
    /** @param {string} text */
    write: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    /** Marks the line that is wrong; none if nothing is. @param {Told} told */
    mark({ words, line, wrong }) {
      const at = wrong && line > 0 && line <= view.state.doc.lines ? view.state.doc.line(line) : null;
      const marks = at ? [{ from: at.from, to: at.to, severity: "error", message: words }] : [];
      view.dispatch(setDiagnostics(view.state, marks));
    },
  };
}

/** A worker with Python in it, and another one after `stop`. `told` hears what it says, and `late` whether an answer is
 * waited for that takes long. @param {(name: string, value: any) => void} told @param {(is: boolean) => void} late */
function thinker(told, late) {
  let worker = begun();
  let [open, timer, ready] = [0, 0, false]; // questions without an answer; whether Python is there

  function begun() {
    const it = workerBeside("playground_worker.mjs");
    it.addEventListener("message", ({ data }) => {
      const [name, value] = JSON.parse(data);
      if (name === "answered") settle(Math.max(0, open - 1));
      else if (name === "ready") settle(open, true);
      else told(name, value);
    });
    return it;
  }

  /** @param {number} left @param {boolean} is */
  function settle(left, is = ready) {
    [open, ready] = [left, is];
    clearTimeout(timer);
    late(false);
    if (open && ready) timer = setTimeout(() => late(true), LONG);
  }

  return {
    /** @param {object} message */
    ask(message) {
      settle(open + 1);
      worker.postMessage(JSON.stringify(message));
    },
    stop() {
      worker.terminate();
      worker = begun();
      settle(0, false);
    },
  };
}

/** A worker that runs a module of this folder. It begins with a text of the page, so that the page's policy holds in it:
 * whatever rules it runs, it asks no other site. @param {string} name */
function workerBeside(name) {
  const module = JSON.stringify(new URL(name, import.meta.url).href);
  const text = new Blob([`import ${module};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(text), { type: "module" });
}

/** The selection of who plays a player. @param {Played} game @param {string[]} seats @param {number} player
 * @param {() => void} changed */
function whoPlays({ players, who }, seats, player, changed) {
  const change = (/** @type {any} */ event) => {
    seats[player] = event.target.value;
    changed();
  };
  const options = Object.entries(who).map(([value, words]) => element("option", { value }, words));
  const choice = element("select", { change, "aria-label": `Who plays ${players[player]}` }, ...options);
  const [person, , first] = Object.keys(who);
  choice.value = seats[player] ??= player ? first : person;
  return choice;
}

/** Begins. @param {HTMLElement} page @param {Example[]} examples */
async function begin(page, examples) {
  const { set, ...model } = hostModel({ view: null, live: "" });
  const told = element("output", { class: "ltg-told", role: "status" }, "Python is being loaded …");
  const halt = button("Stop", () => stop(), { title: "Ends what takes long, and loads Python again", hidden: true });
  const link = button("Copy link", () => void copy(), { title: "The address of this page carries the rules" });
  const choose = (/** @type {any} */ event) => write(examples[event.target.value].text);
  const options = examples.map(({ name }, at) => element("option", { value: at }, name));
  const example = element("select", { change: choose, "aria-label": "Examples" }, ...options);
  const top = element("div", { class: "ltg-top" }, element("label", {}, "Example ", example), link, halt);
  const [text, place] = [element("div", { class: "ltg-editor" }), element("div", { class: "ltg-table" })];
  fill(page, element("div", { class: "ltg-rules" }, top, text, told), place);

  /** @type {string[]} */
  let seats = [];
  /** @type {Played | null} */
  let fresh = null; // a game whose table is not there yet
  let end = () => {};
  let [rules, timer] = ["", 0];

  const worker = thinker(
    (name, value) => {
      if (name === "failed") say({ words: `Python cannot be loaded: ${value}`, line: 0, wrong: true });
      else if (name === "told") say(value);
      else if (name === "game") fresh = value;
      else if (name === "live") set("live", value);
      else if (name === "view") show(value);
    },
    (late) => {
      halt.hidden = !late;
    },
  );
  const editor = editorIn(text, (now) => {
    rules = now;
    clearTimeout(timer);
    timer = setTimeout(() => void read(), PAUSE);
  });

  /** @param {Told} said */
  function say(said) {
    fill(told, said.words);
    told.classList.toggle("ltg-wrong", said.wrong);
    place.classList.toggle("ltg-old", said.wrong);
    editor.mark(said);
  }

  /** @param {import("./session_view").SessionView} view */
  function show(view) {
    set("view", view);
    if (!fresh) return;
    const game = fresh;
    fresh = null;
    end();
    fill(place);
    seats.length = Math.min(seats.length, game.players.length);
    const who = (/** @type {number} */ player) => whoPlays(game, seats, player, () => worker.ask({ seats }));
    end = table({ model: { ...model, send: worker.ask }, el: place, who });
    place.dataset.ready = "true";
  }

  /** Writes other rules, and has them read at once. @param {string} text */
  function write(text) {
    editor.write(text);
    clearTimeout(timer);
    void read();
  }

  /** Has the rules read, and writes them to the address. */
  async function read() {
    const now = rules;
    worker.ask({ rules: now, seats });
    const packed = FRAGMENT + (await packText(now));
    if (now === rules) history.replaceState(null, "", packed);
  }

  function stop() {
    worker.stop();
    say({ words: "Stopped. Python is loaded again; change the rules.", line: 0, wrong: true });
    editor.focus();
  }

  async function copy() {
    const words = await navigator.clipboard.writeText(location.href).then(
      () => `Copied: ${location.href.length.toLocaleString("en")} bytes`,
      () => "The address of this page is the link",
    );
    fill(link, words);
    setTimeout(() => fill(link, "Copy link"), 3000);
  }

  /** Takes the rules of the address; without any, the first example. */
  async function open() {
    if (!location.hash.startsWith(FRAGMENT)) return write(examples[0].text);
    try {
      write(await unpackText(location.hash.slice(FRAGMENT.length)));
    } catch {
      say({ words: "The link is damaged: it carries no rules.", line: 0, wrong: true });
    }
  }

  addEventListener("hashchange", () => void open());
  await open();
}

const page = document.getElementById("playground");
if (page) void begin(page, JSON.parse(document.getElementById("examples")?.textContent ?? "[]"));
