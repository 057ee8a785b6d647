/**
 * A session with the server, without document, storage and sentences: the page, programs and tests share it.
 *
 *     const session = openSession("ws://localhost:8080/ws", { changed: (state) => show(state.room) });
 *     session.follow("abcd");                                   // hold a game, by version and digest
 *     session.act({ type: "choose", uci: "h2e2" });             // want something in it
 *     const { rows } = await session.ask({ type: "my_games" }); // and ask for anything else
 *
 * A lost line comes back by itself. What was missed of the game is asked for then; what was asked and not
 * answered goes out again under its first id, which the server knows, and so does what was done in the game
 * as far as it is still meant there. Models of more than the game are held too, such as the lobby (`hold`).
 */

import { unseenRoom, update as updateRoom } from "../models/room.js";
import { freshId, openLink } from "./link.js";

/** @typedef {import("../messages").ServerMessage} ServerMessage */
/** @typedef {import("../messages").ClientMessage} ClientMessage */
/** @typedef {import("../models/room.js").RoomModel} RoomModel */
/** @typedef {ServerMessage | import("../models/room.js").Signal} Told */
/** @typedef {(before: RoomModel, cause: Told | null, after: RoomModel) => void} Watcher */
/** @typedef {import("./types").Connected} Connected */
/** @typedef {import("./types").Effect} Effect */
/** @typedef {import("./types").SessionState} SessionState */

const TRY_AGAIN_MS = 300;
/** What people want of a game, from the first one on that is followed. @type {Promise<typeof import("../models/intents.js")> | undefined} */
let intents;
const loadIntents = () =>
  (intents ??= import("../models/intents.js").catch((error) => {
    intents = undefined; // no line: the next one asks again
    throw error;
  }));
/** @typedef {ReturnType<typeof import("./asker.js").createAsker>} Asker */

/** Before the first word of the server. @type {SessionState} */
export const UNOPENED = {
  link: "opening",
  silent: false,
  lagMs: null,
  offsetMs: 0,
  pausedAtMs: null,
  me: "",
  name: "",
  guest: true,
  bot: false,
  operator: false,
  unread: 0,
  waiting: [],
  waitingCount: 0,
  games: [],
  rules: [],
  durability: "primary",
  room: null,
};

/** A clock that no one sets. */
const localMs = () => performance.timeOrigin + performance.now();

/** For a session whose owner keeps no token. */
function inMemory() {
  /** @type {string | null} */
  let token = null;
  return { read: () => token, keep: (/** @type {string | null} */ fresh) => void (token = fresh) };
}

/**
 * Open a session and keep it open until `close`.
 * @param {string} url @param {import("./types").SessionOptions} [options]
 */
