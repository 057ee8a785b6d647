/**
 * What one room looks like to this reader, and what each message makes of it.
 *
 * `update(model, message)` gives the next model and what is to be done; besides it only
 * `intents.js` changes a room. How a change sounds is `voice.js`'s to know.
 *
 * - A board that cannot lie: an event counts only at the version after ours; a gap or a
 *   strange digest asks for the room again (`join`), and everything shown comes from there.
 * - An own move is *pending*: shown at once, and gone when refused, when another move has
 *   its ply, or when the room comes back without our turn. It is sent again, under its
 *   first id, only when the room has come back with the same ply and our turn.
 * - What one says, offers, answers or gives up is *unsent* until the server has spoken of it, and
 *   goes out again whenever the room has come back and it is still meant: an offer or an answer in
 *   the position it was made in, a resignation as long as the game runs. The server knows a repeat
 *   by its id.
 * - A premove is an intent: drawn as one at once, and *held* when the server says so. Whether
 *   it can be played is the server's to know.
 */

import { tableAfter, tableOf, turnAt } from "./table.js";

/** @typedef {import("../messages").ServerMessage} ServerMessage */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../messages").OfferName} OfferName */
/** @typedef {import("../messages").AudienceName} Audience */
/** @typedef {import("../messages").ChatLine} ChatLine */

/** @typedef {{id: string, ply: number, text: string, uci: string | null}} Pending
 *   an own move that is not confirmed; `uci` is null when it was typed in words */
/** @typedef {Pending & {held: boolean}} Premove a move that waits for its ply with the server, once held */
/** @typedef {Pick<import("../messages").Declined, "type" | "side" | "what">} Declined what a side has refused */
/** @typedef {Declined | import("../messages").TookBack | import("../messages").TimeGiven | import("../messages").Berserked | import("../messages").TimeCredited
 *   | {type: "dropped", text: string}} Note something that happened beside the moves, shown until the next one */
/** @typedef {{message: Extract<ClientMessage, {type: "chat" | "offer" | "accept" | "decline" | "claim" | "sit" | "ready" | "resign" | "abort"
 *   | "give_time" | "cancel_premove" | "berserk"}>, table: Table | null}} Unsent a command, and the game as it was when it was given */
/**
 * @typedef {object} RoomModel
 * @property {string} room
 * @property {number} version of the last event counted, 0 before the first
 * @property {string} digest at that version
 * @property {string | null} joining id of the `join` that is not answered yet
 * @property {string} me one's own player id
 * @property {string} session prefix of the ids of joins, fresh for every connection
 * @property {number} joins how many this connection has sent
 * @property {boolean} isOutside whether the server could not let us in, for the store has no answer now
 * @property {number} hopes how often a room that does not exist may be asked for again: one that
 *   was announced a moment ago may not be open yet
 * @property {number | null} doubted version a heartbeat named that we do not hold
 * @property {string | null} gone why there is nothing to see, in the server's words
 * @property {Table | null} table
 * @property {{ply: number, moves: string[], losing: import("../messages").MarkedMove[], banned: import("../messages").MarkedMove[]} | null} legal
 * @property {Pending | null} pending
 * @property {Premove | null} premove
 * @property {Note | null} note
 * @property {Record<Audience, ChatLine[]>} talk what was said, oldest first
 * @property {Unsent[]} unsent what the server has not spoken of yet, oldest first
 * @property {number} unread how many lines of others came since the talk was looked at
 * @property {boolean} delayed whether the server could not take the pending move yet
 * @property {import("../messages").MarkedMove | null} asking a losing move that waits for a second word
 * @property {string | null} weighing a move that is laid on the board and not sent yet
 * @property {{text: string, uci: string | null, retryMs: number | null} | null} refusal the last one, until the next deed
 * @property {string | null} rolledBack that the store has lost the end of the game, in the server's words, until it was read
 * @property {number | null} viewedPly how many plies of the game are shown, null for all of it
 */

/** @typedef {import("../session/types").Connected | {type: "try_again"}} Signal what a session tells a room by itself */
/** @typedef {import("../messages").ClientMessage} ClientMessage */
/** @typedef {import("../session/types").Effect} Effect */
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
  isOutside: false,
  hopes: HOPES,
  doubted: null,
  gone: null,
  table: null,
  legal: null,
  pending: null,
  premove: null,
  note: null,
  talk: { players: [], spectators: [] },
  unsent: [],
  unread: 0,
  delayed: false,
  asking: null,
  weighing: null,
  refusal: null,
  rolledBack: null,
  viewedPly: null,
});

