/** What the operators have done about the reader: it stays until it is put away. */

import { dateTimeText, t } from "../text/catalogue.js";
import { el, icon } from "./dom.js";

/** @param {HTMLElement} host @param {import("../messages").Notice} notice */
export function showNotice(host, { measure, until_ms: untilMs, text }) {
  const close = el(
    "button",
    { type: "button", class: "btn icon quiet", "aria-label": t("notice.close"), onclick: () => note.remove() },
    icon("x"),
  );
  const note = el(
    "section",
    { class: measure === "lift" ? "note" : "note warn", role: "alert" },
    icon("gavel"),
    el(
      "div",
      { class: "grow" },
      el("b", {}, t(`notice.${measure}`, { when: dateTimeText(untilMs) })),
      text && el("p", {}, t("notice.words", { text })),
    ),
    close,
  );
  host.append(note);
}
