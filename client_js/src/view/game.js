/**
 * The page of one game: the board, and panels around it.
 *
 * The board comes first; bars with clocks, input, news, moves, talk and actions are panels
 * of their own modules, fetched when it is drawn. Some stand in the place of the moves when
 * they are asked for, and beside the board where there is room.
 */

import { createDrawing } from "../board/drawing.js";
import { isOurTurn, mayPremove, plyOf } from "../room_model.js";
import {
  cellsAfter,
  cellsAt,
  endsOf,
  generalOf,
  nameOf,
  nameOfSide,
  pieceAt,
  sideOf,
  SQUARES,
  turnAt,
} from "../table.js";
import { clockKind, clockName, secondsText, t } from "../text/catalogue.js";
import { el, fill } from "./dom.js";

export { rulesName } from "../text/catalogue.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../messages").Side} Side */
/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../board/grid.js").Choices} Choices */
/** @typedef {import("../board/drawing.js").Scene} Scene */
/** @typedef {"ruling" | "times" | "talk" | "about"} Place what stands in the place of the moves */
/** @typedef {{selected: number | null, flipped: boolean, cycle: boolean, place: Place | null, resigning: boolean, typing: boolean, more: boolean}} Look
 *   what is only looked at and never sent */
/** @typedef {(change: Partial<Look>) => void} LookAt */
/** @typedef {{render: (app: App, look: Look, scene: Scene) => void, tick?: (serverMs: number) => void}} Panel
 *   `tick` is called ten times a second with the server's time */

const NO_CELLS = ".".repeat(90);

// What the board shows, as values.

/** How many plies are shown. @param {App} app */
export const shownPly = ({ room }) => (room ? (room.lookedAt ?? plyOf(room)) : 0);

/**
 * Where each piece may go: the server's list, while it is our turn and the line is open.
 * @param {App} app @returns {Choices}
 */
export function choicesOf({ room, link, pausedAtMs }) {
  /** @type {Choices} */
  const choices = new Map();
  if (room?.table && mayPremove(room) && room.lookedAt === null && link === "open" && pausedAtMs === null) {
    return wishesOf(room.table);
  }
  const isReady = room?.legal?.ply === (room && plyOf(room)) && room?.lookedAt === null && room.pending === null;
  if (!room?.legal || !isReady || link !== "open" || pausedAtMs !== null) return choices;
  for (const uci of [...room.legal.moves, ...room.legal.banned.map((marked) => marked.move)]) {
    const [origin, target] = endsOf(uci);
    choices.set(origin, [...(choices.get(origin) ?? []), target]);
  }
  return choices;
}

/**
 * While the other player thinks, any own piece to any other point: the server will judge it.
 * @param {Table} table @returns {Choices}
 */
function wishesOf(table) {
  const cells = cellsAt(table, table.moves.length);
  const squares = Array.from({ length: SQUARES }, (_, square) => square);
  const isOwn = (/** @type {string | null} */ piece) => piece !== null && sideOf(piece) === table.you;
  const own = squares.filter((square) => isOwn(pieceAt(cells, square)));
  return new Map(own.map((origin) => [origin, squares.filter((square) => square !== origin)]));
}

/** Targets of `origin` among marked moves. @param {import("../messages").MarkedMove[]} marked @param {number | null} origin */
const markedTargets = (marked, origin) =>
  marked
    .map(({ move }) => endsOf(move))
    .filter(([from]) => from === origin)
    .map(([, target]) => target);

/** @param {App} app @param {Look} look @returns {Scene} */
export function sceneOf(app, look) {
  const { room, settings } = app;
  const table = room?.table ?? null;
  const ply = shownPly(app);
  const pending = room?.lookedAt === null ? (room.pending?.uci ?? null) : null;
  const still = table ? cellsAt(table, ply) : NO_CELLS;
  const last = table?.moves[ply - 1] ?? null;
  const choices = choicesOf(app);
  const selected = look.selected !== null && choices.has(look.selected) ? look.selected : null;
  const banned = markedTargets(room?.legal?.banned ?? [], selected);
  return {
    cells: pending ? cellsAfter(still, pending) : still,
    flip: (table?.you === "black") !== look.flipped,
    pieces: settings.pieces,
    letters: settings.notation === "uci",
    last: pending ?? last?.uci ?? null,
    check: table && last?.check && !pending ? generalOf(still, turnAt(table, ply)) : null,
    selected,
    targets:
      selected === null || (room && mayPremove(room))
        ? []
        : (choices.get(selected) ?? []).filter((square) => !banned.includes(square)),
    losing: room?.asking ? [endsOf(room.asking.move)[1]] : markedTargets(room?.legal?.losing ?? [], selected),
    banned,
    refused: room?.refusal?.uci ? endsOf(room.refusal.uci)[1] : null,
    premove: room?.lookedAt === null ? (room.premove?.uci ?? null) : null,
    arrows: arrowsOf(app, look),
  };
}

/** @param {App} app @param {Look} look @returns {import("../board/marks.js").Arrow[]} */
function arrowsOf({ room }, look) {
  if (room?.asking) return [{ uci: room.asking.move, kind: "lose" }];
  if (room?.premove?.uci && room.lookedAt === null) return [{ uci: room.premove.uci, kind: "pre" }];
  const cycle = look.cycle ? (room?.table?.warning?.cycle ?? []) : [];
  return cycle.slice(0, 9).map((uci, i) => ({ uci, kind: "move", label: String(i + 1) }));
}

