// The host of a game's page on the server: what is asked for is sent by POST, what is new comes as events.

import { hostModel } from "./elements.mjs";

/** @import { Model } from "./elements.mjs" */
/** @typedef {import("./session_view").SessionView & {stamp: number, known?: number}} View what the server says of the game;
 * `stamp` grows with each change. After the page has been loaded it says neither the layout nor the moves that the page has:
 * those up to the place `known`. */

const REST = 2000; // milliseconds between two questions to the server, without a stream of events

/** The model of a game, as anywidget has it. `constant` is what the view lacks because it never changes.
 * @param {string} address @param {View} view @param {View} constant @returns {Model & {close(): void}} */
export function serverModel(address, view, constant) {
  /** @type {{view: View, live: string, lost: boolean}} `lost`: the server is not heard, and is asked again */
  const state = { view: { ...constant, ...view }, live: "", lost: false };
  const { set, ...model } = hostModel(state);
  let waiting = Promise.resolve(); // until what was asked for has been answered: nothing that is asked for is lost

  /** Shows what the server says, unless something newer is shown. @param {View} newer */
  function show(newer) {
    if (newer.stamp < state.view.stamp) return;
    const same = newer.stamp === state.view.stamp && !state.view.refused;
    const now = whole(newer, state.view, constant);
    if (!now) return void look();
    if (!same) set("view", now);
    if (!newer.thinking && state.live) set("live", "");
  }

  /** Takes down whether the server is heard. @param {boolean} isHeard */
  function heard(isHeard) {
    if (state.lost === isHeard) set("lost", !isHeard);
  }

  /** Asks for all of what is shown. */
  async function look() {
    const answer = await fetch(`${address}/view`);
    heard(true);
    if (answer.ok) show(await answer.json());
  }

  /** Says what went wrong, beside what is shown. @param {string} why @param {View} [newer] */
  function refuse(why, newer) {
    const now = (newer && newer.stamp >= state.view.stamp && whole(newer, state.view, constant)) || state.view;
    set("view", { ...now, said: why, refused: true });
  }

  /** Asks the server. An act that was not answered is asked for again, by its name: it is never done twice.
   * @param {Record<string, any>} asked */
  async function ask(asked) {
    const request_id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const body = JSON.stringify({ place: state.view.place, knows: lastPlace(state.view), ...asked, request_id });
    for (let tries = 0; ; tries++) {
      try {
        const { ok, told } = await posted(`${address}/act`, body, { "content-type": "application/json" });
        heard(true);
        return ok ? show(told) : refuse(told.error, told.view);
      } catch {
        heard(false);
        if (tries === 4) return refuse("The server does not answer.");
        await new Promise((done) => setTimeout(done, 500 * 2 ** tries));
      }
    }
  }

  /** Goes on with a saved game, which is a new one on the server. @param {string} text */
  async function open(text) {
    const body = new FormData();
    body.append("record", text);
    body.append("who", state.view.opponent ? "bot" : "hands");
    try {
      const { ok, told } = await posted("/open", body, { accept: "application/json" });
      if (ok) location.assign(told.address);
      else refuse(told.error);
    } catch {
      refuse("The server does not answer.");
    }
  }

  /** @param {any} asked */
  async function send(asked) {
    if (asked.action === "save") return void location.assign(`${address}/record.json`);
    if (asked.action === "new") return void location.assign(state.view.again ?? "/");
    waiting = waiting.then(() => (asked.action === "open" ? open(asked.text) : ask(asked)));
    await waiting;
  }

  const since = `knows=${lastPlace(state.view)}&stamp=${view.stamp}`;
  const end = followed(address, since, show, (line) => set("live", line), look, heard);
  return { ...model, send: (asked) => void send(asked), close: end };
}

/** All of what is shown, from what is new; nothing where the page lacks moves before it.
 * @param {View} newer @param {View} shown @param {View} constant @returns {View | undefined} */
function whole(newer, { board: before, line }, constant) {
  const count = newer.known ? 1 + line.findIndex(({ place }) => place === newer.known) : 0;
  if (newer.known && !count) return undefined;
  const board = newer.board && { ...newer.board, layout: newer.board.layout ?? before?.layout };
  return { ...constant, ...newer, board, line: [...line.slice(0, count), ...newer.line] };
}

/** The last place that the page knows. @param {View} view @returns {number} */
function lastPlace({ line }) {
  return line.at(-1)?.place ?? 0;
}

/** What the server answers to what is sent. @param {string} address @param {BodyInit} body @param {HeadersInit} headers */
async function posted(address, body, headers) {
  const answer = await fetch(address, { method: "POST", body, headers });
  return { ok: answer.ok, told: await answer.json() };
}

/** Follows a game by its stream of events; by a look now and then where the server gives none. `since` says what the
 * page shows when it begins. @param {string} address @param {string} since @param {(view: View) => void} show
 * @param {(line: string) => void} tell @param {() => Promise<void>} look
 * @param {(isHeard: boolean) => void} heard @returns {() => void} */
function followed(address, since, show, tell, look, heard) {
  const stream = new EventSource(`${address}/events?${since}`);
  let timer = 0;
  const lookAgain = async () => {
    await look().catch(() => {}); // the next look may find it
    timer = window.setTimeout(lookAgain, REST);
  };
  stream.addEventListener("view", (event) => show(JSON.parse(event.data)));
  stream.addEventListener("live", (event) => tell(JSON.parse(event.data)));
  stream.addEventListener("open", () => heard(true));
  window.addEventListener("offline", () => heard(false));
  window.addEventListener("online", () => void look().catch(() => {}));
  stream.addEventListener("error", () => {
    heard(false);
    if (stream.readyState === EventSource.CLOSED && !timer) void lookAgain();
  });
  return () => (stream.close(), window.clearTimeout(timer));
}
