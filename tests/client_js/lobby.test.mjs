import assert from "node:assert/strict";
import { test } from "node:test";

import { ownSeek, UNSEEN_LOBBY, update as updateLobby } from "../../client_js/src/models/lobby.js";
import { hearsParts, message, terms } from "./support.mjs";

/** @template T @typedef {import("./partial").Part<T>} Part */
/** @typedef {import("../../client_js/src/messages").SeekInfo} SeekInfo */
/** @typedef {import("../../client_js/src/messages").Lobby} Lobby */
/** @typedef {import("../../client_js/src/models/lobby.js").LobbyIntent} LobbyIntent */
/** @typedef {Extract<LobbyIntent, {type: "open_game"}>} OpenGame */

const update = hearsParts(updateLobby);
const TERMS = terms();
/** @param {string} id @param {string} player @returns {SeekInfo} */
const seek = (id, player) => ({
  ...{ id, player, name: `Guest ${player}`, terms: TERMS, side: "any", speed: "blitz" },
  ...{ guest: true, rating: 1500, min_rating: null, max_rating: null },
});
/** @param {Part<Lobby>} change */
const lobby = (change = {}) => message({
  type: "lobby",
  version: 1,
  seeks: [seek("s111", "bob")],
  pools: [{ name: "5+3", terms: TERMS, waiting: 0 }],
  your_seek: null,
  your_pools: [],
  your_waits: [],
  players_online: 3,
  ...change,
});
/** @param {Part<Lobby>} change */
const seen = (change = {}) => update({ ...UNSEEN_LOBBY, me: "ann" }, lobby(change))[0];
/** @param {string} id */
const want = (id, pool = "5+3", rated = false) => message({ type: "queue", id, pool, rated, now_ms: T0_MS });
const T0_MS = 1_700_000_000_000;
/** @param {import("../../client_js/src/messages").ClientMessage} message */
const send = (message) => ({ kind: "send", message });
/** The messages that are to be sent, where nothing else is to be done. @param {import("../../client_js/src/models/lobby.js").Effect[]} effects */
function sent(effects) {
  assert.deepEqual(effects.filter(({ kind }) => kind !== "send"), []);
  return effects.flatMap((effect) => (effect.kind === "send" ? [effect.message] : []));
}

test("a lobby is watched as soon as one arrives", () => {
  const [model, effects] = update(UNSEEN_LOBBY, { type: "enter", id: "c1", me: "ann" });

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
    waiting_rated: {},
    players_online: 4,
  });

  assert.deepEqual(
    model.seeks.map(({ id }) => id),
    ["s222"],
  );
  assert.equal(model.pools[0].waiting, 1);
  assert.equal(model.here, 4);
  assert.equal(ownSeek(model)?.id, "s222");
});

test("a pool is looked in once, and left alone or with all others", () => {
  const [wanting, first] = update(seen(), want("c1"));
  const [, again] = update(wanting, want("c2"));
  const [stopped, stop] = update(wanting, { type: "unqueue", id: "c3" });

  assert.deepEqual(first, [send({ type: "queue", id: "c1", pool: "5+3" })]);
  assert.deepEqual(again, []);
  assert.deepEqual(stopped.waits, []);
  assert.deepEqual(stop, [send({ type: "unqueue", id: "c3" })]);

  const [both] = update(wanting, want("c4", "3+2"));
  const [one, left] = update(both, { type: "unqueue", id: "c5", pool: "5+3" });
  assert.deepEqual(
    one.waits.map(({ pool }) => pool),
    ["3+2"],
  );
  assert.deepEqual(left, [send({ type: "unqueue", id: "c5", pool: "5+3" })]);
});

test("who still wants to play queues up again when the lobby comes back without him", () => {
  const [wanting] = update(seen(), want("c1"));

  assert.deepEqual(
    sent(update(wanting, lobby())[1]).map((message) => [message.type, "pool" in message && message.pool]),
    [["queue", "5+3"]],
  );
  assert.deepEqual(update(wanting, lobby({ your_waits: [{ pool: "5+3", rated: false, since_ms: T0_MS }] }))[1], []);
});

test("a game one waits for is gone to; another one is not", () => {
  const game = message({ type: "game_opened", room: "abcd", side: "red", live: true });
  const [wanting] = update(seen(), want("c1"));
  const [taking] = update(seen(), { type: "accept_seek", id: "c1", seek: "s111" });
  const [inviting] = update(seen(), { type: "open_game", id: "c1", terms: TERMS, side: "red", audience: "friend" });

  for (const model of [wanting, taking, inviting, seen({ seeks: [seek("s222", "ann")], your_seek: "s222" })]) {
    const [after, effects] = update(model, game);
    assert.deepEqual(effects, [{ kind: "go", room: "abcd" }]);
    assert.deepEqual(after.waits, []);
  }
  assert.deepEqual(update(seen(), game)[1], [{ kind: "opened", room: "abcd" }]); // another tab of one's own looked for it, or a tournament paired it
  assert.deepEqual(update(wanting, { ...game, live: false }), [wanting, []]);
});

test("an offer that was taken leads to its game, also when the lobby dropped it first", () => {
  const change = message({ type: "lobby_changed", version: 2, opened: [], closed: [], waiting: {}, waiting_rated: {}, players_online: 3 });
  const [offering] = update(seen(), { ...change, opened: [seek("s222", "ann")] });
  const [taken] = update(offering, { ...change, closed: ["s222"] });
  const [withdrawn] = update(offering, { type: "withdraw_seek", id: "c1", seek: "s222" });

  assert.deepEqual(update(taken, { type: "game_opened", room: "abcd", side: "red", live: true })[1], [{ kind: "go", room: "abcd" }]);
  assert.deepEqual(update(withdrawn, { type: "game_opened", room: "abcd", side: "red", live: true })[1], [{ kind: "opened", room: "abcd" }]);
});

