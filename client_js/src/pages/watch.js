/** What is played now: the top game of each speed, and all games, on boards that follow them. */

import { miniBoard } from "../board/mini.js";
import { t } from "../text/catalogue.js";
import { segments } from "../view/controls.js";
import { el, fill } from "../view/dom.js";
import { liveRow, SPEEDS, speedText } from "../view/game_rows.js";
import { emptyState, pagedList, pageHead, tabLinks } from "../view/parts.js";
import { cellsOf, cellsAfter } from "../table.js";

/** @typedef {import("../messages").GameInfo} GameInfo */
/** @typedef {import("../messages").SpeedName} SpeedName */
/** @typedef {{cells: string, last: string | null, hosts: HTMLElement[]}} Followed where a game stands, and its boards */

const BOARDS = 6;
const ORDERS = /** @type {const} */ (["rating", "watchers", "newest"]);
const CHOICES = /** @type {readonly (SpeedName | "all")[]} */ (["all", ...SPEEDS]);

/** @type {import("../page").CreateView} */
export function create(deeds, part) {
  const isTv = part === "tv";
  /** @type {import("../board/drawing.js").PieceSet} */
  let pieces = "traditional";
  /** @type {typeof ORDERS[number]} */
  let order = "rating";
  /** @type {SpeedName | "all"} */
  let speed = "all";
  /** @type {Map<string, Followed>} by room; a few of those that are shown */
  const followed = new Map();
  /** @type {Map<string, GameInfo>} */
  const channels = new Map();
  const tv = el("div", { class: "cols3", "aria-live": "polite" });
  const list = pagedList(
    (after) => deeds.ask({ type: "live_games", order, ...(speed !== "all" && { speed }), ...(after && { after }) }),
    (game) => liveRow(game, boardOf(game)),
    () => emptyState({ title: t("watch.none"), sign: "tv", href: "/", action: t("nav.play") }),
  );

  /** A board that follows its game, if not too many do. @param {GameInfo} game */
  function boardOf(game) {
    const host = el("span", {});
    const known = followed.get(game.room);
    if (!known && followed.size >= BOARDS) {
      fill(host, miniBoard({ fen: game.fen, pieces }));
      return host;
    }
    const board = known ?? { cells: cellsOf(game.fen), last: null, hosts: [] };
    board.hosts.push(host);
    followed.set(game.room, board);
    draw(board);
    if (!known) deeds.ask({ type: "join", room: game.room }).catch(() => followed.delete(game.room));
    return host;
  }

  /** @param {Followed} board */
  const draw = ({ cells, last, hosts }) => hosts.forEach((host) => fill(host, miniBoard({ fen: fenOf(cells), last, pieces })));

  /** @param {string} room */
  function forget(room) {
    if (followed.delete(room)) void deeds.ask({ type: "leave", room }).catch(() => {});
  }

  function drawTv() {
    const shown = [...channels].sort(([a], [b]) => rank(a) - rank(b));
    for (const board of followed.values()) board.hosts = [];
    for (const room of followed.keys()) if (!shown.some(([, game]) => game.room === room)) forget(room);
    fill(
      tv,
      ...shown.map(([channel, game]) => {
        const name = channel === "top" ? t("watch.top") : speedText(/** @type {SpeedName} */ (channel));
        return el("section", { class: "col s", "aria-label": name }, el("h2", {}, name), liveRow(game, boardOf(game)));
      }),
      shown.length === 0 && emptyState({ title: t("watch.none"), sign: "tv", href: "/", action: t("nav.play") }),
    );
  }

  const filters = el(
    "div",
    { class: "row w" },
    segments(t("archive.speed"), CHOICES, speed, (one) => (one === "all" ? t("watch.all") : speedText(one)), (one) => anew(() => (speed = one)), "wrap"),
    segments(t("watch.order"), ORDERS, order, (one) => t(`watch.${one}`), (one) => anew(() => (order = one)), "wrap"),
  );

  /** @param {() => void} change */
  function anew(change) {
    change();
    [...followed.keys()].forEach(forget);
    void list.reload();
  }

  const root = el(
    "main",
    {},
    el(
      "div",
      { class: "col l" },
      pageHead(t("nav.watch")),
      tabLinks(t("nav.watch"), [
        { href: "/watch", text: t("watch.games"), on: !isTv },
        { href: "/watch/tv", text: t("watch.tv"), on: isTv },
      ]),
      isTv ? tv : filters,
      !isTv && list.root,
    ),
  );
  list.root.classList.add("live");

  return {
    root,
    render: (app) => void (pieces = app.settings.pieces),
    title: () => t("nav.watch"),
    async arrive(app) {
      pieces = app.settings.pieces;
      followed.clear();
      if (!isTv) return void list.reload();
      channels.clear();
      for (const { channel, game } of (await deeds.ask({ type: "watch_tv" })).channels) channels.set(channel, game);
      drawTv();
    },
    hear(message) {
      if (message.type === "tv_changed") {
        if (message.game) channels.set(message.channel, message.game);
        else channels.delete(message.channel);
        return drawTv();
      }
      const board = "room" in message && message.room !== null ? followed.get(message.room) : undefined;
      if (!board) return;
      if (message.type === "room" || message.type === "took_back") {
        board.cells = cellsOf(message.fen);
        board.last = message.type === "room" ? (message.moves.at(-1)?.[0] ?? null) : null;
        draw(board);
      } else if (message.type === "moved") {
        board.cells = cellsAfter(board.cells, message.uci);
        board.last = message.uci;
        draw(board);
      }
    },
    leave() {
      [...followed.keys()].forEach(forget);
      if (isTv) void deeds.ask({ type: "leave_tv" }).catch(() => {});
    },
  };
}

/** The order of channels. @param {string} channel */
const rank = (channel) => SPEEDS.indexOf(/** @type {SpeedName} */ (channel));

/** The first field of a FEN. @param {string} cells @returns {string} */
const fenOf = (cells) =>
  Array.from({ length: 10 }, (_, rank) => cells.slice((9 - rank) * 9, (10 - rank) * 9).replace(/\.+/g, (gap) => String(gap.length))).join("/");
