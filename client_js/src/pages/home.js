/**
 * The page one comes to: what this is, the ways into a game, a board on which somebody plays, and the waiting room.
 */

import { DAY_MS, HOUR_MS, clockText, countdownText, t, useLanguage } from "../text/catalogue.js";
import { NO_FILTER, rowsOf } from "../models/waiting_room.js";
import { createHero } from "./home/hero.js";
import { createLivingBoard } from "./home/living_board.js";
import { createNextTournament } from "./home/next_tournament.js";
import { busiest, poolButton } from "./home/pools.js";
import { filterRow, pressed, waitingRoom } from "./home/waiting_room.js";
import { el, fill, icon, made, onChange } from "../ui/dom.js";
import { rowLink } from "../ui/parts.js";
import { segments } from "../ui/segments.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */
/** @typedef {import("../messages").MyGame} MyGame */
/** @typedef {import("../models/waiting_room.js").Filter} Filter */
/** @typedef {import("../models/waiting_room.js").Reader} Reader */

/** Set while there is a game to go back to: its card has a place on the next visit before it is there. */
const BACK_KEY = "xiangqi.back";
/** What else there is to do here. */
const onCard = (/** @type {HTMLElement} */ tournament) =>
  el(
    "section",
    { class: "card on", "aria-label": t("on.title") },
    tournament,
    el(
      "div",
      { class: "rows" },
      rowLink({ href: "/learn", lead: icon("book"), title: t("on.learn"), sub: t("on.learn.text") }),
      rowLink({ href: "/puzzle", lead: icon("bolt"), title: t("on.puzzle"), sub: t("on.puzzle.text") }),
      rowLink({ href: "/masters", lead: icon("tv"), title: t("masters.all"), sub: t("on.masters.text") }),
      rowLink({ href: "/ladder", lead: icon("trophy"), title: t("on.ladder"), sub: t("on.ladder.text") }),
    ),
  );

/** How long an offer still stands, or a move may take. @param {number} leftMs */
function leftText(leftMs) {
  if (leftMs < HOUR_MS) return countdownText(leftMs);
  return leftMs <= 2 * DAY_MS ? t("offers.hours", { n: Math.ceil(leftMs / HOUR_MS) }) : t("offers.days", { n: Math.ceil(leftMs / DAY_MS) });
}

/**
 * The lobby's page.
 * @param {Actions} actions @returns {import("../page").View}
 */
