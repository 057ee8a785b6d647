/**
 * The bar at the top and the tabs of a phone: where one can go, the state of the connection,
 * and the quick settings.
 *
 * Only pages that exist are named: a page that the router learns appears here.
 */

import { personText, t } from "../text/catalogue.js";
import { el, fill, icon, onChange, svg } from "../ui/dom.js";

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
  { path: "/games", key: "nav.games", sign: "board", pages: ["games", "archive", "days"] },
  { path: "/tournaments", key: "nav.tournaments", sign: "trophy", pages: ["tournaments", "tournament"], on: "phone" },
  { path: "/ranks", key: "nav.ranks", sign: "trophy", pages: ["ranks", "ladder"], on: "desk" },
  { path: "/players", key: "nav.players", sign: "friends", pages: ["players", "player", "friends", "messages"], on: "desk" },
  { path: "/learn", key: "nav.learn", sign: "book", pages: ["learn", "help"], on: "desk" },
  {
    path: "/me",
    key: "nav.me",
    sign: "user",
    on: "phone",
    pages: ["me", "settings", "ranks", "ladder", "players", "player", "friends", "messages", "learn", "help", "news", "signin", "signup", "moderation"],
  },
];

/** What waits behind an address, shown as a number. @param {App} app @returns {Record<string, number>} */
const waiting = ({ waitingCount, unread }) => ({ "/games": waitingCount, "/me": unread, "/players": unread });

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

/** The line to the server: how good it is, or that there is none. @param {App} app */
function ping({ link, silent, lagMs }) {
  const bars = { open: strength(lagMs), opening: "weak", lost: "off" }[silent ? "lost" : link];
  const text = link !== "open" ? t(`link.${link}`) : lagMs === null ? "" : t("link.lag", { n: lagMs });
  const three = el("span", { class: `bars ${bars}`, "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  return el("span", { class: "ping", title: t("link.title") }, three, el("span", {}, text));
}

/**
 * Fills the hosts; the quick settings open in `menu`.
 * @param {{top: HTMLElement, menu: HTMLElement, tabs: HTMLElement}} hosts @param {Actions} actions
 * @returns {(app: App, heading: string) => void}
 */
export function createTop({ top, menu, tabs }, actions) {
  /** @type {App | null} */
  let shown = null;
  let title = "";

  async function drawMenu() {
    const { drawSettings } = await import("./quick_settings.js");
    if (shown) drawSettings(menu, shown, actions);
  }

  /** @param {boolean} isWanted */
  async function open(isWanted) {
    if (isWanted) await drawMenu();
    if (menu.contains(document.activeElement)) /** @type {HTMLElement | null} */ (top.querySelector("[aria-controls]"))?.focus();
    menu.hidden = !isWanted;
    if (shown) draw(shown);
  }

  // The catalogue of a new language comes a moment after the choice.
  const redraw = onChange(
    () => void drawMenu(),
    (/** @type {App} */ { settings }) => [settings, document.documentElement.lang],
  );

  /** @param {App} app */
  function draw(app) {
    const known = TABS.filter(({ path }) => actions.knows(path));
    const settings = t("settings.title");
    menu.setAttribute("aria-label", settings);
    tabs.setAttribute("aria-label", t("nav.label"));
    fill(tabs, ...known.filter(({ on }) => on !== "desk").map((tab) => tabLink(tab, app, true)));
    fill(
      top,
      el("a", { class: "skip btn", href: "#page" }, t("nav.skip")),
      el("a", { class: "brand", href: "/", "aria-label": t("app.home") }, seal(), icon("prev"), el("span", {}, t("app.name"))),
      el("span", { class: "phone grow cut b" }, title),
      el("nav", { class: "desk", "aria-label": t("nav.label") }, ...known.filter(({ on }) => on !== "phone").map((tab) => tabLink(tab, app, false))),
      el("span", { class: "grow desk" }),
      ping(app),
      el(
        "button",
        { class: "btn quiet icon", "aria-controls": "menu", "aria-label": settings, "aria-expanded": String(!menu.hidden), onclick: () => void open(menu.hidden) },
        icon("gear"),
      ),
      el("a", { class: "btn quiet desk who me", href: "/me" }, icon("user", "s"), el("span", { class: "cut" }, app.name ? personText(app) : t("nav.me"))),
      el("a", { class: "btn desk who", href: "/signup", hidden: !app.guest || !app.me }, t("nav.signup")),
    );
  }

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !menu.hidden) void open(false);
  });

  return (app, heading) => {
    if (app.route !== shown?.route) menu.hidden = true;
    [shown, title] = [app, heading];
    draw(app);
    if (!menu.hidden) redraw(app);
  };
}
