/** A page for an address that has none, and for a game that does not exist: what it is not, and the ways on. */

import { t } from "../text/catalogue.js";
import { el, fill, icon, made, onChange } from "../ui/dom.js";
import { pageHead, rowLink } from "../ui/parts.js";

/** @type {import("../page").CreateView} */
export function create() {
  const body = made(el("div", { class: "col l narrow" }));
  const root = made(el("main", {}, body));
  let title = "";
  const draw = onChange(
    (/** @type {import("../page").App} */ { room, route }) => {
      title = t(route.page === "game" ? "gone.title" : "lost.title");
      fill(
        body,
        pageHead(title),
        el("p", { class: "lead" }, room?.gone ?? t("lost.text")),
        el("a", { class: "btn main big", href: "/" }, icon("play"), t("lost.home")),
        el(
          "section",
          { class: "card rows", "aria-label": t("lost.ways") },
          rowLink({ href: "/watch", lead: icon("tv"), title: t("nav.watch") }),
          rowLink({ href: "/games", lead: icon("board"), title: t("nav.games") }),
          rowLink({ href: "/learn", lead: icon("book"), title: t("nav.learn") }),
          rowLink({ href: "/help", lead: icon("info"), title: t("nav.help") }),
        ),
      );
    },
    ({ room, route }) => [room?.gone, route.page],
  );
  return { root, render: draw, title: () => title };
}
