/** Which page is shown: its address, its module, and how it comes and goes. */

import { t, useLanguage } from "../text/catalogue.js";
import { el, fill, focusTitle, onChange } from "../ui/dom.js";

/** @typedef {import("../page").Route} Route */
/** @typedef {import("../page").View} View */

const GAME_ID = /^[a-z0-9]{1,32}$/;
const TICK_MS = 100;
const RELOAD_AFTER_MS = 1_000;
const MOST_KEPT = 20;

/**
 * All pages by the first word of their address, which is the name of their module, each with the groups of sentences it says.
 * @type {Record<string, string>}
 */
const PAGES = {
  home: "lobby games masters",
  hall: "pages tournaments boards",
  paper: "pages tournaments boards",
  game: "",
  computer: "computer",
  lost: "pages",
  settings: "pages",
  notices: "pages notices",
  games: "pages games openings",
  days: "pages games lobby days",
  archive: "pages games masters openings",
  masters: "pages games masters learn openings",
  watch: "pages games masters stage",
  ranks: "pages games",
  ladder: "pages games",
  learn: "pages learn",
  help: "pages help",
  ruling: "arbiter learn terms",
  board: "review arbiter learn",
  puzzle: "puzzles learn pages",
  tournaments: "pages tournaments terms",
  tournament: "pages tournaments boards",
  me: "pages social",
  messages: "pages social",
  friends: "pages social",
  news: "pages social",
  moderation: "pages social fair",
  signup: "pages account",
  signin: "pages account",
  recover: "pages account",
  account: "pages account",
  players: "pages social account",
  player: "pages social account games tournaments openings",
};

/** Pages that have no address of one word. */
const WITHIN = ["home", "hall", "paper"];

/** @param {string} text of an address */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not of our making: nobody has this name
  }
}

/** The pages whose address is a question, which are made anew; what stands behind the sign is read by the page itself. */
const ASKING = ["ruling", "board", "game"];

