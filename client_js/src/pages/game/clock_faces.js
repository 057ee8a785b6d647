/** What a clock shows besides one time: squares for the periods of byo-yomi, three cells for 局时, 步时, 读秒. */

import { clockText, t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";

/** @typedef {import("../../messages").ClockTerms} ClockTerms */
/** @typedef {import("../../models/clock.js").Face} Face */
/** @typedef {{label: import("../../text/catalogue.js").Key, text: string, on: boolean}} Cell */

/**
 * The cells of a clock with game time, move time and counted seconds.
 * @param {Face} face @param {Extract<ClockTerms, {type: "three_part"}>} terms @returns {[Cell, Cell, Cell]}
 */
export function threeCells({ leftMs, turnMs }, terms) {
  const turn = turnMs ?? 0;
  const counts = turn === leftMs;
  const limits = !counts && turn < leftMs;
  return [
    { label: "clock.game", text: clockText(counts ? 0 : leftMs), on: !counts && !limits },
    { label: "clock.move", text: limits ? clockText(turn) : "–", on: limits },
    { label: "clock.count", text: String(Math.ceil((counts ? turn : terms.count_ms) / 1000)), on: counts },
  ];
}

/** The squares of byo-yomi: filled while they are left. @param {ClockTerms} terms @param {Face | null} face */
export function periodSquares(terms, face) {
  if (terms.type !== "byoyomi" || face === null) return null;
  const label = t("clock.periods", { n: face.periods, of: terms.periods });
  return el(
    "span",
    { class: "byo", role: "img", "aria-label": label, title: label },
    ...Array.from({ length: terms.periods }, (_, i) => el("i", { class: i < face.periods ? "" : "used" })),
  );
}

/** @param {Cell[]} cells @param {boolean} runs */
export const cellBoxes = (cells, runs) =>
  cells.map(({ label, text, on }) => el("div", { class: runs && on ? "on" : "" }, el("span", {}, t(label)), el("b", {}, text)));
