/**
 * What a reader may set: language, notation, pieces, day or night. Kept in this browser.
 */

import { LANGUAGES, t } from "../text/catalogue.js";
import { choiceField } from "../ui/controls.js";
import { el, fill } from "../ui/dom.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */

/** @param {string} code */
const languageName = (code) => LANGUAGES.find((language) => language.code === code)?.name ?? code;

/**
 * Draws the panel into `host`.
 * @param {HTMLElement} host @param {App} app @param {Actions} actions
 */
export function drawSettings(host, { settings }, actions) {
  fill(
    host,
    choiceField(
      t("settings.language"),
      LANGUAGES.map((language) => language.code),
      settings.language,
      languageName,
      (language) => actions.set({ language }),
    ),
    choiceField(
      t("notation.label"),
      /** @type {const} */ (["wxf", "chinese", "uci"]),
      settings.notation,
      (value) => t(`notation.${value}`),
      (notation) => actions.set({ notation }),
    ),
    choiceField(
      t("settings.pieces"),
      /** @type {const} */ (["traditional", "simplified", "western"]),
      settings.pieces,
      (value) => t(`settings.pieces.${value}`),
      (pieces) => actions.set({ pieces }),
    ),
    choiceField(
      t("settings.theme"),
      /** @type {const} */ (["system", "light", "dark"]),
      settings.theme,
      (value) => t(`settings.theme.${value}`),
      (theme) => actions.set({ theme }),
    ),
    el("a", { class: "btn", href: "/settings" }, t("me.settings")),
    el("a", { class: "btn quiet", href: "/help" }, t("nav.help")),
  );
}
