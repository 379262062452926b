// What a published page writes: moves, who moves and how it ends, values, the board in words. All functions are pure.

/** @typedef {import("./wasm_game.mjs").WasmGame} WasmGame */
/** @typedef {import("./wasm_game.mjs").Packed} Packed */
/** @typedef {{path: number[], text: string}} Move */

const GUESSED = 0.75; // the strength of the best estimate, as `valued.py` has it
const ALIKE = 0.02; // see there

/** The legal moves as the board knows them: their cells, and texts that are all different.
 * @param {WasmGame} game @param {any} page @param {Packed} position @param {Packed[]} moves @returns {Move[]} */
export function writtenMoves(game, page, position, moves) {
  const plain = moves.map((move) => {
    const path = game.touched(position, move);
    const names = path.map((cell) => page.board.cells[cell].name).join("-");
    return { path, text: page.texts[hexOf(move)] ?? (names || "move") };
  });
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { text } of plain) times.set(text, (times.get(text) ?? 0) + 1);
  /** @type {Map<string, number>} */
  const seen = new Map();
  return plain.map(({ path, text }) => {
    if (times.get(text) === 1) return { path, text };
    seen.set(text, (seen.get(text) ?? 0) + 1);
    return { path, text: `${text} (${seen.get(text)})` };
  });
}

/** @param {Packed} bytes @returns {string} */
function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How a game has ended, from its payoffs. @param {any} page @param {string[]} players @param {number[]} payoffs @returns {string} */
export function ending(page, players, payoffs) {
  if (payoffs.length === 2 && String(payoffs[0]) in page.endings) return page.endings[String(payoffs[0])];
  const top = Math.max(...payoffs);
  if (payoffs.every((each) => each === top)) return "a draw";
  const winners = players.filter((_, player) => payoffs[player] === top);
  const margin = payoffs.length === 2 && Math.abs(top) > 1 ? ` by ${top}` : "";
  return `${winners.join(" and ")} ${winners.length === 1 ? "wins" : "share the win"}${margin}`;
}

/** What stands on the board, in words. @param {any} page @param {string[]} players @param {import("./wasm_game.mjs").Stone[]} stones @returns {string} */
export function boardInWords(page, players, stones) {
  const lines = [...players, "nobody"].map((name, player) => {
    const owner = player === players.length ? -1 : player;
    const own = stones.filter((stone) => stone.owner === owner && stone.height > 0);
    const cells = own.map(({ cell, height }) => page.board.cells[cell].name + (height > 1 ? `×${height}` : ""));
    return cells.length ? `${name}: ${cells.join(" ")}` : "";
  });
  return lines.filter(Boolean).join("\n") || "an empty board";
}

/** What is known of the value of each move, as the table shows it.
 * @param {import("./wasm_search.mjs").MoveValue[]} values @param {{win: number, sure: number}} k */
export function valuesData(values, k) {
  const guessed = values.map(({ value }) => value).filter((value) => Math.abs(value) <= k.sure);
  const [least, most] = guessed.length ? [Math.min(...guessed), Math.max(...guessed)] : [0, 0];
  const wide = Math.max(most - least, ALIKE * Math.max(Math.abs(least), Math.abs(most)), 1e-9);
  return values.map(({ value, exact }, move) => {
    const decided = Math.abs(value) > k.sure && Number.isInteger(value);
    const plies = decided ? pliesOf(value, k) : 0;
    const margin = Math.round((Math.abs(value) + plies) / k.win);
    const by = margin > 1 ? ` by ${margin}` : "";
    const number = `${value > 0 ? "+" : ""}${Number(value.toPrecision(3))}`;
    const draw = exact && value === 0;
    return {
      move, exact,
      text: decided ? `${value > 0 ? "win" : "loss"}${by} in ${plies}` : draw ? "draw" : number,
      short: decided ? `${value > 0 ? "W" : "L"}${plies}` : draw ? "D" : number.replace("-", "−"),
      strength: Math.round(1000 * (Math.abs(value) > k.sure ? Math.sign(value) : draw ? 0 : (GUESSED * (2 * (value - least) - (most - least))) / wide)) / 1000,
    };
  });
}

/** The plies to the end that a certain value tells. @param {number} value @param {{win: number}} k @returns {number} */
function pliesOf(value, k) {
  return (k.win - (Math.abs(value) % k.win)) % k.win;
}

/** A number of positions, rounded. @param {number} number @returns {string} */
export function countText(number) {
  if (number < 10_000) return String(number);
  return number < 1e6 ? `${Math.round(number / 1e3)} thousand` : `${(number / 1e6).toFixed(1)} million`;
}
