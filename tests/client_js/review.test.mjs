import assert from "node:assert/strict";
import { test } from "node:test";

import { bestAt, chances, mistakesOf, momentsOf, scoreText, signOf } from "../../client_js/src/models/review.js";

/** @type {import("../../client_js/src/messages").Review} */
const REVIEW = {
  ...{ type: "review", id: "1", room: "abcd", state: "done", reviewers: "full", place: null, engine: "e", quick: false, depth: 12, fen: "", moves: "h2e2h9g7" },
  ...{ scores: [30, -210, 29_998], best: "b2e2h9g7a0a0" },
  marks: [
    { ply: 0, mark: "mistake", loss: 25, line: "b2e2" },
    { ply: 1, mark: "blunder", loss: 90, line: "" },
    { ply: 2, mark: "inaccuracy", loss: 11, line: "" },
    { ply: 3, mark: "mistake", loss: 21, line: "" },
  ],
};

test("a score is written in soldiers, and a mate in moves", () => {
  assert.deepEqual([30, -210, 0, 29_998, -29_997].map(scoreText), ["+0.3", "−2.1", "0.0", "+#2", "−#3"]);
});

test("chances are even about zero and end at one", () => {
  assert.equal(chances(0), 0);
  assert.ok(Math.abs(chances(300) + chances(-300)) < 1e-9);
  assert.ok(chances(30_000) > 0.999);
});

test("the best move of a position is not there where no move is legal", () => {
  assert.deepEqual([bestAt(REVIEW, 0), bestAt(REVIEW, 2), bestAt(REVIEW, 9)], ["b2e2", "", ""]);
});

test("small losses have a sign and no line, and moments are the greatest in order", () => {
  assert.deepEqual(REVIEW.marks.map(signOf), ["?", "??", "?!", "?"]);
  assert.deepEqual(mistakesOf(REVIEW).map(({ ply }) => ply), [0, 1, 3]);
  assert.deepEqual(momentsOf(REVIEW, 2).map(({ ply }) => ply), [0, 1]);
});
