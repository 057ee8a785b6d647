/** An owner who has lost the password comes in by a code, and chooses another password. */

import { deviceLabel } from "./account/device.js";
import { t } from "../text/catalogue.js";
import { form } from "../ui/controls.js";
import { el, fill, made } from "../ui/dom.js";
import { pageHead } from "../ui/parts.js";
import { codeCard } from "./account/recovery.js";

/** @type {import("../page").CreateView} */
export function create(actions) {
  const body = made(el("div", { class: "col l narrow" }));
  const fields = form(
    [
      { name: "name", label: t("account.name"), autocomplete: "username" },
      { name: "code", label: t("recovery.code"), hint: t("recovery.code.hint"), codes: ["wrong_code"] },
      { name: "password", label: t("account.password.new"), type: "password", hint: t("account.password.hint"), autocomplete: "new-password", maxlength: 128, codes: ["weak_password"] },
    ],
    t("recover.button"),
    async ({ name, code, password }) => {
      const { token, code: fresh } = await actions.ask({ type: "recover", name, code, password, label: deviceLabel() });
      actions.become(token);
      actions.toast(t("recover.done"));
      fill(
        body,
        pageHead(t("recovery.title")),
        codeCard(actions, fresh, () => actions.go("/me")),
      );
    },
  );
  fill(
    body,
    pageHead(t("recover.title")),
    el("p", {}, t("recover.text")),
    el("section", { class: "card pad col", "aria-label": t("recover.title") }, fields, el("p", { class: "small" }, el("a", { href: "/signin" }, t("signin.title")))),
    el("p", { class: "small mut" }, t("recover.none")),
  );
  return { root: made(el("main", {}, body)), render: () => {}, title: () => t("recover.title") };
}
