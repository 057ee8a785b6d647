/** A small line of a few numbers, for a row of a list: how something went, without a scale. */

import { svg } from "../../ui/dom.js";

const WIDTH = 96;
const HEIGHT = 24;
const EDGE = 3;

/**
 * The numbers at places of a picture, small changes small: `least` is what its height stands for at least.
 * @param {number[]} values the oldest first @param {number} [least] @returns {[number, number][]}
 */
function sparkPoints(values, least = 40) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(high - low, least);
  const base = (low + high - span) / 2;
  const x = (/** @type {number} */ i) => EDGE + (i * (WIDTH - 2 * EDGE)) / (values.length - 1);
  return values.map((value, i) => [x(i), HEIGHT - EDGE - ((value - base) * (HEIGHT - 2 * EDGE)) / span]);
}

/** Empty where two numbers are not known, so that rows stay in line. Not read aloud: the last number stands beside it. @param {number[]} values the oldest first */
export function sparkLine(values) {
  const points = values.length < 2 ? [] : sparkPoints(values);
  const [end] = points.slice(-1);
  return svg(
    "svg",
    { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    ...(end ? [svg("polyline", { points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") }), svg("circle", { cx: end[0], cy: end[1], r: 2.25 })] : []),
  );
}
