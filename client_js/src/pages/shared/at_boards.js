/** What the pages of a tournament at real boards share: its people, the code of an address, its file. */

import { personText } from "../../text/catalogue.js";
import { el, svg } from "../../ui/dom.js";
import { qrOf } from "../game/qr.js";

const QUIET_SQUARES = 2;

/** All entrants by number. @param {import("../../page").Actions} actions @param {string} tournament */
export async function entrantsOf(actions, tournament) {
  const first = await actions.ask({ type: "tournament_entrants", tournament });
  const rows = [...first.rows];
  for (let { next } = first; next !== null; ) {
    const page = await actions.ask({ type: "tournament_entrants", tournament, after: next });
    rows.push(...page.rows);
    next = page.next;
  }
  return { ...first, rows };
}

/** A name with what tells it from the same name. @param {import("../../messages").PlayerRef} player @param {ReadonlyMap<string, string>} apart */
export const called = (player, apart) => el("span", { class: "apart" }, el("span", { class: "cut" }, personText(player)), apart.has(player.player) && el("small", {}, ` ${apart.get(player.player)}`));

/** The code of an address, for a camera. @param {string} link @param {string} label */
export function codeOf(link, label) {
  const rows = qrOf(link);
  if (!rows) return null;
  const side = rows.length + 2 * QUIET_SQUARES;
  const dark = rows.flatMap((row, y) => row.map((is, x) => (is ? `M${x} ${y}h1v1h-1z` : "")));
  return el(
    "figure",
    { class: "hcode" },
    svg("svg", { class: "qr", viewBox: `${-QUIET_SQUARES} ${-QUIET_SQUARES} ${side} ${side}`, role: "img", "aria-label": label }, svg("rect", { class: "paper", x: -QUIET_SQUARES, y: -QUIET_SQUARES, width: side, height: side }), svg("path", { d: dark.join("") })),
    el("figcaption", {}, label),
  );
}
