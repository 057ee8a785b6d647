/** How a reported player's rated games compare with others of like strength: figures for operators, and no verdict. */

import { meansOf, NAMES, unreviewed } from "../../models/fair_play.js";
import { personText, t } from "../../text/catalogue.js";
import { dateTimeText } from "../../text/dates.js";
import { el, fill, made } from "../../ui/dom.js";
import { errorNote } from "../../ui/parts.js";
import { segments } from "../../ui/segments.js";
import { withSheet } from "../../ui/sheet.js";

/** @typedef {import("../../messages").FairPlay} FairPlay */
/** @typedef {import("../../messages").FairPlayGame} FairPlayGame */
/** @typedef {import("../../messages").FairPlayFigure} FairPlayFigure */
/** @typedef {import("../../messages").SpeedName} SpeedName */

const SPEEDS = /** @type {const} */ (["bullet", "blitz", "rapid", "classical", "correspondence"]);
const SHARES = /** @type {readonly string[]} */ (["fast_moves", "best_moves"]);

await withSheet("fair");

/** @param {FairPlayFigure} figure */
const valueText = ({ name, value }) => (SHARES.includes(name) ? `${Math.round(value / 10)} %` : (value / 1_000).toFixed(2));

/** The cells of some figures; one that is not known is empty. @param {FairPlayFigure[]} figures */
const cells = (figures) =>
  NAMES.map((name) => {
    const figure = figures.find((one) => one.name === name);
    const rank = figure && figure.percentile !== null && t("fair.percentile", { n: figure.percentile });
    return el("td", { class: "num" }, figure ? valueText(figure) : "–", rank && el("small", { class: "mut" }, rank));
  });

/** @param {import("../../page").Actions} actions @param {string} player */
export function createFairPlay(actions, player) {
  const errors = made(el("div", { role: "alert" }));
  const shown = made(el("div", { class: "col" }));
  const root = made(el("section", { class: "col fair", "aria-label": t("fair.title") }, el("p", { class: "small mut" }, t("fair.lead")), errors, shown));

  /** @param {SpeedName | null} speed */
  const look = (speed) =>
    actions.ask({ type: "fair_play", player, speed }).then(draw, (/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)));

  /** @param {FairPlay} told */
  function draw({ speed, points, among, games }) {
    const left = unreviewed(games);
    fill(errors);
    fill(
      shown,
      speed && segments(t("fair.speed"), SPEEDS, speed, (one) => t(`speed.${one}`), (one) => void look(one), "wrap"),
      el("p", { class: "small", role: "status" }, games.length ? t("fair.among", { n: among, points }) : t("fair.none")),
      games.length > 0 && !hasRanks(games) && el("p", { class: "small" }, t("fair.few")),
      games.length > 0 && table(games, speed),
      left.length > 1 && el("button", { type: "button", class: "btn s", onclick: () => void askFor(left, speed) }, t("fair.ask.all", { n: left.length })),
    );
  }

  /** @param {FairPlayGame[]} games @param {SpeedName | null} speed */
  function table(games, speed) {
    const heads = [t("fair.game"), ...NAMES.map((name) => t(`fair.${name}`)), t("fair.review")];
    const means = el("tr", { key: "mean" }, el("th", { scope: "row" }, t("fair.mean", { n: games.length })), ...cells(meansOf(games)), el("td"));
    return el(
      "div",
      { class: "scrollx", tabindex: 0, role: "group", "aria-label": t("fair.title") },
      el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, games.length > 1 && means, ...games.map((game) => gameRow(game, speed)))),
    );
  }

  /** Ask for the reviews of games, one after the other. @param {FairPlayGame[]} games @param {SpeedName | null} speed */
  async function askFor(games, speed) {
    try {
      for (const { room } of games) await actions.ask({ type: "ask_review", room });
      await look(speed);
    } catch (refusal) {
      fill(errors, errorNote(/** @type {Error} */ (refusal).message));
    }
  }

  /** @param {FairPlayGame} game @param {SpeedName | null} speed */
  function gameRow(game, speed) {
    const name = personText(game.opponent);
    return el(
      "tr",
      { key: game.room },
      el("th", { scope: "row" }, el("a", { href: `/game/${game.room}` }, name), el("small", { class: "mut" }, dateTimeText(game.ended_at_ms))),
      ...cells(game.figures),
      el("td", {}, reviewOf(game, speed)),
    );
  }

  /** @param {FairPlayGame} game @param {SpeedName | null} speed */
  function reviewOf(game, speed) {
    if (game.review === "waiting" || game.review === "running") return t(`fair.${game.review}`);
    if (game.review === "done") return el("a", { href: `/board?game=${game.room}` }, t("fair.done"));
    return el("button", { type: "button", class: "btn s", onclick: () => void askFor([game], speed) }, t("fair.ask"));
  }

  void look(null);
  return root;
}

/** @param {FairPlayGame[]} games */
const hasRanks = (games) => games.some(({ figures }) => figures.some(({ percentile }) => percentile !== null));
