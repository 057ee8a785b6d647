import assert from "node:assert/strict";
import { test } from "node:test";

import { isShort } from "../../client_js/src/models/clock.js";
import { effectsOf } from "../../client_js/src/shell/voice.js";
import { clocks, event, joinedRoom, legal, message, moved, soundsOf, T0_MS, told, update } from "./support.mjs";

/** @typedef {import("../../client_js/src/messages").ServerMessage} ServerMessage */

const CAPTURE = ["h2e2", "h9g7", "e2e6"];

test("an own move sounds when it is made, and not again when it is confirmed", () => {
  const [ready] = told(joinedRoom(), legal(0, ["h2e2"]));
  const choose = message({ type: "choose", id: "m1", uci: "h2e2" });
  const [pending] = update(ready, choose);

  assert.deepEqual(soundsOf(ready, choose), ["move"]);
  assert.deepEqual(soundsOf(pending, moved(3, 0, "h2e2")), []);
  assert.deepEqual(soundsOf(pending, moved(3, 0, "h2e2", { check: true })), ["check"]);
});

test("a move of the same player in another tab sounds here", () => {
  assert.deepEqual(soundsOf(joinedRoom(), moved(3, 0, "h2e2")), ["move"]);
});

test("a capture sounds like one, and a check above all", () => {
  const [before] = told(joinedRoom(), ...CAPTURE.slice(0, 2).map((uci, ply) => moved(3 + ply, ply, uci)));

  assert.deepEqual(soundsOf(before, moved(5, 2, CAPTURE[2])), ["capture"]);
  assert.deepEqual(soundsOf(before, moved(5, 2, CAPTURE[2], { check: true })), ["check"]);
});

test("an end sounds as what it is for the listener", () => {
  /** @param {import("../../client_js/src/messages").SideName | null} winner */
  const end = (winner) => event("ended", 3, { outcome: { winner, ending: "resignation", text: "" }, clock: clocks(1, 1, null) });

  assert.deepEqual(soundsOf(joinedRoom(), end("red")), ["win"]);
  assert.deepEqual(soundsOf(joinedRoom(), end("black")), ["loss"]);
  assert.deepEqual(soundsOf(joinedRoom(), end(null)), ["end"]);
  assert.deepEqual(soundsOf(joinedRoom({ you: null }), end("red")), ["end"]);
});

test("offers of others, talk of others and refusals sound; what was heard does not again", () => {
  const offered = event("offered", 3, { side: "black", what: "draw", ply: 0 });
  /** @type {import("../../client_js/src/messages").ChatLine} */
  const line = { n: 1, bot: false, at_ms: 0, player: "bob", name: "Bob", seat: "black", text: "Hi.", phrase: null };
  const chat = message({ type: "chat", room: "abcd", to: "players", line });
  const [after] = update(joinedRoom(), offered);

  assert.deepEqual(soundsOf(joinedRoom(), offered), ["offer"]);
  assert.deepEqual(soundsOf(joinedRoom(), event("offered", 3, { side: "red", what: "draw", ply: 0 })), []);
  assert.deepEqual(soundsOf(after, offered), []);
  assert.deepEqual(soundsOf(joinedRoom(), chat), ["chat"]);
  assert.deepEqual(soundsOf(joinedRoom(), { ...chat, line: { ...line, player: "ann" } }), []);
  assert.deepEqual(
    soundsOf(joinedRoom(), { type: "refused", id: "x", code: "not_disconnected", text: "No.", room: "abcd", version: 2 }),
    ["refused"],
  );
});

test("only one's own running clock is short", () => {
  /** @param {import("./partial").Part<import("../../client_js/src/messages").Room>} change */
  const low = (change) => isShort(joinedRoom({ clock: clocks(19_000, 19_000, "red"), ...change }).table, T0_MS);

  assert.deepEqual(
    [low({}), low({ you: "black" }), low({ you: null }), low({ clock: clocks(21_000, 1, "red") })],
    [true, false, false, false],
  );
});

test("a weighed move lies on the board until it is played or given up; a marked one is asked about", () => {
  const losing = [{ move: "b2e2", text: "This loses." }];
  const [ready] = told(joinedRoom(), legal(0, ["h2e2", "b2e2"], { losing }));

  const [weighing, nothing] = update(ready, { type: "weigh", id: "w1", uci: "h2e2" });
  const [played, sent] = update(weighing, { type: "choose", id: "w2", uci: "h2e2" });
  const [given] = update(weighing, { type: "keep_thinking" });
  const [asked] = update(ready, { type: "weigh", id: "w3", uci: "b2e2" });

  assert.deepEqual([weighing.weighing, nothing], ["h2e2", []]);
  assert.deepEqual([played.weighing, played.pending?.uci, sent.length], [null, "h2e2", 1]);
  assert.equal(given.weighing, null);
  assert.deepEqual([asked.weighing, asked.asking], [null, losing[0]]);
  assert.equal(update(weighing, moved(3, 0, "h2e2"))[0].weighing, null);
});

test("an absence of ours is told once, in whole seconds, and in all that it was", () => {
  /** @param {number} version @param {number} ms */
  const credited = (version, ms) =>
    event("time_credited", version, { side: "red", ms, from_ms: T0_MS, to_ms: T0_MS, clock: clocks(1, 1, "red") });

  const [first] = update(joinedRoom(), credited(3, 18_032));
  const [both] = update(first, credited(4, 200));
  const [said] = effectsOf(joinedRoom(), /** @type {ServerMessage} */ (credited(3, 18_232)), first);
  const moment = effectsOf(first, /** @type {ServerMessage} */ (credited(4, 232)), both);

  assert.deepEqual([first, both].map(({ note }) => note && "ms" in note && note.ms), [18_032, 18_232]);
  assert.equal("vars" in said && said.vars.n, 18);
  assert.deepEqual(moment, []); // what follows it within seconds
});
