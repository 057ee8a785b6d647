/**
 * A session with a server for programs: one player, on one connection after the other, and up to eight games at once.
 *
 * The connection, its coming back and the questions are those of the page (`src/session/session.js`); the games that
 * are followed are a model beside them (`book.js`).
 */

import { Refusal } from "../src/session/asker.js";
import { freshId, toldPauseMs } from "../src/session/link.js";
import { askPatiently } from "../src/session/patience.js";
import { openSession as open } from "../src/session/session.js";
import { NO_GAMES, update } from "./book.js";
import { Events } from "./events.js";
import { Game } from "./game.js";

/** @typedef {import("../src/session/types").Request} Request */
/** @typedef {import("../src/session/types").SessionOptions} SessionOptions */
/** @typedef {import("../src/messages").ServerMessage} ServerMessage */
/** @typedef {import("../src/messages").Welcome} Welcome */
/** @typedef {import("./book.js").Order} Order */

/** A game that was announced a moment ago may not be open yet. */
const JOIN_AGAIN_MS = 300;
/** Refusals of a pool that pass: a game that has just ended still counts, or too many were not come to. */
const QUEUED_AGAIN = ["already_playing", "missed_games"];

/** A game that comes, and those who wait for it. @typedef {{promise: Promise<Game>, came: (game: Game) => void, fail: (error: Error) => void, game: Game | null}} Following */

/** @returns {Following} */
function aFollowing() {
  /** @type {(game: Game) => void} */
  let came = () => {};
  /** @type {(error: Error) => void} */
  let fail = () => {};
  const promise = new Promise((/** @type {(game: Game) => void} */ resolve, reject) => ((came = resolve), (fail = reject)));
  promise.catch(() => {}); // nobody need wait any more
  return { promise, came, fail, game: null };
}

export class Session {
  #session;
  #book;
  /** @type {Map<string, Following>} */
  #following = new Map();
  /** @type {Set<Events<any>>} */
  #events = new Set();
  /** @type {Welcome | null} */
  #welcome = null;
  /** What a room that is entered now is told of the line. @type {import("../src/session/types").Connected | null} */
  #connected = null;
  #isClosed = false;

