/** The operators' desk: reports that wait, and what was done. */

import { DAY_MS, personText, t } from "../text/catalogue.js";
import { dateTimeText } from "../text/dates.js";
import { el, fill, made } from "../ui/dom.js";
import { badge, emptyState, errorNote, pagedList, pageHead, tabLinks } from "../ui/parts.js";
import { segments } from "../ui/segments.js";

/** @typedef {import("../messages").ReportInfo} ReportInfo */
/** @typedef {import("../messages").ActionInfo} ActionInfo */
/** @typedef {import("../messages").PlayerRef} PlayerRef */
/** @typedef {import("../page").Actions} Actions */

const SANCTIONS = /** @type {const} */ (["warn", "mute", "ban", "lift"]);
const DAYS = /** @type {const} */ (["1", "7", "30", "365"]);

/** @param {PlayerRef} who */
const personLink = (who) => el("a", { href: `/player/${who.player}` }, personText(who));

/** @param {ActionInfo} action */
const actionRow = (action) =>
  el(
    "article",
    { class: "item", tabindex: -1 },
    el(
      "div",
      { class: "grow" },
      el("p", {}, badge(t(`moderation.${action.sanction ?? "closed"}`)), " ", personLink(action.about)),
      action.text && el("p", {}, action.text),
      action.until_ms > 0 && el("p", { class: "small" }, t("moderation.until", { when: dateTimeText(action.until_ms) })),
      el("small", { class: "mut" }, t("moderation.by", { name: personText(action.by), when: dateTimeText(action.at_ms) })),
    ),
  );

/** What one report has in common with others that may be closed with it. */
const LIKE = /** @type {const} */ (["by", "about"]);

/** @param {Actions} actions @param {ReportInfo} report @param {() => void} done */
function reportRow(actions, report, done) {
  /** @type {typeof SANCTIONS[number]} */
  let sanction = "warn";
  /** @type {typeof DAYS[number]} */
  let days = "7";
  const errors = made(el("div", { role: "alert" }));
  const text = made(el("input", { class: "inp", maxlength: 1_000, "aria-label": t("moderation.text"), placeholder: t("moderation.text") }));
  const play = made(el("div", {}));
  const showPlay = async () => {
    const { createFairPlay } = await import("./moderation/fair_play.js");
    fill(play, createFairPlay(actions, report.about.player));
  };
  const length = made(el("div", { hidden: true }, segments(t("moderation.days"), DAYS, days, (n) => t("moderation.days.n", { n: Number(n) }), (n) => (days = n), "wrap")));

  /** @param {import("../session/types").Request} question */
  const send = (question) =>
    actions.ask(question).then(done, (/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)));
  const act = () =>
    void send({
      type: "moderate",
      player: report.about.player,
      sanction,
      for_ms: sanction === "mute" || sanction === "ban" ? Number(days) * DAY_MS : 0,
      text: text.value.trim(),
      reports: [report.number],
    });

  return el(
    "article",
    { class: "item", tabindex: -1 },
    el(
      "div",
      { class: "grow col" },
      el("p", {}, badge(t(`report.${report.reason}`), "warn"), " ", personLink(report.about)),
      report.text && el("p", { dir: "auto" }, report.text),
      el(
        "small",
        { class: "mut" },
        t("moderation.by", { name: personText(report.by), when: dateTimeText(report.at_ms) }),
        report.room && " · ",
        report.room && el("a", { href: `/game/${report.room}` }, t("moderation.game")),
      ),
      el("button", { type: "button", class: "btn s", onclick: () => void showPlay() }, t("fair.show", { name: personText(report.about) })),
      play,
      segments(t("moderation.sanction"), SANCTIONS, sanction, (one) => t(`moderation.${one}`), (one) => {
        sanction = one;
        length.hidden = one !== "mute" && one !== "ban";
      }, "wrap"),
      length,
      text,
      errors,
      el(
        "div",
        { class: "row w" },
        ...LIKE.map((like) =>
          el(
            "button",
            { type: "button", class: "btn quiet", onclick: () => void send({ type: "close_report", report: report.number, like }) },
            t(`moderation.close.${like}`, { name: personText(report[like]) }),
          ),
        ),
        el("button", { type: "button", class: "btn", onclick: () => void send({ type: "close_report", report: report.number }) }, t("moderation.close")),
        el("button", { type: "button", class: "btn main", onclick: act }, t("moderation.act")),
      ),
    ),
  );
}

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const of = part === "actions" ? "actions" : "reports";
  /** @type {{reload: () => Promise<void>, root: HTMLElement}} */
  const list = pagedList(
    async (/** @type {string | null} */ after) => {
      const page = await actions.ask({ type: "moderation", of, ...(after !== null && { after: Number(after) }) });
      /** @type {{report?: ReportInfo, action?: ActionInfo}[]} */
      const rows = [...page.reports.map((report) => ({ report })), ...page.actions.map((action) => ({ action }))];
      return { rows, next: page.next === null ? null : String(page.next) };
    },
    (/** @type {{report?: ReportInfo, action?: ActionInfo}} */ { report, action }) =>
      report ? reportRow(actions, report, () => void list.reload()) : actionRow(/** @type {ActionInfo} */ (action)),
    () => emptyState({ title: t(`moderation.${of}.none`), sign: "check" }),
  );
  const tabs = tabLinks(t("moderation.title"), [
    { href: "/moderation", text: t("moderation.reports"), on: of === "reports" },
    { href: "/moderation/actions", text: t("moderation.actions"), on: of === "actions" },
  ]);
  const root = made(el("main", {}, el("div", { class: "col l narrow" }, pageHead(t("moderation.title")), tabs, el("section", { class: "card" }, list.root))));
  return {
    root,
    title: () => t("moderation.title"),
    arrive(app) {
      if (app.operator) return void list.reload();
      fill(list.root, emptyState({ title: t("moderation.only"), sign: "gavel", href: "/", action: t("lost.home") }));
    },
  };
}
