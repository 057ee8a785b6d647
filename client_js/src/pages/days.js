/** Games by days: finding an opponent who need not be there, one's own offers, and everybody's. */

import { hindrance } from "../models/waiting_room.js";
import { clockName, personText, rulesName, t, unusualTerms } from "../text/catalogue.js";
import { leftText } from "../text/left.js";
import { rulesSelect, toggle } from "../ui/controls.js";
import { el, fill, icon, made, onChange, sideSign } from "../ui/dom.js";
import { card, emptyState, pagedList, pageHead } from "../ui/parts.js";
import { segments } from "../ui/segments.js";
import { vacationCard } from "./days/vacation.js";
import { gamesTabs } from "./shared/games_tabs.js";

/** @typedef {import("../messages").OfferInfo} OfferInfo */
/** @typedef {import("../page").App} App */

/** Days for a move, and days in reserve. */
const CLOCKS = /** @type {const} */ (["1+0", "3+0", "7+0", "1+3", "3+7", "7+14"]);

/** @param {typeof CLOCKS[number]} name @returns {import("../messages").ClockTerms} */
function clockOf(name) {
  const [days, bank_days] = name.split("+").map(Number);
  return { type: "correspondence", days, bank_days, leave: null };
}

/** @type {import("../page").CreateView} */
export function create(actions) {
  let { me, guest, rules: sets } = actions.app();
  let rating = 1500;
  let nowMs = Date.now();
  let rated = false;
  let rules = "axf";
  /** @type {typeof CLOCKS[number]} */
  let clock = "3+0";

  /** @param {OfferInfo} offer */
  const left = ({ until_ms: untilMs }) => t("days.left", { time: leftText(untilMs - nowMs) });

  /** @param {OfferInfo} offer @param {import("../ui/dom.js").Child} head @param {import("../ui/dom.js").Child} end */
  const offerRow = (offer, head, end) =>
    el(
      "div",
      { key: offer.room, tabindex: -1 },
      el(
        "span",
        { class: "grow" },
        head,
        el(
          "small",
          { class: "mut" },
          [clockName(offer.terms.clock), t(offer.terms.rated ? "room.rated" : "room.casual"), rulesName(offer.terms), ...unusualTerms(offer.terms), left(offer)].join(" · "),
        ),
      ),
      end,
    );

  /** @param {OfferInfo} offer */
  function row(offer) {
    const { by, terms, min_rating, max_rating, side } = offer;
    const why = hindrance({ player: by.player, terms, speed: "correspondence", min_rating, max_rating }, { me, guest, ratings: { correspondence: rating } });
    const range = { low: String(min_rating ?? "…"), high: String(max_rating ?? "…") };
    const label = t("room.play.label", { who: personText(by), clock: clockName(terms.clock) });
    const play = el("button", { type: "button", class: "btn sm", "aria-label": label, onclick: () => void take(offer) }, sideSign(side), t("room.play"));
    const name = el("a", { href: `/player/${by.player}` }, el("b", { class: "cut" }, personText(by), " ", !by.guest && offer.rating > 0 && el("span", { class: "mut small num" }, String(offer.rating))));
    return offerRow(offer, name, why === null || why === "yours" ? play : el("span", { class: "mut small" }, t(`room.not.${why}`, range)));
  }

  /** @param {OfferInfo} offer */
  const ownRow = (offer) =>
    offerRow(
      offer,
      el("b", { class: "cut" }, t("days.waits")),
      el("button", { type: "button", class: "btn sm", onclick: () => void withdraw(offer.room) }, t("days.withdraw")),
    );

  const open = pagedList(
    async (after) => {
      const page = await actions.ask({ type: "offers_by_days", ...(after && { after }) });
      rating = page.rating;
      return { ...page, rows: page.rows.filter(({ by }) => by.player !== me) };
    },
    row,
    () => emptyState({ title: t("days.none"), text: t("days.none.text"), sign: "hour" }),
  );
  const own = pagedList((after) => actions.ask({ type: "offers_by_days", mine: true, ...(after && { after }) }), ownRow, () => el("p", { class: "mut small pad" }, t("days.none.mine")));

  const reload = () => Promise.all([open.reload(), own.reload()]);

  /** @param {OfferInfo} offer */
  async function take({ room }) {
    if (await actions.tell({ type: "accept_challenge", room })) actions.go(`/game/${room}`);
    else await reload();
  }

  /** @param {string} room */
  async function withdraw(room) {
    await actions.tell({ type: "withdraw_challenge", room });
    await reload();
  }

  /** Offer a game, or first look for one that is offered. @param {boolean} match */
  async function offer(match) {
    const terms = { clock: clockOf(clock), rules: { name: rules }, rated: rated && !guest };
    const told = await actions.tell({ type: "offer_by_days", terms, match });
    const room = told?.room;
    if (!room) return;
    const mine = match ? await actions.tell({ type: "offers_by_days", mine: true }) : null;
    if (mine && !mine.rows.some((one) => one.room === room)) return actions.go(`/game/${room}`);
    actions.toast(t("days.offered"));
    await reload();
  }

  const vacation = vacationCard(actions);
  const terms = made(el("div", { class: "col" }));
  const drawTerms = onChange(
    () =>
      fill(
        terms,
        segments(t("days.clock"), CLOCKS, clock, (one) => clockName(clockOf(one)), (one) => void (clock = one), "chips"),
        el("label", { class: "field" }, el("span", {}, t("rules.label")), rulesSelect(sets, rules, (one) => void (rules = one))),
        !guest && toggle(t("create.rated"), t("create.rated.text"), rated, (on) => void (rated = on)),
      ),
    () => [guest, sets],
  );
  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l" },
      pageHead(t("days.title")),
      gamesTabs("days"),
      el(
        "div",
        { class: "cols2" },
        el(
          "div",
          { class: "col l" },
          el("section", { class: "card", "aria-label": t("days.open") }, el("header", {}, el("h2", { class: "grow" }, t("days.open"))), open.root),
        ),
        el(
          "div",
          { class: "col l" },
          el(
            "section",
            { class: "card", "aria-label": t("days.new") },
            el("header", {}, el("h2", { class: "grow" }, t("days.new"))),
            el(
              "div",
              { class: "pad col" },
              el("p", { class: "mut small" }, t("days.text")),
              terms,
              el(
                "div",
                { class: "row w" },
                el("button", { type: "button", class: "btn main", onclick: () => void offer(true) }, icon("search"), t("days.find")),
                el("button", { type: "button", class: "btn", onclick: () => void offer(false) }, t("days.offer")),
              ),
            ),
          ),
          card(t("days.mine"), own.root),
          vacation.root,
        ),
      ),
    ),
  ));
  return {
    root,
    render(app) {
      ({ me, guest, rules: sets } = app);
      drawTerms(null);
    },
    title: () => t("days.title"),
    arrive(app) {
      ({ me, guest } = app);
      void reload();
      void vacation.show(guest);
    },
    hear: (message) => void (["waiting", "game_opened"].includes(message.type) && own.reload()),
    tick: (serverMs) => void (nowMs = serverMs),
  };
}
