/**
 * The page of one game: the board, and panels around it.
 *
 * The board comes first, as a still picture; marks, input, bars with clocks, news, moves,
 * talk and actions are modules of their own, fetched when it is drawn. Some panels stand in
 * the place of the moves when they are asked for, and are fetched then.
 */

import { createDrawing } from "../board/drawing.js";
import { nameOf } from "../models/table.js";
import { clockTitle, nameOfSide, secondsText, t } from "../text/catalogue.js";
import { el, fill, made } from "../ui/dom.js";
import { statusOf, stillScene } from "./game/shown.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */
/** @typedef {import("../board/drawing.js").Scene} Scene */
/** @typedef {import("./game/shown.js").Place} Place */
/** @typedef {import("./game/shown.js").Panel} Panel */
/** @typedef {import("./game/shown.js").ViewState} ViewState */

/** Two who are both there need not be asked: the question would only flash. */
const ASKING_AFTER_MS = 600;
/** What has a panel of its own: sheets beside the board, and what stands in the place of the moves. */
const SHEETS = /** @type {const} */ (["about", "why", "share"]);
const PLACES = /** @type {const} */ ([...SHEETS, "times", "keys", "appearance", "ruling"]);

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
    upper: made(el("section", { class: "pbar card opp" })),
    lower: made(el("section", { class: "pbar card mine" })),
    slot: made(el("div", { class: "slot", role: "region" })),
    strip: made(section("card strip", "group")),
    moves: made(section("card mv")),
    actions: made(section("card foot acts5", "group")),
    headline: made(section("headline", "group")),
    tournament: made(el("section", { class: "card", hidden: true })),
    about: made(section("card sheet")),
    why: made(section("card sheet")),
    share: made(section("card sheet")),
    talk: made(section("card talk")),
    times: made(section("card times")),
    keys: made(section("card keys")),
    appearance: made(section("card looks")),
    ruling: made(section("ruling")),
    grid: made(el("div")),
    ready: made(section("card readycard")),
  };
  for (const place of PLACES) parts[place].hidden = true;
  return parts;
}

/**
 * The page of a game.
 * @param {Actions} actions @returns {import("../page").View}
 */
