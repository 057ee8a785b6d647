/**
 * The page of one game: the board, and panels around it.
 *
 * The board comes first, as a still picture; marks, input, bars with clocks, news, moves,
 * talk and actions are modules of their own, fetched when it is drawn. Some panels stand in
 * the place of the moves when they are asked for, and are fetched then.
 */

import { createDrawing } from "../board/drawing.js";
import { isOurTurn, plyOf } from "../room_model.js";
import { cellsAfter, cellsAt, generalOf, nameOf, nameOfSide, turnAt } from "../table.js";
import { clockTitle, t } from "../text/catalogue.js";
import { el, fill } from "./dom.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../board/drawing.js").Scene} Scene */
/** @typedef {"ruling" | "times" | "talk" | "about" | "look" | "keys"} Place what stands in the place of the moves */
/** @typedef {{of: "warning" | "ruling", step: number, runs: boolean}} Replay a cycle shown ply by ply; step 0 is its first ply */
/**
 * @typedef {object} Look what is only looked at and never sent
 * @property {number | null} selected
 * @property {boolean} flipped
 * @property {Replay | null} replay
 * @property {Place | null} place
 * @property {boolean} resigning
 * @property {boolean} typing
 * @property {boolean} more
 */
/** @typedef {(change: Partial<Look>) => void} LookAt */
/** @typedef {{render: (app: App, look: Look, scene: Scene) => void, tick?: (serverMs: number) => void}} Panel
 *   `tick` is called ten times a second with the server's time */

/** Two who are both there need not be asked: the question would only flash. */
const ASKING_AFTER_MS = 600;
const NO_CELLS = ".".repeat(90);

/** How many plies are shown. @param {App} app */
export const shownPly = ({ room }) => (room ? (room.lookedAt ?? plyOf(room)) : 0);

/** What the board shows while nobody touches it. @param {App} app @param {Look} look @returns {Scene} */
export function stillScene(app, look) {
  const { room, settings } = app;
  const table = room?.table ?? null;
  const ply = shownPly(app);
  const wanted = room?.lookedAt === null ? (room.pending?.uci ?? room.weighing) : null;
  const still = table ? cellsAt(table, ply) : NO_CELLS;
  const last = table?.moves[ply - 1] ?? null;
  return {
    cells: wanted ? cellsAfter(still, wanted) : still,
    flip: (table?.you === "black") !== look.flipped,
    pieces: settings.pieces,
    letters: settings.notation === "uci",
    last: wanted ?? last?.uci ?? null,
    check: table && last?.check && !wanted ? generalOf(still, turnAt(table, ply)) : null,
    selected: null,
    targets: [],
    unmarked: !settings.hints,
    losing: [],
    banned: [],
    refused: null,
    premove: null,
    weighed: room?.weighing ?? null,
    arrows: [],
  };
}

/** One line that says where the game stands. @param {App} app @returns {string} */
export function statusOf({ room }) {
  const table = room?.table;
  if (!room || !table) return room?.gone ? t("gone.title") : t("game.joining");
  if (table.status === "waiting") return t("game.waiting");
  if (table.status === "readying") return t("game.ready");
  if (table.status === "over") return t("game.over");
  if (room.pending) return t("game.confirming");
  if (isOurTurn(room)) return t("game.your_turn");
  return table.you ? t("game.thinking") : t("game.spectator");
}

/** Who plays, once both are there. @param {App} app */
function playersOf({ room }) {
  const table = room?.table;
  if (!table?.red || !table.black) return "";
  return t("game.players", { red: nameOfSide(table, "red"), black: nameOfSide(table, "black") });
}

/**
 * The ply that an address names: `/game/abcd#31`.
 * @param {string} hash @returns {number | null}
 */
