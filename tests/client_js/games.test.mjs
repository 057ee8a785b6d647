import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { openSession } from "../../client_js/library/index.js";
import { tokenFile } from "../../client_js/library/node.js";
import { aLine, aRoom, clocks, done, event, legal, message, moved, moveLines, START, T0_MS } from "./support.mjs";

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

/** Answer the `leave` that comes; the room that was left. @param {ReturnType<typeof aServer>} server */
async function letGo({ tell, asked }) {
  const { id, room } = await asked("leave");
  tell(done(id, { room }));
  return room;
}

test("a turn is played once it is there, and the turns end with the game", async (t) => {
  const here = aServer(t);
  const following = here.session.join("abcd");
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
  const following = here.session.join("abcd");
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
  const following = here.session.join("abcd");
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
  const coming = here.session.games({ pool: "5+3" });
  const first = nextOf(coming);
  await letIn(here, { status: "over", outcome: OVER });
  const left = await letGo(here);
  await letIn(here);
  assert.equal((await first).room, "abcd");

  const second = nextOf(coming);
  const leftNext = await letGo(here);
  here.tell({ type: "refused", id: (await here.asked("queue")).id, code: "already_playing", text: "", room: null, version: null, retry_ms: null });
  here.tell({ type: "game_opened", room: "newer", side: "red", live: true });
  await letIn(here);

  assert.equal((await second).room, "newer");
  assert.deepEqual([left, leftNext], ["older", "abcd"]);
});

test("two games are held at once, and a new line asks for what was missed of each", async (t) => {
  const here = aServer(t);
  const [one, two] = [here.session.join("abcd"), here.session.join("efgh")];
  await letIn(here);
  await letIn(here, { you: "black" });
  const [red, black] = [await one, await two];
  const came = black.changed();
  here.tell(moved(3, 0, "h2e2", { room: "efgh" }));
  await came;
  here.tell({ ...SESSION });
  const joins = [await here.asked("join"), await here.asked("join")];

  assert.deepEqual([red.moves, black.moves, red.isMyTurn, black.isMyTurn], [[], ["h2e2"], true, true]);
  assert.deepEqual(joins.map(({ room, since }) => [room, since]), [["abcd", 2], ["efgh", 3]]);
  assert.notEqual(joins[0].id, joins[1].id);
  for (const { id } of joins) assert.match(id, /^[\w-]{1,32}$/); // as the server wants them
});

test("a turn tells the position, what the rules say of the moves, and the time left", async (t) => {
  const here = aServer(t);
  const following = here.session.join("abcd");
  await letIn(here, { you: "black", moves: moveLines("h2e2", "h7h0"), start_fen: START.replace("0 1", "5 9"), at_ms: T0_MS, clock: clocks(300_000, 240_000, "red") });
  const game = await following;
  const turns = game.turns();
  here.tell(moved(3, 2, "i0h0", { clock: clocks(300_000, 240_000, "black"), at_ms: here.session.nowMs + 60_000 }), legal(3, ["h9g7"]));
  const { fen, cells, leftMs, legal: told, ply } = await nextOf(turns);

  assert.equal(fen, "rnbakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABR1 b - - 0 10");
  assert.deepEqual([cells, fen, ply], [game.cells, game.fen, 3]);
  assert.deepEqual([leftMs, told.moves], [240_000, ["h9g7"]]);
});

test("a position comes once, also over a lost line, and again when it was taken back to", async (t) => {
  const here = aServer(t);
  const following = here.session.join("abcd");
  await letIn(here);
  const turns = (await following).turns();
  here.tell(legal(0, ["h2e2"]));
  await nextOf(turns);
  here.tell({ ...SESSION });
  await letIn(here);
  here.tell(legal(0, ["h2e2"]), moved(3, 0, "h2e2"), event("took_back", 4, { plies: 1, check: false, side: "red", clock: aRoom().clock }), legal(0, ["b2e2"]));

  assert.deepEqual((await nextOf(turns)).moves, ["b2e2"]);
});

test("a room that may not be joined is told as a refusal, and can be asked for again", async (t) => {
  const here = aServer(t);
  const following = here.session.join("abcd");
  here.tell({ type: "refused", id: (await here.asked("join")).id, code: "too_many_rooms", text: "Too many.", room: "abcd", version: null, retry_ms: null });
  await assert.rejects(following, { code: "too_many_rooms", text: "Too many." });

  const again = here.session.join("abcd");
  await letIn(here);
  assert.equal((await again).room, "abcd");
});

test("events come from the moment they were asked for, of the types that are wanted, until the session is closed", async (t) => {
  const here = aServer(t);
  const opened = here.session.events("game_opened");
  here.tell({ type: "game_opened", room: "newer", side: "red", live: true }, { type: "unread", count: 2 });
  here.session.close();
  const came = [];
  for await (const { room } of opened) came.push(room);

  assert.deepEqual(came, ["newer"]);
  await assert.rejects(here.session.join("abcd"), { message: "the session was closed" });
});

test("who has missed games waits in the pool again once it may", async (t) => {
  const here = aServer(t);
  const coming = here.session.games({ pool: "5+3" });
  const first = nextOf(coming);
  here.tell({ type: "refused", id: (await here.asked("queue")).id, code: "missed_games", text: "", room: null, version: null, retry_ms: 1 });
  here.tell(done((await here.asked("queue")).id));
  here.tell({ type: "game_opened", room: "newer", side: "red", live: true });
  await letIn(here);

  assert.equal((await first).room, "newer");
});

test("a game that the session does not follow any more says so", async (t) => {
  const here = aServer(t);
  const following = here.session.join("abcd");
  await letIn(here);
  const game = await following;
  const leaving = here.session.leave(game);
  await letGo(here);
  await leaving;

  await assert.rejects(game.turns().next(), { message: "this game is followed no longer" });
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
