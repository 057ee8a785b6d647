import assert from "node:assert/strict";
import { test } from "node:test";

import { UNSEEN_LOBBY, update as updateLobby } from "../../client_js/src/models/lobby.js";
import { openSession } from "../../client_js/src/session/session.js";
import { aLine, aRoom, done, legal, message, moved, moveLines, T0_MS } from "./support.mjs";

/** @typedef {import("../../client_js/src/messages").ClientMessage} ClientMessage */

/** @typedef {ReturnType<typeof aSession>} Here */
/** @typedef {import("../../client_js/src/session/types").WithoutId<import("../../client_js/src/models/intents.js").Intent>} Intent */

const WELCOME = message({
  type: "welcome",
  player: "ann",
  name: "Guest ann",
  guest: true,
  operator: false,
  token: "t1",
  games: [],
  rules: [],
  durability: "primary",
  settings: {},
  now_ms: T0_MS,
  ping_ms: 10_000,
});

/**
 * A session whose server says what it is told to, and what it has sent since it was welcomed last.
 * @param {import("node:test").TestContext} t @param {import("../../client_js/src/session/types").SessionOptions} options
 */
function aSession(t, options = {}) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {ClientMessage[]} */
  let sent = [];
  const newLine = () => aLine((message) => sent.push(message));
  let line = newLine();
  const session = openSession("ws://here/ws", {
    ...options,
    connect() {
      line = newLine();
      return line.socket;
    },
  });
  /** @param {Parameters<typeof line.tell>} messages */
  const tell = (...messages) => line.tell(...messages);
  /** The line is open, for the first time or again. */
  function come() {
    line.open();
    const [hello] = sent.splice(0);
    assert.ok(hello.type === "hello");
    tell(WELCOME);
    return hello;
  }
  /** The line breaks, and a new one is tried. */
  function lose() {
    line.lose();
    t.mock.timers.tick(10_000);
    sent = [];
  }
  /** @param {ClientMessage["type"]} type */
  const idOf = (type) => sent.flatMap((message) => (message.type === type && "id" in message ? [message.id] : [])).at(-1);
  return { session, tell, come, lose, idOf, sent: () => sent };
}

/** A game is followed and Red may move. @param {Here} here */
function follow({ session, tell, come, idOf }) {
  come();
  session.follow("abcd");
  tell(aRoom(), done(idOf("join"), { room: "abcd", version: 2, digest: "d2" }), legal(0, ["h2e2"]));
}

test("a game is followed by its events, and a gap asks for what was missed", (t) => {
  const here = aSession(t);
  follow(here);

  here.tell(moved(3, 0, "h2e2"));
  assert.equal(here.session.state.room?.table?.moves.length, 1);
  here.tell(moved(5, 2, "h0g2"));

  const join = here.sent().at(-1);
  assert.ok(join?.type === "join");
  assert.deepEqual([join.room, join.since], ["abcd", 3]);
});

test("a move that was on its way when the line broke goes out again under its first id", async (t) => {
  const here = aSession(t);
  follow(here);
  await here.session.act({ type: "choose", uci: "h2e2" });
  const move = here.sent().at(-1);

  here.lose();
  here.come();
  here.tell(done(here.idOf("join"), { room: "abcd", version: 2, digest: "d2" }));

  assert.equal(move?.type, "move");
  assert.deepEqual(here.sent().at(-1), move);
});

test("what is said on a lost line goes out under its first id once the game is back, and once only", async (t) => {
  const here = aSession(t);
  follow(here);
  here.lose();
  await here.session.act({ type: "talk", to: "players", words: { text: "Nice move!" } });
  assert.deepEqual(here.sent(), []);

  here.come();
  here.tell(done(here.idOf("join"), { room: "abcd", version: 2, digest: "d2" }));
  const said = here.sent().at(-1);
  assert.ok(said?.type === "chat" && said.text === "Nice move!");
  here.tell(done(said.id));
  here.lose();
  here.come();
  here.tell(done(here.idOf("join"), { room: "abcd", version: 2, digest: "d2" }));

  assert.equal(here.idOf("chat"), undefined);
});

test("what was said as the line broke goes out again, and what is refused does not", async (t) => {
  const here = aSession(t);
  follow(here);
  await here.session.act({ type: "talk", to: "players", words: { phrase: "hello" } });
  const said = here.sent().at(-1);
  assert.ok(said?.type === "chat");

  here.lose();
  here.come();
  here.tell(done(here.idOf("join"), { room: "abcd", version: 2, digest: "d2" }));
  assert.deepEqual(here.sent().at(-1), said);
  here.tell({ type: "refused", id: said.id, code: "too_fast", text: "Wait.", room: "abcd", retry_ms: 2_000 });

  assert.deepEqual(here.session.state.room?.unsent, []);
  assert.equal(here.session.state.room?.refusal?.text, "Wait.");
});

/** The line breaks and comes back; the game is as it is told here. @param {Here} here @param {Parameters<Here["tell"]>} told */
function loseAndComeBack({ lose, come, tell, idOf, sent }, ...told) {
  lose();
  come();
  tell(...told, done(idOf("join"), { room: "abcd", version: 2, digest: "d2" }));
  return sent().filter(({ type }) => type !== "join");
}

