import assert from "node:assert/strict";
import { test } from "node:test";

import { freshId, openLink, pauseMs } from "../../client_js/src/session/link.js";
import { decode, encode } from "../../client_js/vendor/msgpack.js";

const PING_MS = 2_500;

/** A server at the other end of the line, which says what it is told to. */
function aServer() {
  const said = [];
  const socket = {
    send: (bytes) => said.push(decode(bytes)),
    close() {},
    tell: (message) => socket.onmessage({ data: encode(message) }),
  };
  return { socket, said };
}

/** A link that has been welcomed, in virtual time, and what its owner was told. */
function aWelcomedLink(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { socket, said } = aServer();
  const states = [];
  let doubt;
  const link = openLink("ws://here/ws", {
    introduction: () => ({ token: null, language: "en" }),
    keepToken() {},
    hear() {},
    changed: (state) => states.push(state),
    wake: (_hurry, doubting) => (doubt = doubting),
    connect: () => socket,
  });
  socket.onopen();
  socket.tell({ type: "welcome", ping_ms: PING_MS, token: null });
  states.length = 0;
  return { link, socket, said, states, doubt, pass: (ms) => t.mock.timers.tick(ms) };
}

test("pauses between tries grow, are spread, and have a limit", () => {
  assert.equal(pauseMs(0, 0), 150);
  assert.ok(pauseMs(3, 0.5) > pauseMs(2, 0.5));
  assert.equal(pauseMs(30, 0), 4_000);
  assert.ok(pauseMs(30, 0.999) <= 8_000);
});

test("ids of commands are new each time and fit the wire", () => {
  const ids = Array.from({ length: 100 }, freshId);

  assert.equal(new Set(ids).size, 100);
  for (const id of ids) assert.match(id, /^[a-z0-9]{9,29}$/);
});

test("a line with its beats is never doubted, also when they are late by half", (t) => {
  const { socket, said, states, pass } = aWelcomedLink(t);

  for (let n = 1; n <= 20; n += 1) {
    pass(PING_MS * 1.5);
    socket.tell({ type: "ping", n, next_ms: PING_MS });
  }

  assert.deepEqual(states, []);
  assert.deepEqual(said.at(-1), { type: "pong", n: 20 });
});

test("a line is silent within five seconds of the last word, open with the next one, and lost when none comes", (t) => {
  const { socket, states, pass } = aWelcomedLink(t);

  pass(4_000);
  assert.deepEqual(states, []);
  pass(1_000);
  assert.deepEqual(states, ["silent"]);
  socket.tell({ type: "ping", n: 1, next_ms: PING_MS });
  assert.deepEqual(states, ["silent", "open"]);
  pass(3 * PING_MS);
  assert.deepEqual(states, ["silent", "open", "silent", "lost"]);
});

test("a line is doubted by what the last beat promised of the next one", (t) => {
  const { socket, said, states, pass } = aWelcomedLink(t);

  socket.tell({ type: "ping", n: 1, next_ms: 4 * PING_MS });
  pass(4 * PING_MS);
  const early = [...states];
  pass(PING_MS);

  assert.deepEqual(said.slice(1), [{ type: "pong", n: 1 }]);
  assert.deepEqual([early, states], [[], ["silent"]]);
});

test("whoever does something hears soon that the server is silent, however far the next beat is", (t) => {
  const { link, socket, states, pass } = aWelcomedLink(t);
  const beat = { type: "ping", n: 1, next_ms: 4 * PING_MS };

  socket.tell(beat);
  link.send({ type: "join", id: "a1", room: "abcd" });
  pass(3_000);
  link.send({ type: "join", id: "a2", room: "abcd" });
  const early = [...states];
  pass(2_000);
  const late = [...states];
  socket.tell(beat);
  pass(4 * PING_MS);

  assert.deepEqual([early, late, states], [[], ["silent"], ["silent", "open"]]);
});

test("what is sent into a dead line does not put off that it is noticed", (t) => {
  const { link, states, pass } = aWelcomedLink(t);

  for (let i = 0; i < 8; i += 1) {
    link.send({ type: "join", id: `a${i}`, room: "abcd" });
    pass(1_000);
  }

  assert.deepEqual(states.slice(0, 2), ["silent", "lost"]);
});

test("a network that says it is gone is believed at once, until something comes", (t) => {
  const { socket, states, doubt } = aWelcomedLink(t);

  doubt();
  doubt();
  socket.tell({ type: "ping", n: 1, next_ms: PING_MS });

  assert.deepEqual(states, ["silent", "open"]);
});
