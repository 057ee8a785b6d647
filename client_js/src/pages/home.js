/**
 * The page one comes to: play at once in a pool, take an open offer, or create a game.
 */

import { miniBoard } from "../board/mini.js";
import { clockKind, clockName, clockText, countdownText, personText, rulesName, t, unusualTerms } from "../text/catalogue.js";
import { invitationLink } from "../models/invitation.js";
import { NO_FILTER, rowsOf } from "../models/waiting_room.js";
import { createSheet } from "./home/create.js";
import { el, fill, icon, onChange, sideSign } from "../ui/dom.js";
import { badge, rowLink } from "../ui/parts.js";
import { segments } from "../ui/segments.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */
/** @typedef {import("../messages").SeekInfo} SeekInfo */
/** @typedef {import("../messages").MyGame} MyGame */
/** @typedef {import("../models/waiting_room.js").Filter} Filter */
/** @typedef {import("../models/waiting_room.js").Reader} Reader */
/** @typedef {ReturnType<typeof rowsOf>[number]} Row */
/** @typedef {import("../models/challenges.js").Offered} Offered */

const MOST_PIPS = 5;
const FIRST_POOL = "5+3";

/** A disc a person who waits, at most five. @param {number} waiting */
const pips = (waiting) =>
  el(
    "span",
    { class: "pips", "aria-hidden": "true" },
    ...(waiting ? Array.from({ length: Math.min(MOST_PIPS, waiting) }, () => el("i")) : [el("i", { class: "o" })]),
  );

/**
 * A pool, and how many wait in it.
 * @param {import("../messages").Pool} pool @param {{isWanted: boolean, isOpen: boolean, isFirst: boolean}} how @param {() => void} act
 */
const poolButton = ({ name, terms, waiting }, { isWanted, isOpen, isFirst }, act) =>
  el(
    "button",
    { key: name, class: isFirst ? "pool main" : "pool", "aria-pressed": String(isWanted), disabled: !isOpen, onclick: act },
    el("strong", {}, name),
    el("span", { class: "kind" }, isWanted ? icon("check") : t(clockKind(terms.clock))),
    el(
      "span",
      { class: "wait" },
      pips(waiting),
      waiting
        ? el("span", {}, el("b", {}, String(waiting)), ` ${t("pool.waiting", { n: waiting })}`)
        : el("span", {}, t("pool.nobody")),
      isFirst && el("span", { class: "end b" }, t("pool.start")),
    ),
  );

/** The side the reader would play. @param {SeekInfo} seek */
function sideOffered({ side }) {
  if (side === "any") return el("span", { class: "mut" }, t("side.any"));
  const ours = side === "red" ? "black" : "red";
  return el("span", { class: "row s" }, sideSign(ours), t(`side.${ours}`));
}

/** @param {Row} row @param {Actions} actions */
function seekButton({ seek, hindrance }, actions) {
  if (hindrance === "yours") return el("button", { class: "btn sm", onclick: () => actions.lobby({ type: "withdraw_seek" }) }, t("cancel"));
  if (hindrance !== null) return el("span", { class: "mut small" }, t(`room.not.${hindrance}`, rangeOf(seek)));
  const label = t("room.play.label", { who: personText(seek.name), clock: clockName(seek.terms.clock) });
  return el(
    "button",
    { class: "btn sm", "aria-label": label, onclick: () => actions.lobby({ type: "accept_seek", seek: seek.id }) },
    t("room.play"),
  );
}

/** @param {SeekInfo} seek */
const rangeOf = ({ min_rating: low, max_rating: high }) => ({ low: low === null ? "…" : String(low), high: high === null ? "…" : String(high) });

/** @param {Row} row @param {Actions} actions */
function seekRow(row, actions) {
  const { seek, hindrance } = row;
  const isOurs = hindrance === "yours";
  return el(
    "tr",
    { key: seek.id, class: isOurs ? "me" : "" },
    el(
      "td",
      { class: "cut" },
      isOurs ? el("b", {}, t("room.yours")) : el("a", { class: "b", href: `/player/${seek.player}` }, personText(seek.name)),
      el("small", { class: "mut num row-sub" }, seek.guest ? "–" : String(seek.rating)),
    ),
    el(
      "td",
      { class: "num" },
      clockName(seek.terms.clock),
      el("small", { class: "mut row-sub" }, t(seek.terms.rated ? "room.rated" : "room.casual")),
    ),
    el("td", { class: "desk-cell" }, [rulesName(seek.terms), ...unusualTerms(seek.terms)].join(" · ")),
    el("td", {}, sideOffered(seek)),
    el("td", { class: "n" }, seekButton(row, actions)),
  );
}

