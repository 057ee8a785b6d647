/**
 * Small services of the browser: the clipboard, and the passing echo.
 */

import { t } from "../text/catalogue.js";
import { el, fill } from "../ui/dom.js";

const TOAST_MS = 4_000;

/** @param {HTMLElement} host where the echo of one's own acts stands */
export function createServices(host) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {string} text */
  function toast(text) {
    fill(host, el("div", { class: "toast" }, text));
    clearTimeout(timer);
    timer = setTimeout(() => fill(host), TOAST_MS);
  }

  /** @param {string} text @param {import("../text/catalogue.js").Key} done @param {string} instead */
  async function copy(text, done, instead) {
    try {
      await navigator.clipboard.writeText(text);
      toast(t(done));
    } catch {
      // No clipboard outside a secure page, or not allowed: say how to get it otherwise.
      toast(instead);
    }
  }

  return { toast, copy };
}