export function create(actions) {
  const own = made(el("div", { class: "col l back1", hidden: localStorage.getItem(BACK_KEY) === null }));
  /** One's own games, fetched for those who have some. @type {typeof import("./home/own_games.js") | null} */
  let ownGames = null;
  const news = made(el("div", { class: "col", role: "region", "aria-live": "polite" }));
  const pools = made(el("div", { class: "pools" }));
  const kind = made(el("div"));
  const here = made(el("span", { class: "mut small end num" }));
  const offers = made(el("div"));
  const filters = made(el("div"));
  const room = waitingRoom(filters, actions);
  const living = createLivingBoard(actions);
  const tournament = createNextTournament(actions);
  const aside = made(el("aside", { class: "col l" }, living.root));
  const hero = createHero({
    play: () => shown && playNow(shown),
    opens: (audience, opener) => void openSheet(audience, opener),
  });
  const clocks = made(el("h2", { id: "clocks" }));
  const known = made(el("span"));
  const home = made(el(
    "div",
    { class: "front" },
    el("div", { class: "col l lead-in" }, own, hero.root, news),
    aside,
    el(
      "div",
      { class: "col l" },
      el("section", { class: "col", "aria-labelledby": "clocks" }, el("div", { class: "row w" }, clocks, kind, here, known), pools),
      offers,
      onCard(tournament.root),
      room.root,
    ),
  ));
  const root = made(el("main", {}, home));
  /** @type {App | null} */
  let shown = null;
  let nowMs = 0;
  let rated = true;
  /** @type {Filter} */
  let filter = NO_FILTER;
  /** @type {Reader["ratings"]} */
  let ratings = {};
  /** One's own games that are played, when they are known. @type {MyGame[]} */
  let games = [];
  /** @type {ReturnType<typeof import("./home/create.js").createSheet> | null} */
  let sheet = null;

  /** Of those who have no account no game is rated. @param {App} app */
  const isRated = ({ guest }) => rated && !guest;

  /** The games one can go back to, the most urgent one first. @param {App} app */
  const running = (app) =>
    app.games
      .map(({ room: id }) => ({ id, game: games.find((one) => one.room === id) }))
      .filter(({ id, game }) => game?.status !== "waiting" && !app.challenges.offered.some((one) => one.room === id))
      .sort((a, b) => urgency(a.game) - urgency(b.game) || soonest(a.game, b.game));

  /** What is drawn of the reader's own games and offers, if there are any. @param {(of: typeof import("./home/own_games.js")) => void} draw */
  async function withOwn(draw) {
    ownGames ??= await import("./home/own_games.js");
    draw(ownGames);
    tick(nowMs);
  }

  const drawGames = onChange(
    (/** @type {App} */ app) => {
      if (!app.me) return; // not known yet
      const found = running(app);
      own.hidden = found.length === 0;
      if (own.hidden) localStorage.removeItem(BACK_KEY);
      else localStorage.setItem(BACK_KEY, "1");
      if (found.length > 0) void withOwn(({ ownSection }) => fill(own, ...ownSection(running(app), app.settings.pieces, actions)));
    },
    (app) => [app.me, running(app), app.settings.pieces, app.settings.language],
  );

  const drawNews = onChange(
    (/** @type {App} */ { lobby }) => {
      const refusal =
        lobby?.refusal &&
        el(
          "section",
          { class: "note danger" },
          icon("stop"),
          el("div", {}, el("b", {}, t("notices.refused")), ` ${lobby.refusal}`),
        );
      news.setAttribute("aria-label", t("notices.label"));
      fill(news, refusal);
    },
    ({ lobby }) => lobby?.refusal,
  );

  /** A second press on a pool leaves it. @param {string} pool */
  function pressPool(pool) {
    if (!shown) return;
    const isWanted = shown.lobby?.waits.some((wait) => wait.pool === pool);
    actions.lobby(isWanted ? { type: "unqueue", pool } : { type: "queue", pool, rated: isRated(shown), now_ms: nowMs });
  }

  /** Look for anybody, where most others look; a second press ends the search. @param {App} app */
  function playNow({ lobby }) {
    if (lobby?.waits.length) actions.lobby({ type: "unqueue" });
    else if (lobby?.pools.length) pressPool(busiest(lobby.pools).name);
  }

  const drawPools = onChange(
    (/** @type {App} */ app) => {
      const { lobby, link } = app;
      const made = (lobby?.pools ?? []).map((pool) => {
        const isWanted = Boolean(lobby?.waits.some((wait) => wait.pool === pool.name));
        return poolButton(pool, { isWanted, isOpen: link === "open" }, () => pressPool(pool.name));
      });
      if (made.length === 0) fill(pools, el("p", { class: "mut" }, t("home.loading")));
      else fill(pools, ...made, otherTerms);
    },
    (app) => [app.lobby?.pools, app.lobby?.waits, app.link, isRated(app)],
  );

  /** @param {import("./home/create.js").Audience} audience @param {HTMLElement} opener */
  async function openSheet(audience, opener) {
    actions.allSets(); // both kinds of pieces are shown
    if (!shown) return;
    const [{ createSheet }] = await Promise.all([import("./home/create.js"), useLanguage(shown.settings.language, ["terms"])]);
    sheet = createSheet(actions, shown, audience, () => {
      closeSheet();
      opener.focus();
    });
    home.classList.add("making");
    for (const way of openers()) way.setAttribute("aria-expanded", String(way === opener));
    fill(aside, sheet.root);
    render(shown);
    sheet.focus();
  }

  function closeSheet() {
    sheet = null;
    home.classList.remove("making");
    for (const way of openers()) way.setAttribute("aria-expanded", "false");
    fill(aside, living.root);
    if (shown) render(shown);
  }

  const otherTerms = made(el(
    "button",
    { type: "button", class: "pool dim", "aria-expanded": "false", "aria-description": t("ways.anyone.text"), onclick: () => void openSheet("anyone", otherTerms) },
    el("strong", {}, t("ways.anyone")),
  ));
  const person = made(el("button", { type: "button", class: "btn sm", "aria-expanded": "false", onclick: () => void openSheet("person", person) }, icon("friends", "s"), t("ways.person")));
  fill(known, person);
  /** The buttons that open a sheet. */
  const openers = () => [otherTerms, person, ...hero.openers];

  const drawKind = onChange(
    (/** @type {App} */ { guest }) => {
      kind.hidden = guest;
      fill(
        kind,
        segments(
          t("home.kind"),
          /** @type {const} */ (["rated", "casual"]),
          rated ? "rated" : "casual",
          (one) => t(`home.${one}`),
          (one) => {
            rated = one === "rated";
            if (shown) drawPools(shown);
          },
        ),
      );
    },
    ({ guest }) => guest,
  );

  const drawOffers = onChange(
    (/** @type {App} */ { challenges }) => {
      const waiting = challenges.offered.filter(({ answer }) => answer === null);
      offers.hidden = waiting.length === 0;
      if (waiting.length > 0) void withOwn(({ offeredCard }) => fill(offers, offeredCard(waiting, actions)));
    },
    ({ challenges }) => challenges.offered,
  );

  const drawFilters = onChange(
    (/** @type {App} */ { rules }) => fill(filters, filterRow(filter, rules, (change) => {
      filter = { ...filter, ...change };
      if (shown) drawRoom(shown);
    })),
    ({ rules }) => rules,
  );

  const drawRoom = onChange(
    (/** @type {App} */ { lobby, me, guest }) => {
      const seeks = lobby?.seeks ?? [];
      filters.hidden = seeks.length === 0;
      room.render(seeks.length, rowsOf(seeks, filter, { me, guest, ratings }));
    },
    ({ lobby, me, guest }) => [lobby?.seeks, me, guest, ratings, filter],
  );
  /** No row moves from under a finger. */
  const isPressed = pressed(room.root, () => shown && drawRoom(shown));

  /** @param {App} app */
  function render(app) {
    shown = app;
    fill(clocks, t("home.clocks"));
    hero.render(app, running(app).length > 0);
    living.render(app);
    fill(here, app.lobby?.seen ? t("home.here", { n: app.lobby.here }) : "");
    drawGames(app);
    drawNews(app);
    drawKind(app);
    drawPools(app);
    drawOffers(app);
    drawFilters(app);
    if (!isPressed()) drawRoom(app);
    sheet?.render(app);
  }

  /** @param {number} serverMs */
  function tick(serverMs) {
    nowMs = serverMs;
    living.tick(serverMs);
    for (const timer of root.querySelectorAll("[data-left], [data-flag]")) {
      const { left, flag } = /** @type {HTMLElement} */ (timer).dataset;
      const text = flag ? clockText(Math.max(0, Number(flag) - serverMs)) : leftText(Number(left) - serverMs);
      if (timer.textContent !== text) timer.textContent = text;
    }
  }

  /** One's games, kept up to date, and one's ratings, which say what offers one may take. @param {App} app */
  async function arrive({ me, guest, games: open }) {
    void living.arrive();
    void tournament.arrive(nowMs || Date.now(), guest);
    // Asked only when there is something to go back to: it costs as much as looking for an opponent.
    const mine = open.length ? await actions.tell({ type: "my_games", follow: true }) : null;
    games = mine?.rows ?? games;
    if (shown) render(shown);
    if (guest) return;
    const told = await actions.tell({ type: "ratings", player: me });
    ratings = Object.fromEntries((told?.ratings ?? []).map(({ speed, points }) => [speed, points]));
    if (shown) drawRoom(shown);
  }

  /** @param {import("../messages").ServerMessage} message */
  function hear(message) {
    living.hear(message);
    if (message.type !== "my_game_changed") return;
    games = [...games.filter((game) => game.room !== message.game.room), message.game];
    if (shown) render(shown);
  }

  return { root, render, tick, hear, arrive: (app) => void arrive(app), leave: living.leave, title: hero.title };
}

/** Games in haste before the others, those that wait for us before those that do not. @param {MyGame | undefined} game */
const urgency = (game) => (game === undefined ? 0 : (game.speed === "correspondence" ? 2 : 0) + (game.your_turn ? 0 : 1));

/** Of two games of the same urgency, the one with less time left first. @param {MyGame | undefined} one @param {MyGame | undefined} other */
const soonest = (one, other) => (one?.flag_at_ms ?? Infinity) - (other?.flag_at_ms ?? Infinity) || 0;
