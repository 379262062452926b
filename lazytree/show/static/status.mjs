// What a table says in words. All functions here are pure.

/** What there is to say: an error, who thinks, an offer, a hint, or who moves. @param {any} view @returns {string} */
export function statusOf(view) {
  if (view.said) return view.said;
  if (view.thinking === "hint") return "Looking for a hint …";
  if (view.thinking === "draw") return "Thinking about the draw …";
  if (view.thinking === "opponent") return `${view.caption} …`;
  if (view.offer !== null && view.offer !== undefined) return `${view.seats[view.offer].name} offers a draw. ${view.caption}`;
  return view.hint ? `Hint: ${view.hint.text}` : view.caption;
}

/** The move that led to the position, and who made it. @param {any} view @returns {string} */
export function lastMove(view) {
  const move = view.line.find((/** @type {any} */ each) => each.at === view.at);
  if (!move) return "";
  return `${view.seats[move.mover]?.name ?? "chance"}: ${move.text}`;
}

/** What is thought, or was. @param {any} view @param {string} words @returns {string} */
export function liveText(view, words) {
  if (view.thinking === "values") return "Looking at all moves …";
  if (!words) return "";
  return `${view.thinking ? "Thinking" : "Thought"}: ${words}`;
}
