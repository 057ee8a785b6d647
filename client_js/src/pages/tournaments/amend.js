/**
 * Changing what was announced, before the start: name, start, words, and who may enter. Format and clock stay. At real
 * boards name, words, rounds and dates to come may change in play too.
 */

import { amendedPlan } from "../../models/tournament_plan.js";
import { freshId } from "../../session/link.js";
import { picked } from "../shared/picked.js";
import { factsText } from "../shared/tournament_rows.js";
import { numberText, t } from "../../text/catalogue.js";
import { toggle } from "../../ui/controls.js";
import { el, fill, made } from "../../ui/dom.js";
import { errorNote, pageHead } from "../../ui/parts.js";
import { localText, momentField, orNone, RATINGS } from "./fields.js";

/** @typedef {import("../../messages").TournamentShown} TournamentShown */

const WEEK_MS = 7 * 86_400_000;
const MOST_ROUNDS = 20;

/** What is offered, and what is chosen now. @param {number} chosen */
const ratingsWith = (chosen) => [...new Set([...RATINGS, chosen])].sort((a, b) => a - b);

/** @param {import("../../page").Actions} actions @param {string} tournament @returns {import("../../page").View} */
export function createAmend(actions, tournament) {
  const page = `/tournament/${tournament}`;
  const body = made(el("div", {}, el("p", { class: "mut" }, t("list.loading"))));
  /** What was written is kept over a lost line. */
  let isShown = false;

  async function load() {
    if (isShown) return;
    try {
      const shown = await actions.ask({ type: "watch_tournament", tournament });
      actions.send({ type: "unwatch_tournament", id: freshId() });
      isShown = true;
      const { phase, at_boards: atBoards } = shown.info;
      const isPlayed = phase === "running" && atBoards;
      fill(body, phase === "announced" ? formOf(shown) : isPlayed ? playedFormOf(shown) : errorNote(t("amend.late")));
    } catch (refusal) {
      fill(body, errorNote(/** @type {Error} */ (refusal).message));
    }
  }

  /** @param {TournamentShown} shown */
  function formOf(shown) {
    const { info, conditions } = shown;
    let change = { name: info.name, startsMs: info.starts_ms, text: shown.text, low: conditions.min_rating ?? 0, high: conditions.max_rating ?? 0, invited: conditions.invited };
    let password = "";
    let isOpened = false;
    const set = (/** @type {Partial<typeof change>} */ one) => void (change = { ...change, ...one });
    const errors = made(el("div", { role: "alert" }));
    const send = made(el("button", { class: "btn main wide" }, t("amend.do")));

    async function submit() {
      fill(errors);
      send.disabled = true;
      try {
        await actions.ask({ type: "amend_tournament", tournament, plan: amendedPlan(shown, change), ...(isOpened ? { no_password: true } : password && { password }) });
        actions.go(page);
      } catch (refusal) {
        fill(errors, errorNote(/** @type {Error} */ (refusal).message));
        send.disabled = false;
      }
    }

    return el(
      "form",
      {
        class: "card pad col",
        onsubmit(/** @type {SubmitEvent} */ event) {
          event.preventDefault();
          void submit();
        },
      },
      el("p", { class: "mut small num" }, factsText(info)),
      el("p", { class: "small" }, t("amend.stays")),
      el("label", { class: "field" }, el("span", {}, t("form.name")), el("input", { class: "inp", maxlength: 60, required: true, value: change.name, oninput: ({ target }) => set({ name: target.value }) })),
      momentField(change.startsMs, (startsMs) => set({ startsMs })),
      el("label", { class: "field" }, el("span", {}, t("form.text")), el("textarea", { class: "inp area", maxlength: 1000, rows: 3, oninput: ({ target }) => set({ text: target.value }) }, change.text)),
      picked(t("form.who"), ratingsWith(change.low), change.low, orNone((n) => t("form.from", { n: numberText(n) })), (low) => set({ low })),
      picked(t("form.high"), ratingsWith(change.high), change.high, orNone((n) => t("form.to", { n: numberText(n) })), (high) => set({ high })),
      toggle(t("form.invited"), t("form.invited.text"), change.invited, (invited) => set({ invited })),
      el(
        "label",
        { class: "field" },
        el("span", {}, t("form.password")),
        el("input", { class: "inp", type: "password", maxlength: 128, autocomplete: "new-password", "aria-describedby": "amend-password", oninput: ({ target }) => (password = target.value) }),
        el("small", { id: "amend-password", class: "hint" }, t(shown.password ? "amend.password.stays" : "form.password.text")),
      ),
      shown.password && toggle(t("amend.password.none"), t("amend.password.none.text"), false, (on) => (isOpened = on)),
      errors,
      send,
    );
  }

  /** What may change while it is played. @param {TournamentShown} shown */
  function playedFormOf(shown) {
    const { info } = shown;
    const isSwiss = info.format.type === "swiss";
    let [name, text, rounds, dates] = [info.name, shown.text, info.rounds, [...shown.dates]];
    const errors = made(el("div", { role: "alert" }));
    const days = made(el("div", { class: "col" }));
    const dateField = (/** @type {number} */ at) =>
      el("label", { class: "field", key: at }, el("span", {}, t("tournament.round", { n: at + 1 })), el("input", { class: "inp", type: "datetime-local", required: true, value: localText(dates[at]), oninput: ({ target }) => void (dates[at] = Number(new Date(target.value))) }));
    const drawDates = () => {
      if (dates.length === 0) return;
      dates = Array.from({ length: rounds }, (_, at) => dates[at] ?? dates[dates.length - 1] + (at - dates.length + 1) * WEEK_MS);
      fill(days, ...dates.map((_, at) => at >= info.round && dateField(at)));
    };
    const submit = async () => {
      fill(errors);
      const format = info.format.type === "swiss" ? { ...info.format, rounds } : info.format;
      const plan = { ...amendedPlan(shown, { name, text, startsMs: info.starts_ms, low: 0, high: 0, invited: false }), format, dates };
      await actions.ask({ type: "amend_tournament", tournament, plan }).then(() => actions.go(page), (refusal) => fill(errors, errorNote(/** @type {Error} */ (refusal).message)));
    };
    drawDates();
    return el(
      "form",
      { class: "card pad col", onsubmit: (/** @type {SubmitEvent} */ event) => (event.preventDefault(), void submit()) },
      el("p", { class: "small" }, t("amend.played")),
      el("label", { class: "field" }, el("span", {}, t("form.name")), el("input", { class: "inp", maxlength: 60, required: true, value: name, oninput: ({ target }) => void (name = target.value) })),
      el("label", { class: "field" }, el("span", {}, t("form.text")), el("textarea", { class: "inp area", maxlength: 1000, rows: 3, oninput: ({ target }) => void (text = target.value) }, text)),
      isSwiss && picked(t("form.rounds"), Array.from({ length: MOST_ROUNDS - info.round + 1 }, (_, i) => info.round + i), rounds, numberText, (n) => ((rounds = n), drawDates())),
      days,
      errors,
      el("button", { class: "btn main wide" }, t("amend.do")),
    );
  }

  return {
    root: made(el("div", { class: "col l" }, pageHead(t("amend.title"), el("a", { class: "btn", href: page }, t("amend.back"))), body)),
    title: () => t("amend.title"),
    arrive: () => void load(),
  };
}
