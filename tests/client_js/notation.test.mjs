import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { inNotation, spelled } from "../../client_js/src/models/notation.js";
import { cellsOf } from "../../client_js/src/models/table.js";

const printed = readFileSync(new URL("../data/rules/notation.jsonl", import.meta.url), "utf8");
const rows = printed
  .split("\n")
  .filter((line) => line.startsWith("{"))
  .map((line) => JSON.parse(line));

test("a move is written as it is printed, and as the server writes it", () => {
  assert.ok(rows.length > 20);
  for (const { fen, move, wxf, chinese } of rows)
    assert.deepEqual(spelled(cellsOf(fen), move), { uci: move, wxf, chinese }, fen);
});

test("who reads traditional characters is not shown simplified ones", () => {
  const move = { uci: "b0c2", wxf: "H8+7", chinese: "马八进七" };

  assert.equal(inNotation(move, "chinese", "zh-Hant"), "馬八進七");
  assert.equal(inNotation(move, "chinese", "zh-Hans"), "马八进七");
  assert.equal(inNotation(move, "wxf", "zh-Hant"), "H8+7");
});
