/** The matches of a knock-out: a column a round, the final last, with the match for the third place under it. */

import { personText, t } from "../../text/catalogue.js";
import { el, fill, made } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { withSheet } from "../../ui/sheet.js";
import { createRefresh } from "./refresh.js";
import { rulingOf } from "./ruling.js";

/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {import("../../messages").BracketMatch} BracketMatch */
/** @typedef {import("../../messages").BracketPlace} BracketPlace */
/** @typedef {import("../../messages").TournamentBracket} TournamentBracket */

/** After a change it is asked for again, so often at most. */
const REFRESH_MS = 3_000;
const THIRD_PLACE = 0;

/** What a round is called, by how many rounds are still to come after it. @param {number} left */
function roundName(left) {
  if (left === 0) return t("bracket.final");
  if (left === 1) return t("bracket.semi");
  return left === 2 ? t("bracket.quarter") : t("bracket.last", { n: 2 ** (left + 1) });
}

/** @param {import("../../page").Actions} actions @param {string} tournament @param {import("./standings.js").OpenCard} openCard @param {() => boolean} isManaged whether the reader may rule games */
export function createBracket(actions, tournament, openCard, isManaged) {
  void withSheet("bracket");
  const tree = made(el("div", { class: "scrollx tree", tabindex: 0, role: "region", "aria-label": t("bracket.title") }));
  const root = made(el("section", { class: "card bracket", hidden: true }, el("header", {}, el("h2", { class: "grow" }, t("bracket.title"))), tree));
  /** @type {TournamentBracket | null} */
  let bracket = null;
  const again = createRefresh(ask, REFRESH_MS);
  let me = "";
  let managed = false;

  async function ask() {
    bracket = (await actions.ask({ type: "tournament_bracket", tournament }).catch(() => null)) ?? bracket;
    draw();
  }

  /** @param {BracketPlace | null} place @param {BracketMatch} match */
  function seat(place, { winner, over }) {
    if (place === null) return el("div", { class: "bseat mut" }, el("span", { class: "grow" }, over ? t("bracket.nobody") : t("bracket.unknown")));
    const { player, seed, points } = place;
    const isMe = player.player === me;
    const won = winner === player.player;
    return el(
      "div",
      { class: `bseat${won ? " won" : ""}${isMe ? " me" : ""}` },
      el("small", { class: "mut num" }, String(seed)),
      el("button", { type: "button", class: "name grow", onclick: (event) => openCard(player.player, event.currentTarget) }, el(won ? "b" : "span", { class: "cut" }, isMe ? t("you") : personText(player))),
      won && el("span", { class: "sr" }, t("bracket.won")),
      el("b", { class: "num" }, String(points)),
    );
  }

  /** How lines lead to a match and on from it: drawn once they are decided, the reader's own way marked. @param {BracketMatch} match */
  function wayOf({ one, other, winner }) {
    const isMine = [one, other].some((place) => place?.player.player === me);
    return [winner !== null && "decided", winner === me && "won-by-me", (one ?? other) !== null && "reached", isMine && "mine"].filter(Boolean).join(" ");
  }

  /** @param {BracketMatch} match */
  function matchCard(match) {
    const running = match.games.find(({ red_points: points, room }) => points === null && room !== null);
    return el(
      "li",
      { class: `bmatch ${wayOf(match)}` },
      match.match === THIRD_PLACE && el("small", { class: "b" }, t("bracket.third")),
      el("div", { class: "bbox" }, seat(match.one, match), seat(match.other, match)),
      el(
        "div",
        { class: "row s w small" },
        ...match.games.map((game, i) => {
          const text = game === running ? t("tournament.on") : t("bracket.game", { n: i + 1 });
          return game.room === null ? badge(game.forfeit ? t("tournament.forfeit") : text) : el("a", { href: `/game/${game.room}`, class: game === running ? "badge ok" : "badge" }, text);
        }),
      ),
      running !== undefined && running.room !== null && managed && rulingOf(actions, tournament, { ...running, room: running.room }, () => void ask()),
    );
  }

  function draw() {
    root.hidden = bracket === null || bracket.rounds === 0;
    if (!bracket || root.hidden) return;
    const { rounds, matches } = bracket;
    const third = matches.find(({ match }) => match === THIRD_PLACE);
    fill(
      tree,
      ...Array.from({ length: rounds }, (_, i) => {
        const round = i + 1;
        const own = matches.filter((match) => match.round === round && match !== third);
        return el("section", { class: "bround", "aria-label": roundName(rounds - round) }, el("h3", {}, roundName(rounds - round)), el("ol", {}, ...own.map(matchCard)));
      }),
      third && el("ol", { key: "third", class: "bthird", style: { "--round": String(rounds) } }, matchCard(third)),
    );
  }

  return {
    root,
    arrive: () => void ask(),
    refresh: again.refresh,
    /** @param {string} reader */
    render(reader) {
      if (me === reader && managed === isManaged()) return;
      me = reader;
      managed = isManaged();
      draw();
    },
    tick: again.tick,
  };
}