for (const [what, intent, change] of /** @type {[string, Intent, Parameters<typeof aRoom>[0]][]} */ ([
  ["an offer", { type: "propose", what: "draw" }, {}],
  ["an answer", { type: "answer", what: "draw", yes: true }, { offers: [{ side: "black", what: "draw", ply: 0 }] }],
  ["a claim", { type: "claim", what: "win" }, {}],
  ["a premove taken back", { type: "order", what: "cancel_premove" }, {}],
])) {
  test(`${what} goes out again under its first id in the position it was meant for, and in no other`, async (t) => {
    const here = aSession(t);
    follow(here);
    here.tell(aRoom(change));
    await here.session.act(intent);
    const given = here.sent().at(-1);

    assert.deepEqual(loseAndComeBack(here), [given]);
    assert.deepEqual(loseAndComeBack(here, aRoom({ ...change, moves: moveLines("h2e2", "h9g7") })), []);
    assert.deepEqual(loseAndComeBack(here, aRoom(change)), []);
  });
}

test("a premove that was taken back does not take the next one with it", async (t) => {
  const here = aSession(t);
  follow(here);
  const blacks = aRoom({ moves: moveLines("h2e2") });
  here.tell(blacks);
  await here.session.act({ type: "choose", uci: "h0g2" });
  await here.session.act({ type: "order", what: "cancel_premove" });
  await here.session.act({ type: "choose", uci: "b0c2" });

  const again = loseAndComeBack(here, blacks);

  assert.deepEqual(again.map(({ type }) => type), ["cancel_premove", "premove"]);
});

test("an answer does not go out again when its offer is gone", async (t) => {
  const here = aSession(t);
  follow(here);
  here.tell(aRoom({ offers: [{ side: "black", what: "draw", ply: 0 }] }));
  await here.session.act({ type: "answer", what: "draw", yes: true });

  assert.deepEqual(loseAndComeBack(here, aRoom()), []);
});

test("a resignation goes out again as long as the game runs, whatever was played", async (t) => {
  const here = aSession(t);
  follow(here);
  await here.session.act({ type: "order", what: "resign" });
  const given = here.sent().at(-1);

  assert.deepEqual(loseAndComeBack(here, aRoom({ moves: moveLines("h2e2", "h9g7") })), [given]);
  assert.deepEqual(loseAndComeBack(here, aRoom({ status: "over" })), []);
});

test("a request that was not answered is made again, unchanged, and then answered", async (t) => {
  const here = aSession(t);
  here.come();
  const answer = here.session.ask({ type: "my_games" });
  await import("../../client_js/src/session/asker.js");
  const first = here.sent().at(-1);
  assert.ok(first?.type === "my_games");

  here.lose();
  here.come();
  here.tell({ type: "my_games", id: first.id, rows: [] });

  assert.deepEqual(here.sent()[0], first);
  assert.deepEqual((await answer).rows, []);
});

test("why a question was refused is heard by the one that asked, not by the game", async (t) => {
  const here = aSession(t);
  follow(here);
  const answer = here.session.ask({ type: "review", room: "abcd" });
  await import("../../client_js/src/session/asker.js");

  here.tell({ type: "refused", id: here.idOf("review") ?? "", code: "not_while_playing", text: "After your game.", room: "abcd", version: null, retry_ms: null });

  await assert.rejects(answer, /After your game/);
  assert.equal(here.session.state.room?.refusal, null);
});

test("a game that is left before it came is left when it comes", (t) => {
  const here = aSession(t);
  here.come();
  here.session.follow("abcd");
  here.session.follow(null);

  here.tell(aRoom());

  assert.equal(here.session.state.room, null);
  const leave = here.sent().at(-1);
  assert.ok(leave?.type === "leave");
  assert.equal(leave.room, "abcd");
});

test("a room that is kept is not left with the page", (t) => {
  const here = aSession(t, { keeps: (room) => room === "abcd" });
  follow(here);

  here.session.follow(null);

  assert.equal(here.idOf("leave"), undefined);
});

test("a token is shown again, and one that is not known any more is forgotten", (t) => {
  const here = aSession(t);
  const first = here.come();
  here.lose();
  const second = here.come();

  assert.deepEqual([first.token, second.token], [undefined, "t1"]);
});

test("a model that is held hears everything, and what it wants is done", (t) => {
  const here = aSession(t);
  /** @type {string[]} */
  const wanted = [];
  here.come();
  const lobby = here.session.hold(updateLobby, UNSEEN_LOBBY, (_, effects) => effects.forEach(here.session.perform));

  lobby.tell({ type: "enter", id: "c1", me: "ann" });
  here.session.listen((message) => wanted.push(message.type));
  here.tell({ type: "lobby", seeks: [], pools: [], players_online: 3, your_waits: [], your_seek: null });

  assert.deepEqual(here.sent().at(-1), { type: "watch_lobby", id: "c1" });
  assert.equal(lobby.model.here, 3);
  assert.deepEqual(wanted, ["lobby"]);
});

test("the server's time stands still while it pauses", (t) => {
  const here = aSession(t);
  here.come();

  here.tell({ type: "paused", text: "Wait." });

  assert.equal(here.session.now(), here.session.state.pausedAtMs);
  here.tell({ type: "resumed" });
  assert.equal(here.session.state.pausedAtMs, null);
});
