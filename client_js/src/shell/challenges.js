/**
 * Challenges as notices on every page: those to the reader with accept and decline, one's own with
 * withdraw, and the answer.
 */

import { HOUR_MS, clockName, countdownText, personText, rulesName, t, useLanguage, unusualTerms } from "../text/catalogue.js";
import { el, fill, icon, made, onChange } from "../ui/dom.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */
/** @typedef {import("../messages").ChallengeInfo} Challenge */
/** @typedef {import("../models/challenges.js").Offered} Offered */

export const REASONS = /** @type {const} */ (["not_now", "later", "too_fast", "too_slow", "rated_please", "casual_please", "other_rules"]);

/** The terms in one line. @param {import("../messages").GameTerms} terms */
const termsText = (terms) =>
  [clockName(terms.clock), rulesName(terms), t(terms.rated ? "challenges.rated" : "challenges.casual"), ...unusualTerms(terms)].join(t("cell.comma"));

/** How long it still waits; `tickChallenges` keeps it. @param {number | null} untilMs */
const waitsFor = (untilMs) => untilMs !== null && el("b", { class: "timer", role: "timer", "data-until": untilMs });

/** @param {Element} host @param {number} nowMs */
export function tickChallenges(host, nowMs) {
  for (const timer of host.querySelectorAll("[data-until]")) {
    const text = timeText(Number(/** @type {HTMLElement} */ (timer).dataset.until) - nowMs);
    if (timer.textContent !== text) timer.textContent = text;
  }
}

/** @param {number} leftMs */
const timeText = (leftMs) => (leftMs < HOUR_MS ? countdownText(leftMs) : t("challenges.hours", { n: Math.ceil(leftMs / HOUR_MS) }));

/** @param {string} text @param {() => void} act @param {string} [kind] */
const button = (text, act, kind = "") => el("button", { type: "button", class: `btn sm ${kind}`, onclick: act }, text);

/** @param {Challenge} challenge @param {Actions} actions */
function incomingNote({ room, by, side, terms, until_ms: untilMs }, actions) {
  const name = personText(by);
  const acts = made(el("div", { class: "acts" }));
  const accept = async () => (await actions.tell({ type: "accept_challenge", room })) && actions.go(`/game/${room}`);
  function first() {
    fill(acts, button(t("challenges.decline"), whyNot), button(t("challenges.accept"), () => void accept(), "main"));
  }
  function whyNot() {
    const reasons = REASONS.map((reason) => button(t(`challenges.why.${reason}`), () => void actions.tell({ type: "decline_challenge", room, reason })));
    fill(acts, el("div", { class: "reasons row w", role: "group", "aria-label": t("challenges.why") }, ...reasons, button(t("challenges.back"), first, "quiet")));
    acts.querySelector("button")?.focus();
  }
  first();
  return el(
    "section",
    { class: "note ok call", role: "alert", "aria-label": t("challenges.from", { name }) },
    icon("user"),
    el(
      "div",
      {},
      el("b", {}, t("challenges.from", { name })),
      el("span", { class: "terms" }, ` ${t("challenges.side", { side: t(`side.${side}`) })} ${termsText(terms)} · `, waitsFor(untilMs)),
    ),
    acts,
  );
}

/** @param {Offered} offered @param {Actions} actions */
function offeredNote({ room, invited, terms, untilMs }, actions) {
  const name = personText(invited ?? "");
  return el(
    "section",
    { class: "note plain call", "aria-label": t("challenges.to", { name }) },
    icon("hour"),
    el("div", {}, el("b", {}, t("challenges.to", { name })), el("span", { class: "terms" }, ` ${termsText(terms)} · `, waitsFor(untilMs))),
    el("div", { class: "acts" }, button(t("challenges.withdraw"), () => withdraw(actions, room))),
  );
}

/** @param {Actions} actions @param {string} room */
export const withdraw = (actions, room) =>
  void actions.tell({ type: "withdraw_challenge", room });

/** What came of it. @param {Offered} offered @param {Actions} actions */
function answerNote({ room, invited, answer }, actions) {
  const name = invited ? personText(invited) : t("challenges.friend");
  const isTaken = answer?.ending === "taken";
  const key = isTaken ? "challenges.taken" : answer?.ending === "declined" ? "challenges.declined" : "challenges.expired";
  const close = () => actions.challenges({ type: "put_away", room });
  return el(
    "section",
    { class: `note ${isTaken ? "ok" : "plain"} call`, role: "alert" },
    icon(isTaken ? "user" : "info"),
    el("div", {}, el("b", {}, t(key, { name })), answer?.reason ? ` ${t(`challenges.said.${answer.reason}`)}` : ""),
    el(
      "div",
      { class: "acts" },
      button(t("challenges.close"), close, "quiet"),
      isTaken &&
        button(t("challenges.go"), () => {
          close();
          actions.go(`/game/${room}`);
        }, "main"),
    ),
  );
}

/** What there is to say on the page that is shown; its own room says it itself. @param {App} app */
export function challengesShown({ challenges, route }) {
  const elsewhere = (/** @type {{room: string}} */ { room }) => !(route.page === "game" && route.part === room);
  const offered = challenges.offered.filter(elsewhere);
  return {
    incoming: challenges.incoming.filter(elsewhere),
    waiting: offered.filter(({ answer, invited }) => answer === null && invited !== null && route.page !== "home"),
    answered: offered.filter(({ answer }) => answer !== null),
  };
}

const TICK_MS = 500;

/**
 * Fills the host.
 * @param {HTMLElement} host @param {Actions} actions @param {() => number} serverMs
 * @returns {(app: App) => void}
 */
export function createChallenges(host, actions, serverMs) {
  const draw = onChange(
    (/** @type {App} */ app) => {
      const { incoming, waiting, answered } = challengesShown(app);
      host.setAttribute("aria-label", t("challenges.title"));
      fill(
        host,
        ...incoming.map((one) => incomingNote(one, actions)),
        ...answered.map((one) => answerNote(one, actions)),
        ...waiting.map((one) => offeredNote(one, actions)),
      );
      tickChallenges(host, serverMs());
    },
    (app) => [challengesShown(app), app.settings.language],
  );
  setInterval(() => tickChallenges(host, serverMs()), TICK_MS);
  let spoken = "";
  return (app) => {
    const { language } = app.settings;
    if (spoken === language) return draw(app);
    if (app.challenges.incoming.length + app.challenges.offered.length === 0) return;
    void useLanguage(language, ["challenges"]).then(
      () => {
        spoken = language;
        draw(app);
      },
      () => {}, // no line: the next drawing asks again
    );
  };
}
