/** Questions asked one after the other, faster than is allowed: each waits for its turn. */

/** @typedef {import("./page").Question} Question */

/**
 * Ask; when it was too early, ask again when it may be.
 * @template {Question} Q
 * @param {import("./page").Deeds["ask"]} ask @param {Q} question @returns {Promise<import("./page").AnswerTo<Q>>}
 */
export async function askPatiently(ask, question) {
  for (;;) {
    try {
      return await ask(question);
    } catch (refusal) {
      const { code, retryMs } = /** @type {import("./asking.js").Refusal} */ (refusal);
      if (code !== "too_fast" || !retryMs) throw refusal;
      await new Promise((again) => setTimeout(again, retryMs));
    }
  }
}
