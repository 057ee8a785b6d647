/** Lists of people: friends, who is online, the ignored; and the bots that are. */

import { personText, t } from "../text/catalogue.js";
import { challengeButton } from "./shared/challenge_form.js";
import { el, icon, made } from "../ui/dom.js";
import { avatar, emptyState, pagedList, pageHead } from "../ui/parts.js";
import { peopleTabs } from "./shared/people_tabs.js";
import { tellFriend } from "./shared/tell_friend.js";

/** @typedef {import("../messages").ListedPlayer} ListedPlayer */
/** @typedef {import("../page").Actions} Actions */

const LISTS = /** @type {const} */ (["friends", "online", "bots", "ignored"]);

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const of = LISTS.find((name) => name === part) ?? "friends";
  const list = pagedList(
    async (after) => {
      const page = await actions.ask({ type: "player_list", of, ...(after && { after }) });
      // Bots are few and stay: they are looked for by name.
      return of === "bots" ? { ...page, rows: [...page.rows].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })) } : page;
    },
    row,
    nobody,
  );

  const form = made(el("div"));

  /** @param {ListedPlayer} person */
  function row(person) {
    const name = personText(person);
    const game = person.games.at(-1);
    return el(
      "div",
      { tabindex: -1 },
      avatar(personText(person.name), { here: of === "ignored" ? null : person.online }),
      el(
        "span",
        { class: "grow" },
        el("a", { href: `/player/${person.player}` }, el("b", { class: "cut" }, name)),
        game && el("small", { class: "mut cut" }, t("people.playing")),
      ),
      game && el("a", { class: "btn icon quiet", href: `/game/${game}`, "aria-label": t("people.watch", { name }) }, icon("eye")),
      of !== "ignored" &&
        person.player !== actions.app().me &&
        challengeButton(actions, person, form, t("people.challenge", { name })),
      of !== "ignored" &&
        of !== "bots" &&
        el("a", { class: "btn icon quiet", href: `/messages/${person.player}`, "aria-label": t("people.write", { name }) }, icon("mail")),
      (of === "friends" || of === "ignored") &&
        el(
          "button",
          { type: "button", class: "btn icon quiet", "aria-label": t("people.remove", { name }), onclick: () => void remove(person) },
          icon("x"),
        ),
    );
  }

  /** @param {ListedPlayer} person */
  async function remove({ player }) {
    if (await actions.tell({ type: of === "friends" ? "unfriend" : "unignore", player })) void list.reload();
  }

  function nobody() {
    const find = { href: "/players", action: t("me.find") };
    return emptyState({ title: t(`people.${of}.none`), text: t(`people.${of}.text`), sign: "friends", ...find });
  }

  const root = made(el("main", {}, el("div", { class: "col l narrow" }, pageHead(t(`people.${of}`)), peopleTabs(of), form, el("section", { class: "card" }, list.root), of === "friends" && tellFriend(actions))));
  return { root, title: () => t(`people.${of}`), arrive: () => void list.reload() };
}
