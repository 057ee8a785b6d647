/** The parts of what concerns other people: letters, friends, the ignored, who is here. */

import { t } from "../text/catalogue.js";
import { tabLinks } from "./parts.js";

/** @typedef {"messages" | "friends" | "here" | "ignored" | "find"} PeoplePart */

/** @param {PeoplePart} on which one is shown */
export const peopleTabs = (on) =>
  tabLinks(t("nav.people"), [
    { href: "/messages", text: t("letters.title"), on: on === "messages" },
    { href: "/friends", text: t("people.friends"), on: on === "friends" },
    { href: "/friends/here", text: t("people.here"), on: on === "here" },
    { href: "/players", text: t("me.find"), on: on === "find" },
    { href: "/friends/ignored", text: t("people.ignored"), on: on === "ignored" },
  ]);
