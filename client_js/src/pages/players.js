/** Players are found by the beginning of their names, their countries, and words of their profiles. */

import { personText, t } from "../text/catalogue.js";
import { countries } from "../text/countries.js";
import { el, fill, made } from "../ui/dom.js";
import { avatar, emptyState, pagedList, pageHead, rowLink } from "../ui/parts.js";
import { peopleTabs } from "./shared/people_tabs.js";

const ASK_AFTER_MS = 300;

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const input = made(el("input", { class: "inp", type: "search", name: "name", value: part, maxlength: 64, autocomplete: "off" }));
  const country = made(el("select", { class: "inp", name: "country" }, el("option", { value: "" }, t("account.country.any"))));
  country.append(...countries().map(([code, shown]) => made(el("option", { value: code }, shown))));
  const about = made(el("input", { class: "inp", type: "search", name: "words", maxlength: 64, autocomplete: "off" }));
  const found = made(el("section", { class: "card", hidden: true, "aria-label": t("players.found") }));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const list = pagedList(
    async (after) => {
      const { players, next, partial } = await actions.ask({ type: "find_players", prefix: input.value.trim(), ...(country.value && { country: country.value }), ...(about.value.trim() && { words: about.value.trim() }), ...(after && { after }) });
      return { rows: players, next, partial };
    },
    ({ player, name, bot }) => rowLink({ href: `/player/${player}`, lead: avatar(personText(name)), title: personText({ name, bot }) }),
    () => emptyState({ title: t("players.none"), text: t("players.none.text"), sign: "search" }),
  );
  fill(found, list.root);

  function search() {
    clearTimeout(soon);
    found.hidden = ![input, country, about].some(({ value }) => value.trim());
    if (!found.hidden) void list.restart();
  }
  for (const field of [input, about])
    field.addEventListener("input", () => {
      clearTimeout(soon);
      soon = setTimeout(search, ASK_AFTER_MS);
    });
  country.addEventListener("change", search);
  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l narrow" },
      pageHead(t("players.title")),
      peopleTabs("find"),
      el(
        "form",
        { role: "search", class: "card pad", onsubmit: (/** @type {SubmitEvent} */ event) => (event.preventDefault(), search()) },
        el("label", { class: "field" }, el("span", {}, t("players.label")), input, el("small", { class: "hint" }, t("players.hint"))),
        el("label", { class: "field" }, el("span", {}, t("account.country")), country),
        el("label", { class: "field" }, el("span", {}, t("players.words")), about, el("small", { class: "hint" }, t("players.words.hint"))),
      ),
      found,
    ),
  ));
  return { root, title: () => t("players.title"), arrive: () => void (found.hidden ? search() : list.reload()), leave: () => clearTimeout(soon) };
}
