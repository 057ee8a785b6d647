/** What one can do about another player: challenge, write, befriend, ignore, report. For a profile. */

import { t } from "../../text/catalogue.js";
import { openChallenge } from "../shared/challenge_form.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { errorNote } from "../../ui/parts.js";
import { segments } from "../../ui/segments.js";

/** @typedef {import("../../page").Actions} Actions */

const REASONS = /** @type {const} */ (["abuse", "cheating", "stalling", "name", "spam", "other"]);

/** @param {Actions} actions @param {import("../../messages").PlayerRef} person */
export function personActions(actions, person) {
  const { player } = person;
  const below = made(el("div", {}));
  /** @param {import("../../session/types").Request} request @param {string} done */
  const send = (request, done) =>
    actions.ask(request).then(
      () => {
        fill(below);
        actions.toast(done);
      },
      (/** @type {Error} */ refusal) => fill(below, errorNote(refusal.message)),
    );
  /** @param {"friend" | "ignore"} type @param {string} done */
  const list = (type, done) => void send({ type, player }, done);
  return el(
    "div",
    { class: "col" },
    el(
      "div",
      { class: "row w deeds" },
      el("button", { type: "button", class: "btn main", onclick: () => void openChallenge(actions, person, below) }, icon("play"), t("person.challenge")),
      el("a", { class: "btn", href: `/messages/${player}` }, icon("mail"), t("person.write")),
      el("button", { type: "button", class: "btn", onclick: () => list("friend", t("person.befriended")) }, icon("plus"), t("person.befriend")),
      el("button", { type: "button", class: "btn quiet", onclick: () => list("ignore", t("person.ignored")) }, icon("mute"), t("person.ignore")),
      el("button", { type: "button", class: "btn quiet", onclick: () => fill(below, reportForm(player, send)) }, icon("flag"), t("person.report")),
    ),
    below,
  );
}

/** @param {string} player @param {(request: import("../../session/types").Request, done: string) => void} send */
function reportForm(player, send) {
  /** @type {typeof REASONS[number]} */
  let reason = "abuse";
  const text = made(el("textarea", { class: "inp area", rows: 3, maxlength: 1_000, "aria-label": t("report.text"), placeholder: t("report.text") }));
  /** @param {SubmitEvent} event */
  function submitted(event) {
    event.preventDefault();
    send({ type: "report", player, reason, text: text.value.trim() }, t("report.sent"));
  }
  return el(
    "form",
    { class: "col card pad", onsubmit: submitted },
    segments(t("report.reason"), REASONS, reason, (one) => t(`report.${one}`), (one) => (reason = one), "wrap"),
    text,
    el("button", { class: "btn main" }, t("report.send")),
  );
}
