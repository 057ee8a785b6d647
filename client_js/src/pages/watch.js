/** What is played now: the top game on a whole board with its clocks, the best of each speed, and all games. */

import { createDrawing, filesIn, plainScene } from "../board/drawing.js";
import * as marks from "../board/marks.js";
import { miniBoard } from "../board/mini.js";
import { faceOf } from "../models/clock.js";
import { unseenRoom, update } from "../models/room.js";
import { cellsAt, cellsOf } from "../models/table.js";
import { freshId } from "../session/link.js";
import { clockText, personText, t } from "../text/catalogue.js";
import { el, fill, icon, sideSign } from "../ui/dom.js";
import { liveRow, SPEEDS, speedText } from "./shared/game_rows.js";
import { badge, emptyState, pagedList, pageHead, tabLinks } from "../ui/parts.js";
import { segments } from "../ui/segments.js";

/** @typedef {import("../messages").GameInfo} GameInfo */
/** @typedef {import("../messages").SpeedName} SpeedName */
/** @typedef {{room: import("../models/room.js").RoomModel, fen: string, hosts: HTMLElement[]}} Followed
 *   a game, how it stood in the list before it came, and its small boards */
/** @typedef {Pick<import("../board/drawing.js").Scene, "pieces" | "letters" | "digits">} Style */

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
  /** @type {Map<string, GameInfo>} */
  const channels = new Map();
  const others = el("div", { class: "col l" });
  const stage = createStage();
  const nothing = el("div", { hidden: true });
  const tv = el("div", { class: "tv" }, stage.root, others, nothing);
  const list = pagedList(
    (after) => actions.ask({ type: "live_games", order, ...(speed !== "all" && { speed }), ...(after && { after }) }),
    (game) => liveRow(game, boardOf(game)),
    () => emptyState({ title: t("watch.none"), sign: "tv", href: "/", action: t("nav.play") }),
  );

  /** A board that follows its game, if not too many do. @param {GameInfo} game */
  function boardOf(game) {
    const host = el("span", {});
    const known = followed.get(game.room);
    if (!known && followed.size >= BOARDS) {
      fill(host, miniBoard({ fen: game.fen, pieces: actions.app().settings.pieces }));
      return host;
    }
    const board = known ?? { room: unseenRoom(game.room), fen: game.fen, hosts: [] };
    board.hosts.push(host);
    followed.set(game.room, board);
    draw(board);
    if (!known) tell(board, { type: "connected", session: freshId(), me: "" });
    return host;
  }

  /** The game as its events make it, by version and digest. @param {Followed} board @param {import("../messages").ServerMessage | import("../models/room.js").Signal} message */
  function tell(board, message) {
    const { table } = board.room;
    const [room, effects] = update(board.room, message);
    board.room = room;
    for (const effect of effects) if (effect.kind === "send") actions.send(effect.message);
    if (room.table !== table) draw(board);
  }

  /** @param {Followed} board */
  function draw(board) {
    const { cells, last } = positionOf(board);
    board.hosts.forEach((host) => fill(host, miniBoard({ fen: fenOf(cells), last, pieces: actions.app().settings.pieces })));
    const top = channels.get("top");
    if (isTv && top && followed.get(top.room) === board) stage.render(top, board, styleOf(actions.app().settings));
  }

  /** @param {string} room */
  function forget(room) {
    if (followed.delete(room)) actions.send({ type: "leave", id: freshId(), room });
  }

  function drawTv() {
    const top = channels.get("top");
    const shown = [...channels].filter(([, game]) => game.room !== top?.room).sort(([a], [b]) => rank(a) - rank(b));
    for (const board of followed.values()) board.hosts = [];
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
    fill(nothing, emptyState({ title: t("watch.none"), sign: "tv", href: "/", action: t("nav.play") }));
  }

  /** @param {number} serverMs */
  function tick(serverMs) {
    for (const clock of root.querySelectorAll("[data-clock]")) {
      const { room = "", clock: side } = /** @type {HTMLElement} */ (clock).dataset;
      const table = followed.get(room)?.room.table;
      const face = table ? faceOf(table, /** @type {import("../messages").SideName} */ (side), serverMs) : null;
      const text = face ? clockText(face.leftMs) : "";
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("run", table?.clock.running === side);
    }
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
    title: () => t("nav.watch"),
    async arrive() {
      followed.clear();
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
      for (const board of followed.values()) tell(board, message);
    },
    tick,
    leave() {
      [...followed.keys()].forEach(forget);
      if (isTv) actions.send({ type: "leave_tv", id: freshId() });
    },
  };
}

/** The top game: a whole board between its players and their clocks. */
function createStage() {
  const drawing = createDrawing(marks);
  const above = el("div", { class: "tvbar" });
  const under = el("div", { class: "tvbar" });
  const head = el("header");
  const link = el("a", { class: "tvboard" }, drawing.root);
  const root = el("section", { class: "card tvtop", hidden: true }, head, above, link, under);
  let shownRoom = "";

  /** @param {GameInfo} game @param {"red" | "black"} side */
  const bar = (game, side) => [
    sideSign(side),
    el("b", { class: "cut" }, personText(game[side].name)),
    el("span", { class: "mut small num" }, game[`${side}_points`] === null ? "" : String(game[`${side}_points`])),
    el("span", { class: "clk end", "data-room": game.room, "data-clock": side }),
  ];

  /** @param {GameInfo} game @param {Followed} board @param {Style} style */
  function render(game, board, style) {
    const { table } = board.room;
    if (game.room !== shownRoom) {
      shownRoom = game.room;
      root.setAttribute("aria-label", t("watch.top"));
      link.href = `/game/${game.room}`;
      link.setAttribute("aria-label", t("game.players", { red: personText(game.red.name), black: personText(game.black.name) }));
      fill(above, ...bar(game, "black"));
      fill(under, ...bar(game, "red"));
    }
    fill(
      head,
      el("h2", {}, t("watch.top")),
      badge(speedText(game.speed)),
      table?.outcome && el("span", { class: "small" }, table.outcome.text),
      el("span", { class: "grow" }),
      game.watchers > 0 && el("small", { class: "mut row s" }, icon("eye", "s"), t("games.watchers", { n: game.watchers })),
    );
    drawing.render(plainScene({ ...positionOf(board), ...style }));
  }
  return { root, render };
}

/** Pieces and the names of files as the reader has chosen. @param {import("../page").Settings} settings @returns {Style} */
const styleOf = ({ pieces, notation }) => ({ pieces, ...filesIn(notation) });

/** Where a game stands. @param {Followed} board */
function positionOf({ room: { table }, fen }) {
  if (!table) return { cells: cellsOf(fen), last: null };
  return { cells: cellsAt(table, table.moves.length), last: table.moves.at(-1)?.uci ?? null };
}

/** The order of channels. @param {string} channel */
const rank = (channel) => SPEEDS.indexOf(/** @type {SpeedName} */ (channel));

/** The first field of a FEN. @param {string} cells @returns {string} */
const fenOf = (cells) =>
  Array.from({ length: 10 }, (_, rank) => cells.slice((9 - rank) * 9, (10 - rank) * 9).replace(/\.+/g, (gap) => String(gap.length))).join("/");
