/**
 * What one room looks like to this reader, and what each message makes of it.
 *
 * `update(model, message)` gives the next model and what is to be done; nothing else
 * changes a room. Messages are the server's, and the reader's own wishes (`Wish`).
 *
 * - A board that cannot lie: an event counts only at the version after ours; a gap or a
 *   strange digest asks for the room again (`join`), and everything shown comes from there.
 * - An own move is *pending*: shown at once, and gone when refused, when another move has
 *   its ply, or when the room comes back without our turn. It is sent again, under its
 *   first id, only when the room has come back with the same ply and our turn.
 * - A premove is a wish: drawn as one at once, and *held* when the server says so. Whether
 *   it can be played is the server's to know.
 */

import { cellsAt, endsOf, nameOfSide, otherSide, pieceAt, pieceKey, tableAfter, tableOf, turnAt } from "./table.js";

/** @typedef {import("./messages").ServerMessage} ServerMessage */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./messages").OfferName} OfferName */
/** @typedef {import("./messages").Audience} Audience */
/** @typedef {import("./messages").ChatLine} ChatLine */

/** @typedef {{id: string, ply: number, text: string, uci: string | null}} Pending
 *   an own move that is not confirmed; `uci` is null when it was typed in words */
/** @typedef {Pending & {held: boolean}} Premove a move that waits for its ply with the server, once held */
/** @typedef {import("./messages").TookBack | import("./messages").TimeGiven | import("./messages").Credited
 *   | {type: "dropped", text: string}} Note something that happened beside the moves, shown until the next one */
/**
 * @typedef {object} RoomModel
 * @property {string} room
 * @property {number} version of the last event counted, 0 before the first
 * @property {string} digest at that version
 * @property {string | null} joining id of the `join` that is not answered yet
 * @property {string} me one's own player id
 * @property {string} session prefix of the ids of joins, fresh for every connection
 * @property {number} joins how many this connection has sent
 * @property {number} hopes how often a room that does not exist may be asked for again: one that
 *   was announced a moment ago may not be open yet
 * @property {number | null} doubted version a heartbeat named that we do not hold
 * @property {string | null} gone why there is nothing to see, in the server's words
 * @property {Table | null} table
 * @property {{ply: number, moves: string[], losing: import("./messages").MarkedMove[], banned: import("./messages").MarkedMove[]} | null} legal
 * @property {Pending | null} pending
 * @property {Premove | null} premove
 * @property {Note | null} note
 * @property {Record<Audience, ChatLine[]>} talk what was said, oldest first
 * @property {number} unread how many lines of others came since the talk was looked at
 * @property {boolean} delayed whether the server could not take the pending move yet
 * @property {import("./messages").MarkedMove | null} asking a losing move that waits for a second word
 * @property {{text: string, uci: string | null, retryMs: number | null} | null} refusal the last one, until the next deed
 * @property {number | null} lookedAt how many plies of the game are shown, null for all of it
 */

/**
 * @typedef {{type: "connected", session: string, me: string} | {type: "try_again"}
 *   | {type: "choose", id: string, uci: string}
 *   | {type: "write", id: string, text: string}
 *   | {type: "keep_thinking"}
 *   | {type: "order", id: string, what: "sit" | "resign" | "abort" | "give_time" | "cancel_premove"}
 *   | {type: "propose", id: string, what: OfferName}
 *   | {type: "answer", id: string, what: OfferName, yes: boolean}
 *   | {type: "claim", id: string, what: "win" | "draw"}
 *   | {type: "talk", id: string, to: Audience, words: {text: string} | {phrase: import("./messages").PhraseName}}
 *   | {type: "read_talk"}
 *   | {type: "look", ply: number | null}} Wish
 */
/** @typedef {import("./messages").ClientMessage} ClientMessage */
/** @typedef {{kind: "send", message: ClientMessage} | {kind: "go", room: string} | {kind: "try_again"}
 *   | {kind: "say", urgent: boolean, key: import("./text/catalogue.js").Key, vars: import("./text/catalogue.js").Vars}
 *   | {kind: "speak", urgent: boolean, text: string} | {kind: "hear", line: ChatLine}} Effect */
