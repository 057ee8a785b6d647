/**
 * What there is to say after a game: how it ended, and whether it is played again.
 */

import { otherSide, rivalOf } from "../../models/table.js";
import { nameOfSide, t } from "../../text/catalogue.js";
import { resultText } from "../shared/result.js";
import { rulingOf } from "./cycle.js";
import { offerNotice } from "./notices_rare.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("./notices.js").BoardNotice} BoardNotice */
/** @typedef {import("./notices.js").Answer} Answer */
/** @typedef {import("./shown.js").ViewState} ViewState */
/** @typedef {import("./shown.js").SetView} SetView */

/** @param {import("./notices.js").NewsOf} app @param {Pick<import("./shown.js").ViewState, "place">} view @param {Actions} actions @param {SetView} setView @returns {(BoardNotice | null)[]} */
export function notices({ room }, view, actions, setView) {
  return room?.table ? [rematchNotice(room.table, actions), resultNotice(room, room.table, view, actions, setView)] : [];
}

/** @param {import("./notices.js").RoomModel} room @param {Table} table @param {Pick<import("./shown.js").ViewState, "place">} view @param {Actions} actions @param {SetView} setView @returns {BoardNotice | null} */
function resultNotice({ note }, table, view, actions, setView) {
  const { outcome, you, next, tournament } = table;
  if (!outcome) return null;
  const mayPlayOn = you !== null && next === null && tournament === null;
  const isRuled = rulingOf(table)?.plies !== undefined; // a mate needs no evidence
  const answers = [
    isRuled && {
      text: t(view.place === "ruling" ? "ruling.back" : "notices.ruling"),
      act: () => setView(view.place === "ruling" ? CLOSED_RULING : OPEN_RULING),
    },
    tournament !== null && { text: t("act.tournament"), kind: "main", act: () => actions.go(`/tournament/${tournament}`) },
    you && !isRuled && tournament === null && { text: t("act.new"), act: () => actions.go(rivalOf(table) ? "/computer" : "/") },
    mayPlayOn && outcome.result !== "none" && { text: t("act.rematch"), kind: "main", act: () => actions.room({ type: "propose", what: "rematch" }) },
  ];
  const isWin = outcome.winner !== null && outcome.winner === you;
  return {
    kind: `over ${isRuled ? "ruling" : isWin ? "ok" : "plain"}`,
    sign: isRuled ? "gavel" : isWin ? "trophy" : "info",
    bold: resultText(outcome, you),
    text: [noRematch(note, table), outcome.text, seriesText(table)].filter(Boolean).join(" "),
    answers: /** @type {Answer[]} */ (answers.filter(Boolean)),
  };
}

/** That nobody plays on stands with the result: beside it it would be one more among others. @param {import("./notices.js").RoomModel["note"]} note @param {Table} table */
const noRematch = (note, table) => note?.type === "declined" && note.what === "rematch" && t("say.declined.rematch", { who: nameOfSide(table, note.side) });

const WIN_POINTS = 2;

/** The score of a series of games, one's own first. @param {Table} table */
function seriesText({ series: [red, black], outcome, previous, you }) {
  if (you === null || previous === null || outcome === null) return "";
  const counts = outcome.result !== "none";
  const gain = (/** @type {string} */ side) => (!counts ? 0 : outcome.winner === side ? WIN_POINTS : outcome.winner === null ? 1 : 0);
  const points = { red: red + gain("red"), black: black + gain("black") };
  return t("notices.series", { you: pointsText(points[you]), them: pointsText(points[otherSide(you)]) });
}

/** A draw is half a point: `1½`. @param {number} doubled */
const pointsText = (doubled) => (doubled % 2 === 0 ? String(doubled / 2) : `${doubled === 1 ? "" : Math.floor(doubled / 2)}½`);

const OPEN_RULING = {
  place: /** @type {const} */ ("ruling"),
  replay: { of: /** @type {const} */ ("ruling"), step: 0, runs: false },
};
/** Away from the ruling, back to the game. */
export const CLOSED_RULING = { place: null, replay: null };

/** @param {Table} table @param {Actions} actions @returns {BoardNotice | null} */
function rematchNotice(table, actions) {
  const { next, outcome, you } = table;
  const result = outcome ? resultText(outcome, you) : "";
  if (next !== null) {
    const act = () => actions.go(`/game/${next}`);
    return {
      kind: "over ok",
      sign: "swap",
      bold: t("notices.rematch.open"),
      text: result,
      answers: [{ text: t(table.you ? "notices.rematch.join" : "notices.rematch.watch"), kind: "main", act }],
    };
  }
  const notice = offerNotice(table, "rematch", actions);
  return notice && { ...notice, kind: "over", text: `${result} ${notice.text}` };
}
