/**
 * The row under a board that steps through moves: four buttons, and where one is. Arrows, Home and End do the same.
 */

import { t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";

const USES_KEYS = "[role=radiogroup], select, input, textarea, xiangqi-board:not([readonly])";

/** Whether a key is for what has the focus, or for the browser. @param {KeyboardEvent} event */
export const isTaken = (event) =>
  event.altKey || event.ctrlKey || event.metaKey || (event.target instanceof Element && event.target.closest(USES_KEYS) !== null);

/**
 * `render(at, last, place, isOff)` shows that one is at a step, of those from 0 to `last`.
 * @param {(to: number) => void} onStep is asked to go to another step
 */
export function createSteps(onStep) {
  const where = made(el("span", { class: "num mut small", "aria-live": "polite" }));
  let [at, last] = [0, 0];
  const go = (/** @type {number} */ to) => to >= 0 && to <= last && to !== at && onStep(to);
  const steps = /** @type {const} */ ([
    ["learn.first", "first", () => 0],
    ["learn.back", "prev", () => at - 1],
    ["learn.forward", "next", () => at + 1],
    ["learn.last", "last", () => last],
  ]);
  const buttons = steps.map(([key, sign, to]) =>
    made(el("button", { type: "button", class: "btn icon", "aria-label": t(key), onclick: () => go(to()) }, icon(sign))),
  );

  /** @param {number} now @param {number} end @param {string} place @param {boolean} [isOff] */
  function render(now, end, place, isOff = false) {
    [at, last] = [now, end];
    fill(where, place);
    const isEnd = [at === 0, at === 0, at === last, at === last];
    buttons.forEach((button, i) => button.setAttribute("aria-disabled", String(isEnd[i] || isOff)));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || isTaken(event)) return;
    event.preventDefault();
    go(to);
  }
  return { row: el("div", { class: "steprow" }, ...buttons.slice(0, 2), where, ...buttons.slice(2)), render, key };
}
