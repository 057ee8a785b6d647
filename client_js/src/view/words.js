/**
 * Terms of a game in words.
 */

import { secondsText, t } from "../text/catalogue.js";

/** @typedef {import("../messages").Terms} Terms */

/** What the terms have that games usually have not, in words. @param {Terms} terms @returns {string[]} */
export const unusualTerms = ({ compensation, takebacks, chat, delay_ms: delayMs = 0 }) =>
  [
    takebacks === false && t("terms.no_takebacks"),
    chat === false && t("terms.no_chat"),
    compensation === false && t("terms.no_compensation"),
    delayMs > 0 && t("terms.delay", { time: secondsText(delayMs) }),
  ].filter((words) => words !== false);
