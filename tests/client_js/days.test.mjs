import assert from "node:assert/strict";
import { test } from "node:test";

import { goToNext, notices } from "../../client_js/src/pages/game/notices_days.js";
import { joinedRoom } from "./support.mjs";

/** @typedef {import("../../client_js/src/page").Settings["after_move"]} Place */

/**
 * Somebody who weighs a move in a game by days, and where the page went.
 * @param {{waiting?: string[], after_move?: Place, isRefused?: boolean}} [how]
 */
function player({ waiting = ["soon", "slow"], after_move = "stay", isRefused = false } = {}) {
  const room = { ...joinedRoom({ you: "red" }), weighing: "h2e2" };
  const app = /** @type {any} */ ({ room, waiting: [room.room, ...waiting], settings: { after_move, notation: "uci", language: "en" } });
  /** @type {string[]} */
  const went = [];
  /** @type {object[]} */
  const sent = [];
  const actions = /** @type {any} */ ({
    app: () => app,
    go: (/** @type {string} */ path) => went.push(path),
    tell: async (/** @type {object} */ message) => (sent.push(message), isRefused ? null : {}),
    room: () => {},
  });
  const [notice] = notices(app, null, actions);
  const answers = notice?.answers ?? [];
  /** @param {number} i the answer that is pressed */
  const press = async (i) => {
    answers[i].act();
    await new Promise(setImmediate);
    return went;
  };
  return { actions, answers, sent, press };
}

const [SUBMIT, SUBMIT_AND_NEXT] = [1, 2];

test("after a move one stays, goes to the next game or to the list, as one has chosen", async () => {
  assert.deepEqual(await player({ after_move: "stay" }).press(SUBMIT), []);
  assert.deepEqual(await player({ after_move: "next" }).press(SUBMIT), ["/game/soon"]);
  assert.deepEqual(await player({ after_move: "games" }).press(SUBMIT), ["/games"]);
});

test("the button that goes on goes on whatever was chosen, to the game with the least time left", async () => {
  for (const after_move of /** @type {Place[]} */ (["stay", "next", "games"])) assert.deepEqual(await player({ after_move }).press(SUBMIT_AND_NEXT), ["/game/soon"]);
});

test("where no other game waits there is nothing to go on to, and the last one stays", async () => {
  const last = player({ waiting: [], after_move: "next" });

  assert.equal(last.answers.length, SUBMIT + 1);
  assert.deepEqual(await last.press(SUBMIT), []);
  assert.equal(goToNext(last.actions), false);
});

test("a move that is refused leads nowhere", async () => {
  const refused = player({ after_move: "next", isRefused: true });

  assert.deepEqual(await refused.press(SUBMIT), []);
  assert.equal(refused.sent.length, 1);
});
