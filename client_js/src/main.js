/**
 * Puts the page together: the session with the server, what is shown, which page shows it, and what pages may do.
 *
 * A message changes a model (`session/`, `models/`), what is shown is drawn anew (`shell/store.js`) by the page
 * (`shell/router.js`) and by what stands around it (`shell/extras.js`), and what these may do is `actions`.
 */

import { freshId } from "./session/link.js";
import { openSession, UNOPENED } from "./session/session.js";
import { createExtras, loadArt, part } from "./shell/extras.js";
import { createRouter, isPage, routeOf } from "./shell/router.js";
import { chosenFrom, keepSettings, keptSettings, settingsFrom, wear } from "./shell/settings.js";
import { createStore } from "./shell/store.js";
import { personText, t } from "./text/catalogue.js";
import { fill } from "./ui/dom.js";

/** @typedef {import("./page").Settings} Settings */

const TOKEN_KEY = "xiangqi.token";
/** How browsers word that a module could not be fetched. */
const UNFETCHED = /dynamically imported module|importing a module script/i;

const store = createStore({
  ...UNOPENED,
  route: routeOf(location.pathname),
  settings: settingsFrom(keptSettings(), navigator.languages),
  lobby: null,
  challenges: { incoming: [], offered: [], entering: [] },
  found: null,
  starting: null,
});

const session = openSession(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, {
  language: () => store.app.settings.language,
  features: ["ready"], // the reader is asked whether the game may begin
  token: {
    read: () => localStorage.getItem(TOKEN_KEY),
    keep: (token) => (token ? localStorage.setItem(TOKEN_KEY, token) : localStorage.removeItem(TOKEN_KEY)),
  },
  changed: store.show,
  perform,
  // A room that waits for somebody is heard of on every page.
  keeps: (room) => store.app.challenges.offered.some((one) => one.room === room && one.answer === null),
  wake(hurry, doubt) {
    addEventListener("offline", doubt);
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hurry());
  },
});

/** @type {import("./page").Actions} */
const actions = {
  allSets: () => void extras.allSets(),
  app: () => store.app,
  send: (message) => void session.send(message),
  room: (intent) => void session.act(intent),
  lobby: (intent) =>
    void extras.search().then(({ lobby }) => lobby.tell(/** @type {import("./models/lobby.js").LobbyIntent} */ ({ ...intent, id: freshId() }))),
  ask: session.ask,
  tell: (request) =>
    session.ask(request).catch((/** @type {Error} */ refusal) => {
      actions.toast(refusal.message);
      return null;
    }),
  async challenge(wanted) {
    const { room } = await session.ask({ type: "challenge", ...wanted });
    actions.challenges({ type: "found", rooms: room === null ? [] : [room], id: freshId() });
  },
  challenges: (signal) => void extras.search().then(({ challenges }) => challenges.tell(signal)),
  putFoundAway: (isLeft) => void extras.search().then(({ found }) => found.tell(isLeft ? { type: "put_away", id: freshId() } : { type: "gone_to" })),
  go: (path, isInstead) => router.go(path, isInstead),
  knows: isPage,
  set(change) {
    const chosen = { ...keptSettings(), ...change };
    applySettings(chosen);
    if (!store.app.guest) session.send({ type: "set_settings", id: freshId(), settings: chosen });
  },
  become(token) {
    if (token) localStorage.setItem(TOKEN_KEY, token);
    else localStorage.removeItem(TOKEN_KEY);
    session.restart();
  },
  toast: (text) => void extras.services().then(({ toast }) => toast(text)),
  announce,
  copy: (text, done, instead) => void extras.services().then(({ copy }) => copy(text, done, instead)),
};

const extras = createExtras({ store, session, actions, perform, heading: () => router.heading() });
const router = createRouter({
  ...{ store, session, actions },
  host: part("page"),
  before: (page) => page === "home" && extras.search(),
  calling: extras.calling,
});

/** Do what a model or the voice asks for. @param {import("./page").PageEffect} effect */
function perform(effect) {
  const { settings } = store.app;
  switch (effect.kind) {
    case "go":
      return router.go(`/game/${effect.room}`);
    case "say":
      return announce(t(effect.key, effect.vars), effect.urgent);
    case "speak":
      return announce(effect.text, effect.urgent);
    case "sound":
      return settings.sound ? extras.play(effect.sound) : undefined;
    case "hear":
      if (!settings.muted) announce(t("say.chat", { who: personText(effect.line), text: effect.line.text }));
  }
}

/** Say something to those who listen. @param {string} text @param {boolean} [urgent] */
function announce(text, urgent = false) {
  fill(part(urgent ? "urgent" : "polite"), text);
}

/** What the account keeps goes before what this browser does. @param {import("./messages").Settings} settings */
function takeSettings(settings) {
  const told = chosenFrom(Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)));
  if (Object.keys(told).length > 0) applySettings({ ...keptSettings(), ...told });
}

/** @param {Partial<Settings>} chosen */
function applySettings(chosen) {
  const settings = settingsFrom(chosen, navigator.languages);
  const isNewLanguage = settings.language !== store.app.settings.language;
  keepSettings(chosen);
  store.show({ settings });
  wear(settings);
  if (!isNewLanguage) return;
  session.restart(); // the server words some things; what was not sent yet stays
  void router.show();
}

session.listen((message) => {
  if (message.type === "welcome" || message.type === "account") takeSettings(message.settings);
  if (message.type === "paused") announce(message.text, true);
});
store.drawnBy(({ settings: { pieces, notation }, route }) => {
  if (pieces !== "traditional" || notation !== "wxf" || !["game", "home"].includes(route.page)) void extras.allSets().catch(() => null); // asked for again when the page is drawn again
});
addEventListener("unhandledrejection", (event) => {
  const { name, message } = Object(event.reason);
  if (name !== "Refusal" && !UNFETCHED.test(String(message))) return;
  event.preventDefault();
  if (name === "Refusal") actions.toast(message); // nobody else has shown it
  else void router.missed(true);
});

wear(store.app.settings);
void loadArt("sprite");
if (store.app.route.page === "game") session.follow(store.app.route.part);
void router.show().then((view) => view?.ready).then(extras.add);
