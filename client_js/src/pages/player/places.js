/** The places a player took in tournaments that are over, the latest first. For a profile. */

import { numberText, t } from "../../text/catalogue.js";
import { dateText } from "../../text/dates.js";
import { el, made } from "../../ui/dom.js";
import { pagedList, rowLink } from "../../ui/parts.js";
import { formatDisc, formatText } from "../shared/tournament_rows.js";

/** @typedef {import("../../messages").TournamentPlace} TournamentPlace */

/** @param {TournamentPlace} place */
const placeRow = ({ tournament, name, format, ended_at_ms: endedAtMs, rank, players, score }) =>
  rowLink({
    href: `/tournament/${tournament}`,
    lead: formatDisc(format.type),
    title: name,
    sub: `${formatText(format.type)} · ${dateText(endedAtMs)}`,
    end: el("span", { class: "small num ends" }, el("b", {}, t("places.rank", { n: numberText(rank), of: numberText(players) })), el("small", { class: "mut" }, t("places.points", { n: score }))),
  });

/** A card that is hidden while there is no place to show. @param {import("../../page").Actions} actions @param {string} player its id */
export function createPlaces(actions, player) {
  const list = pagedList(
    async (after) => {
      const page = await actions.ask({ type: "player_tournaments", player, ...(after && { after }) });
      if (after === null) root.hidden = page.rows.length === 0 && !page.partial;
      return page;
    },
    placeRow,
    () => el("span", {}),
  );
  const root = made(el("section", { class: "card", hidden: true, "aria-label": t("nav.tournaments") }, el("header", {}, el("h2", { class: "grow" }, t("nav.tournaments"))), list.root));
  return { root, arrive: () => list.reload() };
}
