/** How tournaments stand in lists: the sign of their format, what is played, and when. */

import { isFree } from "../../models/tournament.js";
import { clockName, personText, rulesName, t } from "../../text/catalogue.js";
import { dateTimeText } from "../../text/dates.js";
import { leftText } from "../../text/left.js";
import { el, icon, svg } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";

/** @typedef {import("../../messages").TournamentInfo} TournamentInfo */
/** @typedef {TournamentInfo["format"]["type"]} FormatName */

/** Signs that the sprite does not have; those of formats are shapes of their own, not only colours. */
const PATHS = {
  rows: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  fire: "M12 2.5c.6 3.6 5.8 6 5.8 11.3a5.8 5.8 0 0 1-11.6 0c0-2.6 1.3-4 2.3-5.3.4 1.5 1 2.2 1.8 2.5-.3-3.5.2-6.3 1.7-8.5z",
};
/** @type {Record<FormatName, {sign: () => import("../../ui/dom.js").Child, tint: number}>} */
const SIGNS = {
  arena: { sign: () => icon("bolt"), tint: 2 },
  swiss: { sign: () => icon("swap"), tint: 5 },
  robin: { sign: () => drawn("rows"), tint: 3 },
  knockout: { sign: () => icon("trophy"), tint: 4 },
  team_robin: { sign: () => icon("friends"), tint: 5 },
};

/** @param {keyof typeof PATHS} name @param {string} [size] */
export const drawn = (name, size = "") => svg("svg", { class: `i ${size}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));

/** @param {FormatName} format */
export const formatSign = (format) => SIGNS[format].sign();

/** @param {FormatName} format */
export const formatText = (format) => t(`tournament.format.${format}`);

/** The sign of a format on a disc. @param {FormatName} format */
export const formatDisc = (format) => el("span", { class: `av t${SIGNS[format].tint}`, "aria-hidden": "true" }, formatSign(format));

/** How long it lasts or how many rounds it has. @param {TournamentInfo} info */
function lengthText({ format, rounds, phase, ends_ms: endsMs }) {
  if (format.type === "arena") return t("tournament.minutes", { n: format.minutes });
  if (format.type === "swiss") return t("tournament.rounds", { n: phase === "announced" ? format.rounds : rounds });
  if (format.type === "knockout") return format.games > 1 ? t("tournament.match_of", { n: format.games }) : "";
  const untilMs = format.type === "robin" ? format.until_ms : null;
  return [format.double && t("tournament.twice"), untilMs !== null && t("tournament.until", { time: dateTimeText(endsMs ?? untilMs) })].filter(Boolean).join(" · ");
}

/** What is played, in a line. @param {TournamentInfo} info */
export const factsText = (info) =>
  [
    formatText(info.format.type),
    lengthText(info),
    clockName(info.terms.clock),
    rulesName(info.terms),
    t(info.terms.rated ? "tournament.rated" : "tournament.casual"),
    t("tournament.players", { n: info.entered }),
  ]
    .filter(Boolean)
    .join(" · ");

/** Who stands on top, in a line. @param {TournamentInfo} info */
const leadersText = ({ leaders }) => leaders.map((player, i) => `${i + 1} ${personText(player)}`).join(" · ");

const SOON_MS = 6 * 3_600_000;

/** When it begins, ends or ended. @param {TournamentInfo} info @param {number} nowMs */
function whenText({ format, phase, starts_ms: startsMs, ends_ms: endsMs, round, rounds }, nowMs) {
  if (phase === "called_off") return t("tournament.called_off");
  if (phase === "finished") return dateTimeText(endsMs ?? startsMs);
  if (phase === "running") {
    if (rounds > 0 && !isFree(format)) return t("tournament.round_of", { n: round, of: rounds });
    return endsMs === null ? "" : t("tournament.left", { time: leftText(endsMs - nowMs) });
  }
  const inMs = startsMs - nowMs;
  return inMs < SOON_MS ? t("tournament.in", { time: leftText(inMs) }) : dateTimeText(startsMs);
}

/** A tournament as a row that leads to it. @param {TournamentInfo} info @param {number} nowMs @param {boolean} [isIn] the reader takes part */
export const tournamentRow = (info, nowMs, isIn = false) =>
  el(
    "a",
    { class: "tn", href: `/tournament/${info.tournament}` },
    formatDisc(info.format.type),
    el(
      "span",
      { class: "grow" },
      el("b", { class: "cut" }, info.name),
      el("small", { class: "mut num" }, factsText(info)),
      info.leaders.length > 0 && info.phase !== "announced" && el("small", { class: "row s" }, icon("trophy", "s"), el("span", { class: "cut" }, leadersText(info))),
    ),
    el("span", { class: "when num" }, whenText(info, nowMs), isIn && badge(t("tournaments.entered"), "ok", "check")),
  );
