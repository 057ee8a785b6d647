/**
 * A board one steps through: pictures in a row, buttons and arrow keys to go along them.
 *
 * What a picture shows is given from outside as values; nothing here knows how pieces move.
 */

import { filesIn, plainScene } from "../../board/drawing.js";
import { emptyBoard } from "../../board/element.js";
import { generalOf, squareOf } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";
import { createSteps } from "../shared/steps.js";

/** @typedef {import("../../page").Settings} Settings */
/** @typedef {import("../../messages").SideName} Side */
/**
 * @typedef {object} Picture
 * @property {string} cells 90 characters, as `cellsOf` of `table.js` gives them
 * @property {string | null} [last] the move that led here
 * @property {Side | null} [check] who stands in check
 * @property {string | null} [chosen] the square of the piece whose targets are shown
 * @property {string[]} [targets]
 * @property {import("../../board/marks.js").Arrow[]} [arrows]
 */

/** @param {Picture} picture @param {Settings} settings */
const sceneOf = ({ cells, last = null, check = null, chosen = null, targets = [], arrows = [] }, settings) =>
  plainScene({
    ...{ cells, last, arrows, pieces: settings.pieces, ...filesIn(settings.notation) },
    check: check && generalOf(cells, check),
    selected: chosen === null ? null : squareOf(chosen),
    targets: targets.map(squareOf),
  });

/**
 * `render(count, at, picture, settings)` shows the picture `at` of so many; `onStep` is asked to go to another one.
 * @param {(at: number) => void} onStep
 */
export function createStepper(onStep) {
  const board = emptyBoard(true);
  const steps = createSteps(onStep);
  const root = el("div", { class: "stepper" }, board, steps.row);

  /** @param {number} count @param {number} at @param {Picture} picture @param {Settings} settings */
  function render(count, at, picture, settings) {
    board.scene = sceneOf(picture, settings);
    steps.render(at, count - 1, t("learn.step", { n: at + 1, of: count }));
  }
  return { root, render, key: steps.key };
}
