/**
 * The row of actions under the moves: what one may do in the game now.
 */

import { otherSide, turnAt } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, icon } from "../../ui/dom.js";
import { audiencesOf, shownPly } from "./shown.js";
import { replayButtons, shownNow } from "./moves.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("./shown.js").ViewState} ViewState */
/** @typedef {import("./shown.js").SetView} SetView */
/** @typedef {import("./shown.js").Place} Place */
/** @typedef {import("../../messages").OfferName} OfferName */
/** @typedef {ReturnType<typeof inputsOf>} ActionInputs */

/**
 * The row; a second row takes its place when there is more to do, and a question that of both.
 * @type {import("./shown.js").Panel<ActionInputs>["create"]}
 */
export function create(host, { actions, setView }) {
  /** @type {ActionInputs} */
  let shown;
  /** What is fetched when it is wanted: more to do, what is done after the end, what is asked about (before a line dies). */
  const late = /** @type {{more?: typeof import("./more.js"), over?: typeof import("./over_row.js"), questions?: typeof import("./question.js")}} */ ({});
  /** The question that stands. @type {{what: ActionInputs["asking"], box: HTMLElement} | null} */
  let question = null;

  /** @template {keyof typeof late} N @param {N} name @param {() => Promise<(typeof late)[N]>} load @param {() => void} [failed] there is no line; the next drawing asks again */
  const need = (name, load, failed = () => {}) => void (late[name] ?? load().then((module) => ((late[name] = module), draw()), failed));

  function draw() {
    const { asking, seated, status, canAbort, looking, plies, ply, shows } = shown;
    const held = host.contains(document.activeElement);
    host.setAttribute("aria-label", t("act.label"));
    if (seated && status === "playing" && (asking || !canAbort)) need("questions", () => import("./question.js"), () => asking && setView({ asking: null }));
    if (!asking || status !== "playing") question = null;
    else {
      if (late.questions && question?.what !== asking) question = { what: asking, box: late.questions.question(asking, actions, setView) };
      return question && fill(host, question.box);
    }
    if (shown.more) need("more", () => import("./more.js"), () => setView({ more: false }));
    if (shown.over) need("over", () => import("./over_row.js"));
    const buttons = (shown.more && late.more?.moreButtons) || (shown.over && late.over?.overButtons) || mainButtons;
    host.classList.toggle("overrow", buttons === late.over?.overButtons);
    fill(
      host,
      ...buttons(shown, actions, setView, button, placing(shown, setView)),
      looking && el("div", { key: "replay", class: "navrow replay" }, ...replayButtons(plies, ply, shows, actions)),
    );
    if (held && !host.contains(document.activeElement)) host.querySelector("button")?.focus();
  }

  return {
    render(inputs) {
      shown = inputs;
      draw();
    },
  };
}

/** What one may do. @param {App} app @param {ViewState} view */
export function inputsOf(app, view) {
  const { room, link, settings } = app;
  const table = room?.table ?? null;
  const sent = room?.unsent.map(({ message }) => message) ?? []; // the server has not spoken of it: it is not done once more
  const mayOffer = (/** @type {OfferName} */ what) =>
    link === "open" &&
    !table?.offers.some((offer) => offer.what === what) &&
    !sent.some((message) => message.type === "offer" && message.what === what);
  const hasMoved = table?.moves.some((_, ply) => turnAt(table, ply) === table.you) ?? false;
  const clock = table?.terms.clock.type;
  return {
    status: table?.status ?? null,
    over: table?.status === "over" ? table : null,
    talks: audiencesOf(room).length > 0,
    opponent: table?.you ? (table[otherSide(table.you)]?.player ?? "") : "",
    seated: table?.you != null,
    open: link === "open" && !sent.some(({ type }) => type === "resign" || type === "abort"),
    looking: room?.viewedPly != null,
    ply: shownPly(app),
    plies: table?.moves.length ?? 0,
    flipped: view.flipped,
    place: view.place,
    shows: shownNow(app, view),
    asking: view.asking,
    typing: view.typing,
    more: view.more,
    language: settings.language,
    unread: settings.muted ? 0 : (room?.unread ?? 0),
    canAbort: table !== null && table.moves.length < 2,
    mayDraw: mayOffer("draw"),
    drawBy: table?.offers.find((offer) => offer.what === "draw")?.side ?? null,
    you: table?.you ?? null,
    mayAgreeAbort: mayOffer("abort"),
    mayRematch: mayOffer("rematch"),
    mayTakeBack: hasMoved && mayOffer("takeback"),
    takebacks: table?.terms.takebacks !== false,
    mayGiveTime: link === "open" && clock !== "none" && clock !== "correspondence",
  };
}

/**
 * @param {import("../../text/catalogue.js").Key} key @param {string} sign @param {() => void} act
 * @param {{can?: boolean, kind?: string, on?: boolean, unread?: number}} [how] `on` for one that opens something
 */
export const button = (key, sign, act, { can = true, kind = "", on, unread = 0 } = {}) =>
  el(
    "button",
    { key, class: `act ${kind}`, disabled: !can, "aria-pressed": on === undefined ? null : String(on), onclick: act },
    icon(sign),
    t(key),
    unread > 0 && el("span", { class: "pill", "aria-label": t("talk.unread", { n: unread }) }, String(unread)),
  );

/** Opens a panel in the place of the moves, and closes it. @param {ActionInputs} facts @param {SetView} setView */
export const placing =
  (facts, setView) =>
  (
    /** @type {Place} */ place,
    /** @type {import("../../text/catalogue.js").Key} */ key,
    /** @type {string} */ sign,
    /** @type {{kind?: string, unread?: number}} */ how = {},
  ) => {
    const on = facts.place === place;
    return button(key, sign, () => setView({ place: on ? null : place }), { ...how, on });
  };

/** @type {typeof import("./more.js").moreButtons} */
function mainButtons(facts, actions, setView, button, place) {
  const propose = (/** @type {OfferName} */ what) => () => actions.room({ type: "propose", what });
  const flip = button("act.flip", "flip", () => setView({ flipped: !facts.flipped }));
  const talk = facts.talks ? [place("talk", "act.talk", "chat", { kind: "narrow", unread: facts.unread })] : [];
  const more = button("act.more", "more", () => setView({ more: true }));
  if (!facts.seated || facts.status !== "playing") return [button("act.home", "prev", () => actions.go("/")), flip, ...talk, more];
  const end = facts.canAbort
    ? button("act.abort", "x", () => actions.room({ type: "order", what: "abort" }), { can: facts.open })
    : button("act.resign", "flag", () => setView({ asking: "resign" }), { can: facts.open });
  const draw = drawButton(facts, actions, setView);
  const takeback = button("act.takeback", "undo", propose("takeback"), { can: facts.mayTakeBack });
  return [draw, ...(facts.takebacks ? [takeback] : []), end, flip, ...talk, more];
}

/** A draw is asked about before it is offered; the other one's offer is accepted here too. @param {ActionInputs} facts @param {Actions} actions @param {SetView} setView */
function drawButton({ drawBy, you, mayDraw, open }, actions, setView) {
  if (drawBy === null) return button("act.draw", "draw", () => setView({ asking: "draw" }), { can: mayDraw });
  if (drawBy === you) return button("act.draw.mine", "draw", () => {}, { can: false, kind: "offered" });
  const accept = () => actions.room({ type: "answer", what: "draw", yes: true });
  return button("act.draw.accept", "draw", accept, { can: open, kind: "accept" });
}
