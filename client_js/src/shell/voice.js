/**
 * What is heard when a room changes: words for those who listen, and sounds.
 *
 * `effectsOf(before, message, after)` compares two states of a room around a message of the
 * server, or around an intent of the reader's own (null). It changes nothing and plays nothing.
 */

import { isOurTurn, UNTOLD_MS } from "../models/room.js";
import { nameOfSide, pieceKey, signedText, wholeSeconds } from "../text/catalogue.js";
import { resultWord } from "../models/result.js";
import { cellsAt, endsOf, otherSide, pieceAt } from "../models/table.js";

/** @typedef {import("../models/room.js").RoomModel} RoomModel */
/** @typedef {import("../messages").ServerMessage} ServerMessage */
/** @typedef {import("../messages").RoomEvent} RoomEvent */
/** @typedef {import("../models/table.js").Table} Table */
/** @typedef {import("../text/catalogue.js").Key} Key */
/** @typedef {import("../session/types").Sound} Sound */
/** @typedef {{kind: "say", key: Key, vars: import("../text/catalogue.js").Vars, urgent: boolean}
 *   | {kind: "speak", text: string, urgent: boolean}
 *   | {kind: "hear", line: import("../messages").ChatLine}
 *   | {kind: "sound", sound: Sound}} Effect */

/** @param {RoomModel} before @param {ServerMessage | import("../models/room.js").Signal | null} message @param {RoomModel} after @returns {Effect[]} */
export function effectsOf(before, message, after) {
  const { table } = after;
  if (before.room !== after.room) return [];
  return [
    ...ownActions(before, after),
    ...(table?.status === "readying" && before.table?.status !== "readying" && table.you
      ? [say("notices.ready"), sound("offer")]
      : []),
    ...(message?.type === "chat" && after.unread > before.unread
      ? [/** @type {const} */ ({ kind: "hear", line: message.line }), sound("chat")]
      : []),
    ...(message && table && before.table && after.version === before.version + 1 && "version" in message
      ? happened(before, /** @type {RoomEvent} */ (message), table, before.table)
      : []),
  ];
}

/** What the reader did and what came of it at once. @param {RoomModel} before @param {RoomModel} after @returns {Effect[]} */
function ownActions(before, after) {
  const { asking, refusal, rolledBack, note, pending } = after;
  /** @type {Effect[]} */
  const found = [];
  if (pending?.uci && pending.id !== before.pending?.id) found.push(sound(soundOfMove(before, pending.uci, false)));
  if (asking && asking !== before.asking) found.push(speak(asking.text), sound("warn"));
  if (refusal && refusal !== before.refusal) found.push(speak(refusal.text), sound("refused"));
  if (!refusal && before.refusal) found.push(speak("")); // what was said of it is past
  if (rolledBack && rolledBack !== before.rolledBack) found.push(speak(rolledBack), sound("warn"));
  if (note?.type === "dropped" && note !== before.note) found.push(speak(note.text), sound("refused"));
  return found;
}

/** @param {RoomModel} before @param {RoomEvent} event @param {Table} table @param {Table} old @returns {Effect[]} */
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
    case "time_credited": {
      if (event.type === "time_credited" && (event.ms < UNTOLD_MS || event.reason === "vacation")) return [];
      const by = nameOfSide(table, otherSide(event.side));
      return [say(`say.${event.type}`, { who: nameOfSide(table, event.side), by, n: wholeSeconds(event.ms) }), sound("offer")];
    }
    case "berserked":
      return [sayOf("say.berserked", table, event.side, true), sound("offer")];
    case "suspended":
    case "continued":
      return [say(`say.${event.type}`), sound("offer")];
    case "disconnected":
    case "reconnected":
      return isOwn ? [] : [sayOf(`say.${event.type}`, table, event.side, true)];
    case "offered":
      return isOwn ? [] : [sayOf(`say.offered.${event.what}`, table, event.side, true), sound("offer")];
    case "declined":
      return isOwn ? [] : [sayOf(`say.declined.${event.what}`, table, event.side)];
    case "warned":
      return [speak(event.warning.text), sound("warn")];
    case "ended":
      return [say("say.ended", { result: { key: `result.${resultWord(event.outcome, table.you)}` }, why: event.outcome.text }, true), sound(soundOfEnd(event.outcome.winner, table.you))];
    case "rated": {
      const { points, change } = event.rating;
      return isOwn && change !== null ? [say("say.rated", { n: points, change: signedText(change) })] : [];
    }
    default:
      return [];
  }
}

/** @param {RoomModel} before @param {import("../messages").Moved} event @param {Table} old @returns {Effect[]} */
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

/** @param {import("../messages").SideName | null} winner @param {import("../messages").SideName | null} you @returns {Sound} */
const soundOfEnd = (winner, you) => (winner === null || you === null ? "end" : winner === you ? "win" : "loss");

/** @param {string} before @param {import("../messages").Moved} event @returns {Effect} */
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

/** @param {Sound} name @returns {Effect} */
const sound = (name) => ({ kind: "sound", sound: name });

/** @param {Key} key @param {import("../text/catalogue.js").Vars} [vars] @param {boolean} [urgent] @returns {Effect} */
const say = (key, vars = {}, urgent = false) => ({ kind: "say", key, vars, urgent });

/** Something a side did. @param {Key} key @param {Table} table @param {import("../messages").SideName} side @param {boolean} [urgent] */
const sayOf = (key, table, side, urgent = false) => say(key, { who: nameOfSide(table, side) }, urgent);

/** @param {string} text the server's, in the reader's language @returns {Effect} */
const speak = (text) => ({ kind: "speak", text, urgent: true });
