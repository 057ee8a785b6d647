/**
 * The record of a game: its moves in the reader's notation, replay, and the field for typed moves.
 */

import { isOurTurn, mayPremove } from "../room_model.js";
import { recurrences, turnAt } from "../table.js";
import { t } from "../text/catalogue.js";
import { el, fill, icon, onChange } from "./dom.js";
import { shownPly } from "./game.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../table.js").Table} Table */

const MARGIN_PX = 4;

const SIMPLE = "车马帅将进后";
const TRADITIONAL = "車馬帥將進後";

/** A move in one notation; Chinese comes simplified, and is put into the reader's signs. @param {import("../table.js").Played} move @param {import("../page").Notation} notation @param {string} language */
const inNotation = (move, notation, language) =>
  notation === "chinese" && language === "zh-Hant"
    ? move.chinese.replace(/[车马帅将进后]/g, (sign) => TRADITIONAL[SIMPLE.indexOf(sign)])
    : move[notation];

/** A move as the reader wants it written. @param {import("../table.js").Played} move @param {import("../page").Settings} settings */
export const written = (move, { notation, language }) => inNotation(move, notation, language);

/** The same in the other notation, if the reader wants it too. @param {import("../table.js").Played} move @param {import("../page").Settings} settings */
const alsoWritten = (move, { notation, second, language }) =>
  second ? inNotation(move, notation === "chinese" ? "wxf" : "chinese", language) : "";

/**
 * Fills `host` with the list of moves, its replay buttons and the field for typed moves.
 * @param {HTMLElement} host @param {Deeds} deeds @returns {import("./game.js").Panel}
 */
export function createMoves(host, deeds) {
  const list = el("div", { class: "moves" });
  const scroll = el("div", { class: "scroll" }, list);
  const title = el("h2", { class: "grow" });
  const notations = el("div", { class: "seg sm", role: "radiogroup" });
  const steps = el("div", { class: "navrow desk" });
  const form = createMoveForm(deeds);
  fill(host, el("header", {}, title, notations), scroll, form.host, steps);

  /** @param {{table: Table | null, ply: number, settings: import("../page").Settings, isLive: boolean}} facts */
  const draw = ({ table, ply, settings, isLive }) => {
    host.setAttribute("aria-label", t("moves.title"));
    fill(title, t("moves.title"));
    fill(notations, ...notationChoices(settings.notation, deeds));
    fill(
      list,
      ...(table && table.moves.length
        ? moveRows(table, ply, settings, deeds)
        : [el("p", { class: "none mut small" }, t("moves.none"))]),
    );
    fill(steps, ...replayButtons(table?.moves.length ?? 0, ply, isLive, deeds));
    followCurrent();
  };
  function followCurrent() {
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    scroll.scrollTop = current ? current.offsetTop - scroll.clientHeight + current.clientHeight + MARGIN_PX : 0;
  }
  new ResizeObserver(followCurrent).observe(scroll);
  const drawChanged = onChange(draw, ({ table, ply, isLive, settings: { notation, second, language } }) => [
    [ply, isLive, notation, second, language],
    table?.moves.map((move) => move.uci),
  ]);
  /** @param {App} app */
  function render(app) {
    const { room, settings } = app;
    drawChanged({
      table: room?.table ?? null,
      ply: shownPly(app),
      settings,
      isLive: room?.lookedAt == null,
    });
    form.render(app);
  }
  return { render };
}

/** @param {import("../page").Notation} chosen @param {Deeds} deeds */
function notationChoices(chosen, deeds) {
  const names = /** @type {import("../page").Notation[]} */ (["wxf", "chinese", "uci"]);
  return names.map((notation) =>
    el(
      "button",
      {
        role: "radio",
        "aria-checked": String(notation === chosen),
        "aria-label": `${t("notation.label")}: ${t(`notation.${notation}`)}`,
        onclick: () => deeds.set({ notation }),
      },
      t(`notation.${notation}`),
    ),
  );
}

/** @param {Table} table @param {number} ply @param {import("../page").Settings} settings @param {Deeds} deeds */
function moveRows(table, ply, settings, deeds) {
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
        onclick: () => deeds.wish({ type: "look", ply: i + 1 }),
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

/** Back and forth through the game. @param {number} plies @param {number} ply @param {boolean} isLive @param {Deeds} deeds */
export function replayButtons(plies, ply, isLive, deeds) {
  /** @param {"moves.first" | "moves.back" | "moves.forward"} key @param {string} sign @param {number} to @param {boolean} can */
  const step = (key, sign, to, can) =>
    el(
      "button",
      {
        class: "btn icon",
        "aria-label": t(key),
        disabled: !can,
        onclick: () => deeds.wish({ type: "look", ply: to }),
      },
      icon(sign),
    );
  return [
    step("moves.first", "first", 0, ply > 0),
    step("moves.back", "prev", ply - 1, ply > 0),
    step("moves.forward", "next", ply + 1, ply < plies),
    isLive
      ? el("span", { class: "badge ok live" }, icon("check"), t("moves.is_live"))
      : el(
          "button",
          { class: "btn sm main live", onclick: () => deeds.wish({ type: "look", ply: null }) },
          icon("last", "s"),
          t("moves.live"),
        ),
  ];
}

/** A field for moves typed in any notation; the server reads them. @param {Deeds} deeds */
function createMoveForm(deeds) {
  const input = el("input", {
    class: "inp",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 16,
    enterkeyhint: "send",
  });
  const button = el("button", { class: "btn icon quiet" }, icon("send"));
  const host = el(
    "form",
    {
      class: "say",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (text.length < 2) return;
        deeds.wish({ type: "write", text });
        input.value = "";
      },
    },
    input,
    button,
  );
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
