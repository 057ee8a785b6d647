/** What a player's games amount to: how they ended of late, with Red and with Black, and in which openings. */

import { positionsOf } from "./masters.js";
import { movesOf, namesOf, openingOf } from "./openings.js";

/** @typedef {import("../messages").GameInfo} GameInfo */
/** @typedef {"won" | "drawn" | "lost"} Ended */
/** @typedef {Record<Ended, number>} Tally */
/** @typedef {Tally & {opening: import("./openings.js").Opening, cells: string}} OpeningTally with a position that it led to */
/** @typedef {Tally & {openings: OpeningTally[]}} SideRecord its commonest openings first */

/** So many openings of a side, and so many results, are worth a look. */
const MOST_OPENINGS = 3;
const FORM = 10;

/** How many games a tally counts. @param {Tally} tally */
export const gamesIn = ({ won, drawn, lost }) => won + drawn + lost;

/** @returns {Tally} */
const nothing = () => ({ won: 0, drawn: 0, lost: 0 });

/** How a game ended for a side. @param {GameInfo} game @param {"red" | "black"} side @returns {Ended} */
const endedFor = ({ winner }, side) => (winner === null ? "drawn" : winner === side ? "won" : "lost");

/**
 * A game that does not count is left out.
 * @param {GameInfo[]} games that are over, the latest first @param {string} player
 * @returns {{form: Ended[], red: SideRecord, black: SideRecord}} `form`: how the latest ended, the latest first
 */
export function recordOf(games, player) {
  const counted = games.filter(({ result }) => result !== "none");
  const of = (/** @type {"red" | "black"} */ side) => sideRecord(counted.filter((game) => game[side].player === player), side);
  const form = counted.slice(0, FORM).map((game) => endedFor(game, game.red.player === player ? "red" : "black"));
  return { form, red: of("red"), black: of("black") };
}

/** @param {GameInfo[]} games @param {"red" | "black"} side @returns {SideRecord} */
function sideRecord(games, side) {
  const all = nothing();
  /** @type {Map<string, OpeningTally>} */
  const openings = new Map();
  for (const game of games) {
    const ended = endedFor(game, side);
    all[ended] += 1;
    const moves = movesOf(game.opening);
    const opening = openingOf(moves);
    if (!opening) continue;
    const name = namesOf(opening).join(" ");
    const tally = openings.get(name) ?? { ...nothing(), opening, cells: positionsOf(moves)[moves.length] };
    tally[ended] += 1;
    openings.set(name, tally);
  }
  return { ...all, openings: [...openings.values()].sort((a, b) => gamesIn(b) - gamesIn(a)).slice(0, MOST_OPENINGS) };
}
