/**
 * Taking a game along: its link and the code of it, a picture, FEN, PGN, and what proves it.
 */

import { qrOf } from "./qr.js";
import { invitationLink } from "../../models/invitation.js";
import { t } from "../../text/catalogue.js";
import { el, icon, onChange, svg } from "../../ui/dom.js";
import { fenAt, pictureOf, save } from "./share.js";
import { drawSheet } from "./sheet.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("./shown.js").SetView} SetView */
/** @typedef {import("../../ui/dom.js").Child} Child */

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

/** @param {string} name @param {SVGSVGElement} drawing @param {Actions} actions */
async function savePicture(name, drawing, actions) {
  save(name, await pictureOf(drawing));
  actions.toast(t("toast.picture"));
}

/** What proves the game: its log, and the digest to hold it against. @param {import("../../models/room").RoomModel} room */
const proof = ({ room, version, digest }) =>
  el(
    "details",
    { class: "proof" },
    el("summary", {}, t("about.proof")),
    el("p", { class: "small mut" }, t("share.proof")),
    el("a", { class: "btn sm", href: `/game/${room}.log`, download: `${room}.log` }, icon("dl", "s"), t("about.log")),
    el("code", { class: "small", title: t("about.digest", { n: version }) }, digest),
  );

/**
 * Fills `host` with the sheet.
 * @param {HTMLElement} host @param {Actions} actions @param {SetView} setView @param {SVGSVGElement} drawing of the board
 * @returns {import("./shown.js").Panel}
 */
export function createShare(host, actions, setView, drawing) {
  const draw = onChange(
    (/** @type {App} */ { room, settings }) => {
      const table = room?.table;
      if (!room || !table) return;
      const { viewedPly } = room;
      const name = room.room;
      const isInvitation = table.status === "waiting" && table.seatKey !== null;
      const link = isInvitation ? invitationLink(location.origin, name, table.seatKey) : `${location.origin}/game/${name}${viewedPly === null ? "" : `#${viewedPly}`}`;
      const fen = fenAt(table, viewedPly ?? table.moves.length);
      const { notation } = settings;
      const file = `/game/${name}.pgn?notation=${notation}`;
      drawSheet(
        host,
        t("act.share"),
        () => setView({ place: null }),
        el(
          "div",
          { class: "copyrow" },
          el("input", { key: link, class: "inp", readonly: true, value: link, "aria-label": t("about.link"), onfocus: (event) => event.target.select() }),
          tile("link", "", t("act.link"), () => actions.copy(link, "toast.copied", t("toast.copy", { link }))),
        ),
        viewedPly !== null && el("p", { class: "small mut" }, t("share.at", { n: viewedPly })),
        codeOf(link),
        !isInvitation && el(
          "div",
          { class: "tiles" },
          tile("picture", t("about.picture"), t("about.save_picture"), () => void savePicture(`${name}.png`, drawing, actions)),
          tile("link", t("about.copy", { what: "FEN" }), t("about.copy", { what: "FEN" }), () => actions.copy(fen, "toast.fen_copied", fen)),
          el(
            "a",
            { class: "btn", href: file, download: `${name}.pgn`, "aria-label": `${t("about.save")}: ${t(`notation.${notation}`)}` },
            icon("dl"),
            "PGN",
          ),
          tile("link", t("about.copy", { what: "PGN" }), t("about.copy", { what: "PGN" }), () => void copyGame(file, actions)),
        ),
        !isInvitation && el("p", { class: "small mut" }, t("share.pgn")),
        table.status === "over" && proof(room),
      );
    },
    ({ room, settings }) => [
      [room?.room, room?.viewedPly, room?.table?.moves.length, settings.language, settings.notation],
      [room?.table?.status, room?.table?.status === "over" && room.digest],
    ],
  );
  return { render: (app, view) => void (view.place === "share" && draw(app)) };
}
