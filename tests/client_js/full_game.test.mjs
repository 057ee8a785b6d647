import assert from "node:assert/strict";
import { test } from "node:test";

import { mayPremove } from "../../client_js/src/models/room.js";
import { audiencesOf } from "../../client_js/src/pages/game/shown.js";
import { effectsOf } from "../../client_js/src/shell/voice.js";
import { aRoom, clocks, event, guest, joinedRoom, legal, message, moved, T0_MS, told, update } from "./support.mjs";

/** @param {import("./partial").Part<import("../../client_js/src/messages").Premove>} change */
const premove = (change = {}) => message({
  type: "premove",
  room: "abcd",
  ply: 1,
  text: "h9g7",
  uci: "h9g7",
  dropped: null,
  reason: null,
  ...change,
});
const GONE = premove({ ply: null, text: null, uci: null });
/** @param {object} message */
const send = (message) => ({ kind: "send", message: { room: "abcd", ...message } });
const wish = message({ type: "choose", id: "p1", uci: "h9g7" });
const black = () => joinedRoom({ you: "black" });
/** @param {number} n @returns {import("../../client_js/src/messages").ChatLine} */
const line = (n, player = "bob") => ({
  n,
  at_ms: T0_MS,
  player,
  name: `Guest ${player}`,
  seat: "black",
  text: "Hello.",
  phrase: "hello",
  bot: false,
});
/** @param {import("../../client_js/src/messages").AudienceName} to @param {import("../../client_js/src/messages").ChatLine} said */
const chat = (to, said) => message({ type: "chat", room: "abcd", to, line: said });

test("a move out of turn is left with the server for the next ply, and held when it says so", () => {
  const [wished, effects] = update(black(), wish);
  const [held] = update(wished, premove());

  assert.deepEqual(effects, [send({ type: "premove", id: "p1", ply: 1, text: "h9g7" })]);
  assert.deepEqual(wished.premove, { id: "p1", ply: 1, text: "h9g7", uci: "h9g7", held: false });
  assert.deepEqual(held.premove, { id: "p1", ply: 1, text: "h9g7", uci: "h9g7", held: true });
});

test("a premove may be written in words", () => {
  const [model, effects] = update(black(), { type: "write", id: "p1", text: "H8+7" });

  assert.deepEqual(model.premove, { id: "p1", ply: 1, text: "H8+7", uci: null, held: false });
  assert.deepEqual(effects, [send({ type: "premove", id: "p1", ply: 1, text: "H8+7" })]);
});

test("another premove takes the place of the first, and one may be taken back", () => {
  const [replaced] = told(black(), wish, premove(), { type: "choose", id: "p2", uci: "b9c7" });
  const [cancelled, effects] = update(replaced, { type: "order", id: "c1", what: "cancel_premove" });

  assert.equal(replaced.premove?.uci, "b9c7");
  assert.equal(cancelled.premove, null);
  assert.deepEqual(effects, [send({ type: "cancel_premove", id: "c1" })]);
});

test("that an older premove is gone does not take a newer one away", () => {
  const [model] = told(black(), wish, GONE);

  assert.equal(model.premove?.uci, "h9g7");
});

test("a premove outlives the move before it and ends with its own ply", () => {
  const [waiting] = told(black(), wish, premove(), moved(3, 0, "h2e2"));
  const [played] = told(waiting, moved(4, 1, "h9g7"));

  assert.equal(waiting.premove?.uci, "h9g7");
  assert.equal(played.premove, null);
});

test("a premove that could not be played is gone, and the reason is said", () => {
  const [model, effects] = told(black(), wish, premove(), premove({ dropped: "illegal_move", reason: "Not legal." }));

  assert.equal(model.premove, null);
  assert.deepEqual(model.note, { type: "dropped", text: "Not legal." });
  assert.deepEqual(effects, [{ kind: "speak", text: "Not legal.", urgent: true }]);
});

