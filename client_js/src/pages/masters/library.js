/** The files with the games of masters; each is fetched once. */

import { gamesOf, IN_A_FILE } from "../../models/masters.js";
import { movesOf } from "../../models/openings.js";

/** @typedef {import("../../models/masters.js").MasterGame} MasterGame */

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

/** The moves of every game, in the order of the list. @returns {Promise<string[][]>} */
export async function allMoves() {
  const games = await allGames();
  const files = Array.from({ length: Math.ceil(games.length / IN_A_FILE) }, (_, i) => file(`moves.${i}`));
  return (await Promise.all(files)).flat().map(movesOf);
}

/** A game and its moves, null if there is none of that number. @param {number} number from 1 */
export async function oneGame(number) {
  const game = (await allGames())[number - 1];
  if (!game) return null;
  const some = await file(`moves.${Math.floor((number - 1) / IN_A_FILE)}`);
  return { game, moves: movesOf(some[(number - 1) % IN_A_FILE]) };
}