/** @param {RoomModel} model @param {ServerMessage | Signal} message @returns {Update} */
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
    case "readied":
    case "moved":
    case "took_back":
    case "time_given":
    case "berserked":
    case "disconnected":
    case "reconnected":
    case "time_credited":
    case "away_until":
    case "suspended":
    case "continued":
    case "offered":
    case "declined":
    case "warned":
    case "ended":
    case "rematch_opened":
    case "rating_known":
    case "rated":
      return happened(model, message);
    case "done":
      return message.id === model.joining ? joined(model) : [acknowledged(model, message.id), []];
    case "refused":
      return refused(model, message);
    case "legal":
      return [{ ...model, legal: { ...message, moves: message.moves.split(" ") } }, []];
    case "rolled_back":
      return [{ ...model, rolledBack: message.text }, []];
    case "premove":
      return premoveTold(model, message);
    case "chat":
      return heard(model, message);
    case "chat_history":
      return [{ ...model, talk: { ...model.talk, [message.to]: message.lines } }, []];
    case "renamed":
      return [renamed(model, message.player), []];
    case "presence":
      return [crowded(model, message), []];
    case "ping":
      return comparedAndSent(model, message);
    case "resumed":
      return model.isOutside ? join({ ...model, isOutside: false }, model.version) : sentAgain(model);
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

/** @param {RoomModel} model @param {import("../messages").Room} room @returns {Update} */
function entered(model, room) {
  const { version, digest } = room;
  const table = tableOf(room, model.table);
  const legal = isAsBefore(model.table, table) ? model.legal : null;
  return [{ ...model, version, digest, doubted: null, gone: null, table, legal, asking: null, weighing: null }, []];
}

/** Whether what was said of the position is still true: the same reader, and nothing played, taken back or ended. @param {Table | null} before @param {Table} table */
const isAsBefore = (before, table) =>
  before?.you === table.you && table.status === "playing" && written(before) === written(table);

/** @param {Table} table */
const written = ({ moves }) => moves.map(({ uci }) => uci).join();

/**
 * The room is as the server has it. Only now it is known whether a pending move arrived.
 * @param {RoomModel} model @returns {Update}
 */
function joined(model) {
  const unsent = model.unsent.filter((one) => isStillMeant(one, model.table));
  const here = { ...model, joining: null, unsent };
  const { pending, premove } = here;
  const isPendingPossible = pending?.ply === plyOf(here) && isOurTurn(here);
  const isPremovePossible = premove !== null && premove.ply === plyOf(here) + (isOurTurn(here) ? 0 : 1);
  return [
    { ...here, pending: isPendingPossible ? pending : null, premove: isPremovePossible ? premove : null },
    [
      // First, for a premove that was taken back was so before the one that is meant now.
      ...unsent.map(({ message }) => /** @type {Effect} */ ({ kind: "send", message })),
      ...(pending && isPendingPossible ? [moveSent(here, "move", pending)] : []),
      ...(premove && isPremovePossible && !premove.held ? [moveSent(here, "premove", premove)] : []),
    ],
  ];
}

/**
 * Whether what was sent on a line that broke is still meant, now that the room has come back. Where the other side
 * has moved meanwhile, or the game has begun or ended, it was meant for a position that is gone.
 * @param {Unsent} unsent @param {Table | null} table
 */
function isStillMeant({ message, table: before }, table) {
  if (message.type === "chat") return true;
  if (message.type === "resign") return table?.status === "playing";
  const isHere = before && table && before.status === table.status && written(before) === written(table);
  const isAnswer = message.type === "accept" || message.type === "decline";
  return isHere && (!isAnswer || table.offers.some(({ what }) => what === message.what));
}

/** The server has spoken of what was sent under this id. @param {RoomModel} model @param {string | null} id @returns {RoomModel} */
function acknowledged(model, id) {
  const unsent = model.unsent.filter(({ message }) => message.id !== id);
  return unsent.length === model.unsent.length ? model : { ...model, unsent };
}

/** A move that the server could not take is sent again, unchanged. @param {RoomModel} model @returns {Update} */
function sentAgain(model) {
  const { delayed, pending } = model;
  if (!delayed || pending === null) return [model, []];
  return [{ ...model, delayed: false }, [moveSent(model, "move", pending)]];
}

/** @param {RoomModel} model @param {import("../messages").Ping} beat @returns {Update} */
function comparedAndSent(model, beat) {
  const [next, effects] = compared(model, beat);
  return effects.length ? [next, effects] : sentAgain(next);
}

/**
 * A heartbeat names version and digest of the rooms joined. If ours is not among them, our
 * `join` was not granted; a lasting difference means that we missed something, or that the
 * log took another branch.
 * @param {RoomModel} model @param {import("../messages").Ping} beat @returns {Update}
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

/** @param {RoomModel} model @param {import("../messages").RoomEvent} event @returns {Update} */
function happened(model, event) {
  if (!model.table || event.version <= model.version) return [model, []];
  if (event.version > model.version + 1) return join(model, model.version);
  const table = tableAfter(model.table, event, model.me);
  const here = { ...model, version: event.version, digest: event.digest, doubted: null, table };
  switch (event.type) {
    case "moved":
      return [{ ...afterMove(here, event.ply), note: refusedBy(model.table, turnAt(table, event.ply)) }, []];
    case "took_back":
      return [{ ...here, ...NOTHING_OPEN, pending: null, premove: null, note: event, viewedPly: null }, []];
    case "time_given":
    case "berserked":
      return [{ ...here, note: event }, []];
    case "declined":
      return [{ ...here, note: refusedBy(model.table, event.side, event.what) ?? here.note }, []];
    case "time_credited": {
      if (event.reason === "vacation") return [here, []];
      const ms = event.ms + creditedBefore(model);
      return [ms < UNTOLD_MS ? here : { ...here, note: { ...event, ms } }, []];
    }
    case "ended":
      return [{ ...here, ...NOTHING_OPEN, pending: null, premove: null }, []];
    case "rematch_opened":
      return [here, table.you ? [{ kind: "go", room: event.next }] : []];
    default:
      return [here, []];
  }
}

