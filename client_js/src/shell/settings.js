/**
 * What a reader may choose, and where the choice is kept.
 *
 * This is the one place that knows the names and values of the settings; what was never
 * chosen follows from the language. They are kept in this browser. `chosenFrom` also reads
 * what comes from elsewhere, such as an account, and drops what it does not know.
 */

import { chooseLanguage, LANGUAGES } from "../text/catalogue.js";

/** @typedef {import("../page").Settings} Settings */

const KEY = "xiangqi.settings";

/** The values of each setting that has a few. */
export const CHOICES = {
  language: LANGUAGES.map((language) => language.code),
  notation: /** @type {const} */ (["wxf", "chinese", "uci"]),
  pieces: /** @type {const} */ (["traditional", "simplified", "western"]),
  board: /** @type {const} */ (["wood", "rose", "jade", "slate"]),
  theme: /** @type {const} */ (["system", "light", "dark"]),
  after_move: /** @type {const} */ (["stay", "next", "games"]),
};

/** What may be switched on or off. */
export const SWITCHES = /** @type {const} */ (["second", "hints", "confirm", "premoves", "shortcuts", "sound", "muted"]);

const LOUDEST = 100;

/** @param {string} name @param {unknown} value */
function isKnown(name, value) {
  const values = /** @type {Record<string, readonly string[]>} */ (CHOICES)[name];
  if (values) return values.includes(String(value));
  if (name === "volume") return typeof value === "number" && value >= 0 && value <= LOUDEST;
  return /** @type {readonly string[]} */ (SWITCHES).includes(name) && typeof value === "boolean";
}

/** Of some record, what is a setting. @param {unknown} record @returns {Partial<Settings>} */
export const chosenFrom = (record) =>
  Object.fromEntries(Object.entries(Object(record)).filter(([name, value]) => isKnown(name, value)));

/** All settings, of which some were chosen. @param {Partial<Settings>} chosen @param {readonly string[]} wanted languages, best first @returns {Settings} */
export function settingsFrom(chosen, wanted) {
  const language = chooseLanguage(chosen.language ?? null, wanted);
  return {
    notation: language.startsWith("zh") ? "chinese" : "wxf",
    pieces: language === "zh-Hans" ? "simplified" : "traditional",
    board: "wood",
    theme: "system",
    second: true,
    hints: true,
    confirm: null,
    premoves: true,
    shortcuts: true,
    sound: true,
    volume: 60,
    muted: false,
    after_move: "stay",
    ...chosen,
    language,
  };
}

/** What was chosen in this browser. @returns {Partial<Settings>} */
export function keptSettings() {
  try {
    return chosenFrom(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return {}; // somebody else wrote there
  }
}

/** @param {Partial<Settings>} chosen */
export const keepSettings = (chosen) => localStorage.setItem(KEY, JSON.stringify(chosen));

/** Day or night, and the board, for the whole page. @param {Settings} settings */
export function wear({ theme, board }) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  dataset.board = board;
}
