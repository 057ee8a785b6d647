/**
 * The page one comes to: play at once in a pool, take an open offer, or create a game.
 */

import { ownSeek } from "../lobby_model.js";
import { clockKind, clockName, personText, rulesName, t } from "../text/catalogue.js";
import { createForm } from "./create.js";
import { el, fill, icon, onChange, sideSign, svg } from "./dom.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../messages").SeekInfo} SeekInfo */

const MOST_PIPS = 5;
const FIRST_POOL = "5+3";

/** A disc a person who waits, at most five. @param {number} waiting */
const pips = (waiting) =>
  el(
    "span",
    { class: "pips", "aria-hidden": "true" },
    ...(waiting ? Array.from({ length: Math.min(MOST_PIPS, waiting) }, () => el("i")) : [el("i", { class: "o" })]),
  );

/** @param {import("../messages").Pool} pool @param {string[]} wanted @param {Deeds} deeds @param {boolean} isOpen @param {boolean} rated */
function poolButton({ name, terms, waiting }, wanted, deeds, isOpen, rated) {
  const isWanted = wanted.includes(name);
  const isFirst = wanted.length === 0 && name === FIRST_POOL;
  return el(
    "button",
    {
      class: isFirst ? "pool main" : "pool",
      "aria-pressed": String(isWanted),
      disabled: !isOpen,
      onclick: () => deeds.seek({ type: "want", pool: name, rated }),
    },
    el("strong", {}, name),
    el("span", { class: "kind" }, isWanted ? icon("check") : t(clockKind(terms.clock))),
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

/** The search, with its cancel in sight. @param {string[]} wanted @param {Deeds} deeds */
const searchCard = (wanted, deeds) =>
  el(
    "section",
    { class: "card seek", "aria-label": t("seek.looking") },
    radar(),
    el(
      "div",
      {},
      el("h2", {}, t("seek.looking")),
      el("p", { class: "mut" }, t("seek.looking.text", { pools: wanted.join(", ") })),
      el("p", { class: "mut small" }, t("seek.more")),
    ),
    el("button", { class: "btn", onclick: () => deeds.seek({ type: "stop" }) }, t("cancel")),
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

/** @param {SeekInfo} seek @param {boolean} isOurs @param {Deeds} deeds */
function seekButton(seek, isOurs, deeds) {
  if (isOurs) return el("button", { class: "btn sm", onclick: () => deeds.seek({ type: "withdraw" }) }, t("cancel"));
  const label = t("room.play.label", { who: personText(seek.name), clock: clockName(seek.terms.clock) });
  return el(
    "button",
    { class: "btn sm", "aria-label": label, onclick: () => deeds.seek({ type: "take_seek", seek: seek.id }) },
    t("room.play"),
  );
}

/** @param {SeekInfo[]} seeks @param {string} me @param {Deeds} deeds */
function seekTable(seeks, me, deeds) {
  const head = [t("room.player"), t("room.clock"), t("room.rules"), t("room.side")];
  const rows = seeks.map((seek) => {
    const isOurs = seek.player === me;
    return el(
      "tr",
      { class: isOurs ? "me" : "" },
      el("td", { class: "b cut" }, isOurs ? t("room.yours") : personText(seek.name)),
      el("td", { class: "num" }, clockName(seek.terms.clock)),
      el("td", { class: "desk-cell" }, seek.terms.rated ? `${rulesName(seek.terms)} · ${t("room.rated")}` : rulesName(seek.terms)),
      el("td", {}, sideOffered(seek)),
      el("td", { class: "n" }, seekButton(seek, isOurs, deeds)),
    );
  });
  return el(
    "table",
    { class: "wr", "aria-label": t("room.title") },
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        ...head.map((name, i) => el("th", { class: i === 2 ? "desk-cell" : "", scope: "col" }, name)),
        el("td"),
      ),
    ),
    el("tbody", {}, ...rows),
  );
}

/** @param {SeekInfo[]} seeks @param {string} me @param {Deeds} deeds */
const waitingRoom = (seeks, me, deeds) =>
  el(
    "section",
    { class: "card", "aria-label": t("room.title") },
    el(
      "header",
      {},
      el("h2", {}, t("room.title")),
      seeks.length > 0 && el("span", { class: "badge" }, String(seeks.length)),
      el("span", { class: "grow" }),
      el("span", { class: "mut small desk" }, t("room.note")),
    ),
    seeks.length ? seekTable(seeks, me, deeds) : el("p", { class: "mut small pad none" }, t("room.empty")),
  );

/** @param {App} app @param {Deeds} deeds */
const ownGames = ({ games }, deeds) =>
  games.map(({ room, side }) =>
    el(
      "section",
      { class: "card own row pad" },
      sideSign(side),
      el("b", { class: "grow" }, t("games.title")),
      el("button", { class: "btn", onclick: () => deeds.go(`/game/${room}`) }, t("games.return")),
    ),
  );

/**
 * The lobby's page.
 * @param {Deeds} deeds @returns {import("../page").View}
 */
export function createHome(deeds) {
  const title = el("h1");
  const here = el("span", { class: "mut small end num" });
  const news = el("div", { class: "col", role: "region" });
  const pools = el("div", { class: "pools" });
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
        el("section", { class: "col" }, el("div", { class: "row" }, title, here), news, pools),
        room,
      ),
      el("aside", { class: "col l" }, form.root),
    ),
  );

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
      fill(news, ...ownGames(app, deeds), refusal, lobby && lobby.wanted.length > 0 && searchCard(lobby.wanted, deeds));
    },
    ({ lobby, games }) => [lobby?.wanted, lobby?.refusal, games],
  );

  const drawPools = onChange(
    (/** @type {App} */ { lobby, link, guest }) => {
      const custom = el(
        "button",
        { class: "pool dim", onclick: () => form.focus() },
        el("strong", {}, t("pool.custom")),
        el("span", { class: "kind" }, icon("gear")),
        el("span", { class: "wait" }, t("pool.custom.text")),
      );
      const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.pool;
      fill(
        pools,
        ...(lobby?.pools ?? []).map((pool) => {
          const button = poolButton(pool, lobby?.wanted ?? [], deeds, link === "open", !guest);
          button.dataset.pool = pool.name;
          return button;
        }),
        lobby?.pools.length ? custom : el("p", { class: "mut" }, t("home.loading")),
      );
      if (held) /** @type {HTMLElement | null} */ (pools.querySelector(`[data-pool="${held}"]`))?.focus();
    },
    ({ lobby, link, guest }) => [lobby?.pools, lobby?.wanted, link, guest],
  );

  const drawRoom = onChange(
    (/** @type {App} */ { lobby, me }) => fill(room, waitingRoom(lobby?.seeks ?? [], me, deeds)),
    ({ lobby, me }) => [lobby?.seeks, me],
  );

  /** @param {App} app */
  function render(app) {
    fill(title, t("home.title"));
    fill(here, app.lobby?.seen ? t("home.here", { n: app.lobby.here }) : "");
    drawNews(app);
    drawPools(app);
    drawRoom(app);
    form.render(app, app.lobby ? ownSeek(app.lobby) !== undefined : false);
  }

  return { root, render, title: () => t("home.title") };
}
