/** Codes that let an owner in: a recovery code as it is shown once, and the field for an operator's. */

import { t } from "../../text/catalogue.js";
import { el, made } from "../../ui/dom.js";

/** @typedef {import("../../page").Actions} Actions */

/**
 * A fresh recovery code, to be kept by its owner; it cannot be shown again.
 * @param {Actions} actions @param {string} code @param {() => void} kept
 */
export function codeCard(actions, code, kept) {
  const copy = () => actions.copy(code, "recovery.copied", code);
  const root = made(el(
    "section",
    { class: "card pad col codecard", tabindex: -1, "aria-label": t("recovery.title") },
    el("p", {}, t("recovery.text")),
    el(
      "div",
      { class: "keycode" },
      el("code", {}, code),
      el("button", { type: "button", class: "btn", onclick: copy }, t("recovery.copy")),
    ),
    el("p", { class: "small mut" }, t("recovery.lost")),
    el("button", { type: "button", class: "btn main wide", onclick: kept }, t("recovery.kept")),
  ));
  requestAnimationFrame(() => root.focus());
  return root;
}

/** The field for the one-time code that an operator's name needs; see `askForCode`. */
export const operatorField = () => ({
  name: "code",
  label: t("account.operator_code"),
  hint: t("account.operator_code.hint"),
  required: false,
  codes: ["operator_code"],
});

/** Show the field for a one-time code, or hide it. @param {HTMLElement} form @param {boolean} isAsked */
export function askForCode(form, isAsked) {
  const row = form.querySelector('input[name="code"]')?.closest("label");
  if (row) row.hidden = !isAsked;
}

/**
 * Send what names somebody; if the name is an operator's, its one-time code is asked for.
 * @template T @param {HTMLElement} form @param {Promise<T>} sent
 */
export const orAskForCode = (form, sent) =>
  sent.catch((refusal) => {
    if (refusal.code === "operator_code") askForCode(form, true);
    throw refusal;
  });
