/** A game of masters that plays by itself, move by move, until it is paused; then the next one. */

import { FILES, IN_A_FILE, positionsOf } from "../../models/masters.js";
import { inNotation, spelled } from "../../models/notation.js";
import { t } from "../../text/catalogue.js";
import { el, fill, icon, made, sideSign } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { gamesIn } from "../masters/library.js";
import { boardCard, styleOf } from "./stage.js";

/** @typedef {ReturnType<typeof createReplay>} Replay */
/** @typedef {{game: import("../../models/masters.js").MasterGame, moves: string[], positions: string[], record: ReturnType<typeof spelled>[]}} Played */

/** A move stays so long, the last one so much longer. */
const MOVE_MS = 2_000;
const END_MS = 8_000;
/** The first moves are soon gone: what moves is seen at once, what was opened can be found in the list. */
const FIRST_PLY = 20;
/** A shorter game is over before somebody has looked at it. */
const LEAST_PLIES = 50;
/** So many moves are written below the board. */
const SHOWN_PLIES = 4;

/** Whether the reader wants nothing to move by itself. */
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A card with the board. For those who listen it is one link; its moves are not announced.
 * @param {import("../../page").Actions} actions
 * @param {typeof import("../watch/record.js").createRecord} [recordOf] where all moves stand beside the board, to go back and forth
 */
export function createReplay(actions, recordOf) {
  const { root, head, above, link, under, board } = boardCard();
  const year = made(el("span", {}));
  const moves = made(el("span", { class: "grow latest num", "aria-hidden": "true" }));
  const pause = made(el("button", { type: "button", class: "btn icon quiet", onclick: toggle }));
  root.classList.add("masterplay");
  head.hidden = true;
  const record = recordOf?.(actions, goTo);
  if (!record) root.append(made(el("div", { class: "strip" }, moves, pause)));
  /** @type {Played | null} */
  let played = null;
  let ply = 0;
  let isPaused = isStill();
  /** When the move that is shown came, null before it did. @type {number | null} */
  let sinceMs = null;

  /** Go on with any game of one file, so that a visit fetches no more than it. */
  async function next() {
    const found = await any(played?.game.number ?? null).catch(() => null);
    if (!found) return; // no line: what is shown stays
    const positions = positionsOf(found.moves);
    played = { ...found, positions, record: found.moves.map((move, i) => spelled(positions[i], move)) };
    ply = Math.min(FIRST_PLY, found.moves.length);
    sinceMs = null;
    root.setAttribute("aria-label", t("masters.game"));
    root.hidden = false;
    draw();
  }

  /** Show a move that the reader has chosen, and stay there. @param {number | null} at null for the last one */
  function goTo(at) {
    if (!played) return;
    isPaused = true;
    ply = Math.min(Math.max(at ?? Infinity, 0), played.moves.length);
    draw();
  }

  function toggle() {
    isPaused = !isPaused;
    sinceMs = null;
    draw();
  }

  function draw() {
    if (!played) return;
    const { game, positions } = played;
    const { settings } = actions.app();
    const facts = badge([t("masters.game"), game.year].filter(Boolean).join(" · "), "", "tv");
    fill(above, sideSign("black"), el("b", { class: "cut", translate: "no" }, game.black), el("span", { class: "end" }), facts);
    fill(year, t("masters.move", { n: Math.ceil(ply / 2), of: Math.ceil(game.plies / 2) }));
    fill(under, sideSign("red"), el("b", { class: "cut", translate: "no" }, game.red), el("span", { class: "end" }), el("small", { class: "mut num" }, year), record && pause);
    link.href = `/masters/${game.number}-${ply}`;
    link.setAttribute("aria-label", t("masters.players", { red: game.red, black: game.black }));
    board.scene = { cells: positions[ply], last: played.moves[ply - 1] ?? null, ...styleOf(settings) };
    if (record) record.render({ moves: played.record, firstTurn: "red", isOver: true }, ply);
    else fill(moves, ...written(played, ply, settings));
    pause.setAttribute("aria-label", t(isPaused ? "masters.go_on" : "masters.pause"));
    fill(pause, icon(isPaused ? "play" : "pause"));
  }

  void next();

  return {
    root,
    /** All moves, where there is room for them. */
    record: record?.root,
    draw,
    /** @param {number} nowMs */
    tick(nowMs) {
      if (!played || isPaused || document.hidden) return;
      sinceMs ??= nowMs;
      const isOver = ply === played.moves.length;
      if (nowMs - sinceMs < (isOver ? END_MS : MOVE_MS)) return;
      sinceMs = nowMs;
      if (isOver) return void next();
      ply += 1;
      draw();
    },
  };
}

/** Masters play while nobody else does. @param {string} said of who does not @param {Replay} replay */
export const mastersInstead = (said, replay) =>
  el(
    "div",
    { class: "col nobody" },
    el("b", {}, said),
    el("p", { class: "mut" }, t("masters.meanwhile")),
    replay.root,
    replay.record,
    el("a", { class: "btn", href: "/masters" }, t("masters.all")),
  );

/** The latest moves as the reader writes them, the last one first and marked: those that find no room are not seen at all. @param {Played} played @param {number} ply @param {import("../../page").Settings} settings */
const written = ({ record }, ply, { notation, language }) =>
  record.slice(Math.max(0, ply - SHOWN_PLIES), ply).map((move, i, shown) => {
    const at = ply - shown.length + i;
    const text = inNotation(move, notation, language);
    const number = at % 2 === 0 || i === 0 ? el("small", { class: "mut" }, `${Math.floor(at / 2) + 1}. `) : "";
    return el("span", {}, number, at === ply - 1 ? el("b", {}, text) : text);
  }).reverse();

/** Some game that is long enough, after the first one of the same file. @param {number | null} before its number */
async function any(before) {
  const index = before === null ? Math.floor(Math.random() * FILES) : Math.floor((before - 1) / IN_A_FILE);
  const games = (await gamesIn(index)).filter(({ game }) => game.plies >= LEAST_PLIES && game.number !== before);
  return games[Math.floor(Math.random() * games.length)];
}
