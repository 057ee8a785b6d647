/**
 * A game or TV in a frame on another's page. It watches by plain HTTP: it is nobody's session, and keeps nothing.
 *
 * `/embed/game/ID` and `/embed/tv`; `?theme=dark`, `?flip`, `?lang=vi` and `?pieces=simplified` change its looks.
 */

import { emptyBoard } from "../board/element.js";
import { leftOf, runs } from "../models/clock.js";
import { cellsOf, START } from "../models/table.js";
import { chooseLanguage, clockText, personText, t, useLanguage } from "../text/catalogue.js";
import { el, fill, sideSign } from "../ui/dom.js";
import { createBoardReader } from "./board_reader.js";

/** @typedef {import("../messages").SideName} SideName */
/** @typedef {import("../messages").Board} Board */
/** @typedef {{red: import("../text/catalogue.js").Named | null, black: import("../text/catalogue.js").Named | null, delayMs: number}} Game */

const TICK_MS = 200;
const query = new URLSearchParams(location.search);
const [, id = null] = location.pathname.match(/^\/embed\/game\/([a-z0-9]+)$/) ?? [];
const host = /** @type {HTMLElement} */ (document.getElementById("embed"));
const board = emptyBoard(true);
const theme = query.get("theme");
if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;

/** @type {Game | null} */
let game = null;
/** @type {Board | null} */
let shown = null;
/** What is said instead of a board. @type {"gone" | "none" | "down" | null} */
let trouble = null;

const reader = createBoardReader(id === null ? "tv:top" : `room:${id}`, hear);

/** @param {import("./board_reader.js").Told} told */
function hear(told) {
  trouble = null;
  if (told.type === "down") trouble = shown ? null : "down";
  if (told.type === "gone") trouble = "gone";
  if (told.type === "game") {
    game = told.game;
    if (id === null) shown = null;
    if (game === null) trouble = id === null ? "none" : "gone";
  }
  if (told.type === "board") shown = told.board;
  draw();
  if (id !== null && shown?.over) reader.stop();
}

/** @param {SideName} side */
function bar(side) {
  const person = game?.[side];
  const left = leftOf(shown, side, reader.now());
  return el(
    "div",
    { class: "bar", key: side },
    sideSign(side),
    el("span", { class: "name" }, person ? personText(person) : t(`side.${side}`)),
    left !== null && el("span", { class: runs(shown, side) ? "clk run" : "clk", dir: "ltr" }, clockText(left)),
  );
}

/** Whose turn it is, how the game ended, or that nobody plays. */
function standing() {
  if (!shown) return isEmpty() ? t("embed.none") : "";
  if (shown.over) return t(shown.over === "none" ? "result.aborted" : `result.${shown.over}`);
  const turn = t("embed.turn", { side: t(shown.fen.endsWith("w") ? "side.red" : "side.black") });
  return game?.delayMs ? `${turn} · ${t("embed.late", { n: Math.round(game.delayMs / 1_000) })}` : turn;
}

/** Nobody is on TV: the board stands ready, as it does before a game. */
const isEmpty = () => trouble === "none";

function draw() {
  const isFlipped = query.has("flip");
  const pieces = query.get("pieces");
  const room = id ?? shown?.game;
  const [fen, last] = shown && !trouble ? [shown.fen, shown.last] : isEmpty() ? [START, null] : [null, null];
  if (fen !== null) {
    board.toggleAttribute("flip", isFlipped);
    if (pieces) board.setAttribute("pieces", pieces);
    board.scene = { cells: cellsOf(fen), last, digits: !document.documentElement.lang.startsWith("zh") };
  }
  const names = (["red", "black"]).map((side) => game?.[/** @type {SideName} */ (side)]);
  const [red, black] = names.map((person) => (person ? personText(person) : "?"));
  if (game) document.title = `${t("game.players", { red, black })} · ${t("app.name")}`;
  fill(
    host,
    bar(isFlipped ? "red" : "black"),
    fen === null ? el("p", { class: "say", role: "status", key: "say" }, trouble ? t(`embed.${trouble}`) : "") : el("div", { class: "boardbox", key: "board", role: "img", "aria-label": isEmpty() ? t("embed.none") : t("game.players", { red, black }) }, board),
    bar(isFlipped ? "black" : "red"),
    el(
      "div",
      { class: "foot" },
      el("span", { role: "status" }, standing()),
      el("a", { href: room && trouble !== "gone" ? `/game/${room}` : "/watch/tv", target: "_blank", rel: "noopener" }, t("embed.open", { site: t("app.name") })),
    ),
  );
}

await useLanguage(chooseLanguage(query.get("lang"), navigator.languages), ["embed"]);
draw();
reader.start();
document.addEventListener("visibilitychange", () => (document.hidden ? reader.stop() : reader.start()));
setInterval(() => shown?.runs && draw(), TICK_MS);
