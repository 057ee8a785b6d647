/** Builders of rooms, events, lobbies and lines for the tests. */

import assert from "node:assert/strict";

import { unseenRoom, update as updateRoom } from "../../client_js/src/models/room.js";
import { effectsOf } from "../../client_js/src/shell/voice.js";
import { intend } from "../../client_js/src/models/intents.js";
import { decode, encode } from "../../client_js/vendor/msgpack.js";

/** @typedef {import("../../client_js/src/messages").ServerMessage} ServerMessage */
/** @typedef {import("../../client_js/src/messages").ClientMessage} ClientMessage */
/** @typedef {import("../../client_js/src/messages").Room} Room */
/** @typedef {import("../../client_js/src/messages").GameTerms} GameTerms */
/** @typedef {import("../../client_js/src/messages").SideName} Side */
/** @typedef {import("../../client_js/src/models/room.js").RoomModel} RoomModel */
/** @typedef {import("../../client_js/src/models/intents.js").Intent} Intent */
/** @typedef {import("./partial").Told} Told */
/** @typedef {import("../../client_js/src/models/lobby.js").LobbyIntent} LobbyIntent */
/** @typedef {Told | import("../../client_js/src/models/room.js").Signal | Intent} Heard what a room is told */
/** @typedef {Exclude<import("../../client_js/src/shell/voice.js").Effect, {kind: "sound"}>} Said */
/** @typedef {import("../../client_js/src/session/types").Effect | Said} Effect */

/** A message, or a wish, with no more than its test is about. @template {Heard | LobbyIntent} const M @param {M} message */
export const message = (message) => message;

/**
 * The `update` of a model, told messages with no more than the test is about.
 * @template Model, Message, Update @param {(model: Model, message: Message) => Update} update
 */
export const hearsParts = (update) => /** @type {(model: Model, message: Message | Told) => Update} */ (update);

/** How a guest is called in a sentence. @param {string} tag */
export const guest = (tag) => ({ key: "guest", vars: { tag } });

export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
export const T0_MS = 1_795_000_000_000;

/** Terms of a game, whole. @param {Partial<GameTerms>} change @returns {GameTerms} */
export const terms = (change = {}) => ({
  clock: { type: "fischer", main_ms: 300_000, increment_ms: 3_000 },
  rules: { name: "axf", version: 1, forbid: false, strict: false, count: false, always: false, nine_rounds: false, entering: null, limit: 60 },
  compensation: true,
  takebacks: true,
  chat: true,
  delay_ms: 0,
  rated: false,
  ...change,
});

/** Moves of a room as the server lists them, by their squares alone. @param {string[]} moves @returns {import("../../client_js/src/messages").MoveLine[]} */
export const moveLines = (...moves) => moves.map((uci) => [uci, uci, uci, null]);

/** Both clocks of a game with one time each. @param {number} red @param {number} black @param {Side | null} running */
export const clocks = (red, black, running) => ({
  red: { left_ms: red, periods: 0, turn_ms: null },
  black: { left_ms: black, periods: 0, turn_ms: null },
  running,
  flag_at_ms: null,
});

/** A whole room at version 2, Red to move, seen by Red; `change` says what is different. @param {import("./partial").Part<Room>} change */
export const aRoom = (change = {}) => message({
  type: "room",
  room: "abcd",
  version: 2,
  digest: "d2",
  at_ms: T0_MS,
  status: "playing",
  terms: { clock: { type: "fischer", main_ms: 300_000, increment_ms: 3_000 }, rules: { name: "axf", version: 1 } },
  red: { player: "ann", name: "Guest ann" },
  black: { player: "bob", name: "Guest bob" },
  you: "red",
  start_fen: START,
  fen: START,
  moves: [],
  check: false,
  clock: clocks(300_000, 300_000, "red"),
  red_quota_ms: 7_000,
  black_quota_ms: 7_000,
  offers: [],
  absences: [],
  warning: null,
  outcome: null,
  spectators: 0,
  behind_ms: 0,
  previous: null,
  next: null,
  ...change,
});

/** @param {number} version @param {number} ply @param {string} uci @param {import("./partial").Part<import("../../client_js/src/messages").Moved>} change */
export const moved = (version, ply, uci, change = {}) => message({
  type: "moved",
  room: "abcd",
  version,
  digest: `d${version}`,
  at_ms: T0_MS + 1_000,
  ply,
  uci,
  wxf: "C2=5",
  chinese: "炮二平五",
  check: false,
  spent_ms: 1_000,
  compensated_ms: 40,
  red_quota_ms: 6_960,
  black_quota_ms: 7_000,
  clock: clocks(302_000, 300_000, "black"),
  ...change,
});

