// A published page: a game in one file, its rules in WebAssembly, the table of the front end, who plays.

import { button, element, fill } from "./elements.mjs";
import { answerIn } from "./engine_answers.mjs";
import { pageModel } from "./page_host.mjs";
import { soundSwitch } from "./sounds.mjs";
import { table } from "./table.mjs";
import { wasmGame } from "./wasm_game.mjs";

/** @import { PageData } from "./page_rules.mjs" */

/** The selection of who plays a player. @param {PageData} page @param {ReturnType<typeof pageModel>} model @param {number} player */
function whoPlays(page, model, player) {
  const change = (/** @type {any} */ event) => {
    const levels = [...model.levels()];
    levels[player] = Number(event.target.value);
    model.setLevels(levels);
  };
  const options = page.levels.map(({ name, about }, at) => element("option", { value: at, title: about }, name));
  const choice = element("select", { change, "aria-label": `Who plays ${page.names[player]}` }, ...options);
  const follow = () => {
    const level = model.levels()[player];
    [choice.value, choice.title] = [String(level), page.levels[level].about];
  };
  model.on("change:view", follow);
  follow();
  return choice;
}

/** The page of the deal that its address names: the start of the game and the head of its records are another's.
 * @param {PageData} page @returns {PageData} */
function dealt(page) {
  const deal = page.deals?.[Number(new URLSearchParams(location.search).get("deal")) - 1];
  return deal ? { ...page, head: page.head && deal.head, layout: { ...page.layout, start: deal.start } } : page;
}

/** The button that goes to another deal, if the page has any; a page in a notebook has no address to go to.
 * @param {PageData} page */
function anotherDeal(page) {
  if (!page.deals?.length || location.protocol === "about:") return [];
  const click = () => {
    const address = new URL(location.href);
    const now = Number(address.searchParams.get("deal"));
    const other = (now + 1 + Math.floor(Math.random() * page.deals.length)) % (page.deals.length + 1);
    address.searchParams.set("deal", String(other));
    address.hash = "";
    location.assign(address);
  };
  return [button("Another deal", click, { title: "A new game from another start, drawn by lot" })];
}

/** The button that draws by lot who plays which side; none for one player. @param {ReturnType<typeof pageModel>} model */
function sidesByLot(model) {
  const draw = () => {
    const [levels, by] = [[...model.levels()], Math.floor(Math.random() * model.levels().length)];
    model.setLevels([...levels.slice(by), ...levels.slice(0, by)]);
  };
  const title = "Who plays which side is drawn by lot";
  return model.levels().length > 1 ? [button("Sides by lot", draw, { title })] : [];
}

/** The bytes that a text holds: they are compressed, and written in the alphabet of base64. @param {string} text */
async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** What says what the bots that play by a proof have proved; none where no bot does.
 * @param {PageData} page @param {any} model */
function provedText(page, model) {
  if (!page.proofs) return [];
  const text = element("p", { class: "ltp-proved", role: "status" });
  const follow = () => fill(text, model.proved());
  model.on("change:view", follow);
  follow();
  return [text];
}

/** Begins; says so where the browser cannot. */
async function begin() {
  const page = dealt(JSON.parse(document.getElementById("game")?.textContent ?? "{}"));
  const place = document.getElementById("table");
  const script = document.querySelector('script[type="module"]')?.textContent ?? "";
  if (!place) return;
  try {
    const code = await unpacked(page.code);
    const game = await wasmGame(code, page.layout);
    const model = pageModel(game, page, script, code, Math.random);
    document.querySelector(".ltp-top")?.append(...anotherDeal(page), ...provedText(page, model));
    table({ model, el: place, who: (player) => whoPlays(page, model, player) });
    place.querySelector(".ltw-whole .ltw-quiet")?.append(...sidesByLot(model), soundSwitch(model));
    place.dataset.ready = "true";
  } catch (error) {
    fill(place, `This browser cannot run the game: ${error instanceof Error ? error.message : error}`);
  }
}

if (typeof document === "undefined")
  answerIn(self); // the page's worker runs this same text
else void begin();
