// The moves of a proof on a published page: by the bytes of a position, as lazytree/hosts/pages/proved_moves.py made them.

import { lineTo } from "./variations.mjs";

/** @import { Session } from "./session.mjs" */
/** @typedef {ReturnType<typeof strategiesOf>} Strategies */
/** @typedef {{size: number, bits: number, seed: number, cells: string}} MoveTable */
/** @typedef {MoveTable & {player: number, said: string}} Proof the moves of a player, and what is said of them */
/** @typedef {(position: Uint8Array) => number} Proved gives the number of the move in a position of a proof */

const CHECKS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let word = byte;
  for (let bit = 0; bit < 8; bit++) word = word & 1 ? (word >>> 1) ^ 0xedb88320 : word >>> 1;
  return word;
});

/** The checksum CRC-32 of bytes. @param {Iterable<number>} bytes @returns {number} */
function checksum(bytes) {
  let word = -1;
  for (const byte of bytes) word = (word >>> 8) ^ CHECKS[(word ^ byte) & 255];
  return ~word;
}

/** A word whose bits each depend on all of the one given. @param {number} word @returns {number} */
function mixed(word) {
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}

/** What reads a table. @param {MoveTable} table @returns {Proved} */
export function movesIn({ size, bits, seed, cells }) {
  const content = Uint8Array.from(atob(cells), (letter) => letter.charCodeAt(0));
  const words = new DataView(content.buffer);
  return (position) => {
    const [one, other] = [checksum(position), checksum([...position].reverse())];
    let found = 0;
    for (let part = 0; part < 3; part++) {
      const step = Math.imul(3 * seed + part + 1, 0x9e3779b9);
      const place = (part * size + (mixed(one ^ mixed(other + step)) % size)) * bits;
      found ^= words.getUint32(Math.floor(place / 8), true) >>> (place % 8);
    }
    return found & (2 ** bits - 1);
  };
}

/** The strategies of the players who have one; a game keeps to one as long as all moves of that player are its moves.
 * @param {Proof[]} proofs */
export function strategiesOf(proofs) {
  const moves = proofs.map(movesIn);

  /** What is said of a player's strategy, empty if there is none; whether the game that is shown has kept to it.
   * @param {Session} session @param {number} player @returns {{said: string, kept: boolean}} */
  function of({ game, variations: { nodes, place } }, player) {
    const at = proofs.findIndex((proof) => proof.player === player);
    if (at < 0) return { said: "", kept: false };
    const line = lineTo({ nodes, place }, place);
    const kept = line.slice(1).every((here, ply) => {
      const { position } = nodes[line[ply]];
      if (game.mover(position) !== player) return true;
      return game.moves(position)[moves[at](position)]?.text === nodes[here].move?.text;
    });
    return { said: proofs[at].said, kept };
  }

  /** The move of the player to move by the strategy, if there is one and the game has kept to it.
   * @param {Session} session @returns {any} */
  function moveIn(session) {
    const { position } = session.variations.nodes[session.variations.place];
    const player = session.game.mover(position);
    if (!of(session, player).kept) return undefined;
    const at = proofs.findIndex((proof) => proof.player === player);
    return session.game.moves(position)[moves[at](position)]?.move;
  }

  return { of, moveIn };
}
