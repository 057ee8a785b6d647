/** One's vacation: how much is left, going on it, and coming back. */

import { DAY_MS, t } from "../../text/catalogue.js";
import { dateText } from "../../text/dates.js";
import { confirmButton } from "../../ui/controls.js";
import { el, fill, made } from "../../ui/dom.js";
import { card } from "../../ui/parts.js";
import { segments } from "../../ui/segments.js";

const CHOICES = /** @type {const} */ (["1", "3", "7", "14", "30"]);

/** @param {import("../../page").Actions} actions */
export function vacationCard(actions) {
  const body = made(el("div", { class: "pad col" }));
  const root = made(card(t("days.vacation"), body));
  /** @type {string} */
  let days = CHOICES[0];

  /** @param {import("../../session/types").Request} request */
  async function act(request) {
    await actions.tell(request);
    await show(false);
  }

  /** @param {boolean} guest */
  async function show(guest) {
    if (guest) return fill(body, el("p", { class: "mut small" }, t("days.vacation.guest")));
    const told = await actions.tell({ type: "vacation" });
    if (told === null) return;
    const left = Math.floor(told.left_ms / DAY_MS);
    const may = CHOICES.filter((choice) => Number(choice) <= left);
    days = may.includes(/** @type {typeof CHOICES[number]} */ (days)) ? days : (may[0] ?? "");
    const take = confirmButton(t("days.vacation.take"), {
      ask: t("days.vacation.ask"),
      keep: t("days.vacation.keep"),
      yes: t("days.vacation.take"),
      act: () => void act({ type: "take_vacation", days: Number(days) }),
    });
    const end = el("button", { type: "button", class: "btn", onclick: () => void act({ type: "end_vacation" }) }, t("days.vacation.end"));
    const choice = el("div", { class: "field" }, el("span", {}, t("days.vacation.days")), segments(t("days.vacation.days"), may, /** @type {typeof CHOICES[number]} */ (days), (one) => one, (one) => void (days = one)));
    const until = told.until_ms;
    fill(
      body,
      el("b", { class: "num" }, until === null ? t("days.vacation.left", { n: left }) : t("days.vacation.on", { date: dateText(until) })),
      el("p", { class: "mut small" }, t("days.vacation.text")),
      until === null && may.length > 0 && choice,
      until === null ? may.length > 0 && take : end,
    );
  }
  return { root, show };
}
