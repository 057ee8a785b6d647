import assert from "node:assert/strict";
import { test } from "node:test";

import { faceOf, isLow } from "../../client_js/src/models/clock.js";
import { pointOf } from "../../client_js/src/board/drawing.js";
import {
  cellsAfter,
  cellsAt,
  cellsOf,
  differences,
  generalOf,
  nameOf,
  pieceAt,
  recurrences,
  squareOf,
  taken,
  turnOf,
} from "../../client_js/src/models/table.js";
import { threeCells } from "../../client_js/src/pages/game/clock_faces.js";
import { clocks, joinedTable, moveLines, START, T0_MS, terms } from "./support.mjs";

const start = cellsOf(START);

test("a FEN becomes ninety cells from a0 to i9", () => {
  assert.equal(start.length, 90);
  assert.equal(pieceAt(start, squareOf("e0")), "K");
  assert.equal(pieceAt(start, squareOf("h7")), "c");
  assert.equal(pieceAt(start, squareOf("e5")), null);
  assert.equal(nameOf(generalOf(start, "black")), "e9");
  assert.equal(turnOf(START), "red");
});

test("a move takes its piece along, and what it captures away", () => {
  const after = cellsAfter(start, "b2b9");

  assert.equal(pieceAt(after, squareOf("b9")), "C");
  assert.equal(pieceAt(after, squareOf("b2")), null);
});

test("Red sits below, or above when the board is flipped", () => {
  assert.deepEqual(pointOf(squareOf("a0"), false), [0, 9]);
  assert.deepEqual(pointOf(squareOf("a0"), true), [8, 0]);
});

test("a moved piece slides, a captured one falls, and nothing else is touched", () => {
  const capture = differences(start, cellsAfter(start, "b2b9"));

  assert.deepEqual(capture, { moves: [[squareOf("b2"), squareOf("b9")]], gone: [squareOf("b9")], fresh: [] });
  assert.equal(differences(".".repeat(90), start).fresh.length, 32);
});

/** @typedef {import("../../client_js/src/messages").ClockTerms} ClockTerms */
/** @typedef {[leftMs: number, periods: number, turnMs: number | null]} Left */

/** @param {number} leftMs @param {number} periods @param {number | null} turnMs */
const face = (leftMs, periods = 0, turnMs = null) => ({ leftMs, periods, turnMs });

/** Red's running clock some time after it was told. @param {ClockTerms} clock @param {Left} left @param {number} afterMs */
function redFace(clock, [leftMs, periods, turnMs], afterMs) {
  const red = { left_ms: leftMs, periods, turn_ms: turnMs };
  const table = joinedTable({ terms: { clock }, clock: { ...clocks(0, 0, "red"), red } });
  return faceOf(table, "red", T0_MS + afterMs);
}

test("only the running clock runs, and never below nothing", () => {
  const table = joinedTable();

  assert.deepEqual(faceOf(table, "red", T0_MS + 1_500), face(298_500));
  assert.deepEqual(faceOf(table, "black", T0_MS + 1_500), face(300_000));
  assert.deepEqual(faceOf(table, "red", T0_MS + 999_999), face(0));
  assert.equal(faceOf({ ...table, terms: terms({ clock: { type: "none" } }) }, "red", T0_MS), null);
});

test("who is told late sees the clocks as they stood then", () => {
  const table = joinedTable({ behind_ms: 15_000 });

  assert.deepEqual(faceOf(table, "red", T0_MS + 16_500), face(298_500));
});

test("byo-yomi runs from main time into its periods, one after the other", () => {
  /** @type {ClockTerms} */
  const clock = { type: "byoyomi", main_ms: 60_000, period_ms: 30_000, periods: 3 };
  const inMain = (/** @type {number} */ afterMs) => redFace(clock, [1_000, 3, null], afterMs);
  const inPeriod = (/** @type {number} */ afterMs) => redFace(clock, [10_000, 2, 10_000], afterMs);

  assert.deepEqual(inMain(999), face(1, 3));
  assert.deepEqual(inMain(1_000), face(30_000, 3, 30_000));
  assert.deepEqual(inMain(30_999), face(1, 3, 1));
  assert.deepEqual(inMain(31_000), face(30_000, 2, 30_000));
  assert.deepEqual(inMain(90_999), face(1, 1, 1));
  assert.deepEqual(inMain(91_000), face(0, 0, 0));
  assert.deepEqual(inPeriod(9_999), face(1, 2, 1));
  assert.deepEqual(inPeriod(10_000), face(30_000, 1, 30_000));
  assert.deepEqual(inPeriod(40_000), face(0, 0, 0));
});

test("game time, move time and counted seconds are three cells, of which one counts", () => {
  /** @type {Extract<ClockTerms, {type: "three_part"}>} */
  const clock = { type: "three_part", game_ms: 600_000, move_ms: 60_000, count_ms: 30_000 };
  /** @param {Left} told @param {number} afterMs */
  function cells(told, afterMs) {
    const shown = redFace(clock, told, afterMs);
    assert.ok(shown);
    return threeCells(shown, clock).map(({ on }) => on);
  }

  assert.deepEqual(redFace(clock, [400_000, 0, 60_000], 59_999), face(340_001, 0, 1));
  assert.deepEqual(redFace(clock, [5_000, 0, 35_000], 4_999), face(1, 0, 30_001));
  assert.deepEqual(redFace(clock, [5_000, 0, 35_000], 5_000), face(30_000, 0, 30_000));
  assert.deepEqual(redFace(clock, [30_000, 0, 30_000], 30_000), face(0, 0, 0));
  assert.deepEqual(cells([400_000, 0, 60_000], 1_000), [false, true, false]);
  assert.deepEqual(cells([5_000, 0, 35_000], 1_000), [true, false, false]);
  assert.deepEqual(cells([5_000, 0, 35_000], 6_000), [false, false, true]);
});

test("a limit for each move runs out alone, be it seconds or days", () => {
  const day = 86_400_000;

  assert.deepEqual(redFace({ type: "per_move", move_ms: 30_000 }, [30_000, 0, 30_000], 29_999), face(1, 0, 1));
  assert.deepEqual(redFace({ type: "correspondence", days: 3, bank_days: 0, leave: true }, [3 * day, 0, 3 * day], day), face(2 * day, 0, 2 * day));
});

test("time is low below twenty seconds, and below ten where they come again", () => {
  assert.deepEqual([isLow(face(20_000)), isLow(face(19_999))], [false, true]);
  assert.deepEqual([isLow(face(10_000, 1, 10_000)), isLow(face(9_999, 1, 9_999))], [false, true]);
  assert.deepEqual([isLow(face(9_999, 2, 9_999)), isLow(face(5_000, 3))], [false, false]);
});

test("a position that comes back is counted, and captures are kept in order", () => {
  const repeated = joinedTable({ moves: moveLines("h0g2", "h9g7", "g2h0", "g7h9") });
  const capture = joinedTable({ moves: moveLines("b2b9", "a9b9") });

  assert.deepEqual(recurrences(repeated), [1, 1, 1, 1, 2]);
  assert.deepEqual(taken(capture, 2), ["n", "C"]);
  assert.equal(cellsAt(capture, 1)[82], "C");
});
