/** What the organiser says, who may enter, how points are counted, and the files by which anybody can compute the standings. */

import { isFree } from "../../models/tournament.js";
import { numberText, personText, rulesName, t } from "../../text/catalogue.js";
import { dateTimeText } from "../../text/dates.js";
import { el, icon } from "../../ui/dom.js";
import { card } from "../../ui/parts.js";

/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */

/** Who may enter, a condition a line. @param {TournamentModel["conditions"]} conditions */
const conditionsOf = ({ min_rating: low, max_rating: high, min_games: games, min_account_days: days, bots, invited }) =>
  [
    low !== null && t("form.from", { n: numberText(low) }),
    high !== null && t("form.to", { n: numberText(high) }),
    games > 0 && t("form.games.least", { n: games }),
    days > 0 && t("form.age.least", { n: days }),
    invited && t("form.invited"),
    bots && t("form.with_bots"),
  ].filter((text) => text !== false);

/** @param {string} term @param {string} text */
const fact = (term, text) => [el("dt", {}, term), el("dd", {}, text)];

/** @param {TournamentModel} model */
export function aboutCard({ info, text, conditions, dates }) {
  const asked = conditionsOf(conditions);
  return card(
    t("tournament.about"),
    text && el("p", { class: "pad said1" }, text),
    el(
      "dl",
      { class: "terms" },
      ...fact(t("tournament.organiser"), personText(info.organiser)),
      ...fact(t("form.who"), asked.length > 0 ? asked.join(" · ") : t("tournament.open")),
      ...fact(t("rules.label"), rulesName(info.terms)),
      ...(dates.length > 0 ? fact(t("form.every"), dates.slice(0, info.rounds || 1).map(dateTimeText).join(" · ")) : []),
      ...(info.terms.clock.type === "correspondence" ? fact(t("form.leave"), t(info.terms.clock.leave ? "form.leave.text" : "form.no_leave")) : []),
      ...(isFree(info.format) ? fact(t("pair.when"), t("pair.when.text")) : []),
      ...fact(t("tournament.points"), t(`form.points.${info.format.type}`)),
      ...fact(t("tournament.seeks"), t("tournament.seeks.text")),
    ),
    el("p", { class: "pad" }, el("a", { class: "btn wide", href: "/learn/tournaments" }, icon("book"), t("tournaments.how"))),
  );
}

/** @param {TournamentModel} model */
export function filesCard({ info: { tournament, format, phase }, end }) {
  if (phase === "announced" || phase === "called_off") return null;
  const kinds = [["log", "tournament.file.log"], ["pgn", "tournament.file.pgn"], ["json", "tournament.file.json"], ["csv", "tournament.file.csv"], ...(format.type === "arena" ? [] : [["trf", "tournament.file.trf"]])];
  return card(
    t("tournament.files"),
    el(
      "div",
      { class: "pad col" },
      el("p", { class: "small" }, t("tournament.verify")),
      el("code", { class: "small cmd" }, `xiangqi-server verify ${tournament}.log${end ? ` --head ${end.digest}` : ""}`),
      end && el("p", { class: "small mut" }, t("tournament.end", { n: end.version })),
      el("div", { class: "row w" }, ...kinds.map(([kind, key]) => el("a", { class: "btn sm", href: `/tournament/${tournament}.${kind}`, download: `${tournament}.${kind}` }, icon("dl", "s"), t(/** @type {import("../../text/catalogue.js").Key} */ (key))))),
      el("a", { class: "btn wide", href: `/archive/tournament-${tournament}` }, icon("search"), t("tournament.find_games")),
    ),
  );
}
