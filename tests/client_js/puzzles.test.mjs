import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { answered, puzzleOfDay, solved, THEMES, UNTRIED } from "../../client_js/src/models/puzzles.js";

/** @type {import("../../client_js/src/models/puzzles.js").Puzzle[]} */
const ALL = JSON.parse(readFileSync(new URL("../../client_js/src/pages/puzzle/puzzles.json", import.meta.url), "utf8"));
const DAY_MS = 86_400_000;

/** @param {import("../../client_js/src/models/puzzles.js").Theme} theme @param {string} line */
const puzzle = (theme, line) => ({ theme, fen: "", line });

test("there are enough puzzles, in the order of their themes", () => {
  assert.ok(ALL.length >= 150);
  assert.deepEqual(ALL, [...ALL].sort((a, b) => THEMES.indexOf(a.theme) - THEMES.indexOf(b.theme)));
});

test("a day has one puzzle, and every puzzle has its day", () => {
  const noon = 12 * 3_600_000;
  assert.equal(puzzleOfDay(noon, ALL.length), puzzleOfDay(DAY_MS - 1, ALL.length));
  const days = new Set(ALL.map((_, day) => puzzleOfDay(day * DAY_MS, ALL.length)));
  assert.equal(days.size, ALL.length);
  assert.ok(Math.min(...days) === 1 && Math.max(...days) === ALL.length);
});

test("a right move is answered, and the last one ends it", () => {
  const mate = puzzle("mate2", "a0a9e9e8b0b8");
  const first = answered(mate, UNTRIED, "a0a9");
  assert.deepEqual(first, { moves: ["a0a9", "e9e8"], state: "open", tried: "a0a9" });
  assert.deepEqual(answered(mate, first, "b0b7"), { moves: first.moves, state: "wrong", tried: "b0b7" });
  assert.deepEqual(answered(mate, first, "b0b8"), solvedBy(mate, "b0b8"));
});

test("the first move wins the piece; the rest is shown", () => {
  const win = puzzle("win", "h0g2a9a8g2f4");
  assert.deepEqual(answered(win, UNTRIED, "h0g2"), solvedBy(win, "h0g2"));
});

test("of a repetition every move is right but those that lose", () => {
  const cycle = puzzle("repetition", "a8a9b0b1");
  assert.equal(answered(cycle, UNTRIED, "b0b1").state, "wrong");
  assert.deepEqual(answered(cycle, UNTRIED, "a8a7"), { moves: ["a8a7"], state: "done", tried: "a8a7" });
  assert.deepEqual(solved(cycle).moves, []);
});

/** @param {import("../../client_js/src/models/puzzles.js").Puzzle} one @param {string} tried */
const solvedBy = (one, tried) => ({ ...solved(one), tried });
