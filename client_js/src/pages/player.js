/** What everybody may know of a player: the page of one person. */

import { dateText, personText, t } from "../text/catalogue.js";
import { el, fill } from "../view/dom.js";
import { avatar, badge, card, emptyState, errorNote, pageHead } from "../view/parts.js";
import { personActions } from "../view/person_actions.js";
import { createRatings } from "../view/rating_graph.js";

/** @typedef {import("../messages").Profile} Profile */

const PLAYER_ID = /^[a-z2-7]{16}$/;

/** @type {import("../page").CreateView} */
export function create(deeds, part) {
  const body = el("div", { class: "col l narrow" }, pageHead(t("player.title")));
  const root = el("main", {}, body);
  let shown = t("player.title");
  let me = "";

  async function load() {
    const asked = PLAYER_ID.test(part) ? { player: part } : { name: part };
    try {
      show(await deeds.ask({ type: "profile", ...asked }));
    } catch (refusal) {
      const { code, message } = /** @type {{code?: string, message: string}} */ (refusal);
      const isNobody = code === "no_such_player";
      fill(body, pageHead(t("player.title")), isNobody ? emptyState({ title: message, sign: "user", href: "/players", action: t("me.find") }) : errorNote(message));
    }
  }

  /** @param {Profile} profile */
  function show({ player, since_ms: sinceMs, country, bio, online, playing, deleted }) {
    const name = personText(player.name);
    shown = name;
    const ratings = createRatings(deeds, player.player);
    if (!deleted) void ratings.arrive().catch((/** @type {Error} */ refusal) => deeds.toast(refusal.message));
    document.title = `${name} · ${t("app.name")}`;
    fill(
      body,
      pageHead(name, avatar(name, { here: deleted ? null : online, large: true })),
      card(
        t("player.about"),
        el(
          "div",
          { class: "pad col" },
          el(
            "div",
            { class: "row w" },
            player.guest && badge(t("player.guest")),
            deleted && badge(t("player.deleted"), "warn"),
            country && badge(countryName(country), "info"),
            playing > 0 && badge(t("player.playing", { n: playing }), "ok"),
          ),
          sinceMs !== null && el("p", { class: "mut" }, t("player.since", { date: dateText(sinceMs) })),
          bio && el("p", {}, bio),
        ),
      ),
      !deleted && ratings.root,
      el("a", { class: "btn", href: `/archive/${player.player}` }, t("games.of", { name })),
      !deleted && player.player !== me && personActions(deeds, player.player),
      player.player === me && !player.guest && el("a", { class: "btn", href: "/account" }, t("me.account")),
    );
  }

  return {
    root,
    render: (app) => void (me = app.me),
    title: () => shown,
    arrive: (app) => {
      me = app.me;
      void load();
    },
  };
}

/** @param {string} code of two letters */
function countryName(code) {
  try {
    return new Intl.DisplayNames(document.documentElement.lang, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
