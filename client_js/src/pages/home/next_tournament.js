/** One tournament, as a row of the first page: that the reader plays in, one that is on, or the next that was announced. */

import { t } from "../../text/catalogue.js";
import { leftText } from "../../text/left.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { rowLink } from "../../ui/parts.js";

/** @param {import("../../page").Actions} actions */
export function createNextTournament(actions) {
  const root = made(el("div", { class: "rows" }));
  /** @param {string} href @param {string} title @param {string} sub */
  const show = (href, title, sub) => fill(root, rowLink({ href, lead: icon("trophy"), title, sub }));
  show("/tournaments", t("nav.tournaments"), t("on.tournaments.text"));

  /** @param {"mine" | "now" | "soon"} of */
  const rowsOf = async (of) => (await actions.ask({ type: "tournaments", of }).catch(() => null))?.rows ?? [];

  return {
    root,
    /** Ask which there is. @param {number} nowMs @param {boolean} guest who has entered none */
    async arrive(nowMs, guest) {
      const mine = guest ? [] : await rowsOf("mine");
      const own = mine.find(({ phase }) => phase === "running");
      if (own) return show(`/tournament/${own.tournament}`, own.name, t("on.tournament.mine"));
      const [on] = await rowsOf("now");
      if (on) return show(`/tournament/${on.tournament}`, on.name, t(on.format.type === "arena" ? "on.tournament.open" : "on.tournament.now"));
      const [next] = [...mine, ...(await rowsOf("soon"))];
      if (next) show(`/tournament/${next.tournament}`, next.name, t(mine.length > 0 ? "on.tournament.entered" : "on.tournament.soon", { time: leftText(next.starts_ms - nowMs) }));
    },
  };
}
