/**
 * What the reader wants of a room, and what becomes of it before the server has spoken.
 *
 * `intend(model, intent)` gives the next model and what is to be sent, like `update` of
 * `room.js`. A move may be laid on the board and weighed before it is played. An own move is shown at once and is pending; one that loses by
 * repetition waits for a second word; one that is not allowed is refused here, in the
 * words the server gave beforehand.
 */

import { isOurTurn, mayPremove, moveSent, plyOf } from "./room.js";

/** @typedef {import("./room.js").RoomModel} RoomModel */
/** @typedef {import("./room.js").Pending} Pending */
/** @typedef {import("./room.js").Update} Update */
/** @typedef {import("../messages").OfferName} OfferName */
/**
 * @typedef {{type: "choose", id: string, uci: string}
 *   | {type: "weigh", id: string, uci: string}
 *   | {type: "write", id: string, text: string}
 *   | {type: "keep_thinking"}
 *   | {type: "order", id: string, what: "ready" | "resign" | "abort" | "give_time" | "cancel_premove" | "berserk"}
 *   | {type: "sit", id: string, seatKey: string | null}
 *   | {type: "propose", id: string, what: OfferName}
 *   | {type: "answer", id: string, what: OfferName, yes: boolean}
 *   | {type: "claim", id: string, what: "win" | "draw"}
 *   | {type: "talk", id: string, to: import("../messages").AudienceName, words: {text: string} | {phrase: import("../messages").PhraseName}}
 *   | {type: "read_talk"}
 *   | {type: "show_ply", ply: number | null}} Intent
 */

/** @param {RoomModel} model @param {Intent} intent @returns {Update} */
export function intend(model, intent) {
  const { room } = model;
  switch (intent.type) {
    case "show_ply":
      return [{ ...model, viewedPly: viewedPly(model, intent.ply), asking: null, weighing: null }, []];
    case "keep_thinking":
      return [{ ...model, asking: null, weighing: null, refusal: null, rolledBack: null, note: null }, []];
    case "choose":
      return chosen(model, intent.id, intent.uci);
    case "weigh":
      return weighed(model, intent.id, intent.uci);
    case "write":
      return written(model, intent.id, intent.text);
    case "order":
      return ordered(model, intent.id, intent.what);
    case "sit": {
      const key = intent.seatKey === null ? {} : { seat_key: intent.seatKey };
      return sent(model, { type: "sit", id: intent.id, room, ...key });
    }
    case "claim":
      return sent(model, { type: "claim", id: intent.id, room, what: intent.what });
    case "talk":
      return sent(model, { type: "chat", id: intent.id, room, to: intent.to, ...intent.words });
    case "read_talk":
      return [{ ...model, unread: 0 }, []];
    case "propose":
      return sent(model, { type: "offer", id: intent.id, room, what: intent.what, ply: plyOf(model) });
    case "answer":
      return sent(model, { type: intent.yes ? "accept" : "decline", id: intent.id, room, what: intent.what });
  }
}

/** It goes out, and is kept until the server has spoken of it. @param {RoomModel} model @param {import("./room.js").Unsent["message"]} message @returns {Update} */
const sent = (model, message) => [
  { ...model, refusal: null, unsent: [...model.unsent, { message, table: model.table }] },
  [{ kind: "send", message }],
];

/** @param {RoomModel} model @param {string} id @param {"ready" | "resign" | "abort" | "give_time" | "cancel_premove" | "berserk"} what @returns {Update} */
function ordered(model, id, what) {
  const premove = what === "cancel_premove" ? null : model.premove;
  return sent({ ...model, premove }, { type: what, id, room: model.room });
}

/**
 * A move was typed. Squares are as good as pointing; other notations are read by the server.
 * @param {RoomModel} model @param {string} id @param {string} text @returns {Update}
 */
function written(model, id, text) {
  if (mayPremove(model)) return premoved(model, id, text, /^([a-i][0-9]){2}$/.test(text) ? text : null);
  if (model.legal?.moves.includes(text)) return chosen(model, id, text);
  return played(model, { id, ply: plyOf(model), text, uci: null });
}

/**
 * A move was pointed out on the board. A banned one is not played; one that loses by
 * repetition is played at the second word.
 * @param {RoomModel} model @param {string} id @param {string} uci @returns {Update}
 */
function chosen(model, id, uci) {
  if (mayPremove(model)) return premoved(model, id, uci, uci);
  const banned = model.legal?.banned.find((marked) => marked.move === uci);
  if (banned) return [{ ...model, refusal: { text: banned.text, uci, retryMs: null } }, []];
  const losing = model.legal?.losing.find((marked) => marked.move === uci);
  if (losing && model.asking?.move !== uci) return [{ ...model, asking: losing, weighing: null, refusal: null }, []];
  return played(model, { id, ply: plyOf(model), text: uci, uci });
}

/**
 * A move is laid on the board. One of which a rule speaks is asked about anyway.
 * @param {RoomModel} model @param {string} id @param {string} uci @returns {Update}
 */
function weighed(model, id, uci) {
  const marked = [...(model.legal?.banned ?? []), ...(model.legal?.losing ?? [])];
  if (!isOurTurn(model) || marked.some(({ move }) => move === uci)) return chosen(model, id, uci);
  return [{ ...model, weighing: uci, asking: null, refusal: null }, []];
}

/** @param {RoomModel} model @param {Pending} pending @returns {Update} */
function played(model, pending) {
  if (model.pending !== null || !isOurTurn(model)) return [model, []];
  const here = { ...model, pending, delayed: false, asking: null, weighing: null, refusal: null, viewedPly: null };
  return [here, [moveSent(here, "move", pending)]];
}

/** A move for the ply after the other player's. @param {RoomModel} model @param {string} id @param {string} text @param {string | null} uci @returns {Update} */
function premoved(model, id, text, uci) {
  const premove = { id, ply: plyOf(model) + 1, text, uci, held: false };
  return [{ ...model, premove, note: null, refusal: null }, [moveSent(model, "premove", premove)]];
}

/** @param {RoomModel} model @param {number | null} ply @returns {number | null} */
const viewedPly = (model, ply) => (ply === null || ply >= plyOf(model) ? null : Math.max(0, ply));
