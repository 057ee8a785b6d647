/**
 * Which open offers a reader wants to see, and which of them the reader cannot take.
 *
 * Pure; the server decides when one is taken, this only says it beforehand.
 */

/** @typedef {import("../messages").SeekInfo} SeekInfo */
/** @typedef {"yours" | "account" | "rating"} Hindrance why an offer cannot be taken: one's own, rated without an account, out of its range */
/** @typedef {{me: string, guest: boolean, ratings: Partial<Record<import("../messages").SpeedName, number>>}} Reader */
/** @typedef {{speed: "all" | "bullet" | "blitz" | "rapid" | "classical", kind: "all" | "rated" | "casual", rules: string, fits: boolean}} Filter
 *   `rules` is a rule set's name or "all"; `fits` leaves out what cannot be taken */

const FIRST_RATING = 1500;

/** @type {Filter} */
export const NO_FILTER = { speed: "all", kind: "all", rules: "all", fits: false };

/** @param {Pick<SeekInfo, "player" | "terms" | "speed" | "min_rating" | "max_rating">} seek @param {Reader} reader @returns {Hindrance | null} */
export function hindrance(seek, { me, guest, ratings }) {
  if (seek.player === me) return "yours";
  if (seek.terms.rated && guest) return "account";
  const rating = ratings[seek.speed] ?? FIRST_RATING;
  const isInRange = (seek.min_rating === null || seek.min_rating <= rating) && (seek.max_rating === null || rating <= seek.max_rating);
  return isInRange ? null : "rating";
}

/** The offers to be shown, oldest first, one's own before all others. @param {SeekInfo[]} seeks @param {Filter} filter @param {Reader} reader @returns {{seek: SeekInfo, hindrance: Hindrance | null}[]} */
export function rowsOf(seeks, filter, reader) {
  const rows = seeks.map((seek) => ({ seek, hindrance: hindrance(seek, reader) }));
  const shown = rows.filter(({ seek, hindrance: why }) => why === "yours" || passes(seek, why, filter));
  return [...shown.filter((row) => row.hindrance === "yours"), ...shown.filter((row) => row.hindrance !== "yours")];
}

/** @param {SeekInfo} seek @param {Hindrance | null} why @param {Filter} filter */
function passes({ speed, terms }, why, filter) {
  return (
    (filter.speed === "all" || filter.speed === speed) &&
    (filter.kind === "all" || (filter.kind === "rated") === terms.rated) &&
    (filter.rules === "all" || filter.rules === terms.rules.name) &&
    !(filter.fits && why !== null)
  );
}
