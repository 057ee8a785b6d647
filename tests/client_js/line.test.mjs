import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, addressOfGame, askedBy, beginsAt, chasesAt, countedBy, countingOf, fenSetUp, fitting, mainLine, mayBeRuledOn, movesFrom, pliesOf, positionsIn, sameEvidence, sideAt, startOf, withPieceOn } from "../../client_js/src/models/line.js";
import { cellsOf, START } from "../../client_js/src/models/table.js";


const NAMES = ["axf", "wxf", "cxa", "club"];
const USUAL = { terms: "", occurrences: 0, entering: null, limit: null };
const CHASE = "5k3/9/9/9/c8/9/9/1R7/9/4K4 w";

test("an address and its question are the same thing", () => {
  for (const asked of [
    { fen: "", moves: [], rules: ["axf", "wxf", "cxa"], ...USUAL },
    { fen: CHASE, moves: ["b2a2", "a5b5"], rules: ["club"], terms: "", occurrences: 3, entering: false, limit: 0 },
    { fen: "", moves: ["h2e2"], rules: ["cxa", "axf", "wxf"], ...USUAL, terms: "cxa 1 strict nine_rounds limit=50" },
  ])
    assert.deepEqual(askedBy(addressOf(asked).replace(/^[^?]*/, ""), NAMES), asked);
});

