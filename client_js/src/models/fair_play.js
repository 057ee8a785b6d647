/** What the games of a reported player say together. Pure. */

/** @typedef {import("../messages").FairPlayGame} FairPlayGame */
/** @typedef {import("../messages").FairPlayFigure} FairPlayFigure */
/** @typedef {FairPlayFigure & {games: number}} MeanFigure */

/** The figures, in the order in which they are shown. */
export const NAMES = /** @type {const} */ (["time_spread", "fast_moves", "best_moves", "loss"]);

/** @param {number[]} numbers */
const mean = (numbers) => Math.round(numbers.reduce((sum, one) => sum + one, 0) / numbers.length);

/**
 * Each figure on average, with how many games have it. Its percentile is the average of those of the games; null where none has one.
 * @param {FairPlayGame[]} games @returns {MeanFigure[]}
 */
export function meansOf(games) {
  return NAMES.flatMap((name) => {
    const found = games.flatMap(({ figures }) => figures.filter((figure) => figure.name === name));
    const ranked = found.flatMap(({ percentile }) => (percentile === null ? [] : [percentile]));
    if (!found.length) return [];
    const among = Math.max(...found.map((figure) => figure.among));
    return [{ name, value: mean(found.map(({ value }) => value)), percentile: ranked.length ? mean(ranked) : null, among, games: found.length }];
  });
}

/** The games that no engine has looked at, and that none will unless it is asked. @param {FairPlayGame[]} games */
export const unreviewed = (games) => games.filter(({ review }) => review === "none" || review === "given_up");
