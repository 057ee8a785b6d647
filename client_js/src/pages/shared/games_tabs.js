/** The parts of one's own games: those in play, offers by days, those that are over, and the search. */

import { t } from "../../text/catalogue.js";
import { tabLinks } from "../../ui/parts.js";

/** @param {"open" | "days" | "over"} on which one is shown */
export const gamesTabs = (on) =>
  tabLinks(t("nav.games"), [
    { href: "/games", text: t("games.open"), on: on === "open" },
    { href: "/days", text: t("games.by_days"), on: on === "days" },
    { href: "/games/over", text: t("games.over"), on: on === "over" },
    { href: "/archive", text: t("games.search"), on: false },
  ]);
