/** The game of those who stand highest, as it is played. */

import { cellsOf, START } from "../../models/table.js";
import { personText, t } from "../../text/catalogue.js";
import { el, fill, sideSign } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { createBoards, listClock } from "../shared/boards.js";
import { boardCard, styleOf, tickBoards } from "../shared/stage.js";

/** @typedef {import("../../messages").TournamentGame} TournamentGame */
/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */

/** @param {import("../../page").Actions} actions */
export function createTopBoard(actions) {
  const { root, head, above, link, under, board } = boardCard();
  const boards = createBoards(actions, () => draw());
  /** @type {TournamentGame | null} */
  let shown = null;
  root.classList.add("topb");

  /** @param {TournamentGame} game @param {"red" | "black"} side */
  const bar = (game, side) => [
    sideSign(side),
    el("b", { class: "cut" }, personText(game[side])),
    badge(`#${game[`${side}_rank`]}`),
    listClock(game.room, side, "clk end"),
  ];

  function draw() {
    root.hidden = shown === null;
    if (!shown) return;
    const { fen, last } = boards.at(shown.room) ?? { fen: START, last: null };
    board.scene = { cells: cellsOf(fen), last, ...styleOf(actions.app().settings) };
  }

  /** The best game that is not the reader's own; the one that is shown stays while it is played. @param {TournamentGame[]} playing @param {string} me */
  function choose(playing, me) {
    const others = playing.filter(({ red, black }) => red.player !== me && black.player !== me);
    const game = others.find(({ room }) => room === shown?.room) ?? others[0] ?? null;
    if (game?.room === shown?.room) return;
    shown = game;
    if (game === null) boards.leave();
    else {
      root.setAttribute("aria-label", t("tournament.tab.board"));
      fill(head, el("h2", {}, t("tournament.tab.board")));
      link.href = `/game/${game.room}`;
      link.setAttribute("aria-label", t("game.players", { red: personText(game.red), black: personText(game.black) }));
      fill(above, ...bar(game, "black"));
      fill(under, ...bar(game, "red"));
      void boards.watch([`room:${game.room}`]);
    }
    draw();
  }

  return {
    root,
    again: boards.again,
    hear: boards.hear,
    /** @param {TournamentModel} model @param {string} me */
    render: ({ playing }, me) => choose(playing, me),
    /** @param {number} nowMs */
    tick: (nowMs) => tickBoards(root, boards.at, nowMs),
    leave() {
      shown = null;
      boards.leave();
    },
  };
}
