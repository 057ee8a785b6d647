/** Four, nine or sixteen games side by side. One that is over stays for a moment and gives way to the next. */

import { isDead, refilled } from "../../models/watching.js";
import { el, fill, made } from "../../ui/dom.js";
import { createTile } from "./tile.js";

/** @typedef {import("../../messages").GameInfo} GameInfo */
/** @typedef {ReturnType<typeof createTile>} Tile */

export const WALLS = /** @type {const} */ (["4", "9", "16"]);
const OVER_MS = 6_000;
/** How many pages of the list are read for games that are alive. */
const PAGES = 3;
/** How often it is asked for more games at most. */
const ASK_MS = 5_000;

/**
 * @param {import("../../page").Actions} actions
 * @param {ReturnType<typeof import("../shared/boards.js").createBoards>} boards
 * @param {(isEmpty: boolean) => void} whenEmpty called whenever it is filled
 */
export function createWall(actions, boards, whenEmpty) {
  const root = made(el("div", { class: "wall" }));
  /** @type {GameInfo[]} */
  let games = [];
  /** @type {Tile[]} */
  let tiles = [];
  /** When it was seen that a game is over, by room. @type {Map<string, number>} */
  const overMs = new Map();
  let size = 9;
  let isOn = false;
  let isFilling = false;
  /** The rooms that were asked for last. */
  let watched = "";
  let askedMs = 0;
  let nowMs = 0;

  /** It has been over for a while, or nobody plays it. @param {GameInfo} game */
  function isGone(game) {
    const sinceMs = overMs.get(game.room);
    return (sinceMs !== undefined && nowMs - sinceMs >= OVER_MS) || isDead(game, boards.at(game.room) ?? game.now, nowMs);
  }

  /** The strongest games that are alive, as many as there are places. @returns {Promise<GameInfo[] | null>} */
  async function living() {
    /** @type {GameInfo[]} */
    const found = [];
    /** @type {string | null} */
    let after = null;
    for (let page = 0; page < PAGES && (page === 0 || after) && found.length < size; page += 1) {
      /** @type {import("../../messages").LiveGames | null} */
      const told = await actions.ask({ type: "live_games", after }).catch(() => null);
      if (!told) return page === 0 ? null : found;
      found.push(...told.rows.filter((game) => !isGone(game)));
      after = told.next;
    }
    return found;
  }

  /** Keep those that go on, each in its place; the strongest others take the places that are free. */
  async function refill() {
    if (isFilling) return;
    isFilling = true;
    const found = await living();
    isFilling = false;
    if (!found || !isOn) return;
    games = refilled(games, found, isGone, size);
    for (const room of overMs.keys()) if (!games.some((game) => game.room === room)) overMs.delete(room);
    draw();
    whenEmpty(games.length === 0);
    const rooms = games.map(({ room }) => `room:${room}`);
    if (rooms.join() === watched) return;
    watched = rooms.join();
    if (rooms.length === 0) boards.leave();
    else await boards.watch(rooms, games);
  }

  function draw() {
    const known = new Map(tiles.map((tile) => [tile.room, tile]));
    tiles = games.map((game) => known.get(game.room) ?? createTile(game, "", { href: `/game/${game.room}`, go: () => actions.go(`/game/${game.room}`) }));
    root.dataset.n = String(size);
    fill(root, ...tiles.map((tile) => tile.root));
    tiles.forEach(({ room }) => render(room));
  }

  /** @param {string} room */
  function render(room) {
    tiles.find((tile) => tile.room === room)?.render(boards.at(room), actions.app().settings.pieces);
  }

  return {
    root,
    render,
    /** @param {number} n */
    show(n) {
      size = n;
      isOn = true;
      watched = "";
      games = games.slice(0, n);
      return refill();
    },
    leave() {
      isOn = false;
    },
    /** @param {number} serverMs */
    tick(serverMs) {
      nowMs = serverMs;
      for (const { room } of games) if (boards.at(room)?.over != null && !overMs.has(room)) overMs.set(room, serverMs);
      const isDue = serverMs - askedMs >= ASK_MS;
      if (!isDue || (games.length === size && !games.some(isGone))) return;
      askedMs = serverMs;
      void refill();
    },
  };
}
