/**
 * The page of one game: the board, and panels around it.
 *
 * The board comes first, as a still picture; what may be done on it is fetched when it is drawn, and then the panels
 * (`game/panels.js`). What the reader looks at is the view state, which never leaves this page.
 */

import { emptyBoard } from "../board/element.js";
import { rivalOf, squareOf } from "../models/table.js";
import { clockTitle, nameOfSide, secondsText, t } from "../text/catalogue.js";
import { el, fill, made } from "../ui/dom.js";
import { audiencesOf, statusOf, stillScene } from "./game/shown.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */
/** @typedef {import("./game/shown.js").Place} Place */
/** @typedef {import("./game/shown.js").SetView} SetView */
/** @typedef {import("./game/shown.js").ViewState} ViewState */
/** @typedef {ReturnType<typeof createFrame>} Frame */
/** @typedef {ReturnType<typeof emptyBoard>} Board */

/** Two who are both there need not be asked: the question would only flash. */
const ASKING_AFTER_MS = 600;
/** What has a panel of its own: sheets beside the board, and what stands in the place of the moves. */
const SHEETS = /** @type {const} */ (["about", "why", "share"]);
const PLACES = /** @type {const} */ ([...SHEETS, "times", "keys", "appearance", "ruling"]);

/** @type {ViewState} */
const FIRST_VIEW = { selected: null, flipped: false, replay: null, place: null, asking: null, typing: false, more: false };

/** The parts of the page, by the names of their panels. @param {Board} board */
function createFrame(board) {
  const section = (/** @type {string} */ name, /** @type {string | null} */ role = "region") => made(el("section", { class: name, role }));
  const hidden = (/** @type {string} */ name) => made(el("section", { class: name, role: "region", hidden: true }));
  const part = {
    upper: section("pbar card opp", null),
    lower: section("pbar card mine", null),
    slot: made(el("div", { class: "slot", role: "region" })),
    strip: section("card strip", "group"),
    moves: section("card mv"),
    end: made(el("div", { class: "endbox", hidden: true })),
    actions: section("card foot acts5", "group"),
    headline: section("headline", "group"),
    tournament: made(el("section", { class: "card", hidden: true })),
    rival: made(el("section", { class: "card pad col s", hidden: true })),
    about: hidden("card sheet"),
    why: hidden("card sheet"),
    share: hidden("card sheet"),
    talk: section("card talk"),
    times: hidden("card times"),
    keys: hidden("card keys"),
    appearance: hidden("card looks"),
    ruling: hidden("ruling"),
    ready: section("card readycard"),
  };
  const frame = made(
    el(
      "div",
      { class: "game" },
      el("div", { class: "left" }, part.tournament, part.about, part.why, part.share, part.rival, part.talk),
      part.headline,
      board,
      part.ready,
      el("div", { class: "right" }, part.upper, part.slot, part.end, part.moves, part.times, part.keys, part.appearance, part.ruling, part.strip, part.actions, part.lower),
    ),
  );
  const heading = made(el("h1", { class: "sr" }));
  return { part, frame, heading, root: made(el("main", {}, heading, frame)) };
}

/** Show the parts that are open, and how the game stands. @param {Frame} frame @param {App} app @param {ViewState} view */
function lay({ part, frame }, { link, silent, room }, { place, replay, typing }) {
  const isSheet = SHEETS.some((sheet) => sheet === place);
  for (const one of PLACES) part[one].hidden = place !== one;
  part.strip.hidden = replay === null;
  part.end.hidden = !room?.table?.outcome;
  part.talk.hidden = room?.gone != null || isSheet || audiencesOf(room).length === 0;
  frame.classList.toggle("typing", typing);
  frame.classList.toggle("stale", link !== "open" || silent);
  frame.classList.toggle("looking", room?.viewedPly != null);
  frame.dataset.place = place ?? "moves";
  frame.toggleAttribute("data-over", !part.end.hidden);
  frame.toggleAttribute("data-beside", place === "talk" || isSheet);
}

/**
 * What the reader does on the board.
 * @param {Board} board @param {Actions} actions @param {() => App["room"]} roomNow @param {SetView} setView @param {() => void} letGo
 */
function followHand(board, actions, roomNow, setView, letGo) {
  board.addEventListener("xq-select", (event) => {
    const { square } = /** @type {CustomEvent<{square: string | null}>} */ (event).detail;
    setView({ selected: square === null ? null : squareOf(square) });
  });
  board.addEventListener("xq-move", (event) => {
    const { uci } = /** @type {CustomEvent<{uci: string}>} */ (event).detail;
    const room = roomNow();
    letGo();
    const isWeighed = actions.app().settings.confirm ?? room?.table?.terms.clock.type === "correspondence";
    actions.room({ type: isWeighed && room?.weighing !== uci ? "weigh" : "choose", uci });
  });
  board.addEventListener("xq-give-up", () => {
    const room = roomNow();
    if (room?.premove) actions.room({ type: "order", what: "cancel_premove" });
    else if (room?.weighing) actions.room({ type: "keep_thinking" });
  });
}

