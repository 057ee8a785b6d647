/** Pools: a clock each, and how many wait in it. */

import { clockKind, t } from "../../text/catalogue.js";
import { el, icon } from "../../ui/dom.js";

/** @typedef {import("../../messages").Pool} Pool */

const MOST_PIPS = 3;
/** Where a search begins while nobody waits anywhere: time enough for those who are new. */
const FIRST_POOL = "10+5";

/** The pool in which most wait. @param {Pool[]} pools at least one */
export const busiest = (pools) =>
  pools.reduce((best, pool) => (pool.waiting > best.waiting ? pool : best), pools.find(({ name }) => name === FIRST_POOL) ?? pools[0]);

/** A disc a person who waits, at most three. @param {number} waiting */
const pips = (waiting) =>
  el(
    "span",
    { class: "pips", "aria-hidden": "true" },
    ...(waiting ? Array.from({ length: Math.min(MOST_PIPS, waiting) }, () => el("i")) : [el("i", { class: "o" })]),
  );

/**
 * A pool, and how many wait in it.
 * @param {Pool} pool @param {{isWanted: boolean, isOpen: boolean}} how @param {() => void} act
 */
export const poolButton = ({ name, terms, waiting }, { isWanted, isOpen }, act) =>
  el(
    "button",
    { key: name, class: "pool", "aria-pressed": String(isWanted), disabled: !isOpen, onclick: act },
    el("strong", {}, name),
    el("span", { class: "kind" }, isWanted && icon("check", "s"), t(clockKind(terms.clock))),
    " ",
    el(
      "span",
      { class: "wait" },
      pips(waiting),
      waiting > 0 && el("b", {}, String(waiting)),
      el("span", { class: "sr" }, waiting ? ` ${t("pool.waiting", { n: waiting })}` : t("pool.nobody")),
    ),
  );
