/** The sign of a search that goes on. */

import { svg } from "./dom.js";

export const radar = () =>
  svg(
    "svg",
    { class: "radar", viewBox: "0 0 56 56", "aria-hidden": "true" },
    svg("circle", { class: "c", cx: 28, cy: 28, r: 6 }),
    svg("circle", { cx: 28, cy: 28, r: 15 }),
    svg("circle", { class: "o", cx: 28, cy: 28, r: 25 }),
  );
