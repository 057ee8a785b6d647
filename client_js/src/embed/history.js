/** How a game came to stand as it does, to step back through in a frame: as its room tells it, and further by boards. */

import { cellsOf, tableOf } from "../models/table.js";
import { spelled } from "../models/notation.js";

/** @typedef {import("../messages").Board} Board */
/** @typedef {import("../models/notation.js").Spelled} Spelled */
/** @typedef {{cells: string, move: Spelled | null}} Step a position, and the move that led to it */

/** All positions of a game, from its first one. @param {import("../messages").Room} room @returns {Step[]} */
export function stepsOf(room) {
  const { startCells, moves } = tableOf(room, null);
  return [{ cells: startCells, move: null }, ...moves.map((move) => ({ cells: move.cells, move }))];
}

/**
 * The steps once a board is told; null where one is missing, or some were taken back: then the room is asked again.
 * @param {Step[]} steps @param {Board} board @returns {Step[] | null}
 */
export function stepped(steps, { ply, fen, last }) {
  if (ply === steps.length - 1) return steps[ply].cells === cellsOf(fen) ? steps : null;
  if (ply !== steps.length || last === null) return null;
  return [...steps, { cells: cellsOf(fen), move: spelled(steps[ply - 1].cells, last) }];
}
