/**
 * The bar at the top and the tabs of a phone: where one can go, the state of the connection,
 * and the quick settings.
 *
 * Only pages that exist are named: a page that the router learns appears here.
 */

import { personText, t } from "../text/catalogue.js";
import { el, fill, icon, made, onChange, svg } from "../ui/dom.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */
/** @typedef {import("../text/catalogue.js").Key} Key */
/** @typedef {{path: string, key: Key, sign: string, pages: string[], on?: "desk" | "phone"}} Tab
 *   a way in, and the pages it stands for */

/** @type {Tab[]} */
const TABS = [
  { path: "/", key: "nav.play", sign: "play", pages: ["home", "computer"] },
  { path: "/watch", key: "nav.watch", sign: "tv", pages: ["watch", "masters"] },
  { path: "/tournaments", key: "nav.tournaments", sign: "trophy", pages: ["tournaments", "tournament"], on: "desk" },
  { path: "/games", key: "nav.games", sign: "board", pages: ["games", "archive"] },
  { path: "/tournaments", key: "nav.tournaments", sign: "trophy", pages: ["tournaments", "tournament"], on: "phone" },
  { path: "/ranks", key: "nav.ranks", sign: "trophy", pages: ["ranks", "ladder"], on: "desk" },
  { path: "/players", key: "nav.players", sign: "friends", pages: ["players", "player", "friends", "messages"], on: "desk" },
  { path: "/learn", key: "nav.learn", sign: "book", pages: ["learn"], on: "desk" },
  {
    path: "/me",
    key: "nav.me",
    sign: "user",
    on: "phone",
    pages: ["me", "settings", "ranks", "ladder", "players", "player", "friends", "messages", "learn", "news", "signin", "signup", "moderation"],
  },
];

/** What waits behind an address, shown as a number. @param {App} app @returns {Record<string, number>} */
const waiting = ({ games, unread }) => ({ "/games": games.length, "/me": unread, "/players": unread });

const GOOD_MS = 150;
const FAIR_MS = 400;

/** How good a line is, by its round trip. @param {number | null} lagMs */
const strength = (lagMs) => (lagMs === null || lagMs < GOOD_MS ? "" : lagMs < FAIR_MS ? "fair" : "weak");

const seal = () =>
  svg(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("rect", { class: "seal", width: 32, height: 32, rx: 7 }),
    svg("rect", { class: "seal-ring", x: 2.6, y: 2.6, width: 26.8, height: 26.8, rx: 4.8 }),
    svg("use", { class: "seal-sign", href: "#g-棋", transform: "translate(16 16) scale(.082)" }),
  );

/** @param {Tab} tab @param {App} app @param {boolean} isPhone */
function tabLink({ path, key, sign, pages }, app, isPhone) {
  const count = waiting(app)[path] ?? 0;
  return el(
    "a",
    { href: path, "aria-current": pages.includes(app.route.page) ? "page" : null },
    isPhone && icon(sign),
    t(key),
    count > 0 && el("span", { class: "pill", "aria-label": t("nav.waiting", { n: count }) }, String(count)),
  );
}

/**
 * Fills the hosts; the quick settings open in `menu`.
 * @param {{top: HTMLElement, menu: HTMLElement, tabs: HTMLElement}} hosts @param {Actions} actions
 * @returns {(app: App, heading: string) => void}
 */
export function createTop({ top, menu, tabs }, actions) {
  /** @type {App | null} */
  let shown = null;
  const name = made(el("span"));
  const skip = made(el("a", { class: "skip btn", href: "#page" }));
  const home = made(el("a", { class: "brand", href: "/" }, seal(), icon("prev"), name));
  const title = made(el("span", { class: "phone grow cut b" }));
  const nav = made(el("nav", { class: "desk" }));
  const bars = made(el("span", { "aria-hidden": "true" }, el("i"), el("i"), el("i")));
  const lag = made(el("span"));
  const ping = made(el("span", { class: "ping" }, bars, lag));
  const button = made(el(
    "button",
    { class: "btn quiet icon", "aria-controls": "menu", onclick: () => void open(menu.hidden) },
    icon("gear"),
  ));
  const me = made(el("a", { class: "btn quiet desk who me", href: "/me" }));
  const signup = made(el("a", { class: "btn desk who", href: "/signup", hidden: true }));
  fill(top, skip, home, title, nav, el("span", { class: "grow desk" }), ping, button, me, signup);

  async function drawMenu() {
    const { drawSettings } = await import("./quick_settings.js");
    if (shown) drawSettings(menu, shown, actions);
  }

  /** @param {boolean} isWanted */
  async function open(isWanted) {
    if (isWanted) await drawMenu();
    if (menu.contains(document.activeElement)) button.focus();
    menu.hidden = !isWanted;
    button.setAttribute("aria-expanded", String(isWanted));
  }

  // The catalogue of a new language comes a moment after the choice.
  const redraw = onChange(
    () => void drawMenu(),
    (/** @type {App} */ { settings }) => [settings, document.documentElement.lang],
  );

  const drawTabs = onChange(
    (/** @type {App} */ app) => {
      menu.hidden = true;
      const known = TABS.filter(({ path }) => actions.knows(path));
      for (const host of [nav, tabs]) host.setAttribute("aria-label", t("nav.label"));
      fill(nav, ...known.filter(({ on }) => on !== "phone").map((tab) => tabLink(tab, app, false)));
      fill(tabs, ...known.filter(({ on }) => on !== "desk").map((tab) => tabLink(tab, app, true)));
    },
    (app) => [app.route, waiting(app), document.documentElement.lang],
  );

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !menu.hidden) void open(false);
  });

  return (app, heading) => {
    shown = app;
    drawTabs(app);
    fill(name, t("app.name"));
    fill(title, heading);
    fill(skip, t("nav.skip"));
    fill(signup, t("nav.signup"));
    signup.hidden = !app.guest || !app.me;
    fill(me, icon("user", "s"), el("span", { class: "cut" }, app.name ? personText(app) : t("nav.me")));
    home.setAttribute("aria-label", t("app.home"));
    for (const part of [button, menu]) part.setAttribute("aria-label", t("settings.title"));
    button.setAttribute("aria-expanded", String(!menu.hidden));
    bars.className = `bars ${{ open: strength(app.lagMs), opening: "weak", lost: "off" }[app.silent ? "lost" : app.link]}`;
    fill(lag, app.link !== "open" ? t(`link.${app.link}`) : app.lagMs === null ? "" : t("link.lag", { n: app.lagMs }));
    ping.title = t("link.title");
    if (!menu.hidden) redraw(app);
  };
}
