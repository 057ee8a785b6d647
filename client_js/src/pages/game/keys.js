/**
 * The list of keys.
 */

import { t } from "../../text/catalogue.js";
import { el, fill } from "../../ui/dom.js";
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
  ["n", "days.next"],
  ["?", "keys.list"],
]);

/** @typedef {{language: string}} KeysInputs */

/** @param {import("../../page").App} app @returns {KeysInputs} */
export const inputsOf = ({ settings: { language } }) => ({ language });

/** @type {import("./shown.js").Panel<KeysInputs>["create"]} */
export const create = (host, { setView }) => ({
  render() {
    host.setAttribute("aria-label", t("keys.title"));
    const row = (/** @type {typeof KEYS[number]} */ [keys, does]) => [
      el("dt", {}, ...keys.split(" ").map((key) => el("kbd", {}, key))),
      el("dd", {}, t(does)),
    ];
    fill(host, closableHead(t("keys.title"), () => setView({ place: null })), el("dl", {}, ...KEYS.flatMap(row)));
  },
});
