/** What is played now: all games, each on a small board that follows it. */

import { miniBoard } from "../board/mini.js";
import { createSmallBoard } from "../board/small.js";
import { t } from "../text/catalogue.js";
import { el, made } from "../ui/dom.js";
import { createBoards } from "./shared/boards.js";
import { liveRow } from "./shared/game_rows.js";
import { SPEEDS, speedText } from "./shared/pace.js";
import { createReplay, mastersInstead } from "./shared/master_replay.js";
import { tickBoards } from "./shared/stage.js";
import { createStagePage } from "./watch/stage.js";
import { watchTabs } from "./shared/watch_tabs.js";
import { pagedList, pageHead } from "../ui/parts.js";
import { segments } from "../ui/segments.js";
import { withSheet } from "../ui/sheet.js";

/** @typedef {import("../messages").GameInfo} GameInfo */
/** @typedef {import("../messages").SpeedName} SpeedName */

/** How many games of the list are followed. */
const BOARDS = 16;
const ORDERS = /** @type {const} */ (["rating", "watchers", "newest"]);
const CHOICES = /** @type {readonly (SpeedName | "all")[]} */ (["all", ...SPEEDS]);

await withSheet("stage");

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  return part === "tv" ? createStagePage(actions) : createList(actions);
}

/** @param {import("../page").Actions} actions @returns {import("../page").View} */
function createList(actions) {
  /** @type {typeof ORDERS[number]} */
  let order = "rating";
  /** @type {SpeedName | "all"} */
  let speed = "all";
  /** The boards of the games that are followed, by room. @type {Map<string, ReturnType<typeof createSmallBoard>>} */
  const small = new Map();
  /** @type {GameInfo[]} */
  let followed = [];
  /** A game of masters while nobody plays. @type {import("./shared/master_replay.js").Replay | null} */
  let replay = null;
  const boards = createBoards(actions, (room) => room !== null && draw(room, boards.at(room)));
  const list = pagedList(
    async (after) => {
      asked = after ? asked : order;
      const told = await gamesIn(asked, after);
      if (after || told.rows.length > 0) return told;
      asked = "newest"; // where games of bots are too, and those that nobody watches
      return gamesIn(asked);
    },
    (game) => liveRow(game, boardOf(game)),
    whenNobodyPlays,
  );

  /** In which order the games that are listed were asked for. @type {typeof ORDERS[number]} */
  let asked = order;

  /** @param {typeof ORDERS[number]} by @param {string | null} [after] */
  const gamesIn = (by, after) => actions.ask({ type: "live_games", order: by, ...(speed !== "all" && { speed }), ...(after && { after }) });

  function whenNobodyPlays() {
    replay = createReplay(actions);
    return mastersInstead(t("watch.none"), replay);
  }

  /** A board that follows its game, if not too many do. @param {GameInfo} game */
  function boardOf(game) {
    const { fen = game.fen, last = null } = game.now ?? {};
    const known = small.get(game.room);
    if (known) return known.root;
    if (small.size >= BOARDS) return miniBoard({ fen, last, pieces: actions.app().settings.pieces });
    const board = createSmallBoard();
    small.set(game.room, board);
    followed.push(game);
    draw(game.room, { fen, last });
    if (followed.length === 1) queueMicrotask(follow);
    return board.root;
  }

  /** One subscription for all rows that come together. */
  function follow() {
    if (followed.length > 0) void boards.watch(followed.map(({ room }) => `room:${room}`), followed);
  }

  /** @param {string} room @param {{fen: string, last: string | null} | null} shown */
  function draw(room, shown) {
    if (shown) small.get(room)?.render({ fen: shown.fen, last: shown.last, pieces: actions.app().settings.pieces });
  }

  const filters = el(
    "div",
    { class: "row w scrollrow" },
    segments(t("archive.speed"), CHOICES, speed, (one) => (one === "all" ? t("watch.all") : speedText(one)), (one) => anew(() => (speed = one)), "wrap"),
    segments(t("watch.order"), ORDERS, order, (one) => t(`watch.${one}`), (one) => anew(() => (order = one)), "wrap"),
  );

  /** @param {() => void} change */
  function anew(change) {
    change();
    forget();
    void list.restart();
  }

  function forget() {
    replay = null;
    small.clear();
    followed = [];
    boards.leave();
  }

  const root = made(el("main", {}, el("div", { class: "col l" }, pageHead(t("nav.watch")), watchTabs("games"), filters, list.root)));
  list.root.classList.add("live");

  return {
    root,
    title: () => t("nav.watch"),
    arrive() {
      forget();
      void list.reload();
    },
    hear: boards.hear,
    tick(serverMs) {
      if (actions.app().link === "open") tickBoards(root, boards.at, serverMs);
      replay?.tick(serverMs);
    },
    leave: boards.leave,
  };
}
