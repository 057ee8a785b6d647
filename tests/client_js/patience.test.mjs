import assert from "node:assert/strict";
import { test } from "node:test";

import { askPatiently } from "../../client_js/src/session/patience.js";

/** An `ask` that rejects with these refusals, one after the other, and then answers. @param {object[]} refusals */
function asked(...refusals) {
  /** @type {{id: string}[]} */
  const questions = [];
  const ask = async (/** @type {{id: string}} */ question) => {
    questions.push(question);
    if (refusals.length > 0) throw refusals.shift();
    return /** @type {never} */ ("answer");
  };
  return { ask, questions };
}

test("who is too fast asks again when it may", async () => {
  const early = { code: "too_fast", retryMs: 1 };
  const { ask, questions } = asked(early, early);

  assert.equal(await askPatiently(ask, { type: "export_games" }), "answer");
  assert.equal(questions.length, 3);
});

test("what may have taken effect goes out again under its first id", async () => {
  const { ask, questions } = asked({ code: "unavailable", retryMs: 1 });

  assert.equal(await askPatiently(ask, { type: "queue", pool: "5+3" }), "answer");
  assert.equal(new Set(questions.map(({ id }) => id)).size, 1);
});

test("any other refusal is told", async () => {
  const gone = { code: "unavailable", retryMs: null };
  const { ask, questions } = asked(gone);

  await assert.rejects(askPatiently(ask, { type: "export_games" }), (refusal) => refusal === gone);
  assert.equal(questions.length, 1);
});

test("who asks hears of every answer that came too early", async () => {
  const early = { code: "unavailable", retryMs: 1 };
  const { ask } = asked(early, early);
  /** @type {object[]} */
  const heard = [];

  await askPatiently(ask, { type: "watch_tournament", tournament: "abcd" }, (refusal) => heard.push(refusal));

  assert.deepEqual(heard, [early, early]);
});

test("what nobody wants any more is not asked again", async () => {
  const early = { code: "unavailable", retryMs: 1 };
  const { ask, questions } = asked(early);
  let isWanted = true;
  const leave = () => void (isWanted = false);

  await assert.rejects(askPatiently(ask, { type: "watch_tournament", tournament: "abcd" }, leave, () => isWanted), (refusal) => refusal === early);
  assert.equal(questions.length, 1);
});