test("a refused premove is taken off the board, with its reason at the target", () => {
  const refusal = message({ type: "refused", id: "p1", code: "stale_ply", text: "Moved on.", room: "abcd", retry_ms: null });

  const [model] = told(black(), wish, refusal);

  assert.equal(model.premove, null);
  assert.deepEqual(model.refusal, { text: "Moved on.", uci: "h9g7", retryMs: null });
});

test("after a break the server tells what it holds, and what it may not have is sent again", () => {
  const back = message({ type: "connected", session: "s2", me: "bob" });
  const done = message({ type: "done", id: "s2-0", room: "abcd", version: 2, digest: "d2" });

  const [held] = told(black(), wish, premove(), back);
  const [restored] = told(held, premove(), done);
  const [unsure, effects] = told(black(), wish, back, done);

  assert.equal(held.premove, null);
  assert.equal(restored.premove?.uci, "h9g7");
  assert.equal(unsure.premove?.uci, "h9g7");
  assert.deepEqual(effects, [send({ type: "premove", id: "p1", ply: 1, text: "h9g7" })]);
});

test("there are no premoves on one's own turn, for spectators, and after the end", () => {
  /** @type {import("./partial").Part<import("../../client_js/src/messages").Room>[]} */
  const mays = [{ you: "black" }, { you: "red" }, { you: null }, { you: "black", status: "over" }];

  assert.deepEqual(
    mays.map((change) => mayPremove(joinedRoom(change))),
    [true, false, false, false],
  );
});

test("a takeback takes the moves away, and with them offers, premoves and what was looked at", () => {
  const takeback = event("took_back", 5, {
    side: "red",
    plies: 2,
    fen: "",
    check: false,
    spent_ms: 0,
    clock: clocks(1, 2, "red"),
  });

  const [model, effects] = told(
    joinedRoom(),
    moved(3, 0, "h2e2"),
    moved(4, 1, "h9g7"),
    { type: "show_ply", ply: 1 },
    takeback,
  );

  assert.deepEqual([model.table?.moves, model.table?.offers, model.viewedPly], [[], [], null]);
  assert.deepEqual(model.table?.clock, { ...clocks(1, 2, "red"), at_ms: T0_MS });
  assert.equal(model.note, takeback);
  assert.deepEqual(effects, [{ kind: "say", key: "say.took_back", vars: { who: guest("ann") }, urgent: true }]);
});

test("who asked to take a move back withdraws it by moving on", () => {
  /** @type {import("../../client_js/src/messages").OpenOffer[]} */
  const offers = [
    { what: "takeback", side: "red", ply: 0 },
    { what: "draw", side: "red", ply: 0 },
  ];

  const [model] = told(joinedRoom({ offers }), moved(3, 0, "h2e2"));

  assert.deepEqual(model.table?.offers, [offers[1]]);
});

test("each move brings its receipt, and so does a room that comes anew, from its first move on", () => {
  const [model] = told(joinedRoom(), moved(3, 0, "h2e2"));
  const receipt = { spentMs: 1_000, compensatedMs: 40, quotaMs: 6_960 };
  /** @param {import("../../client_js/src/messages").Receipt | null} kept */
  const after = (kept) => joinedRoom({ moves: [["h2e2", "C2=5", "炮二平五", kept]] }).table?.moves[0].receipt;

  assert.deepEqual(model.table?.moves[0].receipt, receipt);
  assert.deepEqual(model.table?.quotas, { red: 6_960, black: 7_000 });
  assert.deepEqual([after([1_000, 40, 6_960]), after(null)], [receipt, null]);
});

/** What the server would tell of a room like this. @param {import("../../client_js/src/models/room.js").RoomModel} model */
function roomOf({ room, table }) {
  assert.ok(table);
  return aRoom({
    ...table,
    room,
    version: 3,
    digest: "d3",
    at_ms: T0_MS,
    start_fen: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    moves: table.moves.map(({ uci, wxf, chinese }) => [uci, wxf, chinese, null]),
    check: false,
    red_quota_ms: table.quotas.red,
    black_quota_ms: table.quotas.black,
    behind_ms: 0,
  });
}

