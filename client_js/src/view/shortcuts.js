/**
 * Keys for the whole game page, wherever the focus is; the board has its own (`grid.js`).
 */

import { shownPly } from "./game.js";
import { framesOf } from "./cycle.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("./game.js").Look} Look */

/**
 * Listens as long as `root` is in the page.
 * @param {HTMLElement} root @param {import("../page").Deeds} deeds @param {import("./game.js").LookAt} lookAt
 * @returns {import("./game.js").Panel}
 */
export function createShortcuts(root, deeds, lookAt) {
  /** @type {{app: App, look: Look} | null} */
  let shown = null;

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (!root.isConnected) return removeEventListener("keydown", pressed);
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.getAttribute("role") === "radio";
    if (!shown || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    if (stepped(shown, event.key) || closed(shown, event.key) || named(shown, event.key)) event.preventDefault();
  }

  /** Through the game, or through the cycle that is shown. @param {{app: App, look: Look}} shown @param {string} key */
  function stepped({ app, look }, key) {
    const frames = framesOf(app, look).length;
    const [now, first, last] =
      look.replay && frames
        ? [look.replay.step, 0, frames - 1]
        : [shownPly(app), 0, app.room?.table?.moves.length ?? 0];
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: first, End: last }[key];
    if (to === undefined) return false;
    const step = Math.min(last, Math.max(first, to));
    if (look.replay) lookAt({ replay: { ...look.replay, step, runs: false } });
    else deeds.wish({ type: "look", ply: step });
    return true;
  }

  /** What is open over the game closes, the last first. @param {{app: App, look: Look}} shown @param {string} key */
  function closed({ app, look }, key) {
    if (key !== "Escape") return false;
    if (look.place || look.replay) lookAt({ place: null, replay: null });
    else if (app.room?.lookedAt != null) deeds.wish({ type: "look", ply: null });
    else return false;
    return true;
  }

  /** Keys of one letter, which may be switched off. @param {{app: App, look: Look}} shown @param {string} key */
  function named({ app, look }, key) {
    if (!app.settings.shortcuts) return false;
    const write = () => {
      lookAt({ typing: true });
      /** @type {HTMLElement | null} */ (root.querySelector(".mv .say input"))?.focus();
    };
    const board = () => /** @type {HTMLElement | null} */ (root.querySelector(".cell[tabindex='0']"))?.focus();
    /** @type {Record<string, () => void>} */
    const acts = {
      "?": () => lookAt({ place: look.place === "keys" ? null : "keys" }),
      f: () => lookAt({ flipped: !look.flipped }),
      b: board,
      m: write,
    };
    acts[key]?.();
    return key in acts;
  }

  addEventListener("keydown", pressed);
  return {
    render(app, look) {
      shown = { app, look };
    },
  };
}
