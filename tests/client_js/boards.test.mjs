/** What is shown of games on boards: clocks that go on, plies that a line of chat names. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { leftOf, runs } from "../../client_js/src/models/clock.js";
import { say } from "../../client_js/src/pages/shared/talk.js";
import { withGames, withLine } from "../../client_js/src/pages/shared/tournament_talk.js";
import { withPlies } from "../../client_js/src/pages/watch/talk.js";
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

test("the addresses of games of this site become links in the talk of a tournament, others do not", () => {
  const room = "bifqydiob4ib";
  const origin = "https://xiangqi.example";
  assert.deepEqual(withGames(`see ${origin}/game/${room}?ply=12, now`, origin), ["see ", { room, ply: 12 }, ", now"]);
  assert.deepEqual(withGames(`/game/${room}`, origin), [{ room, ply: null }]);
  for (const text of [`https://other.example/game/${room}`, `/game/${room}x`, "/game/short", `/game/${room}?ply=1234`, `//evil/game/${room}`]) assert.deepEqual(withGames(text, origin), [text]);
});

test("lines of a talk stand in their order, each once", () => {
  const lines = [1, 3].map((n) => /** @type {import("../../client_js/src/messages").ChatLine} */ ({ n }));
  assert.deepEqual(withLine(lines, { ...lines[0], n: 2 }).map(({ n }) => n), [1, 2, 3]);
  assert.deepEqual(withLine(lines, { ...lines[1] }).map(({ n }) => n), [1, 3]);
});

test("a line of chat that is refused stands in the input again, unless another one does", async () => {
  const refused = /** @type {any} */ (async () => null);
  const taken = /** @type {any} */ (async () => ({ type: "done" }));
  const line = (/** @type {string} */ text) => /** @type {const} */ ({ type: "tournament_chat", tournament: "r", text });
  const input = { value: " Good move " };
  await say(taken, input, line);
  assert.equal(input.value, "");
  input.value = "Good move";
  await say(refused, input, line);
  assert.equal(input.value, "Good move");
  const waiting = say(refused, input, line);
  input.value = "And";
  await waiting;
  assert.equal(input.value, "And");
});
