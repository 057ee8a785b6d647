/** Fields of the forms that announce a tournament and change what was announced. */

import { t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";

/** The least and greatest ratings that are offered; 0 for any. */
export const RATINGS = [0, ...Array.from({ length: 16 }, (_, i) => 1000 + 100 * i)];

/** @param {(n: number) => string} text of any but none */
export const orNone = (/** @type {(n: number) => string} */ text) => (/** @type {number} */ n) => (n === 0 ? t("form.any") : text(n));

/**
 * A day and time in the reader's own time. What is no moment is refused in words, and the form is not sent.
 * @param {number} ms what is chosen now @param {(ms: number) => void} set
 */
export function momentField(ms, set) {
  const below = made(el("small", { id: "moment-hint", "aria-live": "polite" }));
  /** @param {{target: HTMLInputElement}} event */
  function changed({ target }) {
    const chosen = Number(new Date(target.value)); // NaN of an empty field
    const error = Number.isNaN(chosen) ? t("form.moment.none") : "";
    target.setCustomValidity(error);
    target.classList.toggle("bad", error !== "");
    target.setAttribute("aria-invalid", String(error !== ""));
    below.className = error && "err";
    fill(below, error && icon("stop", "s"), error);
    if (!error) set(chosen);
  }
  return el(
    "label",
    { class: "field" },
    el("span", {}, t("form.moment")),
    el("input", { class: "inp", type: "datetime-local", value: localText(ms), required: true, "aria-describedby": "moment-hint", oninput: changed }),
    below,
  );
}

/** A moment as a field of a form has it, in the reader's own time. @param {number} ms */
export function localText(ms) {
  const at = new Date(ms);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
