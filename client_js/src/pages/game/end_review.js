/** Where the end of a game leads on: the review board, and the moves that an engine says decided the game. */

import { addressOfGame } from "../../models/line.js";
import { momentsOf, scoreText, signOf } from "../../models/review.js";
import { turnAt } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, icon } from "../../ui/dom.js";
import { written } from "./moves.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("../../messages").Review} Review */

const MOST = 3;

/** The board of a game with its review. @param {Table} table @param {string} room */
const reviewAddress = (table, room) => `${addressOfGame(table, "/board")}&game=${room}`;

/**
 * Ask once, if the reader has played the game, and draw what is known. A refusal says itself on the board.
 * @param {HTMLElement} host @param {Actions} actions @param {Table} table @param {string} room @param {Pick<import("../../page").App["settings"], "notation" | "language">} settings
 */
export async function showReview(host, actions, table, room, settings) {
  const draw = (/** @type {Review | null} */ review) => {
    const found = review?.state === "done" ? momentsOf(review, MOST) : [];
    const row = (/** @type {Review["marks"][number]} */ mark) => {
      const [before, after] = [mark.ply, mark.ply + 1].map((ply) => scoreText(review?.scores[ply] ?? 0));
      const number = Math.floor((mark.ply + (table.firstTurn === "black" ? 1 : 0)) / 2) + 1;
      const sign = turnAt(table, mark.ply) === "black" ? "…" : ".";
      const text = `${number}${sign} ${written(table.moves[mark.ply], settings)} ${signOf(mark)}`;
      return el("button", { key: mark.ply, class: "moment", onclick: () => actions.room({ type: "show_ply", ply: mark.ply + 1 }) }, icon("board"), el("span", { class: "num" }, text, el("small", {}, `${before} → ${after}`)));
    };
    const link = el("a", { class: "btn", href: reviewAddress(table, room) }, icon("board", "s"), t("act.review"));
    fill(host, ...found.map(row), el("div", { key: "review", class: "endclause" }, link));
  };
  draw(null);
  if (table.you) draw(await actions.ask({ type: "review", room }).catch(() => null));
}