export function create(actions) {
  /** @type {ViewState} */
  let view = {
    selected: null,
    flipped: false,
    replay: null,
    place: null,
    asking: null,
    typing: false,
    more: false,
  };
  /** @type {App | null} */
  let shown = null;
  let hash = "";

  /** What had the focus when a panel was opened. @type {Element | null} */
  let opener = null;

  /** @param {Partial<ViewState>} change */
  function setView(change) {
    const held = document.activeElement;
    const left = PLACES.find((place) => place === view.place && part[place].contains(held));
    if (change.place && !left) opener = held;
    view = { ...view, ...change };
    if (shown) render(shown);
    if (left && left !== view.place) /** @type {HTMLElement | null} */ (opener?.isConnected ? opener : part.headline.querySelector("button"))?.focus();
  }

  const drawing = createDrawing();
  const part = createFrame();
  const heading = made(el("h1", { class: "sr" }));
  const frame = made(el(
    "div",
    { class: "game" },
    el("div", { class: "left" }, part.tournament, part.about, part.why, part.share, part.talk),
    part.headline,
    el("div", { class: "theboard" }, drawing.root, part.grid),
    part.ready,
    el(
      "div",
      { class: "right" },
      ...[part.upper, part.slot, part.moves, part.times, part.keys, part.appearance],
      ...[part.ruling, part.strip, part.actions, part.lower],
    ),
  ));
  const root = made(el("main", {}, heading, frame));

  /** @type {import("../board/grid.js").Hand} */
  const hand = {
    select: (selected) => setView({ selected }),
    move: (origin, target) => {
      view = { ...view, selected: null };
      const type = shown?.settings.confirm ? "weigh" : "choose";
      actions.room({ type, uci: nameOf(origin) + nameOf(target) });
    },
    confirm: (uci) => actions.room({ type: "choose", uci }),
    lift: drawing.lift,
    giveUp() {
      if (shown?.room?.premove) actions.room({ type: "order", what: "cancel_premove" });
      else if (shown?.room?.weighing) actions.room({ type: "keep_thinking" });
    },
  };

  /** @type {Panel[]} what one may do, after what one sees */
  let panels = [];
  /** Drawn when its place is open: what stands in view counts as read. @type {Panel | null} */
  let talk = null;
  let sceneOf = stillScene;
  /** @type {typeof import("./game/scene.js").fetchCycles} */
  let fetchCycles = async () => false;

  /** First the hand on the board. */
  async function takeHand() {
    const [scenes, marks, board] = await Promise.all([
      import(/* soon */ "./game/scene.js"),
      import(/* soon */ "../board/marks.js"),
      import(/* soon */ "../board/grid.js"),
    ]);
    ({ sceneOf, fetchCycles } = scenes);
    drawing.useMarks(marks);
    const grid = board.createGrid(part.grid, hand);
    panels = [{ render: (_app, _view, scene) => grid.render(scene) }];
    if (shown) render(shown);
  }

  /** Then what stands around it. */
  async function furnish() {
    const [bars, notices, record, row, over, words, keys] = await Promise.all([
      import("./game/bars.js"),
      import("./game/notice_slot.js"),
      import("./game/moves.js"),
      import("./game/actions.js"),
      import("./game/headline.js"),
      import("./game/talk.js"),
      import("./game/shortcuts.js"),
    ]);
    panels.push(
      bars.createBars(part.upper, part.lower),
      notices.createSlot(part.slot, actions, setView),
      record.createMoves(part.moves, actions),
      row.createActions(part.actions, actions, setView),
      over.createHeadline(part.headline, setView),
      keys.createShortcuts(root, actions, setView, left.signal),
    );
    talk = words.createTalk(part.talk, actions);
    if (shown) render(shown);
  }
  /** Aborted when the page is left. */
  const left = new AbortController();
  const ready = takeHand();
  void ready.then(furnish);

  /** Panels that are asked for rarely, so fetched then. @type {Record<string, () => Promise<Panel>>} */
  const RARE = {
    about: async () => (await import("./game/about.js")).createAbout(part.about, setView),
    why: async () => (await import("./game/why.js")).createWhy(part.why, setView),
    share: async () => (await import("./game/share_panel.js")).createShare(part.share, actions, setView, drawing.root),
    ruling: async () => (await import("./game/ruling.js")).createRuling(part.ruling, actions, setView),
    times: async () => (await import("./game/times.js")).createTimes(part.times, actions, setView),
    keys: async () => (await import("./game/keys.js")).createKeys(part.keys, setView),
    appearance: async () => (await import("./game/appearance.js")).createChoices(part.appearance, actions, setView),
    strip: async () => (await import("./game/strip.js")).createStrip(part.strip, setView),
    tournament: async () => (line = (await import("./game/tournament_line.js")).createTournamentLine(part.tournament, actions)),
    ready: async () => (await import("./game/ready.js")).createReady(part.ready, actions),
  };
  /** Of what tournament it is. @type {ReturnType<typeof import("./game/tournament_line.js").createTournamentLine> | null} */
  let line = null;
  /** @type {Partial<Record<string, Panel>>} */
  const rare = {};
  /** Asked for and not there yet: a panel is made once, however often it is drawn meanwhile. @type {Set<string>} */
  const coming = new Set();

  /** @param {string} name */
  async function fetchRare(name) {
    if (name in rare || coming.has(name)) return;
    coming.add(name);
    try {
      rare[name] = await RARE[name]();
    } catch {
      return; // no line: the next drawing asks again
    } finally {
      coming.delete(name);
    }
    if (shown) rare[name]?.render(shown, view, sceneOf(shown, view));
    focusSheet();
  }

  /** What has been opened and has not had the focus yet. @type {Place | null} */
  let opened = null;
  function focusSheet() {
    const title = opened && /** @type {HTMLElement | null} */ (part[opened].querySelector("h2[tabindex]"));
    if (!title) return;
    title.focus({ preventScroll: true });
    opened = null;
  }

  /** Draw those that are there, and fetch what is asked for. @param {App} app @param {Scene} scene */
  function renderRare(app, scene) {
    const { place, replay } = view;
    for (const name of Object.keys(rare)) if (name === place || !PLACES.some((place) => place === name)) rare[name]?.render(app, view, scene);
    if (place === "appearance") actions.allSets();
    for (const name of [place, replay && "strip", app.room?.table?.tournament && "tournament"]) if (name && name in RARE) void fetchRare(name);
  }

  /** Show the ply that the address names, when it is a new one. @param {App} app */
  function followHash({ room }) {
    if (!room?.table || location.hash === hash) return;
    hash = location.hash;
    const ply = plyOfHash(hash);
    if (ply !== null) queueMicrotask(() => actions.room({ type: "show_ply", ply }));
  }

  let isAsking = false;
  /** A pair that is not there at once is asked in the place of the board. @param {App} app */
  function ask(app) {
    const isAsked = app.room?.table?.status === "readying" && app.room.table.you !== null;
    if (isAsked && !isAsking) setTimeout(() => frame.classList.toggle("asking", isAsking), ASKING_AFTER_MS);
    isAsking = isAsked;
    if (!isAsked) frame.classList.remove("asking");
    if (isAsked) void fetchRare("ready");
  }

  /** @param {App} app */
  function render(app) {
    shown = app;
    followHash(app);
    const scene = sceneOf(app, view);
    void fetchCycles(app, view).then((hasMore) => hasMore && shown && render(shown));
    fill(heading, title(app));
    drawing.render(scene);
    for (const panel of panels) panel.render(app, view, scene);
    frame.classList.toggle("typing", view.typing);
    frame.classList.toggle("stale", app.link !== "open" || app.silent);
    frame.classList.toggle("looking", app.room?.viewedPly != null);
    for (const place of PLACES) {
      if (view.place === place && part[place].hidden) opened = place;
      part[place].hidden = view.place !== place;
    }
    part.strip.hidden = view.replay === null;
    part.talk.hidden = app.room?.gone != null || SHEETS.some((place) => place === view.place);
    frame.dataset.place = view.place ?? "moves";
    frame.toggleAttribute("data-beside", view.place === "talk" || SHEETS.some((place) => place === view.place));
    talk?.render(app, view, scene);
    ask(app);
    renderRare(app, scene);
    focusSheet();
  }

  /** @param {number} serverMs */
  function tick(serverMs) {
    for (const panel of panels) panel.tick?.(serverMs);
    rare.ready?.tick?.(serverMs);
    line?.tick(serverMs);
  }

  function leave() {
    left.abort();
    line?.leave();
  }

  /** @param {App} app */
  const title = (app) => [statusOf(app), playersOf(app)].filter(Boolean).join(" · ");

  return { root, render, tick, title, heading: headingOf, ready, hear: (message) => line?.hear(message), leave };
}

/** What stands over the game on a phone. @param {App} app */
const headingOf = ({ room }) =>
  [
    room?.table && clockTitle(room.table.terms.clock),
    room?.table && room.table.behindMs > 0 && t("game.late", { time: secondsText(room.table.behindMs) }),
    room?.table?.spectators && t("game.watching", { n: room.table.spectators }),
  ]
    .filter(Boolean)
    .join(" · ");
