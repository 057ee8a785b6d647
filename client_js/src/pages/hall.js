/**
 * The hall of a tournament at real boards, for a projector: pairs by board or by name, the standings, a countdown, and a
 * code that leads to one's own row. With `?show=me` it is the phone of somebody who looks for a table; no account is needed.
 */

import { pagesOf, resultText, seatOf, toldApart } from "../models/boards.js";
import { countsTo, shownTournament, update } from "../models/tournament.js";
import { freshId } from "../session/link.js";
import { countdownText, numberText, personText, t } from "../text/catalogue.js";
import { el, fill, made, sideSign } from "../ui/dom.js";
import { withSheet } from "../ui/sheet.js";
import { errorNote } from "../ui/parts.js";
import { segments } from "../ui/segments.js";
import { called, codeOf, entrantsOf } from "./shared/at_boards.js";
import { createRefresh } from "./tournament/refresh.js";

/** @typedef {import("../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {"board" | "name" | "standings" | "me"} Show */
/** @typedef {{board: number, side: "red" | "black", player: import("../messages").PlayerRef, opponent: import("../messages").PlayerRef}} Sitting */

const SHOWS = /** @type {const} */ (["board", "name", "standings", "me"]);
const TURN_MS = 8_000;
const REFRESH_MS = 1_500;
const SELDOM_MS = 10_000;
/** Rows of a page, and of the two columns of names. */
const ROWS = 12;
const NAMES = 24;

