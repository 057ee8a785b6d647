/** What the reader has entered, as far as is known: asked for again when that is old, and soon where it was not answered. */

/** @typedef {import("../messages").TournamentInfo} TournamentInfo */

/** So old an answer may be: a start can be put off, or brought forward. */
export const FRESH_MS = 4 * 60_000;
/** So soon it is asked again after no answer. */
export const RETRY_MS = 20_000;

/** @param {() => Promise<{rows: TournamentInfo[]}>} ask @param {() => number} now the server's time */
export function createEntered(ask, now) {
  /** @type {TournamentInfo[]} */
  let rows = [];
  let dueMs = 0;
  /** For whom. */
  let askedFor = "";
  let isMissing = true;
  return {
    rows: () => rows,
    /** Whether to look again as time goes by: who has entered nothing is asked for nothing. */
    isFollowed: () => isMissing || rows.length > 0,
    /** Ask, unless it is known: after an outage all come back at once. @param {string} me @param {boolean} [anew] ask anyhow */
    async refresh(me, anew = false) {
      if (me === askedFor && !anew && now() < dueMs) return;
      if (me !== askedFor) rows = [];
      askedFor = me;
      dueMs = now() + FRESH_MS;
      const answer = await ask().catch(() => null);
      if (askedFor !== me) return;
      isMissing = answer === null;
      if (answer) rows = answer.rows;
      else dueMs = now() + RETRY_MS;
    },
  };
}
