/** How a player's ratings went: a number for each speed, and a line of one of them by days. */

import { dateText, t } from "../text/catalogue.js";
import { el, fill, svg } from "./dom.js";
import { speedText } from "./game_rows.js";
import { segments } from "./parts.js";

/** @typedef {import("../messages").SpeedName} SpeedName */
/** @typedef {import("../messages").RatingDay} RatingDay */

const DAY_MS = 24 * 60 * 60 * 1000;
const WIDTH = 320;
const HEIGHT = 120;

/**
 * The part of a profile about ratings.
 * @param {import("../page").Deeds} deeds @param {string} player its id
 */
export function createRatings(deeds, player) {
  const root = el("section", { class: "card pad col", "aria-label": t("ratings.title") });
  const graph = el("div", {});

  /** @param {SpeedName} speed */
  async function show(speed) {
    const { rows } = await deeds.ask({ type: "rating_history", player, speed });
    fill(graph, line([...rows].reverse(), speedText(speed)));
  }

  async function arrive() {
    const { ratings } = await deeds.ask({ type: "ratings", player });
    if (ratings.length === 0) return fill(root, el("h2", {}, t("ratings.title")), el("p", { class: "mut" }, t("ratings.none")));
    const played = [...ratings].sort((a, b) => b.games - a.games).map(({ speed }) => speed);
    const shown = (/** @type {SpeedName} */ speed) => {
      const rating = ratings.find((one) => one.speed === speed);
      return `${speedText(speed)} ${rating?.points}${rating?.provisional ? "?" : ""}`;
    };
    fill(root, el("h2", {}, t("ratings.title")), segments(t("ratings.title"), played, played[0], shown, (speed) => void show(speed)), graph);
    await show(played[0]);
  }
  return { root, arrive };
}

/** @param {RatingDay[]} days the oldest first @param {string} name */
function line(days, name) {
  if (days.length === 0) return el("p", { class: "mut" }, t("ratings.none"));
  if (days.length === 1) return el("p", { class: "mut small num" }, `${days[0][1]} · ${dateText(days[0][0] * DAY_MS)}`);
  const points = days.map(([, value]) => value);
  const [low, high] = [Math.min(...points) - 20, Math.max(...points) + 20];
  const [first, last] = [days[0][0], days[days.length - 1][0]];
  const x = (/** @type {number} */ day) => (last === first ? WIDTH / 2 : ((day - first) / (last - first)) * WIDTH);
  const y = (/** @type {number} */ value) => HEIGHT - ((value - low) / (high - low)) * HEIGHT;
  const path = days.map(([day, value], i) => `${i === 0 ? "M" : "L"}${x(day).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const text = t("ratings.line", { name, from: points[0], to: points[points.length - 1] });
  return el(
    "figure",
    {},
    svg(
      "svg",
      { viewBox: `-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`, role: "img", "aria-label": text, class: "graph" },
      svg("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": 2 }),
      ...days.map(([day, value]) => svg("circle", { cx: x(day), cy: y(value), r: days.length > 60 ? 0.8 : 2.5, fill: "currentColor" })),
    ),
    el("figcaption", { class: "mut small" }, `${dateText(first * DAY_MS)} – ${dateText(last * DAY_MS)}`),
  );
}
