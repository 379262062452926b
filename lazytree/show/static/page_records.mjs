// Records of games as `save_record` of lazytree writes them, read on a page that has the rules of one game only.

/** @import { Ending } from "./session.mjs" */

/** The texts of the moves in a record, and how people have ended its game. Throws an Error that says what is wrong with
 * a text that is no record, and with a record of another game; `head` is what a record of this game says before its
 * moves, `players` how many they are.
 * @param {string} text @param {any} head @param {number} players @returns {{moves: string[], ended: Ending | null}} */
export function recordIn(text, head, players) {
  const saved = parsed(text);
  const { moves } = saved;
  if (!Array.isArray(moves) || !moves.every((move) => typeof move === "string"))
    throw noRecord("it has no list of moves");
  const version = saved.version ?? head.version;
  if (version !== head.version)
    throw new Error(`it is of version ${JSON.stringify(version)}, this page reads version ${head.version}`);
  if (saved.game !== head.game) throw new Error(`it is a game of ${JSON.stringify(saved.game)}, not of ${head.game}`);
  if (ordered(saved.parameters) !== ordered(head.parameters)) {
    throw new Error(
      `it is of ${head.game} with ${JSON.stringify(saved.parameters)}, not with ${JSON.stringify(head.parameters)}`,
    );
  }
  if ((saved.position ?? null) !== (head.position ?? null))
    throw new Error("it begins at another position than this page");
  return { moves, ended: endingOf(saved, players) };
}

/** How people have ended the game of a record, where it says so.
 * @param {any} saved @param {number} players @returns {Ending | null} */
function endingOf({ payoffs, ended = "" }, players) {
  if (ended === "" || ended === null) return null;
  const numbers =
    Array.isArray(payoffs) && payoffs.length === players && payoffs.every((each) => Number.isFinite(each));
  if (typeof ended !== "string" || !numbers) throw noRecord(`it has "ended", so "payoffs" must be ${players} numbers`);
  return { payoffs, reason: ended };
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    const saved = JSON.parse(text);
    if (saved && typeof saved === "object" && !Array.isArray(saved)) return saved;
  } catch {
    throw noRecord("it is not JSON");
  }
  throw noRecord("it is not an object of JSON");
}

/** @param {string} why */
function noRecord(why) {
  return new Error(`the file is no saved record, ${why}`);
}

/** A value as JSON, its fields in the order of their names. @param {any} value @returns {string} */
function ordered(value) {
  const sorted = (/** @type {string} */ _, /** @type {any} */ part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? "";
}