test("what an address says wrongly is left out", () => {
  assert.deepEqual(askedBy("?moves=h2e2x&rules=chess,axf,axf,wxf,cxa,club&occurrences=1&entering=yes&limit=7&terms=cxa", NAMES), { fen: "", moves: [], rules: ["axf", "wxf", "cxa"], ...USUAL });
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

test("a game of the server has an address with its terms, and its own rules first", () => {
  const told = (/** @type {object} */ rules) =>
    addressOfGame(/** @type {any} */ ({ startCells: cellsOf(START), firstTurn: "red", moves: [{ uci: "h2e2" }], terms: { rules: { version: 1, ...rules, limit: /** @type {any} */ (rules).limit ?? 60 } } }));
  assert.equal(told({ name: "club" }), "/ruling?moves=h2e2&terms=club+1");
  assert.equal(told({ name: "cxa", entering: true, nine_rounds: true }), "/ruling?moves=h2e2&terms=cxa+1+entering+nine_rounds");
  assert.equal(told({ name: "axf", forbid: true, strict: true, always: false, entering: null, limit: 50 }), "/ruling?moves=h2e2&terms=axf+1+forbid+strict+limit=50");
  const { rules, terms } = askedBy(told({ name: "club", limit: 0 }).slice(7), NAMES);
  assert.deepEqual([rules, terms], [["club", "axf", "wxf"], "club 1 limit=0"]);
});

test("what is chosen goes before the terms of a game, and may go back to them", () => {
  const asked = { ...USUAL, terms: "cxa 1 strict limit=50" };
  assert.deepEqual(countingOf(asked), { strict: true, entering: false, limit: 50 });
  assert.deepEqual(["cxa 1 entering", "axf 1", "axf 1 entering"].map((terms) => countingOf({ ...USUAL, terms }).entering), [null, null, true]);
  assert.deepEqual(countingOf(USUAL), { strict: false, entering: null, limit: 60 });
  assert.deepEqual(countedBy(asked, { strict: false }), { occurrences: 4 });
  assert.deepEqual(countedBy(USUAL, { strict: true }), { occurrences: 3 });
  assert.deepEqual(countedBy(asked, { strict: true }), { occurrences: 0 });
  assert.deepEqual(countedBy(asked, { limit: 0 }), { limit: 0 });
  assert.equal(countingOf({ ...asked, occurrences: 4, limit: 0 }).strict, false);
});

test("a line that is too long for an address begins after a capture, and ends as it did", () => {
  const laps = ["a0a1", "a9a8", "a1a0", "a8a9"];
  const all = [...Array(100).fill(laps).flat(), "b2b9", "a9b9", ...Array(199).fill(["i0i1", "i9i8", "i1i0", "i8i9"]).flat()];
  const asked = { fen: "", moves: all, rules: ["axf"], ...USUAL };
  const cut = askedBy(addressOf(asked).slice(7), NAMES);
  assert.equal(all.length, 1_198);
  assert.match(cut.fen, / b - - 0 201$/);
  assert.deepEqual([cut.moves.length, beginsAt(cut.fen)], [797, 201]);
  assert.equal(positionsIn(cut).at(-1), positionsIn(asked).at(-1));
  assert.deepEqual(fitting("", all.slice(0, 900)), { fen: "", moves: all.slice(0, 900) });
  const quiet = fitting("", Array(300).fill(laps).flat());
  assert.deepEqual([quiet.moves.length, quiet.fen.split(" ").slice(1)], [900, ["w", "-", "-", "300", "151"]]);
});

test("the rules are asked where they may have something to say", () => {
  const told = (/** @type {object} */ line) => /** @type {any} */ ({ fen: `${START.split(" ")[0]} b - - 3 2`, moves: "h2e2", occurrences: 1, flaw: null, ...line });
  const cells = cellsOf(START);
  const asks = (/** @type {object} */ line, terms = "", on = cells) => mayBeRuledOn(told(line), on, { ...USUAL, terms });
  assert.deepEqual([asks({}), asks({}, "cxa 1 entering"), mayBeRuledOn(undefined, cells, USUAL)], [false, false, false]);
  assert.deepEqual([asks({ occurrences: 2 }), asks({ moves: "" }), asks({ fen: `${START.split(" ")[0]} b - - 118 60` }), asks({}, "cxa 1 nine_rounds"), asks({}, "club 1 count"), asks({}, "", `K${".".repeat(88)}k`)], Array(6).fill(true));
});

test("plies that sets class differently are marked", () => {
  const set = (/** @type {string} */ rules, /** @type {string[]} */ kinds) => ({ rules, ruling: { plies: kinds.map((kind, ply) => ({ ply, kind })) } });
  const plies = pliesOf(/** @type {any} */ ([set("axf", ["idle", "chase"]), set("cxa", ["kill", "chase"])]));
  assert.deepEqual(plies.map(({ ply, differs }) => [ply, differs]), [[0, true], [1, false]]);
});

test("sets that say the same of every ply share their evidence", () => {
  const set = (/** @type {string} */ rules, /** @type {string[]} */ kinds) => ({ rules, ruling: { plies: kinds.map((kind, ply) => ({ ply, kind })) } });
  const groups = sameEvidence(/** @type {any} */ ([set("axf", ["idle"]), set("cxa", ["kill"]), set("wxf", ["idle"]), { rules: "club" }]));
  assert.deepEqual(groups.map((same) => same.map(({ rules }) => rules)), [["axf", "wxf"], ["cxa"]]);
});

test("the board shows what a ply chases, once for all sets", () => {
  const chase = (/** @type {string} */ to) => ({ attacker: { square: "b5" }, victim: { square: to } });
  const set = (/** @type {any[]} */ chases) => ({ ruling: { plies: [{ ply: 3, chases }] } });
  const sets = /** @type {any} */ ([set([chase("a5")]), set([chase("a5"), chase("b9")]), {}]);
  assert.deepEqual(chasesAt(sets, 3), [{ uci: "b5a5", kind: "chase" }, { uci: "b5b9", kind: "chase" }]);
  assert.deepEqual(chasesAt(sets, 2), []);
});

test("moves stay with a start that was corrected where the same pieces move", () => {
  const asked = { fen: CHASE, moves: ["b2a2", "a5b5"], rules: [], ...USUAL };
  assert.deepEqual(movesFrom(asked, "5k3/9/9/9/c8/9/9/1R7/4A4/4K4 w"), asked.moves);
  assert.deepEqual(movesFrom(asked, "5k3/9/9/9/c8/9/9/2R6/9/4K4 w"), []);
  assert.deepEqual(movesFrom(asked, CHASE.replace(" w", " b")), []);
});

test("the line that a text with variations goes on with is its moves outside the brackets", () => {
  assert.deepEqual(mainLine("h2e2h9g7(b9c7(a0a1)h0g2)h0g2"), ["h2e2", "h9g7", "h0g2"]);
});
