/**
 * A game or TV in a frame on another's page. It watches by plain HTTP: it is nobody's session, and keeps nothing.
 *
 * `/embed/game/ID` and `/embed/tv?channel=rapid`; `?theme=dark`, `?board=jade`, `?flip`, `?lang=vi` and
 * `?pieces=simplified` change its looks, `?moves=0` and `?moves=1` whether there are steps. Arrow keys lead through the moves.
 */

import { emptyBoard } from "../board/element.js";
import { leftOf, runs } from "../models/clock.js";
import { inNotation } from "../models/notation.js";
import { cellsOf, START } from "../models/table.js";
import { chooseLanguage, clockText, personText, t, useLanguage } from "../text/catalogue.js";
import { el, fill, sideSign } from "../ui/dom.js";
import { createBoardReader } from "./board_reader.js";
import { stepped, stepsOf } from "./history.js";

/** @typedef {import("../messages").SideName} SideName */
/** @typedef {import("../messages").Board} Board */
/** @typedef {{red: import("../text/catalogue.js").Named | null, black: import("../text/catalogue.js").Named | null, delayMs: number}} Game */

const TICK_MS = 200;
const BOARDS = ["wood", "rose", "jade", "slate"];
const query = new URLSearchParams(location.search);
const [, id = null] = location.pathname.match(/^\/embed\/game\/([a-z0-9]+)$/) ?? [];
const host = /** @type {HTMLElement} */ (document.getElementById("embed"));
const board = emptyBoard(true);
const theme = query.get("theme");
if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
const wood = query.get("board") ?? "";
if (BOARDS.includes(wood)) document.documentElement.dataset.board = wood;
const [channel] = query.get("channel")?.match(/^[a-z]+$/) ?? ["top"];
const hasSteps = (query.get("moves") ?? (id === null ? "0" : "1")) !== "0";

/** @type {Game | null} */
let game = null;
/** @type {Board | null} */
let shown = null;
/** What is said instead of a board. @type {"gone" | "none" | "down" | null} */
let trouble = null;
/** Its moves, once somebody has stepped back through them. @type {import("./history.js").Step[] | null} */
let steps = null;
/** The ply that is looked at; null for how it stands. @type {number | null} */
let viewed = null;

const reader = createBoardReader(id === null ? `tv:${channel}` : `room:${id}`, hear);

/** @param {import("./board_reader.js").Told} told */
function hear(told) {
  trouble = null;
  if (told.type === "down") trouble = shown ? null : "down";
  if (told.type === "gone") trouble = "gone";
  if (told.type === "game") {
    game = told.game;
    if (id === null) [shown, steps, viewed] = [null, null, null];
    if (game === null) trouble = id === null ? "none" : "gone";
  }
  if (told.type === "board") {
    shown = told.board;
    steps = steps && stepped(steps, told.board);
    if (viewed !== null && !steps) void fetchSteps();
  }
  draw();
  if (id !== null && shown?.over) reader.stop();
}

/** Ask how the game came to stand so. */
async function fetchSteps() {
  const room = shown?.game;
  const answer = await fetch(`/api/game/${room}`).then((told) => (told.ok ? told.json() : null)).catch(() => null);
  if (answer === null || shown?.game !== room) return;
  steps = stepsOf(answer);
  draw();
}

/** @param {number} to the ply to look at; the last one is how it stands */
async function show(to) {
  if (!shown) return;
  if (!steps) await fetchSteps();
  const last = steps ? steps.length - 1 : 0;
  viewed = steps && to < last ? Math.max(0, to) : null;
  draw();
}
const ply = () => viewed ?? shown?.ply ?? 0;

/** @param {KeyboardEvent} event */
function pressed(event) {
  const to = { ArrowLeft: ply() - 1, ArrowRight: ply() + 1, Home: 0, End: Infinity }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void show(to);
}

/** The way back and forth, and the move that is looked at. */
function stepRow() {
  const last = shown?.ply ?? 0;
  const step = (/** @type {import("../text/catalogue.js").Key} */ key, /** @type {string} */ sign, /** @type {number} */ to, /** @type {boolean} */ can) =>
    el("button", { type: "button", "aria-label": t(key), disabled: !can, onclick: () => show(to) }, sign);
  const move = viewed === null ? null : steps?.[viewed]?.move;
  const language = document.documentElement.lang;
  return el(
    "div",
    { class: "steps", key: "steps" },
    step("moves.first", "«", 0, ply() > 0),
    step("moves.back", "‹", ply() - 1, ply() > 0),
    step("moves.forward", "›", ply() + 1, ply() < last),
    step(shown?.over ? "moves.last" : "moves.live", "»", Infinity, ply() < last),
    el("span", { class: "at" }, move ? `${Math.ceil(ply() / 2)}. ${inNotation(move, language.startsWith("zh") ? "chinese" : "wxf", language)}` : ""),
  );
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
  const past = viewed === null ? null : steps?.[viewed];
  if (fen !== null) {
    board.toggleAttribute("flip", isFlipped);
    if (pieces) board.setAttribute("pieces", pieces);
    board.scene = { cells: past?.cells ?? cellsOf(fen), last: past ? (past.move?.uci ?? null) : last, digits: !document.documentElement.lang.startsWith("zh") };
  }
  const names = (["red", "black"]).map((side) => game?.[/** @type {SideName} */ (side)]);
  const [red, black] = names.map((person) => (person ? personText(person) : "?"));
  if (game) document.title = `${t("game.players", { red, black })} · ${t("app.name")}`;
  fill(
    host,
    bar(isFlipped ? "red" : "black"),
    fen === null ? el("p", { class: "say", role: "status", key: "say" }, trouble ? t(`embed.${trouble}`) : "") : el("div", { class: "boardbox", key: "board", role: "img", "aria-label": isEmpty() ? t("embed.none") : t("game.players", { red, black }) }, board),
    bar(isFlipped ? "black" : "red"),
    hasSteps && shown && !trouble && stepRow(),
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
addEventListener("keydown", pressed);
setInterval(() => shown?.runs && draw(), TICK_MS);
