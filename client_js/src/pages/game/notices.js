/**
 * What there is to say beside the board, and what one can answer: notices, the gravest first.
 *
 * Pure: from what is shown to a list of values; how they look is `slot.js`'s to know.
 */

import { spelled } from "../../models/notation.js";
import { cellsAt, pieceAt, squareOf } from "../../models/table.js";
import { following, t } from "../../text/catalogue.js";
import { written } from "./moves.js";

/** @typedef {Pick<import("../../page").App, "room" | "link" | "silent" | "pausedAtMs" | "settings">} NewsOf what there may be news of */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("./shown.js").ViewState} ViewState */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("./shown.js").SetView} SetView */
/** @typedef {import("../../models/room.js").RoomModel} RoomModel */
/** @typedef {{text: string, kind?: "main" | "danger fill" | "quiet", waits?: boolean, act: () => void}} Answer */
/**
 * @typedef {object} BoardNotice
 * @property {string} kind
 * @property {string} sign
 * @property {string} bold
 * @property {string} [text]
 * @property {number} [untilMs] the server's time to which it counts down
 * @property {boolean} [isCall] spoken at once
 * @property {string} [link] of this very game, with the key to its seat
 * @property {string} [pieces] the piece set that is shown, where it may be chosen
 * @property {(() => import("../../ui/dom.js").Child)[]} [rows] what stands between the words and the answers
 * @property {Answer[]} [answers]
 */

/**
 * All there is to say, the gravest first.
 * @param {NewsOf} app @param {Pick<ViewState, "place">} view @param {Actions} actions @param {SetView} setView
 * @param {number} serverMs
 * @param {(app: NewsOf, view: Pick<ViewState, "place">, actions: Actions, setView: SetView) => (BoardNotice | null)[]} late what is said before a
 *   game and in one by days: a module of its own, fetched then
 * @param {typeof import("./notices_rare.js")} [rare] what is said now and then: likewise
 * @returns {BoardNotice[]}
 */
export function noticesOf(app, view, actions, setView, serverMs, late = () => [], rare) {
  const { room } = app;
  if (!room) return [];
  const { table } = room;
  const found = [
    app.pausedAtMs !== null && { kind: "warn", sign: "pause", bold: t("notices.paused"), text: t("notices.paused.text") },
    app.link === "lost" && { kind: "warn", sign: "off", bold: t("notices.lost"), text: withUnsent(room, t("notices.lost.text")) },
    app.silent && { kind: "warn", sign: "off", bold: t("notices.silent"), text: withUnsent(room, t("notices.silent.text")) },
    table && room.asking && rare?.losingNotice(room.asking, moveWords(app, room.asking.move), actions),
    table && room.weighing && !isByDays(table) && rare?.weighingNotice(room.weighing, moveWords(app, room.weighing), actions),
    room.refusal && rare?.refusalNotice(room.refusal, actions),
    room.rolledBack !== null && rare?.rolledBackNotice(room.rolledBack, actions),
    ...late(app, view, actions, setView),
    table && rare?.suspendedNotice(table),
    table && rare?.absenceNotice(room, table, actions, serverMs),
    ...((table && rare?.offerNotices(table, actions)) ?? []),
    room.premove && rare?.premoveNotice(room.premove, moveWords(app, room.premove.uci), actions),
    table && firstMoveNotice(table, actions),
    table && room.note && rare?.noteNotice(room.note, table, actions),
  ];
  return /** @type {BoardNotice[]} */ (found.filter(Boolean));
}

/** @param {Table} table */
export const isByDays = ({ terms }) => terms.clock.type === "correspondence";

/** What the reader has done on a lost line is not forgotten, and says so first. @param {RoomModel} room @param {string} text */
function withUnsent({ unsent }, text) {
  if (unsent.every(({ message }) => message.type === "chat")) return text; // its lines show themselves
  const first = t("notices.unsent");
  return first + following(first, text);
}

/**
 * A move that is not played yet, in the reader's notation.
 * @param {Pick<NewsOf, "room" | "settings">} app @param {string | null} uci @returns {string} empty where nothing stands to be moved
 */
export function moveWords({ room, settings }, uci) {
  const table = room?.table;
  const cells = table ? cellsAt(table, table.moves.length) : "";
  return uci !== null && pieceAt(cells, squareOf(uci)) ? written(spelled(cells, uci), settings) : "";
}

/** @param {Actions} actions @returns {Answer} */
export const dismissal = (actions) => ({
  text: t("notices.dismiss"),
  kind: "quiet",
  act: () => actions.room({ type: "keep_thinking" }),
});

/** The game has begun, and is void if a first move does not come; until one's own one may have half the time. @param {Table} table @param {Actions} actions @returns {BoardNotice | null} */
function firstMoveNotice({ clock, you, behindMs, berserk }, actions) {
  const { running, first_move_by_ms: byMs } = clock;
  if (running === null || byMs == null || behindMs > 0) return null; // the move that is seen late may be played
  const mayHalve = you !== null && berserk !== null && !berserk[you];
  const answers = mayHalve ? [{ text: t("act.berserk"), act: () => actions.room({ type: "order", what: "berserk" }) }] : [];
  const bold = running === you ? t("notices.first.mine") : t("notices.first", { side: t(`side.${running}`) });
  return { kind: "", sign: "hour", bold, text: t("notices.first.text"), untilMs: byMs, answers };
}