test("who has left is counted down, once for each side, until it is back", () => {
  /** @param {number} version @param {number} at */
  const gone = (version, at) => event("disconnected", version, { side: "black", claimable_at_ms: at });

  const [away, effects] = told(joinedRoom(), gone(3, 1_000), gone(4, 2_000));
  const [here] = told(away, event("reconnected", 5, { side: "black" }));

  assert.deepEqual(away.table?.absences, [{ side: "black", claimable_at_ms: 2_000 }]);
  assert.deepEqual(effects, [{ kind: "say", key: "say.disconnected", vars: { who: guest("bob") }, urgent: true }]);
  assert.deepEqual(here.table?.absences, []);
});

test("a claim, a gift of time and words are sent as they are meant", () => {
  /** @param {import("../../client_js/src/session/types").WithoutId<import("../../client_js/src/models/intents.js").Intent>} intent */
  const sent = (intent) => update(joinedRoom(), /** @type {import("../../client_js/src/models/intents.js").Intent} */ ({ id: "w1", ...intent }))[1];

  assert.deepEqual(sent({ type: "claim", what: "win" }), [send({ type: "claim", id: "w1", what: "win" })]);
  assert.deepEqual(sent({ type: "order", what: "give_time" }), [send({ type: "give_time", id: "w1" })]);
  assert.deepEqual(sent({ type: "talk", to: "players", words: { phrase: "hello" } }), [
    send({ type: "chat", id: "w1", to: "players", phrase: "hello" }),
  ]);
});

test("who halves the own time is remembered, and told until the next move", () => {
  const clock = clocks(90_000, 180_000, "red");
  const fresh = joinedRoom();
  assert.ok(fresh.table);
  const arena = { ...fresh, table: { ...fresh.table, berserk: { red: false, black: false } } };
  const berserked = event("berserked", 3, { side: "red", ms: 90_000, clock });

  const [model] = told(arena, berserked);
  const [after] = told(model, moved(4, 0, "h2e2"));

  assert.deepEqual(model.table?.berserk, { red: true, black: false });
  assert.equal(model.table?.clock.red.left_ms, 90_000);
  assert.deepEqual([model.note, after.note], [berserked, null]);
});

test("time that is given or given back changes the clock and is told until the next move", () => {
  const clock = clocks(315_000, 300_000, "red");
  const given = event("time_given", 3, { side: "red", ms: 15_000, clock });
  const credited = event("time_credited", 4, { side: "red", ms: 3_000, from_ms: 1, to_ms: 2, clock });

  const [model] = told(joinedRoom(), given);
  const [after] = told(model, credited);
  const [moved_] = told(after, moved(5, 0, "h2e2"));

  assert.equal(model.table?.clock.red.left_ms, 315_000);
  assert.deepEqual([model.note, after.note, moved_.note], [given, credited, null]);
});

test("a moment given back is no news, and puts no news away", () => {
  const clock = clocks(300_000, 300_000, "red");
  const credited = (/** @type {number} */ version, /** @type {number} */ ms) => event("time_credited", version, { side: "red", ms, from_ms: 1, to_ms: 2, clock });
  const given = event("time_given", 3, { side: "red", ms: 15_000, clock });

  const [beside] = told(joinedRoom(), given, credited(4, 2_999));
  const [moment] = told(joinedRoom(), credited(3, 2_999));

  assert.deepEqual(beside.note, given);
  assert.equal(moment.note, null);
  assert.deepEqual(effectsOf(joinedRoom(), /** @type {import("../../client_js/src/messages").ServerMessage} */ (credited(3, 2_999)), moment), []);
});

for (const what of /** @type {const} */ (["draw", "takeback", "abort"])) {
  test(`a refused ${what} leaves a trace for the one who asked, until the next move`, () => {
    const asked = event("offered", 3, { side: "red", what, ply: 0 });
    const refused = event("declined", 4, { side: "black", what });

    const [model] = told(joinedRoom(), asked, refused);
    const [after] = told(model, moved(5, 0, "h2e2"));

    assert.deepEqual([model.note, after.note], [{ type: "declined", side: "black", what }, null]);
  });
}

