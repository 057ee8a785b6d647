/**
 * Marks with flags on the points that are to be reached: for lessons alone, so no game fetches them.
 */

import { svg } from "../ui/dom.js";
import { pointOf, round } from "./drawing.js";
import { marksAbove, marksBelow } from "./marks.js";

/** @param {number} x @param {number} y */
function flag(x, y) {
  const d = `M${x} ${y}V${round(y - 0.72)}L${round(x + 0.46)} ${round(y - 0.52)}L${x} ${round(y - 0.32)}`;
  return svg("g", { class: "flag" }, svg("path", { class: "k halo", d }), svg("path", { class: "k cloth", d }));
}

/** Flags stand with their foot on the point. @type {import("./drawing.js").Marks} */
export const marksWithFlags = {
  marksBelow,
  marksAbove: (scene) => [...marksAbove(scene), ...(scene.flags ?? []).map((square) => flag(...pointOf(square, scene.flip)))],
};
