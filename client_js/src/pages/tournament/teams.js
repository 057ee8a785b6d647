/** The teams of a tournament as they stand: whose points count, and in team matches who met whom. */

import { numberText, personText, t } from "../../text/catalogue.js";
import { el, fill, made } from "../../ui/dom.js";
import { createRefresh } from "./refresh.js";

/** @typedef {import("../../messages").TournamentTeams} TournamentTeams */
/** @typedef {import("../../messages").TeamScore} TeamScore */
/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */

const REFRESH_MS = 3_000;

/** Whether players come in teams. @param {TournamentModel["info"]["format"]} format */
export const teamsOf = (format) => ("teams" in format ? format.teams : []);

/** @param {import("../../page").Actions} actions @param {string} tournament @param {(teams: TeamScore[]) => void} hear is told how they stand */
export function createTeams(actions, tournament, hear) {
  const body = made(el("div", { class: "rows" }));
  const matches = made(el("div", { class: "prs", role: "group", "aria-label": t("team.matches") }));
  const root = made(el("section", { class: "card teams1", hidden: true, "aria-label": t("team.title") }, el("header", {}, el("h2", {}, t("team.title"))), body, matches));
  let isAsked = false;
  const again = createRefresh(ask, REFRESH_MS);

  /** @param {TeamScore} team */
  const row = ({ rank, name, points, board_points: boardPoints, best }) =>
    el(
      "div",
      {},
      el("b", { class: "num" }, numberText(rank)),
      el("span", { class: "grow" }, el("b", { class: "cut" }, name), best.length > 0 && el("small", { class: "mut" }, t("team.best", { names: best.map(({ player, score }) => `${personText(player)} ${score}`).join(", ") }))),
      boardPoints > 0 && el("small", { class: "mut num" }, `${t("team.board_points")} ${boardPoints}`),
      el("b", { class: "num tot" }, numberText(points)),
    );

  async function ask() {
    const told = await actions.ask({ type: "tournament_teams", tournament }).catch(() => null);
    if (!told) return;
    const nameOf = (/** @type {number} */ number) => told.teams.find(({ team }) => team === number)?.name ?? "";
    root.hidden = told.teams.length === 0;
    fill(body, ...told.teams.map(row));
    hear(told.teams);
    fill(
      matches,
      ...told.matches.map(({ round, one, other, one_points: onePoints, other_points: otherPoints, over }) =>
        el("div", { class: "pr" }, el("span", { class: "mut num small" }, numberText(round)), el("b", { class: "cut" }, nameOf(one)), el("span", { class: "sc num b" }, `${onePoints}–${otherPoints}`, !over && el("small", { class: "mut" }, t("tournament.on"))), el("b", { class: "cut" }, nameOf(other))),
      ),
    );
  }

  return {
    root,
    /** @param {TournamentModel} model */
    arrive({ info }) {
      isAsked = teamsOf(info.format).length > 0;
      root.hidden = !isAsked;
      if (isAsked) void ask();
    },
    refresh: () => isAsked && again.refresh(),
    tick: again.tick,
  };
}
