/**
 * The page one comes to: play at once in a pool, take an open offer, or create a game.
 */

import { ownSeek } from "../lobby_model.js";
import { clockKind, clockName, countdownText, personText, rulesName, t } from "../text/catalogue.js";
import { NO_FILTER, rowsOf } from "../waiting_room.js";
import { segments } from "./controls.js";
import { createForm } from "./create.js";
import { el, fill, icon, onChange, sideSign, svg } from "./dom.js";
import { unusualTerms } from "./words.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../messages").SeekInfo} SeekInfo */
/** @typedef {import("../lobby_model.js").OwnWait} OwnWait */
/** @typedef {import("../waiting_room.js").Filter} Filter */
/** @typedef {import("../waiting_room.js").Reader} Reader */
/** @typedef {ReturnType<typeof rowsOf>[number]} Row */
/** @typedef {import("../calls_model.js").Offered} Offered */

const MOST_PIPS = 5;
const FIRST_POOL = "5+3";

/** A disc a person who waits, at most five. @param {number} waiting */
const pips = (waiting) =>
  el(
    "span",
    { class: "pips", "aria-hidden": "true" },
    ...(waiting ? Array.from({ length: Math.min(MOST_PIPS, waiting) }, () => el("i")) : [el("i", { class: "o" })]),
  );

/** @param {import("../messages").Pool} pool @param {OwnWait | undefined} wait one's own place @param {{act: () => void, isOpen: boolean, isFirst: boolean}} how */
function poolButton({ name, terms, waiting }, wait, { act, isOpen, isFirst }) {
  return el(
    "button",
    {
      class: isFirst ? "pool main" : "pool",
      "aria-pressed": String(wait !== undefined),
      disabled: !isOpen,
      onclick: act,
    },
    el("strong", {}, name),
    el("span", { class: "kind" }, wait ? icon("check") : t(clockKind(terms.clock))),
    el(
      "span",
      { class: "wait" },
      pips(waiting),
      waiting
        ? el("span", {}, el("b", {}, String(waiting)), ` ${t("pool.waiting", { n: waiting })}`)
        : t("pool.nobody"),
      isFirst && el("span", { class: "end b desk" }, t("pool.start")),
    ),
  );
}

/** The search: each pool with the time waited and a cancel of its own. @param {OwnWait[]} waits @param {Deeds} deeds */
const searchCard = (waits, deeds) =>
  el(
    "section",
    { class: "card seek", "aria-label": t("seek.looking") },
    radar(),
    el("div", {}, el("h2", {}, t("seek.looking")), el("p", { class: "mut small" }, t("seek.more"))),
    waits.length > 1 && el("button", { class: "btn quiet", onclick: () => deeds.seek({ type: "stop" }) }, t("seek.stop")),
    el(
      "ul",
      { class: "waits" },
      ...waits.map(({ pool, rated, since_ms: sinceMs }) =>
        el(
          "li",
          {},
          el("b", { class: "num" }, pool),
          el("span", { class: "mut small" }, t(rated ? "home.rated" : "home.casual")),
          el("span", { class: "num end", role: "timer", "data-since": sinceMs }),
          el(
            "button",
            { class: "btn sm", "aria-label": t("seek.cancel", { pool }), onclick: () => deeds.seek({ type: "stop", pool }) },
            t("cancel"),
          ),
        ),
      ),
    ),
  );

const radar = () =>
  svg(
    "svg",
    { class: "radar", viewBox: "0 0 56 56", "aria-hidden": "true" },
    ...[
      ["c", 6],
      ["", 15],
      ["o", 25],
    ].map(([kind, r]) => svg("circle", { class: kind, cx: 28, cy: 28, r })),
  );

/** The side the reader would play. @param {SeekInfo} seek */
function sideOffered({ side }) {
  if (side === "any") return el("span", { class: "mut" }, t("side.any"));
  const ours = side === "red" ? "black" : "red";
  return el("span", { class: "row s" }, sideSign(ours), t(`side.${ours}`));
}

/** @param {Row} row @param {Deeds} deeds */
function seekButton({ seek, hindrance }, deeds) {
  if (hindrance === "yours") return el("button", { class: "btn sm", onclick: () => deeds.seek({ type: "withdraw" }) }, t("cancel"));
  if (hindrance !== null) return el("span", { class: "mut small" }, t(`room.not.${hindrance}`, rangeOf(seek)));
  const label = t("room.play.label", { who: personText(seek.name), clock: clockName(seek.terms.clock) });
  return el(
    "button",
    { class: "btn sm", "aria-label": label, onclick: () => deeds.seek({ type: "take_seek", seek: seek.id }) },
    t("room.play"),
  );
}

