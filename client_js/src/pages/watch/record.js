/** The moves of the game on the stage, of people or of masters, and the way back and forth through them. */

import { inNotation } from "../../models/notation.js";
import { turnAt } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";

/** @typedef {Pick<import("../../models/table.js").Table, "firstTurn"> & {moves: Parameters<typeof inNotation>[0][], isOver: boolean}} Recorded */

/** @param {import("../../page").Actions} actions @param {(ply: number | null) => void} show null for how it stands now */
export function createRecord(actions, show) {
  const rows = made(el("div", { class: "moves" }));
  const scroll = made(el("div", { class: "scroll" }, rows));
  const steps = made(el("div", { class: "navrow" }));
  const root = made(el("section", { class: "mv" }, scroll, steps));

  /** @param {Recorded} table @param {number} ply */
  function moveRows(table, ply) {
    const { notation, language } = actions.app().settings;
    const isBlacks = table.firstTurn === "black";
    const numbered = (/** @type {number} */ i) => Math.floor((i + (isBlacks ? 1 : 0)) / 2) + 1;
    const number = (/** @type {number} */ n) => el("span", { class: "no" }, String(n));
    const cells = table.moves.map((move, i) => {
      const text = inNotation(move, notation, language);
      const isNow = i + 1 === ply;
      const label = t("moves.label", { n: numbered(i), side: t(`side.${turnAt(table, i)}`), move: text });
      return el("button", { type: "button", class: isNow ? "now" : "", "aria-current": isNow ? "true" : null, "aria-label": label, onclick: () => show(i + 1) }, text);
    });
    return [
      ...(isBlacks ? [number(1), el("span", {}, "…")] : []),
      ...cells.flatMap((cell, i) => (turnAt(table, i) === "black" ? [cell] : [number(numbered(i)), cell])),
    ];
  }

  /** @param {import("../../text/catalogue.js").Key} key @param {string} sign @param {number} to @param {boolean} can */
  const step = (key, sign, to, can) =>
    el("button", { type: "button", class: "btn icon", "aria-label": t(key), disabled: !can, onclick: () => show(to) }, icon(sign));

  return {
    root,
    /** @param {Recorded} table @param {number} ply that is shown */
    render(table, ply) {
      const last = table.moves.length;
      root.setAttribute("aria-label", t("moves.title"));
      fill(rows, ...(last ? moveRows(table, ply) : [el("p", { class: "none mut small" }, t("moves.none"))]));
      fill(
        steps,
        step("moves.first", "first", 0, ply > 0),
        step("moves.back", "prev", ply - 1, ply > 0),
        step("moves.forward", "next", ply + 1, ply < last),
        ply === last
          ? el("span", { class: `badge live ${table.isOver ? "" : "ok"}` }, t(table.isOver ? "moves.finished" : "moves.is_live"))
          : el("button", { type: "button", class: "btn sm main live", onclick: () => show(null) }, icon("last", "s"), t(table.isOver ? "moves.last" : "moves.live")),
      );
      queueMicrotask(() => {
        const current = /** @type {HTMLElement | null} */ (rows.querySelector("[aria-current]"));
        scroll.scrollTop = current ? current.offsetTop - scroll.clientHeight + current.offsetHeight : 0;
      });
    },
  };
}
