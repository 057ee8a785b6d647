/**
 * The search, wherever its reader goes: how long it lasts, where, and its end. In the same place
 * stands what it finds, as a question to those who are on another page.
 */

import { ownSeek } from "../models/lobby.js";
import { clockName, countdownText, personText, rulesName, t, useLanguage } from "../text/catalogue.js";
import { el, fill, icon, onChange, svg } from "../ui/dom.js";
import { radar } from "../ui/radar.js";
import { callState, createCalls, toggleCalls } from "./calls.js";
import { PUSH_KEY } from "./store.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */
/** @typedef {import("../models/found_game.js").Found} Found */

const TICK_MS = 250;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** After so long one is asked whether to play the computer meanwhile. */
const OFFER_MS = 15_000;

/** How long one has waited: `0:07`. @param {number} ms */
const waitedText = (ms) => countdownText(Math.floor(Math.max(0, ms) / SECOND_MS) * SECOND_MS);

/** Since when one waits in a pool. @param {App} app */
const sinceOf = ({ lobby }) => Math.min(...(lobby?.waits ?? []).map(({ since_ms: sinceMs }) => sinceMs));

/** What there is of a search: the names of the pools, and one's own open offer where it is not in sight. @param {App} app */
function searchOf(app) {
  const { lobby, route } = app;
  const pools = lobby?.waits.map(({ pool }) => pool) ?? [];
  const offer = lobby ? ownSeek(lobby) : undefined;
  if (pools.length === 0 && (offer === undefined || route.page === "home")) return null;
  const isBeside = pools.length > 0 && offer?.terms.clock.type === "correspondence"; // it goes on when the search ends
  return { pools, offer: isBeside ? null : (offer ?? null), isHeard: app.link === "open" };
}

const bell = () =>
  svg("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M6 16.5v-6a6 6 0 0 1 12 0v6l1.5 2.5h-15zM10 21.5h4M12 4.5v-2" }));

/** A wait may go on while its reader is elsewhere: he is called if he wishes. @param {() => void} toggle */
function callButton(toggle) {
  const state = callState();
  if (state === "none") return null;
  const text = t(state === "on" ? "search.called" : "search.call");
  return el(
    "button",
    { key: "call", type: "button", class: "btn calls", "aria-pressed": String(state === "on"), "aria-label": text, title: text, onclick: toggle },
    bell(),
    el("span", { class: "desk" }, t(state === "on" ? "search.called" : "search.call.short")),
  );
}

/** @param {NonNullable<ReturnType<typeof searchOf>>} search @param {Actions} actions @param {() => void} toggle */
function searching({ pools, offer, isHeard }, actions, toggle) {
  function stop() {
    if (pools.length > 0) actions.lobby({ type: "unqueue" });
    if (offer) actions.lobby({ type: "withdraw_seek", seek: offer.id });
  }
  const places = [...pools, offer && t("search.offer", { clock: clockName(offer.terms.clock) })].filter(Boolean).join(", ");
  const isTimed = isHeard && pools.length > 0;
  return [
    radar(),
    el(
      "span",
      { class: "grow" },
      el("b", {}, t("search.looking"), isTimed && " ", isTimed && el("span", { class: "num", role: "timer", "data-search": "since" })),
      el("small", { class: isHeard ? "mut cut num" : "mut" }, isHeard ? places : t("search.lost")),
    ),
    pools.length > 0 && el("a", { class: "btn meanwhile", href: "/computer", "data-search": "computer", "aria-description": t("search.calls"), hidden: true }, icon("chip"), el("span", {}, t("search.computer"), el("small", { class: "mut" }, t("search.calls")))),
    callButton(toggle),
    el("button", { type: "button", class: "btn", onclick: stop }, icon("x"), t("cancel")),
  ];
}

/** @param {Found} found @param {Actions} actions */
function questionOf({ room, state, rival, terms, untilMs }, actions) {
  const name = personText(rival);
  const facts = terms && [clockName(terms.clock), rulesName(terms)].join(" · ");
  const refuse = () => {
    void actions.tell({ type: "abort", room });
    actions.putFoundAway(false);
  };
  return [
    icon("user"),
    el(
      "span",
      { class: "grow" },
      el("b", { class: "cut" }, t("search.found", { name })),
      el("small", { class: "mut cut" }, untilMs !== null && el("span", { class: "num", role: "timer", "data-search": "until" }), untilMs !== null && " · ", facts),
    ),
    el("button", { type: "button", class: "btn", onclick: state === "asked" ? refuse : () => actions.putFoundAway(true) }, t(state === "asked" ? "notices.ready.no" : "challenges.close")),
    el("button", { type: "button", class: "btn main", onclick: () => actions.go(`/game/${room}`) }, t("challenges.go")),
  ];
}

