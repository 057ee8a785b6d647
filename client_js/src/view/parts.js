/**
 * What pages are put together from: heads, rows, lists by pages, forms, choices, questions in
 * place, avatars and small boards. All of them are plain functions that give elements.
 */

import { t } from "../text/catalogue.js";
import { el, fill, icon } from "./dom.js";

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

/** What went wrong, where it did. @param {string} text */
export const errorNote = (text) =>
  el("section", { class: "note danger", role: "alert" }, icon("stop"), el("div", {}, el("b", {}, text)));

/**
 * A value of a few, chosen by hand or by arrow keys.
 * @template {string} T
 * @param {string} label @param {readonly T[]} values @param {T} chosen
 * @param {(value: T) => Child} shown @param {(value: T) => void} choose @param {string} [layout] further classes
 */
export function segments(label, values, chosen, shown, choose, layout = "") {
  const buttons = values.map((value) =>
    el(
      "button",
      {
        type: "button",
        role: "radio",
        "aria-checked": String(value === chosen),
        tabindex: value === chosen ? 0 : -1,
        onclick: () => pick(value),
      },
      shown(value),
    ),
  );
  /** @param {T} value */
  function pick(value) {
    buttons.forEach((button, i) => {
      button.setAttribute("aria-checked", String(values[i] === value));
      button.tabIndex = values[i] === value ? 0 : -1;
    });
    choose(value);
  }
  return el(
    "div",
    { class: `seg ${layout}`, role: "radiogroup", "aria-label": label, onkeydown: arrowKeys(buttons) },
    ...buttons,
  );
}

/** Arrow keys go to the neighbour and choose it. @param {HTMLElement[]} buttons */
const arrowKeys = (buttons) => (/** @type {KeyboardEvent} */ event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = buttons[(at + step + buttons.length) % buttons.length];
  next.focus();
  next.click();
};

/** Parts of a page under addresses of their own. @param {string} label @param {{href: string, text: string, on: boolean, count?: number}[]} tabs */
export function tabLinks(label, tabs) {
  const nav = el(
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
  requestAnimationFrame(() => {
    const on = /** @type {HTMLElement | null} */ (nav.querySelector("[aria-current]"));
    if (on) nav.scrollLeft = on.offsetLeft - nav.offsetLeft - (nav.clientWidth - on.offsetWidth) / 2;
  });
  return nav;
}

let controls = 0;

/** A line of settings: a name, a hint, and a control. @param {string} name @param {string} hint @param {HTMLElement} control */
export const option = (name, hint, control) =>
  el("div", { class: "opt" }, el("span", {}, name, hint && el("small", {}, hint)), control);

/** A line of settings that is on or off. @param {string} name @param {string} hint @param {boolean} on @param {(on: boolean) => void} set */
export function toggle(name, hint, on, set) {
  const id = `toggle-${(controls += 1)}`;
  const button = el("button", {
    type: "button",
    class: "sw",
    role: "switch",
    "aria-checked": String(on),
    "aria-labelledby": id,
    onclick() {
      const isOn = button.getAttribute("aria-checked") !== "true";
      button.setAttribute("aria-checked", String(isOn));
      set(isOn);
    },
  });
  return el("div", { class: "opt" }, el("span", { id }, name, hint && el("small", {}, hint)), button);
}

const DEAF_MS = 500;
const CLOSES_MS = 6_000;

/**
 * A button that asks once more, in its own place: half a second deaf, and gone by itself.
 * @param {string} text @param {{ask: string, keep: string, yes: string, act: () => void}} words
 */
export function confirmButton(text, { ask, keep, yes, act }) {
  const button = el("button", { type: "button", class: "btn danger", onclick: () => open() }, text);
  const host = el("span", { class: "ask" }, button);
  function close() {
    fill(host, button);
    button.focus();
  }
  function open() {
    const no = el("button", { type: "button", class: "btn", onclick: close }, keep);
    const sure = el("button", { type: "button", class: "btn danger fill", disabled: true }, yes);
    sure.addEventListener("click", () => {
      close();
      act();
    });
    const box = el("div", { class: "confirm", role: "group", "aria-label": ask }, el("b", {}, ask), no, sure);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
    });
    fill(host, box);
    no.focus();
    setTimeout(() => (sure.disabled = false), DEAF_MS);
    setTimeout(() => box.isConnected && close(), CLOSES_MS);
  }
  return host;
}

