/**
 * What there is to say before a game: a free seat, an invitation, a pair that is asked.
 */

import { invitationLink, seatKeyOf } from "../../models/invitation.js";
import { el } from "../../ui/dom.js";
import { mayChoose, pieceChoice } from "../shared/piece_choice.js";
import { clockName, nameOfSide, personText, rulesName, t, unusualTerms } from "../../text/catalogue.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("./notices.js").BoardNotice} BoardNotice */

/** @param {import("./notices.js").NewsOf} app @param {unknown} _ @param {Actions} actions @param {import("./shown.js").SetView} setView @returns {(BoardNotice | null)[]} */
export function notices({ room, settings }, _, actions, setView) {
  if (!room?.table) return [];
  const seat = seatNotice(room.table, room.room, actions, setView);
  return [readyNotice(room.table, actions), seat && mayChoose() ? withPieces(seat, settings, actions) : seat];
}

/** Who comes by an invitation may never have seen the pieces. @param {BoardNotice} notice @param {import("../../page").Settings} settings @param {Actions} actions @returns {BoardNotice} */
function withPieces(notice, settings, actions) {
  actions.allSets(); // both kinds are shown
  const choice = () => el("div", { class: "row w pick" }, el("span", { class: "small" }, t("settings.pieces")), pieceChoice(settings, actions));
  return { ...notice, pieces: settings.pieces, rows: [...(notice.rows ?? []), choice] };
}

/** The link of an invitation, and its code for a camera. @param {string} link @param {() => void} showCode */
const linkRow = (link, showCode) =>
  el(
    "div",
    { class: "copyrow link" },
    el("input", { class: "inp", readonly: true, value: link, "aria-label": t("notices.link"), onfocus: (event) => event.target.select() }),
    el("button", { type: "button", class: "btn", "aria-label": t("notices.invite.code"), onclick: showCode }, "QR"),
  );

/** A pair was found: both are asked whether they are there. @param {Table} table @param {Actions} actions @returns {BoardNotice | null} */
function readyNotice({ ready, you, terms }, actions) {
  if (!ready) return null;
  const isReady = you !== null && ready[you];
  const facts = [clockName(terms.clock), rulesName(terms), ...unusualTerms(terms)].join(t("cell.comma"));
  return {
    kind: "ok",
    sign: isReady || you === null ? "hour" : "user",
    bold: t(isReady || you === null ? "notices.ready.waits" : "notices.ready"),
    text: `${you ? t("notices.ready.side", { side: t(`side.${you}`), facts }) : facts}`,
    untilMs: ready.by_ms,
    isCall: !isReady && you !== null,
    answers: you
      ? [
          { text: t("notices.ready.no"), act: () => actions.room({ type: "order", what: "abort" }) },
          ...(isReady
            ? []
            : [{ text: t("notices.ready.do"), kind: /** @type {const} */ ("main"), act: () => actions.room({ type: "order", what: "ready" }) }]),
        ]
      : [],
  };
}

/** A free seat: our invitation, or one to us. @param {Table} table @param {string} room @param {Actions} actions @param {import("./shown.js").SetView} setView @returns {BoardNotice | null} */
function seatNotice(table, room, actions, setView) {
  if (table.status !== "waiting") return null;
  if (table.you && table.invited) {
    return {
      kind: "plain",
      sign: "hour",
      bold: t("notices.challenge", { who: personText(table.invited) }),
      text: t("notices.challenge.text"),
      untilMs: table.waitsUntilMs ?? undefined,
      answers: [{ text: t("notices.withdraw"), kind: "quiet", act: () => actions.room({ type: "order", what: "abort" }) }],
    };
  }
  if (table.you) {
    const link = invitationLink(location.origin, room, table.seatKey);
    const facts = [clockName(table.terms.clock), rulesName(table.terms)].join(t("cell.comma"));
    const invitation = t("notices.invite.words", { facts });
    const isShareable = typeof navigator.share === "function";
    return {
      kind: "plain",
      sign: "hour",
      bold: t("notices.invite"),
      text: t("notices.invite.text"),
      link,
      rows: [() => linkRow(link, () => setView({ place: "share" }))],
      answers: [
        { text: t("notices.invite.cancel"), kind: "quiet", act: () => actions.room({ type: "order", what: "abort" }) },
        ...(isShareable ? [{ text: t("notices.invite.share"), act: () => void navigator.share({ text: invitation, url: link }).catch(() => {}) }] : []),
        { text: t("act.link"), kind: "main", act: () => actions.copy(link, "toast.copied", t("toast.copy", { link })) },
      ],
    };
  }
  const free = table.red === null ? "red" : "black";
  const seatKey = seatKeyOf(location.hash);
  if (table.needsKey && seatKey === null) {
    return { kind: "plain", sign: "hour", bold: t("notices.seat"), text: t("notices.seat.text") };
  }
  const side = t(`side.${free}`);
  return {
    kind: "ok",
    sign: "user",
    bold: t("notices.sit", { who: nameOfSide(table, free === "red" ? "black" : "red") }),
    text: t("notices.sit.text", {
      side,
      clock: clockName(table.terms.clock),
      rules: [rulesName(table.terms), ...unusualTerms(table.terms)].join(t("cell.comma")),
    }),
    answers: [
      { text: t("notices.sit.do", { side }), kind: "main", act: () => actions.room({ type: "sit", seatKey }) },
    ],
  };
}
