/** A whole board between its players: of a game that is played, with their clocks, or of masters. */

import { filesIn } from "../../board/drawing.js";
import { emptyBoard } from "../../board/element.js";
import { leftOf, runs } from "../../models/clock.js";
import { cellsOf } from "../../models/table.js";
import { clockText, personText, t } from "../../text/catalogue.js";
import { el, fill, icon, made, sideSign } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { listClock } from "./boards.js";
import { lateBadge, paceText } from "./pace.js";
import { overText } from "./result.js";

/** @typedef {import("../../messages").Board} Board */
/** @typedef {import("../../messages").GameInfo} GameInfo */
/** @typedef {import("../../messages").SideName} SideName */
/** @typedef {Pick<import("../../board/drawing.js").Scene, "pieces" | "letters" | "digits">} Style */

/** Pieces and the names of files as the reader has chosen. @param {import("../../page").Settings} settings @returns {Style} */
export const styleOf = ({ pieces, notation }) => ({ pieces, ...filesIn(notation) });

/** A card with a board that is one link, a bar above it and one below. */
export function boardCard() {
  const board = emptyBoard(true);
  const head = made(el("header"));
  const above = made(el("div", { class: "tvbar" }));
  const link = made(el("a", { class: "tvboard" }, board));
  const under = made(el("div", { class: "tvbar" }));
  const root = made(el("section", { class: "card tvtop", hidden: true }, head, above, link, under));
  return { root, head, above, link, under, board };
}

/** The top game, kept up with what is told of its board. */
export function createStage() {
  const { root, head, above, link, under, board } = boardCard();
  let shownRoom = "";

  /** @param {GameInfo} game @param {SideName} side */
  const bar = (game, side) => [
    sideSign(side),
    el("b", { class: "cut" }, personText(game[side])),
    el("span", { class: "mut small num" }, game[`${side}_points`] === null ? "" : String(game[`${side}_points`])),
    listClock(game.room, side, "clk end"),
  ];

  /** @param {GameInfo} game @param {Board | null} shown @param {Style} style */
  function render(game, shown, style) {
    if (game.room !== shownRoom) {
      shownRoom = game.room;
      root.setAttribute("aria-label", t("watch.top"));
      link.href = `/game/${game.room}`;
      link.setAttribute("aria-label", t("game.players", { red: personText(game.red), black: personText(game.black) }));
      fill(above, ...bar(game, "black"));
      fill(under, ...bar(game, "red"));
    }
    fill(
      head,
      el("h2", {}, t("watch.top")),
      badge(paceText(game)),
      shown?.over ? el("b", { class: "small" }, overText(shown.over)) : lateBadge(game.delay_ms),
      el("span", { class: "grow" }),
      game.watchers > 0 && el("small", { class: "mut row s" }, icon("eye", "s"), t("games.watchers", { n: game.watchers })),
    );
    board.scene = { cells: cellsOf(shown?.fen ?? game.now?.fen ?? game.fen), last: shown?.last ?? null, ...style };
  }
  return { root, render };
}

/** Write the clocks of boards anew. @param {HTMLElement} root @param {(room: string) => Board | null} at @param {number} serverMs */
export function tickBoards(root, at, serverMs) {
  tick(root, (room, side) => [leftOf(at(room), side, serverMs), runs(at(room), side)]);
}

/** Write the clocks below an element anew. @param {HTMLElement} root @param {(room: string, side: SideName) => [number | null, boolean]} read what a clock shows, and whether it runs */
export function tick(root, read) {
  for (const clock of root.querySelectorAll("[data-clock]")) {
    const { room = "", clock: side } = /** @type {HTMLElement} */ (clock).dataset;
    const [leftMs, isRunning] = read(room, /** @type {SideName} */ (side));
    const text = leftMs === null ? "" : clockText(leftMs);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("run", isRunning);
  }
}
