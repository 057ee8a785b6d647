/** The first three of those who played, and of the teams, when all is over. Drawn second, first, third; read first, second, third. */

import { sheetOf } from "../../models/tournament.js";
import { personText, t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";
import { avatar, badge } from "../../ui/parts.js";

/** Nobody is among them without a game. @param {import("../../messages").TournamentEntrant[]} rows the first page */
const firstThree = (rows) => rows.slice(0, 3).filter(({ sheet }) => sheet !== "");

/** @param {import("../../messages").TournamentEntrant[]} rows the first page @param {import("./standings.js").OpenCard} openCard */
export const podium = (rows, openCard) =>
  el(
    "ol",
    { class: "pod", "aria-label": t("tournament.podium") },
    ...firstThree(rows).map((row) =>
      el(
        "li",
        { class: `p${row.rank}` },
        el(
          "button",
          { type: "button", class: "card", onclick: (event) => openCard(row.player.player, event.currentTarget) },
          el("span", { class: "place num" }, String(row.rank)),
          avatar(personText(row.player.name)),
          el("b", { class: "cut" }, personText(row.player)),
          el("span", { class: "mut small num" }, row.rating ? String(row.rating) : ""),
          badge(t("tournament.points.n", { n: row.score }), "ok"),
          el("span", { class: "xs mut num" }, t("tournament.games.n", { n: sheetOf(row).length })),
        ),
      ),
    ),
  );

/** Teams that nothing tells apart share a place. @param {import("../../messages").TeamScore[]} teams the first first */
export const teamPodium = (teams) =>
  el(
    "ol",
    { class: "pod", "aria-label": t("team.podium") },
    ...teams
      .filter(({ members }) => members > 0)
      .slice(0, 3)
      .map(({ rank, name, points, board_points: boardPoints }, i) =>
        el(
          "li",
          { class: `p${i + 1}` },
          el("div", { class: "card" }, el("span", { class: "place num" }, String(rank)), avatar(name), el("b", { class: "cut" }, name), badge(t("tournament.points.n", { n: points }), "ok"), boardPoints > 0 && el("span", { class: "xs mut num" }, `${t("team.board_points")} ${boardPoints}`)),
        ),
      ),
  );

/** Two teams need no podium: how it stands between them, on all boards together. @param {import("../../messages").TeamScore[]} teams */
export function teamDuel(teams) {
  const [one, other] = [...teams].sort((a, b) => a.team - b.team);
  const side = (/** @type {import("../../messages").TeamScore} */ { name, points }) =>
    el("div", {}, avatar(name), el("b", { class: "cut" }, name), el("small", { class: "mut num" }, t("tournament.points.n", { n: points })));
  const score = `${one.board_points}–${other.board_points}`;
  return el(
    "div",
    { class: "duel", role: "group", "aria-label": `${one.name} ${score} ${other.name}` },
    side(one),
    el("b", { class: "num", "aria-hidden": "true" }, score),
    side(other),
  );
}