/** The table of open offers, and how its rows are changed. @param {Actions} actions */
function seekTable(actions) {
  const head = [t("room.player"), t("room.clock"), t("room.rules"), t("room.side")];
  const body = el("tbody");
  const root = el(
    "table",
    { class: "wr", "aria-label": t("room.title") },
    el(
      "thead",
      {},
      el("tr", {}, ...head.map((name, i) => el("th", { class: i === 2 ? "desk-cell" : "", scope: "col" }, name)), el("td")),
    ),
    body,
  );
  return { root, render: (/** @type {Row[]} */ rows) => fill(body, ...rows.map((row) => seekRow(row, actions))) };
}

const SPEEDS = /** @type {const} */ (["all", "bullet", "blitz", "rapid", "classical", "correspondence"]);
const KINDS = /** @type {const} */ (["all", "rated", "casual"]);

/**
 * @template {string} T
 * @param {string} label @param {readonly T[]} values @param {T} chosen @param {(value: T) => string} shown @param {(value: T) => void} choose
 */
const choice = (label, values, chosen, shown, choose) =>
  el(
    "select",
    {
      class: "inp",
      "aria-label": label,
      onchange: (/** @type {Event} */ event) => choose(/** @type {T} */ (/** @type {HTMLSelectElement} */ (event.target).value)),
    },
    ...values.map((value) => el("option", { value, selected: value === chosen }, shown(value))),
  );

/** @param {Filter} filter @param {string[]} rules @param {(change: Partial<Filter>) => void} set */
const filterRow = (filter, rules, set) =>
  el(
    "div",
    { class: "filters", role: "group", "aria-label": t("filter.label") },
    choice(t("filter.speed"), SPEEDS, filter.speed, (one) => t(one === "all" ? "filter.speed.all" : `speed.${one}`), (speed) => set({ speed })),
    choice(t("filter.kind"), KINDS, filter.kind, (one) => t(`filter.kind.${one}`), (kind) => set({ kind })),
    choice(
      t("filter.rules"),
      ["all", ...rules],
      filter.rules,
      (one) => (one === "all" ? t("filter.rules.all") : rulesName({ rules: { name: one } })),
      (one) => set({ rules: one }),
    ),
    el(
      "label",
      { class: "row s small" },
      el("input", {
        type: "checkbox",
        checked: filter.fits,
        onchange: (/** @type {Event} */ event) => set({ fits: /** @type {HTMLInputElement} */ (event.target).checked }),
      }),
      t("filter.fits"),
    ),
  );

/** The waiting room: made once, its rows change. @param {HTMLElement} filters @param {Actions} actions */
function waitingRoom(filters, actions) {
  const count = el("span", { class: "badge" });
  const none = el("p", { class: "mut small pad none" });
  const table = seekTable(actions);
  const root = el(
    "section",
    { class: "card", "aria-label": t("room.title") },
    el(
      "header",
      {},
      el("h2", {}, t("room.title")),
      count,
      el("span", { class: "grow" }),
      el("span", { class: "mut small desk" }, t("room.note")),
    ),
    filters,
    table.root,
    none,
  );
  /** @param {number} all how many offers there are @param {Row[]} rows those that are shown */
  function render(all, rows) {
    count.hidden = all === 0;
    fill(count, String(all));
    table.root.hidden = rows.length === 0;
    none.hidden = rows.length > 0;
    fill(none, t(all > 0 ? "room.filtered" : "room.empty"));
    table.render(rows);
  }
  return { root, render };
}

/**
 * Whether a finger or a mouse is down on the host: what stands there does not move until it is up
 * again, and its click has been dealt with.
 * @param {HTMLElement} host @param {() => void} released
 */
function pressed(host, released) {
  let isDown = false;
  function up() {
    for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, up);
    setTimeout(() => {
      isDown = false;
      released();
    });
  }
  host.addEventListener("pointerdown", () => {
    isDown = true;
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, up);
  });
  return () => isDown;
}

/** Games one has offered to others: challenges and invitations that wait. @param {Offered[]} offered @param {Actions} actions */
const offeredCard = (offered, actions) =>
  el(
    "section",
    { class: "card", "aria-label": t("offers.title") },
    el("header", {}, el("h2", { class: "grow" }, t("offers.title"))),
    el(
      "div",
      { class: "rows offers" },
      ...offered.map(({ room, invited, terms, side, untilMs, seatKey }) => {
        const link = invitationLink(location.origin, room, seatKey);
        const name = invited ? personText(invited.name) : t("offers.friend");
        return el(
          "div",
          { key: room },
          sideSign(side),
          el(
            "span",
            { class: "grow" },
            el("a", { class: "b cut", href: `/game/${room}` }, name),
            el("small", { class: "mut" }, `${clockName(terms.clock)} · ${rulesName(terms)} · `, untilMs !== null && el("span", { "data-left": untilMs })),
          ),
          invited === null &&
            el("button", { type: "button", class: "btn sm", onclick: () => actions.copy(link, "toast.copied", t("toast.copy", { link })) }, t("act.link")),
          el(
            "button",
            {
              type: "button",
              class: "btn sm quiet",
              "aria-label": t("offers.withdraw.label", { name }),
              onclick: () => void actions.tell({ type: "withdraw_challenge", room }),
            },
            t("offers.withdraw"),
          ),
        );
      }),
    ),
  );

