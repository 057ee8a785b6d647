/**
 * A board one steps through: pictures in a row, buttons and arrow keys to go along them.
 *
 * What a picture shows is given from outside as values; nothing here knows how pieces move.
 */

import { filesIn, plainScene } from "../../board/drawing.js";
import { emptyBoard } from "../../board/element.js";
import { generalOf, squareOf } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";

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
  const place = made(el("span", { class: "num mut small", "aria-live": "polite" }));
  let count = 1;
  let at = 0;

  /** @param {number} to */
  const go = (to) => to >= 0 && to < count && to !== at && onStep(to);
  /** @param {import("../../text/catalogue.js").Key} key @param {string} sign @param {() => number} to */
  const button = (key, sign, to) =>
    made(el("button", { type: "button", class: "btn icon", "aria-label": t(key), onclick: () => go(to()) }, icon(sign)));
  const steps = /** @type {const} */ ([
    ["learn.first", "first", () => 0],
    ["learn.back", "prev", () => at - 1],
    ["learn.forward", "next", () => at + 1],
    ["learn.last", "last", () => count - 1],
  ]);
  const buttons = steps.map(([key, sign, to]) => button(key, sign, to));
  const root = el(
    "div",
    { class: "stepper" },
    board,
    el("div", { class: "steprow" }, ...buttons.slice(0, 2), place, ...buttons.slice(2)),
  );

  /** @param {KeyboardEvent} event whatever has the focus, unless it uses the key itself */
  function key(event) {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
    const isTaken = event.target instanceof Element && event.target.closest("[role=radiogroup], select, input");
    if (to === undefined || isTaken || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to);
  }

  /** @param {number} pictures @param {number} now @param {Picture} picture @param {Settings} settings */
  function render(pictures, now, picture, settings) {
    [count, at] = [pictures, now];
    board.scene = sceneOf(picture, settings);
    fill(place, t("learn.step", { n: at + 1, of: count }));
    const isEnd = [at === 0, at === 0, at === count - 1, at === count - 1];
    buttons.forEach((step, i) => step.setAttribute("aria-disabled", String(isEnd[i])));
  }
  return { root, render, key };
}
