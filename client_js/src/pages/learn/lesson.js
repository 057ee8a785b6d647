/** One lesson: a board with the legal targets of a piece, step by step, and what they teach. */

import { filesIn } from "../../board/drawing.js";
import { inNotation, spelled } from "../../models/notation.js";
import { cellsOf } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, made, onChange } from "../../ui/dom.js";
import { createStepper } from "./stepper.js";

/** @typedef {import("../../text/catalogue.js").Key} Key */
/** @typedef {import("../../messages").MoveLine} MoveLine */
/** @typedef {{fen: string, chosen?: string, targets?: string[], arrows?: string[], check?: import("../../messages").SideName,
 *   move?: MoveLine}} Step */

/** A move as the reader wants it written. @param {MoveLine} move @param {import("../../page").Notation} notation */
export const writtenIn = ([uci, wxf, chinese], notation) => ({ uci, wxf, chinese })[notation];

/** @param {string[]} names */
const listed = (names) => names.join(t("cell.comma"));

/** What the marks say, for those who do not see them. @param {Step} step @param {import("../../page").Settings} settings */
function inWords({ fen, chosen, targets = [], arrows, move }, { notation, language }) {
  if (move) return t("learn.played", { move: writtenIn(move, notation) });
  if (chosen) return targets.length ? t("learn.targets", { squares: listed(targets) }) : t("learn.no_targets");
  if (!arrows) return "";
  const replies = arrows.map((uci) => inNotation(spelled(cellsOf(fen), uci), notation, language));
  return replies.length ? t("learn.replies", { squares: listed(replies) }) : t("learn.no_replies");
}

/** Points have names only on a board with letters at its files; on any other they are seen to be lit. @param {Step} step @param {import("../../page").Settings} settings */
const litWords = ({ move, chosen, targets = [] }, { notation }) =>
  !move && chosen && targets.length && !filesIn(notation).letters ? t("learn.targets.lit", { n: targets.length }) : "";

/** @param {string} chapter @param {Step[]} steps */
export function createLesson(chapter, steps) {
  let at = 0;
  /** @type {import("../../page").App | null} */
  let shown = null;
  const text = made(el("div", { class: "card pad col lessontext", "aria-live": "polite" }));
  const stepper = createStepper((to) => {
    at = to;
    if (shown) render(shown);
  });

  const drawText = onChange((/** @type {{at: number, words: string, lit: string}} */ { at: step, words, lit }) =>
    fill(
      text,
      el("p", { class: "lead" }, t(/** @type {Key} */ (`learn.${chapter}.${step}`))),
      lit && el("p", { class: "mut small num", "aria-hidden": "true" }, lit),
      words && el("p", { class: lit ? "sr" : "mut small num" }, words),
    ),
  );

  /** @param {import("../../page").App} app */
  function render(app) {
    shown = app;
    const step = steps[at];
    const { fen, chosen, targets, arrows = [], check, move } = step;
    const picture = {
      ...{ cells: cellsOf(fen), last: move?.[0], check, chosen, targets },
      arrows: arrows.map((uci) => ({ uci, kind: /** @type {const} */ ("move") })),
    };
    stepper.render(steps.length, at, picture, app.settings);
    drawText({ at, words: inWords(step, app.settings), lit: litWords(step, app.settings) });
  }
  const foot = made(el("p", { class: "onward" }));
  const beside = el("div", { class: "col" }, text, foot);
  return { root: el("div", { class: "study" }, stepper.root, beside), foot, render, key: stepper.key };
}
