/** What tournament a game is of, and how its reader stands there: beside the board, while one plays and after. */

import { nextStep, shownTournament, update } from "../../models/tournament.js";
import { freshId } from "../../session/link.js";
import { t, useLanguage } from "../../text/catalogue.js";
import { el, fill, icon } from "../../ui/dom.js";

/** @typedef {import("../../page").App} App */

/** @typedef {{tournament: string | null, isOpen: boolean, language: string}} LineInputs */

/** @param {App} app @returns {LineInputs} */
export const inputsOf = ({ room, link, settings }) => ({ tournament: room?.table?.tournament ?? null, isOpen: link === "open", language: settings.language });

/** A line that leads to the tournament. @type {import("./shown.js").Panel<LineInputs>["create"]} */
export function create(host, { actions }) {
  /** @type {import("../../models/tournament.js").TournamentModel | null} */
  let model = null;
  let nowMs = Date.now();

  function draw() {
    host.hidden = model === null;
    if (model === null) return;
    const { info, you } = model;
    const step = nextStep(model, nowMs, actions.app().guest);
    const place = you && t("tournament.place.points", { n: you.rank, points: you.score });
    const facts = [place, step !== "play" && you && t(`tournament.next.${step}`)].filter(Boolean).join(" · ");
    fill(
      host,
      el(
        "a",
        { class: "line1", href: `/tournament/${info.tournament}` },
        icon("trophy"),
        el("span", { class: "grow" }, el("b", { class: "cut" }, info.name), el("small", { class: "mut num" }, facts)),
        icon("next", "s"),
      ),
    );
  }

  /** @param {string} tournament @param {string} language */
  async function load(tournament, language) {
    const [told] = await Promise.all([
      actions.ask({ type: "watch_tournament", tournament }).catch(() => null),
      useLanguage(language, ["tournaments"]),
    ]);
    model = told && shownTournament(told);
    draw();
  }

  return {
    /** A new line to the server is asked anew. */
    render: ({ tournament, isOpen, language }) => void (tournament !== null && isOpen && load(tournament, language)),
    hear(message) {
      if (model === null) return;
      const before = model;
      model = update(model, message);
      if (model !== before) draw();
    },
    tick: (serverMs) => void (nowMs = serverMs),
    leave: () => model !== null && actions.send({ type: "unwatch_tournament", id: freshId() }),
  };
}
