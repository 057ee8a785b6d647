/**
 * The row of actions under the moves: what one may do in the game now.
 */

import { otherSide, turnAt } from "../table.js";
import { t } from "../text/catalogue.js";
import { el, fill, icon, onChange } from "./dom.js";
import { shownPly } from "./game.js";
import { replayButtons } from "./moves.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("./game.js").Look} Look */
/** @typedef {import("./game.js").LookAt} LookAt */
/** @typedef {import("./game.js").Place} Place */
/** @typedef {import("../messages").OfferName} OfferName */
/** @typedef {ReturnType<typeof actionFacts>} ActionFacts */

/**
 * Fills `host` with the row; a second row takes its place when there is more to do.
 * @param {HTMLElement} host @param {Deeds} deeds @param {LookAt} lookAt
 * @returns {import("./game.js").Panel}
 */
export function createActions(host, deeds, lookAt) {
  const draw = onChange((/** @type {ActionFacts} */ facts) => {
    const held = host.contains(document.activeElement) ? document.activeElement?.textContent : null;
    host.setAttribute("aria-label", t("act.label"));
    if (facts.resigning && facts.status === "playing") return fill(host, resignQuestion(deeds, lookAt));
    fill(
      host,
      ...(facts.more ? moreButtons : mainButtons)(facts, deeds, lookAt),
      facts.looking && el("div", { class: "navrow replay" }, ...replayButtons(facts.plies, facts.ply, false, deeds)),
    );
    if (held !== null) refocus(host, held);
  });
  return { render: (app, look) => draw(actionFacts(app, look)) };
}

/** The button one has pressed, or the first one of the row that took its place. @param {HTMLElement} host @param {string | undefined} held */
function refocus(host, held) {
  const buttons = [...host.querySelectorAll("button")];
  (buttons.find((button) => button.textContent === held) ?? buttons[0])?.focus();
}

/** @param {App} app @param {Look} look */
function actionFacts(app, look) {
  const { room, link, settings } = app;
  const table = room?.table ?? null;
  const mayOffer = (/** @type {OfferName} */ what) =>
    link === "open" && !table?.offers.some((offer) => offer.what === what);
  const hasMoved = table?.moves.some((_, ply) => turnAt(table, ply) === table.you) ?? false;
  const clock = table?.terms.clock.type;
  return {
    status: table?.status ?? null,
    opponent: table?.you ? (table[otherSide(table.you)]?.player ?? "") : "",
    seated: table?.you != null,
    open: link === "open",
    looking: room?.lookedAt != null,
    ply: shownPly(app),
    plies: table?.moves.length ?? 0,
    flipped: look.flipped,
    place: look.place,
    resigning: look.resigning,
    typing: look.typing,
    more: look.more,
    unread: settings.muted ? 0 : (room?.unread ?? 0),
    canAbort: table !== null && table.moves.length < 2,
    mayDraw: mayOffer("draw"),
    mayAgreeAbort: mayOffer("abort"),
    mayRematch: table?.next == null && mayOffer("rematch"),
    mayTakeBack: hasMoved && mayOffer("takeback"),
    takebacks: table?.terms.takebacks !== false,
    mayGiveTime: link === "open" && clock !== "none" && clock !== "correspondence",
  };
}

/**
 * @param {import("../text/catalogue.js").Key} key @param {string} sign @param {() => void} act
 * @param {{can?: boolean, kind?: string, on?: boolean, unread?: number}} [how] `on` for one that opens something
 */
const button = (key, sign, act, { can = true, kind = "", on, unread = 0 } = {}) =>
  el(
    "button",
    { class: `act ${kind}`, disabled: !can, "aria-pressed": on === undefined ? null : String(on), onclick: act },
    icon(sign),
    t(key),
    unread > 0 && el("span", { class: "pill", "aria-label": t("talk.unread", { n: unread }) }, String(unread)),
  );

/** Opens a panel in the place of the moves, and closes it. @param {ActionFacts} facts @param {LookAt} lookAt */
const placing =
  (facts, lookAt) =>
  (
    /** @type {Place} */ place,
    /** @type {import("../text/catalogue.js").Key} */ key,
    /** @type {string} */ sign,
    /** @type {{kind?: string, unread?: number}} */ how = {},
  ) => {
    const on = facts.place === place;
    return button(key, sign, () => lookAt({ place: on ? null : place }), { ...how, on });
  };