test("a move of the other side refuses what was asked", () => {
  const asked = event("offered", 4, { side: "red", what: "draw", ply: 1 });

  const [model] = told(joinedRoom(), moved(3, 0, "h2e2"), asked, moved(5, 1, "h9g7"));

  assert.deepEqual(model.note, { type: "declined", side: "black", what: "draw" });
});

test("who refuses, and who takes an own offer back, is told of no refusal", () => {
  const theirs = event("offered", 3, { side: "black", what: "draw", ply: 0 });
  const mine = event("offered", 3, { side: "red", what: "draw", ply: 0 });
  const bySelf = event("declined", 4, { side: "red", what: "draw" });
  const byThem = event("declined", 4, { side: "black", what: "draw" });

  assert.equal(told(joinedRoom(), theirs, bySelf)[0].note, null);
  assert.equal(told(joinedRoom(), mine, bySelf)[0].note, null);
  assert.equal(told(joinedRoom(), theirs, byThem)[0].note, null);
});

test("a refusal that passes says how long to wait", () => {
  const refusal = message({ type: "refused", id: "o1", code: "offer_too_soon", text: "Wait.", room: "abcd", retry_ms: 9_000 });

  const [model] = told(joinedRoom(), { type: "propose", id: "o1", what: "draw" }, refusal);

  assert.deepEqual(model.refusal, { text: "Wait.", uci: null, retryMs: 9_000 });
});

test("what others say is kept apart by audience, counted until it is read, and heard", () => {
  const history = message({ type: "chat_history", room: "abcd", to: "players", lines: [line(1)] });

  const [model, effects] = told(joinedRoom(), history, chat("players", line(2)), chat("spectators", line(1, "cleo")));
  const [own, none] = told(model, { type: "read_talk" }, chat("players", line(3, "ann")));

  assert.deepEqual(model.talk, { players: [line(1), line(2)], spectators: [line(1, "cleo")] });
  assert.deepEqual([model.unread, own.unread], [2, 0]);
  assert.deepEqual(effects, [{ kind: "hear", line: line(1, "cleo") }]);
  assert.deepEqual(none, []);
});

test("players talk to each other, and with the watchers after the end", () => {
  const over = joinedRoom({ status: "over" });

  assert.deepEqual(audiencesOf(joinedRoom()), ["players"]);
  assert.deepEqual(audiencesOf(over), ["players", "spectators"]);
  assert.deepEqual(audiencesOf(joinedRoom({ you: null })), ["spectators"]);
});

test("nobody is offered to talk to a computer, and what watchers said is read after the end", () => {
  const black = { player: "comp", name: "Computer 3", guest: false, bot: true };
  const bot = { ...black, name: "Computer of Ann" };
  const over = joinedRoom({ black, status: "over" });

  assert.deepEqual(audiencesOf(joinedRoom({ black })), []);
  assert.deepEqual(audiencesOf(over), []);
  assert.deepEqual(audiencesOf(told(over, chat("spectators", line(1, "cleo")))[0]), ["spectators"]);
  assert.deepEqual(audiencesOf(joinedRoom({ black, you: null })), ["spectators"]);
  assert.deepEqual(audiencesOf(joinedRoom({ black: bot })), ["players"]);
});

test("the names of those who watch come with the crowd and stay when the room comes anew", () => {
  const crowd = message({
    type: "presence",
    room: "abcd",
    spectators: 2,
    names: ["Guest cleo"],
    red_online: true,
    black_online: false,
  });

  const [model] = told(joinedRoom(), crowd, legal(0, []));
  const [again] = told(model, roomOf(joinedRoom()));

  assert.deepEqual([model.table?.names, model.table?.here], [["Guest cleo"], { red: true, black: false }]);
  assert.deepEqual(again.table?.names, ["Guest cleo"]);
});
