/** The game that a player is playing, on a board that follows it, and the next one when that begins. For a profile. */

import { createSmallBoard } from "../../board/small.js";
import { numberText, personText, t } from "../../text/catalogue.js";
import { el, fill, made, sideSign } from "../../ui/dom.js";
import { createBoards, listClock } from "../shared/boards.js";
import { overText } from "../shared/result.js";
import { tickBoards } from "../shared/stage.js";

/** @typedef {import("../../messages").GameInfo} GameInfo */

/** Hidden while there is no game to watch. @param {import("../../page").Actions} actions @param {string} player its id */
export function createLiveGame(actions, player) {
  const root = made(el("section", { class: "card", hidden: true, "aria-label": t("player.now") }));
  const board = createSmallBoard();
  const boards = createBoards(actions, () => draw());
  /** Games that are played, by days too. @type {string[]} */
  let rooms = [];

  /** @param {GameInfo} game @param {"red" | "black"} side */
  const line = (game, side) => el("span", { class: "row s" }, sideSign(side), el("b", { class: "cut" }, personText(game[side])), listClock(game.room, side));

  /** @param {GameInfo} game */
  function boardOf(game) {
    const shown = boards.at(game.room);
    const flip = game.black.player === player;
    const { fen, last } = shown ?? game.now ?? { fen: game.fen, last: null };
    board.render({ fen, last, flip, pieces: actions.app().settings.pieces });
    return el(
      "a",
      { class: "live1", href: `/game/${game.room}`, "aria-label": t("game.players", { red: personText(game.red), black: personText(game.black) }) },
      board.root,
      el("span", { class: "col" }, line(game, flip ? "red" : "black"), shown?.over != null && el("small", {}, overText(shown.over)), line(game, flip ? "black" : "red")),
    );
  }

  function draw() {
    const game = boards.slots()[0]?.game ?? null;
    const open = [...(game ? [game.room] : []), ...rooms.filter((room) => room !== game?.room)];
    root.hidden = open.length === 0;
    const watch = (/** @type {string} */ room, /** @type {number} */ at) => {
      const name = `${t("player.watch")} ${numberText(at + 1)}`;
      return el("a", { class: "small", href: `/game/${room}`, "aria-label": at > 0 && name }, at > 0 ? numberText(at + 1) : t("player.watch"));
    };
    fill(root, el("header", {}, el("h2", { class: "grow" }, t("player.now")), ...open.map(watch)), game && boardOf(game));
  }

  return {
    root,
    /** @param {string[]} played rooms, the latest game first */
    render(played) {
      rooms = played;
      draw();
      return boards.watch([`player:${player}`]);
    },
    hear: boards.hear,
    /** @param {number} serverMs */
    tick: (serverMs) => tickBoards(root, boards.at, serverMs),
    leave: boards.leave,
  };
}
