/** How tournaments work: taking part, each format, what tells equal points apart, and how anybody checks the result. */

import { t } from "../../text/catalogue.js";
import { el, icon } from "../../ui/dom.js";
import { card } from "../../ui/parts.js";
import { formatSign } from "../shared/tournament_rows.js";

const FORMATS = /** @type {const} */ ({ arena: ["1", "2", "3"], swiss: ["1", "2", "3"], robin: ["1", "2", "3"], knockout: ["1", "2", "3"], team_robin: ["1", "2"] });
const TIE_BREAKS = /** @type {const} */ (["opponents", "sonneborn", "running", "wins", "direct", "black_games", "black_wins", "performance"]);

/** @param {keyof typeof FORMATS} format */
const formatCard = (format) =>
  el(
    "section",
    { class: "card pad col", "aria-label": t(`how.${format}`) },
    el("h2", { class: "row" }, formatSign(format), t(`how.${format}`)),
    el("p", { class: "b" }, t(`form.points.${format}`)),
    ...FORMATS[format].map((n) => el("p", {}, t(/** @type {import("../../text/catalogue.js").Key} */ (`how.${format}.${n}`)))),
  );

const EVENING = /** @type {const} */ (["announce", "list", "pair", "write", "late", "wrong", "end"]);

/** The organiser's first evening at real boards, step by step. */
const eveningCard = () =>
  el(
    "section",
    { class: "card pad col", id: "evening", "aria-label": t("how.evening") },
    el("h2", {}, t("how.evening")),
    el("ol", { style: { display: "grid", gap: "8px", "list-style": "decimal", "padding-left": "1.4rem" } }, ...EVENING.map((step) => el("li", {}, t(`how.evening.${step}`)))),
    el("p", {}, el("a", { class: "btn", href: "/tournaments/new" }, icon("plus", "s"), t("tournaments.new"))),
  );

export const tournamentsChapter = () =>
  el(
    "div",
    { class: "cols2" },
    el("div", { class: "col l" }, ...Object.keys(FORMATS).map((format) => formatCard(/** @type {keyof typeof FORMATS} */ (format)))),
    el(
      "div",
      { class: "col l" },
      el("section", { class: "card pad col", "aria-label": t("how.enter") }, el("h2", {}, t("how.enter")), el("p", {}, t("how.enter.text")), el("p", {}, t("tournament.seeks.text")), el("p", {}, el("a", { class: "btn", href: "/tournaments" }, icon("trophy"), t("tournaments.all")))),
      card(t("tie.title"), el("dl", { class: "terms" }, ...TIE_BREAKS.flatMap((name) => [el("dt", {}, t(`tie.${name}`)), el("dd", {}, t(`tie.${name}.text`))]))),
      eveningCard(),
      el("section", { class: "card pad col", "aria-label": t("how.check") }, el("h2", {}, t("how.check")), el("p", {}, t("how.check.text"))),
    ),
  );
