/** The games the reader has still to play, where each pair plays when both want to: who is there, and who offers to play. */

import { personText, t } from "../../text/catalogue.js";
import { el, fill, made, onChange, sideSign } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";

/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {import("../../messages").OpenPair} OpenPair */

/** Who can play now stands first, and before them who wants to. @param {OpenPair} pair */
const order = ({ offered, status }) => (offered === "opponent" ? 0 : offered === "you" ? 1 : status === "waiting" ? 2 : status === "playing" ? 3 : 4);

/** @param {OpenPair["status"]} status */
const statusBadge = (status) => {
  if (status === "waiting" || status === "entered") return badge(t("pair.online"), "ok");
  return badge(t(status === "playing" ? "pair.playing" : `tournament.status.${status}`));
};

/** @param {(request: import("../../session/types").Request) => void} ask */
export function createFreePairs(ask) {
  const rows = made(el("div", { class: "rows offers" }));
  const root = made(el("section", { class: "card", hidden: true, "aria-label": t("pair.title") }, el("header", {}, el("h2", {}, t("pair.title"))), rows));

  /** @param {OpenPair} pair @param {TournamentModel} model */
  function row({ room, opponent, side, status, offered }, { info, room: playing, you }) {
    const { tournament } = info;
    const name = personText(opponent);
    const isOff = playing !== null || you?.status === "paused";
    const button = (/** @type {"offer" | "accept" | "back"} */ act, /** @type {boolean} */ on) =>
      el("button", { type: "button", class: act === "accept" ? "btn main" : "btn", disabled: on && isOff, "aria-label": t(`pair.to.${act}`, { name }), onclick: () => ask({ type: "offer_tournament_game", tournament, room, on }) }, t(`pair.${act}`));
    const said = offered === "opponent" ? t("pair.wants", { name }) : offered === "you" ? t("pair.offered") : "";
    return el(
      "div",
      { key: room },
      sideSign(side),
      el("span", { class: "grow" }, el("b", { class: "cut" }, name), said && el("small", { class: "mut" }, said)),
      statusBadge(status),
      offered === "you" ? button("back", false) : button(offered === "opponent" ? "accept" : "offer", true),
    );
  }

  return {
    root,
    render: onChange(
      (/** @type {TournamentModel} */ model) => {
        root.hidden = model.info.phase !== "running" || model.pairs.length === 0;
        if (!root.hidden) fill(rows, ...[...model.pairs].sort((one, other) => order(one) - order(other)).map((pair) => row(pair, model)));
      },
      ({ info, pairs, room, you }) => [info.phase, pairs, room, you?.status, document.documentElement.lang],
    ),
  };
}
