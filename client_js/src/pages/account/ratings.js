/** One's own ratings, each with a button by which one begins anew. */

import { t } from "../../text/catalogue.js";
import { dateText } from "../../text/dates.js";
import { confirmButton } from "../../ui/controls.js";
import { el, fill, made } from "../../ui/dom.js";
import { card, rowFact } from "../../ui/parts.js";
import { speedText } from "../shared/pace.js";

/** @typedef {import("../../messages").SpeedRating} SpeedRating */

/** @param {import("../../page").Actions} actions */
export function ratingsCard(actions) {
  const rows = made(el("div", { class: "rows" }));
  const hidden = made(el("input", { type: "checkbox", onchange: () => void hide() }));
  const hiding = el("div", { class: "pad col" }, el("label", { class: "row s" }, hidden, t("account.ratings.hide")), el("p", { class: "mut small" }, t("account.ratings.hide.text")));
  const root = made(card(t("account.ratings"), hiding, rows, el("p", { class: "pad" }, t("account.ratings.text"))));

  async function hide() {
    if (await actions.tell({ type: "hide_rating", hidden: hidden.checked })) actions.toast(t("account.saved"));
    await show();
  }

  /** @param {import("../../messages").SpeedName} speed */
  async function reset(speed) {
    if (!(await actions.tell({ type: "reset_rating", speed }))) return;
    actions.toast(t("account.ratings.done"));
    await show();
  }

  async function show() {
    const told = await actions.tell({ type: "ratings" });
    if (told === null) return;
    hidden.checked = told.hidden;
    fill(rows, ...(told.ratings.length > 0 ? told.ratings.map(row) : [rowFact({ title: t("account.ratings.none") })]));
  }

  /** @param {SpeedRating} rating */
  const row = ({ speed, points, deviation, provisional, resets }) => {
    const latest = resets.at(-1);
    const strength = `${points}${provisional ? "?" : ""} ±${deviation}`;
    return rowFact({
      title: speedText(speed),
      sub: latest === undefined ? strength : `${strength} · ${t("account.ratings.at", { date: dateText(latest) })}`,
      end: confirmButton(t("account.ratings.reset"), {
        ask: t("account.ratings.ask", { name: speedText(speed) }),
        keep: t("account.keep"),
        yes: t("account.ratings.reset"),
        act: () => void reset(speed),
      }),
    });
  };
  return { root, show };
}
