/** Games won, drawn and lost, as a bar and in words. */

import { t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";

/** @typedef {import("../../models/record.js").Ended} Ended */

const ENDED = /** @type {const} */ (["won", "drawn", "lost"]);

/** @param {Record<Ended, number>} tally */
export const outcomes = (tally) =>
  el(
    "div",
    { class: "outcomes" },
    el("div", { class: "bar3", "aria-hidden": "true" }, ...ENDED.map((kind) => tally[kind] > 0 && el("i", { class: kind, style: { "flex-grow": String(tally[kind]) } }))),
    el("span", { class: "small num" }, ENDED.map((kind) => t(`ratings.${kind}`, { n: tally[kind] })).join(" · ")),
  );
