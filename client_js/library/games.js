/**
 * Games as programs play them: one after the other, turn by turn.
 *
 * What becomes of a game is the session's to know (`models/room.js`); this waits for it.
 */

import { isOurTurn } from "../src/models/room.js";
import { cellsAt } from "../src/models/table.js";
import { askAgainMs, toldPauseMs } from "../src/session/link.js";
import { askPatiently } from "../src/session/patience.js";

/** @typedef {ReturnType<typeof import("../src/session/session.js").openSession>} Session */
/** @typedef {import("../src/models/table.js").Table} Table */
/**
 * @typedef {object} Turn a position in which your side is to move
 * @property {number} ply number of the move to be played, from 0
 * @property {string[]} moves all that may be played, such as `h2e2`
 * @property {string[]} safeMoves those that do not lose by the rules of repetition, or all if each does
 * @property {string} cells the position: 90 squares, `a0` first, then along the ranks
 * @property {(move: string) => Promise<void>} play play a move and wait until it is stored; rejects where it was not played
 */
/**
 * @typedef {object} Game a game that the session follows
 * @property {string} room
 * @property {Table} table the game as it stands: seats, moves, clocks, offers, outcome
 * @property {() => AsyncGenerator<Turn, void, void>} turns each of your turns, until the game is over
 * @property {() => Promise<NonNullable<Table["outcome"]>>} over wait until the game is over; how it ended
 */

/** Refusals of a pool that pass: a game that has just ended still counts, or too many were not come to. */
const QUEUED_AGAIN = ["already_playing", "missed_games"];

/** @typedef {import("../src/messages").ServerMessage} ServerMessage */
/** The next message of each session that somebody has waited for. @type {WeakMap<Session, Promise<ServerMessage>>} */
const next = new WeakMap();

/** Wait for the next message; it has been heard when it comes. @param {Session} session @returns {Promise<ServerMessage>} */
function nextMessage(session) {
  const known = next.get(session);
  if (known) return known;
  /** @type {(message: ServerMessage) => void} */
  let came = () => {};
  const another = () => new Promise((/** @type {(message: ServerMessage) => void} */ resolve) => (came = resolve));
  session.listen((message) => {
    came(message);
    next.set(session, another());
  });
  const first = another();
  next.set(session, first);
  return first;
}

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((resolve) => setTimeout(() => resolve(), ms));

/**
 * Follow a game, as its player or as a spectator. A session follows one game at a time.
 * @param {Session} session @param {string} room @returns {Promise<Game>} rejects if there is no such game
 */
export async function follow(session, room) {
  session.follow(room);
  while (!held(session, room).table) await nextMessage(session);
  return {
    room,
    get table() {
      return /** @type {Table} */ (held(session, room).table);
    },
    turns: () => turnsOf(session, room),
    async over() {
      for (;;) {
        const outcome = held(session, room).table?.outcome;
        if (outcome) return outcome;
        await nextMessage(session);
      }
    },
  };
}

/** The room as it is followed. @param {Session} session @param {string} room */
function held(session, room) {
  const model = session.state.room;
  if (model?.room !== room) throw new Error(`the session does not follow ${room} any more`);
  if (model.gone !== null) throw new Error(model.gone);
  return model;
}

/** @param {Session} session @param {string} room @returns {AsyncGenerator<Turn, void, void>} */
async function* turnsOf(session, room) {
  let last = null;
  for (;;) {
    const model = held(session, room);
    const { legal, table } = model;
    if (table?.outcome) return;
    if (!table || !legal || legal === last || !isOurTurn(model)) {
      await nextMessage(session);
      continue;
    }
    last = legal;
    const losing = new Set(legal.losing.map(({ move }) => move));
    const safe = legal.moves.filter((move) => !losing.has(move));
    yield {
      ply: legal.ply,
      moves: legal.moves,
      safeMoves: safe.length ? safe : legal.moves,
      cells: cellsAt(table, table.moves.length),
      play: (move) => play(session, room, legal.ply, move),
    };
  }
}

/**
 * Play a move, and wait until it is stored. What came too fast is played again when it may.
 * @param {Session} session @param {string} room @param {number} ply @param {string} move
 */
async function play(session, room, ply, move) {
  while (isToBePlayed(session, room, ply)) {
    await session.act({ type: "choose", uci: move });
    if (held(session, room).asking) await session.act({ type: "choose", uci: move }); // it loses by repetition: said twice
    while (held(session, room).pending) await nextMessage(session);
    const { refusal } = held(session, room);
    if (!refusal || !isToBePlayed(session, room, ply)) break;
    if (refusal.retryMs === null) throw new Error(refusal.text);
    await pause(askAgainMs(refusal.retryMs));
  }
  if (held(session, room).table?.moves[ply]?.uci !== move) throw new Error(`${move} was not played at ply ${ply}`);
}

/** @param {Session} session @param {string} room @param {number} ply */
function isToBePlayed(session, room, ply) {
  const model = held(session, room);
  return isOurTurn(model) && model.table?.moves.length === ply;
}

/**
 * Your games, one after the other: those that run, then each that begins. The one before is left when the next is asked for.
 * @param {Session} session
 * @param {{pool?: string | null, rated?: boolean}} [options] pool: where to wait for the next one, such as "5+3"; without it
 *   only games that begin otherwise come, such as accepted challenges. rated: for games that count, which needs an account
 * @returns {AsyncGenerator<Game, void, void>}
 */
export async function* games(session, { pool = null, rated = false } = {}) {
  const seen = new Set();
  while (session.state.link !== "open") await nextMessage(session);
  for (;;) {
    const next = session.state.games.find(({ room }) => !seen.has(room));
    if (next) {
      seen.add(next.room);
      const game = await follow(session, next.room);
      if (!game.table.outcome) yield game;
      session.follow(null);
    } else {
      if (pool !== null) await queue(session, { type: "queue", pool, rated }, seen);
      await untilAGame(session, seen);
    }
  }
}

/** Wait until a game begins, or the line is open anew: whoever was away for long waits in no pool. @param {Session} session @param {Set<string>} seen */
async function untilAGame(session, seen) {
  while (areAllSeen(session, seen)) {
    const { type } = await nextMessage(session);
    if (type === "welcome") return;
  }
}

/** Wait in a pool, unless a game begins before that. @param {Session} session @param {{type: "queue", pool: string, rated: boolean}} question @param {Set<string>} seen */
async function queue(session, question, seen) {
  while (areAllSeen(session, seen)) {
    try {
      await askPatiently(session.ask, question);
      return;
    } catch (refusal) {
      const { code = "", retryMs = null } = /** @type {{code?: string, retryMs?: number | null}} */ (refusal);
      if (!QUEUED_AGAIN.includes(code)) throw refusal;
      await pause(toldPauseMs(retryMs ?? 0));
    }
  }
}

/** @param {Session} session @param {Set<string>} seen */
const areAllSeen = (session, seen) => session.state.games.every(({ room }) => seen.has(room));