/** @param {ActionFacts} facts @param {Deeds} deeds @param {LookAt} lookAt */
function mainButtons(facts, deeds, lookAt) {
  const place = placing(facts, lookAt);
  const propose = (/** @type {OfferName} */ what) => () => deeds.wish({ type: "propose", what });
  const flip = button("act.flip", "flip", () => lookAt({ flipped: !facts.flipped }));
  const talk = place("talk", "act.talk", "chat", { kind: "narrow", unread: facts.unread });
  const more = button("act.more", "more", () => lookAt({ more: true }));
  const home = (/** @type {"act.home" | "act.new.short"} */ key) =>
    button(key, key === "act.home" ? "prev" : "plus", () => deeds.go("/"));
  if (facts.seated && facts.status === "over") {
    const rematch = button("act.rematch", "swap", propose("rematch"), { can: facts.mayRematch });
    return [rematch, home("act.new.short"), flip, talk, more];
  }
  if (!facts.seated || facts.status === "waiting") return [home("act.home"), flip, talk, more];
  const end = facts.canAbort
    ? button("act.abort", "x", () => deeds.wish({ type: "order", what: "abort" }), { can: facts.open })
    : button("act.resign", "flag", () => lookAt({ resigning: true }), { can: facts.open });
  const draw = button("act.draw", "draw", propose("draw"), { can: facts.mayDraw });
  const takeback = button("act.takeback", "undo", propose("takeback"), { can: facts.mayTakeBack });
  return [draw, ...(facts.takebacks ? [takeback] : []), end, flip, talk, more];
}

/** @param {ActionFacts} facts @param {Deeds} deeds @param {LookAt} lookAt */
function moreButtons(facts, deeds, lookAt) {
  const place = placing(facts, lookAt);
  const isPlaying = facts.seated && facts.status === "playing";
  const type = () => lookAt({ typing: !facts.typing });
  const give = () => deeds.wish({ type: "order", what: "give_time" });
  const abort = () => deeds.wish({ type: "propose", what: "abort" });
  const back = () => deeds.wish({ type: "look", ply: facts.plies - 1 });
  return [
    button("act.back", "prev", () => lookAt({ more: false })),
    ...(isPlaying ? [button("act.give_time", "hour", give, { can: facts.mayGiveTime })] : []),
    ...(isPlaying && !facts.canAbort ? [button("act.ask_abort", "x", abort, { can: facts.mayAgreeAbort })] : []),
    ...(isPlaying ? [button("act.type", "keys", type, { kind: "phone", on: facts.typing })] : []),
    ...(facts.plies > 0 ? [button("act.replay", "prev", back, { kind: "phone" })] : []),
    ...(facts.opponent ? [button("act.person", "user", () => deeds.go(`/player/${facts.opponent}`))] : []),
    place("times", "act.times", "clock"),
    place("look", "act.look", "gear"),
    place("keys", "act.keys", "keys", { kind: "desk" }),
    place("about", "act.about", "info", { kind: "narrow" }),
  ];
}

const RESIGN_DEAF_MS = 500;
const RESIGN_CLOSES_MS = 6_000;

/** Replaces the row it came from; half a second deaf, and gone by itself. @param {Deeds} deeds @param {LookAt} lookAt */
function resignQuestion(deeds, lookAt) {
  const close = () => lookAt({ resigning: false });
  const keep = el("button", { class: "btn", onclick: close }, t("resign.keep"));
  const give = el(
    "button",
    {
      class: "btn danger fill",
      disabled: true,
      onclick: () => {
        close();
        deeds.wish({ type: "order", what: "resign" });
      },
    },
    t("resign.do"),
  );
  const box = el(
    "div",
    {
      class: "confirm",
      role: "group",
      "aria-label": t("resign.ask"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Escape") close();
      },
    },
    el("b", {}, t("resign.ask")),
    keep,
    give,
  );
  setTimeout(() => {
    give.disabled = false;
  }, RESIGN_DEAF_MS);
  setTimeout(() => {
    if (box.isConnected) close();
  }, RESIGN_CLOSES_MS);
  queueMicrotask(() => keep.focus());
  return box;
}