/** @typedef {[RoomModel, Effect[]]} Update */

const HOPES = 4;
const LINES_HELD = 200;

/** A room nothing is known of yet. @param {string} room @returns {RoomModel} */
export const unseenRoom = (room) => ({
  room,
  version: 0,
  digest: "",
  joining: null,
  me: "",
  session: "",
  joins: 0,
  hopes: HOPES,
  doubted: null,
  gone: null,
  table: null,
  legal: null,
  pending: null,
  premove: null,
  note: null,
  talk: { players: [], spectators: [] },
  unread: 0,
  delayed: false,
  asking: null,
  refusal: null,
  lookedAt: null,
});

/** @param {RoomModel} model @param {ServerMessage | Wish} message @returns {Update} */
export function update(model, message) {
  if ("room" in message && message.room !== null && message.room !== model.room) return [model, []];
  switch (message.type) {
    case "connected":
      return join(
        { ...model, me: message.me, session: message.session, joins: 0, joining: null, doubted: null },
        model.version,
      );
    case "try_again":
      return join(model, model.version);
    case "room":
      return entered(model, message);
    case "seated":
    case "moved":
    case "took_back":
    case "time_given":
    case "gone":
    case "back":
    case "credited":
    case "offered":
    case "declined":
    case "warned":
    case "ended":
    case "rematch_opened":
    case "rating_known":
    case "rated":
      return happened(model, message);
    case "done":
      return message.id === model.joining ? joined(model) : [model, []];
    case "refused":
      return refused(model, message);
    case "legal":
      return [{ ...model, legal: message }, []];
    case "premove":
      return premoveTold(model, message);
    case "chat":
      return heard(model, message);
    case "chat_history":
      return [{ ...model, talk: { ...model.talk, [message.to]: message.lines } }, []];
    case "renamed":
      return [renamed(model, message.player), []];
    case "crowd":
      return [crowded(model, message), []];
    case "beat":
      return comparedAndSent(model, message);
    case "resumed":
      return sentAgain(model);
    case "choose":
    case "write":
    case "keep_thinking":
    case "order":
    case "propose":
    case "answer":
    case "claim":
    case "talk":
    case "read_talk":
    case "look":
      return wished(model, message);
    default:
      return unheardOf(model, message);
  }
}

// Coming in, and coming back.

/** Ask for the room, or for what was missed since `since`. @param {RoomModel} model @param {number} since @returns {Update} */
function join(model, since) {
  if (model.joining !== null) return [model, []];
  const id = `${model.session}-${model.joins}`;
  const held = model.table && since > 0 ? { since } : {};
  const premove = model.premove?.held ? null : model.premove; // what the server holds it tells again
  return [
    { ...model, joining: id, joins: model.joins + 1, premove },
    [{ kind: "send", message: { type: "join", id, room: model.room, ...held } }],
  ];
}

/** @param {RoomModel} model @param {import("./messages").Room} room @returns {Update} */
function entered(model, room) {
  const { version, digest } = room;
  const next = { ...model, version, digest, doubted: null, gone: null, table: tableOf(room, model.table) };
  return [{ ...next, legal: null, asking: null }, []];
}

/**
 * The room is as the server has it. Only now it is known whether a pending move arrived.
 * @param {RoomModel} model @returns {Update}
 */
function joined(model) {
  const here = { ...model, joining: null };
  const { pending, premove } = here;
  const isPendingPossible = pending?.ply === plyOf(here) && isOurTurn(here);
  const isPremovePossible = premove !== null && premove.ply === plyOf(here) + (isOurTurn(here) ? 0 : 1);
  return [
    { ...here, pending: isPendingPossible ? pending : null, premove: isPremovePossible ? premove : null },
    [
      ...(pending && isPendingPossible ? [moveSent(here, "move", pending)] : []),
      ...(premove && isPremovePossible && !premove.held ? [moveSent(here, "premove", premove)] : []),
    ],
  ];
}

