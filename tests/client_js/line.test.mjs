import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, addressOfGame, askedBy, fenSetUp, mainLine, pliesOf, positionsIn, sideAt, startOf, withPieceOn } from "../../client_js/src/models/line.js";
import { cellsOf, START } from "../../client_js/src/models/table.js";


const NAMES = ["axf", "wxf", "cxa", "club"];
const USUAL = { strict: false, entering: null, limit: 60 };
const CHASE = "5k3/9/9/9/c8/9/9/1R7/9/4K4 w";

test("an address and its question are the same thing", () => {
  for (const asked of [
    { fen: "", moves: [], rules: ["axf", "wxf", "cxa"], ...USUAL },
    { fen: CHASE, moves: ["b2a2", "a5b5"], rules: ["club"], strict: true, entering: false, limit: 0 },
  ])
    assert.deepEqual(askedBy(addressOf(asked).replace(/^[^?]*/, ""), NAMES), asked);
});

test("what an address says wrongly is left out", () => {
  assert.deepEqual(askedBy("?moves=h2e2x&rules=chess,axf,axf,wxf,cxa,club&occurrences=9&entering=yes&limit=7", NAMES), { fen: "", moves: [], rules: ["axf", "wxf", "cxa"], ...USUAL });
  assert.deepEqual(askedBy("?rules=%3Cb%3E", []).rules, ["axf", "wxf", "cxa"]);
  assert.equal(startOf("9/9 w").cells, ".".repeat(90));
});

test("positions follow the moves, and sides take turns from the start", () => {
  const all = positionsIn({ fen: CHASE, moves: ["b2a2", "a5b5"], rules: [], ...USUAL });
  assert.equal(all.length, 3);
  assert.equal(all[0], cellsOf(CHASE));
  assert.deepEqual([0, 1].map((ply) => sideAt(CHASE.replace(" w", " b"), ply)), ["black", "red"]);
});

test("a position that is set up is written as FEN", () => {
  assert.equal(fenSetUp(withPieceOn(withPieceOn(".".repeat(90), 4, "K"), 84, "k"), "black"), "3k5/9/9/9/9/9/9/9/9/4K4 b");
});

test("a game of the server has an address with its own rules first", () => {
  const told = (/** @type {object} */ rules) =>
    addressOfGame(/** @type {any} */ ({ startCells: cellsOf(START), firstTurn: "red", moves: [{ uci: "h2e2" }], terms: { rules: { ...USUAL, ...rules } } }));
  assert.equal(told({ name: "club" }), "/ruling?moves=h2e2&rules=club,axf,wxf");
  assert.equal(told({ name: "cxa", entering: true }), "/ruling?moves=h2e2&rules=cxa,axf,wxf");
  assert.equal(told({ name: "cxa" }), "/ruling?moves=h2e2&rules=cxa,axf,wxf&entering=false");
  assert.equal(told({ name: "axf", entering: true, strict: true, limit: 50 }), "/ruling?moves=h2e2&occurrences=3&entering=true&limit=50");
});

test("plies that sets class differently are marked", () => {
  const set = (/** @type {string} */ rules, /** @type {string[]} */ kinds) => ({ rules, ruling: { plies: kinds.map((kind, ply) => ({ ply, kind })) } });
  const plies = pliesOf(/** @type {any} */ ([set("axf", ["idle", "chase"]), set("cxa", ["kill", "chase"])]));
  assert.deepEqual(plies.map(({ ply, differs }) => [ply, differs]), [[0, true], [1, false]]);
});

test("the line that a text with variations goes on with is its moves outside the brackets", () => {
  assert.deepEqual(mainLine("h2e2h9g7(b9c7(a0a1)h0g2)h0g2"), ["h2e2", "h9g7", "h0g2"]);
});