/** One line that says where the game stands. @param {App} app @returns {string} */
export function statusOf({ room }) {
  const table = room?.table;
  if (!room || !table) return room?.gone ? t("gone.title") : t("game.joining");
  if (table.status === "waiting") return t("game.waiting");
  if (table.status === "over") return t("game.over");
  if (room.pending) return t("game.confirming");
  if (isOurTurn(room)) return t("game.your_turn");
  return table.you ? t("game.thinking") : t("game.spectator");
}

/** What the terms have that games usually have not, in words. @param {import("../messages").Terms} terms @returns {string[]} */
export const unusualTerms = ({ compensation, takebacks, chat, delay_ms: delayMs = 0 }) =>
  [
    takebacks === false && t("terms.no_takebacks"),
    chat === false && t("terms.no_chat"),
    compensation === false && t("terms.no_compensation"),
    delayMs > 0 && t("terms.delay", { time: secondsText(delayMs) }),
  ].filter((words) => words !== false);

/** Kind and name of the clock. @param {import("../messages").ClockTerms} clock */
export const clockTitle = (clock) =>
  clock.type === "none" ? t("clock.none") : `${t(clockKind(clock))} ${clockName(clock)}`;

/** What stands over the game on a phone. @param {App} app */
function headingOf({ room }) {
  const table = room?.table;
  return table ? `${clockTitle(table.terms.clock)} · ${t("game.watching", { n: table.spectators })}` : "";
}

/**
 * The page of a game.
 * @param {Deeds} deeds @returns {import("../page").View}
 */
export function createGame(deeds) {
  /** @type {Look} */
  let look = {
    selected: null,
    flipped: false,
    cycle: false,
    place: null,
    resigning: false,
    typing: false,
    more: false,
  };
  /** @type {App | null} */
  let shown = null;

  /** @param {Partial<Look>} change */
  function lookAt(change) {
    look = { ...look, ...change };
    if (shown) render(shown);
  }

  const drawing = createDrawing();
  /** @type {import("../board/grid.js").Hand} */
  const hand = {
    select: (selected) => lookAt({ selected }),
    move: (origin, target) => {
      look = { ...look, selected: null };
      deeds.wish({ type: "choose", uci: nameOf(origin) + nameOf(target) });
    },
    lift: drawing.lift,
    giveUp() {
      if (shown?.room?.premove) deeds.wish({ type: "order", what: "cancel_premove" });
    },
  };
  const grid = el("div");
  const heading = el("h1", { class: "sr" });
  const upper = el("section", { class: "pbar card opp" });
  const lower = el("section", { class: "pbar card mine" });
  const slot = el("div", { class: "slot", role: "region" });
  const moves = el("section", { class: "card mv", role: "region" });
  const actions = el("section", { class: "card foot acts5", role: "group" });
  const about = el("section", { class: "card gmeta", role: "region" });
  const talk = el("section", { class: "card talk", role: "region" });
  const times = el("section", { class: "card times", role: "region" });
  const ruling = el("section", { class: "card ruling", role: "region" });
  const frame = el(
    "div",
    { class: "game" },
    el("div", { class: "left" }, about, talk),
    el("div", { class: "theboard" }, drawing.root, grid),
    el("div", { class: "right" }, upper, slot, moves, times, ruling, actions, lower),
  );
  const root = el("main", {}, heading, frame);

  /** @type {Panel[]} what one may do, after what one sees */
  let panels = [];
  Promise.all([
    import("./bars.js"),
    import("../board/grid.js"),
    import("./slot.js"),
    import("./moves.js"),
    import("./actions.js"),
    import("./about.js"),
    import("./talk.js"),
  ]).then(([bars, board, news, record, row, facts, words]) => {
    panels = [
      bars.createBars(upper, lower),
      board.createGrid(grid, hand),
      news.createSlot(slot, deeds, lookAt),
      record.createMoves(moves, deeds),
      row.createActions(actions, deeds, lookAt),
      facts.createAbout(about, deeds),
      words.createTalk(talk, deeds),
    ];
    if (shown) render(shown);
  });

  /** @type {Partial<Record<Place, Panel>>} */
  const rare = {};
  /** Asked for rarely, so fetched then. @param {Place | null} place */
  async function open(place) {
    if (place === "ruling") rare.ruling ??= (await import("./ruling.js")).createRuling(ruling, deeds);
    if (place === "times") rare.times ??= (await import("./times.js")).createTimes(times, deeds);
    if (shown && place) rare[place]?.render(shown, look, sceneOf(shown, look));
  }

  /** @param {App} app */
  function render(app) {
    shown = app;
    const scene = sceneOf(app, look);
    fill(heading, title(app));
    drawing.render(scene);
    for (const panel of panels) panel.render(app, look, scene);
    frame.classList.toggle("typing", look.typing);
    frame.dataset.place = look.place ?? "moves";
    times.hidden = look.place !== "times";
    ruling.hidden = look.place !== "ruling";
    void open(look.place);
  }

  /** @param {number} serverMs */
  function tick(serverMs) {
    for (const panel of panels) panel.tick?.(serverMs);
  }

  /** @param {App} app */
  function title(app) {
    const table = app.room?.table;
    const players =
      table?.red &&
      table.black &&
      t("game.players", { red: nameOfSide(table, "red"), black: nameOfSide(table, "black") });
    return [statusOf(app), players].filter(Boolean).join(" · ");
  }

  return { root, render, tick, title, heading: headingOf };
}
