// What a table says in words. All functions here are pure.

/** @import { SessionView } from "./session_view" */

/** What there is to say: an error, who thinks, an offer, a hint, or who moves.
 * @param {SessionView} view @returns {string} */
export function statusOf(view) {
  if (view.said || view.offered) return view.said || view.offered;
  if (view.thinking === "hint") return "Looking for a hint …";
  if (view.thinking === "draw") return "Thinking about the draw …";
  if (view.thinking === "opponent") return `${view.caption} …`;
  return view.hint ? `Hint: ${view.hint.text}` : view.caption;
}

/** What stands over the board: what there is to say, after what chance has drawn just now, such as the roll of a die.
 * @param {SessionView} view @returns {string} */
export function headingOf(view) {
  const [words, move] = [statusOf(view), moveTo(view)];
  const drawn = move && !view.seats[move.mover] && words.startsWith(view.caption);
  return drawn ? `Chance: ${move.text}. ${words}` : words;
}

/** The move that led to the position.
 * @param {SessionView} view @returns {import("./session_view").PlayedMove | undefined} */
function moveTo(view) {
  return view.line.find(({ place }) => place === view.place);
}

/** The move that led to the position, and who made it. @param {SessionView} view @returns {string} */
export function lastMove(view) {
  const move = moveTo(view);
  if (!move) return "";
  return `${view.seats[move.mover]?.name ?? "chance"}: ${move.text}`;
}

/** What is thought, or was. @param {SessionView} view @param {string} words @returns {string} */
export function liveText(view, words) {
  if (view.thinking === "values") return "Looking at all moves …";
  if (view.thinking === "review") return "Looking at all positions …";
  if (!words) return "";
  return `${view.thinking ? "Thinking" : "Thought"}: ${words}`;
}
