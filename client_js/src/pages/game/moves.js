/**
 * The record of a game: its moves in the reader's notation, replay, and the field for typed moves.
 */

import { inNotation } from "../../models/notation.js";
import { isOurTurn, mayPremove } from "../../models/room.js";
import { recurrences, turnAt } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, icon, made, onChange } from "../../ui/dom.js";
import { segments } from "../../ui/segments.js";
import { shownPly } from "./shown.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("./shown.js").ViewState} ViewState */
/** @typedef {"live" | "back" | "cycle" | "finished" | "past" | null} Shows */
/** @typedef {Pick<import("../../models/table.js").Played, "uci" | "wxf" | "chinese">} Spelled a move in each notation */

const NAMED_AFTER_PLIES = 4;
/** A move as the reader wants it written. @param {Spelled} move @param {import("../../page").Settings} settings */
export const written = (move, { notation, language }) => inNotation(move, notation, language);

/** The same in the other notation, if the reader wants it too. @param {import("../../models/table.js").Played} move @param {import("../../page").Settings} settings */
const alsoWritten = (move, { notation, second, language }) =>
  second ? inNotation(move, notation === "chinese" ? "wxf" : "chinese", language) : "";

/**
 * Fills `host` with the list of moves, its replay buttons and the field for typed moves.
 * @param {HTMLElement} host @param {Actions} actions
 * @returns {import("./shown.js").Panel}
 */
export function createMoves(host, actions) {
  const list = made(el("div", { class: "moves" }));
  const scroll = made(el("div", { class: "scroll" }, list));
  const title = made(el("h2", { class: "grow" }));
  const steps = made(el("div", { class: "navrow desk" }));
  const form = createMoveForm(actions);
  const head = made(el("header"));
  const opening = made(el("p", { class: "opening small mut cut", hidden: true }));
  fill(host, head, opening, scroll, form.host, steps);

  /** What the opening is called is known after some moves, and fetched then. @param {Table | null} table @param {string} language */
  async function nameOpening(table, language) {
    opening.hidden = true;
    if (!table || table.moves.length < NAMED_AFTER_PLIES) return;
    const { openingOfGame } = await import("./opening.js");
    fill(opening, await openingOfGame(table, language));
    opening.hidden = opening.textContent === "";
    fit();
  }

  /** @param {{table: Table | null, ply: number, settings: import("../../page").Settings, shows: Shows}} facts */
  const draw = ({ table, ply, settings, shows }) => {
    host.setAttribute("aria-label", t("moves.title"));
    fill(title, t("moves.title"));
    fill(head, title, notationChoice(settings.notation, actions));
    fill(
      list,
      ...(table && table.moves.length
        ? moveRows(table, ply, settings, actions)
        : [el("p", { class: "none mut small" }, t("moves.none"))]),
    );
    nameOpening(table, settings.language).catch(() => {}); // no line: the next move asks again
    fill(steps, ...replayButtons(table?.moves.length ?? 0, ply, shows, actions));
    fit();
  };
  function followCurrent() {
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    scroll.scrollTop = current ? current.offsetTop - scroll.clientHeight + current.offsetHeight : 0;
  }
  /** Whole rows are seen, or none. */
  function fit() {
    const row = list.querySelector("button")?.offsetHeight;
    const heightPx = scroll.offsetHeight - scroll.clientTop;
    const hasRoom = row === undefined || heightPx >= row;
    scroll.style.borderBottomWidth = `${row && hasRoom ? heightPx % row : 0}px`;
    scroll.style.visibility = hasRoom ? "" : "hidden";
    followCurrent();
  }
  new ResizeObserver(fit).observe(scroll, { box: "border-box" });
  const drawChanged = onChange(draw, ({ table, ply, shows, settings: { notation, second, language } }) => [
    [ply, shows, notation, second, language],
    table?.moves.map((move) => move.uci),
  ]);
  /** @param {App} app @param {ViewState} view */
  function render(app, view) {
    const { room, settings } = app;
    drawChanged({
      table: room?.table ?? null,
      ply: shownPly(app),
      settings,
      shows: shownNow(app, view),
    });
    form.render(app);
  }
  return { render };
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

/** @param {Table} table @param {number} ply @param {import("../../page").Settings} settings @param {Actions} actions */
function moveRows(table, ply, settings, actions) {
  const stood = recurrences(table);
  const cells = table.moves.map((move, i) => {
    const times = stood[i + 1];
    const side = t(`side.${turnAt(table, i)}`);
    const stands = times > 1 ? `×${times}` : "";
    const again = stands && el("span", { class: "rep", title: t("moves.stood", { n: times }) }, stands);
    const label = t("moves.label", {
      n: Math.floor((i + (table.firstTurn === "black" ? 1 : 0)) / 2) + 1,
      side,
      move: written(move, settings) + stands,
    });
    return el(
      "button",
      {
        "aria-current": i + 1 === ply ? "true" : null,
        class: i + 1 === ply ? "now" : "",
        "aria-label": again ? `${label}${t("cell.comma")}${t("moves.stood", { n: times })}` : label,
        onclick: () => actions.room({ type: "show_ply", ply: i + 1 }),
      },
      written(move, settings),
      again,
      settings.second && el("em", {}, alsoWritten(move, settings)),
    );
  });
  const lead = table.firstTurn === "black" ? [el("span", { class: "no" }, "1"), el("span", {}, "…")] : [];
  const offset = lead.length ? 1 : 0;
  return [
    ...lead,
    ...cells.flatMap((cell, i) =>
      (i + offset) % 2 ? [cell] : [el("span", { class: "no" }, String((i + offset) / 2 + 1)), cell],
    ),
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

/** A field for moves typed in any notation; the server reads them. @param {Actions} actions */
function createMoveForm(actions) {
  const input = made(el("input", {
    class: "inp",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 16,
    enterkeyhint: "send",
  }));
  const button = made(el("button", { class: "btn icon quiet" }, icon("send")));
  const host = made(el(
    "form",
    {
      class: "say",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (text.length < 2) return;
        actions.room({ type: "write", text });
        input.value = "";
      },
    },
    input,
    button,
  ));
  /** @param {App} app */
  function render({ room, link, pausedAtMs, settings }) {
    input.setAttribute("aria-label", t("moves.type"));
    input.placeholder = `${t("moves.type")}: ${t("moves.type.hint")}`;
    button.setAttribute("aria-label", t("moves.play"));
    const can =
      room !== null &&
      (isOurTurn(room) || (settings.premoves && mayPremove(room))) &&
      room.pending === null &&
      link === "open" &&
      pausedAtMs === null;
    host.hidden = !room?.table?.you || room.table.status !== "playing";
    button.disabled = !can;
  }
  return { host, render };
}
