/** The reader's private note on a game; nobody else ever reads it. Fetched with the sheet that says what the game is. */

import { t, useLanguage } from "../../text/catalogue.js";
import { el, made } from "../../ui/dom.js";

const LONGEST = 500;

/**
 * The field of a note, which is kept when it is left.
 * @param {import("../../page").Actions} actions @param {string} room
 */
export async function noteField(actions, room) {
  await useLanguage(actions.app().settings.language, ["days"]);
  let kept = "";
  const field = /** @type {HTMLTextAreaElement} */ (made(el("textarea", { class: "inp", rows: 4, maxlength: LONGEST, disabled: true, onchange: () => void keep() })));
  const root = el("label", { key: "note", class: "field" }, el("span", {}, t("memo.title")), field, el("small", { class: "mut" }, t("memo.text")));

  async function keep() {
    const text = field.value;
    if (text === kept || (await actions.tell({ type: "set_note", room, text })) === null) return;
    kept = text;
    actions.toast(t("memo.kept"));
  }

  void actions.tell({ type: "note", room }).then((told) => {
    field.disabled = told === null;
    kept = field.value = told?.text ?? "";
  });
  return root;
}
