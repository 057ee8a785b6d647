/** What everybody may know of a player: the page of one person. */

import { countryName } from "../text/countries.js";
import { personText, t } from "../text/catalogue.js";
import { dateText } from "../text/dates.js";
import { el, fill, made } from "../ui/dom.js";
import { openChallenge } from "./shared/challenge_form.js";
import { resultRow } from "./shared/game_rows.js";
import { avatar, badge, emptyState, errorNote, pagedList, pageHead, partialNote } from "../ui/parts.js";
import { createLiveGame } from "./player/live_game.js";
import { personActions } from "./player/person_actions.js";
import { createPlaces } from "./player/places.js";
import { createRatings, rungText } from "./player/ratings.js";
import { createRecord } from "./player/record.js";

/** @typedef {import("../messages").Profile} Profile */

const PLAYER_ID = /^[a-z2-7]{16}$/;

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const body = made(el("div", { class: "col l" }, pageHead(t("player.title"))));
  const root = made(el("main", {}, body));
  let shown = t("player.title");
  /** Made once: who comes back finds them as they were. @type {ReturnType<typeof listsOf> | null} */
  let lists = null;

  /** @param {import("../messages").PlayerRef} person */
  function listsOf(person) {
    const { player } = person;
    const rung = made(el("span", { hidden: true }));
    const record = createRecord(actions, player);
    const form = made(el("div"));
    /** @param {string | null} after */
    const asked = (after) => actions.ask({ type: "games", player, ...(after && { after }) });

    /** A page of games; the first two are counted. @param {string | null} after */
    async function page(after) {
      const found = await asked(after);
      if (after === null) {
        record.render(found.rows);
        if (found.next !== null) void asked(found.next).then(({ rows }) => record.render([...found.rows, ...rows]), () => {});
      }
      return found;
    }

    const isOwn = player === actions.app().me;
    const none = () => [
      emptyState({ title: t("player.none"), text: t("player.none.text"), sign: "board", ...(isOwn && { href: "/", action: t("nav.play") }) }),
      !isOwn && el("div", { class: "empty1" }, el("button", { type: "button", class: "btn", onclick: () => void openChallenge(actions, person, form) }, t("ranks.challenge", { name: personText(person) }))),
      form,
    ];
    return {
      ...{ rung, record },
      live: createLiveGame(actions, player),
      ratings: createRatings(actions, player, (n) => {
        rung.hidden = n === null;
        if (n !== null) fill(rung, el("a", { class: "badge info", href: "/ladder" }, rungText(n)));
      }),
      places: createPlaces(actions, player),
      games: pagedList(page, (game) => resultRow(game, player), () => el("div", {}, ...none())),
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
    lists ??= listsOf(player);
    const { rung, ratings, record, live, places, games } = lists;
    const lower = made(
      el(
        "div",
        { class: "home flat awaited" },
        el("div", { class: "col l" }, !deleted && ratings.root, record.root),
        el(
          "div",
          { class: "col l" },
          live.root,
          el(
            "section",
            { class: "card", "aria-label": t("player.games") },
            el("header", {}, el("h2", { class: "grow" }, t("player.games")), el("a", { class: "small", href: `/archive/${player.player}` }, t("player.search"))),
            games.root,
          ),
          places.root,
        ),
      ),
    );
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
        ),
      ),
      partial && !deleted && partialNote(el("button", { class: "btn", type: "button", onclick: () => void load() }, t("list.again")), t("player.partial")),
      !deleted && player.player !== me && personActions(actions, player),
      player.player === me && !player.guest && el("div", { class: "row" }, el("a", { class: "btn", href: "/account" }, t("me.account"))),
      lower,
    );
    void live.render(watch);
    void places.arrive();
    void Promise.allSettled([games.reload(), deleted || ratings.arrive()]).then(() => lower.classList.remove("awaited"));
  }

  return {
    root,
    title: () => shown,
    arrive: () => void load(),
    hear: (message) => lists?.live.hear(message),
    tick: (serverMs) => lists?.live.tick(serverMs),
    leave: () => lists?.live.leave(),
  };
}

/** Where somebody is from, and since when here. @param {Profile} profile */
const factsOf = ({ country, since_ms: sinceMs }) =>
  [country && countryName(country), sinceMs !== null && t("player.since", { date: dateText(sinceMs) })].filter(Boolean).join(" · ");
