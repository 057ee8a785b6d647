/**
 * What is heard when a room changes: words for those who listen, and sounds.
 *
 * `heard(before, message, after)` compares two states of a room around a message of the
 * server, or around a wish of the reader's own (null). It changes nothing and plays nothing.
 */

import { faceOf, isLow } from "./clock.js";
import { isOurTurn } from "./room_model.js";
import { cellsAt, endsOf, nameOfSide, otherSide, pieceAt, pieceKey } from "./table.js";

/** @typedef {import("./room_model.js").RoomModel} RoomModel */
/** @typedef {import("./messages").ServerMessage} ServerMessage */
/** @typedef {import("./messages").RoomEvent} RoomEvent */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./text/catalogue.js").Key} Key */
/** @typedef {"move" | "capture" | "check" | "low" | "start" | "win" | "loss" | "end" | "offer" | "chat" | "warn" | "refused"} Sound */
/** @typedef {{kind: "say", key: Key, vars: import("./text/catalogue.js").Vars, urgent: boolean}
 *   | {kind: "speak", text: string, urgent: boolean}
 *   | {kind: "hear", line: import("./messages").ChatLine}
 *   | {kind: "sound", sound: Sound}} Heard */

/** @param {RoomModel} before @param {ServerMessage | import("./room_model.js").Tiding | null} message @param {RoomModel} after @returns {Heard[]} */
export function heard(before, message, after) {
  const { table } = after;
  if (before.room !== after.room) return [];
  return [
    ...ownDeeds(before, after),
    ...(table?.status === "readying" && before.table?.status !== "readying" && table.you
      ? [say("say.ready"), sound("offer")]
      : []),
    ...(message?.type === "chat" && after.unread > before.unread
      ? [/** @type {const} */ ({ kind: "hear", line: message.line }), sound("chat")]
      : []),
    ...(message && table && before.table && after.version === before.version + 1 && "version" in message
      ? happened(before, /** @type {RoomEvent} */ (message), table, before.table)
      : []),
  ];
}

/** What the reader did and what came of it at once. @param {RoomModel} before @param {RoomModel} after @returns {Heard[]} */
function ownDeeds(before, after) {
  const { asking, refusal, note, pending } = after;
  /** @type {Heard[]} */
  const found = [];
  if (pending?.uci && pending.id !== before.pending?.id) found.push(sound(soundOfMove(before, pending.uci, false)));
  if (asking && asking !== before.asking) found.push(speak(asking.text), sound("warn"));
  if (refusal && refusal !== before.refusal) found.push(speak(refusal.text), sound("refused"));
  if (note?.type === "dropped" && note !== before.note) found.push(speak(note.text), sound("refused"));
  return found;
}

/** @param {RoomModel} before @param {RoomEvent} event @param {Table} table @param {Table} old @returns {Heard[]} */
function happened(before, event, table, old) {
  const isOwn = "side" in event && event.side === table.you;
  switch (event.type) {
    case "seated":
    case "readied":
      return table.status === "playing" ? [say("say.started"), sound("start")] : [];
    case "moved":
      return moved(before, event, old);
    case "took_back":
      return [sayOf("say.took_back", table, event.side, true), sound("move")];
    case "time_given":
    case "credited": {
      const by = nameOfSide(table, otherSide(event.side));
      return [say(`say.${event.type}`, { who: nameOfSide(table, event.side), by, n: event.ms / 1000 }), sound("offer")];
    }
    case "suspended":
    case "continued":
      return [say(`say.${event.type}`), sound("offer")];
    case "gone":
    case "back":
      return isOwn ? [] : [sayOf(`say.${event.type}`, table, event.side, true)];
    case "offered":
      return isOwn ? [] : [sayOf(`say.offered.${event.what}`, table, event.side, true), sound("offer")];
    case "declined":
      return isOwn ? [] : [sayOf(`say.declined.${event.what}`, table, event.side)];
    case "warned":
      return [speak(event.warning.text), sound("warn")];
    case "ended":
      return [speak(event.outcome.text), sound(soundOfEnd(event.outcome.winner, table.you))];
    default:
      return [];
  }
}

/** @param {RoomModel} before @param {import("./messages").Moved} event @param {Table} old @returns {Heard[]} */
function moved(before, event, old) {
  const wasShown = before.pending?.ply === event.ply && before.pending.uci === event.uci;
  const made = sound(soundOfMove(before, event.uci, event.check));
  if (isOurTurn(before)) return wasShown && !event.check ? [] : [made];
  return [moveSaid(cellsAt(old, old.moves.length), event), made];
}

/** @param {RoomModel} before @param {string} uci @param {boolean} check @returns {Sound} */
function soundOfMove({ table }, uci, check) {
  if (check) return "check";
  return table && pieceAt(cellsAt(table, table.moves.length), endsOf(uci)[1]) ? "capture" : "move";
}

/** @param {import("./messages").Side | null} winner @param {import("./messages").Side | null} you @returns {Sound} */
const soundOfEnd = (winner, you) => (winner === null || you === null ? "end" : winner === you ? "win" : "loss");

/** Whether our own clock runs and there is little left on it. @param {RoomModel | null} room @param {number} serverMs */
export function isShort(room, serverMs) {
  const table = room?.table;
  if (!table?.you || table.clock.running !== table.you) return false;
  const face = faceOf(table, table.you, serverMs);
  return face !== null && isLow(face);
}

/** @param {string} before @param {import("./messages").Moved} event @returns {Heard} */
function moveSaid(before, { uci, check }) {
  const [origin, target] = endsOf(uci);
  const victim = pieceAt(before, target);
  const vars = {
    piece: { key: pieceKey(before[origin]) },
    from: uci.slice(0, 2),
    to: uci.slice(2),
    victim: victim ? { key: pieceKey(victim) } : "",
  };
  return say(check ? "say.check" : victim ? "say.captured" : "say.moved", vars, check);
}

/** @param {Sound} name @returns {Heard} */
const sound = (name) => ({ kind: "sound", sound: name });

/** @param {Key} key @param {import("./text/catalogue.js").Vars} [vars] @param {boolean} [urgent] @returns {Heard} */
const say = (key, vars = {}, urgent = false) => ({ kind: "say", key, vars, urgent });

/** Something a side did. @param {Key} key @param {Table} table @param {import("./messages").Side} side @param {boolean} [urgent] */
const sayOf = (key, table, side, urgent = false) => say(key, { who: nameOfSide(table, side) }, urgent);

/** @param {string} text the server's, in the reader's language @returns {Heard} */
const speak = (text) => ({ kind: "speak", text, urgent: true });
