/**
 * The question to a pair that was found, in the place of the board: who it is, what is played, who
 * is there, and how long the question stands.
 */

import { smallPiece } from "../../board/drawing.js";
import { otherSide } from "../../models/table.js";
import { clockTitle, nameOfSide, rulesName, t, unusualTerms } from "../../text/catalogue.js";
import { el, fill, icon, svg } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { mayChoose, pieceChoice } from "../shared/piece_choice.js";

/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("../../messages").SideName} Side */

const RADIUS = 44;
const AROUND = 2 * Math.PI * RADIUS;
/** A question that ends with more time left was answered by a no. */
const EARLY_MS = 1_500;

/** One of the two: piece, name, rating, and whether this player is there. @param {Table} table @param {Side} side @param {import("../../page").Settings} settings */
function seatOf(table, side, settings) {
  const isReady = table.ready?.[side] ?? false;
  const rating = table.ratings[side];
  return el(
    "div",
    { class: "seat" },
    smallPiece(side === "red" ? "K" : "k", settings.pieces),
    el("b", { class: "cut" }, side === table.you ? t("you") : nameText(table, side)),
    el("span", { class: "mut small num" }, rating ? `${rating.points}${rating.provisional ? "?" : ""}` : ""),
    badge(t(isReady ? "ready.yes" : "ready.wait"), isReady ? "ok" : "", isReady ? "check" : "hour"),
  );
}

/** @param {Table} table @param {Side} side */
function nameText(table, side) {
  const name = nameOfSide(table, side);
  return typeof name === "string" ? name : t(name.key, name.vars);
}

/** What is left of the time, as an arc. @param {number} part of 1 */
const ring = (part) =>
  svg(
    "svg",
    { class: "countring", viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("circle", { cx: 50, cy: 50, r: RADIUS }),
    svg("circle", { class: "arc", cx: 50, cy: 50, r: RADIUS, "stroke-dasharray": AROUND, "stroke-dashoffset": AROUND * (1 - part), transform: "rotate(-90 50 50)" }),
  );

/** @typedef {{table: Table | null, settings: import("../../page").Settings, isOpen: boolean}} ReadyInputs */

/** @param {import("../../page").App} app @returns {ReadyInputs} */
export const inputsOf = ({ room, settings, link }) => ({ table: room?.table ?? null, settings, isOpen: link === "open" });

/** @type {import("./shown.js").Panel<ReadyInputs>["create"]} */
export function create(host, { actions }) {
  /** The inputs while the question stands. @type {(ReadyInputs & {table: Table}) | null} */
  let asked = null;
  let longestMs = 1;
  /** The time that was left at the last tick. */
  let leftMs = 0;
  let refused = false;
  if (mayChoose()) actions.allSets(); // both kinds are shown

  function no() {
    refused = true;
    actions.room({ type: "order", what: "abort" });
  }

  function draw() {
    if (!asked?.table.you) return;
    const { table, settings, isOpen } = asked;
    const { you, terms } = asked.table;
    if (you === null) return;
    const facts = [clockTitle(terms.clock), terms.rated && t("terms.rated"), rulesName(terms), ...unusualTerms(terms)];
    const seconds = Math.ceil(leftMs / 1000);
    host.setAttribute("aria-label", t("ready.title"));
    fill(
      host,
      el("h2", {}, t("ready.title")),
      el(
        "div",
        { class: "count" },
        ring(leftMs / longestMs),
        el("b", { class: "timer", role: "timer", "aria-label": t("ready.left", { n: seconds }) }, String(seconds)),
      ),
      el("div", { class: "seats" }, seatOf(table, you, settings), el("span", { class: "mut" }, "–"), seatOf(table, otherSide(you), settings)),
      el(
        "p",
        { class: "row w" },
        ...facts.map((fact) => fact && badge(fact)),
        badge(t("ready.you_play", { side: t(`side.${you}`) }), "info"),
      ),
      !table.ready?.[you] &&
        el(
          "button",
          { key: "yes", class: "btn main big wide", disabled: !isOpen, onclick: () => actions.room({ type: "order", what: "ready" }) },
          icon("check"),
          t("notices.ready.do"),
        ),
      mayChoose() && el("div", { class: "row w mid" }, el("span", { class: "small" }, t("settings.pieces")), pieceChoice(settings, actions)),
      el("button", { key: "no", class: "btn quiet wide", onclick: no }, t("notices.ready.no")),
      el("p", { class: "mut small" }, t(table.tournament ? "ready.note.tournament" : "ready.note")),
    );
  }

  /** The other one did not come, or said no: back to where one waited. @param {Table} table */
  function waitOn({ tournament }) {
    if (tournament) return actions.go(`/tournament/${tournament}`);
    actions.toast(t("ready.back"));
    actions.lobby({ type: "requeue" });
    actions.go("/");
  }

  return {
    render(inputs) {
      const { table } = inputs;
      const before = asked?.table;
      const looksOn = !refused && before?.you != null && (leftMs > EARLY_MS || before.ready?.[before.you] === true);
      if (looksOn && table?.outcome?.ending === "void") {
        queueMicrotask(() => waitOn(table)); // not while the page that is left is drawn
      }
      if (!asked) [refused, leftMs, longestMs] = [false, 0, 1];
      asked = table?.ready ? { ...inputs, table } : null;
      draw();
    },
    tick(serverMs) {
      if (!asked?.table.ready) return;
      leftMs = Math.max(0, asked.table.ready.by_ms - serverMs);
      longestMs = Math.max(longestMs, leftMs);
      draw();
    },
  };
}
