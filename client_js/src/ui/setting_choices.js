/**
 * What a reader may set wherever there are settings: language, notation, day or night.
 */

import { LANGUAGES, t } from "../text/catalogue.js";
import { choiceField } from "./controls.js";

/** @typedef {import("../page").Settings} Settings */
/** @typedef {import("../page").Actions["set"]} Set */

/** @param {Settings} settings @param {Set} set @param {string} [kind] of field */
export const languageChoice = ({ language }, set, kind) =>
  choiceField(
    t("settings.language"),
    LANGUAGES.map(({ code }) => code),
    language,
    (code) => LANGUAGES.find((one) => one.code === code)?.name ?? code,
    (value) => set({ language: value }),
    kind,
  );

/** @param {Settings} settings @param {Set} set */
export const notationChoice = ({ notation }, set) =>
  choiceField(
    t("notation.label"),
    /** @type {const} */ (["wxf", "chinese", "uci"]),
    notation,
    (value) => t(`notation.${value}`),
    (value) => set({ notation: value }),
  );

/** @param {Settings} settings @param {Set} set */
export const themeChoice = ({ theme }, set) =>
  choiceField(
    t("settings.theme"),
    /** @type {const} */ (["system", "light", "dark"]),
    theme,
    (value) => t(`settings.theme.${value}`),
    (value) => set({ theme: value }),
  );
