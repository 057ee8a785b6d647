/**
 * Challenges as notices on every page: those to the reader with accept and decline, one's own with
 * withdraw, and the answer.
 */

import { clockName, countdownText, personText, rulesName, t, useLanguage } from "../text/catalogue.js";
import { el, fill, icon, onChange } from "./dom.js";
import { unusualTerms } from "./words.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../messages").Challenge} Challenge */
/** @typedef {import("../calls_model.js").Offered} Offered */

export const REASONS = /** @type {const} */ (["not_now", "later", "too_fast", "too_slow", "rated_please", "casual_please", "other_rules"]);

/** The terms in one line. @param {import("../messages").Terms} terms */
export const termsText = (terms) =>
  [clockName(terms.clock), rulesName(terms), t(terms.rated ? "calls.rated" : "calls.casual"), ...unusualTerms(terms)].join(t("cell.comma"));

/** How long it still waits; `tickCalls` keeps it. @param {number | null} untilMs */
export const waitsFor = (untilMs) => untilMs !== null && el("b", { class: "timer", role: "timer", "data-until": untilMs });

/** @param {Element} host @param {number} nowMs */
export function tickCalls(host, nowMs) {
  for (const timer of host.querySelectorAll("[data-until]")) {
    const text = timeText(Number(/** @type {HTMLElement} */ (timer).dataset.until) - nowMs);
    if (timer.textContent !== text) timer.textContent = text;
  }
}

const HOUR_MS = 3_600_000;

/** @param {number} leftMs */
const timeText = (leftMs) => (leftMs < HOUR_MS ? countdownText(leftMs) : t("calls.hours", { n: Math.ceil(leftMs / HOUR_MS) }));

/** @param {string} text @param {() => void} act @param {string} [kind] */
const button = (text, act, kind = "") => el("button", { type: "button", class: `btn sm ${kind}`, onclick: act }, text);

/** @param {Challenge} challenge @param {Deeds} deeds */
function incomingNote({ room, by, side, terms, until_ms: untilMs }, deeds) {
  const name = personText(by.name);
  const acts = el("div", { class: "acts" });
  /** @param {import("../page").Question} question */
  const ask = (question) => deeds.ask(question).catch((/** @type {Error} */ refusal) => deeds.toast(refusal.message));
  const accept = async () => (await ask({ type: "accept_challenge", room })) && deeds.go(`/game/${room}`);
  function first() {
    fill(acts, button(t("calls.decline"), whyNot), button(t("calls.accept"), () => void accept(), "main"));
  }
  function whyNot() {
    const reasons = REASONS.map((reason) => button(t(`calls.why.${reason}`), () => void ask({ type: "decline_challenge", room, reason })));
    fill(acts, el("div", { class: "reasons row w", role: "group", "aria-label": t("calls.why") }, ...reasons, button(t("calls.back"), first, "quiet")));
    reasons[0].focus();
  }
  first();
  return el(
    "section",
    { class: "note ok call", role: "alert", "aria-label": t("calls.from", { name }) },
    icon("user"),
    el(
      "div",
      {},
      el("b", {}, t("calls.from", { name })),
      el("span", { class: "terms" }, ` ${t("calls.side", { side: t(`side.${side}`) })} ${termsText(terms)} · `, waitsFor(untilMs)),
    ),
    acts,
  );
}

/** @param {Offered} offered @param {Deeds} deeds */
function offeredNote({ room, invited, terms, untilMs }, deeds) {
  const name = personText(invited?.name ?? "");
  return el(
    "section",
    { class: "note plain call", "aria-label": t("calls.to", { name }) },
    icon("hour"),
    el("div", {}, el("b", {}, t("calls.to", { name })), el("span", { class: "terms" }, ` ${termsText(terms)} · `, waitsFor(untilMs))),
    el("div", { class: "acts" }, button(t("calls.withdraw"), () => withdraw(deeds, room))),
  );
}

/** @param {Deeds} deeds @param {string} room */
export const withdraw = (deeds, room) =>
  void deeds.ask({ type: "withdraw", room }).catch((/** @type {Error} */ refusal) => deeds.toast(refusal.message));

/** What came of it. @param {Offered} offered @param {Deeds} deeds */
function answerNote({ room, invited, answer }, deeds) {
  const name = invited ? personText(invited.name) : t("calls.friend");
  const isTaken = answer?.ending === "taken";
  const key = isTaken ? "calls.taken" : answer?.ending === "declined" ? "calls.declined" : "calls.expired";
  const close = () => deeds.call({ type: "put_away", room });
  return el(
    "section",
    { class: `note ${isTaken ? "ok" : "plain"} call`, role: "alert" },
    icon(isTaken ? "user" : "info"),
    el("div", {}, el("b", {}, t(key, { name })), answer?.reason ? ` ${t(`calls.said.${answer.reason}`)}` : ""),
    el(
      "div",
      { class: "acts" },
      button(t("calls.close"), close, "quiet"),
      isTaken &&
        button(t("calls.go"), () => {
          close();
          deeds.go(`/game/${room}`);
        }, "main"),
    ),
  );
}

/** What there is to say on the page that is shown; its own room says it itself. @param {App} app */
export function callsShown({ calls, route }) {
  const elsewhere = (/** @type {{room: string}} */ { room }) => !(route.page === "game" && route.part === room);
  const offered = calls.offered.filter(elsewhere);
  return {
    incoming: calls.incoming.filter(elsewhere),
    waiting: offered.filter(({ answer, invited }) => answer === null && invited !== null && route.page !== "home"),
    answered: offered.filter(({ answer }) => answer !== null),
  };
}

const TICK_MS = 500;

/**
 * Fills the host.
 * @param {HTMLElement} host @param {Deeds} deeds @param {() => number} serverMs
 * @returns {(app: App) => void}
 */
export function createCalls(host, deeds, serverMs) {
  const draw = onChange(
    (/** @type {App} */ app) => {
      const { incoming, waiting, answered } = callsShown(app);
      host.setAttribute("aria-label", t("calls.title"));
      fill(
        host,
        ...incoming.map((one) => incomingNote(one, deeds)),
        ...answered.map((one) => answerNote(one, deeds)),
        ...waiting.map((one) => offeredNote(one, deeds)),
      );
      tickCalls(host, serverMs());
    },
    (app) => [callsShown(app), app.settings.language],
  );
  setInterval(() => tickCalls(host, serverMs()), TICK_MS);
  let spoken = "";
  return (app) => {
    const { language } = app.settings;
    if (spoken === language) return draw(app);
    if (app.calls.incoming.length + app.calls.offered.length === 0) return;
    void useLanguage(language, ["calls"]).then(
      () => {
        spoken = language;
        draw(app);
      },
      () => {}, // no line: the next drawing asks again
    );
  };
}
