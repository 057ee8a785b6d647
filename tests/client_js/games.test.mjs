import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { follow, games, openSession } from "../../client_js/library/index.js";
import { tokenFile } from "../../client_js/library/node.js";
import { decode, encode } from "../../client_js/vendor/msgpack.js";
import { aRoom, event, legal, moved, T0_MS } from "./support.mjs";

const WELCOME = { type: "welcome", player: "ann", name: "Guest ann", guest: true, operator: false, token: null, settings: {} };
const SESSION = { ...WELCOME, games: [], rules: [], durability: "primary", now_ms: T0_MS, ping_ms: 60_000 };
const OVER = { winner: "red", ending: "resign", text: "Black resigned.", ruling: null };

/** A session, and the server that the test is: `asked` waits for the next message of a type. */
function aServer(t, welcome = {}) {
  let socket;
  const sent = [];
  let came = () => {};
  const connect = () => (socket = { send: (bytes) => (sent.push(decode(bytes)), came()), close() {} });
  const session = openSession("ws://here/ws", { connect });
  const tell = (...messages) => messages.forEach((message) => socket.onmessage({ data: encode(message) }));
  async function asked(type) {
    for (;;) {
      const at = sent.findIndex((message) => message.type === type);
      if (at >= 0) return sent.splice(at, 1)[0];
      await new Promise((resolve) => (came = resolve));
    }
  }
  socket.onopen();
  tell({ ...SESSION, ...welcome });
  t.after(() => session.close());
  return { session, tell, asked, sent };
}

const done = ({ id }, room = null) => ({ type: "done", id, room, version: null, digest: null });

/** Answer the join that comes by a whole room. */
async function letIn({ tell, asked }, change = {}) {
  const join = await asked("join");
  tell(aRoom({ room: join.room, ...change }), done(join, join.room));
}

test("a turn is played once it is there, and the turns end with the game", async (t) => {
  const here = aServer(t);
  const following = follow(here.session, "abcd");
  await letIn(here);
  const game = await following;
  const turns = game.turns();
  here.tell(legal(0, ["a0a1", "h2e2"], { losing: [{ move: "a0a1", text: "It loses." }] }));
  const { value: turn } = await turns.next();
  const playing = turn.play("h2e2");
  const move = await here.asked("move");
  here.tell(moved(3, 0, "h2e2"), done(move, "abcd"));
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
  const { value: turn } = await turns.next();
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
  const { value: turn } = await turns.next();
  const refused = ({ id }, code, retryMs) => ({ type: "refused", id, code, text: code, room: "abcd", version: 2, retry_ms: retryMs });
  const playing = turn.play("h2e2");
  here.tell(refused(await here.asked("move"), "too_fast", 1));
  here.tell(refused(await here.asked("move"), "illegal_move", null));

  await assert.rejects(playing, { message: "illegal_move" });
});

test("games that run come first, then those of the pool, each once; the one before is left", async (t) => {
  const here = aServer(t, { games: [{ room: "older", side: "red", live: false }, { room: "abcd", side: "red", live: false }] });
  const coming = games(here.session, { pool: "5+3" });
  const first = coming.next();
  await letIn(here, { status: "over", outcome: OVER });
  await letIn(here);
  assert.equal((await first).value.room, "abcd");

  const second = coming.next();
  here.tell({ type: "refused", id: (await here.asked("queue")).id, code: "already_playing", text: "", room: null, version: null, retry_ms: null });
  here.tell({ type: "game_opened", room: "newer", side: "red", live: true });
  await letIn(here);

  assert.equal((await second).value.room, "newer");
  assert.deepEqual([(await here.asked("leave")).room, (await here.asked("leave")).room], ["older", "abcd"]);
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
