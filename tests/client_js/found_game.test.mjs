import assert from "node:assert/strict";
import { test } from "node:test";

import { update as updateFound } from "../../client_js/src/models/found_game.js";
import { aRoom, hearsParts, message, T0_MS } from "./support.mjs";

const update = hearsParts(updateFound);
/** @type {import("../../client_js/src/models/found_game.js").Found} */
const COMING = { room: "abcd", state: "coming", rival: "", terms: null, untilMs: null };
const JOIN = { kind: "send", message: { type: "join", id: "c1", room: "abcd" } };
const asking = (red = false) => aRoom({ status: "readying", ready: { by_ms: T0_MS + 8_000, red, black: true } });
const [ASKED, ASKED_EFFECTS] = update(COMING, asking());

test("a game found elsewhere is joined, not gone to, and again on a new line", () => {
  assert.deepEqual(update(null, { type: "found", room: "abcd", id: "c1" }), [COMING, [JOIN]]);
  assert.deepEqual(update(ASKED, { type: "connected", session: "c1", me: "ann" }), [ASKED, [JOIN]]);
  assert.deepEqual(update(null, { type: "connected", session: "c1", me: "ann" }), [null, []]);
});

test("one is asked by name, with a sound, until a time", () => {
  const { rival, state, untilMs } = ASKED ?? {};

  assert.deepEqual({ rival, state, untilMs }, { rival: "Guest bob", state: "asked", untilMs: T0_MS + 8_000 });
  assert.deepEqual(ASKED_EFFECTS, [{ kind: "sound", sound: "offer" }]);
  assert.deepEqual(update(ASKED, asking())[1], []);
});

test("who has answered in another tab is not asked here", () => {
  assert.deepEqual(update(COMING, asking(true)), [null, []]);
  assert.deepEqual(update(ASKED, { type: "readied", room: "abcd", version: 3, side: "red", ready: null })[0], null);
  assert.deepEqual(update(ASKED, aRoom())[0], null);
});

test("the other player's answer does not end the question", () => {
  const readied = message({ type: "readied", room: "abcd", version: 3, side: "black", ready: { by_ms: T0_MS, red: false, black: true } });

  assert.deepEqual(update(ASKED, readied), [ASKED, []]);
});

test("a game that nobody is asked for is told as begun", () => {
  const [found] = update(COMING, aRoom());

  assert.deepEqual([found?.state, found?.untilMs], ["begun", null]);
});

test("the place is given up when nobody answers, and the word stays until it is put away", () => {
  const [missed] = update(ASKED, { type: "ended", room: "abcd", version: 3, outcome: { ending: "void" } });

  assert.equal(missed?.state, "missed");
  assert.deepEqual(update(missed, { type: "put_away", id: "c2" }), [null, [{ kind: "send", message: { type: "leave", id: "c2", room: "abcd" } }]]);
});

test("other rooms and the way to its page change nothing and end it", () => {
  assert.deepEqual(update(ASKED, { ...asking(true), room: "efgh" }), [ASKED, []]);
  assert.deepEqual(update(ASKED, { type: "gone_to" }), [null, []]);
});

test("a game that nobody here looked for is told if it is a tournament's, and left if it is not", () => {
  const [coming, effects] = update(null, { type: "opened", room: "abcd", id: "c1" });

  assert.deepEqual(effects, [JOIN]);
  assert.deepEqual(update(coming, asking()), [null, [{ kind: "send", message: { type: "leave", id: "c1-back", room: "abcd" } }]]);
  const [found] = update(coming, { ...asking(), tournament: "t123" });
  assert.deepEqual([found?.state, found?.tournament, found?.rival], ["asked", "t123", "Guest bob"]);
});
