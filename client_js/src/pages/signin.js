/** One comes in by name and password, on this device too. */

import { t } from "../text/catalogue.js";
import { form } from "../view/controls.js";
import { el } from "../view/dom.js";
import { pageHead } from "../view/parts.js";

const LABEL_CHARS = 64;

/** What to call this device in the list of one's devices. */
const label = () => {
  const system = navigator.userAgent.match(/Android|iPhone|iPad|Windows|Mac OS|Linux|CrOS/)?.[0] ?? "";
  const browser = navigator.userAgent.match(/Firefox|Edg|OPR|Chrome|Safari/)?.[0] ?? "";
  return [browser, system].filter(Boolean).join(" · ").slice(0, LABEL_CHARS);
};

/** @type {import("../page").CreateView} */
export function create(deeds) {
  const fields = form(
    [
      { name: "name", label: t("account.name"), autocomplete: "username" },
      { name: "password", label: t("account.password"), type: "password", autocomplete: "current-password", maxlength: 128, codes: ["wrong_password"] },
    ],
    t("signin.button"),
    async ({ name, password }) => {
      const { token } = await deeds.ask({ type: "sign_in", name, password, label: label() });
      deeds.become(token);
      deeds.go("/me");
    },
  );
  const root = el(
    "main",
    {},
    el(
      "div",
      { class: "col l narrow" },
      pageHead(t("signin.title")),
      el("section", { class: "card pad col", "aria-label": t("signin.title") }, fields, el("p", { class: "small" }, el("a", { href: "/signup" }, t("signin.none")))),
      el("p", { class: "small mut" }, t("signin.leaves")),
    ),
  );
  return { root, render: () => {}, title: () => t("signin.title") };
}
