/**
 * What is asked in the row of actions before it is done: to resign, to offer a draw.
 */

import { t } from "../../text/catalogue.js";
import { el, made } from "../../ui/dom.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("./shown.js").SetView} SetView */

const DEAF_MS = 500;

/** What is asked before it is done, and what is done then. */
const QUESTIONS = {
  resign: {
    ask: /** @type {const} */ ("resign.ask"),
    yes: /** @type {const} */ ("resign.do"),
    act: (/** @type {Actions} */ actions) => actions.room({ type: "order", what: "resign" }),
  },
  draw: {
    ask: /** @type {const} */ ("draw.ask"),
    yes: /** @type {const} */ ("draw.do"),
    act: (/** @type {Actions} */ actions) => actions.room({ type: "propose", what: "draw" }),
  },
};

/** Replaces the row it came from; half a second deaf. It waits for its answer, however slow its reader. @param {"resign" | "draw"} what @param {Actions} actions @param {SetView} setView */
export function question(what, actions, setView) {
  const { ask, yes, act } = QUESTIONS[what];
  const close = () => setView({ asking: null });
  const keep = made(el("button", { class: "btn", onclick: close }, t("resign.keep")));
  const done = () => {
    close();
    act(actions);
  };
  const give = made(el("button", { class: what === "resign" ? "btn danger fill" : "btn main", disabled: true, onclick: done }, t(yes)));
  const onkeydown = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close();
  setTimeout(() => (give.disabled = false), DEAF_MS);
  queueMicrotask(() => keep.focus());
  return made(
    el("div", { class: what === "resign" ? "confirm" : "confirm plain", role: "group", "aria-label": t(ask), onkeydown }, el("b", {}, t(ask)), keep, give),
  );
}
