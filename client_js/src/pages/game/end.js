/**
 * The end of a game, in the place of the moves: the result, why in one sentence, what it did to the rating, and what
 * happened. After a ruling its evidence stands where the times would. Fetched when a game is over.
 */

import { resultWord } from "../../models/result.js";
import { otherSide, recurrences, turnAt } from "../../models/table.js";
import { following, isSaid, nameOfSide, secondsText, signedText, t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { rulingOf } from "./cycle.js";
import { written } from "./moves.js";
import { attackText, kindBadge, withoutClause } from "./ruling_words.js";
import { timeGraph, turnTimes } from "./time_graph.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../text/catalogue.js").Key} Key */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("../../messages").Outcome} Outcome */
/** @typedef {import("../../messages").Ruling} Ruling */
/** @typedef {import("./shown.js").SetView} SetView */
/** @typedef {import("./shown.js").ViewState} ViewState */

/** How many moments are told at most. */
const MOST_MOMENTS = 3;
/** A turn shorter than this is no long thought. */
const LONG_MS = 10_000;
const WIN_POINTS = 2;

/** @typedef {"end" | "moves" | "times" | null} Shows */
/**
 * @typedef {object} EndInputs
 * @property {Table | null} table
 * @property {Shows} shows which of the three stands in the place of the moves
 * @property {boolean} noRematch whether the other player has refused to play again
 * @property {Pick<App["settings"], "notation" | "language">} settings
 * @property {number} step of the cycle that the board shows, -1 for none
 * @property {string} room
 * @property {string} asked the room in which a guest who played is asked to keep the game, "" for nobody
 */

/** @type {import("./shown.js").Panel<EndInputs>["inputsOf"]} */
export const inputsOf = ({ room, guest, settings: { notation, language } }, { place, replay }) => ({
  table: room?.table?.outcome ? room.table : null,
  shows: place && place in SHOWN ? (SHOWN[place] ?? null) : room?.viewedPly == null ? "end" : "moves",
  noRematch: room?.note?.type === "declined" && room.note.what === "rematch",
  settings: { notation, language },
  step: replay?.of === "ruling" ? replay.step : -1,
  room: room?.room ?? "",
  asked: guest && room?.table?.you ? room.room : "",
});

/** A guest is asked after the first game alone: where that was is kept. @param {string} room */
function isFirstGame(room) {
  const first = localStorage.getItem(KEPT) ?? room;
  localStorage.setItem(KEPT, first);
  return first === room;
}
const KEPT = "xiangqi.first_game";

/** What takes the place of the result, and the tab it has. @type {Partial<Record<import("./shown.js").Place, Shows>>} */
const SHOWN = { moves: "moves", times: "times", keys: null, appearance: null, ruling: null };

/** @type {import("./shown.js").Panel<EndInputs>["create"]} */
export const create = (host, { actions, setView }) => ({
  render({ table, shows, noRematch, settings, step, room, asked }) {
    if (!table?.outcome) return fill(host);
    const review = shows === "end" && table.moves.length > 0 && reviewOf(table, room, settings, actions);
    const ruling = rulingOf(table);
    const isRuled = ruling?.plies !== undefined; // a mate needs no evidence
    fill(
      host,
      tabs(shows, actions, setView),
      shows === "end" &&
        el(
          "section",
          { key: "end", class: "card ending", role: "region", tabindex: 0, "aria-label": t("end.title") },
          head(table, table.outcome, noRematch),
          ...(ruling && isRuled ? evidence(ruling, table, settings, step, setView) : story(table, settings, actions)),
          review,
          asked && isFirstGame(asked) && el("p", { key: "keep", class: "endkeep small mut" }, t("end.keep"), " ", el("a", { href: "/signup" }, t("nav.signup"))),
        ),
    );
  },
});

/** Where the review of the game stands, and of which it is. @type {{room: string, language: string, host: HTMLElement} | null} */
let reviewed = null;

/** It is asked for once a game. @param {Table} table @param {string} room @param {EndInputs["settings"]} settings @param {Actions} actions */
function reviewOf(table, room, settings, actions) {
  const { language } = settings;
  if (reviewed?.room === room && reviewed.language === language) return reviewed.host;
  const host = made(el("div"));
  reviewed = { room, language, host };
  void import("./end_review.js").then(({ showReview }) => showReview(host, actions, table, room, settings));
  return host;
}

