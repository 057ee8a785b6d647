/**
 * The question to a pair that was found, in the place of the board: who it is, what is played, who
 * is there, and how long the question stands.
 */

import { smallPiece } from "../board/drawing.js";
import { nameOfSide, otherSide } from "../table.js";
import { clockTitle, rulesName, t } from "../text/catalogue.js";
import { el, fill, icon, onChange, svg } from "./dom.js";
import { badge } from "./parts.js";
import { unusualTerms } from "./words.js";

/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../messages").Side} Side */

const RADIUS = 44;
const AROUND = 2 * Math.PI * RADIUS;

/** One of the two: piece, name, rating, and whether this player is there. @param {Table} table @param {Side} side @param {import("../page").Settings} settings */
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

const ring = () =>
  svg(
    "svg",
    { class: "countring", viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("circle", { cx: 50, cy: 50, r: RADIUS }),
    svg("circle", { class: "arc", cx: 50, cy: 50, r: RADIUS, "stroke-dasharray": AROUND, transform: "rotate(-90 50 50)" }),
  );

/**
 * Fills the host.
 * @param {HTMLElement} host @param {Deeds} deeds @returns {import("./game.js").Panel}
 */
export function createReady(host, deeds) {
  /** @type {Table | null} */
  let shown = null;
  let longestMs = 0;
  const number = el("b", { class: "timer", role: "timer" });

  const draw = onChange((/** @type {{table: Table, settings: import("../page").Settings, open: boolean}} */ { table, settings, open }) => {
    const { you, terms } = table;
    if (you === null) return;
    const facts = [clockTitle(terms.clock), terms.rated && t("terms.rated"), rulesName(terms), ...unusualTerms(terms)];
    const isReady = table.ready?.[you] ?? false;
    host.setAttribute("aria-label", t("ready.title"));
    longestMs = 0;
    fill(
      host,
      el("h2", {}, t("ready.title")),
      el("div", { class: "count" }, ring(), number),
      el("div", { class: "seats" }, seatOf(table, you, settings), el("span", { class: "mut" }, "–"), seatOf(table, otherSide(you), settings)),
      el(
        "p",
        { class: "row w" },
        ...facts.map((fact) => fact && badge(fact)),
        badge(t("ready.you_play", { side: t(`side.${you}`) }), "info"),
      ),
      !isReady &&
        el(
          "button",
          { class: "btn main big wide", disabled: !open, onclick: () => deeds.wish({ type: "order", what: "ready" }) },
          icon("check"),
          t("news.ready.do"),
        ),
      el("button", { class: "btn quiet wide", onclick: () => deeds.wish({ type: "order", what: "abort" }) }, t("news.ready.no")),
      el("p", { class: "mut small" }, t("ready.note")),
    );
  });

  /** The other one did not come: back to where one waited. */
  function waitOn() {
    deeds.toast(t("ready.back"));
    deeds.seek({ type: "wait_on" });
    deeds.go("/");
  }

  return {
    render({ room, settings, link }) {
      const table = room?.table ?? null;
      const wasReady = shown?.you != null && shown.ready?.[shown.you] === true;
      if (wasReady && table?.outcome?.ending === "void") {
        queueMicrotask(waitOn); // not while the page that is left is drawn
      }
      shown = table?.ready ? table : null;
      if (shown) draw({ table: shown, settings, open: link === "open" });
    },
    tick(serverMs) {
      if (!shown?.ready) return;
      const leftMs = Math.max(0, shown.ready.by_ms - serverMs);
      longestMs = Math.max(longestMs, leftMs, 1);
      const seconds = String(Math.ceil(leftMs / 1000));
      if (number.textContent !== seconds) {
        number.textContent = seconds;
        number.setAttribute("aria-label", t("ready.left", { n: Number(seconds) }));
      }
      host.querySelector(".arc")?.setAttribute("stroke-dashoffset", String(AROUND * (1 - leftMs / longestMs)));
    },
  };
}
