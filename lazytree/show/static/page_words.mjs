// What a published page says of its engine and of errors, in words. Pure functions.

/** @typedef {import("./session.mjs").Rules} Rules */

const LINE = 6; // moves of a line that are written

/** What the engine thinks, in words: how deep it looks, the moves that it expects, how much it has seen.
 * @param {Rules} game @param {any} position @param {any} answer @param {(position: any, move: any) => string} textOf */
export function thought(game, position, answer, textOf) {
  const how = answer.visits ? `${countText(answer.visits)} games` : `depth ${answer.depth}`;
  return `${how}: ${lineText(game, position, answer.line.slice(0, LINE), textOf)} · ${countText(answer.seen)} positions`;
}

/** The moves of a line.
 * @param {Rules} game @param {any} position @param {any[]} line @param {(position: any, move: any) => string} textOf */
export function lineText(game, position, line, textOf) {
  const words = [];
  for (const step of line) {
    words.push(textOf(position, step));
    position = game.play(position, step);
  }
  return words.join(" ");
}

/** What an error says. @param {unknown} error @returns {string} */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** A number of positions, rounded. @param {number} number @returns {string} */
export function countText(number) {
  if (number < 10_000) return String(number);
  return number < 1e6 ? `${Math.round(number / 1e3)} thousand` : `${(number / 1e6).toFixed(1)} million`;
}
