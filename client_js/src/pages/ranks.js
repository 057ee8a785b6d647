/** The strongest players of each speed, and where one stands among them. */

import { numberText, personText, t } from "../text/catalogue.js";
import { challengeButton } from "./shared/challenge_form.js";
import { el, fill } from "../ui/dom.js";
import { SPEEDS, speedText } from "./shared/game_rows.js";
import { rankTabs } from "./shared/rank_tabs.js";
import { avatar, emptyState, pagedList, pageHead } from "../ui/parts.js";

/** @typedef {import("../messages").Ranked} Ranked */

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const speed = SPEEDS.find((name) => name === part) ?? "blitz";
  const form = el("div");
  const own = el("div", { "aria-live": "polite" });
  const list = pagedList(
    async (after) => {
      const page = await actions.ask({ type: "leaderboard", speed, ...(after && { after }) });
      fill(own, page.you && el("section", { class: "note ok" }, el("b", {}, t("ranks.you", { n: page.you.rank, points: page.you.points }))));
      return page;
    },
    row,
    () => emptyState({ title: t("ranks.none"), text: t("ranks.none.text"), sign: "trophy", href: "/", action: t("nav.play") }),
  );

  /** @param {Ranked} ranked */
  function row({ rank, player, points, games }) {
    const name = personText(player);
    return el(
      "div",
      { tabindex: -1 },
      el("b", { class: "num" }, numberText(rank)),
      avatar(personText(player.name)),
      el(
        "span",
        { class: "grow" },
        el("a", { href: `/player/${player.player}` }, el("b", { class: "cut" }, name)),
        el("small", { class: "mut" }, t("ranks.games", { n: games })),
      ),
      el("b", { class: "num" }, String(points)),
      player.player !== actions.app().me &&
        challengeButton(actions, player, form, t("ranks.challenge", { name })),
    );
  }

  const root = el(
    "main",
    {},
    el(
      "div",
      { class: "col l narrow" },
      pageHead(t("nav.ranks")),
      rankTabs(speed),
      own,
      form,
      el("section", { class: "card", "aria-label": speedText(speed) }, list.root),
      el("p", { class: "mut small" }, t("ranks.text")),
    ),
  );
  return { root, title: () => `${t("nav.ranks")} · ${speedText(speed)}`, arrive: () => void list.reload() };
}
