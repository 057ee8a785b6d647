/** The games of a round of team matches on small boards, as they are played. One that is over stays until the next round. */

import { START } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, made } from "../../ui/dom.js";
import { withSheet } from "../../ui/sheet.js";
import { createBoards } from "../shared/boards.js";
import { tickBoards } from "../shared/stage.js";
import { createTile } from "../watch/tile.js";

/** @typedef {ReturnType<typeof createTile>} Tile */
/**
 * @typedef {object} MatchGame a game of the round
 * @property {string | null} room null where it was not opened
 * @property {import("../../messages").PlayerRef} red
 * @property {import("../../messages").PlayerRef} black
 * @property {number | null} [red_points] nothing while it is played
 */

/** As many boards as the server tells of at once. */
const MOST = 16;

await withSheet("stage");

/** @param {import("../../page").Actions} actions */
export function createMatchBoards(actions) {
  const root = made(el("section", { class: "tiles matchb", hidden: true }));
  const boards = createBoards(actions, (room) => room !== null && drawn(tiles.find((tile) => tile.room === room)));
  let shownRound = 0;
  /** @type {Tile[]} */
  let tiles = [];

  /** @param {Tile | undefined} tile */
  function drawn(tile) {
    tile?.render(boards.at(tile.room), actions.app().settings.pieces);
  }

  /** @param {MatchGame & {room: string}} game @returns {Tile} */
  function tileOf({ room, red, black }) {
    const href = `/game/${room}`;
    return createTile({ room, red, black, fen: START }, "", { href, go: () => actions.go(href) });
  }

  return {
    root,
    /** @param {{round: number, games: MatchGame[]}} told */
    show({ round, games }) {
      const known = new Map(round === shownRound ? tiles.map((tile) => [tile.room, tile]) : []);
      const before = [...known.keys()].join();
      shownRound = round;
      tiles = games
        .flatMap(({ room, ...game }) => (room !== null && ((game.red_points ?? null) === null || known.has(room)) ? [{ ...game, room }] : []))
        .slice(0, MOST)
        .map((game) => known.get(game.room) ?? tileOf(game));
      root.hidden = tiles.length === 0;
      root.setAttribute("aria-label", t("tournament.round", { n: round }));
      fill(root, ...tiles.map((tile) => tile.root));
      tiles.forEach(drawn);
      const rooms = tiles.map(({ room }) => room);
      if (rooms.join() !== before) void boards.watch(rooms.map((room) => `room:${room}`));
    },
    again: boards.again,
    hear: boards.hear,
    /** @param {number} nowMs */
    tick: (nowMs) => tickBoards(root, boards.at, nowMs),
    leave() {
      boards.leave();
      shownRound = 0;
      tiles = [];
    },
  };
}
