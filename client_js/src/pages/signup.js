/** A guest gets a name and a password, and keeps everything; `/signup/abcd` leads on to the tournament `abcd`. */

import { t } from "../text/catalogue.js";
import { form } from "../ui/controls.js";
import { el, fill, icon, made } from "../ui/dom.js";
import { card, pageHead } from "../ui/parts.js";
import { askForCode, codeCard, operatorField, orAskForCode } from "./account/recovery.js";

const ADDS = /** @type {const} */ (["signup.adds.rating", "signup.adds.days", "signup.adds.friends", "signup.adds.data"]);
const ASK_AFTER_MS = 400;

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const after = part ? `/tournament/${encodeURIComponent(part)}` : "/account";
  const free = made(el("p", { class: "small mut", "aria-live": "polite" }));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  /** The name whose answer comes with that of the form. */
  let sent = "";
  const fields = form(
    [
      { name: "name", label: t("account.name"), hint: t("account.name.hint"), autocomplete: "username", codes: ["bad_name", "name_taken", "name_reserved"] },
      { name: "password", label: t("account.password"), type: "password", hint: t("account.password.hint"), autocomplete: "new-password", maxlength: 128, codes: ["weak_password"] },
      operatorField(),
    ],
    t("signup.button"),
    async ({ name, password, code }) => {
      sent = name.trim();
      fill(free);
      await orAskForCode(fields, actions.ask({ type: "sign_up", name, password, code }));
      actions.toast(t("signup.done"));
      await showCode(password).catch(() => actions.go(after));
    },
  );
  askForCode(fields, false);
  fields.querySelector("button")?.before(made(el("div", { class: "note" }, icon("info"), el("div", {}, t("signup.lost")))));
  const input = /** @type {HTMLInputElement} */ (fields.querySelector('input[name="name"]'));
  input.closest(".field")?.after(free);
  input.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(() => void check(input.value.trim()), ASK_AFTER_MS);
  });

  /** The account is there; its recovery code is shown this once. @param {string} password */
  async function showCode(password) {
    const { code } = await actions.ask({ type: "create_recovery_code", password });
    fill(
      body,
      pageHead(t("recovery.title")),
      codeCard(actions, code, () => actions.go(after)),
    );
  }

  /** @param {string} name */
  async function check(name) {
    if (!name) return fill(free);
    const answer = await actions.ask({ type: "check_name", name }).catch(() => null);
    if (answer && input.value.trim() === name && name !== sent) fill(free, answer.free ? t("account.name.free") : answer.text);
    if (answer) askForCode(fields, answer.code === "operator_code");
  }

  const body = made(el(
    "div",
    { class: "col l narrow" },
    pageHead(t("signup.title")),
    el("p", {}, t("signup.text")),
    el("section", { class: "card pad col", "aria-label": t("signup.title") }, fields, el("p", { class: "small" }, el("a", { href: part ? `/signin/${encodeURIComponent(part)}` : "/signin" }, t("signup.have"))), el("p", { class: "small" }, el("a", { href: "/help/terms" }, t("me.help")))),
    card(t("signup.adds"), el("div", { class: "pad col" }, ...ADDS.map((key) => el("p", { class: "row" }, icon("check"), t(key))))),
  ));
  const root = made(el("main", {}, body));
  return { root, render: () => {}, title: () => t("signup.title"), leave: () => clearTimeout(soon) };
}
