// What a person may ask for at a board. lazytree.session.front_end has written this file.

/** @typedef {{name: string, label: string, help: string, who?: string, offered?: string, enabled?: string,
 *   row?: string, sure?: string}} Action as in actions.py of lazytree/session; by default for a player,
 *   and in the row of those for every move */

// prettier-ignore
/** @type {Action[]} */
export const ACTIONS = [
  { name: "undo", label: "Undo", help: "Take back your last move", who: "owner", enabled: "can_undo" },
  { name: "redo", label: "Redo", help: "Play again what was taken back", who: "owner", enabled: "can_redo" },
  { name: "accept", label: "Agree", help: "Agree to what is offered", offered: "offered" },
  { name: "decline", label: "Decline", help: "Go on without it", offered: "offered" },
  { name: "hint", label: "Hint", help: "A good move, shown on the board", offered: "alone", enabled: "can_hint" },
  { name: "values", label: "Values", help: "The values of all legal moves, on the board and in the list", who: "owner", offered: "alone", enabled: "goes_on" },
  { name: "look", label: "Tree", help: "What a search looks at: the tree of this position", who: "owner", offered: "alone" },
  { name: "move now", label: "Move now", help: "Ends the thinking with what has been found", who: "owner", offered: "bots", enabled: "can_hurry" },
  { name: "swap sides", label: "Swap sides", help: "You go on with the other side", offered: "can_swap", row: "game" },
  { name: "draw", label: "Offer draw", help: "Ask for a draw", offered: "can_draw", enabled: "can_offer", row: "game" },
  { name: "resign", label: "Resign", help: "Give up this game", offered: "two", enabled: "goes_on", row: "game", sure: "Really resign?" },
  { name: "review", label: "Review", help: "The values of the whole game as a curve, with its mistakes", who: "owner", offered: "can_review", enabled: "played", row: "game" },
  { name: "new", label: "New game", help: "Begin again", who: "viewer", enabled: "can_restart", row: "game", sure: "Really begin anew?" },
  { name: "save", label: "Save", help: "Write the game to a file", who: "viewer", offered: "record", enabled: "can_save", row: "game" },
  { name: "open", label: "Open", help: "Go on with a game from a file", who: "owner", row: "game" },
  { name: "link", label: "Link", help: "The address of this position", who: "viewer", offered: "link", row: "game" },
];
