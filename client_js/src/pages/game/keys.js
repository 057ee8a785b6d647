/**
 * The list of keys.
 */

import { t } from "../../text/catalogue.js";
import { el, fill, onChange } from "../../ui/dom.js";
import { closableHead } from "./sheet.js";

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
    fill(
      host,
      closableHead(t("keys.title"), () => setView({ place: null })),
      el(
        "dl",
        {},
        ...KEYS.flatMap(([keys, does]) => [
          el("dt", {}, ...keys.split(" ").map((key) => el("kbd", {}, key))),
          el("dd", {}, t(does)),
        ]),
      ),
    );
  });
  return { render: (app) => draw(app.settings.language) };
}