/** What may be done on the board, and what is marked there. */
async function fetchHand() {
  const [scenes] = await Promise.all([
    import(/* soon */ "./game/scene.js"),
    import(/* soon */ "../board/grid.js"),
    import(/* soon */ "../models/intents.js"), // before a move, and before a line dies
  ]);
  return scenes;
}

/** The panels that are wanted besides those of every game. @param {App} app @param {ViewState} view */
function wantedOf({ room }, { place, replay }) {
  const table = room?.table;
  return [place, replay && "strip", table?.outcome && "end", table?.tournament && "tournament", isAsked(room) && "ready", table && rivalOf(table) && "rival"];
}

/** Whether the reader is asked if the game may begin. @param {App["room"]} room */
const isAsked = (room) => room?.table?.status === "readying" && room.table.you !== null;

/**
 * What is opened takes the focus, and gives it back when it closes.
 * @param {Frame} frame
 */
function createFocus({ part }) {
  /** What has been opened and has not had the focus yet. @type {Place | null} */
  let opened = null;
  /** What had the focus before. @type {Element | null} */
  let opener = null;
  return {
    /** Of a change of place: what is done after it is drawn. @param {Place | null} from @param {Place | null} to */
    follow(from, to) {
      const held = document.activeElement;
      const left = PLACES.find((place) => place === from && part[place].contains(held));
      if (to && to !== from && !left) opener = held;
      if (to !== from) opened = to;
      return () => {
        const back = opener?.isConnected ? opener : part.headline.querySelector("button");
        if (left && to !== from) /** @type {HTMLElement | null} */ (back)?.focus();
      };
    },
    give() {
      const place = PLACES.find((one) => one === opened);
      const title = place && /** @type {HTMLElement | null} */ (part[place].querySelector("h2[tabindex]"));
      if (!title) return;
      title.focus({ preventScroll: true });
      opened = null;
    },
  };
}

/** A pair that is not there at once is asked in the place of the board. @param {HTMLElement} frame */
function createAsking(frame) {
  let isShown = false;
  return (/** @type {boolean} */ isNow) => {
    if (isNow && !isShown) setTimeout(() => frame.classList.toggle("asking", isShown), ASKING_AFTER_MS);
    isShown = isNow;
    if (!isNow) frame.classList.remove("asking");
  };
}

/** Show the ply that an address names, such as `/game/abcd?ply=31`, when it is a new one. @param {Actions} actions */
function createPlyOfAddress(actions) {
  let seen = "";
  return (/** @type {App} */ { room }) => {
    const asked = location.hash || location.search;
    if (!room?.table || asked === seen) return;
    seen = asked;
    const [, ply] = asked.match(/^(?:#|\?ply=)(\d{1,5})$/) ?? [];
    if (ply) queueMicrotask(() => actions.room({ type: "show_ply", ply: Number(ply) }));
  };
}

/**
 * The page of a game.
 * @param {Actions} actions @returns {import("../page").View}
 */
export function create(actions) {
  let view = FIRST_VIEW;
  /** @type {App | null} */
  let shown = null;
  /** @type {Awaited<ReturnType<typeof fetchHand>> | null} */
  let hand = null;
  const left = new AbortController();
  const board = emptyBoard(false);
  board.className = "theboard";
  const frame = createFrame(board);
  const { part, root } = frame;
  const focus = createFocus(frame);
  const ask = createAsking(frame.frame);
  const followHash = createPlyOfAddress(actions);
  /** @type {ReturnType<typeof import("./game/panels.js").createPanels> | null} */
  let panels = null;
  const redraw = () => shown && render(shown);

  /** @type {SetView} */
  function setView(change) {
    const next = { ...view, ...change };
    const drawn = focus.follow(view.place, next.place);
    view = next;
    redraw();
    drawn();
  }

  followHand(board, actions, () => shown?.room ?? null, setView, () => void (view = { ...view, selected: null }));
  const ready = fetchHand().then((fetched) => {
    hand = fetched;
    redraw();
  });
  addEventListener("keydown", (event) => void panels?.key(event), { signal: left.signal });
  void ready.then(async () => {
    const { createPanels } = await import("./game/panels.js");
    panels = createPanels(part, { actions, setView, board, toBoard: () => board.focus(), toField: () => panels?.focus("moves") }, redraw);
    await panels.furnish();
  });

  /** @param {App} app */
  function render(app) {
    shown = app;
    followHash(app);
    board.scene = (hand?.sceneOf ?? stillScene)(app, view);
    void hand?.fetchCycles(app, view).then((hasMore) => hasMore && redraw());
    fill(frame.heading, title(app));
    lay(frame, app, view);
    ask(isAsked(app.room));
    if (view.place === "appearance") actions.allSets();
    panels?.render(app, view, wantedOf(app, view));
    focus.give();
  }

  return {
    ...{ root, render, title, heading: headingOf, ready },
    tick: (serverMs) => panels?.tick(serverMs),
    hear: (message) => panels?.hear(message),
    leave() {
      left.abort();
      panels?.leave();
    },
  };
}

/** Where the game stands, and who plays it. @param {App} app */
function title(app) {
  const table = app.room?.table;
  const players = table?.red && table.black && t("game.players", { red: nameOfSide(table, "red"), black: nameOfSide(table, "black") });
  return [statusOf(app), players].filter(Boolean).join(" · ");
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
