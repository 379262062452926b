// The rules of a game in WebAssembly as session.mjs knows rules: positions are packed bytes, moves have texts.

import { figureOf } from "./pieces.mjs";

/** @import { Legal } from "./session.mjs" */
/** @import { ModuleLayout, Packed, WasmGame } from "./wasm_game.mjs" */
/** @typedef {{name: string, about: string, seconds: number, depth: number, proved?: boolean}} Level who plays; 0
 *   seconds and 0 plies: moves at random; `proved`: by a proof, if the page has one */
/** @typedef {Record<string, string>} Texts by packed moves, parts of these, or payoffs */
/** @typedef {{
 *   layout: ModuleLayout, names: string[], code: string, board: import("./board.mjs").Layout | null, texts: Texts,
 *   tails: [first: number, tails: Texts], drawn: Texts, head: any, deals: {start: number[], head: any}[], endings: Texts,
 *   levels: Level[], first: number[], sampled: boolean, rules: string, source: string,
 *   proofs?: import("./proved_moves.mjs").Proof[],
 * }} PageData what publishing.py of lazytree/hosts/pages writes into a page */

const KEPT = 500; // positions whose moves are known

/** The rules of a game. `page` has what Python has written down: the board's layout, texts of moves, how games end.
 * @param {WasmGame} game @param {PageData} page @returns {import("./session.mjs").Rules} */
export function rulesOf(game, page) {
  const { name, players, chance } = game.layout;
  const { start, mover, play, payoffs, stones } = game;
  /** @type {Map<string, Legal[]>} */
  const known = new Map();
  /** @type {import("./session.mjs").Rules} */
  const rules = {
    ...{ name, players, names: page.names, layout: page.board, start, mover, play, payoffs, stones, key: hexOf },
    show: (at) => (page.board ? boardInWords(page.board, page.names, stones(at)) : plainly(game.read(at))),
    moves(position) {
      const key = hexOf(position);
      const found = known.get(key) ?? legal(game, page, position);
      if (known.size > KEPT) known.clear();
      known.set(key, found);
      return found;
    },
  };
  if (chance) rules.odds = game.odds;
  if (players.length === 2 && !page.sampled) rules.rate = game.rating;
  if (Object.keys(page.endings).length)
    rules.announce = (payoffs) => page.endings[String(payoffs[0])] ?? `${payoffs.join(" : ")}`;
  return rules;
}

/** The legal moves of a position, with texts that are all different.
 * @param {WasmGame} game @param {PageData} page @param {Packed} position @returns {Legal[]} */
function legal(game, page, position) {
  const [texts, [first, tails]] =
    game.mover(position) < 0 ? [page.drawn, /** @type {PageData["tails"]} */ ([0, {}])] : [page.texts, page.tails];
  const moves = game.moves(position).map((move) => {
    const path = game.touched(position, move);
    const names = path.map((cell) => page.board?.cells[cell].name).join("-");
    const written = hexOf(move);
    const tail = tails[written.slice(2 * first)] ?? "";
    return { path, move, text: texts[written] ?? ((names && names + tail) || plainly(game.readMove(move))) };
  });
  /** @type {Map<string, number[]>} */
  const alike = new Map();
  moves.forEach(({ text }, at) => alike.set(text, [...(alike.get(text) ?? []), at]));
  return moves.map((move, at) => {
    const same = /** @type {number[]} */ (alike.get(move.text));
    return same.length === 1 ? move : { ...move, text: `${move.text} (${same.indexOf(at) + 1})` };
  });
}

/** What stands on the board, in words.
 * @param {import("./board.mjs").Layout} board @param {string[]} players @param {import("./wasm_game.mjs").Stone[]} stones @returns {string} */
function boardInWords(board, players, stones) {
  const lines = [...players, "no player"].map((name, player) => {
    const owner = player === players.length ? -1 : player;
    const own = stones.filter((stone) => stone.owner === owner && stone.height > 0);
    const cells = own.map(({ cell, height }) => {
      const figure = figureOf(board, height);
      return (figure?.letter ?? "") + board.cells[cell].name + (height > 1 && !figure ? `×${height}` : "");
    });
    return cells.length ? `${name}: ${cells.join(" ")}` : "";
  });
  return lines.filter(Boolean).join("\n") || "an empty board";
}

/** A value as text. @param {any} value @returns {string} */
function plainly(value) {
  if (Array.isArray(value)) return value.map(plainly).join(" ");
  if (value && typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${plainly(part)}`)
      .join("\n");
  return String(value);
}

/** @param {Packed} bytes @returns {string} */
export function hexOf(bytes) {
  let text = "";
  for (const byte of bytes) text += (byte < 16 ? "0" : "") + byte.toString(16);
  return text;
}
