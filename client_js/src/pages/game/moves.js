/**
 * The record of a game: its moves in the reader's notation, replay, and the field for typed moves.
 */

import { inNotation } from "../../models/notation.js";
import { isOurTurn, mayPremove } from "../../models/room.js";
import { recurrences, turnAt } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { segments } from "../../ui/segments.js";
import { shownPly } from "./shown.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("./shown.js").ViewState} ViewState */
/** @typedef {"live" | "back" | "cycle" | "finished" | "past" | null} Shows */
/** @typedef {Pick<import("../../models/table.js").Played, "uci" | "wxf" | "chinese">} Spelled a move in each notation */

const NAMED_AFTER_PLIES = 4;
/** A move as the reader wants it written. @param {Spelled} move @param {Pick<import("../../page").Settings, "notation" | "language">} settings */
export const written = (move, { notation, language }) => inNotation(move, notation, language);

/** The same in the other notation, if the reader wants it too. @param {Spelled} move @param {Writing} settings */
const alsoWritten = (move, { notation, second, language }) =>
  second ? inNotation(move, notation === "chinese" ? "wxf" : "chinese", language) : "";

/** @typedef {Pick<import("../../page").Settings, "notation" | "second" | "language">} Writing */
/**
 * @typedef {object} MovesInputs
 * @property {Pick<Table, "startCells" | "firstTurn" | "moves"> | null} table
 * @property {number} ply that is shown
 * @property {Shows} shows
 * @property {Writing} writing
 * @property {boolean} hasForm whether the reader plays
 * @property {boolean} mayType
 */

/** @param {App} app @param {ViewState} view @returns {MovesInputs} */
export function inputsOf(app, view) {
  const { room, link, pausedAtMs, settings } = app;
  const { notation, second, language } = settings;
  const table = room?.table ?? null;
  const mayMove = room !== null && (isOurTurn(room) || (settings.premoves && mayPremove(room)));
  return {
    table: table && { startCells: table.startCells, firstTurn: table.firstTurn, moves: table.moves },
    ply: shownPly(app),
    shows: shownNow(app, view),
    writing: { notation, second, language },
    hasForm: table?.you != null && table.status === "playing",
    mayType: mayMove && room.pending === null && link === "open" && pausedAtMs === null,
  };
}

/** @type {import("./shown.js").Panel<MovesInputs>["create"]} */
export function create(host, { actions }) {
  const scroll = made(el("div", { class: "scroll" }));
  /** What the opening is called. */
  let opening = "";
  /** @type {MovesInputs} */
  let shown;

  /** It is known after some moves, and fetched then; without a line the next move asks again. */
  async function nameOpening() {
    const { table, writing } = shown;
    const isNamed = table && table.moves.length >= NAMED_AFTER_PLIES;
    const name = isNamed ? await import("./opening.js").then(({ openingOfGame }) => openingOfGame(table, writing.language)) : "";
    if (shown.table?.moves !== table?.moves || name === opening) return;
    opening = name;
    draw();
  }

  function draw() {
    const { table, ply, shows, writing, hasForm, mayType } = shown;
    host.setAttribute("aria-label", t("moves.title"));
    fill(
      scroll,
      el(
        "div",
        { class: "moves" },
        ...(table?.moves.length ? moveRows(table, ply, writing, actions) : [el("p", { class: "none mut small" }, t("moves.none"))]),
      ),
    );
    fill(
      host,
      el("header", {}, el("h2", { class: "grow" }, t("moves.title")), notationChoice(writing.notation, actions)),
      opening && el("p", { class: "opening small mut cut" }, opening),
      scroll,
      hasForm && moveForm(mayType, actions),
      el("div", { class: "navrow desk" }, ...replayButtons(table?.moves.length ?? 0, ply, shows, actions)),
    );
    queueMicrotask(fit); // once what stands around it is drawn, too
  }

  function followCurrent() {
    const current = /** @type {HTMLElement | null} */ (scroll.querySelector("[aria-current]"));
    scroll.scrollTop = current ? current.offsetTop - scroll.clientHeight + current.offsetHeight : 0;
  }

  /** Whole rows are seen, or none. */
  function fit() {
    const row = scroll.querySelector("button")?.offsetHeight;
    const heightPx = scroll.offsetHeight - scroll.clientTop;
    const hasRoom = row === undefined || heightPx >= row;
    scroll.style.borderBottomWidth = `${row && hasRoom ? heightPx % row : 0}px`;
    scroll.style.visibility = hasRoom ? "" : "hidden";
    followCurrent();
  }
  new ResizeObserver(fit).observe(scroll, { box: "border-box" });

  return {
    focus: () => /** @type {HTMLElement | null} */ (host.querySelector(".say input"))?.focus(),
    render(inputs) {
      shown = inputs;
      draw();
      nameOpening().catch(() => {});
    },
  };
}

