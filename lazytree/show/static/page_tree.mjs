// The tree of the position that a page shows, if somebody looks at it: "what it looks at". It grows where it is unfolded.

import { folded, grown, grownData, lookedAt, unfolded } from "./grown.mjs";

/** @typedef {import("./grown.mjs").Grown} Grown */
/** @typedef {(tree: Grown, id: string) => Grown} Change */

/** @type {Record<string, Change>} */
const CHANGES = { unfold: unfolded, fold: folded, choose: lookedAt };

/** The tree that is looked at in a game, which is none at first. Its functions throw where the rules give up.
 * @param {import("./grown.mjs").Rules} rules */
export function pageTree(rules) {
  /** @type {{tree: Grown, data: object} | null} */
  let shown = null;

  /** @param {Grown} tree */
  function look(tree) {
    shown = { tree, data: grownData(tree) };
  }

  return {
    /** Begins to look, or ends it. @param {any} position */
    look(position) {
      if (shown) shown = null;
      else look(grown(rules, position));
    },
    /** Unfolds or folds a node, or looks at it. @param {string} act @param {string} id */
    change(act, id) {
      if (shown) look(CHANGES[act](shown.tree, id));
    },
    /** What is drawn: the tree of this position, with one ply if it is another one than before; null if nobody looks,
     * and where the rules give up. @param {any} position */
    dataAt(position) {
      if (shown && shown.tree.position !== position) {
        try {
          look(grown(rules, position));
        } catch {
          shown = null;
        }
      }
      return shown && shown.data;
    },
  };
}
