/** Positions of a game as FEN. How pieces move is the server's to know. */

import { cellsAt, FILES, SQUARES, squareOf, turnAt } from "../src/models/table.js";

/** @typedef {import("../src/models/table.js").Table} Table */

/**
 * The FEN after all moves, its two counters included.
 * @param {Table} table @param {string} startFen the position before the first one
 */
export function fenOf(table, startFen) {
  const [, , unused = "-", unusedToo = "-", quiet = "0", number = "1"] = startFen.split(" ");
  const { moves } = table;
  const side = turnAt(table, moves.length) === "red" ? "w" : "b";
  const begun = Number(number) * 2 + (table.firstTurn === "black" ? 1 : 0);
  const quietPlies = moves.reduce((plies, { uci }, ply) => (cellsAt(table, ply)[squareOf(uci.slice(2))] === "." ? plies + 1 : 0), Number(quiet));
  return [boardOf(cellsAt(table, moves.length)), side, unused, unusedToo, quietPlies, Math.floor((begun + moves.length) / 2)].join(" ");
}

/** @param {string} cells */
function boardOf(cells) {
  const ranks = Array.from({ length: SQUARES / FILES }, (_, rank) => cells.slice(rank * FILES, (rank + 1) * FILES));
  return ranks.reverse().map((rank) => rank.replace(/\.+/g, (gap) => String(gap.length))).join("/");
}
