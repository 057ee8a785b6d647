/** One choice of a few, side by side. */

import { el } from "./dom.js";

/**
 * A value of a few, chosen by hand or by arrow keys.
 * @template {string} T
 * @param {string} label @param {readonly T[]} values @param {T} chosen
 * @param {(value: T) => import("./dom.js").Child} shown @param {(value: T) => void} choose @param {string} [layout] further classes
 * @param {(value: T) => string} [nameOf] what a value is called where what is shown of it does not say enough
 */
export const segments = (label, values, chosen, shown, choose, layout = "", nameOf) =>
  el(
    "div",
    { key: values.join(), class: `seg ${layout}`, role: "radiogroup", "aria-label": label, onkeydown: arrowKeys },
    ...values.map((value) =>
      el(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(value === chosen),
          "aria-label": nameOf?.(value),
          tabindex: value === chosen ? 0 : -1,
          onclick({ currentTarget }) {
            for (const one of currentTarget.parentElement.children) {
              one.setAttribute("aria-checked", String(one === currentTarget));
              one.tabIndex = one === currentTarget ? 0 : -1;
            }
            choose(value);
          },
        },
        shown(value),
      ),
    ),
  );

/** Arrow keys go to the neighbour and choose it. @param {KeyboardEvent & {currentTarget: HTMLElement}} event */
function arrowKeys(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const buttons = [.../** @type {HTMLCollectionOf<HTMLElement>} */ (event.currentTarget.children)];
  const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = buttons[(at + step + buttons.length) % buttons.length];
  next.focus();
  next.click();
}
