/** How a rating went by days: a line over a grid, once for a wide screen and once for a phone. */

import { DAY_MS, numberText, t } from "../../text/catalogue.js";
import { monthText } from "../../text/dates.js";
import { el, svg } from "../../ui/dom.js";

/** @typedef {import("../../messages").RatingDay} RatingDay */

const LEFT = 44;
const RIGHT = 16;
const TOP = 20;
const FOOT = 30;
const SIZES = /** @type {const} */ ([
  ["desk", 780, 292],
  ["phone", 340, 210],
]);
/** Distances between lines of the grid, in points; the smallest that gives few enough lines. */
const STEPS = [10, 20, 50, 100, 200, 500, 1000];
const MOST_LINES = 6;
/** Of points from the lowest line to the highest, so that small steps look small. */
const LEAST_SPAN = 80;
const MOST_MONTHS = 6;

/**
 * The picture of a rating; `null` of days that hold nothing.
 * @param {RatingDay[]} days the oldest first @param {string} name of the rating
 * @param {number[]} resets when its player began anew, in ms
 */
export function ratingGraph(days, name, resets) {
  if (days.length < 2) return el("p", { class: "mut halfway" }, t(days.length === 0 ? "ratings.none.then" : "ratings.one_day"));
  const text = t("ratings.line", { name, from: numberText(days[0][1]), to: numberText(days[days.length - 1][1]) });
  return el("figure", { class: "graphs" }, ...SIZES.map(([screen, width, height]) => drawn(days, resets, text, screen, width, height)));
}

/** @param {RatingDay[]} days @param {number[]} resets @param {string} text @param {string} screen @param {number} width @param {number} height */
function drawn(days, resets, text, screen, width, height) {
  const { low, high, lines } = gridOf(days.map(([, points]) => points));
  const [first, last] = [days[0][0], days[days.length - 1][0]];
  const bottom = height - FOOT;
  const x = (/** @type {number} */ day) =>
    LEFT + ((day - first) / (last - first)) * (width - LEFT - RIGHT);
  const y = (/** @type {number} */ points) => bottom - ((points - low) / (high - low)) * (bottom - TOP);
  const path = days.map(([day, points], i) => `${i === 0 ? "M" : "L"}${x(day).toFixed(1)} ${y(points).toFixed(1)}`).join("");
  const [, end] = days[days.length - 1];
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": text, class: `graph ${screen}` },
    ...lines.flatMap((points) => [
      svg("path", { class: "g", d: `M${LEFT} ${y(points)}H${width - RIGHT}` }),
      svg("text", { x: LEFT - 7, y: y(points) + 4, "text-anchor": "end" }, String(points)),
    ]),
    ...monthsOf(first, last).map((day) => svg("text", { x: x(day), y: height - 8 }, monthText(day * DAY_MS))),
    svg("path", { class: "a", d: `${path}V${bottom}L${x(first)} ${bottom}Z` }),
    ...resets.map((at) => at / DAY_MS).filter((day) => day >= first && day <= last).map((day) => svg("path", { class: "g", "stroke-dasharray": "4 4", d: `M${x(day).toFixed(1)} ${TOP}V${bottom}` })),
    svg("path", { class: "l", d: path }),
    svg("circle", { class: "pt", cx: x(last), cy: y(end), r: 5 }),
  );
}

/** The lines of the grid around some points. @param {number[]} points */
export function gridOf(points) {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  const span = Math.max(most - least, LEAST_SPAN);
  const step = STEPS.find((one) => span / one < MOST_LINES - 1) ?? STEPS[STEPS.length - 1];
  const low = Math.floor((Math.min(least, (least + most - span) / 2)) / step) * step;
  const high = Math.ceil(Math.max(most, low + span) / step) * step;
  return { low, high, lines: Array.from({ length: (high - low) / step + 1 }, (_, i) => low + i * step) };
}

/** The first days of months between two days, few enough to be read. @param {number} first @param {number} last @returns {number[]} */
export function monthsOf(first, last) {
  const days = [];
  const start = new Date(first * DAY_MS);
  for (let month = 1; ; month += 1) {
    const day = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1) / DAY_MS;
    if (day > last) break;
    days.push(day);
  }
  const every = Math.ceil(days.length / MOST_MONTHS);
  return days.filter((_, i) => i % every === 0);
}
