import assert from "node:assert/strict";
import { test } from "node:test";

import { isOurTurn, unseenRoom } from "../../client_js/src/models/room.js";
import { aRoom, clocks, event, guest, joinedRoom, legal, message, moved, told, update } from "./support.mjs";

/** @param {string} id @param {number} ply @param {string} text */
const move = (id, ply, text) => ({ kind: "send", message: { type: "move", id, room: "abcd", ply, text } });

test("a new connection joins the room as a whole", () => {
  const [, effects] = update(unseenRoom("abcd"), { type: "connected", session: "s1", me: "ann" });

  assert.deepEqual(effects, [{ kind: "send", message: { type: "join", id: "s1-0", room: "abcd" } }]);
});

test("a connection that comes back asks only for what it missed", () => {
  const [, effects] = update(joinedRoom(), { type: "connected", session: "s2", me: "ann" });

  assert.deepEqual(effects, [{ kind: "send", message: { type: "join", id: "s2-0", room: "abcd", since: 2 } }]);
});

test("an own move is shown as pending and sent with its ply", () => {
  const [model, effects] = update(joinedRoom(), { type: "choose", id: "m1", uci: "h2e2" });

  assert.deepEqual(model.pending, { id: "m1", ply: 0, text: "h2e2", uci: "h2e2" });
  assert.deepEqual(effects, [move("m1", 0, "h2e2")]);
});

test("the event of an own move ends its pending", () => {
  const [model] = told(joinedRoom(), { type: "choose", id: "m1", uci: "h2e2" }, moved(3, 0, "h2e2"));

  assert.equal(model.pending, null);
  assert.equal(model.version, 3);
  assert.deepEqual(
    model.table?.moves.map(({ uci }) => uci),
    ["h2e2"],
  );
});

test("a refused move is taken back and the reason shown at its target", () => {
  const refusal = message({ type: "refused", id: "m1", code: "illegal_move", text: "Not legal.", retry_ms: null });

  const [model, effects] = told(joinedRoom(), { type: "choose", id: "m1", uci: "h2e2" }, refusal);

  assert.equal(model.pending, null);
  assert.deepEqual(model.refusal, { text: "Not legal.", uci: "h2e2", retryMs: null });
  assert.deepEqual(effects, [{ kind: "speak", text: "Not legal.", urgent: true }]);
});

test("that the end of a game was lost is spoken and stays until it was read, also when the game goes on", () => {
  const lost = message({ type: "rolled_back", room: "abcd", text: "The end was lost." });

  const [model, effects] = told(joinedRoom(), lost);
  const [after] = told(model, moved(3, 0, "h2e2"));
  const [read] = update(after, { type: "keep_thinking" });

  assert.deepEqual(effects, [{ kind: "speak", text: "The end was lost.", urgent: true }]);
  assert.deepEqual([after.rolledBack, read.rolledBack], ["The end was lost.", null]);
  assert.equal(told(joinedRoom(), { ...lost, room: "efgh" })[0].rolledBack, null);
});

test("a move that the server could not take stays on its way and is sent again unchanged", () => {
  const refusal = message({ type: "refused", id: "m1", code: "unavailable", text: "Later.", room: "abcd", version: 2 });
  const again = { kind: "send", message: { type: "move", id: "m1", room: "abcd", ply: 0, text: "h2e2" } };
  const beat = message({ type: "ping", n: 1, now_ms: 0, rtt_ms: null, rooms: [["abcd", 2, "d2"]] });

  const [model, effects] = told(joinedRoom(), { type: "choose", id: "m1", uci: "h2e2" }, refusal);

  assert.equal(model.pending?.uci, "h2e2");
  assert.deepEqual(effects, []);
  assert.deepEqual(update(model, { type: "resumed" })[1], [again]);
  assert.deepEqual(update(model, beat)[1], [again]);
  assert.deepEqual(told(model, { type: "resumed" }, beat)[1], []);
});

