/** What is the reader's own on the first page: the game to go back to, further ones, and games offered to others. */

import { miniBoard } from "../../board/mini.js";
import { invitationLink } from "../../models/invitation.js";
import { clockName, clockText, personText, rulesName, t } from "../../text/catalogue.js";
import { el, sideSign } from "../../ui/dom.js";
import { badge, rowLink } from "../../ui/parts.js";
import { paceText } from "../shared/pace.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../messages").MyGame} MyGame */
/** @typedef {import("../../models/challenges.js").Offered} Offered */

/** @typedef {{id: string, game: MyGame | undefined}} Running a game to go back to, and what is known of it */

/**
 * The way back to the game that is played, before anything else on the page; then further ones, and those by days.
 * @param {Running[]} found the most urgent one first @param {import("../../board/drawing.js").PieceSet} pieces @param {Actions} actions
 */
export function ownSection([first, ...rest], pieces, actions) {
  const further = rest.flatMap(({ game }) => game ?? []);
  const isByDays = (/** @type {MyGame} */ { clock }) => clock === "correspondence";
  const slow = further.filter(isByDays);
  const quick = further.filter((game) => !isByDays(game));
  return [
    first && returnCard(first, pieces, actions),
    quick.length > 0 && el("section", { key: "others", class: "card rows" }, ...quick.map(gameLine)),
    slow.length > 0 && el("section", { key: "days", class: "card", "aria-label": t("speed.correspondence") }, ...daysSection(slow)),
  ];
}

/** Its button stays the same while the game goes on beside it. @param {Running} running @param {import("../../board/drawing.js").PieceSet} pieces @param {Actions} actions */
const returnCard = ({ id, game }, pieces, actions) =>
  el(
    "section",
    { key: "back", class: "card back", "aria-label": t("games.title") },
    el("span", { class: "desk" }, game && miniBoard({ fen: game.fen, last: game.last?.[0] ?? null, flip: game.you === "black", pieces })),
    el("span", { class: "col s" }, ...(game ? returnFacts(game) : [el("b", {}, t("games.title"))])),
    el("button", { class: "btn main big", onclick: () => actions.go(`/game/${id}`) }, t("games.return")),
  );

/** Whose turn it is, against whom, and the clock. @param {MyGame} game */
const returnFacts = (game) => [
  badge(t(game.your_turn ? "game.your_turn" : "games.their_turn"), game.your_turn ? "ok" : "", game.your_turn ? "play" : "hour"),
  el("b", { class: "rival cut" }, personText(game.opponent ?? "")),
  el("small", { class: "mut row s" }, sideSign(game.you), t(`side.${game.you}`), ` · ${paceText(game)} · ${t("games.move", { n: Math.floor(game.plies / 2) + 1 })}`),
  game.left_ms !== null &&
    el(
      "span",
      { class: game.your_turn ? "clk run" : "clk" },
      el("span", { role: "timer", "aria-label": t("games.clock"), "data-flag": game.flag_at_ms }, clockText(game.left_ms)),
    ),
];

/** A further game of one's own: who, whose turn, how long. @param {MyGame} game */
const gameLine = ({ room, opponent, you, your_turn: isOurs, flag_at_ms: flagAtMs }) =>
  rowLink({
    href: `/game/${room}`,
    lead: sideSign(you),
    title: opponent ? personText(opponent) : t("offers.friend"),
    sub: flagAtMs !== null && el("span", { "data-left": flagAtMs }),
    end: isOurs && badge(t("game.your_turn"), "ok"),
  });

/** Games by days: how many wait for the reader, and each with the time that is left. @param {MyGame[]} games the most urgent one first */
function daysSection(games) {
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
