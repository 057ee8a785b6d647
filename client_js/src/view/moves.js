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

/** A move as the reader wants it written. @param {import("../table.js").Played} move @param {import("../page").Notation} notation */
export const written = (move, notation) => move[notation];

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

  /** @param {{table: Table | null, ply: number, notation: import("../page").Notation, isLive: boolean}} facts */
  const draw = ({ table, ply, notation, isLive }) => {
    host.setAttribute("aria-label", t("moves.title"));
    fill(title, t("moves.title"));
    fill(notations, ...notationChoices(notation, deeds));
    fill(
      list,
      ...(table && table.moves.length
        ? moveRows(table, ply, notation, deeds)
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
  const drawChanged = onChange(draw, ({ table, ...facts }) => [facts, table?.moves.map((move) => move.uci)]);
  /** @param {App} app */
  function render(app) {
    const { room, settings } = app;
    drawChanged({
      table: room?.table ?? null,
      ply: shownPly(app),
      notation: settings.notation,
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

/** @param {Table} table @param {number} ply @param {import("../page").Notation} notation @param {Deeds} deeds */
function moveRows(table, ply, notation, deeds) {
  const stood = recurrences(table);
  const cells = table.moves.map((move, i) => {
    const times = stood[i + 1];
    const side = t(`side.${turnAt(table, i)}`);
    const stands = times > 1 ? `×${times}` : "";
    const again = stands && el("span", { class: "rep", title: t("moves.stood", { n: times }) }, stands);
    const label = t("moves.label", { n: Math.floor(i / 2) + 1, side, move: written(move, notation) + stands });
    return el(
      "button",
      {
        "aria-current": i + 1 === ply ? "true" : null,
        class: i + 1 === ply ? "now" : "",
        "aria-label": again ? `${label}${t("cell.comma")}${t("moves.stood", { n: times })}` : label,
        onclick: () => deeds.wish({ type: "look", ply: i + 1 }),
      },
      written(move, notation),
      again,
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

/** @param {number} plies @param {number} ply @param {boolean} isLive @param {Deeds} deeds */
function replayButtons(plies, ply, isLive, deeds) {
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
  function render({ room, link, pausedAtMs }) {
    input.setAttribute("aria-label", t("moves.type"));
    input.placeholder = `${t("moves.type")}: ${t("moves.type.hint")}`;
    button.setAttribute("aria-label", t("moves.play"));
    const can =
      room !== null &&
      (isOurTurn(room) || mayPremove(room)) &&
      room.pending === null &&
      link === "open" &&
      pausedAtMs === null;
    host.hidden = !room?.table?.you || room.table.status !== "playing";
    button.disabled = !can;
  }
  return { host, render };
}
