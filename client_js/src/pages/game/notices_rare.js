/** What is said now and then: what was refused, who has left, what has happened beside the moves, what is offered, a move that is held, what an outage of ours has done, and the second word to a move, for those who want one. */

import { isOurTurn } from "../../models/room.js";
import { otherSide } from "../../models/table.js";
import { nameOfSide, secondsText, t, wholeSeconds } from "../../text/catalogue.js";
import { dismissal } from "./notices.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("./notices.js").BoardNotice} BoardNotice */
/** @typedef {import("../../models/room.js").RoomModel} RoomModel */
/** @typedef {import("../../messages").OfferName} OfferName */

/** @param {import("../../models/room.js").Note} note @param {Table} table @param {Actions} actions @returns {BoardNotice | null} */
export function noteNotice(note, table, actions) {
  const notice = { kind: "", sign: "info", answers: [dismissal(actions)] };
  if (note.type === "dropped") {
    return { ...notice, kind: "warn", sign: "bolt", bold: t("notices.premove.dropped"), text: note.text };
  }
  const who = nameOfSide(table, note.side);
  switch (note.type) {
    case "declined":
      if (note.what === "rematch") return null; // said under the result
      return { ...notice, sign: "x", bold: t(`say.declined.${note.what}`, { who }) };
    case "took_back":
      return {
        ...notice,
        sign: "undo",
        bold: note.side === table.you ? t("notices.took_back.mine") : t("say.took_back", { who }),
        text: t("notices.took_back.text"),
      };
    case "time_given": {
      const vars = { who, by: nameOfSide(table, otherSide(note.side)), n: note.ms / 1000 };
      const key = table.you === null ? "say.time_given" : note.side === table.you ? "notices.given.me" : "notices.given.them";
      return { ...notice, sign: "hour", bold: t(key, vars) };
    }
    case "berserked":
      return { ...notice, sign: "hour", bold: t("say.berserked", { who }), text: t("notices.berserked.text") };
    case "time_credited": {
      const time = secondsText(wholeSeconds(note.ms) * 1000);
      return { ...notice, sign: "pause", bold: t("notices.credited", { time }), text: t("notices.credited.text") };
    }
  }
}

/** @param {NonNullable<RoomModel["refusal"]>} refusal @param {Actions} actions @returns {BoardNotice} */
export const refusalNotice = ({ text, retryMs }, actions) => ({
  kind: "danger",
  sign: "stop",
  bold: t("notices.refused"),
  text: retryMs === null ? text : `${text} ${t("notices.again", { time: secondsText(retryMs) })}`,
  answers: [dismissal(actions)],
});

/** A move that loses by repetition waits for a second word. @param {import("../../messages").MarkedMove} asking @param {string} words @param {Actions} actions @returns {BoardNotice} */
export const losingNotice = ({ move, text }, words, actions) => ({
  kind: "ruling",
  sign: "warn",
  bold: t("notices.losing", { move: words }),
  text,
  answers: [
    { text: t("notices.losing.keep"), act: () => actions.room({ type: "keep_thinking" }) },
    { text: t("notices.losing.do"), kind: "danger fill", act: () => actions.room({ type: "choose", uci: move }) },
  ],
});

/** @param {string} text @param {Actions} actions @returns {BoardNotice} */
export const rolledBackNotice = (text, actions) => ({
  kind: "warn",
  sign: "warn",
  bold: t("notices.rolled_back"),
  text,
  answers: [dismissal(actions)],
});

/** After a long outage of ours. @param {Table} table @returns {BoardNotice | null} */
export const suspendedNotice = ({ suspendedUntilMs }) =>
  suspendedUntilMs === null
    ? null
    : { kind: "warn", sign: "pause", bold: t("notices.suspended"), text: t("notices.suspended.text"), untilMs: suspendedUntilMs };

