/** The book of the review board: what masters went on with from a position, by the first moves of their games. */

import { OPENING_PLIES } from "../../models/openings.js";
import { positionsOf } from "../../models/masters.js";

const MOST = 6;

/** The next moves by position, and in how many games. @type {Promise<Map<string, Map<string, number>>> | null} */
let made = null;

async function bookOf() {
  const games = /** @type {string[]} */ (await (await fetch(new URL("../masters/openings.json", import.meta.url))).json());
  /** @type {Map<string, Map<string, number>>} */
  const book = new Map();
  for (const game of games) {
    const moves = game.match(/.{4}/g) ?? [];
    positionsOf(moves).slice(0, -1).forEach((cells, ply) => {
      const place = `${cells}${ply % 2}`;
      const next = book.get(place) ?? new Map();
      next.set(moves[ply], (next.get(moves[ply]) ?? 0) + 1);
      book.set(place, next);
    });
  }
  return book;
}

/** The commonest moves of masters in a position that they reached in their first moves. @param {string} cells @param {number} ply @returns {Promise<[string, number][]>} */
export async function bookMoves(cells, ply) {
  if (ply >= OPENING_PLIES) return [];
  const book = await (made ??= bookOf()).catch(() => ((made = null), new Map()));
  return [...(book.get(`${cells}${ply % 2}`) ?? [])].sort(([, one], [, other]) => other - one).slice(0, MOST);
}
