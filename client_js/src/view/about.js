/**
 * What the game is: its terms and rules, who watches, and how to take it along.
 */

import { clockTitle, personText, rulesName, secondsText, t } from "../text/catalogue.js";
import { el, fill, icon, onChange } from "./dom.js";
import { unusualTerms } from "./words.js";

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

/**
 * The position that is shown, and the game as a file in each notation.
 * @param {import("../room_model.js").RoomModel} model @param {Table} table @param {App["settings"]} settings
 * @param {Deeds} deeds @param {SVGSVGElement} drawing
 */
function shareRow({ room, lookedAt }, table, { notation }, deeds, drawing) {
  const link = `${location.origin}/game/${room}${lookedAt === null ? "" : `#${lookedAt}`}`;
  const copyFen = async () => {
    const { fenAt } = await import("./share.js");
    const fen = fenAt(table, lookedAt ?? table.moves.length);
    deeds.copy(fen, "toast.fen_copied", fen);
  };
  const button = (
    /** @type {string} */ sign,
    /** @type {string} */ text,
    /** @type {string} */ label,
    /** @type {() => void} */ act,
  ) => el("button", { class: "btn sm", "aria-label": label, title: label, onclick: act }, icon(sign, "s"), text);
  return el(
    "div",
    { class: "export", role: "group", "aria-label": t("about.keep") },
    button("share", t("about.link"), t("act.link"), () => deeds.copy(link, "toast.copied", t("toast.copy", { link }))),
    button("link", "FEN", t("about.copy", { what: "FEN" }), () => void copyFen()),
    button("link", "PGN", t("about.copy", { what: "PGN" }), () => void copyGame(fileOf(room, notation), deeds)),
    button(
      "picture",
      t("about.picture"),
      t("about.save_picture"),
      () => void savePicture(`${room}.png`, drawing, deeds),
    ),
    el("span", { class: "row mut" }, icon("dl", "s"), t("about.save")),
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
  );
}

/** @param {string} path of the game as a file @param {Deeds} deeds */
async function copyGame(path, deeds) {
  const answer = await fetch(path).catch(() => null);
  if (answer?.ok) deeds.copy(await answer.text(), "toast.game_copied", t("toast.game_save"));
  else deeds.toast(t("toast.game_failed"));
}

/** @param {string} name @param {SVGSVGElement} drawing @param {Deeds} deeds */
async function savePicture(name, drawing, deeds) {
  const { pictureOf, save } = await import("./share.js");
  save(name, await pictureOf(drawing));
  deeds.toast(t("toast.picture"));
}

/** What proves the game: its log, and the digest to hold it against. @param {import("../room_model").RoomModel} room */
const proofRow = ({ room, version, digest }) =>
  el(
    "div",
    { class: "export", role: "group", "aria-label": t("about.proof") },
    el("a", { class: "btn sm", href: `/game/${room}.log`, download: `${room}.log` }, icon("dl", "s"), t("about.log")),
    el("code", { class: "names small", title: t("about.digest", { n: version }) }, digest),
  );

/**
 * Fills `host` with the card.
 * @param {HTMLElement} host @param {Deeds} deeds @param {SVGSVGElement} drawing of the board
 * @returns {import("./game.js").Panel}
 */
export function createAbout(host, deeds, drawing) {
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
        spectators > 0 && fact("eye", t("game.watching", { n: spectators })),
        spectators > 0 && el("p", { class: "names" }, watchers(table)),
        table.status !== "waiting" && shareRow(room, table, settings, deeds, drawing),
        table.status === "over" && proofRow(room),
      );
    },
    ({ room, settings }) => {
      const table = room?.table;
      return [
        room?.room,
        room?.lookedAt,
        table?.moves.length,
        settings.language,
        settings.notation,
        table?.status === "over" && room?.digest,
        table && [table.terms, table.spectators, table.names, table.status, table.behindMs],
      ];
    },
  );
  return { render };
}