/** @param {string} path @returns {Route} the page `lost` where we have none */
export function routeOf(path) {
  const [, tournament, inside] = path.match(/^\/tournament\/([^/?#]+)\/(hall|paper)$/) ?? [];
  if (inside) return { page: inside, part: decoded(tournament) };
  if (path === "/") return { page: "home", part: "" };
  const [, page, rest = "", query] = path.match(/^\/([a-z]+)(?:\/([^/?#]*))?(\?[^#]*)?$/) ?? [];
  const isOurs = Object.hasOwn(PAGES, page) && !WITHIN.includes(page) && (page !== "game" || GAME_ID.test(rest)) && (query === undefined || page === "watch" || ASKING.includes(page));
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
  /** Of visits only the latest is shown, if another loads later. */
  let visits = 0;
  let shownPath = "";
  /**
   * Pages as they were left, by their addresses, for the browser's Back: with what was filled in, how far a list was followed,
   * how far it was scrolled, and what had the focus. A game is told anew.
   * @type {Map<string, {view: View, top: number, held: Element | null}>}
   */
  const kept = new Map();

  /** @param {View} left */
  function keep(left) {
    kept.delete(shownPath);
    kept.set(shownPath, { view: left, top: scrollY, held: document.activeElement });
    if (kept.size > MOST_KEPT) kept.delete([...kept.keys()][0]);
  }

  /**
   * Fetch the page of the route, and show it.
   * @param {boolean} [isBack] whether the reader comes back to it, and it is shown as it was left; nothing if no visit leads there
   * @returns {Promise<View | null>} null where a later visit goes before
   */
  async function show(isBack) {
    const visit = (visits += 1);
    const { app } = store;
    view?.leave?.();
    if (view && !ASKING.includes(shownPage)) keep(view);
    view = null;
    shownPage = pageOf(app);
    const module = /** @type {Promise<{create: import("../page").CreateView}>} */ (import(`../pages/${shownPage}.js`));
    const words = useLanguage(app.settings.language, PAGES[shownPage].split(" ").filter(Boolean));
    const [{ create }] = await Promise.all([module, words, before(shownPage)]).catch(() => {
      if (visit === visits) fill(host, el("main", { role: "alert" }, t("link.opening")));
      return missed();
    });
    if (visit !== visits) return null;
    document.body.classList.toggle("in-game", shownPage === "game");
    shownPath = location.pathname + location.search;
    const left = isBack ? kept.get(shownPath) : undefined;
    view = left?.view ?? create(actions, app.route.part);
    fill(host, view.root);
    store.draw();
    if (isBack !== undefined) arriveAt(view, left);
    if (store.app.link === "open") view.arrive?.(store.app);
    return view;
  }

  /** The focus and the place: of a page that was left, as they were. @param {View} now @param {{top: number, held: Element | null}} [left] */
  function arriveAt({ root }, { top, held } = { top: 0, held: null }) {
    if (held instanceof HTMLElement && root.contains(held)) held.focus({ preventScroll: true });
    else focusTitle(root);
    scrollTo(0, top);
  }

  /** Where there is no such game, the address is lost. @param {import("../page").App} app */
  const pageOf = ({ room, route }) => (room?.gone ? "lost" : route.page);

  /** Whether something is half written. */
  const isWriting = () =>
    [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(":is(input, textarea).inp"))].some(
      ({ value, defaultValue }) => value !== defaultValue,
    );

  /**
   * Files cannot be had: the server has newer ones, or is away. On a page that stays they wait while something is half written.
   * @param {boolean} [stays] @returns {Promise<never>}
   */
  async function missed(stays = false) {
    do await new Promise((again) => setTimeout(again, RELOAD_AFTER_MS));
    while (store.app.link !== "open" || (stays && isWriting()));
    location.reload();
    return new Promise(() => {});
  }

  /** Leave the page that is shown for the one of the address; where you have gone since takes the focus by itself. @param {boolean} isBack */
  function follow(isBack) {
    const route = routeOf(location.pathname);
    store.show({ route });
    session.follow(route.page === "game" ? route.part : null);
    void show(isBack);
  }

  /** @param {string} path @param {boolean} [isInstead] the browser's Back leads to the page before */
  function go(path, isInstead) {
    if (path !== location.pathname + location.search) history[isInstead ? "replaceState" : "pushState"](null, "", path);
    follow(false);
  }

  /** A link to a page of ours is followed here. @param {MouseEvent} event */
  function clicked(event) {
    const anchor = event.target instanceof Element ? event.target.closest("a") : null;
    const isOther = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.defaultPrevented;
    if (!anchor || isOther || anchor.target || anchor.hasAttribute("download")) return;
    const path = anchor.getAttribute("href") ?? "";
    if (!isPage(path)) return;
    event.preventDefault();
    go(path);
  }

  function tick() {
    if (!view) return;
    view.tick?.(session.now());
    const count = store.app.waitingCount + store.app.unread;
    const title = `${count ? `(${count}) ` : ""}${calling() || view.title(store.app)} · ${t("app.name")}`;
    if (document.title === title) return;
    document.title = title;
    void navigator.setAppBadge?.(count).catch(() => null); // of an installed page
  }

  // What was kept is of one reader, and in one language.
  store.drawnBy(onChange(() => kept.clear(), ({ me, guest, settings }) => [me, guest, settings.language]));
  store.drawnBy((app) => {
    if (shownPage && pageOf(app) !== shownPage && app.room?.gone) void show();
    view?.render?.(app);
    tick();
  });
  session.listen((message) => {
    if (message.type === "welcome") view?.arrive?.(store.app);
    else view?.hear?.(message);
  });
  // The browser would scroll the page that is left; after a reload it may do so itself.
  history.scrollRestoration = "manual";
  addEventListener("pagehide", () => (history.scrollRestoration = "auto"));
  addEventListener("popstate", () => follow(true));
  addEventListener("click", clicked);
  setInterval(tick, TICK_MS);

  return {
    show,
    go,
    missed,
    /** What stands in the top bar of a phone. */
    heading: () => view?.heading?.(store.app) ?? "",
  };
}