/** A move that the server could not take is sent again, unchanged. @param {RoomModel} model @returns {Update} */
function sentAgain(model) {
  const { delayed, pending } = model;
  if (!delayed || pending === null) return [model, []];
  return [{ ...model, delayed: false }, [moveSent(model, "move", pending)]];
}

/** @param {RoomModel} model @param {import("./messages").Beat} beat @returns {Update} */
function comparedAndSent(model, beat) {
  const [next, effects] = compared(model, beat);
  return effects.length ? [next, effects] : sentAgain(next);
}

/**
 * A heartbeat names version and digest of the rooms joined. If ours is not among them, our
 * `join` was not granted; a lasting difference means that we missed something, or that the
 * log took another branch.
 * @param {RoomModel} model @param {import("./messages").Beat} beat @returns {Update}
 */
function compared(model, beat) {
  const [, version, digest] = beat.rooms.find(([room]) => room === model.room) ?? [];
  if (model.gone !== null) return [model, []];
  if (version === undefined) return join(model, model.version);
  if (version === model.version) return digest === model.digest ? [{ ...model, doubted: null }, []] : join(model, 0);
  if (model.doubted === null) return [{ ...model, doubted: version }, []];
  return version > model.version ? join(model, model.version) : join(model, 0);
}

// Events.

/** @param {RoomModel} model @param {import("./messages").RoomEvent} event @returns {Update} */
function happened(model, event) {
  if (!model.table || event.version <= model.version) return [model, []];
  if (event.version > model.version + 1) return join(model, model.version);
  const table = tableAfter(model.table, event, model.me);
  const here = { ...model, version: event.version, digest: event.digest, doubted: null, table };
  switch (event.type) {
    case "seated":
      return [here, [say("say.started")]];
    case "moved":
      return moved(here, model.table, event);
    case "took_back":
      return tookBack(here, table, event);
    case "time_given":
    case "credited":
      return noted(here, table, event);
    case "gone":
    case "back":
      return [here, event.side === table.you ? [] : [sayOf(`say.${event.type}`, table, event.side, true)]];
    case "offered":
      return [here, event.side === table.you ? [] : [sayOf(`say.offered.${event.what}`, table, event.side, true)]];
    case "declined":
      return [here, event.side === table.you ? [] : [sayOf(`say.declined.${event.what}`, table, event.side)]];
    case "warned":
      return [here, [speak(event.warning.text)]];
    case "ended":
      return [{ ...here, ...NOTHING_OPEN, pending: null, premove: null }, [speak(event.outcome.text)]];
    case "rating_known":
    case "rated":
      return [here, []];
    case "rematch_opened":
      return [here, table.you ? [{ kind: "go", room: event.next }] : []];
  }
}

/** What a new position does away with. */
const NOTHING_OPEN = { legal: null, asking: null, refusal: null, note: null };

/**
 * A message that is not for rooms, or an event of a newer server: what that did is seen in
 * the whole room.
 * @param {RoomModel} model @param {object} message @returns {Update}
 */
function unheardOf(model, message) {
  const { version = 0, digest } = /** @type {{version?: number, digest?: string}} */ (message);
  return digest !== undefined && version > model.version ? join(model, 0) : [model, []];
}

/** @param {RoomModel} model @param {Table} before @param {import("./messages").Moved} event @returns {Update} */
function moved(model, before, event) {
  const waits = (/** @type {{ply: number} | null} */ move) => move !== null && move.ply > event.ply;
  const isOwn = turnAt(before, event.ply) === before.you;
  return [
    {
      ...model,
      ...NOTHING_OPEN,
      pending: waits(model.pending) ? model.pending : null,
      premove: waits(model.premove) ? model.premove : null,
    },
    isOwn ? [] : [moveSaid(cellsAt(before, before.moves.length), event)],
  ];
}