/** @param {import("../../page").Notation} chosen @param {Actions} actions */
const notationChoice = (chosen, actions) =>
  segments(
    t("notation.label"),
    /** @type {const} */ (["wxf", "chinese", "uci"]),
    chosen,
    (notation) => t(`notation.${notation}`),
    (notation) => actions.set({ notation }),
    "sm",
    (notation) => `${t("notation.label")}: ${t(`notation.${notation}`)}`,
  );

/** @param {NonNullable<MovesInputs["table"]>} table @param {number} ply @param {Writing} writing @param {Actions} actions */
function moveRows(table, ply, writing, actions) {
  const stood = recurrences(table);
  const isBlacks = table.firstTurn === "black";
  const numbered = (/** @type {number} */ i) => Math.floor((i + (isBlacks ? 1 : 0)) / 2) + 1;
  const cells = table.moves.map((move, i) => {
    const times = stood[i + 1];
    const stands = times > 1 ? `×${times}` : "";
    const label = t("moves.label", { n: numbered(i), side: t(`side.${turnAt(table, i)}`), move: written(move, writing) + stands });
    return el(
      "button",
      {
        "aria-current": i + 1 === ply ? "true" : null,
        class: i + 1 === ply ? "now" : "",
        "aria-label": stands ? `${label}${t("cell.comma")}${t("moves.stood", { n: times })}` : label,
        onclick: () => actions.room({ type: "show_ply", ply: i + 1 }),
      },
      written(move, writing),
      stands && el("span", { class: "rep", title: t("moves.stood", { n: times }) }, stands),
      writing.second && el("em", {}, alsoWritten(move, writing)),
    );
  });
  const number = (/** @type {number} */ n) => el("span", { class: "no" }, String(n));
  return [
    ...(isBlacks ? [number(1), el("span", {}, "…")] : []),
    ...cells.flatMap((cell, i) => (turnAt(table, i) === "black" ? [cell] : [number(numbered(i)), cell])),
  ];
}

/**
 * What the board shows: the game as it runs, an earlier position, a cycle, or a game that is over.
 * @param {App} app @param {ViewState} view @returns {Shows} null where there is no game yet, or none any more, or nobody knows how it stands
 */
export function shownNow({ room, link, silent }, view) {
  const status = room?.table?.status;
  if (!room || (status !== "playing" && status !== "over")) return null;
  if (view.replay) return "cycle";
  const isOver = status === "over";
  if (room.viewedPly !== null) return isOver ? "past" : "back";
  return isOver ? "finished" : link === "open" && !silent ? "live" : null;
}

/** What the board shows is said beside the buttons, or left by one. @param {Shows} shows @param {Actions} actions */
function stateBadge(shows, actions) {
  const badge = (/** @type {string} */ kind, /** @type {import("../../text/catalogue.js").Key} */ key) =>
    el("span", { class: `badge ${kind} live` }, kind === "ok" && icon("check"), t(key));
  const leave = (/** @type {import("../../text/catalogue.js").Key} */ key) => {
    const act = () => actions.room({ type: "show_ply", ply: null });
    return el("button", { class: "btn sm main live", onclick: act }, icon("last", "s"), t(key));
  };
  if (shows === "live") return badge("ok", "moves.is_live");
  if (shows === "cycle") return badge("ruling", "moves.replay");
  if (shows === "finished") return badge("", "moves.finished");
  return shows && leave(shows === "past" ? "moves.last" : "moves.live");
}

/** Back and forth through the game. @param {number} plies @param {number} ply @param {Shows} shows @param {Actions} actions */
export function replayButtons(plies, ply, shows, actions) {
  /** @param {"moves.first" | "moves.back" | "moves.forward"} key @param {string} sign @param {number} to @param {boolean} can */
  const step = (key, sign, to, can) =>
    el(
      "button",
      {
        class: "btn icon",
        "aria-label": t(key),
        disabled: !can,
        onclick: () => actions.room({ type: "show_ply", ply: to }),
      },
      icon(sign),
    );
  return [
    step("moves.first", "first", 0, ply > 0),
    step("moves.back", "prev", ply - 1, ply > 0),
    step("moves.forward", "next", ply + 1, ply < plies),
    stateBadge(shows, actions),
  ];
}

/** A field for moves typed in any notation; the server reads them. @param {boolean} mayType @param {Actions} actions */
function moveForm(mayType, actions) {
  const submitted = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("move"));
    const text = input.value.trim();
    if (text.length < 2) return;
    actions.room({ type: "write", text });
    input.value = "";
  };
  return el(
    "form",
    { class: "say", onsubmit: submitted },
    el("input", {
      ...{ class: "inp", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 16, enterkeyhint: "send" },
      "aria-label": t("moves.type"),
      placeholder: `${t("moves.type")}: ${t("moves.type.hint")}`,
    }),
    el("button", { class: "btn icon quiet", "aria-label": t("moves.play"), disabled: !mayType }, icon("send")),
  );
}
