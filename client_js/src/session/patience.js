/** Requests made one after the other, faster than is allowed: each waits for its turn. */

/** @typedef {import("./types").Request} Request */

/**
 * Ask; when it was too early, ask again when it may be.
 * @template {Request} Q
 * @param {(request: Q) => Promise<import("./types").AnswerTo<Q>>} ask @param {Q} question @returns {Promise<import("./types").AnswerTo<Q>>}
 */
export async function askPatiently(ask, question) {
  for (;;) {
    try {
      return await ask(question);
    } catch (refusal) {
      const { code, retryMs } = /** @type {import("./asker.js").Refusal} */ (refusal);
      if (code !== "too_fast" || !retryMs) throw refusal;
      await new Promise((again) => setTimeout(again, retryMs));
    }
  }
}
