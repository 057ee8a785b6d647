/** What tournament a game is of, and how its reader stands there: beside the board, while one plays and after. */

import { nextStep, shownTournament, update } from "../../models/tournament.js";
import { freshId } from "../../session/link.js";
import { t, useLanguage } from "../../text/catalogue.js";
import { el, fill, icon } from "../../ui/dom.js";

/** @typedef {import("../../page").App} App */

/**
 * Fills `host` with a line that leads to the tournament.
 * @param {HTMLElement} host @param {import("../../page").Actions} actions
 */
export function createTournamentLine(host, actions) {
  /** The room it was asked for, and on which line to the server. */
  let asked = "";
  /** @type {import("../../models/tournament.js").TournamentModel | null} */
  let model = null;
  let nowMs = Date.now();

  function draw() {
    host.hidden = model === null;
    if (model === null) return;
    const { info, you } = model;
    const step = nextStep(model, nowMs, actions.app().guest);
    const place = you && t("tournament.place.points", { n: you.rank, points: you.score });
    fill(
      host,
      el(
        "a",
        { key: "way", class: "line1", href: `/tournament/${info.tournament}` },
        icon("trophy"),
        el("span", { class: "grow" }, el("b", { class: "cut" }, info.name), el("small", { class: "mut num" }, [place, step !== "play" && you && t(`tournament.next.${step}`)].filter(Boolean).join(" · "))),
        icon("next", "s"),
      ),
    );
  }

  /** @param {string} tournament */
  async function load(tournament) {
    const [told] = await Promise.all([
      actions.ask({ type: "watch_tournament", tournament }).catch(() => null),
      useLanguage(actions.app().settings.language, ["tournaments"]),
    ]);
    model = told && shownTournament(told);
    draw();
  }

  return {
    /** @param {App} app */
    render({ room, link, settings }) {
      const tournament = room?.table?.tournament ?? null;
      const now = tournament === null || link !== "open" ? "" : `${tournament} ${settings.language}`;
      if (link !== "open") asked = ""; // a new line is asked anew
      if (tournament === null || now === "" || now === asked) return;
      asked = now;
      void load(tournament);
    },
    /** @param {import("../../messages").ServerMessage} message */
    hear(message) {
      if (model === null) return;
      const before = model;
      model = update(model, message);
      if (model !== before) draw();
    },
    /** @param {number} serverMs */
    tick: (serverMs) => void (nowMs = serverMs),
    leave: () => model !== null && actions.send({ type: "unwatch_tournament", id: freshId() }),
  };
}
