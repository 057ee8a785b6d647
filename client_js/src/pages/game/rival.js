/** Beside a game with the computer: who it is, in the place of a talk to which nobody would answer. */

import { rivalOf } from "../../models/table.js";
import { useLanguage, t } from "../../text/catalogue.js";
import { el, fill } from "../../ui/dom.js";

/** @typedef {import("../../text/catalogue.js").Key} Key */
/** @typedef {{level: string, hasNote: boolean, language: string}} RivalInputs `level` of the computer, "" for none; `hasNote` where moves may be taken back */

/** @param {import("../../page").App} app @returns {RivalInputs} */
export function inputsOf({ room, settings }) {
  const table = room?.table;
  return { level: (table && rivalOf(table)) || "", hasNote: table?.terms.rated === false && table.terms.takebacks, language: settings.language };
}

/** @type {import("./shown.js").Panel<RivalInputs>["create"]} */
export const create = (host) => ({
  async render({ level, hasNote, language }) {
    await useLanguage(language, ["computer"]);
    const name = t(/** @type {Key} */ (`computer.${level}`));
    host.hidden = level === "";
    host.setAttribute("aria-label", name);
    fill(
      host,
      el("h2", {}, `${level} · ${name}`),
      el("p", {}, t(/** @type {Key} */ (`computer.${level}.text`))),
      hasNote && el("p", { class: "mut small" }, t("computer.note")),
    );
  },
});
