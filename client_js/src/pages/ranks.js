/** The strongest players of each speed, and where one stands among them. */

import { numberText, personText, t } from "../text/catalogue.js";
import { challengeButton } from "./shared/challenge_form.js";
import { el, fill, made } from "../ui/dom.js";
import { sparkLine } from "./shared/spark_line.js";
import { SPEEDS, speedText } from "./shared/pace.js";
import { rankTabs } from "./shared/rank_tabs.js";
import { avatar, emptyState, pagedList, pageHead } from "../ui/parts.js";

/** @typedef {import("../messages").Ranked} Ranked */

/** @typedef {import("../messages").SpeedName} SpeedName */

/** Which speed was looked at last. */
const SPEED_KEY = "xiangqi.ranks";
/** What most play, for readers of whom nothing is known. */
const FIRST_SPEED = "blitz";

/** @param {string | null} name */
const speedOf = (name) => SPEEDS.find((speed) => speed === name);

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const speed = speedOf(part);
  if (!speed) return choosing(actions);
  localStorage.setItem(SPEED_KEY, speed);
  return board(actions, speed);
}

/**
 * Where no speed is named the address gets one: that which was looked at last, or which the reader plays most.
 * @param {import("../page").Actions} actions @returns {import("../page").View}
 */
function choosing(actions) {
  const go = (/** @type {SpeedName} */ speed) => actions.go(`/ranks/${speed}`, true);
  const last = speedOf(localStorage.getItem(SPEED_KEY));
  if (last) queueMicrotask(() => go(last));
  const root = made(el("main", {}, el("div", { class: "col l narrow" }, pageHead(t("nav.ranks")), rankTabs(null), el("p", { class: "mut" }, t("list.loading")))));
  return {
    root,
    title: () => t("nav.ranks"),
    async arrive({ me, guest }) {
      const told = guest ? null : await actions.ask({ type: "ratings", player: me }).catch(() => null);
      const [most] = [...(told?.ratings ?? [])].sort((a, b) => b.games - a.games);
      if (root.isConnected) go(most?.speed ?? FIRST_SPEED);
    },
  };
}

/** @param {import("../page").Actions} actions @param {SpeedName} speed @returns {import("../page").View} */
function board(actions, speed) {
  const form = made(el("div"));
  const own = made(el("div", { class: "rows own" }));
  const stand = made(el("p", { "aria-live": "polite" }));
  /** Comes with the list, which on a phone stands above it. */
  const aside = made(el("aside", { class: "col" }));
  const standing = made(el("section", { class: "card" }, el("header", {}, el("h2", {}, t("ranks.stand"))), el("div", { class: "halfway col" }, stand, el("p", { class: "mut small" }, t("ranks.text")))));
  /** The rows that are shown. @type {Ranked[]} */
  let shown = [];
  const list = pagedList(
    async (after) => {
      const page = await actions.ask({ type: "leaderboard", speed, ...(after && { after }) });
      const { you, rows } = page;
      shown = after === null ? rows : [...shown, ...rows];
      fill(stand, you ? t("ranks.you", { n: you.rank, points: you.points }) : t("ranks.none.text"));
      fill(aside, standing);
      fill(own, you && !shown.some(({ rank }) => rank === you.rank) && row(you));
      return page;
    },
    row,
    () => emptyState({ title: t("ranks.none"), text: t("ranks.none.text"), sign: "trophy", href: "/", action: t("nav.play") }),
  );

  /** @param {Ranked} ranked */
  function row({ rank, player, points, games, recent }) {
    const isMe = player.player === actions.app().me;
    const name = isMe ? t("you") : personText(player);
    return el(
      "div",
      { tabindex: -1, class: isMe && "me", "aria-current": isMe && "true" },
      el("b", { class: "num" }, numberText(rank)),
      avatar(personText(player.name)),
      el(
        "span",
        { class: "grow" },
        el("a", { href: `/player/${player.player}` }, el("b", { class: "cut" }, name)),
        el("small", { class: "mut" }, t("ranks.games", { n: games })),
      ),
      sparkLine(recent),
      el("b", { class: "num" }, String(points)),
      !isMe &&
        challengeButton(actions, player, form, t("ranks.challenge", { name })),
    );
  }

  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l" },
      pageHead(t("nav.ranks")),
      rankTabs(speed),
      form,
      el(
        "div",
        { class: "home flat" },
        el("section", { class: "card ranked", "aria-label": speedText(speed) }, list.root, own),
        aside,
      ),
    ),
  ));
  return { root, title: () => `${t("nav.ranks")} · ${speedText(speed)}`, arrive: () => void list.reload() };
}
