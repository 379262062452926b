// People who play in two browsers, on the server's page: the link that brings a friend, who is here, clocks, the few
// words that one may say, a rematch; and, in every game, whether the server is heard.

import { button, element, fill, following } from "./elements.mjs";

/** @import { Model } from "./elements.mjs" */
/** @import { FriendsView, SessionView } from "./session_view" */
/** @typedef {Record<string, {address: string, yours: boolean}>} Links the links of seats, by the numbers of players */

const SHOWN = 6000; // milliseconds for which a message is shown
const [TICK, LOW] = [200, 20]; // milliseconds between two looks at a clock; seconds from which on it is red

/** What a page of the server adds to the table: `who` says who plays a player, `more` stands beside the board. Messages,
 * and the dialog with the link, are put into `page`.
 * @param {Model} model @param {Links} links @param {HTMLElement} page */
export function friendsPane(model, links, page) {
  /** @returns {SessionView} */
  const viewed = () => model.get("view");
  const [tell, told] = messages(model);
  const invitation = invite(links, () => viewed().seats);
  const { pane, show } = togetherPane(model, invitation.again);
  page.append(told, invitation.dialog);
  /** @type {FriendsView | null} */
  let known = null;
  following(model, ["view"], () => {
    const { friends, seats } = viewed();
    if (friends?.next && friends.next !== known?.next && seats.some(({ yours }) => yours))
      return location.assign(friends.next);
    show(viewed());
    invitation.show(friends ?? null);
    seats.forEach(({ name, yours }, player) => {
      if (!friends || !known || yours) return;
      if (friends.here[player] && !known.here[player]) tell(`${name} is here`);
      else if (!friends.here[player] && known.here[player]) tell(`${name} has left the page`);
      if (friends.spoken[player] > known.spoken[player]) tell(`${name}: ${friends.phrases[player]}`);
    });
    known = friends ?? null;
  });
  return { who: (/** @type {number} */ player) => whoPlays(model, player), more: [pane] };
}

/** What shows a message for a while, where nothing moves by it; that the server is not heard stays there until it is.
 * @param {Model} model @returns {[tell: (words: string) => void, told: HTMLElement]} */
function messages(model) {
  const words = element("p", { class: "ltw-told", hidden: true });
  const told = element("div", { class: "ltw-tells", role: "status" }, words);
  let timer = 0;
  /** @param {string} text @param {boolean} [stays] */
  function tell(text, stays = false) {
    window.clearTimeout(timer);
    if (model.get("lost") && !stays) return;
    fill(words, text);
    words.hidden = !text;
    if (text && !stays) timer = window.setTimeout(() => tell(""), SHOWN);
  }
  let lost = false;
  following(model, ["lost"], () => {
    const now = !!model.get("lost");
    if (now !== lost) now ? tell("Connection lost, trying again …", true) : tell("Connected again");
    lost = now;
  });
  return [tell, told];
}

/** The dialog that shows the links for others, until these have come, and the button that opens it again.
 * @param {Links} links @param {() => SessionView["seats"]} seats */
function invite(links, seats) {
  const given = Object.keys(links).filter((player) => !links[player].yours);
  const rows = element("div", { class: "ltw-given" });
  const close = button("Close", () => dialog.close());
  const title = element("h2", { id: "invite" }, "Waiting for your friend");
  const about = `Who opens ${given.length > 1 ? "a" : "this"} link plays. This closes when your friend is here.`;
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const only = "It works on this machine only: lazytree web --host 0.0.0.0 lets others in your network play.";
  const dialog = element("dialog", { class: "ltw-invite", "aria-labelledby": "invite" }, title, rows);
  dialog.append(element("p", {}, about));
  if (local) dialog.append(element("p", { class: "ltw-hint" }, only));
  dialog.append(element("div", { class: "ltw-acts" }, close));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it
  const again = button("Invite …", () => dialog.showModal(), { title: "The link for your friend", hidden: true });
  let asked = false;

  /** @param {FriendsView | null} friends */
  function show(friends) {
    const awaited = given.filter((player) => friends?.awaited[Number(player)]);
    again.hidden = !awaited.length;
    if (!awaited.length) return dialog.close();
    if (asked) return;
    asked = true;
    fill(rows, ...awaited.map((player) => linkRow(seats()[Number(player)].name, links[player].address)));
    dialog.showModal();
  }

  return { dialog, again, show };
}