/**
 * A list that comes a page at a time; "More" fetches the next one.
 * @template Row
 * @param {(after: string | null) => Promise<{rows: Row[], next: string | null}>} fetchRows null asks for the first page
 * @param {(row: Row) => HTMLElement} drawRow
 * @param {() => HTMLElement} whenEmpty
 */
export function pagedList(fetchRows, drawRow, whenEmpty) {
  const rows = el("div", { class: "rows" });
  const foot = el("div", { class: "more" });
  const root = el("div", { "aria-live": "off" }, rows, foot);
  let asked = 0;

  /** @param {string | null} after */
  async function ask(after) {
    const question = (asked += 1);
    root.setAttribute("aria-busy", "true");
    fill(foot, el("p", { class: "mut small pad" }, t("list.loading")));
    try {
      const page = await fetchRows(after);
      if (question !== asked) return;
      if (after === null) fill(rows);
      const fresh = page.rows.map(drawRow);
      rows.append(...fresh);
      if (after !== null) fresh[0]?.focus();
      fill(foot, foots(page.next));
    } catch (refusal) {
      if (question !== asked) return;
      fill(foot, errorNote(String(/** @type {Error} */ (refusal).message)), again(t("list.again"), after));
    }
    root.removeAttribute("aria-busy");
  }

  /** @param {string | null} next */
  const foots = (next) => (next !== null ? again(t("list.more"), next) : rows.childElementCount === 0 && whenEmpty());

  /** @param {string} text @param {string | null} after */
  const again = (text, after) =>
    el("button", { type: "button", class: "btn wide", onclick: () => void ask(after) }, text);

  return { root, /** Ask anew from the first page. */ reload: () => ask(null) };
}

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [type]
 * @property {string} [hint]
 * @property {string} [value]
 * @property {AutoFill} [autocomplete]
 * @property {number} [maxlength]
 * @property {boolean} [required]
 * @property {string[]} [codes] refusals that are about this field
 */

/**
 * A form. `send` gets the values by name; when it rejects, the error stands at the field it is
 * about, or over the button.
 * @param {Field[]} fields @param {string} button @param {(values: Record<string, string>) => Promise<unknown>} send
 * @param {"main" | "" | "danger"} [kind] of the button; one is filled in a view
 */
export function form(fields, button, send, kind = "main") {
  const rows = fields.map(formField);
  const errors = el("div", { role: "alert" });
  const submit = el("button", { class: `btn wide ${kind}` }, button);
  const root = el(
    "form",
    { class: "col", onsubmit: (/** @type {SubmitEvent} */ event) => void submitted(event) },
    ...rows.map((row) => row.root),
    errors,
    submit,
  );

  /** @param {SubmitEvent} event */
  async function submitted(event) {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(root)].map(([name, value]) => [name, String(value)]));
    submit.disabled = true;
    fill(errors);
    for (const row of rows) row.fail("");
    await send(values).catch((/** @type {{message: string, code?: string}} */ { message, code = "" }) => {
      const row = rows.find((_, i) => fields[i].codes?.includes(code));
      if (row) row.fail(message);
      else fill(errors, errorNote(message));
    });
    submit.disabled = false;
  }
  return root;
}

/** @param {Field} field */
function formField({
  name,
  label,
  type = "text",
  hint = "",
  value = "",
  autocomplete,
  maxlength = 64,
  required = true,
}) {
  const id = `field-${(controls += 1)}`;
  const input = el("input", { class: "inp", name, type, value, autocomplete, maxlength, required });
  input.setAttribute("aria-label", label);
  input.setAttribute("aria-describedby", id);
  const below = el("small", { id, class: "hint", "aria-live": "polite" }, hint);
  const root = el("label", { class: "field" }, el("span", {}, label), input, below);
  /** @param {string} error "" for none */
  function fail(error) {
    input.classList.toggle("bad", error !== "");
    input.setAttribute("aria-invalid", String(error !== ""));
    below.className = error ? "err" : "hint";
    fill(below, error && icon("stop", "s"), error || hint);
    if (error) input.focus();
  }
  return { root, fail };
}
