/** What is the reader's own on the first page: the game to go back to, further ones, and games offered to others. */

import { miniBoard } from "../../board/mini.js";
import { invitationLink } from "../../models/invitation.js";
import { clockName, clockText, personText, rulesName, t } from "../../text/catalogue.js";
import { el, fill, made, sideSign } from "../../ui/dom.js";
import { badge, rowLink } from "../../ui/parts.js";
import { paceText } from "../shared/game_rows.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../messages").MyGame} MyGame */
/** @typedef {import("../../models/challenges.js").Offered} Offered */

/**
 * The way back to the game that is played, before anything else on the page. Its button stays the
 * same while the game goes on beside it.
 * @param {Actions} actions
 */
export function returnCard(actions) {
  let room = "";
  const board = made(el("span", { class: "desk" }));
  const facts = made(el("span", { class: "col s" }));
  const button = el("button", { class: "btn main big", onclick: () => actions.go(`/game/${room}`) }, t("games.return"));
  const root = made(el("section", { class: "card back", "aria-label": t("games.title"), hidden: true }, board, facts, button));

  /** @param {string} wanted @param {MyGame | undefined} game what is known of it @param {import("../../board/drawing.js").PieceSet} pieces */
  function render(wanted, game, pieces) {
    room = wanted;
    root.hidden = !wanted;
    if (!game) return fill(facts, el("b", {}, t("games.title")));
    fill(board, miniBoard({ fen: game.fen, last: game.last?.[0] ?? null, flip: game.you === "black", pieces }));
    fill(
      facts,
      badge(t(game.your_turn ? "game.your_turn" : "games.their_turn"), game.your_turn ? "ok" : "", game.your_turn ? "play" : "hour"),
      el("b", { class: "rival cut" }, personText(game.opponent ?? "")),
      el("small", { class: "mut row s" }, sideSign(game.you), t(`side.${game.you}`), ` · ${paceText(game)} · ${t("games.move", { n: Math.floor(game.plies / 2) + 1 })}`),
      game.left_ms !== null &&
        el(
          "span",
          { class: game.your_turn ? "clk run" : "clk" },
          el("span", { role: "timer", "aria-label": t("games.clock"), ...(game.flag_at_ms !== null ? { "data-flag": game.flag_at_ms } : {}) }, clockText(game.left_ms)),
        ),
    );
  }
  return { root, render };
}

/** A further game of one's own: who, whose turn, how long. @param {MyGame} game */
export const gameLine = ({ room, opponent, you, your_turn: isOurs, flag_at_ms: flagAtMs }) =>
  rowLink({
    href: `/game/${room}`,
    lead: sideSign(you),
    title: opponent ? personText(opponent) : t("offers.friend"),
    sub: flagAtMs !== null && el("span", { "data-left": flagAtMs }),
    end: isOurs && badge(t("game.your_turn"), "ok"),
  });

/** Games by days: how many wait for the reader, and each with the time that is left. @param {MyGame[]} games the most urgent one first */
export function daysSection(games) {
  const ours = games.filter(({ your_turn: isOurs }) => isOurs).length;
  return [
    el(
      "header",
      {},
      el("h2", { class: "grow" }, t("speed.correspondence")),
      ours > 0 && badge(t("home.your_move", { n: ours }), "ok"),
      el("a", { class: "btn sm quiet desk", href: "/games" }, t("home.all_games")),
    ),
    el("div", { class: "rows" }, ...games.map(gameLine)),
  ];
}

/** Games one has offered to others: challenges and invitations that wait. @param {Offered[]} offered @param {Actions} actions */
export const offeredCard = (offered, actions) =>
  el(
    "section",
    { class: "card", "aria-label": t("offers.title") },
    el("header", {}, el("h2", { class: "grow" }, t("offers.title"))),
    el(
      "div",
      { class: "rows offers" },
      ...offered.map(({ room, invited, terms, side, untilMs, seatKey }) => {
        const link = invitationLink(location.origin, room, seatKey);
        const name = invited ? personText(invited) : t("offers.friend");
        return el(
          "div",
          { key: room },
          sideSign(side),
          el(
            "span",
            { class: "grow" },
            el("a", { class: "b cut", href: `/game/${room}` }, name),
            el("small", { class: "mut" }, `${clockName(terms.clock)} · ${rulesName(terms)} · `, untilMs !== null && el("span", { "data-left": untilMs })),
          ),
          invited === null &&
            el("button", { type: "button", class: "btn sm", onclick: () => actions.copy(link, "toast.copied", t("toast.copy", { link })) }, t("act.link")),
          el(
            "button",
            {
              type: "button",
              class: "btn sm quiet",
              "aria-label": t("offers.withdraw.label", { name }),
              onclick: () => void actions.tell({ type: "withdraw_challenge", room }),
            },
            t("offers.withdraw"),
          ),
        );
      }),
    ),
  );