const plyOfHash = (hash) => (/^#\d{1,5}$/.test(hash) ? Number(hash.slice(1)) : null);

/** The parts of the page, by the names the styles know. */
function createFrame() {
  const section = (/** @type {string} */ name, role = "region") => el("section", { class: name, role });
  const parts = {
    upper: el("section", { class: "pbar card opp" }),
    lower: el("section", { class: "pbar card mine" }),
    slot: el("div", { class: "slot", role: "region" }),
    strip: section("card strip", "group"),
    moves: section("card mv"),
    actions: section("card foot acts5", "group"),
    about: section("card gmeta"),
    talk: section("card talk"),
    times: section("card times"),
    keys: section("card keys"),
    look: section("card looks"),
    ruling: section("ruling"),
    grid: el("div"),
    ready: section("card readycard"),
  };
  return parts;
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
    replay: null,
    place: null,
    resigning: false,
    typing: false,
    more: false,
  };
  /** @type {App | null} */
  let shown = null;
  let hash = "";

  /** @param {Partial<Look>} change */
  function lookAt(change) {
    look = { ...look, ...change };
    if (shown) render(shown);
  }

  const drawing = createDrawing();
  const part = createFrame();
  const heading = el("h1", { class: "sr" });
  const frame = el(
    "div",
    { class: "game" },
    el("div", { class: "left" }, part.about, part.talk),
    el("div", { class: "theboard" }, drawing.root, part.grid),
    part.ready,
    el(
      "div",
      { class: "right" },
      ...[part.upper, part.slot, part.strip, part.moves, part.times, part.keys, part.look],
      ...[part.ruling, part.actions, part.lower],
    ),
  );
  const root = el("main", {}, heading, frame);

  /** @type {import("../board/grid.js").Hand} */
  const hand = {
    select: (selected) => lookAt({ selected }),
    move: (origin, target) => {
      look = { ...look, selected: null };
      const type = shown?.settings.confirm ? "weigh" : "choose";
      deeds.wish({ type, uci: nameOf(origin) + nameOf(target) });
    },
    confirm: (uci) => deeds.wish({ type: "choose", uci }),
    lift: drawing.lift,
    giveUp() {
      if (shown?.room?.premove) deeds.wish({ type: "order", what: "cancel_premove" });
      else if (shown?.room?.weighing) deeds.wish({ type: "keep_thinking" });
    },
  };

  /** @type {Panel[]} what one may do, after what one sees */
  let panels = [];
  let sceneOf = stillScene;

  /** First the hand on the board. */
  async function takeHand() {
    const [scenes, marks, board] = await Promise.all([
      import(/* soon */ "./scene.js"),
      import(/* soon */ "../board/marks.js"),
      import(/* soon */ "../board/grid.js"),
    ]);
    sceneOf = scenes.sceneOf;
    drawing.useMarks(marks);
    panels = [board.createGrid(part.grid, hand)];
    if (shown) render(shown);
  }

  /** Then what stands around it. */
  async function furnish() {
    const [bars, news, record, row, facts, words, keys] = await Promise.all([
      import("./bars.js"),
      import("./slot.js"),
      import("./moves.js"),
      import("./actions.js"),
      import("./about.js"),
      import("./talk.js"),
      import("./shortcuts.js"),
    ]);
    panels.push(
      bars.createBars(part.upper, part.lower),
      news.createSlot(part.slot, deeds, lookAt),
      record.createMoves(part.moves, deeds),
      row.createActions(part.actions, deeds, lookAt),
      facts.createAbout(part.about, deeds, drawing.root),
      words.createTalk(part.talk, deeds),
      keys.createShortcuts(root, deeds, lookAt),
    );
    if (shown) render(shown);
  }
  const ready = takeHand();
  void ready.then(furnish);

  /** @type {Partial<Record<Place | "strip", Panel>>} */
  const rare = {};
  /** Asked for rarely, so fetched then. */
  async function open() {
    const { place, replay } = look;
    if (place === "ruling") rare.ruling ??= (await import("./ruling.js")).createRuling(part.ruling, deeds, lookAt);
    if (place === "times") rare.times ??= (await import("./times.js")).createTimes(part.times, deeds);
    if (place === "keys") rare.keys ??= (await import("./keys.js")).createKeys(part.keys, lookAt);
    if (place === "look") deeds.allSets();
    if (place === "look") rare.look ??= (await import("./board_choices.js")).createChoices(part.look, deeds);
    if (replay) rare.strip ??= (await import("./strip.js")).createStrip(part.strip, lookAt);
    if (!shown) return;
    for (const panel of [place && rare[place], rare.strip]) if (panel) panel.render(shown, look, sceneOf(shown, look));
  }

  /** Show the ply that the address names, when it is a new one. @param {App} app */
  function followHash({ room }) {
    if (!room?.table || location.hash === hash) return;
    hash = location.hash;
    const ply = plyOfHash(hash);
    if (ply !== null) queueMicrotask(() => deeds.wish({ type: "look", ply }));
  }

  /** @type {Panel | null} */
  let pair = null;
  let isAsking = false;
  /** A pair that is not there at once is asked in the place of the board. @param {App} app */
  async function ask(app) {
    const isAsked = app.room?.table?.status === "readying" && app.room.table.you !== null;
    if (isAsked && !isAsking) setTimeout(() => frame.classList.toggle("asking", isAsking), ASKING_AFTER_MS);
    isAsking = isAsked;
    if (!isAsked) frame.classList.remove("asking");
    if (isAsked) pair ??= (await import("./ready.js")).createReady(part.ready, deeds);
    pair?.render(shown ?? app, look, sceneOf(app, look));
  }

  /** @param {App} app */
  function render(app) {
    shown = app;
    followHash(app);
    const scene = sceneOf(app, look);
    fill(heading, title(app));
    drawing.render(scene);
    for (const panel of panels) panel.render(app, look, scene);
    frame.classList.toggle("typing", look.typing);
    frame.classList.toggle("stale", app.link !== "open");
    frame.classList.toggle("looking", app.room?.lookedAt != null);
    frame.dataset.place = look.place ?? "moves";
    for (const place of /** @type {const} */ (["times", "keys", "look", "ruling"]))
      part[place].hidden = look.place !== place;
    part.strip.hidden = look.replay === null;
    ask(app).catch(() => {}); // no line: the next drawing asks again
    open().catch(() => {}); // no line: the next drawing asks again
  }

  /** @param {number} serverMs */
  function tick(serverMs) {
    for (const panel of panels) panel.tick?.(serverMs);
    pair?.tick?.(serverMs);
  }

  /** @param {App} app */
  const title = (app) => [statusOf(app), playersOf(app)].filter(Boolean).join(" · ");

  return { root, render, tick, title, heading: headingOf, ready };
}

/** What stands over the game on a phone. @param {App} app */
const headingOf = ({ room }) =>
  [
    room?.table && clockTitle(room.table.terms.clock),
    room?.table?.spectators && t("game.watching", { n: room.table.spectators }),
  ]
    .filter(Boolean)
    .join(" · ");
