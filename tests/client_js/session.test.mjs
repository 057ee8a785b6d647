import assert from "node:assert/strict";
import { test } from "node:test";

import { UNSEEN_LOBBY, update as updateLobby } from "../../client_js/src/models/lobby.js";
import { openSession } from "../../client_js/src/session/session.js";
import { decode, encode } from "../../client_js/vendor/msgpack.js";
import { aRoom, legal, moved, T0_MS } from "./support.mjs";

const WELCOME = {
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
};

/** A session whose server says what it is told to, and what it has sent since it was welcomed last. */
function aSession(t, options = {}) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let socket;
  let sent = [];
  const session = openSession("ws://here/ws", {
    ...options,
    connect() {
      socket = { send: (bytes) => sent.push(decode(bytes)), close() {} };
      return socket;
    },
  });
  const tell = (...messages) => messages.forEach((message) => socket.onmessage({ data: encode(message) }));
  /** The line is open, for the first time or again. */
  function come() {
    socket.onopen();
    const [hello] = sent.splice(0);
    tell(WELCOME);
    return hello;
  }
  /** The line breaks, and a new one is tried. */
  function lose() {
    socket.onclose();
    t.mock.timers.tick(10_000);
    sent = [];
  }
  const idOf = (type) => sent.findLast((message) => message.type === type)?.id;
  return { session, tell, come, lose, idOf, sent: () => sent };
}

/** A game is followed and Red may move. */
function follow({ session, tell, come, idOf }) {
  come();
  session.follow("abcd");
  tell(aRoom(), { type: "done", id: idOf("join"), room: "abcd", version: 2, digest: "d2" }, legal(0, ["h2e2"]));
}

test("a game is followed by its events, and a gap asks for what was missed", (t) => {
  const here = aSession(t);
  follow(here);

  here.tell(moved(3, 0, "h2e2"));
  assert.equal(here.session.state.room.table.moves.length, 1);
  here.tell(moved(5, 2, "h0g2"));

  const join = here.sent().at(-1);
  assert.deepEqual([join.type, join.room, join.since], ["join", "abcd", 3]);
});

test("a move that was on its way when the line broke goes out again under its first id", async (t) => {
  const here = aSession(t);
  follow(here);
  await here.session.act({ type: "choose", uci: "h2e2" });
  const move = here.sent().at(-1);

  here.lose();
  here.come();
  here.tell({ type: "done", id: here.idOf("join"), room: "abcd", version: 2, digest: "d2" });

  assert.equal(move.type, "move");
  assert.deepEqual(here.sent().at(-1), move);
});

test("a request that was not answered is made again, unchanged, and then answered", async (t) => {
  const here = aSession(t);
  here.come();
  const answer = here.session.ask({ type: "my_games" });
  await import("../../client_js/src/session/asker.js");
  const first = here.sent().at(-1);

  here.lose();
  here.come();
  here.tell({ type: "my_games", id: first.id, rows: [] });

  assert.deepEqual(here.sent()[0], first);
  assert.deepEqual((await answer).rows, []);
});

test("a game that is left before it came is left when it comes", (t) => {
  const here = aSession(t);
  here.come();
  here.session.follow("abcd");
  here.session.follow(null);

  here.tell(aRoom());

  assert.equal(here.session.state.room, null);
  assert.deepEqual([here.sent().at(-1).type, here.sent().at(-1).room], ["leave", "abcd"]);
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
