/** Positions as FEN writes them: for pages that show boards of lists. */

import { FILES, SQUARES } from "./table.js";

/** The first field of a FEN. @param {string} cells @returns {string} */
export function fenOf(cells) {
  const ranks = Array.from({ length: SQUARES / FILES }, (_, rank) => cells.slice(rank * FILES, (rank + 1) * FILES));
  return ranks.reverse().map((rank) => rank.replace(/\.+/g, (gap) => String(gap.length))).join("/");
}
