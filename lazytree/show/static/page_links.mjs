// The address of a position: a fragment with the numbers of the moves that led to it, among the legal ones, and how people
// have ended the game there: `#moves=4.0`, `#moves=4.0&resigns=1`, `#moves=4.0&draw`.

import { agreed, resigned } from "./session.mjs";
import { lineTo } from "./variations.mjs";

/** @typedef {import("./session.mjs").Rules} Rules */
/** @typedef {import("./session.mjs").Ending} Ending */

/** The fragment of the place that is shown. @param {import("./session.mjs").Session} session @returns {string} */
export function linkTo({ game, variations: { nodes, place }, endings }) {
  const line = lineTo({ nodes, place }, place)
    .slice(1)
    .map((at) => {
      const { before, move } = nodes[at];
      return game.moves(nodes[before].position).findIndex(({ text }) => text === move.text);
    });
  return `#moves=${line.join(".")}${endText(game, endings[place])}`;
}

/** How people have ended a game; empty for other ends, such as that of a file which says that the time was up.
 * @param {Rules} game @param {Ending | undefined} ended @returns {string} */
function endText(game, ended) {
  if (!ended) return "";
  const loser = [0, 1].find((player) => resigned(game, player).reason === ended.reason);
  return loser !== undefined ? `&resigns=${loser}` : ended.reason === agreed(game).reason ? "&draw" : "";
}

/** The texts of the moves that a fragment holds, those of chance among them, and how people have ended the game; null
 * if it holds none. Throws an Error where a move has no such number.
 * @param {Rules} game @param {string} fragment @returns {{moves: string[], ended: Ending | null} | null} */
export function linked(game, fragment) {
  const found = /^#moves=([\d.]*)(?:&resigns=([01])|(&draw))?$/.exec(fragment);
  if (!found) return null;
  let position = game.start;
  const moves = (found[1] ? found[1].split(".").map(Number) : []).map((number) => {
    const legal = game.moves(position)[number];
    if (!legal) throw new Error("it is of another game, or of other rules");
    position = game.play(position, legal.move);
    return legal.text;
  });
  const two = game.players.length === 2;
  return { moves, ended: two && found[2] ? resigned(game, Number(found[2])) : two && found[3] ? agreed(game) : null };
}
