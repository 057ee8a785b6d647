/** Telling a friend of the site: the reader sends the link, by whatever they use; the server sends nothing. */

import { t } from "../../text/catalogue.js";
import { el, icon } from "../../ui/dom.js";

/** @param {import("../../page").Actions} actions */
export function tellFriend(actions) {
  const link = `${location.origin}/`;
  const isShareable = typeof navigator.share === "function";
  return el(
    "section",
    { class: "card pad col", "aria-label": t("friend.title") },
    el("h2", {}, t("friend.title")),
    el("p", {}, t("friend.text")),
    el("code", { class: "link", translate: "no" }, link),
    el(
      "p",
      { class: "row" },
      isShareable && el("button", { type: "button", class: "btn main", onclick: () => void navigator.share({ text: t("friend.words"), url: link }).catch(() => {}) }, icon("share", "s"), t("friend.share")),
      el("button", { type: "button", class: isShareable ? "btn" : "btn main", onclick: () => void actions.copy(link, "toast.copied", t("toast.copy", { link })) }, t("friend.copy")),
    ),
  );
}
