/** Puzzles: which is today's, and how a move is answered. Pure: what is true of each was proved when they were made. */

import { cellsAfter } from "./table.js";

/** @typedef {"mate1" | "mate2" | "mate3" | "mate4" | "win" | "repetition"} Theme */
/**
 * @typedef {object} Puzzle
 * @property {Theme} theme
 * @property {string} fen of a repetition, where its moves begin
 * @property {string} line the solution with the answers to it; of a repetition the moves that lose
 * @property {string} [moves] of a repetition, what was played before
 * @property {string} [rules] of a repetition, the set that rules
 * @property {[number: number, ply: number]} [game] of masters, from 0
 * @property {boolean} [changed] it stands in that game after one other move
 * @property {string} [case]
 */
/** @typedef {{moves: string[], state: "open" | "wrong" | "done", tried: string}} Tried what was played so far, and how the last move was answered */

const DAY_MS = 86_400_000;
/** By so many puzzles the days are apart, so that one theme does not come for weeks. */
const STRIDE = 101;

export const THEMES = /** @type {const} */ (["mate1", "mate2", "mate3", "mate4", "win", "repetition"]);
/** @type {Tried} */
export const UNTRIED = { moves: [], state: "open", tried: "" };

/** A line without gaps, move by move. @param {string} [line] */
export const wordsOf = (line = "") => /** @type {string[]} */ (line.match(/.{4}/g) ?? []);

/** The number of the puzzle of a day, from 1, the same for all. @param {number} serverMs @param {number} count */
export const puzzleOfDay = (serverMs, count) => ((Math.floor(serverMs / DAY_MS) * STRIDE) % count) + 1;

/** What was played before the reader's first move. @param {Puzzle} puzzle */
export const before = ({ moves }) => wordsOf(moves);

/**
 * What becomes of the reader's move: the answer to it is played too.
 * @param {Puzzle} puzzle @param {Tried} tried @param {string} uci @returns {Tried}
 */
export function answered({ theme, line }, { moves }, uci) {
  const words = wordsOf(line);
  if (theme === "repetition") return words.includes(uci) ? { moves, state: "wrong", tried: uci } : { moves: [uci], state: "done", tried: uci };
  if (words[moves.length] !== uci) return { moves, state: "wrong", tried: uci };
  const isLast = theme === "win" || moves.length + 2 >= words.length;
  return isLast ? { moves: words, state: "done", tried: uci } : { moves: words.slice(0, moves.length + 2), state: "open", tried: uci };
}

/** The whole solution, as if it had been found. @param {Puzzle} puzzle @returns {Tried} */
export const solved = ({ theme, line }) => ({ moves: theme === "repetition" ? [] : wordsOf(line), state: "done", tried: "" });

/** The board after some moves. @param {string} cells @param {string[]} moves */
export const boardAfter = (cells, moves) => moves.reduce(cellsAfter, cells);