/** @param {RoomModel} model @param {Table} table @param {import("./messages").TookBack} event @returns {Update} */
function tookBack(model, table, event) {
  const here = { ...model, ...NOTHING_OPEN, pending: null, premove: null, note: event, lookedAt: null };
  return [here, [sayOf("say.took_back", table, event.side, true)]];
}

/** @param {RoomModel} model @param {Table} table @param {import("./messages").TimeGiven | import("./messages").Credited} event @returns {Update} */
function noted(model, table, event) {
  const vars = { who: nameOfSide(table, event.side), by: nameOfSide(table, otherSide(event.side)), n: event.ms / 1000 };
  return [{ ...model, note: event }, [say(`say.${event.type}`, vars)]];
}

// Beside the events: premoves, talk, who is here.

/** @param {RoomModel} model @param {import("./messages").Premove} message @returns {Update} */
function premoveTold(model, { ply, text, uci, dropped, reason }) {
  if (dropped !== null) {
    const words = reason ?? dropped;
    return [{ ...model, premove: null, note: { type: "dropped", text: words } }, [speak(words)]];
  }
  if (ply === null || text === null) return [{ ...model, premove: model.premove?.held ? null : model.premove }, []];
  return [{ ...model, premove: { id: model.premove?.id ?? "", ply, text, uci, held: true } }, []];
}

/** @param {RoomModel} model @param {import("./messages").Chat} message @returns {Update} */
function heard(model, { to, line }) {
  const talk = { ...model.talk, [to]: [...model.talk[to], line].slice(-LINES_HELD) };
  if (line.player === model.me) return [{ ...model, talk }, []];
  return [{ ...model, talk, unread: model.unread + 1 }, [{ kind: "hear", line }]];
}

/** @param {RoomModel} model @param {import("./messages").PlayerRef} player @returns {RoomModel} */
function renamed(model, player) {
  if (!model.table) return model;
  const { red, black } = model.table;
  const table = {
    ...model.table,
    red: red?.player === player.player ? player : red,
    black: black?.player === player.player ? player : black,
  };
  return { ...model, table };
}

/** @param {RoomModel} model @param {import("./messages").Crowd} crowd @returns {RoomModel} */
function crowded(model, { spectators, names, red_here: red, black_here: black }) {
  return model.table ? { ...model, table: { ...model.table, spectators, names, here: { red, black } } } : model;
}

// Wishes of the reader, and refusals.

/** @param {RoomModel} model @param {Exclude<Wish, {type: "connected" | "try_again"}>} wish @returns {Update} */
function wished(model, wish) {
  const { room } = model;
  switch (wish.type) {
    case "look":
      return [{ ...model, lookedAt: lookedAt(model, wish.ply), asking: null }, []];
    case "keep_thinking":
      return [{ ...model, asking: null, refusal: null, note: null }, []];
    case "choose":
      return chosen(model, wish.id, wish.uci);
    case "write":
      return written(model, wish.id, wish.text);
    case "order":
      return ordered(model, wish.id, wish.what);
    case "claim":
      return [
        { ...model, refusal: null },
        [{ kind: "send", message: { type: "claim", id: wish.id, room, what: wish.what } }],
      ];
    case "talk":
      return [
        { ...model, refusal: null },
        [{ kind: "send", message: { type: "chat", id: wish.id, room, to: wish.to, ...wish.words } }],
      ];
    case "read_talk":
      return [{ ...model, unread: 0 }, []];
    case "propose":
      return [
        { ...model, refusal: null },
        [{ kind: "send", message: { type: "offer", id: wish.id, room, what: wish.what, ply: plyOf(model) } }],
      ];
    case "answer":
      return [
        model,
        [{ kind: "send", message: { type: wish.yes ? "accept" : "decline", id: wish.id, room, what: wish.what } }],
      ];
  }
}