/** Over what stands there. @param {Shows} shows @param {Actions} actions @param {SetView} setView */
function tabs(shows, actions, setView) {
  const open = (/** @type {"moves" | "times" | null} */ place) => {
    if (place === null) actions.room({ type: "show_ply", ply: null });
    setView({ place, replay: null });
  };
  const tab = (/** @type {Shows} */ name, /** @type {Key} */ key, /** @type {"moves" | "times" | null} */ place) =>
    el("button", { key, role: "tab", "aria-selected": String(shows === name), onclick: () => open(place) }, t(key));
  return el(
    "div",
    { key: "tabs", class: "card tabs endtabs", role: "tablist", "aria-label": t("end.tabs") },
    tab("end", "end.title", null),
    tab("moves", "moves.title", "moves"),
    tab("times", "times.title", "times"),
  );
}

/** The result, the rating at its right, and why. @param {Table} table @param {Outcome} outcome @param {boolean} noRematch */
function head(table, outcome, noRematch) {
  const said = [rematchText(table, noRematch), seriesText(table)].filter(Boolean);
  return el(
    "header",
    { key: "head", class: "endhead" },
    el("h2", {}, t(`end.${resultWord(outcome, table.you)}`)),
    ratingChange(table),
    el("p", { class: "reason" }, whyText(table, outcome)),
    ...said.map((words) => el("p", { class: "small also" }, words)),
  );
}

/** @param {Table} table */
function ratingChange({ ratings, you }) {
  const rating = you && ratings[you];
  if (!rating) return null;
  const { points, provisional, change } = rating;
  const kind = change === null ? "" : change < 0 ? "down" : "up";
  return el(
    "span",
    { class: "rate num" },
    `${points}${provisional ? "?" : ""}`,
    change !== null && el("b", { class: kind }, ` ${change === 0 ? "±0" : signedText(change)}`),
  );
}

/** Why, once: that the other side has won is said already. @param {Table} table @param {Outcome} outcome */
function whyText(table, { ending, winner, text }) {
  const key = `end.why.${ending}`;
  if (winner === null || !isSaid(key)) return withoutVerdict(withoutClause(text)[0]);
  const last = ending === "time" ? table.moves.length : Math.max(0, table.moves.length - 1); // the move that did not come
  const n = numberAt(table, last);
  return t(/** @type {Key} */ (key), { n, loser: t(`side.${otherSide(winner)}`) });
}

/** A ruling's third sentence says who had to deviate, and so has lost. @param {string} text */
function withoutVerdict(text) {
  const sentences = text.match(/[^.。]+[.。]\s*/g) ?? [];
  return sentences.length > 2 ? sentences.slice(0, 2).join("").trimEnd() : text;
}

/** What is said of another game between the two. @param {Table} table @param {boolean} noRematch */
function rematchText(table, noRematch) {
  const { you, next, offers } = table;
  if (next !== null) return t("notices.rematch.open");
  if (you === null) return "";
  const who = nameOfSide(table, otherSide(you));
  if (offers.some(({ what, side }) => what === "rematch" && side === you)) {
    const asked = t("notices.rematch.mine");
    return asked + following(asked, t("notices.rematch.mine.text", { who }));
  }
  return noRematch ? t("say.declined.rematch", { who }) : "";
}

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

// What happened.

/** @typedef {{ply: number, sign: string, text: string}} Moment a ply, from 0, and what is said of it */

/** The number of the move that is a ply. @param {Pick<Table, "firstTurn">} table @param {number} ply */
const numberAt = ({ firstTurn }, ply) => Math.floor((ply + (firstTurn === "black" ? 1 : 0)) / 2) + 1;

/** Where the longest thought was, -1 where no time is known. @param {number[]} times */
const longestOf = (times) => (Math.max(0, ...times) > 0 ? times.indexOf(Math.max(...times)) : -1);

/** @param {Table} table @returns {Moment[]} */
function momentsOf(table) {
  const times = turnTimes(table);
  const longest = longestOf(times);
  const stood = recurrences(table).slice(1);
  const most = Math.max(1, ...stood);
  /** @type {(Moment | false)[]} */
  const found = [
    most > 1 && { ply: stood.lastIndexOf(most), sign: "repeat", text: t("ruling.stood", { n: most }) },
    times[longest] >= LONG_MS && { ply: longest, sign: "clock", text: t("end.moment.longest", { time: secondsText(times[longest]) }) },
    table.outcome?.ending === "time" && { ply: table.moves.length, sign: "flag", text: t("end.moment.flag") },
  ];
  const moments = /** @type {Moment[]} */ (found.filter(Boolean));
  return moments.sort((a, b) => a.ply - b.ply).slice(0, MOST_MOMENTS);
}

