// Where a rating gives a number that is none: the engine gave up somewhere below a position, and a person wants to know why.

/** @typedef {import("./wasm_game.mjs").Packed} Packed */
/** @typedef {{line: Packed[], rating: number}} Misrated the moves that lead there, and what the rating gives there */

/** The nearest position whose rating is not within ±`sure`; null where none is found in a second.
 * @param {import("./wasm_game.mjs").WasmGame} game @param {Packed} here @returns {Misrated | null} */
export function misrated(game, here) {
  const end = performance.now() + 1000;
  /** @type {[Packed, Packed[]][]} */
  const found = [[here, []]];
  for (const [position, line] of found) {
    // it grows meanwhile
    const moves = game.moves(position);
    const ratings = moves.length ? [game.rating(position)].flat().map(Number) : [];
    const rating = ratings.find((each) => !(Math.abs(each) < game.layout.search.sure));
    if (rating !== undefined) return { line, rating };
    if (performance.now() > end) break;
    for (const move of moves) found.push([game.play(position, move), [...line, move]]);
  }
  return null;
}
