/** Beside a game with the computer: who it is, in the place of a talk to which nobody would answer. */

import { useLanguage, t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";

/** @typedef {import("../../text/catalogue.js").Key} Key */

/** @param {string} level @param {import("../../messages").GameTerms} terms @param {import("../../page").Actions} actions */
export async function createRival(level, { rated, takebacks }, actions) {
  await useLanguage(actions.app().settings.language, ["computer"]);
  const name = t(/** @type {Key} */ (`computer.${level}`));
  return el(
    "section",
    { class: "card pad col s", "aria-label": name },
    el("h2", {}, `${level} · ${name}`),
    el("p", {}, t(/** @type {Key} */ (`computer.${level}.text`))),
    !rated && takebacks && el("p", { class: "mut small" }, t("computer.note")),
  );
}
