/** Announcing a tournament: five decisions with a default each, the rest under More terms, and beside them what players will read. */

import { changed, CLOCKS, clocksOf, FIRST_PLAN, gamesThatFit, hoursOf, isAtBoards, isFreePlan, planOf, startOf, usualRanking, warningsOf } from "../../models/tournament_plan.js";
import { rulesOf } from "../../models/rule_terms.js";
import { clockName, numberText, personText, rulesName, t } from "../../text/catalogue.js";
import { dateTimeText } from "../../text/dates.js";
import { rulesSelect, toggle } from "../../ui/controls.js";
import { el, fill, icon, made, onChange } from "../../ui/dom.js";
import { errorNote, pageHead } from "../../ui/parts.js";
import { segments } from "../../ui/segments.js";
import { picked } from "../shared/picked.js";
import { countOptions } from "../shared/rule_terms.js";
import { formatSign, formatText } from "../shared/tournament_rows.js";
import { momentField, orNone, RATINGS } from "./fields.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../models/tournament_plan.js").WantedPlan} WantedPlan */
/** @typedef {import("../../models/tournament_plan.js").FormatName} FormatName */

const FORMATS = /** @type {readonly FormatName[]} */ (["arena", "swiss", "robin", "knockout", "team_robin"]);
const STARTS = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];
const MINUTES = [20, 30, 45, 60, 90, 120, 180, 240];
const ROUNDS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15];
const FREE_DAYS = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90];
const BREAKS = [10, 30, 60, 120, 300, 600, 1800, 3600];
const EVERY_DAYS = [0, 1, 7, 14];
const GAMES = [0, 1, 5, 10, 20, 50];
const DAYS = [0, 1, 7, 30, 90];
const DELAYS = [0, 30, 60, 120, 300, 600];
const MATCHES = [1, 2, 3, 4, 5, 6];
const RANKINGS = /** @type {const} */ (["cxa_swiss", "cxa_running", "cxa_robin", "axf", "wxf", "lila"]);
const ANOTHER_TIME = "0";

/** @param {number} minutes */
const startText = (minutes) => (minutes < 60 ? t("form.in_minutes", { n: minutes }) : t("form.in_hours", { n: minutes / 60 }));
/** @param {number} seconds */
const breakText = (seconds) => (seconds < 60 ? t("form.seconds", { n: seconds }) : t("tournament.minutes", { n: seconds / 60 }));