/** @param {SeekInfo} seek */
const rangeOf = ({ low, high }) => ({ low: low === null ? "…" : String(low), high: high === null ? "…" : String(high) });

/** @param {Row} row @param {Deeds} deeds */
function seekRow(row, deeds) {
  const { seek, hindrance } = row;
  const isOurs = hindrance === "yours";
  return el(
    "tr",
    { class: isOurs ? "me" : "" },
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
    el("td", { class: "n" }, seekButton(row, deeds)),
  );
}

/** @param {Row[]} rows @param {Deeds} deeds */
function seekTable(rows, deeds) {
  const head = [t("room.player"), t("room.clock"), t("room.rules"), t("room.side")];
  return el(
    "table",
    { class: "wr", "aria-label": t("room.title") },
    el(
      "thead",
      {},
      el("tr", {}, ...head.map((name, i) => el("th", { class: i === 2 ? "desk-cell" : "", scope: "col" }, name)), el("td")),
    ),
    el("tbody", {}, ...rows.map((row) => seekRow(row, deeds))),
  );
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
      (one) => (one === "all" ? t("filter.rules.all") : rulesName({ clock: { type: "none" }, rules: { name: one } })),
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

/** @param {number} all how many offers there are @param {Row[]} rows those that are shown @param {HTMLElement} filters @param {Deeds} deeds */
const waitingRoom = (all, rows, filters, deeds) =>
  el(
    "section",
    { class: "card", "aria-label": t("room.title") },
    el(
      "header",
      {},
      el("h2", {}, t("room.title")),
      all > 0 && el("span", { class: "badge" }, String(all)),
      el("span", { class: "grow" }),
      el("span", { class: "mut small desk" }, t("room.note")),
    ),
    filters,
    rows.length
      ? seekTable(rows, deeds)
      : el("p", { class: "mut small pad none" }, t(all > 0 ? "room.filtered" : "room.empty")),
  );

/** Games one has offered to others: challenges and invitations that wait. @param {Offered[]} offered @param {Deeds} deeds */
const offeredCard = (offered, deeds) =>
  el(
    "section",
    { class: "card", "aria-label": t("offers.title") },
    el("header", {}, el("h2", { class: "grow" }, t("offers.title"))),
    el(
      "div",
      { class: "rows offers" },
      ...offered.map(({ room, invited, terms, side, untilMs }) => {
        const link = `${location.origin}/game/${room}`;
        const name = invited ? personText(invited.name) : t("offers.friend");
        return el(
          "div",
          {},
          sideSign(side),
          el(
            "span",
            { class: "grow" },
            el("a", { class: "b cut", href: `/game/${room}` }, name),
            el("small", { class: "mut" }, `${clockName(terms.clock)} · ${rulesName(terms)} · `, untilMs !== null && el("span", { "data-left": untilMs })),
          ),
          invited === null &&
            el("button", { type: "button", class: "btn sm", onclick: () => deeds.copy(link, "toast.copied", t("toast.copy", { link })) }, t("act.link")),
          el(
            "button",
            {
              type: "button",
              class: "btn sm quiet",
              "aria-label": t("offers.withdraw.label", { name }),
              onclick: () => void deeds.ask({ type: "withdraw", room }).catch((/** @type {Error} */ refusal) => deeds.toast(refusal.message)),
            },
            t("offers.withdraw"),
          ),
        );
      }),
    ),
  );

/** @param {App} app @param {Deeds} deeds */
const ownGames = ({ games, calls }, deeds) =>
  games.filter(({ room }) => !calls.offered.some((one) => one.room === room)).map(({ room, side }) =>
    el(
      "section",
      { class: "card own row pad" },
      sideSign(side),
      el("b", { class: "grow" }, t("games.title")),
      el("button", { class: "btn", onclick: () => deeds.go(`/game/${room}`) }, t("games.return")),
    ),
  );

const HOUR_MS = 3_600_000;

/** How long an offer still stands. @param {number} leftMs */
const leftText = (leftMs) => (leftMs < HOUR_MS ? countdownText(leftMs) : t("offers.hours", { n: Math.ceil(leftMs / HOUR_MS) }));

/**
 * The lobby's page.
 * @param {Deeds} deeds @returns {import("../page").View}
 */
export function createHome(deeds) {
  const title = el("h1");
  const here = el("span", { class: "mut small end num" });
  const news = el("div", { class: "col", role: "region" });
  const pools = el("div", { class: "pools" });
  const kind = el("div");
  const offers = el("div");
  const filters = el("div");
  const room = el("div");
  const form = createForm(deeds);
  const root = el(
    "main",
    {},
    el(
      "div",
      { class: "home" },
      el(
        "div",
        { class: "col l" },
        el("section", { class: "col" }, el("div", { class: "row" }, title, here), news, kind, pools),
        offers,
        room,
      ),
      el("aside", { class: "col l" }, form.root),
    ),
  );
  /** @type {App | null} */
  let shown = null;
  let nowMs = 0;
  let rated = true;
  /** @type {Filter} */
  let filter = NO_FILTER;
  /** @type {Reader["ratings"]} */
  let ratings = {};

  /** Of those who have no account no game is rated. @param {App} app */
  const isRated = ({ guest }) => rated && !guest;

  const drawNews = onChange(
    (/** @type {App} */ app) => {
      const { lobby } = app;
      const refusal =
        lobby?.refusal &&
        el(
          "section",
          { class: "note danger" },
          icon("stop"),
          el("div", {}, el("b", {}, t("news.refused")), ` ${lobby.refusal}`),
        );
      news.setAttribute("aria-label", t("news.label"));
      fill(news, ...ownGames(app, deeds), refusal, lobby && lobby.waits.length > 0 && searchCard(lobby.waits, deeds));
      tick(nowMs);
    },
    ({ lobby, games, calls }) => [lobby?.waits, lobby?.refusal, games, calls.offered],
  );

  const drawPools = onChange(
    (/** @type {App} */ app) => {
      const { lobby, link } = app;
      const custom = el(
        "button",
        { class: "pool dim", onclick: () => form.focus() },
        el("strong", {}, t("pool.custom")),
        el("span", { class: "kind" }, icon("gear")),
        el("span", { class: "wait" }, t("pool.custom.text")),
      );
      const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.pool;
      const waits = lobby?.waits ?? [];
      fill(
        pools,
        ...(lobby?.pools ?? []).map((pool) => {
          const wait = waits.find(({ pool: name }) => name === pool.name);
          const { name } = pool;
          /** A second press on a pool leaves it. */
          const act = () =>
            deeds.seek(wait ? { type: "stop", pool: name } : { type: "want", pool: name, rated: isRated(app), now_ms: nowMs });
          const isFirst = waits.length === 0 && name === FIRST_POOL;
          const button = poolButton(pool, wait, { act, isOpen: link === "open", isFirst });
          button.dataset.pool = name;
          return button;
        }),
        lobby?.pools.length ? custom : el("p", { class: "mut" }, t("home.loading")),
      );
      if (held) /** @type {HTMLElement | null} */ (pools.querySelector(`[data-pool="${held}"]`))?.focus();
    },
    (app) => [app.lobby?.pools, app.lobby?.waits, app.link, isRated(app)],
  );

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
    (/** @type {App} */ { calls }) => {
      const waiting = calls.offered.filter(({ answer }) => answer === null);
      fill(offers, waiting.length > 0 && offeredCard(waiting, deeds));
      offers.hidden = waiting.length === 0;
      tick(nowMs);
    },
    ({ calls }) => calls.offered,
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
      const held = document.activeElement;
      fill(room, waitingRoom(seeks.length, rowsOf(seeks, filter, { me, guest, ratings }), filters, deeds));
      if (held instanceof HTMLElement && filters.contains(held)) held.focus();
    },
    ({ lobby, me, guest }) => [lobby?.seeks, me, guest, ratings, filter],
  );

  /** @param {App} app */
  function render(app) {
    shown = app;
    fill(title, t("home.title"));
    fill(here, app.lobby?.seen ? t("home.here", { n: app.lobby.here }) : "");
    drawNews(app);
    drawKind(app);
    drawPools(app);
    drawOffers(app);
    drawFilters(app);
    drawRoom(app);
    form.render(app, app.lobby ? ownSeek(app.lobby) !== undefined : false);
  }

  /** @param {number} serverMs */
  function tick(serverMs) {
    nowMs = serverMs;
    for (const timer of root.querySelectorAll("[data-since], [data-left]")) {
      const { since, left } = /** @type {HTMLElement} */ (timer).dataset;
      const text = since ? waitedText(serverMs - Number(since)) : leftText(Number(left) - serverMs);
      if (timer.textContent !== text) timer.textContent = text;
    }
  }

  /** One's ratings say which offers one may take. @param {App} app */
  async function arrive({ me, guest }) {
    if (guest) return;
    const told = await deeds.ask({ type: "ratings", player: me }).catch(() => null);
    ratings = Object.fromEntries((told?.ratings ?? []).map(({ speed, points }) => [speed, points]));
    if (shown) drawRoom(shown);
  }

  return { root, render, tick, arrive: (app) => void arrive(app), title: () => t("home.title") };
}

/** How long one has waited: `0:07`. @param {number} ms */
const waitedText = (ms) => countdownText(Math.floor(Math.max(0, ms) / 1_000) * 1_000);
