/**
 * Keys for the whole game page, wherever the focus is; the board has its own (`grid.js`). Fetched at the first one.
 */

import { shownPly } from "./shown.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("./shown.js").ViewState} ViewState */

/** @typedef {{app: App, view: ViewState}} Shown */

/** What a key does depends on all that is shown. @param {App} app @param {ViewState} view @returns {Shown} */
export const inputsOf = (app, view) => ({ app, view });

/** @type {import("./shown.js").Panel<Shown>["create"]} */
export function create(_, { actions, setView, toBoard, toField }) {
  /** @type {Shown | null} */
  let shown = null;

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.getAttribute("role") === "radio";
    if (!shown || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    if (stepped(shown, event.key) || closed(shown, event.key) || named(shown, event.key)) event.preventDefault();
  }

  /** Through the game, or through the cycle that is shown. @param {Shown} shown @param {string} key */
  function stepped({ app, view }, key) {
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) return false;
    const { replay } = view;
    const plies = app.room?.table?.moves.length ?? 0;
    if (!replay) actions.room({ type: "show_ply", ply: stepTo(key, shownPly(app), plies) });
    else {
      void import("./cycle.js").then(({ framesOf }) => {
        const last = framesOf(app, view).length - 1;
        setView({ replay: { ...replay, step: stepTo(key, replay.step, Math.max(0, last)), runs: false } });
      });
    }
    return true;
  }

  /** @param {string} key @param {number} now @param {number} last */
  function stepTo(key, now, last) {
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0 }[key] ?? last;
    return Math.min(last, Math.max(0, to));
  }

  /** What is open over the game closes, the last first; then the move that waits is taken back. @param {Shown} shown @param {string} key */
  function closed({ app, view }, key) {
    if (key !== "Escape") return false;
    if (view.place || view.replay) setView({ place: null, replay: null });
    else if (app.room?.viewedPly != null) actions.room({ type: "show_ply", ply: null });
    else if (app.room?.premove) actions.room({ type: "order", what: "cancel_premove" });
    else return false;
    return true;
  }

  /** Keys of one letter, which may be switched off. @param {Shown} shown @param {string} key */
  function named({ app, view }, key) {
    if (!app.settings.shortcuts) return false;
    const write = () => {
      setView({ typing: true });
      toField();
    };
    /** @type {Record<string, () => void>} */
    const acts = {
      "?": () => setView({ place: view.place === "keys" ? null : "keys" }),
      f: () => setView({ flipped: !view.flipped }),
      b: toBoard,
      m: write,
      n: () => void import("./notices_days.js").then(({ goToNext }) => goToNext(actions)),
    };
    acts[key]?.();
    return key in acts;
  }

  return {
    key: pressed,
    render(inputs) {
      shown = inputs;
    },
  };
}
