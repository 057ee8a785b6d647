import assert from "node:assert/strict";
import { test } from "node:test";

import { meansOf, unreviewed } from "../../client_js/src/models/fair_play.js";

/** @typedef {import("../../client_js/src/messages").FairPlayGame} FairPlayGame */

/** @param {FairPlayGame["review"]} review @param {FairPlayGame["figures"]} figures @returns {FairPlayGame} */
const game = (review, ...figures) => ({ room: review, side: "red", opponent: { player: "p", name: "Ben", guest: false, bot: false }, ended_at_ms: 0, review, figures });

test("figures are averaged over the games that have them, and so are their percentiles", () => {
  const games = [
    game("done", { name: "best_moves", value: 400, percentile: 40, among: 30 }, { name: "time_spread", value: 900, percentile: null, among: 3 }),
    game("none", { name: "best_moves", value: 601, percentile: null, among: 9 }),
    game("given_up"),
  ];
  assert.deepEqual(meansOf(games), [
    { name: "time_spread", value: 900, percentile: null, among: 3, games: 1 },
    { name: "best_moves", value: 501, percentile: 40, among: 30, games: 2 },
  ]);
  assert.deepEqual(unreviewed(games).map(({ room }) => room), ["none", "given_up"]);
  assert.deepEqual(meansOf([]), []);
});
