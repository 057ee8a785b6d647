/**
 * How elements are made: one call an element, text as text, never as markup; and how a part of a
 * page is drawn again without losing what its reader holds.
 *
 * An element that has a `key` is kept: when its host is filled again with one of the same key, the
 * old one becomes like the new one, and so does all that is in it. A press that began on it ends on
 * it; focus, caret, scroll and what is being written stay. So a key promises that nobody else holds
 * on to the element or to anything in it: what listens there asks its event.
 *
 * Icons and outlines are symbols of `art/sprite.svg`, which `extras.js` puts into the page.
 */

/** @typedef {Node | string | null | false | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Props */

const SVG = "http://www.w3.org/2000/svg";
/** What a reader changes too: only a change of what is drawn is put over it. */
const READERS = ["value", "checked", "selected"];

/** What elements were drawn with. @type {WeakMap<Node, Props>} */
const drawn = new WeakMap();

/** @param {Element} element @param {Props} props */
function dress(element, props) {
  const before = drawn.get(element);
  const any = /** @type {any} */ (element);
  for (const name in { ...before, ...props }) {
    const value = props[name] ?? false;
    const text = value === true ? "" : String(value);
    if (name === "key") continue;
    if (name.startsWith("on")) any[name] = value || null;
    else if (value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    if (before && before[name] !== props[name] && READERS.includes(name) && element !== document.activeElement)
      any[name] = props[name] ?? "";
  }
  drawn.set(element, props);
}

/**
 * An HTML element. A property that is a function listens: `onclick`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export const el = (tag, props = {}, ...children) => made(document.createElement(tag), props, children);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export const svg = (tag, props = {}, ...children) =>
  made(/** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag)), props, children);

/** @template {Element} T @param {T} element @param {Props} props @param {Child[]} children */
function made(element, props, children) {
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

/** Put `children` into `host` in place of what it holds; what has a key there is kept. @param {Element} host @param {Child[]} children */
export const fill = (host, ...children) => settle(host, present(children), false);

/** @param {Element} host @param {(Node | string)[]} wanted @param {boolean} isKept whether all is kept, not only what has a key */
function settle(host, wanted, isKept) {
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  const stays = new Set(wanted);
  const free = [...host.childNodes].filter((node) => !stays.has(node));
  const nodes = wanted.map((child) => {
    const fresh = typeof child === "string" ? document.createTextNode(child) : child;
    const key = drawn.get(fresh)?.key;
    const isLike = (/** @type {Node} */ old) => old.nodeName === fresh.nodeName && drawn.get(old)?.key === key;
    const at = isKept || key !== undefined ? free.findIndex(isLike) : -1;
    return at < 0 ? fresh : become(free.splice(at, 1)[0], fresh);
  });
  for (const node of free) node.remove();
  nodes.forEach((node, i) => node === host.childNodes[i] || host.insertBefore(node, host.childNodes[i]));
  if (held === document.activeElement || !held) return;
  if (host.contains(held)) held.focus({ preventScroll: true }); // it was moved
  else if (held.nodeName === "H1") focusTitle(host); // of what was awaited
  else queueMicrotask(() => document.activeElement === document.body && focusTitle(document)); // nobody has given it on
}

/** @param {Node} old @param {Node} fresh @returns {Node} the old one, like the new one */
function become(old, fresh) {
  if (old instanceof Element) {
    dress(old, drawn.get(fresh) ?? {});
    settle(old, [...fresh.childNodes], true);
  } else if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
  return old;
}

/**
 * Redraws a part only when what it is drawn from has changed.
 * @template T
 * @param {(value: T) => void} draw
 * @param {(value: T) => unknown} [seen] the part of the value that matters
 * @returns {(value: T) => void}
 */
export function onChange(draw, seen = (value) => value) {
  /** @type {unknown} */
  let last = onChange; // like nothing that is seen
  return (value) => {
    const now = seen(value);
    if (isSame(now, last)) return;
    last = now;
    draw(value);
  };
}

/** Models do not change, so most of them are compared by who they are; the rest by what is in them. @param {any} a @param {any} b @returns {boolean} */
function isSame(a, b) {
  if (Object.is(a, b)) return true;
  if (Object(a) !== a || Object(b) !== b) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => isSame(a[name], b[name]));
}

/** A round sign of a side: one ring for Red, two for Black. @param {"red" | "black"} side */
export const sideSign = (side) =>
  el("span", { class: side === "black" ? "side black" : "side", "aria-hidden": "true" });

/** The title takes the focus of a page you have come to. @param {ParentNode} root */
export function focusTitle(root) {
  const title = root.querySelector("h1");
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
}