/**
 * The way back to the game that is played, before anything else on the page. Its button stays the
 * same while the game goes on beside it.
 * @param {Actions} actions
 */
function returnCard(actions) {
  let room = "";
  const board = el("span", { class: "desk" });
  const facts = el("span", { class: "col s" });
  const button = el("button", { class: "btn main big", onclick: () => actions.go(`/game/${room}`) }, t("games.return"));
  const root = el("section", { class: "card back", "aria-label": t("games.title"), hidden: true }, board, facts, button);

  /** @param {string} wanted @param {MyGame | undefined} game what is known of it @param {import("../board/drawing.js").PieceSet} pieces */
  function render(wanted, game, pieces) {
    room = wanted;
    root.hidden = !wanted;
    if (!game) return fill(facts, el("b", {}, t("games.title")));
    fill(board, miniBoard({ fen: game.fen, last: game.last?.[0] ?? null, flip: game.you === "black", pieces }));
    fill(
      facts,
      badge(t(game.your_turn ? "game.your_turn" : "games.their_turn"), game.your_turn ? "ok" : "", game.your_turn ? "play" : "hour"),
      el("b", { class: "rival cut" }, personText(game.opponent?.name ?? "")),
      el("small", { class: "mut row s" }, sideSign(game.you), t(`side.${game.you}`), ` · ${t(`speed.${game.speed}`)} · ${t("games.move", { n: Math.floor(game.plies / 2) + 1 })}`),
      game.left_ms !== null &&
        el(
          "span",
          { class: game.your_turn ? "clk run" : "clk" },
          el("span", { role: "timer", "aria-label": t("games.clock"), ...(game.flag_at_ms !== null ? { "data-flag": game.flag_at_ms } : {}) }, clockText(game.left_ms)),
        ),
    );
  }
  return { root, render };
}

/** A further game of one's own: who, whose turn, how long. @param {MyGame} game */
const gameLine = ({ room, opponent, you, your_turn: isOurs, flag_at_ms: flagAtMs }) =>
  rowLink({
    href: `/game/${room}`,
    lead: sideSign(you),
    title: opponent ? personText(opponent.name) : t("offers.friend"),
    sub: flagAtMs !== null && el("span", { "data-left": flagAtMs }),
    end: isOurs && badge(t("game.your_turn"), "ok"),
  });

/** The ways to a game with somebody one knows. */
const WAYS = /** @type {const} */ ([
  ["friend", "link"],
  ["person", "friends"],
]);

/** What else there is to do here. */
const onCard = () =>
  el(
    "section",
    { class: "card", "aria-label": t("on.title") },
    el("header", {}, el("h2", { class: "grow" }, t("on.title"))),
    el(
      "div",
      { class: "rows" },
      rowLink({ href: "/watch", lead: icon("tv"), title: t("on.watch"), sub: t("on.watch.text") }),
      rowLink({ href: "/learn", lead: icon("book"), title: t("on.learn"), sub: t("on.learn.text") }),
      rowLink({ href: "/ladder", lead: icon("trophy"), title: t("on.ladder"), sub: t("on.ladder.text") }),
    ),
  );

const HOUR_MS = 3_600_000;

/** How long an offer still stands. @param {number} leftMs */
const leftText = (leftMs) => (leftMs < HOUR_MS ? countdownText(leftMs) : t("offers.hours", { n: Math.ceil(leftMs / HOUR_MS) }));

/**
 * The lobby's page.
 * @param {Actions} actions @returns {import("../page").View}
 */
