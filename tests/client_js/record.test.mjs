import assert from "node:assert/strict";
import { test } from "node:test";

import { gamesIn, recordOf } from "../../client_js/src/models/record.js";

/** @param {object} game @returns {import("../../client_js/src/messages").GameInfo} */
const over = (game) => /** @type {any} */ ({ red: { player: "ann" }, black: { player: "ben" }, winner: null, result: "draw", opening: "h2e2h9g7", ...game });
const won = { winner: "red", result: "red" };

test("games with Red and with Black are counted apart, and those that do not count are not", () => {
  const swapped = { red: { player: "ben" }, black: { player: "ann" } };
  const { red, black, form } = recordOf([over(won), over({ ...won, ...swapped }), over({}), over({ result: "none" })], "ann");

  assert.deepEqual([red.won, red.drawn, red.lost], [1, 1, 0]);
  assert.deepEqual([black.won, black.drawn, black.lost], [0, 0, 1]);
  assert.deepEqual(form, ["won", "lost", "drawn"]);
});

test("openings are counted by their names, mirrored or not, the commonest first", () => {
  const { red } = recordOf([over({ opening: "c3c4" }), over({ ...won, opening: "h2e2h9g7" }), over({ opening: "b2e2b9c7" }), over({ opening: "" })], "ann");

  assert.deepEqual(red.openings.map((one) => [one.opening.red, gamesIn(one), one.won]), [["central", 2, 1], ["pawn", 1, 0]]);
  assert.equal(gamesIn(red), 4);
});

test("the form is that of the latest ten games", () => {
  assert.equal(recordOf(Array.from({ length: 12 }, () => over(won)), "ann").form.length, 10);
  assert.deepEqual(recordOf([], "ann").form, []);
});