/** @param {RoomModel} model @param {string} id @param {"sit" | "resign" | "abort" | "give_time" | "cancel_premove"} what @returns {Update} */
function ordered(model, id, what) {
  const premove = what === "cancel_premove" ? null : model.premove;
  return [{ ...model, refusal: null, premove }, [{ kind: "send", message: { type: what, id, room: model.room } }]];
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
  if (banned) return [{ ...model, refusal: { text: banned.text, uci, retryMs: null } }, [speak(banned.text)]];
  const losing = model.legal?.losing.find((marked) => marked.move === uci);
  if (losing && model.asking?.move !== uci) return [{ ...model, asking: losing, refusal: null }, [speak(losing.text)]];
  return played(model, { id, ply: plyOf(model), text: uci, uci });
}

/** @param {RoomModel} model @param {Pending} pending @returns {Update} */
function played(model, pending) {
  if (model.pending !== null || !isOurTurn(model)) return [model, []];
  const here = { ...model, pending, delayed: false, asking: null, refusal: null, lookedAt: null };
  return [here, [moveSent(here, "move", pending)]];
}

/** A move for the ply after the other player's. @param {RoomModel} model @param {string} id @param {string} text @param {string | null} uci @returns {Update} */
function premoved(model, id, text, uci) {
  const premove = { id, ply: plyOf(model) + 1, text, uci, held: false };
  return [{ ...model, premove, note: null, refusal: null }, [moveSent(model, "premove", premove)]];
}

/** @param {RoomModel} model @param {"move" | "premove"} type @param {Pending} move @returns {Effect} */
const moveSent = (model, type, { id, ply, text }) => ({
  kind: "send",
  message: { type, id, room: model.room, ply, text },
});

/** @param {RoomModel} model @param {string} code @param {string} text @returns {Update} */
function notJoined(model, code, text) {
  if (code !== "no_such_room") return [model, []];
  if (model.hopes === 0) return [{ ...model, gone: text }, []];
  return [{ ...model, hopes: model.hopes - 1 }, [{ kind: "try_again" }]];
}

/** @param {RoomModel} model @param {import("./messages").Refused} refusal @returns {Update} */
function refused(model, { id, code, text, retry_ms: retryMs }) {
  if (id !== null && id === model.joining) return notJoined({ ...model, joining: null }, code, text);
  const isPending = id !== null && id === model.pending?.id;
  const isPremove = id !== null && id === model.premove?.id && !model.premove.held;
  if (isPending && code === "unavailable") return [{ ...model, delayed: true }, []];
  const move = isPending ? model.pending : isPremove ? model.premove : null;
  const here = { ...model, pending: isPending ? null : model.pending, premove: isPremove ? null : model.premove };
  return [{ ...here, refusal: { text, uci: move?.uci ?? null, retryMs } }, [speak(text)]];
}

// Small parts.

/** @param {RoomModel} model @returns {number} how many plies are played and confirmed */
export const plyOf = (model) => model.table?.moves.length ?? 0;

/** @param {RoomModel} model @returns {boolean} */
export const isOurTurn = ({ table }) =>
  table !== null && table.status === "playing" && table.you === turnAt(table, table.moves.length);

/** Whether a move can be left with the server for the next turn. @param {RoomModel} model @returns {boolean} */
export const mayPremove = (model) =>
  model.table?.status === "playing" && model.table.you !== null && !isOurTurn(model) && model.pending === null;

/** @param {RoomModel} model @param {number | null} ply @returns {number | null} */
function lookedAt(model, ply) {
  return ply === null || ply >= plyOf(model) ? null : Math.max(0, ply);
}

/** @param {string} before @param {import("./messages").Moved} event @returns {Effect} */
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

/** @param {import("./text/catalogue.js").Key} key @param {import("./text/catalogue.js").Vars} [vars] @param {boolean} [urgent] @returns {Effect} */
const say = (key, vars = {}, urgent = false) => ({ kind: "say", key, vars, urgent });

/** Something a side did. @param {import("./text/catalogue.js").Key} key @param {Table} table @param {import("./messages").Side} side @param {boolean} [urgent] */
const sayOf = (key, table, side, urgent = false) => say(key, { who: nameOfSide(table, side) }, urgent);

/** @param {string} text the server's, in the reader's language @returns {Effect} */
const speak = (text) => ({ kind: "speak", text, urgent: true });
