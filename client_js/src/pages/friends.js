/** Lists of people: friends, who is here, the ignored. */

import { personText, t } from "../text/catalogue.js";
import { openChallenge } from "../view/challenge_form.js";
import { el, icon } from "../view/dom.js";
import { avatar, emptyState, pagedList, pageHead } from "../view/parts.js";
import { peopleTabs } from "../view/people_tabs.js";

/** @typedef {import("../messages").PersonInfo} PersonInfo */
/** @typedef {import("../page").Deeds} Deeds */

const LISTS = /** @type {const} */ (["friends", "here", "ignored"]);

/** @type {import("../page").CreateView} */
export function create(deeds, part) {
  const of = LISTS.find((name) => name === part) ?? "friends";
  const list = pagedList((after) => deeds.ask({ type: "people", of, ...(after && { after }) }), row, nobody);

  const form = el("div");
  /** @type {import("../page").App | null} */
  let app = null;

  /** @param {PersonInfo} person */
  function row(person) {
    const name = personText(person.name);
    const game = person.games.at(-1);
    return el(
      "div",
      { tabindex: -1 },
      avatar(name, { here: of === "ignored" ? null : person.online }),
      el(
        "span",
        { class: "grow" },
        el("a", { href: `/player/${person.player}` }, el("b", { class: "cut" }, name)),
        game && el("small", { class: "mut cut" }, t("people.playing")),
      ),
      game && el("a", { class: "btn icon quiet", href: `/game/${game}`, "aria-label": t("people.watch", { name }) }, icon("eye")),
      of !== "ignored" &&
        person.player !== app?.me &&
        el(
          "button",
          {
            type: "button",
            class: "btn icon quiet",
            "aria-label": t("people.challenge", { name }),
            onclick: () => void openChallenge(deeds, () => app, person, form),
          },
          icon("play"),
        ),
      of !== "ignored" &&
        el("a", { class: "btn icon quiet", href: `/messages/${person.player}`, "aria-label": t("people.write", { name }) }, icon("mail")),
      of !== "here" &&
        el(
          "button",
          { type: "button", class: "btn icon quiet", "aria-label": t("people.remove", { name }), onclick: () => void remove(person) },
          icon("x"),
        ),
    );
  }

  /** @param {PersonInfo} person */
  async function remove({ player }) {
    await deeds.ask({ type: of === "friends" ? "befriend" : "ignore", player, on: false });
    void list.reload();
  }

  function nobody() {
    const find = { href: "/players", action: t("me.find") };
    return emptyState({ title: t(`people.${of}.none`), text: t(`people.${of}.text`), sign: "friends", ...find });
  }

  const root = el("main", {}, el("div", { class: "col l narrow" }, pageHead(t(`people.${of}`)), peopleTabs(of), form, el("section", { class: "card" }, list.root)));
  return { root, render: (now) => void (app = now), title: () => t(`people.${of}`), arrive: () => void list.reload() };
}
