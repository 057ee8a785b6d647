/**
 * Receipts of time: what each turn took, what of it was not charged, and the quota left.
 */

import { turnAt } from "../../models/table.js";
import { secondsText, t } from "../../text/catalogue.js";
import { el, fill, sideSign } from "../../ui/dom.js";
import { written } from "./moves.js";
import { closableHead } from "./sheet.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../models/table.js").Table} Table */

const COLUMNS = /** @type {const} */ (["times.ply", "times.move", "times.spent", "times.compensated", "times.quota"]);

/** @param {NonNullable<TimesInputs["table"]>} table @param {number} ply @param {TimesInputs["settings"]} settings @param {Actions} actions */
function receiptRow(table, ply, settings, actions) {
  const move = table.moves[ply];
  const { receipt } = move;
  const cell = (/** @type {number | undefined} */ ms) =>
    el("td", { class: "n" }, ms === undefined ? "–" : secondsText(ms));
  return el(
    "tr",
    { key: ply },
    el("td", { class: "num mut" }, String(ply + 1)),
    el(
      "td",
      { class: "mvx" },
      el(
        "button",
        { class: "row s", onclick: () => actions.room({ type: "show_ply", ply: ply + 1 }) },
        sideSign(turnAt(table, ply)),
        written(move, settings),
      ),
    ),
    cell(receipt?.spentMs),
    cell(receipt?.compensatedMs),
    cell(receipt?.quotaMs),
  );
}

/** The quota of each side now. @param {Pick<Table, "quotas">} table */
const quotas = ({ quotas: { red, black } }) =>
  [red, black].map((ms, i) => `${t(i === 0 ? "side.red" : "side.black")} ${secondsText(ms)}`).join(" · ");

/**
 * @typedef {object} TimesInputs
 * @property {Pick<Table, "moves" | "quotas" | "firstTurn"> | null} table
 * @property {number | null} lagMs
 * @property {Pick<import("../../page").Settings, "notation" | "language">} settings
 */

/** @param {import("../../page").App} app @returns {TimesInputs} */
export function inputsOf({ room, lagMs, settings: { notation, language } }) {
  const table = room?.table ?? null;
  return { table: table && { moves: table.moves, quotas: table.quotas, firstTurn: table.firstTurn }, lagMs, settings: { notation, language } };
}

/** The last turn comes first. @type {import("./shown.js").Panel<TimesInputs>["create"]} */
export const create = (host, { actions, setView }) => ({
  render({ table, lagMs, settings }) {
    host.setAttribute("aria-label", t("times.title"));
    if (!table) return fill(host);
    const plies = table.moves.map((_, ply) => ply).reverse();
    fill(
      host,
      closableHead(t("times.title"), () => setView({ place: null })),
      el(
        "p",
        { class: "facts mut small" },
        `${t("times.text")} ${t("times.left")} ${quotas(table)}`,
        lagMs !== null && ` · ${t("times.rtt", { n: lagMs })}`,
      ),
      el(
        "table",
        { class: "rt" },
        el("thead", {}, el("tr", {}, ...COLUMNS.map((key, i) => el("th", { scope: "col", class: i > 1 ? "n" : null }, t(key))))),
        el("tbody", {}, ...plies.map((ply) => receiptRow(table, ply, settings, actions))),
      ),
    );
  },
});
