import assert from "node:assert/strict";
import { test } from "node:test";

import { folded } from "../../client_js/src/pages/game/notice_slot.js";
import { noticesOf } from "../../client_js/src/pages/game/notices.js";
import { clocks, joinedRoom, T0_MS } from "./support.mjs";

test("a short text is said whole", () => {
  assert.deepEqual(folded("A move declines it."), ["A move declines it.", ""]);
});

test("of a long text the first sentence is said, and the rest may wait", () => {
  const rest = "The red cannon, going between files 6 and 5, checked on every move. Red had to deviate.";

  assert.deepEqual(folded(`It occurred four times. ${rest}`), ["It occurred four times.", rest]);
});

test("a Han character takes the room of two letters", () => {
  const rest = "红炮在五路和六路之间长将，红方应变着而未变，判负。".repeat(2);

  assert.deepEqual(folded(`局面第四次出现。${rest}`), ["局面第四次出现。", rest]);
});

/** What is said beside a board on which Red has not moved yet. @param {number} behindMs how late it is seen */
function said(behindMs) {
  const clock = { ...clocks(600_000, 600_000, "red"), first_move_by_ms: T0_MS + 30_000 };
  const room = joinedRoom({ you: null, clock, behind_ms: behindMs });
  const app = /** @type {import("../../client_js/src/page").App} */ (/** @type {unknown} */ ({ room, pausedAtMs: null, link: "open", silent: false, settings: {} }));
  return noticesOf(app, /** @type {any} */ ({}), /** @type {any} */ ({}), () => {}, T0_MS);
}

test("of a game that is seen late nobody says that its first move is due: it may be played", () => {
  assert.equal(said(0).length, 1);
  assert.deepEqual(said(30_000), []);
});