export function create(actions) {
  const title = el("h1");
  const here = el("span", { class: "mut small end num" });
  const back = returnCard(actions);
  const others = el("section", { class: "card rows" });
  const news = el("div", { class: "col", role: "region", "aria-live": "polite" });
  const pools = el("div", { class: "pools" });
  const ways = el("div", { class: "ways" });
  const kind = el("div");
  const offers = el("div");
  const filters = el("div");
  const room = waitingRoom(filters, actions);
  const aside = el("aside", { class: "col l" }, onCard());
  const home = el(
    "div",
    { class: "home" },
    el(
      "div",
      { class: "col l" },
      back.root,
      others,
      el("section", { class: "col" }, el("div", { class: "row" }, title, here), news, kind, pools, ways),
      offers,
      room.root,
    ),
    aside,
  );
  const root = el("main", {}, home);
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
  /** @type {ReturnType<typeof createSheet> | null} */
  let sheet = null;

  /** Of those who have no account no game is rated. @param {App} app */
  const isRated = ({ guest }) => rated && !guest;

  /** The games one can go back to, the most urgent one first. @param {App} app */
  const running = (app) =>
    app.games
      .map(({ room: id }) => ({ id, game: games.find((one) => one.room === id) }))
      .filter(({ id, game }) => game?.status !== "waiting" && !app.challenges.offered.some((one) => one.room === id))
      .sort((a, b) => urgency(a.game) - urgency(b.game));

  const drawGames = onChange(
    (/** @type {App} */ app) => {
      const [first, ...rest] = running(app);
      back.render(first?.id ?? "", first?.game, app.settings.pieces);
      others.hidden = rest.length === 0;
      fill(others, ...rest.map(({ game }) => game && gameLine(game)));
      tick(nowMs);
    },
    (app) => [running(app), app.settings.pieces],
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

  const drawPools = onChange(
    (/** @type {App} */ app) => {
      const { lobby, link } = app;
      const waits = lobby?.waits ?? [];
      const isQuiet = waits.length === 0 && running(app).length === 0 && sheet === null;
      const made = (lobby?.pools ?? []).map((pool) => {
        const isWanted = waits.some((wait) => wait.pool === pool.name);
        const isFirst = isQuiet && pool.name === FIRST_POOL;
        return poolButton(pool, { isWanted, isOpen: link === "open", isFirst }, () => pressPool(pool.name));
      });
      if (made.length === 0) fill(pools, el("p", { class: "mut" }, t("home.loading")));
      else fill(pools, ...made, otherTerms);
    },
    (app) => [app.lobby?.pools, app.lobby?.waits, app.link, isRated(app), running(app).length, sheet !== null],
  );

  /** @param {import("./home/create.js").Audience} audience @param {HTMLElement} opener */
  function openSheet(audience, opener) {
    if (!shown) return;
    sheet = createSheet(actions, shown, audience, () => {
      closeSheet();
      opener.focus();
    });
    home.classList.add("making");
    for (const way of openers) way.setAttribute("aria-expanded", String(way === opener));
    fill(aside, sheet.root);
    render(shown);
    sheet.focus();
  }

  function closeSheet() {
    sheet = null;
    home.classList.remove("making");
    for (const way of openers) way.setAttribute("aria-expanded", "false");
    fill(aside, onCard());
    if (shown) render(shown);
  }

  /** A button that opens a sheet. @param {import("./home/create.js").Audience} audience @param {string} look @param {import("../ui/dom.js").Child[]} shown */
  const opens = (audience, look, ...shown) => {
    const button = el("button", { type: "button", class: look, "aria-expanded": "false", onclick: () => openSheet(audience, button) }, ...shown);
    return button;
  };
  const otherTerms = opens(
    "anyone",
    "pool dim",
    el("strong", {}, t("ways.anyone")),
    el("span", { class: "kind" }, icon("plus")),
    el("span", { class: "wait", "aria-hidden": "true" }, t("ways.anyone.text")),
  );
  fill(ways, ...WAYS.map(([audience, sign]) => opens(audience, "btn", icon(sign), t(`ways.${audience}`))));
  const openers = [otherTerms, ...ways.children];

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
      fill(offers, waiting.length > 0 && offeredCard(waiting, actions));
      offers.hidden = waiting.length === 0;
      tick(nowMs);
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
    fill(title, t("home.title"));
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
    for (const timer of root.querySelectorAll("[data-left], [data-flag]")) {
      const { left, flag } = /** @type {HTMLElement} */ (timer).dataset;
      const text = flag ? clockText(Math.max(0, Number(flag) - serverMs)) : leftText(Number(left) - serverMs);
      if (timer.textContent !== text) timer.textContent = text;
    }
  }

  /** One's games, kept up to date, and one's ratings, which say what offers one may take. @param {App} app */
  async function arrive({ me, guest, games: open }) {
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
    if (message.type !== "my_game_changed") return;
    games = [...games.filter((game) => game.room !== message.game.room), message.game];
    if (shown) render(shown);
  }

  return { root, render, tick, hear, arrive: (app) => void arrive(app), title: () => t("home.title") };
}

const BY_DAYS = 1e6;

/** Games in haste before those by days, those that wait for us before the others. @param {MyGame | undefined} game */
const urgency = (game) =>
  game === undefined ? 0 : (game.speed === "correspondence" ? BY_DAYS : 0) + (game.your_turn ? 0 : 1);