/** What a side that is not ours refuses of the other one: all, by a move, or one thing. @param {Table} before @param {import("../messages").SideName} side @param {OfferName} [one] @returns {Declined | null} */
function refusedBy({ offers, you }, side, one) {
  const refused = side !== you && offers.find((offer) => offer.side !== side && (one ?? offer.what) === offer.what);
  return refused ? { type: "declined", side, what: refused.what } : null;
}

/** Time given back that is less than this is no news. */
export const UNTOLD_MS = 3_000;

/** What was given back in this turn already: one absence of ours may be told in several parts. @param {RoomModel} model */
const creditedBefore = ({ note }) => (note?.type === "time_credited" ? note.ms : 0);

/** What a new position does away with. */
const NOTHING_OPEN = { legal: null, asking: null, weighing: null, refusal: null, note: null };

/**
 * A message that is not for rooms, or an event of a newer server: what that did is seen in
 * the whole room.
 * @param {RoomModel} model @param {object} message @returns {Update}
 */
function unheardOf(model, message) {
  const { version = 0, digest } = /** @type {{version?: number, digest?: string}} */ (message);
  return digest !== undefined && version > model.version ? join(model, 0) : [model, []];
}

/** What waited for the ply that was played does not wait any more. @param {RoomModel} model @param {number} ply @returns {RoomModel} */
function afterMove(model, ply) {
  const waits = (/** @type {{ply: number} | null} */ move) => move !== null && move.ply > ply;
  return {
    ...model,
    ...NOTHING_OPEN,
    pending: waits(model.pending) ? model.pending : null,
    premove: waits(model.premove) ? model.premove : null,
  };
}

// Beside the events: premoves, talk, who is here.

/** @param {RoomModel} model @param {import("../messages").Premove} message @returns {Update} */
function premoveTold(model, { ply, text, uci, dropped, reason }) {
  if (dropped !== null) {
    return [{ ...model, premove: null, note: { type: "dropped", text: reason ?? dropped } }, []];
  }
  if (ply === null || text === null) return [{ ...model, premove: model.premove?.held ? null : model.premove }, []];
  return [{ ...model, premove: { id: model.premove?.id ?? "", ply, text, uci, held: true } }, []];
}

/** @param {RoomModel} model @param {import("../messages").Chat} message @returns {Update} */
function heard(model, { to, line }) {
  const talk = { ...model.talk, [to]: [...model.talk[to], line].slice(-LINES_HELD) };
  if (line.player === model.me) return [{ ...model, talk }, []];
  return [{ ...model, talk, unread: model.unread + 1 }, []];
}

/** @param {RoomModel} model @param {import("../messages").PlayerRef} player @returns {RoomModel} */
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

/** @param {RoomModel} model @param {import("../messages").Presence} crowd @returns {RoomModel} */
function crowded(model, { spectators, names, bots = [], red_online: red, black_online: black }) {
  return model.table ? { ...model, table: { ...model.table, spectators, names, bots, here: { red, black } } } : model;
}

// Refusals.

/** @param {RoomModel} model @param {string} code @param {string} text @returns {Update} */
function notJoined(model, code, text) {
  if (code === "unavailable") return [{ ...model, isOutside: true }, []];
  if (code !== "no_such_room") return [model, []];
  if (model.hopes === 0) return [{ ...model, gone: text }, []];
  return [{ ...model, hopes: model.hopes - 1 }, [{ kind: "try_again" }]];
}

/** @param {RoomModel} model @param {import("../messages").Refused} refusal @returns {Update} */
function refused(model, { id, code, text, retry_ms: retryMs }) {
  if (id !== null && id === model.joining) return notJoined({ ...model, joining: null }, code, text);
  const isPending = id !== null && id === model.pending?.id;
  const isPremove = id !== null && id === model.premove?.id && !model.premove.held;
  if (isPending && code === "unavailable") return [{ ...model, delayed: true }, []];
  const move = isPending ? model.pending : isPremove ? model.premove : null;
  const here = { ...acknowledged(model, id), pending: isPending ? null : model.pending, premove: isPremove ? null : model.premove };
  return [{ ...here, refusal: { text, uci: move?.uci ?? null, retryMs } }, []];
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

/** @param {RoomModel} model @param {"move" | "premove"} type @param {Pending} move @returns {Effect} */
export const moveSent = (model, type, { id, ply, text }) => ({
  kind: "send",
  message: { type, id, room: model.room, ply, text },
});
