import assert from "node:assert/strict";
import { test } from "node:test";

import { follows, NO_CHALLENGES, update as updateChallenges } from "../../client_js/src/models/challenges.js";
import { hearsParts, message, terms } from "./support.mjs";

/** @typedef {import("../../client_js/src/models/challenges.js").Update} Update */

const update = hearsParts(updateChallenges);
const BY_DAYS = terms({ clock: { type: "correspondence", days: 3, bank_days: 0, leave: true } });
const BEN = { player: "ben", name: "Ben", guest: false, bot: false };
/** @param {string} room @returns {import("../../client_js/src/messages").ChallengeInfo} */
const challenge = (room) => ({ room, by: BEN, side: "red", terms: terms(), until_ms: 9 });
/** @param {import("./partial").Part<import("../../client_js/src/messages").Room>} change */
const room = (change = {}) => message({
  ...{ type: "room", room: "abcd", status: "waiting", you: "red", terms: terms(), invited: BEN, waits_until_ms: 9 },
  outcome: null,
  ...change,
});
/** @param {Parameters<typeof update>[1][]} messages */
const after = (...messages) => messages.reduce(([model], heard) => update(model, heard), /** @type {Update} */ ([NO_CHALLENGES, []]));
/** @param {string} ending @param {import("../../client_js/src/messages").DeclineName | null} reason */
const ended = (ending, reason = null) => message({ type: "ended", room: "abcd", outcome: { winner: null, ending, text: "", ruling: null, reason } });

test("a challenge is shown once, with a sound, until it needs no answer", () => {
  const [called, first] = after({ type: "challenged", challenge: challenge("abcd") });
  const [, again] = update(called, { type: "challenged", challenge: challenge("abcd") });

  assert.deepEqual(called.incoming, [challenge("abcd")]);
  assert.deepEqual([first, again], [[{ kind: "sound", sound: "offer" }], []]);
  assert.deepEqual(update(called, { type: "challenge_over", room: "abcd" })[0], NO_CHALLENGES);
});

test("a room of one's own that waits is gone into, and into it again after a lost line", () => {
  const [, joined] = after({ type: "found", rooms: ["abcd"], id: "c1" });
  const [waiting] = after(room());
  const [, again] = update(waiting, { type: "found", rooms: ["abcd"], id: "c2" });
  const [, back] = update(waiting, { type: "connected", session: "c3", me: "ann" });

  assert.deepEqual(joined, [{ kind: "send", message: { type: "join", id: "c1-0", room: "abcd" } }]);
  assert.deepEqual(again, []);
  assert.deepEqual(back, [{ kind: "send", message: { type: "join", id: "c3-0", room: "abcd" } }]);
  assert.ok(follows(waiting, "abcd"));
});

test("an accepted challenge is gone to, one by days is told", () => {
  const seated = message({ type: "seated", room: "abcd" });
  const [live, going] = after(room(), seated);
  const [days, told] = after(room({ terms: BY_DAYS }), seated);

  assert.deepEqual([live, going.at(-1)], [NO_CHALLENGES, { kind: "go", room: "abcd" }]);
  assert.deepEqual(days.offered[0].answer, { ending: "taken", reason: null });
  assert.deepEqual(told, [{ kind: "sound", sound: "start" }]);
});

test("a refusal is told with its reason until it is put away; what one withdrew oneself is not", () => {
  const [declined] = after(room(), ended("declined", "too_fast"));

  assert.deepEqual(declined.offered[0].answer, { ending: "declined", reason: "too_fast" });
  assert.equal(follows(declined, "abcd"), false);
  assert.deepEqual(update(declined, { type: "put_away", room: "abcd" })[0], NO_CHALLENGES);
  assert.deepEqual(after(room(), ended("aborted"))[0], NO_CHALLENGES);
});

test("what came of a challenge while the line was lost is learnt from the room", () => {
  const over = room({ status: "over", outcome: ended("expired").outcome });

  assert.deepEqual(after(room(), over)[0].offered[0].answer, { ending: "expired", reason: null });
  assert.deepEqual(after(room(), room({ status: "readying" }))[1].at(-1), { kind: "go", room: "abcd" });
  assert.deepEqual(after(over), [NO_CHALLENGES, []]);
});

test("a challenge that is accepted before its room is gone into leads there all the same", () => {
  /** @type {import("../../client_js/src/models/challenges.js").ChallengesSignal} */
  const found = { type: "found", rooms: ["abcd"], id: "c1" };
  const [entering] = after(found);
  const [live, going] = update(entering, room({ status: "readying" }));
  const [days, told] = update(entering, room({ status: "playing", terms: BY_DAYS }));
  const [declined] = update(entering, room({ status: "over", outcome: ended("declined", "later").outcome }));
  const [, again] = update(entering, { type: "connected", session: "c2", me: "ann" });

  assert.deepEqual([live, going.at(-1)], [NO_CHALLENGES, { kind: "go", room: "abcd" }]);
  assert.deepEqual([days.offered[0].answer?.ending, told.length], ["taken", 1]);
  assert.equal(declined.offered[0].answer?.reason, "later");
  assert.deepEqual(again, [{ kind: "send", message: { type: "join", id: "c2-0", room: "abcd" } }]);
  assert.deepEqual(after(found, room({ you: null, status: "playing" }))[0], NO_CHALLENGES);
});
