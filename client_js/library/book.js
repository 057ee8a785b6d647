/**
 * The games that a session holds, by their rooms; each is what `models/room.js` makes of it.
 *
 * `update(book, message)` gives the next book and what is to be done, as all models do. Beside the messages of the
 * server it is told which rooms are entered and left.
 */

import { unseenRoom, update as updateRoom } from "../src/models/room.js";

/** @typedef {import("../src/models/room.js").RoomModel} RoomModel */
/** @typedef {import("../src/messages").ServerMessage} ServerMessage */
/** @typedef {import("../src/messages").Refused} Refused */
/** @typedef {import("../src/session/types").Connected} Connected */
/**
 * @typedef {object} Held
 * @property {RoomModel} model
 * @property {string} startFen the position before the first move, "" before the room has come
 * @property {number} position version of the event that made the position on the board
 * @property {Refused | null} refused why the room could not be joined, for good
 */
/** @typedef {{type: "enter", room: string, connected: Connected | null} | {type: "drop", room: string}
 *   | {type: "try_again", room: string}} Order `connected`: how, while the line is open */
/** @typedef {ReadonlyMap<string, Held>} Book */
/** @typedef {import("../src/session/types").Effect} Effect */

/** What a server that cannot store now, or a game not yet open, answers to a `join`: the model comes again. */
const COME_AGAIN = ["unavailable", "no_such_room"];

/** @type {Book} */
export const NO_GAMES = new Map();

/** @param {Book} book @param {ServerMessage | Connected | Order} message @returns {[Book, Effect[]]} */
export function update(book, message) {
  if (message.type === "enter") {
    const first = { model: unseenRoom(message.room), startFen: "", position: 0, refused: null };
    const [held, effects] = message.connected ? after(first, message.connected) : [first, []];
    return [new Map(book).set(message.room, held), effects];
  }
  if (message.type === "drop") return [new Map([...book].filter(([room]) => room !== message.room)), []];
  /** @type {Effect[]} */
  const effects = [];
  const next = new Map(book);
  for (const [i, [room, held]] of [...book].entries()) {
    // Ids of joins have a prefix of their own in each room.
    const [became, wanted] = after(held, message.type === "connected" ? { ...message, session: `${message.session}${i}` } : message);
    next.set(room, became);
    effects.push(...wanted);
  }
  const isNew = [...book].some(([room, held]) => next.get(room) !== held);
  return [isNew ? next : book, effects];
}

/** A game after a message. @param {Held} held @param {ServerMessage | Connected | {type: "try_again", room: string}} message @returns {[Held, Effect[]]} */
function after(held, message) {
  const { model: before } = held;
  const [model, wanted] = updateRoom(before, message);
  const effects = wanted.map((effect) => (effect.kind === "try_again" ? { ...effect, room: model.room } : effect));
  const refused = refusalOf(before, message);
  if (model === before && refused === null) return [held, effects];
  const isRoom = message.type === "room" && model !== before;
  const isMoved = (model.table?.moves ?? []) !== (before.table?.moves ?? []) && (!isRoom || written(model) !== written(before) || !before.table);
  return [
    { model, startFen: isRoom ? message.start_fen : held.startFen, position: isMoved ? model.version : held.position, refused },
    effects,
  ];
}

/** Why a game cannot be followed. @param {RoomModel} model @param {ServerMessage | Connected | {type: "try_again"}} message */
function refusalOf(model, message) {
  if (message.type !== "refused" || message.id === null || message.id !== model.joining) return null;
  const isLast = message.code === "no_such_room" && model.hopes === 0;
  return isLast || !COME_AGAIN.includes(message.code) ? message : null;
}

/** @param {RoomModel} model */
const written = ({ table }) => table?.moves.map(({ uci }) => uci).join();
