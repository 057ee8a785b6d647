/** What is shown of games on boards: clocks that go on, plies that a line of chat names. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { leftOf, runs } from "../../client_js/src/models/clock.js";
import { say, withPlies } from "../../client_js/src/pages/watch/talk.js";
import { message, T0_MS } from "./support.mjs";

const BOARD = message({ type: "board", game: "a", ply: 1, fen: "4k4/9/9/9/9/9/9/9/9/4K4 b", last: "e1e0", left: [60_000, 30_000], runs: true, at_ms: T0_MS });

test("the clock of the side to move goes on, down to nothing, and the other one stands", () => {
  assert.equal(leftOf(BOARD, "black", T0_MS + 10_000), 20_000);
  assert.equal(leftOf(BOARD, "black", T0_MS + 40_000), 0);
  assert.equal(leftOf(BOARD, "red", T0_MS + 10_000), 60_000);
  assert.deepEqual([runs(BOARD, "black"), runs(BOARD, "red")], [true, false]);
});

test("no clock goes on before a board was told, and none where none runs", () => {
  assert.equal(leftOf({ ...BOARD, runs: false }, "black", T0_MS + 10_000), 30_000);
  assert.equal(leftOf({ ...BOARD, left: null }, "red", T0_MS), null);
  assert.equal(leftOf(null, "red", T0_MS), null);
  assert.equal(leftOf(BOARD, "black", T0_MS - 5_000), 30_000);
});

test("only plies that there are become links", () => {
  assert.deepEqual(withPlies("see #12, not #99 or #1234", 40), ["see ", 12, ", not ", "#99", " or #1234"]);
  assert.deepEqual(withPlies("#1", 40), [1]);
  assert.deepEqual(withPlies("nothing <b>#x</b>", 40), ["nothing <b>#x</b>"]);
});

test("a line of chat that is refused stands in the input again, unless another one does", async () => {
  const refused = /** @type {any} */ (async () => null);
  const taken = /** @type {any} */ (async () => ({ type: "done" }));
  const input = { value: " Good move " };
  await say(taken, input, "r");
  assert.equal(input.value, "");
  input.value = "Good move";
  await say(refused, input, "r");
  assert.equal(input.value, "Good move");
  const waiting = say(refused, input, "r");
  input.value = "And";
  await waiting;
  assert.equal(input.value, "And");
});
