/** A whole board between its players: of a game that is played, with their clocks, or of masters. */

import { emptyBoard } from "../../board/element.js";
import { faceOf } from "../../models/clock.js";
import { clockText, personText, t } from "../../text/catalogue.js";
import { el, fill, icon, made, sideSign } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { lateBadge, paceText } from "./pace.js";
import { resultText } from "./result.js";

/** @typedef {import("../../messages").GameInfo} GameInfo */
/** @typedef {import("../../messages").SideName} SideName */
/** @typedef {import("./followed.js").Followed} Followed */
/** @typedef {import("./followed.js").Style} Style */

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

/** The top game, kept up with its events. */
export function createStage() {
  const { root, head, above, link, under, board } = boardCard();
  let shownRoom = "";

  /** @param {GameInfo} game @param {SideName} side */
  const bar = (game, side) => [
    sideSign(side),
    el("b", { class: "cut" }, personText(game[side])),
    el("span", { class: "mut small num" }, game[`${side}_points`] === null ? "" : String(game[`${side}_points`])),
    el("span", { class: "clk end", "data-room": game.room, "data-clock": side }),
  ];

  /** @param {GameInfo} game @param {Followed} followed @param {Style} style */
  function render(game, followed, style) {
    const table = followed.table();
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
      table?.outcome ? el("b", { class: "small" }, resultText(table.outcome, null)) : lateBadge(game.delay_ms),
      el("span", { class: "grow" }),
      game.watchers > 0 && el("small", { class: "mut row s" }, icon("eye", "s"), t("games.watchers", { n: game.watchers })),
    );
    board.scene = { ...followed.position(), ...style };
  }
  return { root, render };
}

/** Write the clocks of followed games anew. @param {HTMLElement} root @param {(room: string) => Followed | undefined} followedIn @param {number} serverMs */
export function tickClocks(root, followedIn, serverMs) {
  for (const clock of root.querySelectorAll("[data-clock]")) {
    const { room = "", clock: side } = /** @type {HTMLElement} */ (clock).dataset;
    const table = followedIn(room)?.table();
    const face = table ? faceOf(table, /** @type {SideName} */ (side), serverMs) : null;
    const text = face ? clockText(face.leftMs) : "";
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("run", table?.clock.running === side);
  }
}
