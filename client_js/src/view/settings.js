/**
 * What a reader may set: language, notation, pieces, day or night. Kept in this browser.
 */

import { LANGUAGES, t } from "../text/catalogue.js";
import { el, fill } from "./dom.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */

/**
 * @template {string} T
 * @param {string} label @param {readonly T[]} values @param {T} chosen
 * @param {(value: T) => string} nameOf @param {(value: T) => void} choose
 */
const choice = (label, values, chosen, nameOf, choose) =>
  el(
    "div",
    { class: "field" },
    el("span", {}, label),
    el(
      "div",
      { class: "seg", role: "radiogroup", "aria-label": label },
      ...values.map((value) =>
        el(
          "button",
          { role: "radio", "aria-checked": String(value === chosen), onclick: () => choose(value) },
          nameOf(value),
        ),
      ),
    ),
  );

/** @param {string} code */
const languageName = (code) => LANGUAGES.find((language) => language.code === code)?.name ?? code;

/**
 * Draws the panel into `host`.
 * @param {HTMLElement} host @param {App} app @param {Deeds} deeds
 */
export function drawSettings(host, { settings }, deeds) {
  const held = document.activeElement?.textContent;
  fill(
    host,
    choice(
      t("settings.language"),
      LANGUAGES.map((language) => language.code),
      settings.language,
      languageName,
      (language) => deeds.set({ language }),
    ),
    choice(
      t("notation.label"),
      /** @type {const} */ (["wxf", "chinese", "uci"]),
      settings.notation,
      (value) => t(`notation.${value}`),
      (notation) => deeds.set({ notation }),
    ),
    choice(
      t("settings.pieces"),
      /** @type {const} */ (["traditional", "simplified", "western"]),
      settings.pieces,
      (value) => t(`settings.pieces.${value}`),
      (pieces) => deeds.set({ pieces }),
    ),
    choice(
      t("settings.theme"),
      /** @type {const} */ (["system", "light", "dark"]),
      settings.theme,
      (value) => t(`settings.theme.${value}`),
      (theme) => deeds.set({ theme }),
    ),
  );
  host.append(el("a", { class: "btn", href: "/settings" }, t("me.settings")));
  [...host.querySelectorAll("button")].find((button) => button.textContent === held)?.focus();
}
