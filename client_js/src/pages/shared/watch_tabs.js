/** The parts of what is watched: games that are played, the best of them, and those of masters. */

import { t } from "../../text/catalogue.js";
import { tabLinks } from "../../ui/parts.js";

/** @param {"games" | "tv" | "masters"} on which one is shown */
export const watchTabs = (on) =>
  tabLinks(t("nav.watch"), [
    { href: "/watch", text: t("watch.games"), on: on === "games" },
    { href: "/watch/tv", text: t("watch.tv"), on: on === "tv" },
    { href: "/masters", text: t("masters.title"), on: on === "masters" },
  ]);
