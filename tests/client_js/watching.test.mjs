/** Which game those who watch see next: when one ends, on the next channel, on the wall. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, gameOf, isDead, isDue, NEXT_MS, NO_COUNT, refilled, secondsLeft, STOPPED, staysAlone, takesPlace, turned, upNext, wishOf } from "../../client_js/src/models/watching.js";
import { T0_MS } from "./support.mjs";

/** @typedef {import("../../client_js/src/messages").GameInfo} GameInfo */
/** @typedef {import("../../client_js/src/messages").BoardPosition} BoardPosition */

/** @param {string} room @param {Partial<GameInfo>} [more] */
const game = (room, more) => /** @type {GameInfo} */ ({ room, speed: "blitz", ...more });
/** @param {[string, string | null][]} shown */
const slots = (...shown) => shown.map(([source, room]) => ({ source, game: room === null ? null : game(room) }));
/** @param {Partial<BoardPosition>} more */
const at = (more) => /** @type {BoardPosition} */ ({ runs: true, at_ms: T0_MS, ...more });
const none = () => false;
/** @param {GameInfo[]} games */
const rooms = (games) => games.map(({ room }) => room);

test("when a game ends, the next one of its channel follows, else a living one of another channel", () => {
  const next = (/** @type {[string, string | null][]} */ shown, /** @type {(room: string) => boolean} */ isOver = none) => upNext(slots(...shown), "tv:top", "a", isOver)?.room ?? null;
  assert.equal(next([["tv:top", "b"], ["tv:blitz", "c"]]), "b");
  assert.equal(next([["tv:top", "a"], ["tv:blitz", "a"], ["tv:rapid", "c"]]), "c");
  assert.equal(next([["tv:top", "a"], ["tv:blitz", "b"], ["tv:rapid", "c"]], (room) => room === "b"), "c");
  assert.equal(next([["tv:top", "a"], ["tv:blitz", null]]), null);
});

test("one who follows a player gets that player's next game and nobody else's", () => {
  assert.equal(upNext(slots(["player:x", "a"], ["tv:top", "b"]), "player:x", "a", none), null);
  assert.equal(upNext(slots(["player:x", "c"], ["tv:top", "b"]), "player:x", "a", none)?.room, "c");
  assert.ok(staysAlone("player:x", false));
  assert.ok(!staysAlone("tv:top", false));
  assert.ok(staysAlone("tv:top", true));
});

test("another game takes the place at once, but not of one that is pinned or whose result is read", () => {
  const main = { room: "a", isOver: false, isPinned: false };
  assert.ok(takesPlace(game("b"), null));
  assert.ok(takesPlace(game("b"), main));
  assert.ok(takesPlace(null, main));
  assert.ok(!takesPlace(game("a"), main));
  assert.ok(!takesPlace(game("b"), { ...main, isPinned: true }));
  assert.ok(!takesPlace(game("b"), { ...main, isOver: true }));
});

test("a result is counted down until the next game comes, from when there is one", () => {
  assert.equal(counted(NO_COUNT, false, T0_MS), NO_COUNT);
  const count = counted(NO_COUNT, true, T0_MS);
  assert.equal(counted(count, true, T0_MS + 2_000), count);
  assert.deepEqual([secondsLeft(count, T0_MS), secondsLeft(count, T0_MS + 2_100), secondsLeft(count, T0_MS + 9_000)], [6, 4, 0]);
  assert.deepEqual([isDue(count, T0_MS + NEXT_MS - 1), isDue(count, T0_MS + NEXT_MS)], [false, true]);
  assert.equal(counted(count, false, T0_MS + 1_000), NO_COUNT); // it has ended too
});

test("one who reads is not led away", () => {
  assert.equal(counted(STOPPED, true, T0_MS), STOPPED);
  assert.equal(counted(STOPPED, false, T0_MS), STOPPED);
  assert.equal(secondsLeft(STOPPED, T0_MS), null);
  assert.ok(!isDue(STOPPED, T0_MS + NEXT_MS));
});

test("keys lead round and round through the channels that show a game", () => {
  const shown = slots(["tv:top", "a"], ["tv:bullet", null], ["tv:blitz", "b"], ["player:x", "c"]);
  assert.deepEqual([turned(shown, "tv:top", 1), turned(shown, "tv:blitz", 1), turned(shown, "player:x", 1), turned(shown, "tv:top", -1)], ["tv:blitz", "player:x", "tv:top", "player:x"]);
  assert.equal(turned(shown, "tv:bullet", 1), "tv:blitz"); // where it stands, though nothing is on there
  assert.equal(turned([], "tv:top", 1), null);
  assert.equal(gameOf(shown, "tv:bullet"), null);
});

test("keys lead to other boards, hold this one, and quote it", () => {
  assert.deepEqual(["]", "[", "n", "p", " ", "q", "w", "f"].map(wishOf), ["next", "before", "next", "pin", "pin", "quote", "wall", "follow"]);
  assert.deepEqual(["1", "9", "0", "x", "Enter"].map(wishOf), [0, 8, null, null, null]);
});

test("a game is dead once a player is away or a turn lasts too long, and one by days always", () => {
  const dead = (/** @type {Partial<BoardPosition>} */ position, /** @type {number} */ afterMs) => isDead(game("a"), at(position), T0_MS + afterMs);
  assert.deepEqual([dead({ away: true }, 15_000), dead({ away: true }, 15_001)], [false, true]);
  assert.deepEqual([dead({}, 90_000), dead({}, 90_001), dead({ runs: false }, 900_000)], [false, true, false]);
  assert.ok(!dead({ over: "red", away: true }, 900_000)); // its result is shown for a moment
  assert.ok(!isDead(game("a"), null, T0_MS));
  assert.ok(isDead(game("a", { speed: "correspondence" }), at({}), T0_MS));
});

test("on the wall games keep their places, and the strongest others take those of games that are gone", () => {
  const wall = ["a", "b", "c", "d"].map((room) => game(room));
  const found = ["x", "b", "y", "z"].map((room) => game(room));
  const gone = (/** @type {string[]} */ ...names) => (/** @type {GameInfo} */ { room }) => names.includes(room);
  assert.deepEqual(rooms(refilled(wall, found, gone("a", "c"), 4)), ["x", "b", "y", "d"]);
  assert.deepEqual(rooms(refilled(wall, found, gone("x", "a", "y", "z"), 4)), ["b", "c", "d"]);
  assert.deepEqual(rooms(refilled(wall, [], gone("a", "b", "c", "d"), 4)), []);
  assert.deepEqual(rooms(refilled([], found, none, 9)), ["x", "b", "y", "z"]);
});
