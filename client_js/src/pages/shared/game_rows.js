/** How games stand in lists: names with ratings, a small board, what came of it. */

import { miniBoard } from "../../board/mini.js";
import { isSaid, personText, signedText, t } from "../../text/catalogue.js";
import { dateText, dateTimeText } from "../../text/dates.js";
import { el, icon, sideSign } from "../../ui/dom.js";
import { movesOf } from "../../models/openings.js";
import { badge } from "../../ui/parts.js";
import { listClock } from "./boards.js";
import { openingName } from "./opening_name.js";
import { lateBadge, paceText } from "./pace.js";

/** @typedef {import("../../messages").GameInfo} GameInfo */
/** @typedef {import("../../messages").MyGame} MyGame */
/** @typedef {import("../../text/catalogue.js").Key} Key */
/** @typedef {import("../../board/drawing.js").PieceSet} PieceSet */

/** @param {string} rules */
const rulesText = (rules) => {
  const key = /** @type {Key} */ (`rules.${rules}`);
  return isSaid(key) ? t(key) : rules;
};

/** A rating, and what a game made of it. @param {number | null} points @param {number | null} change */
const pointsText = (points, change) =>
  points === null ? "" : change === null ? String(points) : `${points} ${change >= 0 ? "+" : "−"}${Math.abs(change)}`;

/** Both players, Red first; who won is said once, beside the reader's own result if he played. @param {GameInfo} game @param {string} [me] the reader @param {(side: "red" | "black") => import("../../ui/dom.js").Child} [beside] what stands at the end of a line */
export function players(game, me = "", beside = () => false) {
  const isOwn = me !== "" && [game.red.player, game.black.player].includes(me);
  const line = (/** @type {"red" | "black"} */ side) =>
    el(
      "span",
      { class: "row s w" },
      sideSign(side),
      el("b", { class: "cut" }, me !== "" && game[side].player === me ? t("you") : personText(game[side])),
      el("span", { class: "mut small num" }, pointsText(game[`${side}_points`], game[`${side}_change`])),
      game.winner === side && !isOwn && badge(t("games.won"), "ok"),
      beside(side),
    );
  return [line("red"), line("black")];
}

/** Why a game ended, in a few words. @param {string} ending */
const endingText = (ending) => {
  const key = /** @type {Key} */ (`ended.${ending}`);
  return isSaid(key) ? t(key) : "";
};

/** What came of a game, for its reader if he played, and why. @param {GameInfo} game @param {string} me */
function resultLine({ red, black, winner, ending, result, ended_at_ms: endedAtMs }, me) {
  if (endedAtMs === null) return null;
  const you = red.player === me ? "red" : black.player === me ? "black" : null;
  const why = ending === null ? "" : endingText(ending);
  if (result === "none") return el("span", { class: "row s small" }, badge(t("games.void")), why);
  if (winner === null) return el("span", { class: "row s small" }, badge(t("games.drawn")), why);
  if (you === null) return why && el("span", { class: "small" }, why);
  return el("span", { class: "row s small" }, badge(t(winner === you ? "games.you_won" : "games.you_lost"), winner === you ? "ok" : "danger", winner === you ? "check" : "x"), why);
}

/** A game that is over, as a row that leads to it. @param {GameInfo} game @param {PieceSet} pieces @param {string} [me] the reader */
export function gameRow(game, pieces, me = "") {
  const facts = [
    paceText(game),
    t(game.rated ? "games.rated" : "games.casual"),
    rulesText(game.rules),
    t("games.plies", { n: game.plies ?? 0 }),
    dateTimeText(game.ended_at_ms ?? game.opened_at_ms),
  ];
  const flip = game.black.player === me;
  const opening = openingName(movesOf(game.opening));
  return el(
    "a",
    { class: "gc", href: `/game/${game.room}` },
    miniBoard({ fen: game.fen, pieces, flip }),
    el(
      "span",
      { class: "col s" },
      ...players(game, me),
      resultLine(game, me),
      opening && el("small", {}, opening),
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
      el("b", { class: "cut" }, personText(opponent)),
      el("small", { class: "mut" }, [game.ending && endingText(game.ending), paceText(game), t("games.plies", { n: game.plies ?? 0 })].filter(Boolean).join(" · ")),
    ),
    el("span", { class: "small num ends" }, change !== null && el("b", {}, signedText(change)), el("small", { class: "mut" }, dateText(game.ended_at_ms ?? game.opened_at_ms))),
  );
}

/** @param {GameInfo["winner"]} winner @param {"red" | "black"} you @returns {[string, string, Key]} */
const resultOf = (winner, you) =>
  winner === null ? ["d", "½", "games.drawn"] : winner === you ? ["w", "1", "games.won"] : ["l", "0", "games.lost"];

/** A game that is played, as a row that leads to it. @param {GameInfo} game @param {import("../../ui/dom.js").Child} board */
export const liveRow = (game, board) =>
  el(
    "a",
    { class: "card gc", href: `/game/${game.room}` },
    board,
    el(
      "span",
      { class: "col s" },
      ...players(game, "", (side) => listClock(game.room, side)),
      el(
        "small",
        { class: "mut row w" },
        el("span", {}, `${paceText(game)} · ${t(game.rated ? "games.rated" : "games.casual")}`),
        lateBadge(game.delay_ms),
        game.watchers > 0 && el("span", { class: "row s" }, icon("eye", "s"), t("games.watchers", { n: game.watchers })),
      ),
    ),
  );