test("a room that could not be joined is joined when the server goes on, from what is held of it", () => {
  /** @param {string} id */
  const refusal = (id) => message({ type: "refused", id, code: "unavailable", text: "Later.", room: "abcd", version: 0 });
  const seen = message({ type: "connected", session: "s2", me: "ann" });

  const [fresh, nothing] = told(unseenRoom("abcd"), seen, refusal("s2-0"));
  const [back] = told(joinedRoom(), seen, refusal("s2-0"));

  assert.deepEqual(nothing, []);
  assert.deepEqual(update(fresh, { type: "resumed" })[1], [{ kind: "send", message: { type: "join", id: "s2-1", room: "abcd" } }]);
  assert.deepEqual(update(back, { type: "resumed" })[1], [{ kind: "send", message: { type: "join", id: "s2-1", room: "abcd", since: 2 } }]);
  assert.deepEqual(told(fresh, { type: "resumed" }, { type: "resumed" })[1], []);
});

test("nothing is played twice, nor out of turn", () => {
  const [pending] = update(joinedRoom(), { type: "choose", id: "m1", uci: "h2e2" });

  assert.deepEqual(update(pending, { type: "choose", id: "m2", uci: "b2e2" }), [pending, []]);
  assert.deepEqual(update(joinedRoom({ you: null }), { type: "choose", id: "m1", uci: "h9g7" })[1], []);
});

test("an unconfirmed move is sent again, under its first id, when the room comes back with our turn", () => {
  const [pending] = update(joinedRoom(), { type: "choose", id: "m1", uci: "h2e2" });

  const [model, effects] = told(
    pending,
    { type: "connected", session: "s2", me: "ann" },
    { type: "done", id: "s2-0", room: "abcd", version: 2, digest: "d2" },
  );

  assert.deepEqual(effects, [move("m1", 0, "h2e2")]);
  assert.equal(model.pending?.id, "m1");
});

test("an unconfirmed move that had arrived is not sent again", () => {
  const [pending] = update(joinedRoom(), { type: "choose", id: "m1", uci: "h2e2" });

  const [model, effects] = told(pending, { type: "connected", session: "s2", me: "ann" }, moved(3, 0, "h2e2"), {
    type: "done",
    id: "s2-0",
    room: "abcd",
    version: 3,
    digest: "d3",
  });

  assert.deepEqual(effects, []);
  assert.equal(model.pending, null);
});

test("an unconfirmed move is dropped when the game is over in the room that comes back", () => {
  const [pending] = update(joinedRoom(), { type: "choose", id: "m1", uci: "h2e2" });
  const over = aRoom({
    version: 9,
    status: "over",
    outcome: { winner: "black", ending: "time", text: "", ruling: null },
  });

  const [model, effects] = told(pending, { type: "connected", session: "s2", me: "ann" }, over, {
    type: "done",
    id: "s2-0",
    room: "abcd",
    version: 9,
    digest: "d9",
  });

  assert.deepEqual(effects, []);
  assert.equal(model.pending, null);
});

test("an event that was counted is not counted again", () => {
  const model = joinedRoom();

  assert.deepEqual(update(model, moved(2, 0, "h2e2")), [model, []]);
});

test("a gap asks for what was missed, once", () => {
  const [asking, effects] = update(joinedRoom(), moved(5, 2, "h2e2"));

  assert.deepEqual(effects, [{ kind: "send", message: { type: "join", id: "s1-1", room: "abcd", since: 2 } }]);
  assert.deepEqual(update(asking, moved(6, 3, "h9g7"))[1], []);
});

test("a digest that differs at our version asks for the whole room", () => {
  const [, effects] = update(joinedRoom(), {
    type: "ping",
    n: 1,
    now_ms: 0,
    rtt_ms: null,
    rooms: [["abcd", 2, "other"]],
  });

  assert.deepEqual(effects, [{ kind: "send", message: { type: "join", id: "s1-1", room: "abcd" } }]);
});

test("a version we do not reach by the second heartbeat asks for what was missed", () => {
  const beat = message({ type: "ping", n: 1, now_ms: 0, rtt_ms: null, rooms: [["abcd", 3, "d3"]] });

  const [once, first] = update(joinedRoom(), beat);
  const [, second] = update(once, beat);

  assert.deepEqual(first, []);
  assert.deepEqual(second, [{ kind: "send", message: { type: "join", id: "s1-1", room: "abcd", since: 2 } }]);
});

