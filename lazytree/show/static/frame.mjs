// The frame of every drawing: an SVG element with its title, its words and its ground.

import { number, written } from "./shapes.mjs";
import { fill, STYLE } from "./theme.mjs";

/** @typedef {import("./board.mjs").Box} Box */

const RADIUS = 6;

/** The SVG of parts on a ground of its own; on a narrow page it is made smaller, but not below `narrowest` pixels.
 * @param {string} parts @param {Box} box @param {number} unit @param {string} name @param {string} text
 * @param {number} [narrowest] @param {boolean} [own] whether it brings its style sheet along @returns {string} */
export function framed(parts, box, unit, name, text, narrowest = 0, own = true) {
  const [left, top, width, height] = box.map(number);
  const size = `width="${Math.floor(box[2] * unit + 0.5)}" height="${Math.floor(box[3] * unit + 0.5)}"`;
  const least = narrowest ? `min-width:${number(narrowest)}px;` : "";
  const style = own ? ` style="max-width:100%;${least}height:auto"` : "";
  const seen = `viewBox="${left} ${top} ${width} ${height}" ${size}${style}`;
  const told = name ? `role="img" aria-label="${written(name)}"` : 'role="img"';
  const head = `<svg xmlns="http://www.w3.org/2000/svg" class="lazytree" ${seen} ${told} font-family="system-ui,sans-serif">`;
  const words = (name ? `<title>${written(name)}</title>` : "") + (text ? `<desc>${written(text)}</desc>` : "");
  const place = `x="${left}" y="${top}" width="${width}" height="${height}" rx="${number(RADIUS / unit)}"`;
  return `${head}${words}${own ? STYLE : ""}<rect ${place} ${fill("ground")}/>${parts}</svg>`;
}
