/** What everybody may know of a player: the page of one person. */

import { countryName } from "../text/countries.js";
import { personText, t } from "../text/catalogue.js";
import { dateText } from "../text/dates.js";
import { el, fill, icon, made } from "../ui/dom.js";
import { resultRow } from "./shared/game_rows.js";
import { avatar, badge, emptyState, errorNote, pagedList, pageHead, partialNote } from "../ui/parts.js";
import { personActions } from "./player/person_actions.js";
import { createPlaces } from "./player/places.js";
import { createRatings, rungText } from "./player/ratings.js";

/** @typedef {import("../messages").Profile} Profile */

const PLAYER_ID = /^[a-z2-7]{16}$/;

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const body = made(el("div", { class: "col l" }, pageHead(t("player.title"))));
  const root = made(el("main", {}, body));
  let shown = t("player.title");
  /** Made once: who comes back finds them as they were. @type {ReturnType<typeof listsOf> | null} */
  let lists = null;

  /** @param {string} player */
  function listsOf(player) {
    const rung = made(el("span", {}));
    return {
      rung,
      ratings: createRatings(actions, player, (n) => n !== null && fill(rung, el("a", { class: "badge info", href: "/ladder" }, rungText(n)))),
      places: createPlaces(actions, player),
      games: pagedList(
        (after) => actions.ask({ type: "games", player, ...(after && { after }) }),
        (game) => resultRow(game, player),
        () => emptyState({ title: t("games.none.over"), sign: "board" }),
      ),
    };
  }

  async function load() {
    const asked = PLAYER_ID.test(part) ? { player: part } : { name: part };
    try {
      show(await actions.ask({ type: "profile", ...asked }));
    } catch (refusal) {
      const { code, message } = /** @type {{code?: string, message: string}} */ (refusal);
      const isNobody = code === "no_such_player";
      fill(body, pageHead(t("player.title")), isNobody ? emptyState({ title: message, sign: "user", href: "/players", action: t("me.find") }) : errorNote(message));
    }
  }

  /** @param {Profile} profile */
  function show(profile) {
    const { player, bio, online, playing, deleted, watch, partial } = profile;
    const { me } = actions.app();
    const name = personText(player);
    shown = name;
    document.title = `${name} · ${t("app.name")}`;
    lists ??= listsOf(player.player);
    const { rung, ratings, places, games } = lists;
    fill(
      body,
      el(
        "div",
        { class: "ph" },
        avatar(personText(player.name), { here: deleted || (partial && !online) ? null : online, large: true }),
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
      partial && !deleted && partialNote(el("button", { class: "btn", type: "button", onclick: () => void load() }, t("list.again")), t("player.partial")),
      !deleted && player.player !== me && personActions(actions, player),
      player.player === me && !player.guest && el("a", { class: "btn", href: "/account" }, t("me.account")),
      el(
        "div",
        { class: "home" },
        !deleted && ratings.root,
        el(
          "div",
          { class: "col" },
          places.root,
          el(
            "section",
            { class: "card", "aria-label": t("player.games") },
            el("header", {}, el("h2", { class: "grow" }, t("player.games")), el("a", { class: "small", href: `/archive/${player.player}` }, t("player.search"))),
            games.root,
          ),
        ),
      ),
    );
    void games.reload();
    void places.arrive();
    if (!deleted) void ratings.arrive();
  }

  return { root, title: () => shown, arrive: () => void load() };
}

/** Where somebody is from, and since when here. @param {Profile} profile */
const factsOf = ({ country, since_ms: sinceMs }) =>
  [country && countryName(country), sinceMs !== null && t("player.since", { date: dateText(sinceMs) })].filter(Boolean).join(" · ");