test("a heartbeat without our room asks to join again", () => {
  const [, effects] = update(joinedRoom(), { type: "ping", n: 1, now_ms: 0, rtt_ms: null, rooms: [] });

  assert.deepEqual(effects, [{ kind: "send", message: { type: "join", id: "s1-1", room: "abcd", since: 2 } }]);
});

test("a room that does not exist is asked for a few times, then it is gone, in the server's words", () => {
  /** @param {number} n */
  const refusal = (n) => message({
    type: "refused",
    id: `s1-${n}`,
    code: "no_such_room",
    text: "No such room.",
    room: "abcd",
    version: null,
  });
  const [first] = update(unseenRoom("abcd"), { type: "connected", session: "s1", me: "ann" });

  const [, hoping] = update(first, refusal(0));
  const rounds = [0, 1, 2, 3].flatMap((n) => [refusal(n), message({ type: "try_again" })]);
  const [model, effects] = told(first, ...rounds, refusal(4));

  assert.deepEqual(hoping, [{ kind: "try_again" }]);
  assert.equal(model.gone, "No such room.");
  assert.deepEqual(effects, []);
  assert.deepEqual(update(model, { type: "ping", n: 1, now_ms: 0, rtt_ms: null, rooms: [] })[1], []);
});

test("a room that cannot be had just now is asked for again at the next heartbeat", () => {
  const [model] = told(
    unseenRoom("abcd"),
    { type: "connected", session: "s1", me: "ann" },
    { type: "refused", id: "s1-0", code: "unavailable", text: "Later.", room: "abcd", version: null },
  );

  const [, effects] = update(model, { type: "ping", n: 1, now_ms: 0, rtt_ms: null, rooms: [] });

  assert.deepEqual(effects, [{ kind: "send", message: { type: "join", id: "s1-1", room: "abcd" } }]);
});

test("a move that loses by repetition is played at the second word only", () => {
  const losing = [{ move: "h2e2", text: "This loses." }];
  const [warned] = update(joinedRoom(), legal(0, ["h2e2"], { losing }));

  const [asking, first] = update(warned, { type: "choose", id: "m1", uci: "h2e2" });
  const [, second] = update(asking, { type: "choose", id: "m2", uci: "h2e2" });

  assert.deepEqual(asking.asking, losing[0]);
  assert.deepEqual(first, [{ kind: "speak", text: "This loses.", urgent: true }]);
  assert.deepEqual(second, [move("m2", 0, "h2e2")]);
});

test("a room entered anew with the same moves keeps what may be played, and forgets it otherwise", () => {
  const [known] = told(joinedRoom(), legal(0, ["h2e2"]));

  const [same] = told(known, aRoom({ version: 5, digest: "d5" }));
  const [other] = told(known, { ...aRoom(), you: "black" });
  const [over] = told(known, { ...aRoom(), status: "over" });

  assert.deepEqual(same.legal?.moves, ["h2e2"]);
  assert.deepEqual([other.legal, over.legal], [null, null]);
});

test("a banned move is not played, and the reason is said", () => {
  const [warned] = update(joinedRoom(), legal(0, [], { banned: [{ move: "h2e2", text: "Banned." }] }));

  const [model, effects] = update(warned, { type: "choose", id: "m1", uci: "h2e2" });

  assert.equal(model.pending, null);
  assert.deepEqual(model.refusal, { text: "Banned.", uci: "h2e2", retryMs: null });
  assert.deepEqual(effects, [{ kind: "speak", text: "Banned.", urgent: true }]);
});

test("the other side's move is said by piece and squares; with check at once", () => {
  const [after] = told(joinedRoom(), moved(3, 0, "h2e2"));

  const [, quiet] = update(after, moved(4, 1, "h9g7"));
  const [, loud] = update(after, moved(4, 1, "h7e7", { check: true }));

  assert.deepEqual(quiet, [
    {
      kind: "say",
      urgent: false,
      key: "say.moved",
      vars: { piece: { key: "piece.n" }, from: "h9", to: "g7", victim: "" },
    },
  ]);
  assert.deepEqual(
    loud.map((said) => said.kind === "say" && [said.key, said.urgent]),
    [["say.check", true]],
  );
});

