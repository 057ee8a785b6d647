/**
 * What is said on every page: what the operators have done about the reader, until it is put
 * away, and who waits for an answer on the ladder or in a tournament, until there is one.
 */

import { personText, t } from "../text/catalogue.js";
import { dateTimeText } from "../text/dates.js";
import { el, fill, icon, made } from "../ui/dom.js";

/** Say that moves may be lost. @param {HTMLElement} host @param {string} durability */
export const showPromise = (host, durability) =>
  fill(host, t(durability === "volatile" ? "promise.volatile" : "promise.degraded"));

/** @param {HTMLElement} host @param {import("../messages").Sanctioned} notice */
export function showNotice(host, { sanction, until_ms: untilMs, text }) {
  const close = el(
    "button",
    { type: "button", class: "btn icon quiet", "aria-label": t("notice.close"), onclick: () => note.remove() },
    icon("x"),
  );
  const note = made(el(
    "section",
    { class: sanction === "lift" ? "note" : "note warn", role: "alert" },
    icon("gavel"),
    el(
      "div",
      { class: "grow" },
      el("b", {}, t(`notice.${sanction}`, { when: dateTimeText(untilMs) })),
      text && el("p", {}, t("notice.words", { text })),
    ),
    close,
  ));
  host.append(note);
}

/**
 * Say who has challenged the reader on the ladder, or (null) nothing any more.
 * @param {HTMLElement} host @param {import("../messages").LadderChallengeInfo | null} challenge
 */
export function showLadderChallenge(host, challenge) {
  host.querySelector("[data-ladder]")?.remove();
  if (!challenge) return;
  host.append(
    made(el(
      "section",
      { class: "note line", role: "alert", "data-ladder": true },
      icon("trophy"),
      el("div", { class: "grow" }, el("b", {}, t("notice.ladder", { name: personText(challenge.by) }))),
      el("a", { class: "btn", href: "/ladder" }, t("notice.ladder.answer")),
    )),
  );
}

/**
 * Say who wants to play a game of a tournament, or nothing any more.
 * @param {HTMLElement} host @param {import("../messages").TournamentOffer} offer @param {boolean} isElsewhere the reader looks neither at the tournament nor at a game
 */
export function showPairOffer(host, { tournament, name, room, by }, isElsewhere) {
  host.querySelector(`[data-pair="${room}"]`)?.remove();
  if (!by || !isElsewhere) return;
  const note = made(el(
    "section",
    { class: "note line", role: "alert", "data-pair": room },
    icon("trophy"),
    el("div", { class: "grow" }, el("b", {}, t("notice.pair", { name: personText(by), tournament: name }))),
    el("a", { class: "btn main", href: `/tournament/${tournament}`, onclick: () => note.remove() }, t("notice.pair.go")),
    el("button", { type: "button", class: "btn icon quiet", "aria-label": t("notice.close"), onclick: () => note.remove() }, icon("x")),
  ));
  host.append(note);
}
