import assert from "node:assert/strict";
import { test } from "node:test";

import { ownSeek, UNSEEN_LOBBY, update } from "../../client_js/src/lobby_model.js";

const TERMS = { clock: { type: "fischer", main_ms: 300_000, increment_ms: 3_000 }, rules: { name: "axf", version: 1 } };
const seek = (id, player) => ({ id, player, name: `Guest ${player}`, terms: TERMS, side: "any" });
const lobby = (change = {}) => ({
  type: "lobby",
  version: 1,
  seeks: [seek("s111", "bob")],
  pools: [{ name: "5+3", terms: TERMS, waiting: 0 }],
  your_seek: null,
  your_pools: [],
  players_here: 3,
  ...change,
});
const seen = (change = {}) => update({ ...UNSEEN_LOBBY, me: "ann" }, lobby(change))[0];
const send = (message) => ({ kind: "send", message });

test("a lobby is watched as soon as one arrives", () => {
  const [model, effects] = update(UNSEEN_LOBBY, { type: "arrived", id: "c1", me: "ann" });

  assert.equal(model.me, "ann");
  assert.deepEqual(effects, [send({ type: "watch_lobby", id: "c1" })]);
});

test("changes add, drop and count", () => {
  const [model] = update(seen(), {
    type: "lobby_changed",
    version: 2,
    opened: [seek("s222", "ann")],
    closed: ["s111"],
    waiting: { "5+3": 1 },
    players_here: 4,
  });

  assert.deepEqual(
    model.seeks.map(({ id }) => id),
    ["s222"],
  );
  assert.equal(model.pools[0].waiting, 1);
  assert.equal(model.here, 4);
  assert.equal(ownSeek(model)?.id, "s222");
});

test("a pool is looked in once, and all are left together", () => {
  const [wanting, first] = update(seen(), { type: "want", id: "c1", pool: "5+3" });
  const [, again] = update(wanting, { type: "want", id: "c2", pool: "5+3" });
  const [stopped, stop] = update(wanting, { type: "stop", id: "c3" });

  assert.deepEqual(first, [send({ type: "match", id: "c1", pool: "5+3" })]);
  assert.deepEqual(again, []);
  assert.deepEqual(stopped.wanted, []);
  assert.deepEqual(stop, [send({ type: "unmatch", id: "c3" })]);
});

test("who still wants to play queues up again when the lobby comes back without him", () => {
  const [wanting] = update(seen(), { type: "want", id: "c1", pool: "5+3" });

  assert.deepEqual(
    update(wanting, lobby())[1].map(({ message }) => [message.type, message.pool]),
    [["match", "5+3"]],
  );
  assert.deepEqual(update(wanting, lobby({ your_pools: ["5+3"] }))[1], []);
});

test("a game one waits for is gone to; another one is not", () => {
  const game = { type: "game", room: "abcd", side: "red" };
  const [wanting] = update(seen(), { type: "want", id: "c1", pool: "5+3" });
  const [taking] = update(seen(), { type: "take_seek", id: "c1", seek: "s111" });
  const [inviting] = update(seen(), { type: "open_game", id: "c1", terms: TERMS, side: "red", audience: "friend" });

  for (const model of [wanting, taking, inviting, seen({ seeks: [seek("s222", "ann")], your_seek: "s222" })]) {
    const [after, effects] = update(model, game);
    assert.deepEqual(effects, [{ kind: "go", room: "abcd" }]);
    assert.deepEqual(after.wanted, []);
  }
  assert.deepEqual(update(seen(), game)[1], []);
});

test("an offer that was taken leads to its game, also when the lobby dropped it first", () => {
  const change = { type: "lobby_changed", version: 2, opened: [], closed: [], waiting: {}, players_here: 3 };
  const [offering] = update(seen(), { ...change, opened: [seek("s222", "ann")] });
  const [taken] = update(offering, { ...change, closed: ["s222"] });
  const [withdrawn] = update(offering, { type: "withdraw", id: "c1" });

  assert.deepEqual(update(taken, { type: "game", room: "abcd", side: "red" })[1], [{ kind: "go", room: "abcd" }]);
  assert.deepEqual(update(withdrawn, { type: "game", room: "abcd", side: "red" })[1], []);
});

test("a game for anyone is an open offer, one for a friend an invitation", () => {
  const wish = { type: "open_game", id: "c1", terms: TERMS, side: "red" };

  assert.deepEqual(update(seen(), { ...wish, audience: "anyone" })[1], [
    send({ type: "seek", id: "c1", terms: TERMS, side: "red" }),
  ]);
  assert.deepEqual(update(seen(), { ...wish, audience: "friend" })[1], [
    send({ type: "invite", id: "c1", terms: TERMS, side: "red" }),
  ]);
});

test("a refusal is shown until the next wish", () => {
  const [refused] = update(seen(), {
    type: "refused",
    id: "c1",
    code: "no_such_seek",
    text: "Gone.",
    room: null,
    version: null,
  });

  assert.equal(refused.refusal, "Gone.");
  assert.equal(update(refused, { type: "stop", id: "c2" })[0].refusal, null);
});
