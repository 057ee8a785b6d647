/** The game of those who stand highest, as it is played. */

import { START } from "../../models/table.js";
import { personText, t } from "../../text/catalogue.js";
import { el, fill, sideSign } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { createFollowed, styleOf } from "../shared/followed.js";
import { boardCard, tickClocks } from "../shared/stage.js";

/** @typedef {import("../../messages").TournamentGame} TournamentGame */
/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */

/** @param {import("../../page").Actions} actions */
export function createTopBoard(actions) {
  const { root, head, above, link, under, board } = boardCard();
  /** @type {{game: TournamentGame, followed: import("../shared/followed.js").Followed} | null} */
  let shown = null;
  root.classList.add("topb");

  /** @param {TournamentGame} game @param {"red" | "black"} side */
  const bar = (game, side) => [
    sideSign(side),
    el("b", { class: "cut" }, personText(game[side])),
    badge(`#${game[`${side}_rank`]}`),
    el("span", { class: "clk end", "data-room": game.room, "data-clock": side }),
  ];

  function draw() {
    root.hidden = shown === null;
    if (shown) board.scene = { ...shown.followed.position(), ...styleOf(actions.app().settings) };
  }

  /** The best game that is not the reader's own; the one that is shown stays while it is played. @param {TournamentGame[]} playing @param {string} me */
  function choose(playing, me) {
    const others = playing.filter(({ red, black }) => red.player !== me && black.player !== me);
    const game = others.find(({ room }) => room === shown?.game.room) ?? others[0];
    if (game?.room === shown?.game.room) return;
    shown?.followed.leave();
    shown = game ? { game, followed: createFollowed(actions, game.room, START, draw) } : null;
    if (shown) {
      const { game: now, followed } = shown;
      root.setAttribute("aria-label", t("tournament.tab.board"));
      fill(head, el("h2", {}, t("tournament.tab.board")));
      link.href = `/game/${now.room}`;
      link.setAttribute("aria-label", t("game.players", { red: personText(now.red), black: personText(now.black) }));
      fill(above, ...bar(now, "black"));
      fill(under, ...bar(now, "red"));
      followed.join();
    }
    draw();
  }

  return {
    root,
    /** @param {TournamentModel} model @param {string} me */
    render: ({ playing }, me) => choose(playing, me),
    /** @param {import("../../messages").ServerMessage} message */
    hear: (message) => shown?.followed.hear(message),
    /** @param {number} nowMs */
    tick: (nowMs) => tickClocks(root, (room) => (room === shown?.game.room ? shown?.followed : undefined), nowMs),
    leave() {
      shown?.followed.leave();
      shown = null;
    },
  };
}