/** A link that is copied, or handed on to where the phone sends things. @param {string} name @param {string} address */
function linkRow(name, address) {
  const field = element("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": `The link for ${name}`,
  });
  field.addEventListener("focus", () => field.select());
  const copying = button("Copy link", () => void copy(), { class: "main", autofocus: true });
  const sharing = button("Share …", () => void share(), { hidden: !("share" in navigator) });

  /** Copies the address; a page without the clipboard of a safe one has the older way. */
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      field.select();
      if (!document.execCommand("copy")) return;
    }
    fill(copying, "Copied");
  }

  const share = () => navigator.share({ title: "A game", text: "Play a game with me", url: address }).catch(() => {});
  const row = element("div", { class: "ltw-row" }, field, copying, sharing);
  return element("label", {}, `Send this link to who plays ${name}:`, row);
}

/** What people do together beside moving: a few words, a rematch, and what brings a friend.
 * @param {Model} model @param {HTMLElement} inviting */
function togetherPane(model, inviting) {
  const say = element("select", { "aria-label": "Say something" });
  const rematch = button("Rematch", () => model.send({ action: "rematch" }), {
    ...{ class: "ltw-rematch", title: "Another game with sides changed", hidden: true },
  });
  const pane = element("div", { class: "ltw-acts ltw-together" }, inviting, rematch, say);
  say.addEventListener("change", () => {
    if (say.value) model.send({ action: "say", words: Number(say.value) });
    say.value = "";
  });

  /** @param {SessionView} view */
  function show({ friends }) {
    const words = friends?.words ?? [];
    if (say.options.length !== words.length + 1) {
      const options = words.map((text, at) => element("option", { value: at }, text));
      fill(say, element("option", { value: "" }, "Say …"), ...options);
    }
    pane.hidden = !words.length;
    rematch.hidden = !friends?.rematch;
  }

  return { pane, show };
}

/** Who plays a player, whether they are here, and their clock. @param {Model} model @param {number} player */
function whoPlays(model, player) {
  const words = element("span", {});
  const clock = element("span", { class: "ltw-clock", hidden: true });
  const who = element("span", { class: "ltw-who" }, words, clock);
  let [left, at, runs] = [0, 0, false];

  /** Shows the clock as it is now. */
  function tick() {
    const now = Math.max(0, left - (runs ? (performance.now() - at) / 1000 : 0));
    const text = clockText(now);
    if (clock.textContent !== text) fill(clock, text);
    clock.classList.toggle("ltw-low", now < LOW);
  }

  window.setInterval(() => runs && who.isConnected && tick(), TICK);
  following(model, ["view"], () => {
    /** @type {SessionView} */
    const { friends, seats } = model.get("view");
    fill(words, ...presence(seats[player], friends, player));
    clock.hidden = !friends?.clock;
    if (!friends?.clock) return;
    [left, at, runs] = [friends.clock.left[player], performance.now(), friends.clock.runs === player];
    clock.classList.toggle("ltw-runs", runs);
    tick();
  });
  return who;
}

/** Who plays, and whether they are here. @param {SessionView["seats"][number]} seat
 * @param {FriendsView | null | undefined} friends @param {number} player @returns {(Node | string)[]} */
function presence({ yours, who }, friends, player) {
  if (yours) return friends ? [element("b", {}, "you")] : [who === "a person" ? "" : who];
  if (!friends || (who !== "a person" && who !== "open")) return [who];
  const [here, awaited] = [friends.here[player], friends.awaited[player]];
  const dot = element("span", { class: here ? "ltw-dot ltw-is-here" : "ltw-dot", "aria-hidden": "true" });
  return [dot, here ? "here" : awaited ? "awaited" : "away"];
}

/** A time as clocks show it. @param {number} seconds @returns {string} */
export function clockText(seconds) {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
