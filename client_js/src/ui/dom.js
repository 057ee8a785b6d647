/**
 * How a page is drawn. `el` and `svg` describe an element: a plain value, which nothing holds. `fill` draws
 * descriptions into a host: what it drew there before becomes like them, and keeps its focus, caret, scroll and
 * animations. A press that began on a button ends on it.
 *
 * Brothers and sisters are found again by tag and `key`, and those without a key by their order. A real node among
 * the children is kept as it is; `made(el(…))` gives one to code that must hold it. A description that is the very
 * same as before is skipped. Text is text, never markup.
 *
 * Icons and outlines are symbols of `art/sprite.svg`, which `extras.js` puts into the page and each board into its own tree.
 */

/** @typedef {Description | Node | string} Present */
/** @typedef {Present | null | false | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | Record<string, string> | ((event: any) => void)>} Props `style` is a record */
/** @template {Element} [E=Element] @typedef {Description & {becomes?: E}} Described what becomes such an element */

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
/** What a reader changes too: it is set when what is drawn of it changes, and else left alone. */
const READ = ["value", "checked", "selected"];

class Description {
  /** @param {string} space @param {string} tag @param {Props} props @param {Child[]} children */
  constructor(space, tag, props, children) {
    this.space = space;
    this.tag = tag;
    this.props = props;
    this.children = present(children);
    /** By what it is found again. */
    this.kind = props.key === undefined ? tag : `${tag} ${props.key}`;
  }
}

/**
 * An HTML element. A property that is a function listens: `onclick`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {Child[]} children
 * @returns {Described<HTMLElementTagNameMap[T]>}
 */
export const el = (tag, props = {}, ...children) => new Description(HTML, tag, props, children);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {Child[]} children
 * @returns {Described<SVGElementTagNameMap[T]>}
 */
export const svg = (tag, props = {}, ...children) => new Description(SVG, tag, props, children);

/** @param {Child[]} children */
const present = (children) =>
  /** @type {Present[]} */ (children.filter((child) => child != null && child !== false && child !== ""));

/** @param {string} name of a symbol `i-…` @param {string} [size] `s` for a small one */
export const icon = (name, size = "") =>
  svg("svg", { class: `i ${size}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

/** The element of a description, for code that must hold it. @template {Element} E @param {Described<E>} described @returns {E} */
export const made = (described) => /** @type {E} */ (nodeOf(described));

/** Draw `children` into `host`, in place of all that it holds. @param {Element} host @param {Child[]} children */
export function fill(host, ...children) {
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  settle(host, present(children));
  if (held === document.activeElement || !held) return;
  if (host.contains(held)) held.focus({ preventScroll: true }); // it was moved
  else if (held.nodeName === "H1") focusTitle(host); // of what was awaited
  else queueMicrotask(() => document.activeElement === document.body && focusTitle(document)); // nobody has given it on
}

/** @typedef {{children: Present[], nodes: Node[]}} Drawn what a host was filled with */
/** @type {WeakMap<Node, Drawn>} */
const drawn = new WeakMap();
/** @type {Drawn} */
const NOTHING = { children: [], nodes: [] };

/** A fresh node. @param {Present} child @returns {Node} */
function nodeOf(child) {
  if (typeof child === "string") return document.createTextNode(child);
  if (child instanceof Node) return child;
  const node = document.createElementNS(child.space, child.tag);
  settle(node, child.children);
  dress(node, child.props, {});
  return node;
}

/** Make what `before` was drawn from like `now`. @param {Node} node @param {Present} before @param {Present} now */
function become(node, before, now) {
  if (before === now) return;
  if (typeof now === "string") node.nodeValue = now;
  else if (now instanceof Description) {
    settle(/** @type {Element} */ (node), now.children);
    dress(/** @type {Element} */ (node), now.props, /** @type {Description} */ (before).props);
  }
}

/** @param {Element} element @param {Props} props @param {Props} before */
function dress(element, props, before) {
  for (const name in { ...before, ...props }) if (props[name] !== before[name]) set(element, name, props[name] ?? false);
}

/** @param {any} element @param {string} name @param {NonNullable<Props[string]>} value */
function set(element, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) return void (element[name] = value || null);
  if (name === "style") return void Object.entries(value).forEach(([property, one]) => element.style.setProperty(property, one));
  if (value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
  if (READ.includes(name) && element[name] !== value) element[name] = value || "";
}

/** @param {Present} child */
const kindOf = (child) => (typeof child === "string" ? "" : child instanceof Description ? child.kind : child);

/** Whether a host holds what was drawn there, and nothing of others: a translator, say, puts its own in. @param {Node} host @param {Node[]} nodes */
function isWhole(host, nodes) {
  let child = host.firstChild;
  for (const node of nodes) {
    if (node !== child) return false;
    child = node.nextSibling;
  }
  return child === null;
}

/** @param {Element} host @param {Present[]} wanted */
function settle(host, wanted) {
  let { children: old, nodes: held } = drawn.get(host) ?? NOTHING;
  if (!isWhole(host, held)) {
    host.replaceChildren();
    ({ children: old, nodes: held } = NOTHING);
  }
  /** @type {Node[]} */
  const nodes = [];
  const keep = (/** @type {number} */ i, /** @type {number} */ j) => become((nodes[j] = held[i]), old[i], wanted[j]);
  const isLike = (/** @type {number} */ i, /** @type {number} */ j) => i < old.length && j < wanted.length && kindOf(old[i]) === kindOf(wanted[j]);
  let start = 0;
  while (isLike(start, start)) keep(start, start++);
  let [oldEnd, end] = [old.length, wanted.length];
  while (oldEnd > start && end > start && isLike(oldEnd - 1, end - 1)) keep(--oldEnd, --end);

  /** @type {Map<string | Node, number[]>} */
  const free = new Map();
  for (let i = oldEnd - 1; i >= start; i -= 1) {
    const kind = kindOf(old[i]);
    const others = free.get(kind);
    if (others) others.push(i);
    else free.set(kind, [i]);
  }
  for (let j = start; j < end; j += 1) {
    const i = free.get(kindOf(wanted[j]))?.pop();
    if (i === undefined) nodes[j] = nodeOf(wanted[j]);
    else keep(i, j);
  }
  for (const left of free.values()) for (const i of left) held[i].parentNode === host && host.removeChild(held[i]);
  let next = start ? nodes[start - 1].nextSibling : host.firstChild;
  for (let j = start; j < end; j += 1) {
    const node = nodes[j];
    if (node !== next && node !== next?.nextSibling) host.insertBefore(node, next);
    else next = node.nextSibling; // one that stands before it goes further down
  }
  drawn.set(host, { children: wanted, nodes });
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

/** @type {Map<string, Promise<Document>>} */
const art = new Map();

/** Outlines: those every page needs, or those of the other piece sets. What failed is tried again when it is asked for again. @param {"sprite" | "sets"} name */
export function outlinesOf(name) {
  const coming = art.get(name) ?? fetchArt(name);
  art.set(name, coming);
  coming.catch(() => art.delete(name));
  return coming;
}

/** @param {string} name */
async function fetchArt(name) {
  const answer = await fetch(new URL(`../../art/${name}.svg`, import.meta.url));
  return new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
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
