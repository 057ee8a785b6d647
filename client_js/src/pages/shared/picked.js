/** One of many, in a list that opens. */

import { el } from "../../ui/dom.js";

/** @template {string | number} T @param {string} label @param {readonly T[]} values @param {T} chosen @param {(value: T) => string} shown @param {(value: T) => void} choose */
export const picked = (label, values, chosen, shown, choose) =>
  el(
    "label",
    { class: "field" },
    el("span", {}, label),
    el(
      "select",
      { class: "inp", "aria-label": label, onchange: ({ target }) => choose(values[target.selectedIndex]) },
      ...values.map((value) => el("option", { value: String(value), selected: value === chosen }, shown(value))),
    ),
  );
