/** The row of actions once a game is over: to play again, to share it, and the rest by one sign each. */

import { otherSide, rivalOf } from "../../models/table.js";
import { nameOfSide, t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("./shown.js").SetView} SetView */
/** @typedef {import("./actions.js").ActionInputs} ActionInputs */

/** @type {typeof import("./more.js").moreButtons} */
export function overButtons(facts, actions, setView, button, place) {
  const share = () => setView({ place: facts.place === "share" ? null : "share" });
  const anew = facts.seated
    ? button("act.new.short", "plus", () => actions.go(facts.over && rivalOf(facts.over) ? "/computer" : "/"))
    : button("act.home", "prev", () => actions.go("/"));
  const asks = facts.over?.offers.some(({ what, side }) => what === "rematch" && side !== facts.you);
  return [
    ...mainButtons(facts, actions),
    ...(asks ? [] : [wide("act.share", t("act.share"), share, { on: facts.place === "share" }), anew]), // its answer needs the room
    ...(facts.talks ? [place("talk", "act.talk", "chat", { kind: "narrow", unread: facts.unread })] : []),
    button("act.more", "more", () => setView({ more: true })),
  ];
}

/** @param {string} key @param {string} text @param {() => void} act @param {{kind?: string, can?: boolean, on?: boolean}} [how] */
const wide = (key, text, act, { kind = "", can = true, on } = {}) =>
  el("button", { key, class: `btn ${kind}`, disabled: !can, "aria-pressed": on === undefined ? null : String(on), onclick: act }, text);

/** What leads on: the rematch and its answers, or the tournament. @param {ActionInputs} facts @param {Actions} actions */
function mainButtons({ over: table, mayRematch }, actions) {
  if (!table) return [];
  const { next, tournament, you, offers, outcome } = table;
  const rematch = (/** @type {"propose" | "yes" | "no"} */ how) => () =>
    actions.room(how === "propose" ? { type: "propose", what: "rematch" } : { type: "answer", what: "rematch", yes: how === "yes" });
  if (next !== null) {
    return [wide("next", t(you ? "notices.rematch.join" : "notices.rematch.watch"), () => actions.go(`/game/${next}`), { kind: "main" })];
  }
  if (tournament !== null) return [wide("tournament", t("act.tournament"), () => actions.go(`/tournament/${tournament}`), { kind: "main" })];
  if (you === null || outcome?.result === "none") return [];
  const offer = offers.find(({ what }) => what === "rematch");
  if (offer?.side === you) return [wide("mine", t("notices.withdraw"), rematch("no"))];
  if (!offer) return [wide("act.rematch", t("act.rematch"), rematch("propose"), { can: mayRematch })];
  const who = nameOfSide(table, otherSide(you));
  return [
    wide("theirs", t("end.rematch.theirs", { who }), rematch("yes"), { kind: "main" }),
    wide("decline", t("notices.decline"), rematch("no")),
  ];
}
