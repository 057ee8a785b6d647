/** A guest gets a name and a password, and keeps everything. */

import { t } from "../text/catalogue.js";
import { form } from "../view/controls.js";
import { el, fill, icon } from "../view/dom.js";
import { card, pageHead } from "../view/parts.js";

const ADDS = /** @type {const} */ (["signup.adds.rating", "signup.adds.days", "signup.adds.friends", "signup.adds.data"]);
const ASK_AFTER_MS = 400;

/** @type {import("../page").CreateView} */
export function create(deeds) {
  const free = el("p", { class: "small mut", "aria-live": "polite" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const fields = form(
    [
      { name: "name", label: t("account.name"), hint: t("account.name.hint"), autocomplete: "username", codes: ["bad_name", "name_taken", "name_reserved"] },
      { name: "password", label: t("account.password"), type: "password", hint: t("account.password.hint"), autocomplete: "new-password", maxlength: 128, codes: ["weak_password"] },
    ],
    t("signup.button"),
    async ({ name, password }) => {
      await deeds.ask({ type: "sign_up", name, password });
      deeds.toast(t("signup.done"));
      deeds.go("/account");
    },
  );
  const input = /** @type {HTMLInputElement} */ (fields.querySelector('input[name="name"]'));
  input.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(() => void check(input.value.trim()), ASK_AFTER_MS);
  });

  /** @param {string} name */
  async function check(name) {
    if (!name) return fill(free);
    const answer = await deeds.ask({ type: "check_name", name }).catch(() => null);
    if (answer && input.value.trim() === name) fill(free, answer.free ? t("account.name.free") : answer.text);
  }

  const root = el(
    "main",
    {},
    el(
      "div",
      { class: "col l narrow" },
      pageHead(t("signup.title")),
      el("p", {}, t("signup.text")),
      el("section", { class: "card pad col", "aria-label": t("signup.title") }, fields, free, el("p", { class: "small" }, el("a", { href: "/signin" }, t("signup.have")))),
      card(t("signup.adds"), el("div", { class: "pad col" }, ...ADDS.map((key) => el("p", { class: "row" }, icon("check"), t(key))))),
    ),
  );
  return { root, render: () => {}, title: () => t("signup.title"), leave: () => clearTimeout(soon) };
}