export function openSession(url, options = {}) {
  const { language = () => "en", features = [], token = inMemory(), changed, perform, keeps, wake, connect } = options;
  let state = UNOPENED;
  /** @type {((message: ServerMessage | Connected) => void)[]} */
  const models = [];
  /** @type {((message: ServerMessage) => void)[]} */
  const listeners = [];
  /** @type {Watcher[]} */
  const watchers = [];
  /** Rooms that were left before they came. @type {Set<string>} */
  const leftUnseen = new Set();
  /** It comes with the first request. @type {Asker | null} */
  let asker = null;

  /** @param {Partial<SessionState>} change */
  function show(change) {
    state = { ...state, ...change };
    changed?.(state);
  }

  /** @param {Effect} effect */
  function carryOut(effect) {
    if (effect.kind === "send") link.send(effect.message);
    else if (effect.kind === "try_again") setTimeout(() => tellRoom({ type: "try_again" }), TRY_AGAIN_MS);
    else if (effect.kind !== "opened" && effect.kind !== "found") perform?.(effect);
  }

  /** The game is another one now; the cause is null after an intent. @param {import("../models/room.js").Update} update @param {Told | null} cause */
  function became([room, effects], cause) {
    const before = state.room;
    show({ room });
    effects.forEach(carryOut);
    if (before) for (const watcher of watchers) watcher(before, cause, room);
  }

  /** @param {Told} message */
  function tellRoom(message) {
    if (state.room) became(updateRoom(state.room, message), message);
  }

  const enterRoom = () => tellRoom({ type: "connected", session: freshId(), me: state.me });

  /** What a message says of the session itself. @param {ServerMessage} message @returns {Partial<SessionState> | null} */
  function learned(message) {
    switch (message.type) {
      case "welcome": {
        const { player: me, name, guest, bot, operator, games, rules, durability, now_ms: nowMs } = message;
        return { me, name, guest, bot, operator, games, rules, durability, unread: 0, waiting: [], waitingCount: 0, offsetMs: nowMs - localMs(), pausedAtMs: null };
      }
      case "account":
        return { name: message.name, guest: message.guest, bot: message.bot };
      case "direct_message":
        return { unread: message.unread };
      case "waiting":
        return { waiting: message.rooms, waitingCount: message.count };
      case "unread":
        return { unread: message.count };
      case "ping":
        return { lagMs: message.rtt_ms, offsetMs: message.now_ms + (message.rtt_ms ?? 0) / 2 - localMs() };
      case "paused":
        return { pausedAtMs: now() };
      case "resumed":
        return { pausedAtMs: null };
      case "game_opened": {
        const { room, side, live } = message;
        return { games: [...state.games.filter((game) => game.room !== room), { room, side, live }] };
      }
      case "ended":
        return { games: state.games.filter((game) => game.room !== message.room) };
      default:
        return null;
    }
  }

  /** @param {ServerMessage} message */
  function hear(message) {
    const change = learned(message);
    if (change) show(change);
    if (message.type === "welcome") {
      for (const tell of models) tell({ type: "connected", session: freshId(), me: state.me });
      asker?.again();
      enterRoom();
    } else {
      const isAnswer = asker?.hear(message);
      if (!isAnswer || message.type !== "refused") tellRoom(message); // the one that asked hears why
      for (const tell of models) tell(message);
      if (message.type === "room" && leftUnseen.delete(message.room) && state.room?.room !== message.room) leave(message.room);
    }
    for (const listener of listeners) listener(message);
  }

  /** @type {Asker["ask"]} */
  async function ask(request) {
    const { createAsker } = await import("./asker.js");
    asker ??= createAsker((message) => link.send(message), freshId);
    return asker.ask(request);
  }

  /** @param {string} room */
  function leave(room) {
    if (!keeps?.(room)) link.send({ type: "leave", id: freshId(), room });
  }

  const now = () => state.pausedAtMs ?? localMs() + state.offsetMs;

  const link = openLink(url, {
    introduction: () => ({ token: token.read(), language: language(), features }),
    keepToken: token.keep,
    hear,
    changed: (now) => show(now === "silent" ? { silent: true } : { link: now, silent: false, lagMs: now === "open" ? state.lagMs : null }),
    wake,
    connect,
  });

  return {
    get state() {
      return state;
    },
    /** The server's time now, Unix ms; it stands still while the server pauses. */
    now,
    /** Hold this game instead of the one before, which is left; null holds none. @param {string | null} room */
    follow(room) {
      const before = state.room;
      if (before?.table) leave(before.room);
      else if (before) leftUnseen.add(before.room); // it is known what was left when it comes
      show({ room: room === null ? null : unseenRoom(room) });
      if (room !== null) loadIntents().catch(() => {}); // before a step or a move, and before a line dies
      if (state.link === "open") enterRoom();
    },
    /** Want something in the game that is followed. @param {import("./types").WithoutId<import("../models/intents.js").Intent>} intent */
    async act(intent) {
      const { intend } = await loadIntents();
      if (state.room) became(intend(state.room, /** @type {import("../models/intents.js").Intent} */ ({ ...intent, id: freshId() })), null);
    },
    /** Ask, and wait for the answer, also over a lost line. Rejects with a `Refusal` in the server's words. */
    ask,
    /** Send, and leave it to the models what comes of it. @param {import("../messages").ClientMessage} message */
    send: link.send,
    /** Do what a model wants done. */
    perform: carryOut,
    /**
     * Hold another model, which is told every message from now on.
     * @template M, S
     * @param {(model: M, message: ServerMessage | Connected | S) => [M, Effect[]]} update @param {M} first
     * @param {(model: M, effects: Effect[], cause: ServerMessage | Connected | S) => void} became called when there is something new
     * @returns {import("./types").Held<M, S>}
     */
    hold(update, first, became) {
      let model = first;
      /** @param {ServerMessage | Connected | S} message */
      function tell(message) {
        const [next, effects] = update(model, message);
        if (next === model && effects.length === 0) return;
        model = next;
        became(next, effects, message);
      }
      models.push(tell);
      return {
        get model() {
          return model;
        },
        tell,
      };
    },
    /** Hear every message of the server, after the models. @param {(message: ServerMessage) => void} listener */
    listen: (listener) => void listeners.push(listener),
    /** See every change of the game, with the message that made it (null: an intent). @param {Watcher} watcher */
    watch: (watcher) => void watchers.push(watcher),
    /** Introduce yourself anew: as another player, in another language. The game comes whole, in new words. */
    restart() {
      if (state.room) show({ room: { ...state.room, version: 0 } });
      link.restart();
    },
    /** Hang up for good. */
    close: link.close,
  };
}
