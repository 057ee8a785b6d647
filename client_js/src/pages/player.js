/** What everybody may know of a player: the page of one person. */

import { dateText, personText, t } from "../text/catalogue.js";
import { el, fill, icon } from "../view/dom.js";
import { resultRow } from "../view/game_rows.js";
import { avatar, badge, emptyState, errorNote, pagedList, pageHead } from "../view/parts.js";
import { personActions } from "../view/person_actions.js";
import { createStanding, rungText } from "../view/standing.js";

/** @typedef {import("../messages").Profile} Profile */

const PLAYER_ID = /^[a-z2-7]{16}$/;

/** @type {import("../page").CreateView} */
export function create(deeds, part) {
  const body = el("div", { class: "col l" }, pageHead(t("player.title")));
  const root = el("main", {}, body);
  let shown = t("player.title");
  let me = "";
  /** @type {import("../page").App | null} */
  let app = null;

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
  function show(profile) {
    const { player, bio, online, playing, deleted, watch } = profile;
    const name = personText(player.name);
    shown = name;
    document.title = `${name} · ${t("app.name")}`;
    const rung = el("span", {});
    const standing = createStanding(deeds, player.player, (n) => n !== null && fill(rung, el("a", { class: "badge info", href: "/ladder" }, rungText(n))));
    const games = pagedList(
      (after) => deeds.ask({ type: "games", player: player.player, ...(after && { after }) }),
      (game) => resultRow(game, player.player),
      () => emptyState({ title: t("games.none.over"), sign: "board" }),
    );
    fill(
      body,
      el(
        "div",
        { class: "ph" },
        avatar(name, { here: deleted ? null : online, large: true }),
        el("div", { class: "grow who2" }, el("h1", {}, name), el("p", { class: "mut small" }, factsOf(profile)), bio && el("p", {}, bio)),
        el(
          "div",
          { class: "row w" },
          player.guest && badge(t("player.guest")),
          deleted && badge(t("player.deleted"), "warn"),
          rung,
          playing > 0 && badge(t("player.playing", { n: playing }), "ok"),
          ...watch.map((room) => el("a", { class: "btn", href: `/game/${room}` }, icon("eye"), t("player.watch"))),
        ),
      ),
      !deleted && player.player !== me && personActions(deeds, () => app, player),
      player.player === me && !player.guest && el("a", { class: "btn", href: "/account" }, t("me.account")),
      el(
        "div",
        { class: "home" },
        !deleted && standing.root,
        el(
          "section",
          { class: "card", "aria-label": t("player.games") },
          el("header", {}, el("h2", { class: "grow" }, t("player.games")), el("a", { class: "small", href: `/archive/${player.player}` }, t("player.search"))),
          games.root,
        ),
      ),
    );
    void games.reload();
    if (!deleted) void standing.arrive().catch((/** @type {Error} */ refusal) => deeds.toast(refusal.message));
  }

  return {
    root,
    render(now) {
      app = now;
      me = now.me;
    },
    title: () => shown,
    arrive: (now) => {
      app = now;
      me = now.me;
      void load();
    },
  };
}

/** Where somebody is from, and since when here. @param {Profile} profile */
const factsOf = ({ country, since_ms: sinceMs }) =>
  [country && countryName(country), sinceMs !== null && t("player.since", { date: dateText(sinceMs) })].filter(Boolean).join(" · ");

/** @param {string} code of two letters */
function countryName(code) {
  try {
    return new Intl.DisplayNames(document.documentElement.lang, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
