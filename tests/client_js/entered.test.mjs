import assert from "node:assert/strict";
import { test } from "node:test";

import { createEntered, FRESH_MS, RETRY_MS } from "../../client_js/src/shell/entered.js";

/** What was entered, asked of a server that answers with one list after another; null is a failure. @param {(string[] | null)[]} answers */
function asking(...answers) {
  const at = { ms: 1_000, asked: 0 };
  const ask = async () => {
    const rows = answers[at.asked++];
    if (!rows) throw new Error("no answer");
    return { rows };
  };
  return { at, entered: createEntered(/** @type {Parameters<typeof createEntered>[0]} */ (/** @type {unknown} */ (ask)), () => at.ms) };
}

test("what was not answered is asked again soon, what is known only when it is old", async () => {
  const { at, entered } = asking(null, ["cup"], ["cup", "arena"]);

  await entered.refresh("lan");
  assert.deepEqual([entered.rows(), entered.isFollowed()], [[], true]);
  at.ms += RETRY_MS - 1;
  await entered.refresh("lan");
  assert.equal(at.asked, 1);
  at.ms += 1;
  await entered.refresh("lan");
  assert.deepEqual([entered.rows(), at.asked], [["cup"], 2]);
  at.ms += FRESH_MS - 1;
  await entered.refresh("lan");
  assert.equal(at.asked, 2);
  await entered.refresh("lan", true);
  assert.deepEqual(entered.rows(), ["cup", "arena"]);
});

test("who has entered nothing is not followed, and another reader is asked for at once", async () => {
  const { at, entered } = asking([], ["cup"], null);

  await entered.refresh("lan");
  assert.equal(entered.isFollowed(), false);
  await entered.refresh("mai");
  assert.deepEqual([entered.rows(), at.asked], [["cup"], 2]);
  await entered.refresh("lan");
  assert.deepEqual(entered.rows(), []);
});
