/**
 * What a reader may set: language, notation, pieces, day or night. Kept in this browser.
 */

import { t } from "../text/catalogue.js";
import { choiceField } from "../ui/controls.js";
import { el, fill } from "../ui/dom.js";
import { languageChoice, notationChoice, themeChoice } from "../ui/setting_choices.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */

/**
 * Draws the panel into `host`.
 * @param {HTMLElement} host @param {App} app @param {Actions} actions
 */
export function drawSettings(host, { settings }, actions) {
  fill(
    host,
    languageChoice(settings, actions.set),
    notationChoice(settings, actions.set),
    choiceField(
      t("settings.pieces"),
      /** @type {const} */ (["traditional", "simplified", "western"]),
      settings.pieces,
      (value) => t(`settings.pieces.${value}`),
      (pieces) => actions.set({ pieces }),
    ),
    themeChoice(settings, actions.set),
    el("a", { class: "btn", href: "/settings" }, t("me.settings")),
    el("a", { class: "btn quiet", href: "/help" }, t("nav.help")),
  );
}
