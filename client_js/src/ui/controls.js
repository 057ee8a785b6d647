/**
 * What one acts upon in pages: choices, switches, forms, and buttons that ask once more. All of
 * them are plain functions that give elements.
 */

import { rulesName, t } from "../text/catalogue.js";
import { el, fill, icon, made } from "./dom.js";
import { errorNote } from "./parts.js";
import { segments } from "./segments.js";

/** @typedef {import("./dom.js").Child} Child */

let controls = 0;

/**
 * One of a few, under its name.
 * @template {string} T
 * @param {string} label @param {readonly T[]} values @param {T} chosen
 * @param {(value: T) => Child} nameOf @param {(value: T) => void} choose @param {string} [kind]
 */
export const choiceField = (label, values, chosen, nameOf, choose, kind) =>
  el("div", { key: values.join(), class: "field" }, el("span", {}, label), segments(label, values, chosen, nameOf, choose, kind));

/** A line of settings: a name, a hint, and a control. @param {string} name @param {string} hint @param {Child} control */
export const option = (name, hint, control) =>
  el("div", { class: "opt" }, el("span", {}, name, hint && el("small", {}, hint)), control);

/** A line of settings that is on or off; its words are as good as its knob. @param {string} name @param {string} hint @param {boolean} on @param {(on: boolean) => void} set */
export function toggle(name, hint, on, set) {
  const id = `toggle-${(controls += 1)}`;
  const button = el("button", {
    type: "button",
    class: "sw",
    role: "switch",
    "aria-checked": String(on),
    "aria-labelledby": id,
    onclick({ currentTarget }) {
      const isOn = currentTarget.getAttribute("aria-checked") !== "true";
      currentTarget.setAttribute("aria-checked", String(isOn));
      set(isOn);
    },
  });
  return el("label", { class: "opt" }, el("span", { id }, name, hint && el("small", {}, hint)), button);
}

/** By which rule set is played. @param {string[]} names as the server has them @param {string} chosen @param {(name: string) => void} choose */
export const rulesSelect = (names, chosen, choose) =>
  el(
    "select",
    { class: "inp", onchange: ({ target }) => choose(target.value) },
    ...(names.length ? names : [chosen]).map((name) => el("option", { value: name, selected: name === chosen }, rulesName({ rules: { name } }))),
  );

const DEAF_MS = 500;

/**
 * A button that asks once more, in its own place, half a second deaf. The question waits for its answer, however slow its reader.
 * @param {string} text @param {{ask: string, keep: string, yes: string, act: () => void}} words
 */
export function confirmButton(text, { ask, keep, yes, act }) {
  const button = made(el("button", { type: "button", class: "btn danger", onclick: () => open() }, text));
  const host = made(el("span", { class: "ask" }, button));
  function close() {
    fill(host, button);
    button.focus();
  }
  function open() {
    const no = made(el("button", { type: "button", class: "btn", onclick: close }, keep));
    const sure = made(el("button", { type: "button", class: "btn danger fill", disabled: true }, yes));
    sure.addEventListener("click", () => {
      close();
      act();
    });
    const box = made(el("div", { class: "confirm", role: "group", "aria-label": ask }, el("b", {}, ask), no, sure));
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
    });
    fill(host, box);
    no.focus();
    setTimeout(() => (sure.disabled = false), DEAF_MS);
  }
  return host;
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
 * @property {[value: string, shown: string][]} [choices] what one chooses from, instead of writing
 * @property {boolean} [isLong] it has several lines
 */

/**
 * A form. `send` gets the values by name; when it rejects, the error stands at the field it is
 * about, or over the button.
 * @param {Field[]} fields @param {string} button @param {(values: Record<string, string>) => Promise<unknown>} send
 * @param {"main" | "" | "danger"} [kind] of the button; one is filled in a view
 */
export function form(fields, button, send, kind = "main") {
  const rows = fields.map(formField);
  const errors = made(el("div", { role: "alert" }));
  const submit = made(el("button", { class: `btn wide ${kind}` }, button));
  const root = made(el(
    "form",
    { class: "col", onsubmit: (/** @type {SubmitEvent} */ event) => void submitted(event) },
    ...rows.map((row) => row.root),
    errors,
    submit,
  ));

  /** @param {SubmitEvent} event */
  async function submitted(event) {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(root)].map(([name, value]) => [name, String(value)]));
    submit.disabled = true;
    fill(errors);
    for (const row of rows) row.fail("");
    await send(values).catch((/** @type {{name: string, message: string, code?: string}} */ { name, message, code = "" }) => {
      const row = rows.find((_, i) => fields[i].codes?.includes(code));
      if (row) row.fail(message);
      else fill(errors, errorNote(name === "Refusal" ? message : t("notices.lost"))); // what asks could not be fetched
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
  choices,
  isLong = false,
}) {
  const id = `field-${(controls += 1)}`;
  const input = choices
    ? made(el("select", { class: "inp", name, autocomplete }, ...choices.map(([one, shown]) => el("option", { value: one, selected: one === value }, shown))))
    : isLong
      ? made(el("textarea", { class: "inp area", name, rows: 4, maxlength, required }, value))
      : made(el("input", { class: "inp", name, type, value, autocomplete, maxlength, required }));
  input.setAttribute("aria-label", label);
  input.setAttribute("aria-describedby", id);
  const below = made(el("small", { id, class: "hint", "aria-live": "polite" }, hint));
  const root = el("label", { class: "field" }, el("span", {}, label), input, below);
  /** @param {string} error "" for none */
  function fail(error) {
    input.classList.toggle("bad", error !== "");
    input.setAttribute("aria-invalid", String(error !== ""));
    below.className = error ? "err" : "hint";
    fill(below, error && icon("stop", "s"), error || hint);
    if (error) input.focus();
  }
  input.addEventListener("input", () => input.classList.contains("bad") && fail("")); // it is being mended
  return { root, fail };
}
