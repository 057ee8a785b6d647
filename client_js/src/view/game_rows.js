/** How games stand in lists: names with ratings, a small board, what came of it. */

import { miniBoard } from "../board/mini.js";
import { dateText, isSaid, personText, signedText, t } from "../text/catalogue.js";
import { el, icon, sideSign } from "./dom.js";
import { badge } from "./parts.js";

/** @typedef {import("../messages").GameInfo} GameInfo */
/** @typedef {import("../messages").MyGame} MyGame */
/** @typedef {import("../messages").SpeedName} SpeedName */
/** @typedef {import("../text/catalogue.js").Key} Key */
/** @typedef {import("../board/drawing.js").PieceSet} PieceSet */

/** @type {readonly SpeedName[]} */
export const SPEEDS = ["bullet", "blitz", "rapid", "classical", "correspondence"];

/** @param {SpeedName} speed */
export const speedText = (speed) => t(/** @type {Key} */ (`speed.${speed}`));

/** @param {string} rules */
const rulesText = (rules) => {
  const key = /** @type {Key} */ (`rules.${rules}`);
  return isSaid(key) ? t(key) : rules;
};

/** A rating, and what a game made of it. @param {number | null} points @param {number | null} change */
const pointsText = (points, change) =>
  points === null ? "" : change === null ? String(points) : `${points} ${change >= 0 ? "+" : "−"}${Math.abs(change)}`;

/** Both players, Red first. @param {GameInfo} game */
export function players(game) {
  const line = (/** @type {"red" | "black"} */ side) =>
    el(
      "span",
      { class: "row s" },
      sideSign(side),
      el("b", { class: "cut" }, personText(game[side].name)),
      el("span", { class: "mut small num" }, pointsText(game[`${side}_points`], game[`${side}_change`])),
      game.winner === side && badge(t("games.won"), "ok"),
    );
  return [line("red"), line("black")];
}

/** A game that is over, as a row that leads to it. @param {GameInfo} game @param {PieceSet} pieces */
export function gameRow(game, pieces) {
  const facts = [
    speedText(game.speed),
    t(game.rated ? "games.rated" : "games.casual"),
    rulesText(game.rules),
    t("games.plies", { n: game.plies }),
    dateText(game.ended_at_ms ?? game.opened_at_ms),
  ];
  return el(
    "a",
    { class: "gc", href: `/game/${game.room}` },
    miniBoard({ fen: game.fen, pieces }),
    el(
      "span",
      { class: "col s" },
      ...players(game),
      game.winner === null && game.ended_at_ms !== null && el("span", { class: "small" }, t("games.drawn")),
      el("small", { class: "mut" }, facts.join(" · ")),
    ),
  );
}

/** A game that is over as one player's: what came of it, against whom, and what it made of the rating. @param {GameInfo} game @param {string} player */
export function resultRow(game, player) {
  const you = game.red.player === player ? "red" : "black";
  const opponent = game[you === "red" ? "black" : "red"];
  const change = game[`${you}_change`];
  const [kind, sign, word] = resultOf(game.winner, you);
  return el(
    "a",
    { href: `/game/${game.room}` },
    el("span", { class: `res ${kind}`, role: "img", "aria-label": t(word) }, sign),
    el(
      "span",
      { class: "grow" },
      el("b", { class: "cut" }, personText(opponent.name)),
      el("small", { class: "mut" }, `${speedText(game.speed)} · ${t("games.plies", { n: game.plies })}`),
    ),
    el("span", { class: "small num ends" }, change !== null && el("b", {}, signedText(change)), el("small", { class: "mut" }, dateText(game.ended_at_ms ?? game.opened_at_ms))),
  );
}

/** @param {GameInfo["winner"]} winner @param {"red" | "black"} you @returns {[string, string, Key]} */
const resultOf = (winner, you) =>
  winner === null ? ["d", "½", "games.drawn"] : winner === you ? ["w", "1", "games.won"] : ["l", "0", "games.lost"];

/** A game that is played, as a row that leads to it. @param {GameInfo} game @param {HTMLElement | SVGElement} board */
export const liveRow = (game, board) =>
  el(
    "a",
    { class: "card gc", href: `/game/${game.room}` },
    board,
    el(
      "span",
      { class: "col s" },
      ...players(game),
      el(
        "small",
        { class: "mut row s" },
        `${speedText(game.speed)} · ${t(game.rated ? "games.rated" : "games.casual")}`,
        game.watchers > 0 && icon("eye", "s"),
        game.watchers > 0 && t("games.watchers", { n: game.watchers }),
      ),
    ),
  );
