import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { follow, games, openSession } from "../../client_js/library/index.js";
import { tokenFile } from "../../client_js/library/node.js";
import { aLine, aRoom, done, event, legal, message, moved, T0_MS } from "./support.mjs";

/** @template T @typedef {import("./partial").Part<T>} Part */
/** @typedef {import("../../client_js/src/messages").ClientMessage} ClientMessage */

const WELCOME = message({ type: "welcome", player: "ann", name: "Guest ann", guest: true, operator: false, token: null, settings: {} });
const SESSION = { ...WELCOME, games: [], rules: [], durability: "primary", now_ms: T0_MS, ping_ms: 60_000 };
/** @type {import("../../client_js/src/messages").Outcome} */
const OVER = { winner: "red", ending: "resign", text: "Black resigned.", ruling: null, reason: null, result: "red" };

/**
 * A session, and the server that the test is: `asked` waits for the next message of a type.
 * @param {import("node:test").TestContext} t @param {Part<import("../../client_js/src/messages").Welcome>} welcome
 */
function aServer(t, welcome = {}) {
  /** @type {ClientMessage[]} */
  const sent = [];
  let came = () => {};
  const line = aLine((message) => {
    sent.push(message);
    came();
  });
  const session = openSession("ws://here/ws", { connect: () => line.socket });
  /** @template {ClientMessage["type"]} T @param {T} type */
  async function asked(type) {
    for (;;) {
      const at = sent.findIndex((message) => message.type === type);
      if (at >= 0) return /** @type {Extract<ClientMessage, {type: T}>} */ (sent.splice(at, 1)[0]);
      await new Promise((/** @type {(value: void) => void} */ resolve) => (came = resolve));
    }
  }
  line.open();
  line.tell({ ...SESSION, ...welcome });
  t.after(() => session.close());
  return { session, tell: line.tell, asked };
}

/** What a generator yields next. @template T @param {AsyncGenerator<T, void, void>} generator */
async function nextOf(generator) {
  const { done: isDone, value } = await generator.next();
  assert.ok(!isDone && value);
  return value;
}

/** Answer the join that comes by a whole room. @param {ReturnType<typeof aServer>} server @param {Part<import("../../client_js/src/messages").Room>} change */
async function letIn({ tell, asked }, change = {}) {
  const { id, room } = await asked("join");
  tell(aRoom({ room, ...change }), done(id, { room }));
}

test("a turn is played once it is there, and the turns end with the game", async (t) => {
  const here = aServer(t);
  const following = follow(here.session, "abcd");
  await letIn(here);
  const game = await following;
  const turns = game.turns();
  here.tell(legal(0, ["a0a1", "h2e2"], { losing: [{ move: "a0a1", text: "It loses." }] }));
  const turn = await nextOf(turns);
  const playing = turn.play("h2e2");
  const move = await here.asked("move");
  here.tell(moved(3, 0, "h2e2"), done(move.id, { room: "abcd" }));
  await playing;
  const last = turns.next();
  here.tell(event("ended", 4, { outcome: OVER, clock: aRoom().clock }));

  assert.deepEqual([turn.ply, turn.moves, turn.safeMoves], [0, ["a0a1", "h2e2"], ["h2e2"]]);
  assert.deepEqual([move.ply, move.text], [0, "h2e2"]);
  assert.deepEqual(await last, { done: true, value: undefined });
  assert.equal((await game.over()).text, "Black resigned.");
});

test("a move that loses by repetition is played at one word of a program", async (t) => {
  const here = aServer(t);
  const following = follow(here.session, "abcd");
  await letIn(here);
  const turns = (await following).turns();
  here.tell(legal(0, ["a0a1"], { losing: [{ move: "a0a1", text: "It loses." }] }));
  const turn = await nextOf(turns);
  void turn.play("a0a1");

  assert.deepEqual(turn.safeMoves, ["a0a1"]);
  assert.equal((await here.asked("move")).text, "a0a1");
});

test("a move that came too fast is played again when it may, and one that is illegal is told", async (t) => {
  const here = aServer(t);
  const following = follow(here.session, "abcd");
  await letIn(here);
  const turns = (await following).turns();
  here.tell(legal(0, ["h2e2"]));
  const turn = await nextOf(turns);
  /** @param {{id: string}} refused @param {string} code @param {number | null} retryMs */
  const refused = ({ id }, code, retryMs) => message({ type: "refused", id, code, text: code, room: "abcd", version: 2, retry_ms: retryMs });
  const playing = turn.play("h2e2");
  here.tell(refused(await here.asked("move"), "too_fast", 1));
  here.tell(refused(await here.asked("move"), "illegal_move", null));

  await assert.rejects(playing, { message: "illegal_move" });
});

test("games that run come first, then those of the pool, each once; the one before is left", async (t) => {
  const here = aServer(t, { games: [{ room: "older", side: "red", live: false }, { room: "abcd", side: "red", live: false }] });
  const coming = games(here.session, { pool: "5+3" });
  const first = nextOf(coming);
  await letIn(here, { status: "over", outcome: OVER });
  await letIn(here);
  assert.equal((await first).room, "abcd");

  const second = nextOf(coming);
  here.tell({ type: "refused", id: (await here.asked("queue")).id, code: "already_playing", text: "", room: null, version: null, retry_ms: null });
  here.tell({ type: "game_opened", room: "newer", side: "red", live: true });
  await letIn(here);

  assert.equal((await second).room, "newer");
  assert.deepEqual([(await here.asked("leave")).room, (await here.asked("leave")).room], ["older", "abcd"]);
});

test("who has missed games waits in the pool again once it may", async (t) => {
  const here = aServer(t);
  const coming = games(here.session, { pool: "5+3" });
  const first = nextOf(coming);
  here.tell({ type: "refused", id: (await here.asked("queue")).id, code: "missed_games", text: "", room: null, version: null, retry_ms: 1 });
  here.tell(done((await here.asked("queue")).id));
  here.tell({ type: "game_opened", room: "newer", side: "red", live: true });
  await letIn(here);

  assert.equal((await first).room, "newer");
});

test("a game that the session does not follow any more says so", async (t) => {
  const here = aServer(t);
  const following = follow(here.session, "abcd");
  await letIn(here);
  const game = await following;
  here.session.follow(null);

  await assert.rejects(game.turns().next(), { message: "the session does not follow abcd any more" });
});

test("a token is kept in a file of its owner's, and one that is not known any more is an error", () => {
  const folder = mkdtempSync(join(tmpdir(), "token-"));
  const path = join(folder, "token");
  const token = tokenFile(path);

  assert.equal(token.read(), null);
  token.keep("one");
  token.keep("two");
  assert.equal(token.read(), "two");
  assert.equal(readFileSync(path, "ascii"), "two\n");
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ["token"]);
  assert.throws(() => token.keep(null), /does not know the token/);
});
