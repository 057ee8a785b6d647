/**
 * The page as a whole: it holds all that is shown, hands messages to the models, and does
 * what they ask for. Decisions are in the models, drawing is in the views.
 */

import { freshId, openLink } from "./link.js";
import { isOurTurn, unseenRoom, update as updateRoom } from "./room_model.js";
import { chooseLanguage, t, useLanguage } from "./text/catalogue.js";
import { el, fill } from "./view/dom.js";
import { createGame } from "./view/game.js";

/** @typedef {import("./page").App} App */
/** @typedef {import("./page").Deeds} Deeds */
/** @typedef {import("./page").Route} Route */
/** @typedef {import("./page").Settings} Settings */
/** @typedef {import("./messages").ServerMessage} ServerMessage */
/** @typedef {import("./room_model.js").Effect | import("./lobby_model.js").Effect} Effect */

const TOKEN_KEY = "xiangqi.token";
const SETTINGS_KEY = "xiangqi.settings";
const TOAST_MS = 4_000;
const TICK_MS = 100;
const TRY_AGAIN_MS = 300;
const AWAKE_MS = 5_000;

/** @param {string} id @returns {HTMLElement} */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** What the reader has chosen, in this browser. @returns {Partial<Settings>} */
const keptSettings = () => JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? "{}");

/** What is not chosen follows from the language. @param {Partial<Settings>} kept @returns {Settings} */
function settingsFrom(kept) {
  const language = chooseLanguage(kept.language ?? null, navigator.languages);
  const notation = language.startsWith("zh") ? "chinese" : "wxf";
  const pieces = language === "zh-Hans" ? "simplified" : "traditional";
  return { notation, pieces, theme: "system", muted: false, ...kept, language };
}

/** @param {string} path @returns {Route} */
function routeOf(path) {
  const room = path.match(/^\/game\/([a-z0-9]+)\/?$/)?.[1];
  return room ? { name: "game", room } : { name: "home" };
}

/** @type {App} */
let app = {
  route: routeOf(location.pathname),
  link: "opening",
  lagMs: null,
  offsetMs: 0,
  pausedAtMs: null,
  me: "",
  games: [],
  rules: [],
  settings: settingsFrom(keptSettings()),
  room: null,
  lobby: null,
};
/** @type {import("./page").View | null} */
let view = null;
/** @type {typeof import("./lobby_model.js") | null} */
let lobbyModel = null;
/** @type {ReturnType<typeof openLink> | null} */
let link = null;
/** @type {ReturnType<typeof import("./view/top.js").createTop> | null} */
let top = null;
/** @type {WakeLockSentinel | null} */
let awake = null;
let isDrawn = true;

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
  if (view) {
    view.render(app);
    view.tick?.(serverMs());
    document.title = `${view.title(app)} · ${t("app.name")}`;
  }
  callToMove(app.room !== null && isOurTurn(app.room));
}

/** The tab's sign carries a dot when it is our turn. @param {boolean} isCalled */
function callToMove(isCalled) {
  const sign = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  const href = new URL(`../art/${isCalled ? "icon-turn" : "icon"}.svg`, import.meta.url).href;
  if (sign.href !== href) sign.href = href;
}

/** A phone that shows a game being played does not go to sleep. */
async function stayAwake() {
  const isPlaying = app.room?.table?.status === "playing" && document.visibilityState === "visible";
  if (!isPlaying) {
    await awake?.release();
    awake = null;
  } else if (awake === null || awake.released) {
    // Refused when the battery is low, absent outside secure pages: then the phone may sleep.
    awake = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  }
}

// Messages in, effects out.

/** @param {ServerMessage | import("./room_model.js").Wish} message */
function tellRoom(message) {
  if (!app.room) return;
  const [room, effects] = updateRoom(app.room, message);
  show({ room });
  effects.forEach(perform);
}

/** @param {ServerMessage | import("./lobby_model.js").LobbyWish} message */
function tellLobby(message) {
  if (!app.lobby || !lobbyModel) return;
  const [lobby, effects] = lobbyModel.update(app.lobby, message);
  show({ lobby });
  effects.forEach(perform);
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
    case "hear":
      if (!app.settings.muted) announce(t("say.chat", { who: effect.line.name, text: effect.line.text }), false);
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
        games: message.games,
        rules: message.rules,
        offsetMs: message.now_ms - localMs(),
        pausedAtMs: null,
      });
      enter();
      return;
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
}

/** The line is open: ask for what the page shows. */
function enter() {
  if (app.route.name === "game") tellRoom({ type: "connected", session: freshId(), me: app.me });
  else tellLobby({ type: "arrived", id: freshId(), me: app.me });
}

