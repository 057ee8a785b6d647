/** Requests that came too early, or while the server could not store: each is made again, under its first id. */

import { askAgainMs, freshId } from "./link.js";

/** @typedef {import("./types").Request} Request */

/** After these the server says when the same request may come again. */
const COME_AGAIN = ["too_fast", "unavailable"];

/**
 * Ask; when it could not be answered yet, ask again when it may be.
 * @template {Request} Q
 * @param {(request: Q & {id: string}) => Promise<import("./types").AnswerTo<Q>>} ask @param {Q} question
 * @param {(refusal: import("./asker.js").Refusal) => void} [early] hears of each answer after which is waited
 * @param {() => boolean} [isWanted] whether it is still to be asked again, after the wait; if not, the refusal is told
 * @returns {Promise<import("./types").AnswerTo<Q>>}
 */
export async function askPatiently(ask, question, early = () => {}, isWanted = () => true) {
  const asked = { ...question, id: freshId() };
  for (;;) {
    try {
      return await ask(asked);
    } catch (refusal) {
      const told = /** @type {import("./asker.js").Refusal} */ (refusal);
      const { code, retryMs } = told;
      if (!COME_AGAIN.includes(code) || !retryMs) throw refusal;
      early(told);
      await new Promise((again) => setTimeout(again, askAgainMs(retryMs)));
      if (!isWanted()) throw refusal;
    }
  }
}
