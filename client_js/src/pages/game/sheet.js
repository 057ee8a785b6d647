/**
 * A sheet: what stands beside the board, or below one's own bar on a phone, until it is closed.
 */

import { t } from "../../text/catalogue.js";
import { el, fill, icon } from "../../ui/dom.js";

/** @typedef {import("../../ui/dom.js").Child} Child */

/** The head of what is opened beside the board: its title, and how it is closed. @param {string} title @param {() => void} close */
export const closableHead = (title, close) =>
  el(
    "header",
    { key: "head" },
    el("h2", { class: "grow", tabindex: -1 }, title),
    el("button", { class: "btn icon quiet", "aria-label": t("close"), onclick: close }, icon("x")),
  );

/**
 * Draw a sheet anew; what had the focus in it keeps it, or gives it to the heading.
 * @param {HTMLElement} host @param {string} title @param {() => void} close @param {Child[]} inside
 */
export function drawSheet(host, title, close, ...inside) {
  const held = host.contains(document.activeElement);
  host.setAttribute("role", "dialog");
  host.setAttribute("aria-label", title);
  fill(host, closableHead(title, close), el("div", { key: "body", class: "body" }, ...inside));
  if (held && !host.contains(document.activeElement)) host.querySelector("h2")?.focus({ preventScroll: true });
}
