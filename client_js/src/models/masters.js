/**
 * The games of masters that come with the page: what is known of each, and how they are found.
 *
 * They are files of the page and no messages: nobody plays them, so nothing about them ever changes.
 */

import { isOpening, OPENING_PLIES, openingOf } from "./openings.js";
import { cellsAfter, cellsOf, endsOf, START } from "./table.js";

/** @typedef {import("./table.js").Side} Side */
/** @typedef {[red: string, black: string, event: string, year: number | null, plies: number, winner?: Side]} Facts a row of the list */
/** @typedef {{number: number, red: string, black: string, event: string, year: number | null, plies: number, winner: Side | null}} MasterGame
 *   `number` is its place in the list, from 1; `event` is "" where nobody knows it; `winner` is known where the last position proves it */
/** @typedef {{game: MasterGame, ply: number}} Found a game, and the ply to show first */
/**
 * @typedef {object} Wanted
 * @property {string} player part of a name, "" for anybody
 * @property {string} opponent part of the other's name
 * @property {string} side of `player`: "red", "black", or "" for either
 * @property {string[]} opening the first moves
 * @property {import("./openings.js").Opening | null} [named] the opening by its name, however its moves were mixed
 * @property {{cells: string, turn: Side} | null} position that was reached, however
 */

/** How many games lie in a file of whole games, and how many such files there are. */
export const IN_A_FILE = 25;
export const FILES = 20;

/** @param {Facts[]} rows @param {number} [first] the number of the first of them @returns {MasterGame[]} */
export const gamesOf = (rows, first = 1) =>
  rows.map(([red, black, event, year, plies, winner = null], i) => ({ number: first + i, red, black, event, year, plies, winner }));

/** The position before the first move and after each. @param {string[]} moves @returns {string[]} */
export function positionsOf(moves) {
  const all = [cellsOf(START)];
  for (const move of moves) all.push(cellsAfter(all[all.length - 1], move));
  return all;
}

/**
 * After how many plies a position is on the board for the first time, -1 for never.
 * Squares that differ are counted as pieces move, so a whole game costs little more than its moves.
 * @param {string[]} moves @param {string} cells @param {Side} turn who is to move there
 */
export function plyOf(moves, cells, turn) {
  const board = [...cellsOf(START)];
  let wrong = board.filter((piece, square) => piece !== cells[square]).length;
  /** @param {number} square @param {string} piece */
  function put(square, piece) {
    wrong += Number(piece !== cells[square]) - Number(board[square] !== cells[square]);
    board[square] = piece;
  }
  for (let ply = 0; ply <= moves.length; ply++) {
    if (wrong === 0 && (turn === "red") === (ply % 2 === 0)) return ply;
    if (ply === moves.length) break;
    const [origin, target] = endsOf(moves[ply]);
    put(target, board[origin]);
    put(origin, ".");
  }
  return -1;
}

/** Letters alone, so that "lu qin" finds "Lü Qin". @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Whether every word is in the name, in any order. @param {string} name @param {string} words */
const isNamed = (name, words) => plain(words).split(/\s+/).every((word) => plain(name).includes(word));

/**
 * The games that are wanted, in the order of the list, each with the ply to show first.
 * @param {MasterGame[]} games @param {string[][]} moves of each of them @param {Wanted} wanted
 * @returns {Found[]}
 */
export function foundIn(games, moves, { player, opponent, side, opening, position, named = null }) {
  return games.flatMap((game, i) => {
    const isPlayedBy = (/** @type {string} */ one, /** @type {string} */ other) => isNamed(one, player) && isNamed(other, opponent);
    const fits = (side !== "black" && isPlayedBy(game.red, game.black)) || (side !== "red" && isPlayedBy(game.black, game.red));
    if (!fits || (named && !isOpening(openingOf(moves[i]), named)) || !opening.every((move, ply) => moves[i][ply] === move)) return [];
    if (named) return [{ game, ply: OPENING_PLIES }];
    const ply = position === null ? opening.length : plyOf(moves[i], position.cells, position.turn);
    return ply < 0 ? [] : [{ game, ply }];
  });
}

/** How games may be ordered. @type {Record<string, (one: MasterGame, other: MasterGame) => number>} */
const ORDERS = {
  newest: (one, other) => (other.year ?? 0) - (one.year ?? 0),
  oldest: (one, other) => (one.year ?? Infinity) - (other.year ?? Infinity) || 0,
  longest: (one, other) => other.plies - one.plies,
  shortest: (one, other) => one.plies - other.plies,
};

export const ORDER_NAMES = Object.keys(ORDERS);

/** Games in an order; those without a year are the last of both orders by year. @param {Found[]} found @param {string} order one of `ORDER_NAMES` */
export const inOrder = (found, order) => [...found].sort((one, other) => ORDERS[order](one.game, other.game));

/**
 * What was played in a position, the commonest first.
 * @param {Found[]} found @param {string[][]} moves of every game of the list @param {{cells: string, turn: Side}} position
 * @returns {{move: string, games: number}[]}
 */
export function repliesIn(found, moves, { cells, turn }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { game } of found) {
    const played = moves[game.number - 1];
    const ply = plyOf(played, cells, turn);
    if (ply >= 0 && ply < played.length) counts.set(played[ply], (counts.get(played[ply]) ?? 0) + 1);
  }
  return [...counts].map(([move, games]) => ({ move, games })).sort((one, other) => other.games - one.games);
}
