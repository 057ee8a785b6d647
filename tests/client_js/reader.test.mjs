import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";

import { openReader, Refused } from "../../client_js/library/index.js";
import { addressOf } from "../../client_js/library/reader.js";
import { message } from "./support.mjs";

/** @typedef {import("./partial").Told} Told */
/** @typedef {import("node:http").ServerResponse} Response */

/** @param {number} version @param {import("../../client_js/src/messages").Room["status"]} status */
const room = (version, status = "playing") => message({ type: "room", room: "abcd", version, status, moves: [] });
/** @param {number} version */
const moved = (version) => message({ type: "moved", room: "abcd", version, uci: "h2e2" });

/** A server that answers each request in turn as told; what was asked is kept. @param {import("node:test").TestContext} t @param {((response: Response) => void)[]} answers */
async function aServer(t, ...answers) {
  /** @type {import("node:http").IncomingMessage[]} */
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const answer = answers.shift();
    assert.ok(answer, "nothing more was to be asked");
    answer(response);
  });
  await new Promise((/** @type {(value: void) => void} */ resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, asked };
}

/** A tenth of a second passes in about a millisecond, as long as something is waited for. @param {import("node:test").TestContext} t */
function timeThatPasses(t) {
  const { setTimeout: wait } = globalThis;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(AbortSignal, "timeout", (/** @type {number} */ ms) => {
    const given = new AbortController();
    setTimeout(() => given.abort(), ms);
    return given.signal;
  });
  /** @template T @param {Promise<T>} coming */
  return async (coming) => {
    let isOver = false;
    const over = () => void (isOver = true);
    coming.then(over, over);
    for (let ms = 0; !isOver && ms < 120_000; ms += 100) {
      await new Promise((resolve) => wait(resolve, 1));
      t.mock.timers.tick(100);
    }
    assert.ok(isOver, "it is waited for without an end");
    return coming;
  };
}

/** @template T @param {AsyncIterable<T>} told */
async function all(told) {
  const found = [];
  for await (const one of told) found.push(one);
  return found;
}

/** @param {object} content @returns {(response: Response) => void} */
const says = (content, status = 200) => (response) => response.writeHead(status).end(JSON.stringify(content));
/** @param {(Told | "")[]} messages */
const lines = (...messages) => messages.map((told) => `${told && JSON.stringify(told)}\n`).join("");
/** @param {(Told | "")[]} messages @returns {(response: Response) => void} */
const streams = (...messages) => (response) => response.end(lines(...messages));
/** Some lines, and then the connection is gone. @param {(Told | "")[]} messages @returns {(response: Response) => void} */
const breaksOff = (...messages) => (response) => response.write(lines(...messages), () => response.destroy());
/** @param {import("../../client_js/src/messages").ServerMessage[]} messages */
const versions = (messages) => messages.map((told) => "version" in told && told.version);

test("a request becomes the address that says most of it in its path", () => {
  assert.equal(addressOf({ type: "games", player: "ann", rated: true }), "/api/games?player=ann&rated=true");
  assert.equal(addressOf({ type: "profile", player: "ann" }), "/api/player/ann");
  assert.equal(addressOf({ type: "profile", name: "B & o" }), "/api/player?name=B+%26+o");
  assert.equal(addressOf({ type: "leaderboard", speed: "rapid" }), "/api/leaderboard/rapid");
  assert.equal(addressOf({ type: "my_games" }), "/api/my/games");
});

test("what no address says is not asked", () => {
  assert.throws(() => addressOf({ type: "move", room: "abcd", ply: 0, text: "h2e2" }), TypeError);
  assert.throws(() => addressOf({ type: "my_games", follow: true }), TypeError);
});

test("games come page after page, with the token and in the language asked for", async (t) => {
  /** @param {string | null} next @param {string[]} names */
  const page = (next, ...names) => says({ type: "games", rows: names.map((name) => ({ room: name })), next });
  const { url, asked } = await aServer(t, page("abc", "one", "two"), page(null, "three"));

  const found = await all(openReader(url, { token: "t", language: "vi" }).games({ type: "games", player: "ann" }));

  assert.deepEqual(found.map((game) => game.room), ["one", "two", "three"]);
  assert.deepEqual(asked.map((request) => request.url), ["/api/games?player=ann", "/api/games?player=ann&after=abc"]);
  assert.equal(asked[0].headers.authorization, "Bearer t");
  assert.equal(asked[0].headers["accept-language"], "vi");
});

test("a refusal is told by its code, one that passes is waited for", async (t) => {
  const { url } = await aServer(
    t,
    says({ code: "too_fast", text: "Wait.", retry_ms: 1 }, 429),
    says({ code: "no_such_room", text: "No.", retry_ms: null }, 404),
  );

  await assert.rejects(openReader(url).room("abcd"), (error) => error instanceof Refused && error.code === "no_such_room");
});

test("a wait that is asked for may be longer than a server may be silent, which is not waited for", async (t) => {
  const pass = timeThatPasses(t);
  const { url } = await aServer(
    t,
    says({ code: "too_fast", text: "Wait.", retry_ms: 40_000 }, 429),
    says(room(2)),
    () => {}, // takes the connection, and says nothing
    streams(room(3, "over")),
  );

  assert.equal((await pass(openReader(url).room("abcd"))).version, 2);
  assert.deepEqual(versions(await pass(all(openReader(url).follow("abcd")))), [3]);
});

test("a game is followed to its end over lost connections, from the last version on", async (t) => {
  const ended = message({ type: "ended", room: "abcd", version: 6 });
  const bye = message({ type: "bye", code: "moving", text: "", retry_ms: 1 });
  const { url, asked } = await aServer(
    t,
    breaksOff(room(2), "", moved(3)),
    streams(moved(4), bye),
    (response) => response.destroy(),
    streams(moved(5), ended, moved(7)),
  );

  const told = await all(openReader(url).follow("abcd"));

  assert.deepEqual(versions(told), [2, 3, 4, 5, 6]);
  assert.deepEqual(
    asked.map((request) => request.url?.replace("/api/game/abcd/stream", "")),
    ["", "?version=3", "?version=4", "?version=4"],
  );
});