test("a move ends the draw offer of the other side, and a warning", () => {
  /** @type {import("../../client_js/src/messages").OpenOffer[]} */
  const offers = [{ what: "draw", side: "black", ply: 0 }];
  /** @type {import("./partial").Part<import("../../client_js/src/messages").RepetitionWarning>} */
  const warning = { text: "", occurrences: 2, rule_at: 4, side: "red", cycle: [], detail: {} };

  const [model] = told(joinedRoom({ offers, warning }), moved(3, 0, "h2e2"));

  assert.deepEqual(model.table?.offers, []);
  assert.equal(model.table?.warning, null);
});

test("an offer stands until it is declined", () => {
  const [offered, said] = update(joinedRoom(), event("offered", 3, { side: "black", what: "draw", ply: 0 }));
  const [declined] = update(offered, event("declined", 4, { side: "red", what: "draw" }));

  assert.deepEqual(offered.table?.offers, [{ what: "draw", side: "black", ply: 0 }]);
  assert.deepEqual(said, [{ kind: "say", urgent: true, key: "say.offered.draw", vars: { who: guest("bob") } }]);
  assert.deepEqual(declined.table?.offers, []);
});

test("who takes the free seat plays from then on", () => {
  const waiting = joinedRoom({ status: "waiting", red: null, you: null });

  const [model] = update(
    waiting,
    event("seated", 3, {
      side: "red",
      seat: { player: "ann", name: "Guest ann" },
      clock: clocks(1, 1, "red"),
    }),
  );

  assert.equal(model.table?.you, "red");
  assert.equal(isOurTurn(model), true);
});

test("players follow into their rematch; spectators are told of it", () => {
  /** @type {import("./partial").Part<import("../../client_js/src/messages").Room>} */
  const over = { status: "over", outcome: { winner: null, ending: "agreement", text: "", ruling: null } };

  const [, player] = update(joinedRoom(over), event("rematch_opened", 3, { next: "efgh" }));
  const [watched, spectator] = update(joinedRoom({ ...over, you: null }), event("rematch_opened", 3, { next: "efgh" }));

  assert.deepEqual(player, [{ kind: "go", room: "efgh" }]);
  assert.deepEqual(spectator, []);
  assert.equal(watched.table?.next, "efgh");
});

test("looking back stops at both ends, and the last position is the live one", () => {
  const [played] = told(joinedRoom(), moved(3, 0, "h2e2"), moved(4, 1, "h9g7"));
  /** @param {number | null} ply */
  const look = (ply) => update(played, { type: "show_ply", ply })[0].viewedPly;

  assert.deepEqual([look(-1), look(1), look(2), look(9), look(null)], [0, 1, null, null, null]);
});

test("squares typed are as good as pointed at; other texts are left to the server", () => {
  const losing = [{ move: "h2e2", text: "This loses." }];
  const [warned] = update(joinedRoom(), legal(0, ["h2e2", "b2e2"], { losing }));

  assert.deepEqual(update(warned, { type: "write", id: "m1", text: "h2e2" })[0].asking, losing[0]);
  assert.deepEqual(update(warned, { type: "write", id: "m1", text: "C2=5" })[1], [move("m1", 0, "C2=5")]);
});

test("an event of a newer server asks for the whole room", () => {
  const [, effects] = update(joinedRoom(), /** @type {Parameters<typeof update>[1]} */ ({ ...event("moved", 3), type: /** @type {string} */ ("moved_to_the_moon") }));

  assert.deepEqual(effects, [{ kind: "send", message: { type: "join", id: "s1-1", room: "abcd" } }]);
});

test("messages of another room change nothing", () => {
  const model = joinedRoom();

  assert.deepEqual(update(model, { ...moved(3, 0, "h2e2"), room: "zzzz" }), [model, []]);
});
