/** The wall chart of a tournament: a row a number, and in each round the opponent's number, the side and the result. */

/** @typedef {import("../messages").RoundGame} RoundGame */
/** @typedef {import("../messages").PlayerRef} PlayerRef */
/**
 * @typedef {object} TournamentFile what `/tournament/ID.json` says
 * @property {string} name
 * @property {import("../messages").TournamentShown["tie_breaks"]} tie_breaks
 * @property {import("../messages").LogHead | null} end
 * @property {import("../messages").TournamentEntrant[]} standings
 * @property {{games: RoundGame[], byes: PlayerRef[], given: import("../messages").GivenBye[]}[]} rounds
 */
/** @typedef {{number: number, player: PlayerRef, rating: number, cells: string[], score: number, rank: number}} ChartRow */

const HALF = "½";
/** The points of a game or a bye as a chart has them. @param {number} points 2, 1 or 0 */
const pointsText = (points) => (points === 1 ? HALF : String(points / 2));

/** @param {TournamentFile} file @param {readonly import("../messages").ListedEntrant[]} listed by number @returns {ChartRow[]} */
export function wallChart({ standings, rounds }, listed) {
  const numbers = new Map(listed.map(({ player, number }) => [player.player, number]));
  const places = new Map(standings.map((row) => [row.player.player, row]));
  const byRound = rounds.map((round) => resultsOf(round, numbers));
  return listed.map(({ player, number, rating }) => {
    const place = places.get(player.player);
    return { number, player, rating, cells: byRound.map((results) => results.get(player.player) ?? "–"), score: place?.score ?? 0, rank: place?.rank ?? 0 };
  });
}

/** So many stand against each other as columns; of more the chart by places says who met whom. */
const MOST_COLUMNS = 20;

/**
 * The cross table of a tournament, in the order of the standings: what each has against each, or of many what each round brought.
 * @param {TournamentFile} file @returns {{heads: string[], rows: {player: PlayerRef, cells: string[], score: number, rank: number}[]}}
 */
export function crossChart({ standings, rounds }) {
  const places = new Map(standings.map(({ player }, i) => [player.player, i + 1]));
  const rowsOf = (/** @type {(player: string) => string[]} */ cells) => standings.map(({ player, score, rank }) => ({ player, cells: cells(player.player), score, rank }));
  if (standings.length > MOST_COLUMNS) {
    const byRound = rounds.map((round) => resultsOf(round, places));
    return { heads: rounds.map((_, i) => String(i + 1)), rows: rowsOf((player) => byRound.map((cells) => cells.get(player) ?? "–")) };
  }
  /** @type {Map<string, string[]>} */
  const met = new Map();
  const meet = (/** @type {string} */ one, /** @type {string} */ other, /** @type {string} */ result) => met.set(`${one} ${other}`, [...(met.get(`${one} ${other}`) ?? []), result]);
  for (const game of rounds.flatMap(({ games }) => games)) {
    meet(game.red.player, game.black.player, resultOf(game, game.red_points));
    meet(game.black.player, game.red.player, resultOf(game, game.black_points));
  }
  const cells = (/** @type {string} */ player) => standings.map(({ player: { player: other } }) => (player === other ? "×" : (met.get(`${player} ${other}`) ?? []).join(" ")));
  return { heads: standings.map((_, i) => String(i + 1)), rows: rowsOf(cells) };
}

/** @param {TournamentFile["rounds"][number]} round @param {ReadonlyMap<string, number>} numbers @returns {Map<string, string>} */
function resultsOf({ games, byes, given }, numbers) {
  const results = new Map();
  for (const { player } of byes) results.set(player, "+1");
  for (const { player, points } of given) results.set(player.player, `+${pointsText(points)}`);
  for (const game of games) {
    const { red, black, red_points: redPoints, black_points: blackPoints } = game;
    results.set(red.player, entryOf(game, numbers.get(black.player) ?? 0, "R", redPoints));
    results.set(black.player, entryOf(game, numbers.get(red.player) ?? 0, "B", blackPoints));
  }
  return results;
}

/** @param {RoundGame} game @param {number} opponent @param {string} side @param {number | null} points */
const entryOf = (game, opponent, side, points) => `${opponent}${side} ${resultOf(game, points)}`;

/** @param {RoundGame} game @param {number | null} points of one side */
const resultOf = ({ forfeit }, points) => (points === null ? "·" : forfeit ? (points > 0 ? "+" : "−") : pointsText(points));
