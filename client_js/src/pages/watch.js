/** What is played now: the top game on a whole board with its clocks, the best of each speed, and all games. */

import { miniBoard } from "../board/mini.js";
import { fenOf } from "../models/fen.js";
import { freshId } from "../session/link.js";
import { t } from "../text/catalogue.js";
import { el, fill, made } from "../ui/dom.js";
import { createFollowed, styleOf } from "./shared/followed.js";
import { liveRow } from "./shared/game_rows.js";
import { SPEEDS, speedText } from "./shared/pace.js";
import { createReplay } from "./shared/master_replay.js";
import { createStage, tickClocks } from "./shared/stage.js";
import { watchTabs } from "./shared/watch_tabs.js";
import { pagedList, pageHead } from "../ui/parts.js";
import { segments } from "../ui/segments.js";

/** @typedef {import("../messages").GameInfo} GameInfo */
/** @typedef {import("../messages").SpeedName} SpeedName */
/** @typedef {import("./shared/followed.js").Followed} Followed */

const BOARDS = 6;
const ORDERS = /** @type {const} */ (["rating", "watchers", "newest"]);
const CHOICES = /** @type {readonly (SpeedName | "all")[]} */ (["all", ...SPEEDS]);

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const isTv = part === "tv";
  /** @type {typeof ORDERS[number]} */
  let order = "rating";
  /** @type {SpeedName | "all"} */
  let speed = "all";
  /** @type {Map<string, Followed>} by room; a few of those that are shown */
  const followed = new Map();
  /** Their small boards, by room. @type {Map<string, HTMLElement[]>} */
  const hosts = new Map();
  /** A game of masters while nobody plays. @type {import("./shared/master_replay.js").Replay | null} */
  let replay = null;
  /** @type {Map<string, GameInfo>} */
  const channels = new Map();
  const others = made(el("div", { class: "col l" }));
  const stage = createStage();
  const nothing = made(el("div", { hidden: true }));
  const tv = el("div", { class: "tv" }, stage.root, others, nothing);
  const list = pagedList(
    (after) => actions.ask({ type: "live_games", order, ...(speed !== "all" && { speed }), ...(after && { after }) }),
    (game) => liveRow(game, boardOf(game)),
    whenNobodyPlays,
  );

  /** Masters play while nobody else does. */
  function whenNobodyPlays() {
    replay = createReplay(actions);
    return el(
      "div",
      { class: "col nobody" },
      el("b", {}, t("watch.none")),
      el("p", { class: "mut" }, t("masters.meanwhile")),
      replay.root,
      el("a", { class: "btn", href: "/masters" }, t("masters.all")),
    );
  }

  /** A board that follows its game, if not too many do. @param {GameInfo} game */
  function boardOf(game) {
    const host = made(el("span", {}));
    const known = followed.get(game.room);
    if (!known && followed.size >= BOARDS) {
      fill(host, miniBoard({ fen: game.fen, pieces: actions.app().settings.pieces }));
      return host;
    }
    const board = known ?? createFollowed(actions, game.room, game.fen, () => draw(board));
    hosts.set(game.room, [...(hosts.get(game.room) ?? []), host]);
    followed.set(game.room, board);
    draw(board);
    if (!known) board.join();
    return host;
  }

  /** @param {Followed} board */
  function draw(board) {
    const { cells, last } = board.position();
    const { settings } = actions.app();
    hosts.get(board.id)?.forEach((host) => fill(host, miniBoard({ fen: fenOf(cells), last, pieces: settings.pieces })));
    const top = channels.get("top");
    if (isTv && top?.room === board.id) stage.render(top, board, styleOf(settings));
  }

  /** @param {string} room */
  function forget(room) {
    followed.get(room)?.leave();
    followed.delete(room);
    hosts.delete(room);
  }

  function drawTv() {
    replay = null;
    const top = channels.get("top");
    const shown = [...channels].filter(([, game]) => game.room !== top?.room).sort(([a], [b]) => rank(a) - rank(b));
    hosts.clear();
    for (const room of followed.keys()) if (![...channels.values()].some((game) => game.room === room)) forget(room);
    stage.root.hidden = top === undefined;
    if (top) boardOf(top);
    fill(
      others,
      ...shown.map(([channel, game]) => {
        const name = speedText(/** @type {SpeedName} */ (channel));
        return el("section", { class: "col s", "aria-label": name }, el("h2", {}, name), liveRow(game, boardOf(game)));
      }),
    );
    others.hidden = shown.length === 0;
    nothing.hidden = channels.size > 0;
    fill(nothing, channels.size === 0 && whenNobodyPlays());
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
    replay = null;
    [...followed.keys()].forEach(forget);
    void list.restart();
  }

  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l" },
      pageHead(t("nav.watch")),
      watchTabs(isTv ? "tv" : "games"),
      isTv ? tv : filters,
      !isTv && list.root,
    ),
  ));
  list.root.classList.add("live");

  return {
    root,
    title: () => t("nav.watch"),
    async arrive() {
      followed.clear();
      hosts.clear();
      replay = null;
      if (!isTv) return void list.reload();
      channels.clear();
      for (const { channel, game } of (await actions.tell({ type: "watch_tv" }))?.channels ?? []) channels.set(channel, game);
      drawTv();
    },
    hear(message) {
      if (message.type === "tv_changed") {
        if (message.game) channels.set(message.channel, message.game);
        else channels.delete(message.channel);
        return drawTv();
      }
      for (const board of followed.values()) board.hear(message);
    },
    tick(serverMs) {
      if (actions.app().link === "open") tickClocks(root, (room) => followed.get(room), serverMs);
      replay?.tick(serverMs);
    },
    leave() {
      [...followed.keys()].forEach(forget);
      if (isTv) actions.send({ type: "leave_tv", id: freshId() });
    },
  };
}

/** The order of channels. @param {string} channel */
const rank = (channel) => SPEEDS.indexOf(/** @type {SpeedName} */ (channel));
