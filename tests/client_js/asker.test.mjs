import assert from "node:assert/strict";
import { test } from "node:test";

import { createAsker, Refusal } from "../../client_js/src/session/asker.js";
import { done } from "./support.mjs";

/** An asker, and what it has sent; the ids are q1, q2, … */
function asking() {
  /** @type {import("../../client_js/src/messages").ClientMessage[]} */
  const sent = [];
  let ids = 0;
  return {
    sent,
    asker: createAsker(
      (message) => sent.push(message),
      () => `q${(ids += 1)}`,
    ),
  };
}

/** @param {string} id @returns {import("../../client_js/src/messages").Refused} */
const refused = (id) => ({
  type: "refused",
  id,
  code: "too_fast",
  text: "Wait.",
  room: null,
  version: null,
  retry_ms: 900,
});

test("a question goes out under an id of its own and is answered by the message that echoes it", async () => {
  const { sent, asker } = asking();
  const [first, second] = [asker.ask({ type: "unseek" }), asker.ask({ type: "unqueue" })];

  asker.hear({ type: "resumed" });
  asker.hear(done("q2"));
  asker.hear(done("q1"));

  assert.deepEqual(sent, [
    { type: "unseek", id: "q1" },
    { type: "unqueue", id: "q2" },
  ]);
  assert.deepEqual([await first, await second], [done("q1"), done("q2")]);
});

test("a refusal rejects in the server's words", async () => {
  const { asker } = asking();
  const answer = asker.ask({ type: "unseek" });

  asker.hear(refused("q1"));

  await assert.rejects(answer, (refusal) => {
    assert.ok(refusal instanceof Refusal);
    assert.deepEqual([refusal.message, refusal.code, refusal.retryMs], ["Wait.", "too_fast", 900]);
    return true;
  });
});

test("what is not answered is asked again, unchanged, when the line is open again", () => {
  const { sent, asker } = asking();
  void asker.ask({ type: "unseek" });
  void asker.ask({ type: "unqueue" });
  asker.hear(done("q1"));

  asker.again();

  assert.deepEqual(sent.slice(2), [{ type: "unqueue", id: "q2" }]);
});
