/** How a game counts, said by an arbiter: a press opens the choice, another one sends it. */

import { personText, t } from "../../text/catalogue.js";
import { el, icon } from "../../ui/dom.js";

/** @typedef {{room: string, red: import("../../messages").PlayerRef, black: import("../../messages").PlayerRef}} RuledGame */

/** @param {import("../../page").Actions} actions @param {string} tournament @param {RuledGame} game @param {() => unknown} ruled called when the server has answered @param {boolean} [isOver] whether the tournament is */
export function rulingOf(actions, tournament, { room, red, black }, ruled, isOver = false) {
  const ways = [
    [red.player, t("manage.rule.win", { name: personText(red) })],
    [black.player, t("manage.rule.win", { name: personText(black) })],
    ["draw", t("manage.rule.draw")],
  ];
  /** @param {string} value */
  async function rule(value) {
    await actions.tell({ type: "manage_tournament", tournament, action: { type: "rule", room, winner: value === "draw" ? null : value } });
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
      el("select", { class: "inp", "aria-label": label }, ...ways.map(([value, text]) => el("option", { value }, text))),
      el("button", { type: "button", class: "btn", onclick: ({ currentTarget }) => void rule(currentTarget.parentElement.querySelector("select").value) }, t("manage.rule.do")),
    ),
  );
}
