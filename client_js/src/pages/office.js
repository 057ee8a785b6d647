/** The operators' desk: reports that wait, and what was done. */

import { dateTimeText, personText, t } from "../text/catalogue.js";
import { segments } from "../view/controls.js";
import { el, fill } from "../view/dom.js";
import { badge, emptyState, errorNote, pagedList, pageHead, tabLinks } from "../view/parts.js";

/** @typedef {import("../messages").ReportInfo} ReportInfo */
/** @typedef {import("../messages").ActionInfo} ActionInfo */
/** @typedef {import("../messages").PlayerRef} PlayerRef */
/** @typedef {import("../page").Deeds} Deeds */

const DAY_MS = 24 * 3600 * 1000;
const MEASURES = /** @type {const} */ (["warn", "mute", "ban", "lift"]);
const DAYS = /** @type {const} */ (["1", "7", "30", "365"]);

/** @param {PlayerRef} who */
const personLink = (who) => el("a", { href: `/player/${who.player}` }, personText(who.name));

/** @param {ActionInfo} action */
const actionRow = (action) =>
  el(
    "article",
    { class: "item", tabindex: -1 },
    el(
      "div",
      { class: "grow" },
      el("p", {}, badge(t(`office.${action.measure ?? "closed"}`)), " ", personLink(action.about)),
      action.text && el("p", {}, action.text),
      action.until_ms > 0 && el("p", { class: "small" }, t("office.until", { when: dateTimeText(action.until_ms) })),
      el("small", { class: "mut" }, t("office.by", { name: personText(action.by.name), when: dateTimeText(action.at_ms) })),
    ),
  );

/** @param {Deeds} deeds @param {ReportInfo} report @param {() => void} done */
function reportRow(deeds, report, done) {
  /** @type {typeof MEASURES[number]} */
  let measure = "warn";
  /** @type {typeof DAYS[number]} */
  let days = "7";
  const errors = el("div", { role: "alert" });
  const text = el("input", { class: "inp", maxlength: 1_000, "aria-label": t("office.text"), placeholder: t("office.text") });
  const length = el("div", { hidden: true }, segments(t("office.days"), DAYS, days, (n) => t("office.days.n", { n: Number(n) }), (n) => (days = n), "wrap"));

  /** @param {import("../page").Question} question */
  const send = (question) =>
    deeds.ask(question).then(done, (/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)));
  const act = () =>
    void send({
      type: "act",
      player: report.about.player,
      measure,
      for_ms: measure === "mute" || measure === "ban" ? Number(days) * DAY_MS : 0,
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
      report.text && el("p", {}, report.text),
      el(
        "small",
        { class: "mut" },
        t("office.by", { name: personText(report.by.name), when: dateTimeText(report.at_ms) }),
        report.room && " · ",
        report.room && el("a", { href: `/game/${report.room}` }, t("office.game")),
      ),
      segments(t("office.measure"), MEASURES, measure, (one) => t(`office.${one}`), (one) => {
        measure = one;
        length.hidden = one !== "mute" && one !== "ban";
      }, "wrap"),
      length,
      text,
      errors,
      el(
        "div",
        { class: "row w" },
        el("button", { type: "button", class: "btn", onclick: () => void send({ type: "close_report", report: report.number }) }, t("office.close")),
        el("button", { type: "button", class: "btn main", onclick: act }, t("office.act")),
      ),
    ),
  );
}

/** @type {import("../page").CreateView} */
export function create(deeds, part) {
  const of = part === "actions" ? "actions" : "reports";
  /** @type {{reload: () => Promise<void>, root: HTMLElement}} */
  const list = pagedList(
    async (/** @type {string | null} */ after) => {
      const page = await deeds.ask({ type: "office", of, ...(after !== null && { after: Number(after) }) });
      /** @type {{report?: ReportInfo, action?: ActionInfo}[]} */
      const rows = [...page.reports.map((report) => ({ report })), ...page.actions.map((action) => ({ action }))];
      return { rows, next: page.next === null ? null : String(page.next) };
    },
    (/** @type {{report?: ReportInfo, action?: ActionInfo}} */ { report, action }) =>
      report ? reportRow(deeds, report, () => void list.reload()) : actionRow(/** @type {ActionInfo} */ (action)),
    () => emptyState({ title: t(`office.${of}.none`), sign: "check" }),
  );
  const tabs = tabLinks(t("office.title"), [
    { href: "/office", text: t("office.reports"), on: of === "reports" },
    { href: "/office/actions", text: t("office.actions"), on: of === "actions" },
  ]);
  const root = el("main", {}, el("div", { class: "col l narrow" }, pageHead(t("office.title")), tabs, el("section", { class: "card" }, list.root)));
  return { root, render: () => {}, title: () => t("office.title"), arrive: () => void list.reload() };
}
