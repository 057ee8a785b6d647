/**
 * Taking a game along: its link and the code of it, a picture, FEN, PGN, and what proves it.
 */

import { qrOf } from "./qr.js";
import { invitationLink } from "../../models/invitation.js";
import { t } from "../../text/catalogue.js";
import { el, icon, svg } from "../../ui/dom.js";
import { fenAt, pictureOf, save } from "./share.js";
import { drawSheet } from "./sheet.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */

const QUIET_SQUARES = 2;

/** The code of a link, for a camera. @param {string} link */
function codeOf(link) {
  const rows = qrOf(link);
  if (!rows) return null;
  const side = rows.length + 2 * QUIET_SQUARES;
  const dark = rows.flatMap((row, y) => row.map((is, x) => (is ? `M${x} ${y}h1v1h-1z` : "")));
  return svg(
    "svg",
    { class: "qr", viewBox: `${-QUIET_SQUARES} ${-QUIET_SQUARES} ${side} ${side}`, role: "img", "aria-label": t("share.code") },
    svg("rect", { class: "paper", x: -QUIET_SQUARES, y: -QUIET_SQUARES, width: side, height: side }),
    svg("path", { d: dark.join("") }),
  );
}

/** @param {string} sign @param {string} text @param {string} label @param {() => void} act */
const tile = (sign, text, label, act) =>
  el("button", { class: "btn", "aria-label": label, title: label, onclick: act }, icon(sign, "s"), text);

/** @param {string} path of the game as a file @param {Actions} actions */
async function copyGame(path, actions) {
  const answer = await fetch(path).catch(() => null);
  if (answer?.ok) actions.copy(await answer.text(), "toast.game_copied", t("toast.game_save"));
  else actions.toast(t("toast.game_failed"));
}

/** @param {string} name @param {import("../../board/element.js").XiangqiBoard} board @param {Actions} actions */
async function savePicture(name, board, actions) {
  save(name, await pictureOf(board));
  actions.toast(t("toast.picture"));
}

/** What proves the game: its log, and the digest to hold it against. @param {string} room @param {{version: number, digest: string}} proof */
const proofOf = (room, { version, digest }) =>
  el(
    "details",
    { class: "proof" },
    el("summary", {}, t("about.proof")),
    el("p", { class: "small mut" }, t("share.proof")),
    el("a", { class: "btn sm", href: `/game/${room}.log`, download: `${room}.log` }, icon("dl", "s"), t("about.log")),
    el("code", { class: "small", title: t("about.digest", { n: version }) }, digest),
  );

/**
 * @typedef {object} ShareInputs
 * @property {string} room
 * @property {string} link of the game, of the ply that is shown, or to the free seat
 * @property {boolean} isInvitation
 * @property {number | null} viewedPly
 * @property {string} fen
 * @property {import("../../page").Notation} notation
 * @property {{version: number, digest: string} | null} proof of a game that is over
 * @property {string} language
 */

/** @param {App} app @returns {ShareInputs | null} */
export function inputsOf({ room, settings: { notation, language } }) {
  const table = room?.table;
  if (!room || !table) return null;
  const { viewedPly, version, digest } = room;
  const isInvitation = table.status === "waiting" && table.seatKey !== null;
  return {
    room: room.room,
    link: isInvitation ? invitationLink(location.origin, room.room, table.seatKey) : `${location.origin}/game/${room.room}${viewedPly === null ? "" : `?ply=${viewedPly}`}`,
    ...{ isInvitation, viewedPly, notation, language },
    fen: fenAt(table, viewedPly ?? table.moves.length),
    proof: table.status === "over" ? { version, digest } : null,
  };
}

/** The game as a picture and in writing. @param {ShareInputs} inputs @param {Actions} actions @param {import("../../board/element.js").XiangqiBoard} board */
function tiles({ room, fen, notation }, actions, board) {
  const file = `/game/${room}.pgn?notation=${notation}`;
  const label = `${t("about.save")}: ${t(`notation.${notation}`)}`;
  const copied = (/** @type {string} */ what, /** @type {() => void} */ act) => tile("link", t("about.copy", { what }), t("about.copy", { what }), act);
  return el(
    "div",
    { class: "tiles" },
    tile("picture", t("about.picture"), t("about.save_picture"), () => void savePicture(`${room}.png`, board, actions)),
    copied("FEN", () => actions.copy(fen, "toast.fen_copied", fen)),
    el("a", { class: "btn", href: file, download: `${room}.pgn`, "aria-label": label }, icon("dl"), "PGN"),
    copied("PGN", () => void copyGame(file, actions)),
  );
}

/** @type {import("./shown.js").Panel<ShareInputs | null>["create"]} */
export const create = (host, { actions, setView, board }) => ({
  render(inputs) {
    if (!inputs) return;
    const { room, link, isInvitation, viewedPly, proof } = inputs;
    drawSheet(
      host,
      t("act.share"),
      () => setView({ place: null }),
      el(
        "div",
        { class: "copyrow" },
        el("input", { class: "inp", readonly: true, value: link, "aria-label": t("about.link"), onfocus: (event) => event.target.select() }),
        tile("link", "", t("act.link"), () => actions.copy(link, "toast.copied", t("toast.copy", { link }))),
      ),
      viewedPly !== null && el("p", { key: "at", class: "small mut" }, t("share.at", { n: viewedPly })),
      codeOf(link),
      !isInvitation && tiles(inputs, actions, board),
      !isInvitation && el("p", { class: "small mut" }, t("share.pgn")),
      proof && proofOf(room, proof),
    );
  },
});