/** The times of the game, and its moments. @param {Table} table @param {EndInputs["settings"]} settings @param {Actions} actions */
function story(table, settings, actions) {
  const moments = momentsOf(table);
  const times = turnTimes(table);
  const longest = longestOf(times);
  const most = longest < 0 ? "" : t("end.longest", { time: secondsText(times[longest]), n: numberAt(table, longest) });
  const plies = moments.map(({ ply }) => ply);
  return [
    times.length > 1 &&
      longest >= 0 &&
      el(
        "div",
        { key: "times", class: "endtimes" },
        timeGraph(table, `${t("end.times")}${t("cell.comma")}${most}`, plies),
        el("p", { class: "xs mut", "aria-hidden": "true" }, el("span", {}, t("end.times")), el("span", { class: "num" }, most)),
      ),
    ...moments.map((moment) => momentRow(table, moment, settings, actions)),
  ];
}

/** @param {Table} table @param {Moment} moment @param {EndInputs["settings"]} settings @param {Actions} actions */
function momentRow(table, { ply, sign, text }, settings, actions) {
  const move = table.moves[ply];
  const number = `${numberAt(table, ply)}${turnAt(table, ply) === "black" ? "…" : "."}`;
  return el(
    "button",
    { key: sign, class: `moment ${sign}`, onclick: () => actions.room({ type: "show_ply", ply: Math.min(ply + 1, table.moves.length) }) },
    icon(sign),
    el("span", {}, el("span", { class: "num" }, `${number} ${move ? written(move, settings) : "–"}`), el("small", {}, text)),
  );
}

// The evidence of a ruling.

/** @param {Ruling} ruling @param {Table} table @param {EndInputs["settings"]} settings @param {number} step @param {SetView} setView */
function evidence(ruling, table, settings, step, setView) {
  const { plies = [], occurrences } = ruling;
  const numbers = plies.map(({ ply }) => numberAt(table, ply));
  const show = (/** @type {number} */ at, runs = false) => () => setView({ replay: { of: "ruling", step: at, runs } });
  const row = (/** @type {import("../../messages").RuledPly} */ ply, /** @type {number} */ i) =>
    el(
      "li",
      { key: ply.ply },
      el(
        "button",
        { class: ply.kind === "idle" ? "" : "guilty", "aria-current": i === step ? "step" : null, onclick: show(i) },
        el("span", { class: "num mut" }, String(i + 1)),
        el(
          "span",
          {},
          el("span", { class: "num" }, table.moves[ply.ply] ? written(table.moves[ply.ply], settings) : ply.move),
          ...ply.chases.map((chase) => el("small", {}, attackText(chase))),
        ),
        kindBadge(ply.kind),
      ),
    );
  return [
    el(
      "div",
      { key: "evidence", class: "endruled" },
      el("h3", {}, t("end.evidence")),
      el("span", { class: "steps", "aria-hidden": "true" }, ...Array.from({ length: occurrences }, () => el("i", { class: "on" }))),
      el("span", { class: "sr" }, t("ruling.stood", { n: occurrences })),
      el("span", { class: "small mut num" }, t("ruling.moves", { from: numbers[0], to: numbers[numbers.length - 1] })),
    ),
    el("ol", { key: "plies", class: "endplies" }, ...plies.map(row)),
    el(
      "div",
      { key: "clause", class: "endclause" },
      el("p", { class: "small mut" }, clauseText(ruling, table)),
      el("button", { class: "btn", onclick: show(0, true) }, icon("play", "s"), t("cycle.play")),
      el("button", { class: "btn", onclick: () => setView(OPEN_RULING) }, icon("gavel", "s"), t("notices.ruling")),
    ),
  ];
}

/** @param {Ruling} ruling @param {Table} table */
const clauseText = ({ clause }, { outcome }) => withoutClause(outcome?.text ?? "")[1] || t("ruling.clause", { clause: clause.replaceAll("_", " ") });

const OPEN_RULING = {
  place: /** @type {const} */ ("ruling"),
  replay: { of: /** @type {const} */ ("ruling"), step: 0, runs: false },
};
