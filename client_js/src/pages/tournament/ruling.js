/** How a game counts, said by an arbiter: a press opens the choice, another one sends it. */

import { personText, t } from "../../text/catalogue.js";
import { el, icon } from "../../ui/dom.js";

/** @typedef {{room: string, red: import("../../messages").PlayerRef, black: import("../../messages").PlayerRef}} RuledGame */

/** @param {import("../../page").Actions} actions @param {string} tournament @param {RuledGame} game @param {() => unknown} ruled called when the server has answered @param {boolean} [isOver] whether the tournament is */
export function rulingOf(actions, tournament, { room, red, black }, ruled, isOver = false) {
  const players = [red, black];
  /** Who wins, how, and what that is called. @type {[string | null, import("../../messages").TournamentNote["how"], string][]} */
  const ways = [
    ...players.map((one) => /** @type {[string, "played", string]} */ ([one.player, "played", t("manage.rule.win", { name: personText(one) })])),
    [null, "played", t("manage.rule.draw")],
    ...players.map((one) => /** @type {[string, "forfeit", string]} */ ([one.player, "forfeit", t("manage.rule.forfeit", { name: personText(one) })])),
    [null, "forfeit", t("manage.rule.nobody_came")],
    [null, "lost", t("manage.rule.both_lost")],
  ];
  /** @param {number} way */
  async function rule(way) {
    const [winner, how] = ways[way];
    await actions.tell({ type: "manage_tournament", tournament, action: { type: "rule", room, winner, how } });
    ruled();
  }
  const title = t(isOver ? "manage.correct" : "manage.rule");
  const label = `${title}: ${personText(red)} – ${personText(black)}`;
  const close = (/** @type {KeyboardEvent & {currentTarget: HTMLDetailsElement}} */ { key, currentTarget }) => {
    if (key === "Escape") currentTarget.open = false;
  };
  return el(
    "details",
    { key: `rule-${room}`, class: "ruled", name: "ruled", onkeydown: close },
    el("summary", { class: "btn icon quiet", "aria-label": label }, icon("more")),
    el(
      "div",
      { class: "row w" },
      el("b", { class: "small" }, title),
      el("select", { class: "inp", "aria-label": label }, ...ways.map(([, , text], way) => el("option", { value: String(way) }, text))),
      el("button", { type: "button", class: "btn", onclick: ({ currentTarget }) => void rule(Number(currentTarget.parentElement.querySelector("select").value)) }, t("manage.rule.do")),
    ),
  );
}
