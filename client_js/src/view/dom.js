/**
 * How elements are made: one call an element, text as text, never as markup.
 *
 * Icons and outlines are symbols of `art/sprite.svg`, which `main.js` puts into the page.
 */

/** @typedef {Node | string | null | false | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Props */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} element @param {Props} props */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
}

/**
 * An HTML element. A property that is a function listens: `onclick`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  element.append(...present(children));
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, props = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  dress(element, props);
  element.append(...present(children));
  return element;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
const present = (children) =>
  /** @type {(Node | string)[]} */ (children.filter((child) => child != null && child !== false && child !== ""));

/** @param {string} name of a symbol `i-…` @param {string} [size] `s` for a small one */
export const icon = (name, size = "") =>
  svg("svg", { class: `i ${size}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

/** Put `children` into `host` in place of what it holds. @param {Element} host @param {Child[]} children */
export const fill = (host, ...children) => host.replaceChildren(...present(children));

/**
 * Redraws a part only when what it is drawn from has changed, so that focus, scroll
 * positions and animations of the rest survive.
 * @template T
 * @param {(value: T) => void} draw
 * @param {(value: T) => unknown} [seen] the part of the value that matters, compared as JSON
 * @returns {(value: T) => void}
 */
export function onChange(draw, seen = (value) => value) {
  /** @type {string | undefined} */
  let last;
  return (value) => {
    const now = JSON.stringify(seen(value)) ?? "";
    if (now === last) return;
    last = now;
    draw(value);
  };
}

/** A round sign of a side: one ring for Red, two for Black. @param {"red" | "black"} side */
export const sideSign = (side) =>
  el("span", { class: side === "black" ? "side black" : "side", "aria-hidden": "true" });
