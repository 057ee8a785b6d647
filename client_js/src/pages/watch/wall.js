/** Four, nine or sixteen games side by side. One that is over stays for a moment and gives way to the next. */

import { el, fill, made } from "../../ui/dom.js";
import { createTile } from "./tile.js";

/** @typedef {import("../../messages").GameInfo} GameInfo */
/** @typedef {ReturnType<typeof createTile>} Tile */

export const WALLS = /** @type {const} */ (["4", "9", "16"]);
const OVER_MS = 6_000;
/** How often it is asked for more games at most. */
const ASK_MS = 5_000;

/**
 * @param {import("../../page").Actions} actions
 * @param {ReturnType<typeof import("../shared/boards.js").createBoards>} boards
 * @param {() => void} whenEmpty
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
  let isFilling = false;
  let askedMs = 0;

  /** Keep those that go on, each in its place; the strongest others take the places that are free. */
  async function refill(/** @type {string[]} */ gone = []) {
    if (isFilling) return;
    isFilling = true;
    const found = await actions.ask({ type: "live_games" }).catch(() => null);
    isFilling = false;
    if (!found) return;
    const fresh = found.rows.filter(({ room }) => !games.some((game) => game.room === room));
    const kept = games.map((game) => (gone.includes(game.room) ? (fresh.shift() ?? null) : game)).filter((game) => game !== null);
    games = [...kept, ...fresh].slice(0, size);
    gone.forEach((room) => overMs.delete(room));
    if (games.length === 0) return whenEmpty();
    await boards.watch(games.map(({ room }) => `room:${room}`), games);
    draw();
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
      games = games.slice(0, n);
      return refill();
    },
    /** @param {number} serverMs */
    tick(serverMs) {
      for (const { room } of games) if (boards.at(room)?.over != null && !overMs.has(room)) overMs.set(room, serverMs);
      const gone = [...overMs].filter(([, since]) => serverMs - since >= OVER_MS).map(([room]) => room);
      const isDue = serverMs - askedMs >= ASK_MS && boards.slots().length > 0;
      if (!isDue || (gone.length === 0 && games.length === size)) return;
      askedMs = serverMs;
      void refill(gone);
    },
  };
}
