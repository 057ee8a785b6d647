/** Results by board: a key and on to the next open one, or three large buttons on a phone. What is not stored yet is kept here. */

import { boardOf, compared, nextOpen, RESULTS, resultOf, resultsNow, resultText, toldApart, toSend, withWritten } from "../../models/boards.js";
import { askPatiently } from "../../session/patience.js";
import { personText, t } from "../../text/catalogue.js";
import { timeText } from "../../text/dates.js";
import { el, fill, made, onChange } from "../../ui/dom.js";
import { called, entrantsOf } from "../shared/at_boards.js";
import { createRefresh } from "./refresh.js";

/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {import("../../messages").RoundGame} RoundGame */
/** @typedef {import("../../models/boards.js").Written} Written */
/** @typedef {import("../../models/boards.js").Result} Result */

/** Results that follow each other so soon travel together; a second minus in that time is a double forfeit. */
const GATHER_MS = 400;
const REFRESH_MS = 1_500;
/** Each of these has a button; the others stand in a list. @type {readonly Result[]} */
const PRESSED = ["red", "draw", "black"];

/** A result as it is written, and in words. @param {typeof RESULTS[number]} way */
const wordsOf = (way) => `${resultText(way)} · ${t(`grid.${way}`)}`;

/** @param {import("../../page").Actions} actions @param {string} tournament */
export function createResults(actions, tournament) {
  const place = `results-${tournament}`;
  /** @type {Written[]} */
  let written = kept();
  /** Those of them on their way. @type {Written[]} */
  let sending = [];
  /** Boards on which somebody else has written something else, and results that were not accepted. @type {Written[]} */
  let differ = [];
  /** What tells people of one name apart. @type {Map<string, string>} */
  let apart = new Map();
  /** @type {RoundGame[]} */
  let games = [];
  let round = 0;
  /** The round that is shown; 0 follows the latest. */
  let chosen = 0;
  let latest = 0;
  let onlyMissing = false;
  let mayWrite = false;
  let isOver = false;
  let isKnockout = false;
  let at = 0;
  /** The board whose minus came just now, from 0; -1 for none. */
  let lastMinus = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  /** The rows as they are drawn, and from what. @type {Map<number, {seen: unknown[], row: ReturnType<typeof rowOf>}>} */
  const shown = new Map();
  const again = createRefresh(() => void ask(), REFRESH_MS);
  const title = made(el("h2", { class: "grow" }));
  const choice = made(el("select", { class: "inp", "aria-label": t("tournament.choose_round"), onchange: ({ target }) => choose(Number(target.value)) }));
  const state = made(el("span", { role: "status", class: "small" }));
  const find = made(el("input", { class: "inp", type: "search", "aria-label": t("grid.find"), placeholder: t("grid.find"), onkeydown: (/** @type {KeyboardEvent} */ event) => jump(event) }));
  const missing = made(el("button", { type: "button", class: "btn sm", "aria-pressed": "false", onclick: () => toggleMissing() }, t("grid.missing")));
  /** What a change means, before it is made. */
  const meaning = made(el("p", { class: "small note" }));
  const rows = made(el("div", { class: "bres", role: "grid", "aria-label": t("grid.title"), onkeydown: (/** @type {KeyboardEvent} */ event) => pressed(event) }));
  const root = made(el("section", { class: "card", hidden: true, "aria-label": t("grid.title") }, el("header", { class: "w" }, title, choice, missing, find), el("p", { class: "small mut pad hintk" }, t("grid.keys")), meaning, rows, el("footer", { class: "pad" }, state)));

  /** @returns {Written[]} */
  function kept() {
    try {
      return JSON.parse(localStorage.getItem(place) ?? "[]");
    } catch {
      return []; // not of our making
    }
  }

  function keep() {
    if (written.length > 0) localStorage.setItem(place, JSON.stringify(written));
    else localStorage.removeItem(place);
  }

  async function ask() {
    const wanted = chosen || latest;
    if (wanted === 0) return;
    const told = await actions.ask({ type: "tournament_round", tournament, round: wanted }).catch(() => null);
    if (told === null || wanted !== (chosen || latest)) return;
    ({ games, round } = told);
    const after = compared(written, games, round);
    written = after.left;
    differ = [...differ.filter((one) => one.round !== round || games[one.board - 1]?.result !== one.result), ...after.differ];
    keep();
    draw();
  }

  async function askPeople() {
    const told = await entrantsOf(actions, tournament).catch(() => null);
    apart = told ? toldApart(told.rows) : apart;
    draw();
  }

  /** Whether the reader is an arbiter; a code may have ended meanwhile. */
  const mayStill = async () => (await actions.ask({ type: "tournament_entrants", tournament }).catch(() => null))?.arbiter ?? false;

  async function send() {
    if (sending.length > 0 || written.length === 0) return;
    const part = (sending = toSend(written));
    const { round: of } = part[0];
    try {
      await askPatiently(actions.ask, { type: "enter_results", tournament, round: of, results: part.map(({ board, result, was }) => ({ board, result, was })) });
      written = written.filter((one) => !part.includes(one));
      differ = differ.filter((one) => !part.some(({ board }) => one.round === of && board === one.board));
    } catch (refusal) {
      const { code, message } = /** @type {import("../../session/asker.js").Refusal} */ (refusal);
      if (code === "not_allowed" && !(await mayStill())) {
        sending = []; // they go once the reader is an arbiter again
        return actions.toast(message);
      }
      if (code !== "result_differs") {
        written = written.filter((one) => !part.includes(one));
        differ = [...differ, ...part];
        actions.toast(message);
      } else chosen = of === latest ? 0 : of;
    }
    keep();
    sending = [];
    await ask();
    if (written.length > 0) wait();
  }

  function wait() {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      if (lastMinus >= 0) wait();
      else void send();
    }, GATHER_MS);
  }

  /** @param {number} index from 0 @param {Result} result */
  function write(index, result) {
    const { result: was } = games[index];
    written = withWritten(written, { round, board: index + 1, result, was }, sending);
    differ = differ.filter((one) => one.round !== round || one.board !== index + 1);
    keep();
    draw();
    wait();
  }

  /** The two sat the other way round: the winner stays the winner. @param {number} index */
  async function swap(index) {
    const { red, black } = games[index];
    await actions.tell({ type: "manage_tournament", tournament, action: { type: "seat", round, board: index + 1, red: black.player, black: red.player } });
    await ask();
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || /** @type {HTMLElement} */ (target).tagName === "SELECT") return;
    if (key === "ArrowDown" || key === "ArrowUp") to(Math.max(0, Math.min(games.length - 1, at + (key === "ArrowDown" ? 1 : -1))));
    else if (key === "m") toggleMissing();
    else if (key === "/") find.focus();
    else if (key === "Delete" || key === "Backspace") write(at, "none");
    else if (key === "-" && lastMinus >= 0) {
      write(lastMinus, "both_absent");
      lastMinus = -1;
    } else if (resultOf(key)) {
      write(at, /** @type {Result} */ (resultOf(key)));
      lastMinus = key === "-" ? at : -1;
      if (key === "-") setTimeout(() => (lastMinus = -1), GATHER_MS);
      to(nextOpen(resultsNow(games, written, round), at));
    } else if (key.length === 1 && /[\p{L}2-9]/u.test(key)) {
      find.value = "";
      find.focus();
      return; // the letter goes there
    } else return;
    event.preventDefault();
  }
  /** @param {KeyboardEvent} event */
  function jump(event) {
    if (event.key !== "Enter") return;
    const found = boardOf(games, find.value);
    if (found < 0) return actions.announce(t("grid.none"));
    find.value = "";
    onlyMissing = false;
    draw();
    to(found);
  }

  /** @param {number} index */
  function to(index) {
    at = index;
    draw();
    /** @type {HTMLElement | null} */ (rows.querySelector(`[data-board="${index + 1}"]`))?.focus();
  }

  function toggleMissing() {
    onlyMissing = !onlyMissing;
    missing.setAttribute("aria-pressed", String(onlyMissing));
    draw();
  }

  /** @param {number} wanted */
  function choose(wanted) {
    chosen = wanted === latest ? 0 : wanted;
    at = 0;
    void ask();
  }

  /** The row of a board; of a hundred boards a key changes two. @param {RoundGame} game @param {number} index @param {Result} result */
  function row(game, index, result) {
    const isHere = (/** @type {Written} */ one) => one.round === round && one.board === index + 1;
    const seen = [game, result, written.some(isHere), differ.find(isHere), index === at, apart, document.documentElement.lang];
    const before = shown.get(index);
    if (before && seen.every((one, i) => one === before.seen[i])) return before.row;
    const now = { seen, row: rowOf(game, index, result) };
    shown.set(index, now);
    return now.row;
  }

  /** @param {RoundGame} game @param {number} index @param {Result} result */
  function rowOf({ red, black, by, at_ms: atMs }, index, result) {
    const isOpen = result === "none";
    const unsent = written.some((one) => one.round === round && one.board === index + 1);
    const other = differ.find((one) => one.round === round && one.board === index + 1);
    const label = `${index + 1}: ${personText(red)} – ${personText(black)}: ${isOpen ? t("grid.open") : t(`grid.${result}`)}`;
    const button = (/** @type {"red" | "draw" | "black"} */ way) =>
      el("button", { type: "button", tabindex: -1, class: "btn", "aria-pressed": String(result === way), "aria-label": `${label}: ${t(`grid.${way}`)}`, onclick: () => write(index, result === way ? "none" : way) }, resultText(way));
    return el(
      "div",
      { key: `b${index}`, class: `bgr${unsent ? " unsent" : ""}${other ? " differs" : ""}`, role: "row", tabindex: index === at ? 0 : -1, "data-board": index + 1, "aria-label": label, onfocus: () => void (at = index) },
      el("b", { class: "num", role: "gridcell" }, String(index + 1)),
      el("span", { class: "cut red", role: "gridcell" }, called(red, apart)),
      el("span", { class: "outc", role: "gridcell" }, button("red"), button("draw"), button("black"), el("select", { class: "inp", tabindex: -1, "aria-label": `${label}: ${t("grid.more")}`, onchange: ({ target }) => (target.value === "swap" ? void swap(index) : write(index, target.value)) }, ...["none", ...RESULTS.filter((way) => !PRESSED.includes(way))].map((way) => el("option", { value: way, selected: way === (PRESSED.includes(result) ? "none" : result) }, way === "none" ? t("grid.more") : wordsOf(/** @type {typeof RESULTS[number]} */ (way)))), el("option", { value: "swap" }, t("grid.swap")))),
      el("span", { class: "cut", role: "gridcell" }, called(black, apart)),
      el("small", { class: "mut", role: "gridcell" }, other ? (by ? t("grid.differs", { result: resultText(other.result), name: personText(by) }) : t("grid.refused", { result: resultText(other.result) })) : by && atMs ? `${personText(by)} · ${timeText(atMs)}` : ""),
    );
  }

  function draw() {
    root.hidden = !mayWrite || games.length === 0;
    if (root.hidden) return;
    const results = resultsNow(games, written, round);
    const open = results.filter((result) => result === "none").length;
    fill(title, t("grid.round", { n: round }));
    const meant = isOver ? "grid.over" : round >= latest ? null : isKnockout ? "grid.correction.knockout" : "grid.correction";
    meaning.hidden = meant === null;
    fill(meaning, meant && t(meant));
    fill(rows, ...games.flatMap((game, index) => (onlyMissing && results[index] !== "none" ? [] : [row(game, index, results[index])])));
    state.classList.toggle("err", written.length > 0);
    fill(state, written.length > 0 ? t("grid.unsent", { n: written.length }) : open > 0 ? t("grid.left", { n: open }) : isOver || round < latest ? "" : t(isKnockout ? "grid.done.knockout" : "grid.done"));
  }

  const drawChoice = onChange(
    (/** @type {number} */ rounds) => {
      choice.hidden = rounds < 2;
      fill(choice, ...Array.from({ length: rounds }, (_, i) => el("option", { value: String(i + 1), selected: i + 1 === (chosen || rounds) }, t("tournament.round", { n: i + 1 }))));
    },
    (rounds) => [rounds, document.documentElement.lang],
  );

  return {
    root,
    /** @param {TournamentModel} model @param {boolean} writes the reader may write results */
    render({ info }, writes) {
      const isNew = latest !== info.round || mayWrite !== writes;
      const hasEnded = isOver !== (info.phase === "finished");
      latest = info.round;
      isOver = info.phase === "finished";
      isKnockout = info.format.type === "knockout";
      mayWrite = writes;
      drawChoice(latest);
      if (isNew && writes) {
        chosen = at = 0;
        void ask().then(send);
        void askPeople();
      } else if (hasEnded) draw();
    },
    refresh: again.refresh,
    tick: again.tick,
  };
}
