/** The tournament that is on, else the next one that was announced: a row of the first page. */

import { t } from "../../text/catalogue.js";
import { leftText } from "../../text/left.js";
import { el, fill, icon } from "../../ui/dom.js";
import { rowLink } from "../../ui/parts.js";

/** @param {import("../../page").Actions} actions */
export function createNextTournament(actions) {
  const root = el("div", { class: "rows" });
  /** @param {string} href @param {string} title @param {string} sub */
  const show = (href, title, sub) => fill(root, rowLink({ href, lead: icon("trophy"), title, sub }));
  show("/tournaments", t("nav.tournaments"), t("on.tournaments.text"));

  return {
    root,
    /** Ask which there is. @param {number} nowMs */
    async arrive(nowMs) {
      const now = await actions.ask({ type: "tournaments", of: "now" }).catch(() => null);
      const soon = now?.rows.length === 0 ? await actions.ask({ type: "tournaments", of: "soon" }).catch(() => null) : null;
      const [on] = now?.rows ?? [];
      const [next] = soon?.rows ?? [];
      if (on) show(`/tournament/${on.tournament}`, on.name, t(on.format.type === "arena" ? "on.tournament.open" : "on.tournament.now"));
      else if (next) show(`/tournament/${next.tournament}`, next.name, t("on.tournament.soon", { time: leftText(next.starts_ms - nowMs) }));
    },
  };
}