// Where we are.

/** @param {string} path */
function go(path) {
  history.pushState(null, "", path);
  void follow();
}

/** Show the page of the address. */
async function follow() {
  const before = app.route;
  const route = routeOf(location.pathname);
  if (before.name === "game" && app.room) link?.send({ type: "leave", id: freshId(), room: before.room });
  if (before.name === "home" && app.lobby?.seen) link?.send({ type: "leave_lobby", id: freshId() });
  tellLobby({ type: "away" });
  show({ route, room: route.name === "game" ? unseenRoom(route.room) : null });
  await showView();
  if (app.link === "open") enter();
}

async function showView() {
  document.body.classList.toggle("in-game", app.route.name === "game");
  view = app.route.name === "game" ? createGame(deeds) : await loadHome();
  fill(part("page"), view.root);
  show({});
}

async function loadHome() {
  const [home, model] = await Promise.all([import("./view/home.js"), import("./lobby_model.js")]);
  lobbyModel = model;
  show({ lobby: app.lobby ?? model.UNSEEN_LOBBY });
  return home.createHome(deeds);
}

// What the views may do.

/** @type {Deeds} */
const deeds = {
  wish: (wish) => tellRoom(/** @type {import("./room_model.js").Wish} */ ({ ...wish, id: freshId() })),
  seek: (wish) => tellLobby(/** @type {import("./lobby_model.js").LobbyWish} */ ({ ...wish, id: freshId() })),
  go,
  set: (change) => void applySettings({ ...keptSettings(), ...change }),
  copyLink: () => void copy(location.href, "toast.copied", t("toast.copy", { link: location.href })),
  copyGame: (path) => void copyGame(path),
};

/** @param {string} text @param {import("./text/catalogue.js").Key} done @param {string} instead */
async function copy(text, done, instead) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t(done));
  } catch {
    // No clipboard outside a secure page, or not allowed: say how to get it otherwise.
    toast(instead);
  }
}

/** @param {string} path of the game as a file */
async function copyGame(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer?.ok) await copy(await answer.text(), "toast.game_copied", t("toast.game_save"));
  else toast(t("toast.game_failed"));
}

/** @type {number | undefined} */
let toastTimer;
/** The echo of one's own act. @param {string} text */
function toast(text) {
  fill(part("toast"), el("div", { class: "toast" }, text));
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => fill(part("toast")), TOAST_MS);
}

/** @param {Partial<Settings>} kept */
async function applySettings(kept) {
  const settings = settingsFrom(kept);
  const isNewLanguage = settings.language !== app.settings.language;
  localStorage.setItem(SETTINGS_KEY, JSON.stringify(kept));
  show({ settings });
  wearTheme(settings.theme);
  if (!isNewLanguage) return;
  await useLanguage(settings.language);
  if (app.route.name === "game") show({ room: unseenRoom(app.route.room) });
  await showView();
  link?.restart();
}

/** @param {import("./page").Theme} theme */
function wearTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

// Keys for the whole page.

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.getAttribute("role") === "radio";
  if (!app.room || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
  const plies = app.room.table?.moves.length ?? 0;
  const ply = app.room.lookedAt ?? plies;
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: plies }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  deeds.wish({ type: "look", ply: to });
}

async function loadSprite() {
  const answer = await fetch(new URL("../art/sprite.svg", import.meta.url));
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  part("sprite").append(document.adoptNode(sprite));
}

/** What is not needed for the first look. */
async function addTop() {
  const { createTop } = await import("./view/top.js");
  top = createTop(part("top"), part("menu"), deeds);
  show({});
}

async function start() {
  wearTheme(app.settings.theme);
  if (app.route.name === "game") show({ room: unseenRoom(app.route.room) });
  link = openLink(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, {
    introduction: () => ({ token: localStorage.getItem(TOKEN_KEY), language: app.settings.language }),
    keepToken: (token) => (token ? localStorage.setItem(TOKEN_KEY, token) : localStorage.removeItem(TOKEN_KEY)),
    hear,
    changed: (state) => show({ link: state, lagMs: state === "open" ? app.lagMs : null }),
  });
  void loadSprite();
  await useLanguage(app.settings.language);
  await showView();
  if (app.route.name === "home" && app.link === "open") enter();
  void addTop();
  addEventListener("popstate", () => void follow());
  addEventListener("keydown", pressed);
  document.addEventListener("visibilitychange", () => void stayAwake());
  setInterval(() => view?.tick?.(serverMs()), TICK_MS);
  setInterval(() => void stayAwake(), AWAKE_MS);
}

void start();
