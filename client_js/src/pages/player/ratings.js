/** How strong a player is: a number for each speed, how it went, and how games ended. */

import { DAY_MS, numberText, t } from "../../text/catalogue.js";
import { dateText } from "../../text/dates.js";
import { el, fill, made } from "../../ui/dom.js";
import { speedText } from "../shared/pace.js";
import { outcomes } from "./outcomes.js";
import { ratingGraph } from "./rating_graph.js";
import { partialNote } from "../../ui/parts.js";
import { segments } from "../../ui/segments.js";

/** @typedef {import("../../messages").SpeedName} SpeedName */
/** @typedef {import("../../messages").SpeedRating} SpeedRating */
/** @typedef {import("../../messages").RatingDay} RatingDay */

const DAYS = { month: 30, quarter: 91, all: Infinity };
const RANGES = /** @type {const} */ (["month", "quarter", "all"]);
const MOST_PAGES = 10;

/**
 * The part of a profile about ratings.
 * @param {import("../../page").Actions} actions @param {string} player its id
 * @param {(rung: number | null) => void} onLadder told where the player stands there
 */
export function createRatings(actions, player, onLadder) {
  const root = made(el("section", { class: "col", "aria-label": t("ratings.title") }));
  const graph = made(el("div", {}));
  const ends = made(el("div", { class: "halfway" }));
  /** @type {keyof typeof DAYS} */
  let range = "all";
  /** @type {SpeedRating | null} */
  let shown = null;

  /** Show one rating. @param {SpeedRating} rating */
  async function show(rating) {
    shown = rating;
    fill(ends, outcomes(rating));
    const { days, isPartial } = await history(rating.speed, range);
    const from = Date.now() - DAYS[range] * DAY_MS;
    const resets = rating.resets.filter((at) => at >= from);
    if (shown === rating) fill(graph, isPartial && partialNote(), ratingGraph(days, speedText(rating.speed), resets), ...resets.map(resetLine));
  }

  /** The days of a rating in a range, the oldest first. @param {SpeedName} speed @param {keyof typeof DAYS} within */
  async function history(speed, within) {
    const from = Date.now() / DAY_MS - DAYS[within];
    /** @type {RatingDay[]} */
    const days = [];
    /** @type {string | null} */
    let after = null;
    let isPartial = false;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      /** @type {{rows: RatingDay[], next: string | null, partial: boolean}} */
      const { rows, next, partial } = await actions.ask({ type: "rating_history", player, speed, ...(after === null ? {} : { after }) });
      days.push(...rows.filter(([day]) => day >= from));
      isPartial ||= partial;
      after = next;
      if (after === null || rows.length === 0 || rows[rows.length - 1][0] < from) break;
    }
    return { days: days.reverse(), isPartial };
  }

  async function arrive() {
    const { ratings, rung, hidden } = await actions.ask({ type: "ratings", player });
    onLadder(rung);
    if (ratings.length === 0) return fill(root, el("div", { class: "card" }, el("header", {}, el("h2", {}, t("ratings.title"))), el("p", { class: "mut halfway" }, t(hidden ? "ratings.hidden" : "ratings.none"))));
    const played = [...ratings].sort((a, b) => b.games - a.games);
    const choice = segments(
      t("ratings.title"),
      played.map(({ speed }) => speed),
      played[0].speed,
      (speed) => tile(/** @type {SpeedRating} */ (played.find((one) => one.speed === speed))),
      (speed) => void show(/** @type {SpeedRating} */ (played.find((one) => one.speed === speed))),
      "stats",
    );
    const within = segments(t("ratings.range"), RANGES, range, (one) => t(`ratings.${one}`), (one) => {
      range = one;
      if (shown) void show(shown);
    });
    fill(
      root,
      choice,
      el("section", { class: "card", "aria-label": t("ratings.graph") }, el("header", { class: "w" }, el("h2", { class: "grow" }, t("ratings.graph")), within), graph, ends),
    );
    await show(played[0]);
  }
  return { root, arrive };
}

/** @param {number} atMs */
const resetLine = (atMs) => el("p", { class: "mut small halfway" }, t("ratings.reset", { date: dateText(atMs) }));

/** @param {SpeedRating} rating */
const tile = ({ speed, points, deviation, provisional, games }) =>
  el(
    "span",
    { class: "stat" },
    el("span", { class: "small mut" }, speedText(speed)),
    el("b", {}, `${points}${provisional ? "?" : ""}`),
    el("span", { class: "xs mut num" }, `${t("ranks.games", { n: games })} · ±${deviation}`),
  );

/** A rung in words. @param {number} rung */
export const rungText = (rung) => t("player.rung", { n: numberText(rung) });
