/**
 * Small services of the browser: clipboard, the passing echo, a screen that stays awake, and the
 * sign of the tab.
 */

import { t } from "./text/catalogue.js";
import { el, fill } from "./view/dom.js";

const TOAST_MS = 4_000;

/** @param {HTMLElement} host where the echo of one's own acts stands */
export function createErrands(host) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {WakeLockSentinel | null} */
  let awake = null;

  /** @param {string} text */
  function toast(text) {
    fill(host, el("div", { class: "toast" }, text));
    clearTimeout(timer);
    timer = setTimeout(() => fill(host), TOAST_MS);
  }

  /** @param {string} text @param {import("./text/catalogue.js").Key} done @param {string} instead */
  async function copy(text, done, instead) {
    try {
      await navigator.clipboard.writeText(text);
      toast(t(done));
    } catch {
      // No clipboard outside a secure page, or not allowed: say how to get it otherwise.
      toast(instead);
    }
  }

  /** A phone that shows a game being played does not go to sleep. @param {boolean} isPlaying */
  async function stayAwake(isPlaying) {
    if (!isPlaying || document.visibilityState !== "visible") {
      await awake?.release();
      awake = null;
    } else if (awake === null || awake.released) {
      // Refused when the battery is low, absent outside secure pages: then the phone may sleep.
      awake = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    }
  }

  /** The tab's sign carries a dot when it is our turn. @param {boolean} isCalled */
  function callToMove(isCalled) {
    const sign = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    const href = new URL(`../art/${isCalled ? "icon-turn" : "icon"}.svg`, import.meta.url).href;
    if (sign.href !== href) sign.href = href;
  }

  return { toast, copy, stayAwake, callToMove };
}
