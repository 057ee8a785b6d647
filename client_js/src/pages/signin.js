/** One comes in by name and password, on this device too; `/signin/abcd` leads on to the tournament `abcd`. */

import { deviceLabel } from "./account/device.js";
import { t } from "../text/catalogue.js";
import { form } from "../ui/controls.js";
import { el, made } from "../ui/dom.js";
import { pageHead } from "../ui/parts.js";

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const to = part && `/${encodeURIComponent(part)}`;
  const fields = form(
    [
      { name: "name", label: t("account.name"), autocomplete: "username" },
      { name: "password", label: t("account.password"), type: "password", autocomplete: "current-password", maxlength: 128, codes: ["wrong_password"] },
    ],
    t("signin.button"),
    async ({ name, password }) => {
      const { token } = await actions.ask({ type: "sign_in", name, password, label: deviceLabel() });
      actions.become(token);
      actions.go(part ? `/tournament${to}` : "/me");
    },
  );
  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l narrow" },
      pageHead(t("signin.title")),
      el("section", { class: "card pad col", "aria-label": t("signin.title") }, fields, el("p", { class: "small" }, el("a", { href: "/recover" }, t("signin.lost"))), el("p", { class: "small" }, el("a", { href: `/signup${to}` }, t("signin.none")))),
      el("p", { class: "small mut" }, t("signin.leaves")),
    ),
  ));
  return { root, render: () => {}, title: () => t("signin.title") };
}
