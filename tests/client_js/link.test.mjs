import assert from "node:assert/strict";
import { test } from "node:test";

import { askAgainMs, freshId, openLink, pauseMs, toldPauseMs } from "../../client_js/src/session/link.js";
import { aLine, message } from "./support.mjs";

const PING_MS = 2_500;

/** A link that has been welcomed, in virtual time, and what its owner was told. @param {import("node:test").TestContext} t */
function aWelcomedLink(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {import("../../client_js/src/messages").ClientMessage[]} */
  const said = [];
  const line = aLine((message) => said.push(message));
  /** @type {import("../../client_js/src/session/link.js").LinkState[]} */
  const states = [];
  /** @type {() => void} */
  let doubt = () => assert.fail("nothing can be doubted yet");
  const link = openLink("ws://here/ws", {
    introduction: () => ({ token: null, language: "en" }),
    keepToken() {},
    hear() {},
    changed: (state) => states.push(state),
    wake: (_hurry, doubting) => (doubt = doubting),
    connect: () => line.socket,
  });
  line.open();
  line.tell({ type: "welcome", ping_ms: PING_MS, token: null });
  states.length = 0;
  return { link, line, said, states, doubt, pass: (/** @type {number} */ ms) => t.mock.timers.tick(ms) };
}

test("pauses between tries grow, are spread, and have a limit", () => {
  assert.equal(pauseMs(0, 0), 150);
  assert.ok(pauseMs(3, 0.5) > pauseMs(2, 0.5));
  assert.equal(pauseMs(30, 0), 4_000);
  assert.ok(pauseMs(30, 0.999) <= 8_000);
});

test("a server is not believed that wants us back at once, or never", () => {
  assert.deepEqual([0, -5, 20, 1_234, 10 ** 15].map(toldPauseMs), [1_000, 1_000, 1_000, 1_234, 3_600_000]);
  assert.deepEqual([0, -5, 20, 1_234, 10 ** 15].map(askAgainMs), [100, 100, 100, 1_234, 3_600_000]);
});

test("a link comes back a second after a goodbye that asks for less", (t) => {
  const { line, states, pass } = aWelcomedLink(t);

  line.tell({ type: "bye", code: "moving", text: "", retry_ms: 0 });
  pass(999);
  assert.deepEqual(states, ["lost"]);
  pass(1);
  assert.deepEqual(states, ["lost", "opening"]);
});

test("a server that only ever says welcome is come back to ever later", (t) => {
  t.mock.method(Math, "random", () => 0);
  const { line, states, pass } = aWelcomedLink(t);

  for (const pauseMs of [150, 300, 600]) {
    line.lose();
    states.length = 0;
    pass(pauseMs - 1);
    assert.deepEqual(states, []);
    pass(1);
    assert.deepEqual(states, ["opening"]);
    line.open();
    line.tell({ type: "welcome", ping_ms: PING_MS, token: null });
  }
});

test("ids of commands are new each time and fit the wire", () => {
  const ids = Array.from({ length: 100 }, freshId);

  assert.equal(new Set(ids).size, 100);
  for (const id of ids) assert.match(id, /^[a-z0-9]{9,29}$/);
});

test("a line with its beats is never doubted, also when they are late by half", (t) => {
  const { line, said, states, pass } = aWelcomedLink(t);

  for (let n = 1; n <= 20; n += 1) {
    pass(PING_MS * 1.5);
    line.tell({ type: "ping", n, next_ms: PING_MS });
  }

  assert.deepEqual(states, []);
  assert.deepEqual(said.at(-1), { type: "pong", n: 20 });
});

test("a line is silent within five seconds of the last word, open with the next one, and lost when none comes", (t) => {
  const { line, states, pass } = aWelcomedLink(t);

  pass(4_000);
  assert.deepEqual(states, []);
  pass(1_000);
  assert.deepEqual(states, ["silent"]);
  line.tell({ type: "ping", n: 1, next_ms: PING_MS });
  assert.deepEqual(states, ["silent", "open"]);
  pass(3 * PING_MS);
  assert.deepEqual(states, ["silent", "open", "silent", "lost"]);
});

test("a line is doubted by what the last beat promised of the next one", (t) => {
  const { line, said, states, pass } = aWelcomedLink(t);

  line.tell({ type: "ping", n: 1, next_ms: 4 * PING_MS });
  pass(4 * PING_MS);
  const early = [...states];
  pass(PING_MS);

  assert.deepEqual(said.slice(1), [{ type: "pong", n: 1 }]);
  assert.deepEqual([early, states], [[], ["silent"]]);
});

test("whoever does something hears soon that the server is silent, however far the next beat is", (t) => {
  const { link, line, states, pass } = aWelcomedLink(t);
  const beat = message({ type: "ping", n: 1, next_ms: 4 * PING_MS });

  line.tell(beat);
  link.send({ type: "join", id: "a1", room: "abcd" });
  pass(3_000);
  link.send({ type: "join", id: "a2", room: "abcd" });
  const early = [...states];
  pass(2_000);
  const late = [...states];
  line.tell(beat);
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
  const { line, states, doubt } = aWelcomedLink(t);

  doubt();
  doubt();
  line.tell({ type: "ping", n: 1, next_ms: PING_MS });

  assert.deepEqual(states, ["silent", "open"]);
});