  /** @param {string} url @param {SessionOptions} options */
  constructor(url, options) {
    const { changed } = options;
    this.#session = open(url, {
      ...options,
      changed: (state) => {
        if (state.link !== "open") this.#connected = null;
        changed?.(state);
      },
    });
    this.#book = this.#session.hold(
      (/** @type {import("./book.js").Book} */ book, /** @type {ServerMessage | import("../src/session/types").Connected | Order} */ message) => update(book, message),
      NO_GAMES,
      (book, effects) => this.#became(book, effects),
    );
    this.#session.listen((message) => this.#hear(message));
  }

  /** What the server said last when we came: the own player, its games, the rule sets. Null before the first time. */
  get welcome() {
    return this.#welcome;
  }

  /** The own player's id. */
  get player() {
    return this.#session.state.me;
  }

  /** There is a connection, and the server has said welcome on it. */
  get isConnected() {
    return this.#session.state.link === "open";
  }

  /** The server's time, Unix ms, as far as the last ping told it. */
  get nowMs() {
    return this.#session.now();
  }

  /** Hang up for good: those who wait for games get an error, and iterations over events end. */
  close() {
    this.#isClosed = true;
    this.#session.close();
    for (const room of [...this.#following.keys()]) this.#drop(room, new Error("the session was closed"));
    for (const events of this.#events) events.end(null);
    this.#events.clear();
  }

  /**
   * Every message from now on, or those of some types, as an async iterable.
   * @template {ServerMessage["type"]} T @param {...T} types @returns {Events<Extract<ServerMessage, {type: T}>>}
   */
  events(...types) {
    /** @type {Events<any>} */
    const events = new Events(types, (left) => this.#events.delete(left));
    if (this.#isClosed) events.end(null);
    else this.#events.add(events);
    return events;
  }

  /**
   * Ask, and wait for the answer, also over lost connections. What comes too fast, or while the server cannot store, is
   * sent again by itself. Rejects with a `Refused` in the server's words.
   * @template {Request} Q @param {Q} request @returns {Promise<import("../src/session/types").AnswerTo<Q>>}
   */
  ask(request) {
    return askPatiently(this.#session.ask, request);
  }

  /**
   * Follow a game from now on, as its player or as a spectator; eight at once at most.
   * @param {string} room @returns {Promise<Game>} rejects with a `Refused`, such as `no_such_room` or `too_many_rooms`
   */
  join(room) {
    const known = this.#following.get(room);
    if (known) return known.promise;
    if (this.#isClosed) return Promise.reject(new Error("the session was closed"));
    const following = aFollowing();
    this.#following.set(room, following);
    this.#book.tell({ type: "enter", room, connected: this.#connected && { ...this.#connected, session: freshId() } });
    return following.promise;
  }

  /** Follow a game no longer. A player keeps the seat. @param {Game} game */
  async leave({ room }) {
    if (!this.#following.has(room)) return;
    this.#drop(room, new Error("this game is followed no longer"));
    await this.ask({ type: "leave", room }).catch((/** @type {unknown} */ error) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }

  /**
   * The rooms of the own games, each once: those that run, then each that begins. This is for programs that play several
   * games at once; they `join` each.
   * @returns {AsyncGenerator<string, void, void>}
   */
  async *rooms() {
    const [events, seen] = [this.events("game_opened", "welcome"), new Set()];
    try {
      do {
        for (const room of this.#unseen(seen)) yield room;
      } while (await events.next());
    } finally {
      this.#events.delete(events);
    }
  }

  /**
   * The own games, one after the other: those that run, then each that begins. Each is left when the next one is asked for.
   * @param {{pool?: string | null, rated?: boolean}} [options] pool: where to wait for the next one, such as "5+3"; without it
   *   only games that begin otherwise come, such as accepted challenges. rated: for games that count, which needs an account
   * @returns {AsyncGenerator<Game, void, void>}
   */
  async *games({ pool = null, rated = false } = {}) {
    const [events, seen] = [this.events("game_opened", "welcome"), new Set()];
    try {
      while (!this.isConnected) if (!(await events.next())) return;
      do {
        for (const room of this.#unseen(seen)) {
          const game = await this.join(room);
          if (!game.isOver) yield game;
          await this.leave(game);
        }
        if (pool !== null) await this.#queue({ type: "queue", pool, rated }, events);
      } while (await events.next());
    } finally {
      this.#events.delete(events);
    }
  }

  /** The rooms of own games that were not seen yet; they are seen now. @param {Set<string>} seen */
  #unseen(seen) {
    const own = this.#session.state.games.map(({ room }) => room);
    const fresh = own.filter((room) => !seen.has(room));
    for (const room of seen) if (!own.includes(room)) seen.delete(room);
    for (const room of fresh) seen.add(room);
    return fresh;
  }

  /** Wait in a pool, unless a game begins before that. @param {{type: "queue", pool: string, rated: boolean}} question @param {Events<any>} events */
  async #queue(question, events) {
    while (!events.hasMore) {
      try {
        await this.ask(question);
        return;
      } catch (refusal) {
        if (!(refusal instanceof Refusal) || !QUEUED_AGAIN.includes(refusal.code)) throw refusal;
        await events.wait(toldPauseMs(refusal.retryMs ?? 0));
      }
    }
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    if (message.type === "welcome") {
      this.#welcome = message;
      this.#connected = { type: "connected", session: "", me: message.player };
    }
    for (const events of this.#events) events.put(message);
  }

  /** @param {import("./book.js").Book} book @param {import("../src/session/types").Effect[]} effects */
  #became(book, effects) {
    for (const effect of effects) {
      if (effect.kind === "send") this.#session.send(effect.message);
      else if (effect.kind === "try_again") setTimeout(() => this.#book.tell({ type: "try_again", room: effect.room ?? "" }), JOIN_AGAIN_MS);
    }
    for (const [room, held] of book) this.#show(room, held);
  }

  /** @param {string} room @param {import("./book.js").Held} held */
  #show(room, held) {
    const following = this.#following.get(room);
    if (!following) return;
    if (held.refused) this.#drop(room, new Refusal(held.refused));
    else if (following.game) following.game.become(held);
    else if (held.model.table) following.came((following.game = new Game(held, this)));
  }

  /** @param {string} room @param {Error} error */
  #drop(room, error) {
    const following = this.#following.get(room);
    this.#following.delete(room);
    this.#book.tell({ type: "drop", room });
    following?.game?.fail(error);
    following?.fail(error);
  }
}

/**
 * Open a session and keep it open until `close`.
 * @param {string} url @param {SessionOptions} [options] @returns {Session}
 */
export function openSession(url, options = {}) {
  if (!("WebSocket" in globalThis) && !options.connect)
    throw new Error("There is no WebSocket here: use Node 22, or Node 20 with --experimental-websocket, or give `connect`.");
  return new Session(url, options);
}
