/** Requests that came too early, or while the server could not store: each is made again, under its first id. */

import { freshId } from "./link.js";

/** @typedef {import("./types").Request} Request */

/** After these the server says when the same request may come again. */
const COME_AGAIN = ["too_fast", "unavailable"];

/**
 * Ask; when it could not be answered yet, ask again when it may be.
 * @template {Request} Q
 * @param {(request: Q & {id: string}) => Promise<import("./types").AnswerTo<Q>>} ask @param {Q} question @returns {Promise<import("./types").AnswerTo<Q>>}
 */
export async function askPatiently(ask, question) {
  const asked = { ...question, id: freshId() };
  for (;;) {
    try {
      return await ask(asked);
    } catch (refusal) {
      const { code, retryMs } = /** @type {import("./asker.js").Refusal} */ (refusal);
      if (!COME_AGAIN.includes(code) || !retryMs) throw refusal;
      await new Promise((again) => setTimeout(again, retryMs));
    }
  }
}
