import assert from "node:assert/strict";
import { test } from "node:test";

import { follows, NO_CHALLENGES, update } from "../../client_js/src/models/challenges.js";

const TERMS = { clock: { type: "fischer", main_ms: 300_000, increment_ms: 3_000 } };
const BY_DAYS = { clock: { type: "correspondence", days: 3 } };
const BEN = { player: "ben", name: "Ben", guest: false };
const challenge = (room) => ({ room, by: BEN, side: "red", terms: TERMS, until_ms: 9 });
const room = (change = {}) => ({
  ...{ type: "room", room: "abcd", status: "waiting", you: "red", terms: TERMS, invited: BEN, waits_until_ms: 9 },
  outcome: null,
  ...change,
});
const after = (...messages) => messages.reduce(([model], message) => update(model, message), [NO_CHALLENGES, []]);
const ended = (ending, reason = null) => ({ type: "ended", room: "abcd", outcome: { winner: null, ending, text: "", ruling: null, reason } });

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
  const seated = { type: "seated", room: "abcd" };
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
  const found = { type: "found", rooms: ["abcd"], id: "c1" };
  const [entering] = after(found);
  const [live, going] = update(entering, room({ status: "readying" }));
  const [days, told] = update(entering, room({ status: "playing", terms: BY_DAYS }));
  const [declined] = update(entering, room({ status: "over", outcome: ended("declined", "later").outcome }));
  const [, again] = update(entering, { type: "connected", session: "c2", me: "ann" });

  assert.deepEqual([live, going.at(-1)], [NO_CHALLENGES, { kind: "go", room: "abcd" }]);
  assert.deepEqual([days.offered[0].answer.ending, told.length], ["taken", 1]);
  assert.equal(declined.offered[0].answer.reason, "later");
  assert.deepEqual(again, [{ kind: "send", message: { type: "join", id: "c2-0", room: "abcd" } }]);
  assert.deepEqual(after(found, room({ you: null, status: "playing" }))[0], NO_CHALLENGES);
});
