/** How a reported player's rated games compare with others of like strength: figures for operators, and no verdict. */

import { personText, t } from "../../text/catalogue.js";
import { dateTimeText } from "../../text/dates.js";
import { el, fill, made } from "../../ui/dom.js";
import { errorNote } from "../../ui/parts.js";
import { segments } from "../../ui/segments.js";

/** @typedef {import("../../messages").FairPlay} FairPlay */
/** @typedef {import("../../messages").FairPlayGame} FairPlayGame */
/** @typedef {import("../../messages").FairPlayFigure} FairPlayFigure */
/** @typedef {import("../../messages").SpeedName} SpeedName */

const SPEEDS = /** @type {const} */ (["bullet", "blitz", "rapid", "classical", "correspondence"]);
const SHARES = /** @type {readonly string[]} */ (["fast_moves", "best_moves"]);

/** @param {FairPlayFigure} figure */
const valueText = ({ name, value }) => (SHARES.includes(name) ? `${Math.round(value / 10)} %` : (value / 1_000).toFixed(2));

/** @param {FairPlayFigure} figure */
const figureRow = (figure) =>
  el(
    "div",
    { key: figure.name, class: "row w" },
    el("dt", { class: "small grow" }, t(`fair.${figure.name}`)),
    el("dd", { class: "small num" }, valueText(figure), " · ", figure.percentile === null ? t("fair.few", { n: figure.among }) : t("fair.percentile", { n: figure.percentile })),
  );

/** @param {import("../../page").Actions} actions @param {string} player */
export function createFairPlay(actions, player) {
  const errors = made(el("div", { role: "alert" }));
  const shown = made(el("div", { class: "col" }));
  const root = made(el("section", { class: "col", "aria-label": t("fair.title") }, el("p", { class: "small mut" }, t("fair.lead")), errors, shown));

  /** @param {SpeedName | null} speed */
  const look = (speed) =>
    actions.ask({ type: "fair_play", player, speed }).then(draw, (/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)));

  /** @param {FairPlay} told */
  function draw(told) {
    const { speed, points, among, games } = told;
    fill(errors);
    fill(
      shown,
      speed && segments(t("fair.speed"), SPEEDS, speed, (one) => t(`speed.${one}`), (one) => void look(one), "wrap"),
      el("p", { class: "small", role: "status" }, games.length ? t("fair.among", { n: among, points }) : t("fair.none")),
      el("ol", { class: "col plain" }, ...games.map((game) => gameRow(game, speed))),
    );
  }

  /** @param {FairPlayGame} game @param {SpeedName | null} speed */
  function gameRow(game, speed) {
    const ask = () =>
      actions.ask({ type: "ask_review", room: game.room }).then(() => look(speed), (/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)));
    return el(
      "li",
      { key: game.room, class: "col s" },
      el("a", { href: `/game/${game.room}` }, t("fair.against", { name: personText(game.opponent), when: dateTimeText(game.ended_at_ms) })),
      game.figures.length ? el("dl", { class: "col s" }, ...game.figures.map(figureRow)) : el("p", { class: "small mut" }, t("fair.short")),
      game.review === "none" || game.review === "given_up"
        ? el("button", { type: "button", class: "btn s", onclick: () => void ask() }, t("fair.ask"))
        : el("p", { class: "small mut" }, t(`fair.${game.review}`)),
    );
  }

  void look(null);
  return root;
}
