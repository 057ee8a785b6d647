/**
 * What the game is: its terms and rules, who watches, and how to take it along.
 */

import { personText, secondsText, t } from "../text/catalogue.js";
import { el, fill, icon, onChange } from "./dom.js";
import { clockTitle, rulesName, unusualTerms } from "./game.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../table.js").Table} Table */

const FILES = /** @type {const} */ (["wxf", "chinese", "iccs", "uci"]);

/** Where the game lies as a file. @param {string} room @param {typeof FILES[number]} notation */
const fileOf = (room, notation) => `/game/${room}.pgn?notation=${notation}`;

/** @param {string} sign @param {string} text */
const fact = (sign, text) => el("span", { class: "row mut" }, icon(sign, "s"), el("span", {}, text));

/** Names of those who watch, as far as the server tells them. @param {Table} table */
function watchers({ names, spectators }) {
  const more = spectators - names.length;
  return [...names.map(personText), more > 0 ? t("about.more", { n: more }) : ""].filter(Boolean).join(" · ");
}

/** The game as a file, in each notation. @param {string} room @param {App["settings"]} settings @param {Deeds} deeds */
const exportRow = (room, { notation }, deeds) =>
  el(
    "div",
    { class: "export", role: "group", "aria-label": t("about.export") },
    el("span", { class: "row mut" }, icon("dl", "s"), t("about.export")),
    ...FILES.map((name) =>
      el(
        "a",
        {
          class: "btn sm",
          href: fileOf(room, name),
          download: `${room}.pgn`,
          "aria-label": `${t("about.save")}: ${t(`notation.${name}`)}`,
        },
        t(`notation.${name}`),
      ),
    ),
    el(
      "button",
      { class: "btn sm", onclick: () => deeds.copyGame(fileOf(room, notation)) },
      icon("link", "s"),
      t("about.copy"),
    ),
  );

/** What proves the game: its log, and the digest to hold it against. @param {import("../room_model").RoomModel} room */
const proofRow = ({ room, version, digest }) =>
  el(
    "div",
    { class: "export", role: "group", "aria-label": t("about.proof") },
    el("a", { class: "btn sm", href: `/game/${room}.log`, download: `${room}.log` }, icon("dl", "s"), t("about.log")),
    el("code", { class: "names", title: t("about.digest", { n: version }) }, digest),
  );

/**
 * Fills `host` with the card.
 * @param {HTMLElement} host @param {Deeds} deeds @returns {import("./game.js").Panel}
 */
export function createAbout(host, deeds) {
  const render = onChange(
    (/** @type {App} */ { room, settings }) => {
      host.setAttribute("aria-label", t("game.label"));
      const table = room?.table;
      if (!room || !table) return fill(host);
      const { terms, behindMs, spectators } = table;
      const special = unusualTerms(behindMs > 0 ? { ...terms, delay_ms: 0 } : terms);
      fill(
        host,
        el("span", { class: "big" }, clockTitle(terms.clock)),
        fact("gavel", rulesName(terms)),
        special.length > 0 && fact("info", special.join(" · ")),
        behindMs > 0 && fact("hour", t("about.behind", { time: secondsText(behindMs) })),
        fact("eye", t("game.watching", { n: spectators })),
        spectators > 0 && el("p", { class: "names" }, watchers(table)),
        el("button", { class: "btn", onclick: deeds.copyLink }, icon("link", "s"), t("act.link")),
        table.status !== "waiting" && exportRow(room.room, settings, deeds),
        table.status === "over" && proofRow(room),
      );
    },
    ({ room, settings }) => {
      const table = room?.table;
      return [
        room?.room,
        settings.notation,
        table?.status === "over" && room?.digest,
        table && [table.terms, table.spectators, table.names, table.status, table.behindMs],
      ];
    },
  );
  return { render };
}