/** @param {string} uci @param {string} words @param {Actions} actions @returns {BoardNotice} */
export const weighingNotice = (uci, words, actions) => ({
  kind: "",
  sign: "check",
  bold: t("notices.weigh", { move: words }),
  answers: [
    { text: t("notices.weigh.keep"), act: () => actions.room({ type: "keep_thinking" }) },
    { text: t("notices.weigh.do"), kind: "main", act: () => actions.room({ type: "choose", uci }) },
  ],
});

/**
 * A player has left: the countdown to the claim, the same for both sides.
 * @param {RoomModel} room @param {Table} table @param {Actions} actions @param {number} serverMs @returns {BoardNotice | null}
 */
export function absenceNotice(room, table, actions, serverMs) {
  const absence = table.absences.find(({ side }) => side !== table.you);
  if (!absence || table.suspendedUntilMs !== null) return null;
  const isDue = serverMs >= absence.claimable_at_ms;
  const who = nameOfSide(table, absence.side);
  const notice = { kind: "warn", sign: "off", bold: t(isDue ? "notices.away" : "notices.gone", { who }) };
  const { running } = table.clock;
  if (table.you === null)
    return { ...notice, text: running ? t("notices.gone.watch", { who: nameOfSide(table, running) }) : "" };
  if (isDue && isOurTurn(room)) return { ...notice, text: t("notices.away.turn") };
  const claim = (/** @type {"win" | "draw"} */ what) => () => actions.room({ type: "claim", what });
  return {
    ...notice,
    text: t(isDue ? "notices.away.text" : isOurTurn(room) ? "notices.gone.yours" : running ? "notices.gone.text" : "notices.gone.untimed"),
    isCall: isDue,
    untilMs: isDue ? undefined : absence.claimable_at_ms,
    answers: [
      { text: t("notices.claim.draw"), waits: !isDue, act: claim("draw") },
      { text: t("notices.claim.win"), kind: isDue ? "main" : undefined, waits: !isDue, act: claim("win") },
    ],
  };
}

/** @param {import("../../models/room.js").Premove} premove @param {string} words @param {Actions} actions @returns {BoardNotice} */
export function premoveNotice({ text, held }, words, actions) {
  const move = words || text;
  return {
    kind: "",
    sign: "bolt",
    bold: t("notices.premove", { move }),
    text: t(held ? "notices.premove.text" : "notices.premove.sending"),
    answers: [
      {
        text: t("notices.premove.cancel"),
        kind: "quiet",
        act: () => actions.room({ type: "order", what: "cancel_premove" }),
      },
    ],
  };
}

const IN_PLAY = /** @type {const} */ (["draw", "takeback", "abort"]);
/** What the two may agree upon while they play. @param {Table} table @param {Actions} actions */
export const offerNotices = (table, actions) => IN_PLAY.map((what) => offerNotice(table, what, actions));

const OFFER_SIGNS = { draw: "draw", takeback: "undo", abort: "x" };

/** @param {Table} table @param {Exclude<OfferName, "rematch">} what @param {Actions} actions @returns {BoardNotice | null} */
function offerNotice(table, what, actions) {
  const offer = table.offers.find((open) => open.what === what);
  if (!offer) return null;
  const answer = (/** @type {boolean} */ yes) => () => actions.room({ type: "answer", what, yes });
  const other = nameOfSide(table, offer.side);
  if (offer.side === table.you) {
    const who = nameOfSide(table, table.you === "red" ? "black" : "red");
    return {
      kind: "",
      sign: OFFER_SIGNS[what],
      bold: t(`notices.${what}.mine`),
      text: t(`notices.${what}.mine.text`, { who }),
      answers: [{ text: t("notices.withdraw"), kind: "quiet", act: answer(false) }],
    };
  }
  const answers = [
    { text: t("notices.decline"), act: answer(false) },
    { text: t(`notices.${what}.accept`), kind: /** @type {const} */ ("main"), act: answer(true) },
  ];
  return {
    kind: "",
    sign: OFFER_SIGNS[what],
    bold: t(`notices.${what}`, { who: other }),
    text: t(`notices.${what}.text`),
    answers: table.you ? answers : [],
  };
}
