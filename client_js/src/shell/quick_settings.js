/**
 * What a reader may set: language, notation, pieces, day or night. Kept in this browser.
 */

import { LANGUAGES, t } from "../text/catalogue.js";
import { el, fill } from "../ui/dom.js";
import { segments } from "../ui/segments.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */

/**
 * @template {string} T
 * @param {string} label @param {readonly T[]} values @param {T} chosen
 * @param {(value: T) => string} nameOf @param {(value: T) => void} choose
 */
const choice = (label, values, chosen, nameOf, choose) =>
  el("div", { key: values.join(), class: "field" }, el("span", {}, label), segments(label, values, chosen, nameOf, choose));

/** @param {string} code */
const languageName = (code) => LANGUAGES.find((language) => language.code === code)?.name ?? code;

/**
 * Draws the panel into `host`.
 * @param {HTMLElement} host @param {App} app @param {Actions} actions
 */
export function drawSettings(host, { settings }, actions) {
  fill(
    host,
    choice(
      t("settings.language"),
      LANGUAGES.map((language) => language.code),
      settings.language,
      languageName,
      (language) => actions.set({ language }),
    ),
    choice(
      t("notation.label"),
      /** @type {const} */ (["wxf", "chinese", "uci"]),
      settings.notation,
      (value) => t(`notation.${value}`),
      (notation) => actions.set({ notation }),
    ),
    choice(
      t("settings.pieces"),
      /** @type {const} */ (["traditional", "simplified", "western"]),
      settings.pieces,
      (value) => t(`settings.pieces.${value}`),
      (pieces) => actions.set({ pieces }),
    ),
    choice(
      t("settings.theme"),
      /** @type {const} */ (["system", "light", "dark"]),
      settings.theme,
      (value) => t(`settings.theme.${value}`),
      (theme) => actions.set({ theme }),
    ),
    el("a", { class: "btn", href: "/settings" }, t("me.settings")),
  );
}
