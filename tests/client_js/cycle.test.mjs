import assert from "node:assert/strict";
import { test } from "node:test";

import { attacksNow, rulingFrames, warningFrames } from "../../client_js/src/pages/game/cycle.js";
import { fenAt } from "../../client_js/src/pages/game/share.js";
import { joinedRoom, joinedTable, moveLines, START } from "./support.mjs";

/** @template T @typedef {import("./partial").Part<T>} Part */

/** A chariot that chases a horse between two files, from a position with little else. */
const CHASE = "4k4/9/9/2R2n3/9/9/9/9/9/3K5 w - - 0 1";
const MOVES = moveLines("c6c4", "f6e4", "c4c6", "e4f6");
/** @type {import("../../client_js/src/messages").Deed} */
const deed = {
  kind: "chase",
  doers: [{ piece: "R", id: "c6", squares: ["c6", "c4"] }],
  victim: { piece: "n", id: "f6", squares: ["f6", "e4"] },
};
/** @type {Part<import("../../client_js/src/messages").RepetitionWarning>} */
const warning = {
  text: "It repeats.",
  occurrences: 2,
  rule_at: 4,
  side: "red",
  cycle: MOVES.map(([uci]) => uci),
  detail: { window: [0, 3], sides: { red: { deed }, black: { deed: { kind: "idle", doers: [] } } } },
};
/** @param {Part<import("../../client_js/src/messages").Room>} change */
const tableOf = (change) => joinedTable({ start_fen: CHASE, moves: MOVES, ...change });

test("a warning is shown ply by ply, the attack going with the pieces", () => {
  const frames = warningFrames(tableOf({ warning }));

  assert.deepEqual(
    frames.map(({ ply, side, kind, arrows }) => [ply, side, kind, arrows.map((arrow) => arrow.uci)]),
    [
      [0, "red", "chase", ["c4f6"]],
      [1, "black", "idle", []],
      [2, "red", "chase", ["c6e4"]],
      [3, "black", "idle", []],
    ],
  );
});

test("while a warning stands, a move that goes on shows its attack, and the other side's turn shows the last one", () => {
  const ours = joinedRoom({ start_fen: CHASE, moves: MOVES, warning });
  const theirs = joinedRoom({ start_fen: CHASE, moves: MOVES.slice(0, 3), warning });

  assert.deepEqual(attacksNow(ours, "c6c4"), [{ uci: "c4f6", kind: "chase" }]);
  assert.deepEqual(attacksNow(ours, null), []);
  assert.deepEqual(attacksNow(theirs, null), [{ uci: "c6e4", kind: "chase" }]);
  assert.deepEqual(attacksNow(joinedRoom({ warning: { ...warning, side: null } }), null), []);
});

test("a ruling is shown by its own evidence, and kinds of plies it does not know are kept", () => {
  /** @param {string} piece @param {string} square */
  const placed = (piece, square) => ({ piece, square });
  const unknown = /** @type {import("../../client_js/src/messages").PlyKind} */ (/** @type {string} */ ("block"));
  /** @type {Part<import("../../client_js/src/messages").RuledPly>[]} */
  const plies = [
    { ply: 0, side: "red", move: "c6c4", kind: "chase", chases: [{ attacker: placed("R", "c4"), victim: placed("n", "f6") }] },
    { ply: 1, side: "black", move: "f6e4", kind: unknown, chases: [] },
    { ply: 2, side: "red", move: "c4c6", kind: "check", chases: [] },
    { ply: 9, side: "red", move: "a0a1", kind: "idle", chases: [] },
  ];

  const frames = rulingFrames(tableOf({ outcome: { winner: "black", ending: "x", text: "", ruling: { plies } } }));

  assert.deepEqual(
    frames.map(({ kind, arrows }) => [kind, arrows]),
    [
      ["chase", [{ uci: "c4f6", kind: "chase" }]],
      ["block", []],
      ["check", [{ uci: "c6e9", kind: "check" }]],
    ],
  );
});

test("a position is written as FEN with the plies since the last capture and the number of the move", () => {
  const table = joinedTable({ moves: moveLines("h2e2", "h9g7", "e2e6", "g7e6") });

  assert.equal(fenAt(table, 0), START);
  assert.equal(fenAt(table, 2), "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
  assert.equal(fenAt(table, 3), "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2");
});