/** @param {import("../../page").Actions} actions @returns {import("../../page").View} */
export function createForm(actions) {
  let plan = FIRST_PLAN;
  /** Not of the plan, which everybody may read. */
  let password = "";
  let nowMs = Date.now();
  /** @type {App | null} */
  let shown = null;
  const formats = made(el("div"));
  const decisions = made(el("div", { class: "col" }));
  const terms = made(el("div", { class: "col", hidden: true }));
  /** What the rule set leaves open. */
  const rules = made(el("div", { class: "col s" }));
  const drawRules = () => fill(rules, ...countOptions(plan, set));
  const preview = made(el("section", { class: "card pad col", "aria-label": t("form.preview") }));
  const warnings = made(el("div", { class: "col", "aria-live": "polite" }));
  const errors = made(el("div", { role: "alert" }));
  const send = made(el("button", { class: "btn main big wide" }, icon("trophy"), t("form.announce")));
  const summary = made(el("small", { class: "mut" }));
  const more = made(el("button", { type: "button", class: "fold", "aria-expanded": "false", onclick: unfold }, el("b", {}, t("form.more")), summary, icon("down", "s")));

  function unfold() {
    terms.hidden = !terms.hidden;
    more.setAttribute("aria-expanded", String(!terms.hidden));
  }

  /** @param {Partial<WantedPlan>} change */
  function set(change) {
    const before = plan;
    plan = changed(plan, change);
    if (plan.format !== before.format || plan.clock !== before.clock || isFreePlan(plan) !== isFreePlan(before) || isAtBoards(plan) !== isAtBoards(before) || (plan.inMinutes === 0) !== (before.inMinutes === 0)) drawChoices();
    drawWords();
  }

  /** Whether it has rounds with a break between them, and sums that tell equal points apart. */
  const hasRounds = () => plan.format === "swiss" || plan.format === "robin" || plan.format === "team_robin";
  const hasBreaks = () => hasRounds() && !isFreePlan(plan);

  /** What it is called unless it is given a name. */
  const usualName = () => t("form.usual_name", { who: shown?.name ? personText(shown.name) : t("form.somebody"), format: formatText(plan.format), clock: clockName(CLOCKS[plan.clock]) }).slice(0, 60);

  /** A match needs them, an arena may have them. */
  const teamsField = () =>
    el(
      "label",
      { class: "field" },
      el("span", {}, t("form.teams")),
      el("textarea", { class: "inp area", name: "teams", rows: 3, "aria-describedby": "teams-hint", required: plan.format === "team_robin", oninput: ({ target }) => set({ teams: target.value }) }, plan.teams),
      el("small", { id: "teams-hint", class: "hint" }, t("form.teams.text")),
    );

  function drawChoices() {
    fill(
      formats,
      segments(t("form.format"), FORMATS, plan.format, (format) => el("span", { class: "fmt" }, formatSign(format), el("span", {}, el("b", {}, formatText(format)), el("small", {}, t(`form.format.${format}`)))), (format) => set({ format }), "fmts", formatText),
    );
    const length =
      plan.format === "arena"
        ? picked(t("form.lasts"), MINUTES, plan.minutes, (n) => t("tournament.minutes", { n }), (minutes) => set({ minutes }))
        : plan.format === "swiss"
          ? picked(t("form.rounds"), ROUNDS, plan.rounds, numberText, (rounds) => set({ rounds }))
          : plan.format === "knockout"
            ? picked(t("form.match"), MATCHES, plan.match, (n) => t("tournament.games.n", { n }), (match) => set({ match }))
            : picked(t("form.meetings"), [1, 2], plan.double ? 2 : 1, (n) => t(n === 2 ? "tournament.twice" : "form.once"), (n) => set({ double: n === 2 }));
    fill(
      decisions,
      plan.format !== "arena" && toggle(t("form.boards_real"), t("form.boards_real.text"), plan.atBoards, (atBoards) => set({ atBoards })),
      el("b", { class: "small" }, t("form.clock")),
      segments(t("form.clock"), clocksOf(plan.format).filter((clock) => clock !== "days" || !isAtBoards(plan)), plan.clock, (clock) => clockName(CLOCKS[clock]), (clock) => set({ clock }), "chips"),
      el(
        "div",
        { class: "pair" },
        picked(t("form.starts"), [...STARTS, 0], plan.inMinutes, (n) => (String(n) === ANOTHER_TIME ? t("form.another_time") : startText(n)), (inMinutes) => set({ inMinutes, startsMs: nowMs + 86_400_000 })),
        length,
      ),
      plan.inMinutes === 0 && momentField(plan.startsMs, (startsMs) => set({ startsMs })),
      isAtBoards(plan) && picked(t("form.every"), EVERY_DAYS, plan.everyDays, (n) => (n === 0 ? t("form.every.hand") : t("form.every.days", { n })), (everyDays) => set({ everyDays })),
      plan.format === "robin" && plan.clock !== "days" && !plan.atBoards && picked(t("pair.when"), FREE_DAYS, plan.freeDays, (n) => (n === 0 ? t("form.in_rounds") : t("form.free_days", { n })), (freeDays) => set({ freeDays })),
      plan.format === "team_robin" && teamsField(),
      el("div", { class: "pair" }, el("label", { class: "field" }, el("span", {}, t("rules.label")), rulesSelect(shown?.rules ?? [], plan.rules, (rules) => {
        set({ rules });
        drawRules();
      })), picked(t("form.who"), RATINGS, plan.low, orNone((n) => t("form.from", { n: numberText(n) })), (low) => set({ low }))),
    );
    drawRules();
    fill(
      terms,
      el(
        "label",
        { class: "field" },
        el("span", {}, t("form.name")),
        el("input", { class: "inp", name: "name", maxlength: 60, placeholder: usualName(), value: plan.name, oninput: ({ target }) => set({ name: target.value }) }),
      ),
      el(
        "label",
        { class: "field" },
        el("span", {}, t("form.text")),
        el("textarea", { class: "inp area", name: "text", maxlength: 1000, rows: 3, oninput: ({ target }) => set({ text: target.value }) }, plan.text),
      ),
      plan.format === "arena" && teamsField(),
      !isAtBoards(plan) && el(
        "label",
        { class: "field" },
        el("span", {}, t("form.password")),
        el("input", { class: "inp", name: "password", type: "password", maxlength: 128, autocomplete: "new-password", "aria-describedby": "password-hint", value: password, oninput: ({ target }) => (password = target.value) }),
        el("small", { id: "password-hint", class: "hint" }, t("form.password.text")),
      ),
      toggle(t("form.invited"), t("form.invited.text"), plan.invited, (invited) => set({ invited })),
      !isAtBoards(plan) && toggle(t("form.rated"), t("form.rated.text"), plan.rated, (rated) => set({ rated })),
      plan.clock === "days" && toggle(t("form.leave"), t("form.leave.text"), plan.leave, (leave) => set({ leave })),
      plan.format === "arena" && toggle(t("form.berserk"), t("form.berserk.text"), plan.berserk, (berserk) => set({ berserk })),
      plan.format === "swiss" && toggle(t("form.late"), t("form.late.text"), plan.late, (late) => set({ late })),
      plan.format === "knockout" && toggle(t("form.third"), t("form.third.text"), plan.third, (third) => set({ third })),
      rules,
      toggle(t("form.bots"), t("form.bots.text"), plan.bots, (bots) => set({ bots })),
      el(
        "div",
        { class: "pair" },
        picked(t("form.high"), RATINGS, plan.high, orNone((n) => t("form.to", { n: numberText(n) })), (high) => set({ high })),
        picked(t("form.games"), GAMES, plan.games, orNone((n) => t("form.games.least", { n })), (games) => set({ games })),
        picked(t("form.age"), DAYS, plan.days, orNone((n) => t("form.age.least", { n })), (days) => set({ days })),
        picked(t("form.delay"), DELAYS, plan.delay, (n) => (n === 0 ? t("form.at_once") : breakText(n)), (delay) => set({ delay })),
        plan.format === "arena" && picked(t("form.leaders"), [1, 2, 3, 4, 5, 6, 8, 10], plan.leaders, numberText, (leaders) => set({ leaders })),
        plan.format === "team_robin" && picked(t("form.boards"), [1, 2, 3, 4, 5, 6, 8, 10], plan.boards, numberText, (boards) => set({ boards })),
        hasBreaks() && picked(t("form.break"), BREAKS, plan.breakS, breakText, (breakS) => set({ breakS })),
        plan.format !== "team_robin" && hasRounds() && picked(t("form.ranking"), RANKINGS, plan.ranking || usualRanking(plan.format), (ranking) => t(`ranking.${ranking}`), (ranking) => set({ ranking })),
      ),
    );
  }

  /** All that follows from the choices: nothing in it is written into. */
  function drawWords() {
    const asked = planOf(plan, usualName(), nowMs);
    const facts = [
      formatText(plan.format),
      dateTimeText(startOf(plan, nowMs)),
      plan.format === "arena" ? t("tournament.minutes", { n: plan.minutes }) : plan.format === "swiss" ? t("tournament.rounds", { n: plan.rounds }) : plan.format === "knockout" ? t("tournament.match_of", { n: plan.match }) : plan.double && t("tournament.twice"),
      isFreePlan(plan) && t("form.free_days", { n: plan.freeDays }),
      rulesName({ rules: rulesOf(plan) }),
      isAtBoards(plan) ? t("form.boards_real") : t(plan.rated ? "tournament.rated" : "tournament.casual"),
      plan.low > 0 ? t("form.from", { n: numberText(plan.low) }) : t("form.open"),
    ];
    fill(summary, [plan.clock === "days" && t(plan.leave ? "form.leave.text" : "form.no_leave"), t(plan.rated ? "tournament.rated" : "tournament.casual"), plan.invited && t("form.invited"), t(plan.bots ? "form.with_bots" : "form.no_bots"), hasRounds() && t(`ranking.${asked.ranking ?? "cxa_swiss"}`)].filter(Boolean).join(" · "));
    fill(preview, el("h2", {}, t("form.preview")), el("b", { class: "cut" }, asked.name), el("p", { class: "mut small num" }, facts.filter(Boolean).join(" · ")), el("p", { class: "small" }, t(`form.points.${plan.format}`)));
    const hours = hoursOf(plan);
    fill(
      warnings,
      ...warningsOf(plan).map((warning) => el("section", { class: "note warn" }, icon("warn"), el("div", {}, t(`form.warn.${warning}`, { n: warning === "few_games" ? gamesThatFit(plan) : Math.ceil(hours) })))),
    );
  }

  async function submit() {
    fill(errors);
    send.disabled = true;
    try {
      const { tournament } = await actions.ask({ type: "announce_tournament", plan: planOf(plan, usualName(), nowMs), ...(password && !isAtBoards(plan) && { password }) });
      actions.go(`/tournament/${tournament}`);
    } catch (refusal) {
      fill(errors, errorNote(/** @type {Error} */ (refusal).message));
      send.disabled = false;
    }
  }

  const form = made(el(
    "form",
    {
      class: "make",
      onsubmit(/** @type {SubmitEvent} */ event) {
        event.preventDefault();
        void submit();
      },
    },
    el(
      "section",
      { class: "card sheetbox" },
      el("header", {}, el("h1", { class: "grow" }, t("tournaments.new")), el("a", { class: "btn icon quiet", href: "/tournaments", "aria-label": t("close") }, icon("x"))),
      el("div", { class: "body" }, formats, decisions, more, terms),
    ),
    el("aside", { class: "col" }, preview, warnings, errors, send, el("p", { class: "mut small" }, t("form.note"))),
  ));
  /** What stands here for a guest, who may not announce one. */
  const title = made(pageHead(t("tournaments.new")));
  const account = made(el("section", { class: "note line", hidden: true }, el("div", { class: "grow" }, el("b", {}, t("form.account"))), el("a", { class: "btn main", href: "/signup" }, t("nav.signup")), el("a", { class: "btn", href: "/signin" }, t("me.signin"))));
  const draw = onChange(
    (/** @type {App} */ app) => {
      shown = app;
      account.hidden = !app.guest || app.link !== "open";
      title.hidden = !app.guest;
      form.hidden = app.guest;
      drawChoices();
      drawWords();
    },
    ({ guest, link, name, rules, settings }) => [guest, link === "open", name, rules, settings.language],
  );
  return {
    root: made(el("div", { class: "col l" }, title, account, form)),
    title: () => t("tournaments.new"),
    render: draw,
    tick: (serverMs) => void (nowMs = serverMs),
  };
}
