/**
 * The page as a whole: which page is shown, what all of them share, and what they may do.
 *
 * It holds all that is shown, hands messages to the models and to the page, and does what
 * they ask for. Decisions are in the models, drawing is in the pages: each is one module,
 * fetched when its address is gone to.
 */

import { freshId, openLink } from "./link.js";
import { isOurTurn, unseenRoom, update as updateRoom } from "./room_model.js";
import { chosenFrom, keepSettings, keptSettings, settingsFrom, wear } from "./settings.js";
import { personText, t, useLanguage } from "./text/catalogue.js";
import { fill } from "./view/dom.js";

/** @typedef {import("./page").App} App */
/** @typedef {import("./page").CreateView} CreateView */
/** @typedef {import("./page").Deeds} Deeds */
/** @typedef {import("./page").Route} Route */
/** @typedef {import("./page").Settings} Settings */
/** @typedef {import("./messages").ServerMessage} ServerMessage */
/** @typedef {import("./room_model.js").Effect | import("./lobby_model.js").Effect | import("./calls_model.js").Effect | import("./voice.js").Heard} Effect */

const TOKEN_KEY = "xiangqi.token";
const TICK_MS = 100;
const TRY_AGAIN_MS = 300;
const AWAKE_MS = 5_000;
const RELOAD_AFTER_MS = 1_000;
/** How browsers word that a module could not be fetched. */
const UNFETCHED = /dynamically imported module|importing a module script/i;
/** Whoever has touched the page so lately is there. */
const ATTENTIVE_MS = 20_000;

/**
 * All pages by the first word of their address, each with the groups of sentences it says.
 * @type {Record<string, {load: () => Promise<CreateView>, texts: string[]}>}
 */
const PAGES = {
  home: { load: loadHome, texts: ["lobby"] },
  game: { load: async () => (await import("./view/game.js")).createGame, texts: [] },
  games: { load: async () => (await import("./pages/games.js")).create, texts: ["pages", "games"] },
  archive: { load: async () => (await import("./pages/archive.js")).create, texts: ["pages", "games"] },
  ranks: { load: async () => (await import("./pages/ranks.js")).create, texts: ["pages", "games"] },
  ladder: { load: async () => (await import("./pages/ladder.js")).create, texts: ["pages", "games"] },
  watch: { load: async () => (await import("./pages/watch.js")).create, texts: ["pages", "games"] },
  me: { load: async () => (await import("./pages/me.js")).create, texts: ["pages", "social"] },
  learn: { load: async () => (await import("./pages/learn.js")).create, texts: ["pages", "learn"] },
  messages: { load: async () => (await import("./pages/messages.js")).create, texts: ["pages", "social"] },
  friends: { load: async () => (await import("./pages/friends.js")).create, texts: ["pages", "social"] },
  news: { load: async () => (await import("./pages/news.js")).create, texts: ["pages", "social"] },
  office: { load: async () => (await import("./pages/office.js")).create, texts: ["pages", "social"] },
  signup: { load: async () => (await import("./pages/signup.js")).create, texts: ["pages", "account"] },
  signin: { load: async () => (await import("./pages/signin.js")).create, texts: ["pages", "account"] },
  account: { load: async () => (await import("./pages/account.js")).create, texts: ["pages", "account"] },
  player: { load: async () => (await import("./pages/player.js")).create, texts: ["pages", "social", "account", "games"] },
  players: { load: async () => (await import("./pages/players.js")).create, texts: ["pages", "social", "account"] },
  settings: { load: async () => (await import("./pages/settings.js")).create, texts: ["pages"] },
};

/** @param {string} id @returns {HTMLElement} */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} text of an address */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not of our making: nobody has this name
  }
}

