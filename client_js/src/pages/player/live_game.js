/** The game that a player is playing, on a board that follows it. For a profile. */

import { miniBoard } from "../../board/mini.js";
import { fenOf } from "../../models/fen.js";
import { START } from "../../models/table.js";
import { personText, t } from "../../text/catalogue.js";
import { el, fill, made, sideSign } from "../../ui/dom.js";
import { createFollowed } from "../shared/followed.js";
import { listClock } from "../shared/boards.js";
import { resultText } from "../shared/result.js";
import { tickClocks } from "../shared/stage.js";

/** @typedef {import("../shared/followed.js").Followed} Followed */

/** Hidden while there is no game to watch. @param {import("../../page").Actions} actions @param {string} player its id */
export function createLiveGame(actions, player) {
  const root = made(el("section", { class: "card", hidden: true, "aria-label": t("player.now") }));
  /** @type {Followed | null} */
  let followed = null;
  /** @type {string[]} */
  let rooms = [];

  /** @param {Followed} game @param {"red" | "black"} side */
  const line = (game, side) =>
    el("span", { class: "row s" }, sideSign(side), el("b", { class: "cut" }, nameOf(game, side)), listClock(game.id, side));
  /** @param {Followed} game @param {"red" | "black"} side */
  function nameOf(game, side) {
    const seat = game.table()?.[side];
    return seat ? personText(seat) : "";
  }

  function draw() {
    root.hidden = followed === null;
    if (!followed) return;
    const { cells, last } = followed.position();
    const table = followed.table();
    const flip = table?.black?.player === player;
    const [above, below] = flip ? /** @type {const} */ (["red", "black"]) : /** @type {const} */ (["black", "red"]);
    const watch = (/** @type {string} */ room) => el("a", { class: "small", href: `/game/${room}` }, t("player.watch"));
    fill(
      root,
      el("header", {}, el("h2", { class: "grow" }, t("player.now")), ...rooms.slice(1).map(watch), watch(followed.id)),
      el(
        "a",
        { class: "live1", href: `/game/${followed.id}`, "aria-label": t("game.players", { red: nameOf(followed, "red"), black: nameOf(followed, "black") }) },
        miniBoard({ fen: fenOf(cells), last, flip, pieces: actions.app().settings.pieces }),
        el("span", { class: "col" }, line(followed, above), table?.outcome && el("small", {}, resultText(table.outcome, null)), line(followed, below)),
      ),
    );
  }

  function leave() {
    followed?.leave();
    followed = null;
  }

  return {
    root,
    /** @param {string[]} watched rooms, the latest game first */
    render(watched) {
      rooms = watched;
      leave();
      if (rooms.length > 0) {
        followed = createFollowed(actions, rooms[0], START, draw);
        followed.join();
      }
      draw();
    },
    /** @param {import("../../messages").ServerMessage} message */
    hear: (message) => followed?.hear(message),
    /** @param {number} serverMs */
    tick: (serverMs) => tickClocks(root, (room) => (followed?.id === room ? followed : undefined), serverMs),
    leave,
  };
}
