/**
 * Why a repetition is warned of: what the rules say, the cycle move by move, and its replay.
 */

import { addressOfGame } from "../../models/line.js";
import { cellsAt } from "../../models/table.js";
import { t, tOf } from "../../text/catalogue.js";
import { warningFrames } from "./cycle.js";
import { el, icon } from "../../ui/dom.js";
import { written } from "./moves.js";
import { drawSheet } from "./sheet.js";

/** @typedef {import("../../page").App} App */

/** How many plies lie between the position and the time before. @param {import("../../models/table.js").Table} table */
function lapOf(table) {
  const plies = table.moves.length;
  const isNow = (/** @type {number} */ ply) => cellsAt(table, ply) === cellsAt(table, plies);
  let before = plies - 2; // the same side is to move
  while (before > 0 && !isNow(before)) before -= 2;
  return plies - Math.max(0, before);
}

/** @typedef {{text: string, rows: {move: string, kind: string}[], isShown: boolean, arbiter: string, language: string} | null} WhyInputs null once nothing is warned of */

/** @param {App} app @param {import("./shown.js").ViewState} view @returns {WhyInputs} */
export function inputsOf({ room, settings }, view) {
  const table = room?.table;
  if (!table?.warning) return null;
  return {
    text: table.warning.text,
    rows: warningFrames(table).slice(-lapOf(table)).map(({ ply, kind }) => ({ move: written(table.moves[ply], settings), kind })),
    isShown: view.replay?.of === "warning",
    arbiter: addressOfGame(table),
    language: settings.language,
  };
}

/** The sheet closes with the warning. @type {import("./shown.js").Panel<WhyInputs>["create"]} */
export const create = (host, { setView }) => ({
  render(inputs) {
    if (inputs === null) return queueMicrotask(() => setView({ place: null }));
    const { text, rows, isShown, arbiter } = inputs;
    const replay = () => setView({ replay: isShown ? null : { of: "warning", step: 0, runs: true } });
    const row = (/** @type {{move: string, kind: string}} */ { move, kind }) =>
      el("li", {}, el("b", {}, move), el("span", { class: kind === "idle" ? "badge" : "badge ruling" }, tOf(`ruling.${kind}`, kind)));
    drawSheet(
      host,
      t("ruling.why"),
      () => setView({ place: null }),
      el("p", {}, text),
      rows.length > 0 && el("ol", { class: "cyclerows" }, ...rows.map(row)),
      rows.length > 0 &&
        el("button", { class: "btn wide", onclick: replay }, icon("repeat"), t(isShown ? "notices.repetition.hide" : "notices.repetition.cycle")),
      el("a", { class: "btn quiet wide", href: arbiter, target: "_blank" }, icon("gavel"), t("act.arbiter")),
      el("a", { class: "btn quiet wide", href: "/learn/repetition", target: "_blank" }, icon("book"), t("warning.rule")),
    );
  },
});