/**
 * @template {Told["type"]} T @param {T} type @param {number} version
 * @param {import("./partial").Part<Extract<ServerMessage, {type: T}>>} [change]
 */
export const event = (type, version, change) => ({
  type,
  room: "abcd",
  version,
  digest: `d${version}`,
  at_ms: T0_MS,
  .../** @type {import("./partial").Part<Extract<ServerMessage, {type: T}>>} */ (change),
});

/** @param {number} ply @param {string[]} moves @param {import("./partial").Part<import("../../client_js/src/messages").Legal>} change */
export const legal = (ply, moves, change = {}) => message({
  type: "legal",
  room: "abcd",
  version: 2,
  ply,
  moves: moves.join(" "),
  losing: [],
  banned: [],
  ...change,
});

/** @type {Set<string>} */
const INTENTS = new Set(
  ["choose", "weigh", "write", "keep_thinking", "order", "propose", "answer", "claim", "talk", "read_talk", "show_ply"],
);
/** @param {Heard} message @returns {message is Intent} */
const isIntent = (message) => INTENTS.has(message.type);

/** @param {RoomModel} model @param {Heard} message */
function hear(model, message) {
  if (isIntent(message)) return { made: intend(model, message), heard: null };
  const heard = /** @type {Exclude<Parameters<typeof updateRoom>[1], Intent>} */ (message);
  return { made: updateRoom(model, heard), heard };
}

/**
 * What the page does with a message or a wish: the next model, what is to be done, and what is said; sounds apart.
 * @param {RoomModel} model @param {Heard} message @returns {[RoomModel, Effect[]]}
 */
export function update(model, message) {
  const { made: [next, effects], heard } = hear(model, message);
  const said = effectsOf(model, heard, next).flatMap((effect) => (effect.kind === "sound" ? [] : [effect]));
  return [next, [...effects, ...said]];
}

/** The sounds that a message makes. @param {RoomModel} model @param {Heard} message */
export function soundsOf(model, message) {
  const { made: [next], heard } = hear(model, message);
  return effectsOf(model, heard, next).flatMap((told) => (told.kind === "sound" ? [told.sound] : []));
}

/** Hand the messages to the model one by one; the effects are those of the last. @param {RoomModel} model @param {Heard[]} messages @returns {[RoomModel, Effect[]]} */
export function told(model, ...messages) {
  /** @type {Effect[]} */
  let effects = [];
  for (const message of messages) [model, effects] = update(model, message);
  return [model, effects];
}

/** A room that is joined: connected, received, confirmed. @param {import("./partial").Part<Room>} change */
export function joinedRoom(change = {}) {
  const room = aRoom(change);
  const [model] = told(unseenRoom("abcd"), { type: "connected", session: "s1", me: "ann" }, room, {
    type: "done",
    id: "s1-0",
    room: "abcd",
    version: room.version,
    digest: room.digest,
  });
  return model;
}

/** The table of a room that is joined. @param {import("./partial").Part<Room>} change */
export function joinedTable(change = {}) {
  const { table } = joinedRoom(change);
  assert.ok(table);
  return table;
}

/** What answers a command. @param {string | undefined} id @param {Partial<import("../../client_js/src/messages").Done>} change */
export function done(id, change = {}) {
  assert.ok(id);
  return message({ type: "done", id, room: null, version: null, digest: null, seat_key: null, ...change });
}

const nobody = () => assert.fail("nobody listens at the line");

/** A line whose other end is the test: it is opened, says what it is told to and breaks; what is sent goes to `hear`. @param {(message: ClientMessage) => void} hear */
export function aLine(hear) {
  const socket = {
    /** @param {Uint8Array} bytes */
    send: (bytes) => hear(/** @type {ClientMessage} */ (decode(bytes))),
    close() {},
    /** @type {() => void} */
    onopen: nobody,
    /** @type {(event: {data: Uint8Array}) => void} */
    onmessage: nobody,
    /** @type {() => void} */
    onclose: nobody,
  };
  return {
    socket: /** @type {WebSocket} */ (/** @type {unknown} */ (socket)),
    open: () => socket.onopen(),
    lose: () => socket.onclose(),
    /** @param {Told[]} messages */
    tell: (...messages) => messages.forEach((told) => socket.onmessage({ data: encode(told) })),
  };
}
