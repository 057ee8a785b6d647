/**
 * The page of one's own: who one is here, and the way to everything that has no tab of its own.
 */

import { numberText, personText, t } from "../text/catalogue.js";
import { option } from "../ui/controls.js";
import { el, fill, icon, made, onChange } from "../ui/dom.js";
import { avatar, pageHead, rowLink } from "../ui/parts.js";
import { segments } from "../ui/segments.js";
import { tellFriend } from "./shared/tell_friend.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../text/catalogue.js").Key} Key */

/** @type {{path: string, sign: string, key: Key}[][]} */
const WAYS = [
  [
    { path: "/messages", sign: "mail", key: "me.messages" },
    { path: "/friends", sign: "friends", key: "me.friends" },
    { path: "/players", sign: "search", key: "me.find" },
    { path: "/ranks", sign: "trophy", key: "nav.ranks" },
    { path: "/ladder", sign: "trophy", key: "me.ladder" },
    { path: "/archive", sign: "board", key: "me.archive" },
  ],
  [
    { path: "/learn", sign: "book", key: "me.learn" },
    { path: "/help", sign: "info", key: "me.help" },
    { path: "/news", sign: "vol", key: "me.news" },
    { path: "/moderation", sign: "gavel", key: "me.moderation" },
    { path: "/settings", sign: "gear", key: "me.settings" },
  ],
  [
    { path: "/account", sign: "user", key: "me.account" },
    { path: "/signin", sign: "door", key: "me.signin" },
    { path: "/signup", sign: "plus", key: "me.signup" },
  ],
];
const THEMES = /** @type {const} */ (["system", "light", "dark"]);

/** Guests come in, others have an account. @param {string} path @param {App} app */
const isFor = (path, { guest }) => (path === "/account" ? !guest : guest || !["/signin", "/signup"].includes(path));

/** @param {number} n of letters */
const unreadPill = (n) => n > 0 && el("span", { class: "pill", "aria-label": t("messages.unread", { n }) }, numberText(n));

/** @param {App} app @param {import("../page").Actions} actions */
function whoCard({ name, bot, me }, actions) {
  const row = name ? { lead: avatar(personText(name)), title: personText({ name, bot }) } : { lead: avatar(t("nav.me")), title: t("nav.me") };
  return el(
    "section",
    { class: "card rows" },
    me && actions.knows(`/player/${me}`)
      ? rowLink({ href: `/player/${me}`, ...row })
      : el("div", {}, row.lead, el("b", { class: "grow" }, row.title)),
  );
}

/** @type {import("../page").CreateView} */
export function create(actions) {
  const body = made(el("div", { class: "col l narrow" }));
  const root = made(el("main", {}, body));
  const draw = onChange(
    (/** @type {App} */ app) =>
      fill(
        body,
        pageHead(t("nav.me")),
        whoCard(app, actions),
        ...WAYS.map((ways) => ways.filter(({ path }) => actions.knows(path) && (path !== "/moderation" || app.operator) && isFor(path, app)))
          .filter((ways) => ways.length > 0)
          .map((ways) =>
            el(
              "section",
              { class: "card rows" },
              ...ways.map(({ path, sign, key }) => rowLink({ href: path, lead: icon(sign), title: t(key), end: path === "/messages" && unreadPill(app.unread) })),
            ),
          ),
        tellFriend(actions),
        el(
          "section",
          { class: "card pad" },
          option(
            t("settings.theme"),
            "",
            segments(
              t("settings.theme"),
              THEMES,
              app.settings.theme,
              (theme) => t(`settings.theme.${theme}`),
              (theme) => actions.set({ theme }),
            ),
          ),
        ),
      ),
    ({ name, bot, me, guest, operator, unread }) => [name, bot, me, guest, operator, unread],
  );
  return { root, render: draw, title: () => t("nav.me") };
}