await withSheet("boards");

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  /** @type {TournamentModel | null} */
  let model = null;
  /** @type {import("../messages").TournamentRound | null} */
  let round = null;
  /** @type {import("../messages").ListedEntrant[]} */
  let listed = [];
  /** @type {import("../messages").TournamentEntrant[]} */
  let standings = [];
  const asked = new URLSearchParams(location.search).get("show");
  let show = SHOWS.find((one) => one === asked) ?? "board";
  let page = 0;
  let turnedMs = 0;
  let filter = "";
  /** @type {WakeLockSentinel | null} */
  let awake = null;
  const place = `me-${part}`;
  let mine = localStorage.getItem(place) ?? "";
  const again = createRefresh(() => void ask(), REFRESH_MS);
  /** Two hundred people are some messages: not for every result. */
  const peopleAgain = createRefresh(() => void askPeople(), SELDOM_MS);
  const placesAgain = createRefresh(() => void askStandings(), SELDOM_MS);
  /** How many had entered when the list was asked for. */
  let listedFor = -1;
  const title = made(el("h1", {}, t("hall.title")));
  const under = made(el("p", { class: "sub" }));
  const clock = made(el("b", { class: "clock num", role: "timer" }));
  const rows = made(el("div", { class: "hrows" }));
  const foot = made(el("footer", {}));
  const choice = made(el("div", { class: "hchoice" }));
  const root = made(el("main", { class: "hall" }, el("header", {}, el("div", { class: "grow" }, title, under), clock), choice, rows, foot));

  async function ask() {
    round = (await actions.ask({ type: "tournament_round", tournament: part }).catch(() => null)) ?? round;
    draw();
    if (show === "standings") placesAgain.refresh();
    const entered = model?.info.entered ?? 0;
    if (entered !== listedFor) {
      listedFor = entered;
      peopleAgain.refresh();
    }
  }

  async function askPeople() {
    listed = (await entrantsOf(actions, part).catch(() => null))?.rows ?? listed;
    draw();
  }

  async function askStandings() {
    /** @type {import("../messages").TournamentEntrant[]} */
    const all = [];
    for (let size = 1; all.length < size; ) {
      const told = await actions.ask({ type: "tournament_standings", tournament: part, rank: all.length + 1 }).catch(() => null);
      if (!told?.rows.length) break;
      all.push(...told.rows);
      size = told.size;
    }
    standings = all;
    draw();
  }

  /** A projector's screen stays awake; on a low battery, or without HTTPS, the browser does not grant it. */
  async function stayAwake() {
    if (show === "me" || document.hidden || awake?.released === false) return;
    awake = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  }

  /** @returns {Sitting[]} by name, as its readers sort names */
  function sittings() {
    const all = (round?.games ?? []).flatMap(({ red, black }, i) => [
      { board: i + 1, side: /** @type {const} */ ("red"), player: red, opponent: black },
      { board: i + 1, side: /** @type {const} */ ("black"), player: black, opponent: red },
    ]);
    const order = new Intl.Collator(document.documentElement.lang);
    return all.sort((a, b) => order.compare(a.player.name, b.player.name));
  }

  function boardRows() {
    const apart = toldApart(listed);
    const games = (round?.games ?? []).map(({ red, black, result }, i) =>
      el("div", { class: "hrow pairing" }, el("b", { class: "num" }, numberText(i + 1)), sideSign("red"), el("span", { class: "cut" }, called(red, apart)), el("b", { class: "num outc" }, resultText(result) || "–"), sideSign("black"), el("span", { class: "cut" }, called(black, apart))),
    );
    const byes = (round?.byes ?? []).map((player) => el("div", { class: "hrow pairing" }, el("b", {}, "–"), "", el("span", { class: "cut" }, called(player, apart)), el("b", {}, t("tournament.bye"))));
    return [...games, ...byes];
  }

  function nameRows() {
    const apart = toldApart(listed);
    return sittings().map(({ board, side, player }) => el("div", { class: "hrow named" }, el("span", { class: "cut" }, called(player, apart)), el("b", { class: "num" }, numberText(board)), sideSign(side), el("span", {}, t(`side.${side}`))));
  }

  function standingRows() {
    const apart = toldApart(listed);
    return standings.map(({ rank, player, score, tie_breaks: ties }) => el("div", { class: "hrow stands" }, el("b", { class: "num" }, numberText(rank)), el("span", { class: "cut" }, called(player, apart)), el("b", { class: "num" }, numberText(score)), el("span", { class: "num" }, ties[0] ?? "")));
  }

  /** The phone of one person: a table and a side, or the list to choose oneself from. */
  function ownRows() {
    const me = listed.find(({ player }) => player.player === mine);
    if (!me) return chooseRows();
    const seat = seatOf(round?.games ?? [], mine);
    const apart = toldApart(listed);
    const isBye = round?.byes.some(({ player }) => player === mine);
    return [
      el("p", { class: "mename" }, called(me.player, apart)),
      seat
        ? el("div", { class: "mseat" }, el("p", { class: "big num" }, t("hall.table", { n: seat.board })), el("p", { class: "big row" }, sideSign(seat.side), t(`side.${seat.side}`)), el("p", {}, t("hall.against", { name: personText(seat.opponent) })))
        : el("p", { class: "big" }, t(isBye ? "hall.bye" : "hall.nothing")),
      el("button", { type: "button", class: "btn", onclick: () => choose("") }, t("hall.other")),
    ];
  }

  function chooseRows() {
    const apart = toldApart(listed);
    const order = new Intl.Collator(document.documentElement.lang);
    const wanted = filter.trim().toLocaleLowerCase();
    const found = listed.filter(({ player }) => player.name.toLocaleLowerCase().includes(wanted)).sort((a, b) => order.compare(a.player.name, b.player.name));
    return [
      el("input", { key: "find", class: "inp", type: "search", "aria-label": t("hall.find"), placeholder: t("hall.find"), value: filter, oninput: ({ target }) => ((filter = target.value), draw()) }),
      el("div", { key: "found", class: "rows" }, ...found.map(({ player }) => el("button", { type: "button", key: player.player, class: "pick", onclick: () => choose(player.player) }, called(player, apart)))),
    ];
  }

  /** @param {string} player */
  function choose(player) {
    mine = player;
    if (player) localStorage.setItem(place, player);
    else localStorage.removeItem(place);
    draw();
  }

  /** @param {Show} wanted */
  function turnTo(wanted) {
    show = wanted;
    page = 0;
    history.replaceState(history.state, "", `?show=${show}`);
    draw();
    void ask();
  }

  function draw() {
    if (model === null) return;
    const { info } = model;
    root.classList.toggle("me", show === "me");
    fill(title, info.name);
    fill(under, show === "standings" ? t("hall.standings", { n: info.round }) : info.round > 0 ? t("tournament.round_of", { n: info.round, of: Math.max(info.round, info.rounds) }) : t("tournament.phase.announced"));
    fill(choice, segments(t("hall.show"), SHOWS, show, (one) => t(`hall.show.${one}`), turnTo));
    if (show === "me") {
      fill(rows, ...ownRows());
      fill(foot);
      return;
    }
    const all = show === "board" ? boardRows() : show === "name" ? nameRows() : standingRows();
    const pages = pagesOf(all, show === "name" ? NAMES : ROWS);
    page %= Math.max(1, pages.length);
    rows.classList.toggle("two", show === "name");
    fill(rows, ...(pages[page] ?? [el("p", { class: "hrow" }, t("hall.empty"))]));
    fill(foot, codeOf(`${location.origin}/tournament/${part}/hall?show=me`, t("hall.code")), el("span", { class: "grow" }), pages.length > 1 && el("span", { class: "num" }, t("hall.page", { n: page + 1, of: pages.length })));
  }

  async function load() {
    try {
      model = shownTournament(await actions.ask({ type: "watch_tournament", tournament: part }));
      await ask();
    } catch (refusal) {
      fill(rows, errorNote(/** @type {Error} */ (refusal).message));
    }
  }

  return {
    root,
    title: () => model?.info.name ?? t("hall.title"),
    arrive: () => void load(),
    render: () => draw(),
    hear(message) {
      const before = model;
      if (model) model = update(model, message);
      if (model !== before) again.refresh();
      if (model !== before) draw();
    },
    tick(serverMs) {
      for (const each of [again, peopleAgain, placesAgain]) each.tick(serverMs);
      const until = model && countsTo(model.info);
      const text = until && until > serverMs ? countdownText(until - serverMs) : "";
      if (clock.textContent !== text) fill(clock, text);
      if (serverMs - turnedMs < TURN_MS) return;
      turnedMs = serverMs;
      page += 1;
      if (show !== "me") draw();
      void stayAwake();
    },
    leave() {
      void awake?.release();
      actions.send({ type: "unwatch_tournament", id: freshId() });
    },
  };
}
