/**
 * The list of keys.
 */

import { t } from "../../text/catalogue.js";
import { el, fill, icon, onChange } from "../../ui/dom.js";

const KEYS = /** @type {const} */ ([
  ["b", "keys.board"],
  ["← ↑ → ↓", "keys.walk"],
  ["Enter", "keys.choose"],
  ["Esc", "keys.let_go"],
  ["m", "keys.write"],
  ["← →", "keys.step"],
  ["Home End", "keys.ends"],
  ["f", "keys.flip"],
  ["?", "keys.list"],
]);

/**
 * Fills `host` with the list.
 * @param {HTMLElement} host @param {import("./shown.js").SetView} setView @returns {import("./shown.js").Panel}
 */
export function createKeys(host, setView) {
  const draw = onChange((/** @type {string} */ _) => {
    host.setAttribute("aria-label", t("keys.title"));
    const close = el(
      "button",
      { class: "btn icon quiet", "aria-label": t("close"), onclick: () => setView({ place: null }) },
      icon("x"),
    );
    fill(
      host,
      el("header", {}, el("h2", { class: "grow" }, t("keys.title")), close),
      el(
        "dl",
        {},
        ...KEYS.flatMap(([keys, does]) => [
          el("dt", {}, ...keys.split(" ").map((key) => el("kbd", {}, key))),
          el("dd", {}, t(does)),
        ]),
      ),
    );
    close.focus();
  });
  return { render: (app) => draw(app.settings.language) };
}