test("an offer by days that was taken is gone to, a room in which one waits for somebody is not", () => {
  const byDays = { ...seek("s222", "ann"), terms: terms({ clock: { type: "correspondence", days: 3, bank_days: 0, leave: true } }) };
  const change = message({ type: "lobby_changed", version: 2, opened: [], closed: [], waiting: {}, waiting_rated: {}, players_online: 3 });
  /** @param {SeekInfo} offer */
  const offering = (offer) => update(update(seen(), { ...change, opened: [offer] })[0], { ...change, closed: ["s222"] })[0];
  const waits = message({ type: "game_opened", room: "abcd", side: "red", live: false });

  assert.deepEqual(update(offering(byDays), waits)[1], [{ kind: "go", room: "abcd" }]);
  assert.deepEqual(update(offering(seek("s222", "ann")), waits)[1], []);
});

test("a game by days ends no search for a live one, nor a live game an offer by days", () => {
  const days = { ...seek("s333", "ann"), terms: terms({ clock: { type: "correspondence", days: 3, bank_days: 0, leave: true } }) };
  const [wanting] = update(seen({ seeks: [days] }), want("c1"));

  const [looking, found] = update(wanting, { type: "game_opened", room: "days", side: "red", live: false });
  const [playing, gone] = update(looking, { type: "game_opened", room: "live", side: "red", live: true });
  assert.deepEqual(found, [{ kind: "found", room: "days" }]);
  assert.deepEqual(looking.waits, wanting.waits);
  assert.deepEqual(gone, [{ kind: "go", room: "live" }]);
  assert.deepEqual(playing.waits, []);

  const [first] = update(wanting, { type: "game_opened", room: "live", side: "red", live: true });
  assert.deepEqual(update(first, { type: "game_opened", room: "days", side: "red", live: false })[1], [{ kind: "go", room: "days" }]);
});

test("who takes an offer by days while looking for a live game goes there and looks on", () => {
  const [wanting] = update(seen(), want("c1"));
  const [taking] = update(wanting, { type: "accept_seek", id: "c2", seek: "s111" });

  const [after, effects] = update(taking, { type: "game_opened", room: "days", side: "red", live: false });

  assert.deepEqual(effects, [{ kind: "go", room: "days" }]);
  assert.deepEqual(after.waits, wanting.waits);
});

test("of two offers of one's own the live one is the search, and each is withdrawn alone", () => {
  const days = { ...seek("s333", "ann"), terms: terms({ clock: { type: "correspondence", days: 3, bank_days: 0, leave: true } }) };
  const both = seen({ seeks: [days, seek("s222", "ann")] });

  assert.equal(ownSeek(both)?.id, "s222");
  const [withdrawn, effects] = update(both, { type: "withdraw_seek", id: "c1", seek: "s222" });
  assert.deepEqual(effects, [send({ type: "unseek", id: "c1", seek: "s222" })]);
  assert.deepEqual(withdrawn.offers, { live: false, days: true });
});

test("a game for anyone is an open offer, one for a friend an invitation", () => {
  /** @type {Omit<OpenGame, "audience">} */
  const wish = { type: "open_game", id: "c1", terms: TERMS, side: "red" };

  assert.deepEqual(update(seen(), { ...wish, audience: "anyone" })[1], [
    send({ type: "seek", id: "c1", terms: TERMS, side: "red", min_rating: null, max_rating: null }),
  ]);
  assert.deepEqual(update(seen(), { ...wish, audience: "friend" })[1], [
    send({ type: "invite", id: "c1", terms: TERMS, side: "red", hours: 24 }),
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
  assert.equal(update(refused, { type: "unqueue", id: "c2" })[0].refusal, null);
});

test("a game that came to nothing gives the places back with the time waited", () => {
  const [waiting] = update(seen(), want("c1"));
  const [playing] = update(waiting, { type: "game_opened", room: "abcd", side: "red", live: true });
  const [back] = update(playing, { type: "requeue", id: "c2" });

  assert.deepEqual(back.waits, waiting.waits);
  assert.deepEqual(
    sent(update(back, lobby())[1]).map(({ type }) => type),
    ["queue"],
  );
});

test("who is refused a pool does not wait there", () => {
  const [waiting] = update(seen(), want("c1"));
  const [refused] = update(waiting, { type: "refused", id: "c1", text: "No.", room: null });

  assert.deepEqual([refused.waits, refused.refusal], [[], "No."]);
});

test("a pool is changed from casual to rated by asking again", () => {
  const [waiting] = update(seen(), want("c1"));
  const [rated, effects] = update(waiting, want("c2", "5+3", true));

  assert.deepEqual(effects, [send({ type: "queue", id: "c2", pool: "5+3", rated: true })]);
  assert.equal(rated.waits.length, 1);
});

test("an offer for some ratings and an invitation for some hours go out as they are", () => {
  /** @param {OpenGame["audience"]} audience @param {Partial<OpenGame>} more */
  const open = (audience, more) => update(seen(), { type: "open_game", id: "c1", terms: TERMS, side: "red", audience, ...more })[1];

  assert.deepEqual(open("anyone", { low: 1400, high: 1600 }), [
    send({ type: "seek", id: "c1", terms: TERMS, side: "red", min_rating: 1400, max_rating: 1600 }),
  ]);
  assert.deepEqual(open("friend", { hours: 3 }), [send({ type: "invite", id: "c1", terms: TERMS, side: "red", hours: 3 })]);
});
