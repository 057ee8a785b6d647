/**
 * What pages are put together from: heads, rows, lists by pages, tabs, notes and avatars; what
 * one acts upon is in `controls.js`. All of them are plain functions that give elements.
 */

import { t } from "../text/catalogue.js";
import { el, fill, icon, made } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/** The head of a page. @param {string} title @param {Child[]} beside */
export const pageHead = (title, ...beside) => el("div", { class: "ph" }, el("h1", { class: "grow" }, title), ...beside);

/** A card with a title. @param {string} title @param {Child[]} children */
export const card = (title, ...children) =>
  el(
    "section",
    { class: "card", "aria-label": title },
    el("header", {}, el("h2", { class: "grow" }, title)),
    ...children,
  );

/**
 * A row of 52 px that leads somewhere.
 * @param {{href: string, lead?: Child, title: Child, sub?: Child, end?: Child}} row
 */
export const rowLink = ({ href, lead, title, sub, end }) =>
  el("a", { href }, lead, rowText(title, sub), end, icon("next", "s"));

/** A row that leads nowhere. @param {{lead?: Child, title: Child, sub?: Child, end?: Child}} row */
export const rowFact = ({ lead, title, sub, end }) => el("div", {}, lead, rowText(title, sub), end);

/** @param {Child} title @param {Child} sub */
const rowText = (title, sub) =>
  el("span", { class: "grow" }, el("b", { class: "cut" }, title), sub && el("small", { class: "mut" }, sub));

const TINTS = 5;

/** The first letter of a name on a tint of its own, with presence when it is known. @param {string} name @param {{here?: boolean | null, large?: boolean}} [how] */
export function avatar(name, { here = null, large = false } = {}) {
  const letters = [...name];
  const tint = (letters.reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS) + 1;
  return el(
    "span",
    { class: `av t${tint}${large ? " l" : ""}` },
    el("span", { "aria-hidden": "true" }, letters[0] ?? "?"),
    here !== null && presence(here),
  );
}

/** Full when here, hollow when not. @param {boolean} here */
export const presence = (here) =>
  el("span", { class: here ? "dot" : "dot off", role: "img", "aria-label": t(here ? "here" : "away") });

/** A fact in a word. @param {string} text @param {"" | "ok" | "info" | "warn" | "danger"} [kind] @param {string} [sign] */
export const badge = (text, kind = "", sign = "") => el("span", { class: `badge ${kind}` }, sign && icon(sign), text);

/**
 * Nothing here yet, and what to do about it.
 * @param {{title: string, text?: string, sign?: string, href?: string, action?: string}} what
 */
export const emptyState = ({ title, text = "", sign = "board", href = "", action = "" }) =>
  el(
    "div",
    { class: "empty" },
    icon(sign),
    el("b", {}, title),
    el("p", {}, text),
    href && el("a", { class: "btn", href }, action),
  );

/** Some of a list, or of what the title says, cannot be had for now. @param {import("./dom.js").Child} [action] */
export const partialNote = (action, title = t("list.partial")) =>
  el("section", { class: "note line", role: "status" }, icon("warn"), el("div", { class: "grow" }, el("b", {}, title), el("p", {}, t("list.partial.text"))), action);

/** What went wrong, where it did. @param {string} text */
export const errorNote = (text) =>
  el("section", { class: "note danger", role: "alert" }, icon("stop"), el("div", {}, el("b", {}, text)));

/** Parts of a page under addresses of their own. @param {string} label @param {{href: string, text: string, on: boolean, count?: number}[]} tabs */
export function tabLinks(label, tabs) {
  return el(
    "nav",
    { class: "tabs", "aria-label": label },
    ...tabs.map(({ href, text, on, count = 0 }) =>
      el(
        "a",
        { href, "aria-current": on ? "page" : null },
        text,
        count > 0 && el("span", { class: "pill" }, String(count)),
      ),
    ),
  );
}

/**
 * A list that comes a page at a time; "More" fetches the next one.
 * @template Row
 * @param {(after: string | null) => Promise<{rows: Row[], next: string | null, partial?: boolean}>} fetchRows null asks for the first page
 * @param {(row: Row) => Child} drawRow
 * @param {() => Child} whenEmpty
 */
export function pagedList(fetchRows, drawRow, whenEmpty) {
  const rows = made(el("div", { class: "rows" }));
  const foot = made(el("div", { class: "more" }));
  const note = made(el("div"));
  const root = made(el("div", { "aria-live": "off" }, note, rows, foot));
  /** @type {Child[]} */
  let shown = [];
  let isPartial = false;
  let asked = 0;

  /**
   * Ask for the page after this one, or from the first page on for so many rows: those that are shown.
   * @param {string | null} after @param {number} [least]
   */
  async function ask(after, least = after === null ? shown.length : 0) {
    const question = (asked += 1);
    root.setAttribute("aria-busy", "true");
    if (least === 0) fill(foot, el("p", { class: "mut small pad" }, t("list.loading")));
    try {
      const page = await fetchRows(after);
      const found = [...page.rows];
      let { next, partial } = page;
      while (found.length < least && next !== null && question === asked) {
        const more = await fetchRows(next).catch(() => null);
        if (more === null) break; // it is asked for by hand
        found.push(...more.rows);
        next = more.next;
        partial ||= more.partial;
      }
      if (question !== asked) return;
      const top = scrollY;
      const before = after === null ? [] : shown;
      shown = [...before, ...found.map(drawRow)];
      fill(rows, ...shown);
      if (after !== null) /** @type {HTMLElement | undefined} */ (rows.children[before.length])?.focus();
      isPartial = partial || (isPartial && after !== null);
      fill(note, isPartial && partialNote(again(t("list.again"), null)));
      fill(foot, foots(next));
      if (least > 0) scrollTo(0, top); // the browser follows rows that go
    } catch (refusal) {
      if (question !== asked) return;
      fill(foot, errorNote(String(/** @type {Error} */ (refusal).message)), again(t("list.again"), after));
    }
    root.removeAttribute("aria-busy");
  }

  /** @param {string | null} next */
  const foots = (next) => (next !== null ? again(t("list.more"), next) : shown.length === 0 && !isPartial && whenEmpty());

  /** @param {string} text @param {string | null} after */
  const again = (text, after) =>
    el("button", { type: "button", class: "btn wide", onclick: () => void ask(after) }, text);

  return {
    root,
    /** Ask anew, for as many rows as are shown: nobody loses the place. */
    reload: () => ask(null),
    /** Ask for something else, from its first page. */
    restart: () => ask(null, 0),
  };
}
