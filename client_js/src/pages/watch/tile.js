/** A game on a small board, with its players and clocks: beside the stage, and on the wall. */

import { createSmallBoard } from "../../board/small.js";
import { personText, t } from "../../text/catalogue.js";
import { el, fill, made, sideSign } from "../../ui/dom.js";
import { listClock } from "../shared/boards.js";
import { overText } from "../shared/result.js";

/** @typedef {import("../../messages").Board} Board */
/** @typedef {import("../../messages").GameInfo} GameInfo */

/** @typedef {Pick<GameInfo, "room" | "red" | "black" | "fen"> & Partial<Pick<GameInfo, "now">>} TileGame */

/**
 * @param {TileGame} game @param {string} label what it is called besides its players
 * @param {{go: () => void, href: string, number?: number}} way where it leads
 */
export function createTile(game, label, { go, href, number }) {
  const board = createSmallBoard();
  const over = made(el("small", { class: "mut" }));
  const line = (/** @type {"red" | "black"} */ side) =>
    el("span", { class: "row s" }, sideSign(side), el("span", { class: "cut grow" }, personText(game[side])), listClock(game.room, side));
  const root = made(
    el(
      "a",
      {
        class: "tile",
        href,
        "aria-label": [label, t("game.players", { red: personText(game.red), black: personText(game.black) })].filter(Boolean).join(": "),
        onclick(event) {
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          event.stopPropagation(); // no other page takes the place
          go();
        },
      },
      el("small", { class: "mut row s" }, number !== undefined && el("kbd", {}, String(number)), el("span", { class: "cut grow" }, label), over),
      line("black"),
      board.root,
      line("red"),
    ),
  );
  return {
    root,
    room: game.room,
    /** @param {Board | null} shown @param {import("../../board/drawing.js").PieceSet} pieces */
    render(shown, pieces) {
      const { fen, last } = shown ?? game.now ?? { fen: game.fen, last: null };
      board.render({ fen, last, pieces });
      root.classList.toggle("over", shown?.over != null);
      root.classList.toggle("warned", shown?.warned === true);
      fill(over, shown?.over != null ? overText(shown.over) : shown?.warned ? t("watch.rulings") : "");
    },
  };
}
