/** The files with the games of masters; each is fetched once. */

import { FILES, gamesOf, IN_A_FILE } from "../../models/masters.js";
import { movesOf } from "../../models/openings.js";

/** @typedef {import("../../models/masters.js").MasterGame} MasterGame */
/** @typedef {{game: MasterGame, moves: string[]}} WholeGame */

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/** @param {string} name @returns {Promise<any>} */
function file(name) {
  const known = fetched.get(name);
  if (known) return known;
  const asked = fetch(new URL(`./${name}.json`, import.meta.url)).then((answer) => answer.json());
  fetched.set(name, asked);
  asked.catch(() => fetched.delete(name)); // no line: it is asked again
  return asked;
}

/** All games, without their moves. @returns {Promise<MasterGame[]>} */
export const allGames = async () => gamesOf(await file("list"));

/** The first moves of every game, in the order of the list. @returns {Promise<string[][]>} */
export const allOpenings = async () => (await file("openings")).map(movesOf);

/** The games of one file, whole. @param {number} index from 0 @returns {Promise<WholeGame[]>} */
export async function gamesIn(index) {
  /** @type {[moves: string, ...facts: import("../../models/masters.js").Facts][]} */
  const rows = await file(`games.${index}`);
  const games = gamesOf(rows.map(([, ...facts]) => facts), index * IN_A_FILE + 1);
  return games.map((game, i) => ({ game, moves: movesOf(rows[i][0]) }));
}

/** The moves of every game, in the order of the list. @returns {Promise<string[][]>} */
export const allMoves = async () => (await Promise.all(Array.from({ length: FILES }, (_, i) => gamesIn(i)))).flat().map(({ moves }) => moves);

/** A game and its moves, null if there is none of that number. @param {number} number from 1 @returns {Promise<WholeGame | null>} */
export async function oneGame(number) {
  const index = Math.floor((number - 1) / IN_A_FILE);
  return index >= 0 && index < FILES ? ((await gamesIn(index))[(number - 1) % IN_A_FILE] ?? null) : null;
}
