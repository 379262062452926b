// The board widget: the table in a notebook, where a kernel answers.

import { hidingStill } from "./elements.mjs";
import { table } from "./table.mjs";

/** @import { Host } from "./elements.mjs" */

/** Shows the widget. @param {Host} host @returns {() => void} */
function render(host) {
  const ends = [hidingStill(host.model), table(host)];
  return () => ends.forEach((end) => end());
}

export default { render };