/** @param {string} path @returns {Route | null} null where we have no page */
function routeOf(path) {
  if (path === "/") return { page: "home", part: "" };
  const [, page, rest = ""] = path.match(/^\/([a-z]+)(?:\/([^/?#]*))?$/) ?? [];
  if (page === undefined || page === "home" || !(page in PAGES) || (page === "game" && !rest)) return null;
  return { page, part: decoded(rest) };
}

/** @type {App} */
let app = {
  route: routeOf(location.pathname) ?? { page: "home", part: "" },
  link: "opening",
  lagMs: null,
  offsetMs: 0,
  pausedAtMs: null,
  me: "",
  name: "",
  guest: true,
  operator: false,
  unread: 0,
  games: [],
  rules: [],
  settings: settingsFrom(keptSettings(), navigator.languages),
  room: null,
  lobby: null,
  calls: { incoming: [], offered: [] },
};
/** @type {import("./page").View | null} */
let view = null;
/** @type {typeof import("./lobby_model.js") | null} */
let lobbyModel = null;
/** @type {typeof import("./calls_model.js") | null} */
let callsModel = null;
/** Rooms that were left before they came. @type {Set<string>} */
const leftUnseen = new Set();
/** @type {Promise<void> | null} */
let callsComing = null;
/** @type {Promise<void> | null} */
let setsComing = null;
/** What is needed at first has come. */
let isDrawnOnce = false;
/** What came of challenges before their module. @type {ServerMessage[]} */
const early = [];
/** @type {ReturnType<typeof import("./view/calls.js").createCalls> | null} */
let drawCalls = null;
/** @type {ReturnType<typeof openLink> | null} */
let link = null;
/** @type {ReturnType<typeof import("./view/top.js").createTop> | null} */
let top = null;
/** @type {ReturnType<typeof import("./errands.js").createErrands> | null} */
let errands = null;
/** @type {ReturnType<typeof import("./asking.js").createAsker> | null} */
let asker = null;
/** By what a change is heard, when it has come. @type {typeof import("./voice.js") | null} */
let voice = null;
/** From the first gesture on; before it no browser lets a page sound. @type {ReturnType<typeof import("./sound.js").createSounds> | null} */
let play = null;
const wishes = import(/* soon */ "./wishes.js");
let isDrawn = true;
/** Which visit to a page is the latest; an older one that loads late is not shown. */
let visits = 0;

/** A clock that no one sets. */
const localMs = () => performance.timeOrigin + performance.now();

/** The server's time now; it stands still while the server pauses. */
const serverMs = () => app.pausedAtMs ?? localMs() + app.offsetMs;

/** Change what is shown; drawn once when all changes of the moment are made. @param {Partial<App>} change */
function show(change) {
  app = { ...app, ...change };
  if (isDrawn) queueMicrotask(draw);
  isDrawn = false;
}

function draw() {
  isDrawn = true;
  top?.(app, view?.heading?.(app) ?? "");
  drawCalls?.(app);
  if (view) {
    view.render(app);
    view.tick?.(serverMs());
    document.title = `${view.title(app)} · ${t("app.name")}`;
  }
  errands?.callToMove(app.room !== null && isOurTurn(app.room));
  showUp();
}

/** In which room we have said that we are there; said once a connection. */
let shownUpIn = "";

/** When the reader last pressed a key or a button. */
let touchedMs = 0;

/** A pair was found: whoever looks at the page and has just used it is there; others must say so. */
function showUp() {
  const { room } = app;
  const table = room?.table;
  const isAsked = table?.ready && table.you && !table.ready[table.you];
  if (!isAsked || room?.room === shownUpIn || document.visibilityState !== "visible" || !document.hasFocus()) return;
  if (performance.now() - touchedMs > ATTENTIVE_MS) return;
  shownUpIn = room?.room ?? "";
  deeds.wish({ type: "order", what: "ready" });
}

const stayAwake = () => void errands?.stayAwake(app.room?.table?.status === "playing");

// Messages in, effects out.

/** @param {ServerMessage | import("./room_model.js").Tiding} message */
function tellRoom(message) {
  if (app.room) becomes(app.room, message, updateRoom(app.room, message));
}

/** @param {import("./wishes.js").Wish} wanted */
async function wishOfRoom(wanted) {
  const { wish } = await wishes;
  if (app.room) becomes(app.room, null, wish(app.room, wanted));
}

/**
 * The room is another one now; the message is null after a wish of our own.
 * @param {import("./room_model.js").RoomModel} before
 * @param {ServerMessage | import("./room_model.js").Tiding | null} message
 * @param {import("./room_model.js").Update} update
 */
function becomes(before, message, [room, effects]) {
  show({ room });
  effects.forEach(perform);
  voice?.heard(before, message, room).forEach(perform);
}

/** @param {ServerMessage | import("./lobby_model.js").LobbyWish} message */
function tellLobby(message) {
  if (!app.lobby || !lobbyModel) return;
  const [lobby, effects] = lobbyModel.update(app.lobby, message);
  show({ lobby });
  effects.forEach(perform);
}

/** @param {ServerMessage | import("./calls_model.js").CallsTiding} message */
function tellCalls(message) {
  if (!callsModel) {
    if (message.type !== "challenged" && message.type !== "challenge_over") return;
    early.push(message);
    if (isDrawnOnce) void addCalls();
    return;
  }
  const [calls, effects] = callsModel.update(app.calls, message);
  if (calls === app.calls && effects.length === 0) return;
  show({ calls });
  const room = "room" in message ? message.room : null;
  const isSeen = room !== null && app.route.page === "game" && app.route.part === room;
  effects.filter(({ kind }) => kind === "send" || !isSeen).forEach(perform); // its own page says it all
  if (isSeen && calls.offered.some((one) => one.room === room && one.answer)) tellCalls({ type: "put_away", room });
}

/** Rooms of ours that still wait are heard of again, after a reload too. */
async function findWaiting() {
  if (!callsModel || app.games.length === 0) return;
  const { rows } = await deeds.ask({ type: "my_games" }).catch(() => ({ rows: [] }));
  const rooms = rows.filter(({ status }) => status === "waiting").map(({ room }) => room);
  tellCalls({ type: "found", rooms, id: freshId() });
}

/** @param {Effect} effect */
function perform(effect) {
  switch (effect.kind) {
    case "send":
      link?.send(effect.message);
      return;
    case "go":
      go(`/game/${effect.room}`);
      return;
    case "try_again":
      setTimeout(() => tellRoom({ type: "try_again" }), TRY_AGAIN_MS);
      return;
    case "say":
      announce(t(effect.key, effect.vars), effect.urgent);
      return;
    case "speak":
      announce(effect.text, effect.urgent);
      return;
    case "sound":
      if (app.settings.sound) play?.(effect.sound, app.settings.volume);
      return;
    case "hear":
      if (!app.settings.muted)
        announce(t("say.chat", { who: personText(effect.line.name), text: effect.line.text }), false);
  }
}

/** Say something to those who listen. @param {string} text @param {boolean} urgent */
const announce = (text, urgent) => fill(part(urgent ? "urgent" : "polite"), text);

/** @param {ServerMessage} message */
function hear(message) {
  switch (message.type) {
    case "welcome":
      show({
        me: message.player,
        name: message.name,
        guest: message.guest,
        operator: message.operator,
        unread: 0,
        games: message.games,
        rules: message.rules,
        offsetMs: message.now_ms - localMs(),
        pausedAtMs: null,
      });
      shownUpIn = "";
      takeSettings(message.settings);
      tellCalls({ type: "arrived", id: freshId() });
      void findWaiting();
      asker?.again();
      enterRoom();
      arrive();
      return;
    case "notice":
      void tellNotice(message);
      return;
    case "ladder_changed":
      void tellLadder(message);
      break;
    case "account":
      show({ name: message.name, guest: message.guest });
      takeSettings(message.settings);
      break;
    case "letter":
      show({ unread: message.unread });
      break;
    case "unread":
      show({ unread: message.count });
      break;
    case "beat":
      show({ lagMs: message.rtt_ms, offsetMs: message.now_ms + (message.rtt_ms ?? 0) / 2 - localMs() });
      break;
    case "paused":
      show({ pausedAtMs: serverMs() });
      announce(message.text, true);
      return;
    case "resumed":
      show({ pausedAtMs: null });
      break;
    case "game":
      show({
        games: [...app.games.filter((game) => game.room !== message.room), { room: message.room, side: message.side }],
      });
      break;
    case "ended":
      show({ games: app.games.filter((game) => game.room !== message.room) });
  }
  tellRoom(message);
  tellLobby(message);
  tellCalls(message);
  if (message.type === "room" && leftUnseen.delete(message.room) && app.route.part !== message.room)
    leaveRoom(message.room, true);
  asker?.hear(message);
  view?.hear?.(message);
}

/** @param {import("./messages").Notice} notice of the operators */
async function tellNotice(notice) {
  const words = useLanguage(app.settings.language, ["social"]);
  const [{ showNotice }] = await Promise.all([import("./view/notice.js"), words]);
  showNotice(part("notice"), notice);
}

/** @param {import("./messages").LadderChanged} changed by which one may be challenged */
async function tellLadder({ challenge }) {
  const words = useLanguage(app.settings.language, ["social"]);
  const [{ showLadderChallenge }] = await Promise.all([import("./view/notice.js"), words]);
  showLadderChallenge(part("notice"), challenge?.to.player === app.me && challenge.room === null ? challenge : null);
}

/** The line is open: ask for the room, also before its page can be shown. */
function enterRoom() {
  if (app.route.page === "game") tellRoom({ type: "connected", session: freshId(), me: app.me });
}

/** The line is open and the page is shown. */
function arrive() {
  if (!view) return;
  if (app.route.page === "home") tellLobby({ type: "arrived", id: freshId(), me: app.me });
  view.arrive?.(app);
}

// Where we are.

/** @param {string} path */
function go(path) {
  if (path !== location.pathname) history.pushState(null, "", path);
  void follow();
}

/**
 * See a room no longer, unless it waits for somebody; of one that was never seen we know when it comes.
 * @param {string} room @param {boolean} isSeen
 */
function leaveRoom(room, isSeen) {
  if (!isSeen) leftUnseen.add(room);
  else if (!callsModel?.follows(app.calls, room)) link?.send({ type: "leave", id: freshId(), room });
}

/** Leave the page that is shown for the one of the address. */
async function follow() {
  const before = app.route;
  const route = routeOf(location.pathname) ?? before;
  if (before.page === "game" && app.room) leaveRoom(before.part, app.room.table !== null);
  if (before.page === "home" && app.lobby?.seen) link?.send({ type: "leave_lobby", id: freshId() });
  tellLobby({ type: "away" });
  view?.leave?.();
  show({ route, room: route.page === "game" ? unseenRoom(route.part) : null });
  if (app.link === "open") enterRoom();
  if (route.page !== "game") void allSets();
  await showView();
  if (isDrawnOnce && route.page !== "game") void addCalls();
  const title = /** @type {HTMLElement | null} */ (view?.root.querySelector("h1"));
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Make the page of the route; what it needs is fetched first. */
async function showView() {
  const visit = (visits += 1);
  view = null;
  const { page, part: rest } = app.route;
  const { load, texts } = PAGES[page];
  const [create] = await Promise.all([load(), useLanguage(app.settings.language, texts)]).catch(missed);
  if (visit !== visits) return;
  document.body.classList.toggle("in-game", page === "game");
  view = create(deeds, rest);
  fill(part("page"), view.root);
  draw();
  if (app.link === "open") arrive();
}

/** The files of a page cannot be had: the server has newer ones, or is away. @returns {Promise<never>} */
async function missed() {
  do await new Promise((again) => setTimeout(again, RELOAD_AFTER_MS));
  while (app.link !== "open");
  location.reload();
  return new Promise(() => {});
}

/** @returns {Promise<CreateView>} */
async function loadHome() {
  const [home, model] = await Promise.all([import("./view/home.js"), import("./lobby_model.js")]);
  lobbyModel = model;
  show({ lobby: app.lobby ?? model.UNSEEN_LOBBY });
  return home.createHome;
}

/** A link to a page of ours stays in the page, unless it is to be opened elsewhere. @param {MouseEvent} event */
function clicked(event) {
  const anchor = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!anchor || !isPlain || event.defaultPrevented || anchor.target || anchor.hasAttribute("download")) return;
  const path = anchor.getAttribute("href") ?? "";
  if (!deeds.knows(path)) return;
  event.preventDefault();
  go(path);
}

// What the views may do.

/** @type {Deeds} */
const deeds = {
  allSets: () => void allSets(),
  wish: (wish) => void wishOfRoom(/** @type {import("./wishes.js").Wish} */ ({ ...wish, id: freshId() })),
  seek: (wish) => tellLobby(/** @type {import("./lobby_model.js").LobbyWish} */ ({ ...wish, id: freshId() })),
  async ask(question) {
    const { createAsker } = await import("./asking.js");
    asker ??= createAsker((message) => link?.send(message), freshId);
    return asker.ask(question);
  },
  async challenge(wanted) {
    const { room } = await deeds.ask({ type: "challenge", ...wanted });
    tellCalls({ type: "found", rooms: room === null ? [] : [room], id: freshId() });
  },
  call: (tiding) => tellCalls(tiding),
  go,
  knows: (path) => path.startsWith("/") && routeOf(path) !== null,
  set(change) {
    const chosen = { ...keptSettings(), ...change };
    void applySettings(chosen);
    if (!app.guest) link?.send({ type: "set_settings", id: freshId(), settings: chosen });
  },
  become(token) {
    keepToken(token);
    link?.restart();
  },
  toast: (text) => errands?.toast(text),
  announce: (text, urgent = false) => announce(text, urgent),
  copy: (text, done, instead) => void errands?.copy(text, done, instead),
};

/** @param {string | null} token */
function keepToken(token) {
  if (token) localStorage.setItem(TOKEN_KEY, token);
  else localStorage.removeItem(TOKEN_KEY);
}

/** What the account keeps goes before what this browser does. @param {import("./messages").AccountSettings} settings */
function takeSettings(settings) {
  const told = chosenFrom(Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)));
  if (Object.keys(told).length > 0) void applySettings({ ...keptSettings(), ...told });
}

/** @param {Partial<Settings>} chosen */
async function applySettings(chosen) {
  const settings = settingsFrom(chosen, navigator.languages);
  const isNewLanguage = settings.language !== app.settings.language;
  keepSettings(chosen);
  show({ settings });
  wear(settings);
  if (settings.pieces !== "traditional") void allSets();
  if (!isNewLanguage) return;
  // The server words some things, so the room comes anew; what was not sent yet stays.
  if (app.room) show({ room: { ...app.room, version: 0 } });
  view?.leave?.();
  link?.restart();
  await showView();
}

/** Outlines: those every page needs, or those of the other piece sets. @param {"sprite" | "sets"} name */
async function loadArt(name) {
  const answer = await fetch(new URL(`../art/${name}.svg`, import.meta.url));
  const outlines = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  part("sprite").append(document.adoptNode(outlines));
}

/** The outlines of all piece sets, once. */
const allSets = () => (setsComing ??= loadArt("sets"));

/** What is not needed for the first look. */
async function addRest() {
  const [bar, services] = await Promise.all([import("./view/top.js"), import("./errands.js")]);
  errands = services.createErrands(part("toast"));
  top = bar.createTop({ top: part("top"), menu: part("menu"), tabs: part("tabs") }, deeds);
  isDrawnOnce = true;
  show({});
  if (app.route.page !== "game" || early.length > 0) await addCalls();
}

/** Challenges, on every page; beside a game when the first one comes. */
const addCalls = () => (callsComing ??= fetchCalls());

async function fetchCalls() {
  const [model, notices] = await Promise.all([import("./calls_model.js"), import("./view/calls.js")]);
  callsModel = model;
  drawCalls = notices.createCalls(part("calls"), deeds, serverMs);
  early.splice(0).forEach(tellCalls);
  show({});
  void findWaiting();
}

/** Words for those who listen, and sounds. */
async function addVoice() {
  const { isShort } = (voice = await import("./voice.js"));
  const unlock = () =>
    void import("./sound.js").then(
      ({ createSounds }) => (play ??= createSounds()),
      () => {}, // no line: the next gesture tries again
    );
  for (const gesture of ["pointerdown", "keydown"])
    addEventListener(gesture, () => play ?? unlock(), { capture: true });
  let wasShort = true; // of a clock that was low when we came, nothing is said
  setInterval(() => {
    const isLow = isShort(app.room, serverMs());
    if (isLow && !wasShort) perform({ kind: "sound", sound: "low" });
    wasShort = isLow;
  }, TICK_MS);
}

async function start() {
  wear(app.settings);
  if (app.route.page === "game") show({ room: unseenRoom(app.route.part) });
  link = openLink(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, {
    introduction: () => ({ token: localStorage.getItem(TOKEN_KEY), language: app.settings.language }),
    keepToken,
    hear,
    changed: (state) => show({ link: state, lagMs: state === "open" ? app.lagMs : null }),
    wake(hurry) {
      addEventListener("online", hurry);
      document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hurry());
    },
  });
  void loadArt("sprite");
  if (app.settings.pieces !== "traditional" || app.route.page !== "game") void allSets();
  await showView();
  const { ready } = /** @type {import("./page").View} */ (/** @type {unknown} */ (view) ?? {});
  void Promise.resolve(ready).then(addRest).then(addVoice);
  addEventListener("unhandledrejection", (event) => {
    if (!UNFETCHED.test(String(event.reason?.message))) return;
    event.preventDefault();
    void missed();
  });
  addEventListener("popstate", () => void follow());
  addEventListener("click", clicked);
  for (const gesture of ["pointerdown", "keydown"])
    addEventListener(gesture, () => (touchedMs = performance.now()), { capture: true, passive: true });
  addEventListener("focus", showUp);
  document.addEventListener("visibilitychange", showUp);
  document.addEventListener("visibilitychange", stayAwake);
  setInterval(() => view?.tick?.(serverMs()), TICK_MS);
  setInterval(stayAwake, AWAKE_MS);
}

void start();
