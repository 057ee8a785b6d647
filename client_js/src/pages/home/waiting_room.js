/** The waiting room: open offers, what they are filtered by, and which of them may be taken. */

import { clockName, personText, rulesName, t, unusualTerms } from "../../text/catalogue.js";
import { el, fill, made, sideSign } from "../../ui/dom.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../messages").SeekInfo} SeekInfo */
/** @typedef {import("../../models/waiting_room.js").Filter} Filter */
/** @typedef {ReturnType<typeof import("../../models/waiting_room.js").rowsOf>[number]} Row */

/** The side the reader would play. @param {SeekInfo} seek */
function sideOffered({ side }) {
  if (side === "any") return el("span", { class: "mut" }, t("side.any"));
  const ours = side === "red" ? "black" : "red";
  return el("span", { class: "row s" }, sideSign(ours), t(`side.${ours}`));
}

/** @param {Row} row @param {Actions} actions */
function seekButton({ seek, hindrance }, actions) {
  if (hindrance === "yours") return el("button", { class: "btn sm", onclick: () => actions.lobby({ type: "withdraw_seek", seek: seek.id }) }, t("cancel"));
  if (hindrance !== null) return el("span", { class: "mut small" }, t(`room.not.${hindrance}`, rangeOf(seek)));
  const label = t("room.play.label", { who: personText(seek), clock: clockName(seek.terms.clock) });
  return el(
    "button",
    { class: "btn sm", "aria-label": label, onclick: () => actions.lobby({ type: "accept_seek", seek: seek.id }) },
    t("room.play"),
  );
}

/** @param {SeekInfo} seek */
const rangeOf = ({ min_rating: low, max_rating: high }) => ({ low: low === null ? "…" : String(low), high: high === null ? "…" : String(high) });

/** @param {Row} row @param {Actions} actions */
function seekRow(row, actions) {
  const { seek, hindrance } = row;
  const isOurs = hindrance === "yours";
  return el(
    "tr",
    { key: seek.id, class: isOurs ? "me" : "" },
    el(
      "td",
      { class: "cut" },
      isOurs ? el("b", {}, t("room.yours")) : el("a", { class: "b", href: `/player/${seek.player}` }, personText(seek)),
      el("small", { class: "mut num row-sub" }, seek.guest || seek.rating === 0 ? "–" : String(seek.rating)),
    ),
    el(
      "td",
      { class: "num" },
      clockName(seek.terms.clock),
      el("small", { class: "mut row-sub" }, t(seek.terms.rated ? "room.rated" : "room.casual")),
    ),
    el("td", { class: "desk-cell" }, [rulesName(seek.terms), ...unusualTerms(seek.terms)].join(" · ")),
    el("td", {}, sideOffered(seek)),
    el("td", { class: "n" }, seekButton(row, actions)),
  );
}

/** The table of open offers, and how its rows are changed. @param {Actions} actions */
function seekTable(actions) {
  const head = [t("room.player"), t("room.clock"), t("room.rules"), t("room.side")];
  const body = made(el("tbody"));
  const root = made(el(
    "table",
    { class: "wr", "aria-label": t("room.title") },
    el(
      "thead",
      {},
      el("tr", {}, ...head.map((name, i) => el("th", { class: i === 2 ? "desk-cell" : "", scope: "col" }, name)), el("td")),
    ),
    body,
  ));
  return { root, render: (/** @type {Row[]} */ rows) => fill(body, ...rows.map((row) => seekRow(row, actions))) };
}

const SPEEDS = /** @type {const} */ (["all", "bullet", "blitz", "rapid", "classical"]);
const KINDS = /** @type {const} */ (["all", "rated", "casual"]);

/**
 * @template {string} T
 * @param {string} label @param {readonly T[]} values @param {T} chosen @param {(value: T) => string} shown @param {(value: T) => void} choose
 */
const choice = (label, values, chosen, shown, choose) =>
  el(
    "select",
    {
      class: "inp",
      "aria-label": label,
      onchange: (/** @type {Event} */ event) => choose(/** @type {T} */ (/** @type {HTMLSelectElement} */ (event.target).value)),
    },
    ...values.map((value) => el("option", { value, selected: value === chosen }, shown(value))),
  );

/** @param {Filter} filter @param {string[]} rules @param {(change: Partial<Filter>) => void} set */
export const filterRow = (filter, rules, set) =>
  el(
    "div",
    { class: "filters", role: "group", "aria-label": t("filter.label") },
    choice(t("filter.speed"), SPEEDS, filter.speed, (one) => t(one === "all" ? "filter.speed.all" : `speed.${one}`), (speed) => set({ speed })),
    choice(t("filter.kind"), KINDS, filter.kind, (one) => t(`filter.kind.${one}`), (kind) => set({ kind })),
    choice(
      t("filter.rules"),
      ["all", ...rules],
      filter.rules,
      (one) => (one === "all" ? t("filter.rules.all") : rulesName({ rules: { name: one } })),
      (one) => set({ rules: one }),
    ),
    el(
      "label",
      { class: "row s small" },
      el("input", {
        type: "checkbox",
        checked: filter.fits,
        onchange: (/** @type {Event} */ event) => set({ fits: /** @type {HTMLInputElement} */ (event.target).checked }),
      }),
      t("filter.fits"),
    ),
  );

/** The waiting room: made once, its rows change. @param {HTMLElement} filters @param {Actions} actions */
export function waitingRoom(filters, actions) {
  const count = made(el("span", { class: "badge" }));
  const none = made(el("p", { class: "mut small pad none" }));
  const table = seekTable(actions);
  const root = made(el(
    "section",
    { class: "card", "aria-label": t("room.title") },
    el(
      "header",
      {},
      el("h2", {}, t("room.title")),
      count,
      el("span", { class: "grow" }),
      el("span", { class: "mut small desk" }, t("room.note")),
    ),
    filters,
    table.root,
    none,
  ));
  /** @param {number} all how many offers there are @param {Row[]} rows those that are shown */
  function render(all, rows) {
    count.hidden = all === 0;
    fill(count, String(all));
    table.root.hidden = rows.length === 0;
    none.hidden = rows.length > 0;
    fill(none, t(all > 0 ? "room.filtered" : "room.empty"));
    table.render(rows);
  }
  return { root, render };
}

/**
 * Whether a finger or a mouse is down on the host: what stands there does not move until it is up
 * again, and its click has been dealt with.
 * @param {HTMLElement} host @param {() => void} released
 */
export function pressed(host, released) {
  let isDown = false;
  function up() {
    for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, up);
    setTimeout(() => {
      isDown = false;
      released();
    });
  }
  host.addEventListener("pointerdown", () => {
    isDown = true;
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, up);
  });
  return () => isDown;
}
