/** The parts of what concerns others: messages, friends, the ignored, people and bots that are online. */

import { t } from "../../text/catalogue.js";
import { tabLinks } from "../../ui/parts.js";

/** @typedef {"messages" | "friends" | "online" | "bots" | "ignored" | "find"} PeoplePart */

/** @param {PeoplePart} on which one is shown */
export const peopleTabs = (on) =>
  tabLinks(t("nav.people"), [
    { href: "/messages", text: t("messages.title"), on: on === "messages" },
    { href: "/friends", text: t("people.friends"), on: on === "friends" },
    { href: "/friends/online", text: t("people.online"), on: on === "online" },
    { href: "/friends/bots", text: t("people.bots"), on: on === "bots" },
    { href: "/players", text: t("me.find"), on: on === "find" },
    { href: "/friends/ignored", text: t("people.ignored"), on: on === "ignored" },
  ]);