/** Nobody answered: the place is given up, and can be had again. @param {boolean} mayWait @param {Actions} actions */
const missed = (mayWait, actions) => [
  icon("hour"),
  el("span", { class: "grow" }, el("b", {}, t("search.missed"))),
  el("button", { type: "button", class: "btn", onclick: () => actions.putFoundAway(true) }, t("challenges.close")),
  mayWait &&
    el(
      "button",
      {
        type: "button",
        class: "btn main",
        onclick() {
          actions.putFoundAway(true);
          actions.lobby({ type: "requeue" });
        },
      },
      t("search.again"),
    ),
];

/**
 * Fills the host.
 * @param {HTMLElement} host @param {Actions} actions @param {() => number} serverMs
 */
export function createSearchBar(host, actions, serverMs) {
  /** @type {App | null} */
  let shown = null;
  let spoken = "";
  let said = "";
  let saidMinutes = 0;
  const call = createCalls(actions.go);
  if (localStorage.getItem(PUSH_KEY)) void import("./push.js").then(({ renew }) => renew(actions.ask)).catch(() => null); // at the next visit, then

  /** The reader wants to be called, or not any more. */
  async function toggle() {
    const state = await toggleCalls();
    if (state === "blocked") actions.toast(t("search.blocked"));
    else if (state === "on") actions.announce(t("search.called"));
    if (shown) draw(shown);
  }

  /** What is found is said at once; the search in its turn, and again each minute. @param {App} app */
  function announce({ found, lobby }) {
    const state = found && found.state !== "coming" ? `${found.room} ${found.state}` : lobby?.waits.length ? "looking" : "";
    if (state === said) return;
    said = state;
    saidMinutes = 0;
    if (state === "looking") actions.announce(t("search.looking"));
    else if (found && state) actions.announce(found.state === "missed" ? t("search.missed") : t("search.found", { name: personText(found.rival) }), true);
  }

  const draw = onChange(
    (/** @type {App} */ app) => {
      const { found } = app;
      const search = searchOf(app);
      const isFound = found !== null && found.state !== "coming";
      host.hidden = !isFound && search === null;
      host.setAttribute("aria-label", t(isFound ? "ready.title" : "search.looking"));
      host.classList.toggle("asks", isFound);
      if (isFound) fill(host, ...(found.state === "missed" ? missed((app.lobby?.left.length ?? 0) > 0, actions) : questionOf(found, actions)));
      else fill(host, ...(search ? searching(search, actions, () => void toggle()) : []));
      announce(app);
      call(app);
      tick();
    },
    (app) => [searchOf(app), app.found, app.lobby?.left.length, app.challenges.incoming, app.room?.table?.ready, app.starting, app.waiting, callState(), document.documentElement.lang],
  );

  function tick() {
    if (!shown) return;
    const offer = /** @type {HTMLElement | null} */ (host.querySelector("[data-search=computer]"));
    if (offer) offer.hidden = serverMs() - sinceOf(shown) < OFFER_MS || ["computer", "game"].includes(shown.route.page);
    for (const timer of host.querySelectorAll("[data-search=since], [data-search=until]")) {
      const isSince = /** @type {HTMLElement} */ (timer).dataset.search === "since";
      const text = isSince ? waitedText(serverMs() - sinceOf(shown)) : beginsText(shown, serverMs());
      if (timer.textContent !== text) timer.textContent = text;
    }
    const minutes = said === "looking" ? Math.floor((serverMs() - sinceOf(shown)) / MINUTE_MS) : 0;
    if (minutes > saidMinutes) actions.announce(t("search.minutes", { n: (saidMinutes = minutes) }));
  }
  setInterval(tick, TICK_MS);

  return {
    /** @param {App} app */
    render(app) {
      shown = app;
      const { language } = app.settings;
      const isQuiet = searchOf(app) === null && app.found === null && app.challenges.incoming.length === 0 && !app.room?.table?.ready && app.starting === null;
      if (spoken === language || isQuiet) return draw(app);
      void useLanguage(language, ["challenges"]).then(
        () => {
          spoken = language;
          if (shown) draw(shown);
        },
        () => {}, // no line: the next drawing asks again
      );
    },
    /** What the tab says instead of the page's name, "" for nothing. @param {App} app @param {number} nowMs */
    title(app, nowMs) {
      const { found, challenges } = app;
      if (spoken !== app.settings.language) return "";
      if (found?.state === "asked" || found?.state === "begun") return t("search.found", { name: personText(found.rival) });
      if (challenges.incoming.length > 0) return t("challenges.from", { name: personText(challenges.incoming[0].by) });
      if (found?.state === "missed") return t("search.missed");
      if (searchOf(app) === null) return "";
      return app.lobby?.waits.length ? t("search.title", { time: waitedText(nowMs - sinceOf(app)) }) : t("search.looking");
    },
  };
}

/** @param {App} app @param {number} nowMs */
const beginsText = ({ found }, nowMs) => t("search.begins", { n: Math.ceil(Math.max(0, (found?.untilMs ?? nowMs) - nowMs) / SECOND_MS) });
