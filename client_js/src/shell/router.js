/** Which page is shown: its address, its module, and how it comes and goes. */

import { t, useLanguage } from "../text/catalogue.js";
import { fill, focusTitle } from "../ui/dom.js";

/** @typedef {import("../page").Route} Route */
/** @typedef {import("../page").View} View */

const GAME_ID = /^[a-z0-9]{1,32}$/;
const TICK_MS = 100;
const RELOAD_AFTER_MS = 1_000;

/**
 * All pages by the first word of their address, which is the name of their module, each with the groups of sentences it says.
 * @type {Record<string, string>}
 */
const PAGES = {
  home: "lobby games masters",
  game: "",
  computer: "computer",
  lost: "pages",
  games: "pages games openings",
  archive: "pages games masters openings",
  ranks: "pages games",
  ladder: "pages games",
  watch: "pages games masters",
  tournaments: "pages tournaments",
  tournament: "pages tournaments",
  masters: "pages games masters learn openings",
  me: "pages social",
  learn: "pages learn",
  messages: "pages social",
  friends: "pages social",
  news: "pages social",
  moderation: "pages social",
  signup: "pages account",
  signin: "pages account",
  recover: "pages account",
  account: "pages account",
  player: "pages social account games tournaments",
  players: "pages social account",
  settings: "pages",
};

/** @param {string} text of an address */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not of our making: nobody has this name
  }
}

/** @param {string} path @returns {Route} the page `lost` where we have none */
export function routeOf(path) {
  if (path === "/") return { page: "home", part: "" };
  const [, page, rest = ""] = path.match(/^\/([a-z]+)(?:\/([^/?#]*))?$/) ?? [];
  const isOurs = Object.hasOwn(PAGES, page) && page !== "home" && (page !== "game" || GAME_ID.test(rest));
  return isOurs ? { page, part: decoded(rest) } : { page: "lost", part: "" };
}

/** Whether there is such a page. @param {string} path */
export const isPage = (path) => routeOf(path).page !== "lost";

/**
 * @param {{store: ReturnType<typeof import("./store.js").createStore>, session: ReturnType<typeof import("../session/session.js").openSession>,
 *   actions: import("../page").Actions, host: HTMLElement, before: (page: string) => unknown, calling: () => string}} page
 *   `before` gives what a page waits for; `calling` is what waits for the reader, and goes before where he is
 */
export function createRouter({ store, session, actions, host, before, calling }) {
  /** @type {View | null} */
  let view = null;
  let shownPage = "";
  /** Which visit to a page is the latest; an older one that loads late is not shown. */
  let visits = 0;

  /** Make the page of the route; what it needs is fetched first. @returns {Promise<boolean>} whether it is shown: a later visit goes before */
  async function show() {
    const visit = (visits += 1);
    const { app } = store;
    view?.leave?.();
    view = null;
    shownPage = pageOf(app);
    const module = /** @type {Promise<{create: import("../page").CreateView}>} */ (import(`../pages/${shownPage}.js`));
    const words = useLanguage(app.settings.language, PAGES[shownPage].split(" ").filter(Boolean));
    const [{ create }] = await Promise.all([module, words, before(shownPage)]).catch(() => missed());
    if (visit !== visits) return false;
    document.body.classList.toggle("in-game", shownPage === "game");
    view = create(actions, app.route.part);
    fill(host, view.root);
    store.draw();
    if (store.app.link === "open") view.arrive?.(store.app);
    return true;
  }

  /** @param {import("../page").App} app */
  const pageOf = ({ room, route }) => (room?.gone ? "lost" : route.page);

  /** Whether something is half written. */
  const isWriting = () =>
    [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(":is(input, textarea).inp"))].some(
      ({ value, defaultValue }) => value !== defaultValue,
    );

  /**
   * Files cannot be had: the server has newer ones, or is away. What was written on a page that stays is not lost
   * for that: the new files wait until it is sent.
   * @param {boolean} [stays] @returns {Promise<never>}
   */
  async function missed(stays = false) {
    do await new Promise((again) => setTimeout(again, RELOAD_AFTER_MS));
    while (store.app.link !== "open" || (stays && isWriting()));
    location.reload();
    return new Promise(() => {});
  }

  /** Leave the page that is shown for the one of the address. */
  async function follow() {
    const route = routeOf(location.pathname);
    store.show({ route });
    session.follow(route.page === "game" ? route.part : null);
    if (!(await show())) return; // where you have gone since takes the focus by itself
    if (view) focusTitle(view.root);
    scrollTo(0, 0);
  }

  /** @param {string} path */
  function go(path) {
    if (path !== location.pathname) history.pushState(null, "", path);
    void follow();
  }

  /** A link to a page of ours stays in the page, unless it is to be opened elsewhere. @param {MouseEvent} event */
  function clicked(event) {
    const anchor = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!anchor || !isPlain || event.defaultPrevented || anchor.target || anchor.hasAttribute("download")) return;
    const path = anchor.getAttribute("href") ?? "";
    if (!isPage(path)) return;
    event.preventDefault();
    go(path);
  }

  function tick() {
    if (!view) return;
    view.tick?.(session.now());
    const title = `${calling() || view.title(store.app)} · ${t("app.name")}`;
    if (document.title !== title) document.title = title;
  }

  store.drawnBy((app) => {
    if (shownPage && pageOf(app) !== shownPage && app.room?.gone) void show(); // there is no such game
    view?.render?.(app);
    tick();
  });
  session.listen((message) => {
    if (message.type === "welcome") view?.arrive?.(store.app);
    else view?.hear?.(message);
  });
  addEventListener("popstate", () => void follow());
  addEventListener("click", clicked);
  setInterval(tick, TICK_MS);

  return {
    show,
    go,
    missed,
    /** What stands in the top bar of a phone. */
    heading: () => view?.heading?.(store.app) ?? "",
    /** When one can act on the page that is shown. */
    ready: () => Promise.resolve(view?.ready),
  };
}
