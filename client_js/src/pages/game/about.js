/**
 * What the game is: its terms and rules, and who watches.
 */

import { clockTitle, personText, rulesName, secondsText, t, unusualTerms } from "../../text/catalogue.js";
import { el, icon } from "../../ui/dom.js";
import { drawSheet } from "./sheet.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../models/table.js").Table} Table */

/** @param {string} sign @param {string} text */
const fact = (sign, text) => el("p", { class: "row mut" }, icon(sign, "s"), el("span", {}, text));

/** Names of those who watch, as far as the server tells them. @param {Pick<Table, "names" | "bots" | "spectators">} table */
function watchers({ names, bots, spectators }) {
  const more = spectators - names.length - bots.length;
  return [...names.map(personText), ...bots.map((name) => personText({ name, bot: true })), more > 0 ? t("about.more", { n: more }) : ""].filter(Boolean).join(" · ");
}

/** @typedef {{room: string, table: Pick<Table, "terms" | "spectators" | "names" | "bots" | "behindMs" | "you">, language: string} | null} AboutInputs */

/** @param {App} app @returns {AboutInputs} */
export function inputsOf({ room, settings }) {
  if (!room?.table) return null;
  const { terms, spectators, names, bots, behindMs, you } = room.table;
  return { room: room.room, table: { terms, spectators, names, bots, behindMs, you }, language: settings.language };
}

/** @type {import("./shown.js").Panel<AboutInputs>["create"]} */
export const create = (host, { actions, setView }) => {
  /** @type {{room: string, field: import("../../ui/dom.js").Child} | null} */
  let note = null;

  /** @param {AboutInputs} inputs */
  function render(inputs) {
    if (!inputs) return;
    if (inputs.table.you !== null && note?.room !== inputs.room) {
      const { room } = inputs;
      note = { room, field: false };
      void import("./note.js")
        .then(({ noteField }) => noteField(actions, room))
        .then((field) => {
          note = { room, field };
          render(inputs);
        });
    }
    const { terms, behindMs, spectators } = inputs.table;
    const special = unusualTerms(behindMs > 0 ? { ...terms, delay_ms: 0 } : terms);
    drawSheet(
      host,
      t("act.about"),
      () => setView({ place: null }),
      el("p", { class: "big" }, clockTitle(terms.clock)),
      fact("gavel", [rulesName(terms), terms.rated && t("terms.rated")].filter(Boolean).join(" · ")),
      special.length > 0 && fact("info", special.join(" · ")),
      behindMs > 0 && fact("hour", t("about.behind", { time: secondsText(behindMs) })),
      spectators > 0 && fact("eye", t("game.watching", { n: spectators })),
      spectators > 0 && el("p", { class: "names" }, watchers(inputs.table)),
      note?.field,
    );
  }
  return { render };
};
