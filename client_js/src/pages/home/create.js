/**
 * The sheet that creates a game: for a friend, for anyone, or for a player by name. Clock and side
 * are in sight, the rarer terms folded up with what they are now written beside them.
 */

import { drawPiece } from "../../board/drawing.js";
import { rulesOf, USUAL_RULES } from "../../models/rule_terms.js";
import { clockName, rulesName, t, unusualTerms } from "../../text/catalogue.js";
import { rulesSelect, toggle } from "../../ui/controls.js";
import { el, fill, icon, made, onChange, svg } from "../../ui/dom.js";
import { errorNote } from "../../ui/parts.js";
import { segments } from "../../ui/segments.js";
import { mayChoose, pieceChoice } from "../shared/piece_choice.js";
import { ruleOptions } from "../shared/rule_terms.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {"friend" | "anyone" | "person"} Audience for whom a game is created */
/** @typedef {"fischer" | "byoyomi" | "three_part" | "per_move" | "correspondence" | "none"} ClockType */
/**
 * @typedef {object} WantedGame
 * @property {Audience} audience
 * @property {ClockType} clock
 * @property {number} minutes
 * @property {number} seconds added for each move
 * @property {number} period seconds of a byo-yomi period
 * @property {number} periods
 * @property {number} move seconds for each move, in controls that limit it
 * @property {number} count seconds that are counted once the game time is used up
 * @property {number} days
 * @property {number} bank days in reserve
 * @property {"red" | "black" | "any"} side
 * @property {string} name of the player who is challenged
 * @property {number} low the least rating that may take an offer, 0 for any
 * @property {number} high the greatest, 0 for any
 * @property {number} hours an invitation waits
 * @property {boolean} compensation
 * @property {boolean} takebacks
 * @property {boolean} chat
 * @property {boolean} rated it counts for the rating; needs an account
 * @property {number} delay seconds after which spectators are told
 */
/** @typedef {WantedGame & import("../../models/rule_terms.js").WantedRules} Wanted */

const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180];
const SECONDS = [0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180];
const LIMITS = SECONDS.filter((seconds) => seconds >= 5);
const PERIODS = [1, 2, 3, 5, 10];
const DAYS = [1, 2, 3, 5, 7, 10, 14];
const BANKS = [0, 1, 3, 7, 14, 30];
const RATINGS = [0, ...Array.from({ length: 20 }, (_, i) => 800 + 100 * i)];
const HOURS = [1, 3, 6, 12, 24, 48, 72, 168];
const DELAYS = [0, 15, 30, 60, 120, 300, 600];

/** The kinds of clocks that are put together by hand. */
const KINDS = /** @type {readonly ClockType[]} */ (["fischer", "byoyomi", "three_part", "per_move", "correspondence"]);
const SIDES = /** @type {readonly Wanted["side"][]} */ (["red", "any", "black"]);
const SWITCHES = /** @type {const} */ (["takebacks", "chat", "compensation"]);

/** @type {Wanted} */
const FIRST = {
  ...USUAL_RULES,
  audience: "friend",
  clock: "fischer",
  minutes: 10,
  seconds: 5,
  period: 30,
  periods: 3,
  move: 60,
  count: 30,
  days: 3,
  bank: 0,
  side: "any",
  name: "",
  low: 0,
  high: 0,
  hours: 24,
  compensation: true,
  takebacks: true,
  chat: true,
  rated: false,
  delay: 0,
};

/** The clocks most games have, by what they set; the others are put together by hand. @type {Record<string, Partial<Wanted>>} */
const USUAL = {
  "5+3": { clock: "fischer", minutes: 5, seconds: 3 },
  "10+5": { clock: "fischer", minutes: 10, seconds: 5 },
  "15+10": { clock: "fischer", minutes: 15, seconds: 10 },
  days: { clock: "correspondence", days: 3, bank: 0 },
  none: { clock: "none" },
};
const FIRST_CLOCK = "10+5";
/** What the sheet is called, and its button, by audience. */
const WORDS = /** @type {const} */ ({
  friend: { title: "ways.friend", button: "create.invite", sign: "link", note: "create.friend.text" },
  anyone: { title: "ways.anyone", button: "create.offer", sign: "plus", note: "create.anyone.text" },
  person: { title: "ways.person", button: "create.challenge", sign: "send", note: "create.person.text" },
});

/** @param {Wanted} wanted @returns {import("../../messages").ClockTerms} */
function clockOf({ clock, minutes, seconds, period, periods, move, count, days, bank }) {
  const mainMs = minutes * 60_000;
  switch (clock) {
    case "fischer":
      return { type: clock, main_ms: mainMs, increment_ms: seconds * 1_000 };
    case "byoyomi":
      return { type: clock, main_ms: mainMs, period_ms: period * 1_000, periods };
    case "three_part":
      return { type: clock, game_ms: mainMs, move_ms: move * 1_000, count_ms: count * 1_000 };
    case "per_move":
      return { type: clock, move_ms: move * 1_000 };
    case "correspondence":
      return { type: clock, days, bank_days: bank, leave: null };
    case "none":
      return { type: clock };
  }
}

/** @param {Wanted} wanted @returns {import("../../messages").AskedGameTerms} */
function termsOf(wanted) {
  const { compensation, takebacks, chat, rated, delay } = wanted;
  return {
    clock: clockOf(wanted),
    rules: rulesOf(wanted),
    compensation,
    takebacks,
    chat,
    delay_ms: delay * 1_000,
    rated,
  };
}

/** The next value of a scale. @param {number[]} scale @param {number} value @param {1 | -1} step */
const stepped = (scale, value, step) => scale[Math.max(0, Math.min(scale.length - 1, scale.indexOf(value) + step))];

/** @param {number} rating */
const ratingText = (rating) => (rating === 0 ? t("create.any") : String(rating));

/** A value of a scale, stepped through by two buttons. @param {string} label @param {number} value @param {number[]} scale @param {(value: number) => void} set @param {(value: number) => string} [shown] */
function stepper(label, value, scale, set, shown = String) {
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {1 | -1} */ step) =>
    el(
      "button",
      {
        type: "button",
        "aria-label": name,
        onclick({ currentTarget }) {
          value = stepped(scale, value, step);
          fill(currentTarget.parentElement.querySelector("b"), shown(value));
          set(value);
        },
      },
      sign,
    );
  return el(
    "div",
    { key: label, class: "field" },
    el("span", {}, label),
    el(
      "div",
      { class: "step", role: "group", "aria-label": label },
      button(t("create.less", { what: label }), "−", -1),
      el("b", { "aria-live": "polite" }, shown(value)),
      button(t("create.more", { what: label }), "+", 1),
    ),
  );
}

/** What can be set of a clock. @param {Wanted} wanted @param {(change: Partial<Wanted>) => void} set */
function clockSteppers(wanted, set) {
  const minutes = () => stepper(t("create.minutes"), wanted.minutes, MINUTES, (n) => set({ minutes: n }));
  const move = () => stepper(t("create.move"), wanted.move, LIMITS, (n) => set({ move: n }));
  switch (wanted.clock) {
    case "fischer":
      return [minutes(), stepper(t("create.increment"), wanted.seconds, SECONDS, (n) => set({ seconds: n }))];
    case "byoyomi":
      return [
        minutes(),
        stepper(t("create.period"), wanted.period, LIMITS, (n) => set({ period: n })),
        stepper(t("create.periods"), wanted.periods, PERIODS, (n) => set({ periods: n })),
      ];
    case "three_part":
      return [minutes(), move(), stepper(t("create.count"), wanted.count, LIMITS, (n) => set({ count: n }))];
    case "per_move":
      return [move()];
    case "correspondence":
      return [
        stepper(t("create.days"), wanted.days, DAYS, (n) => set({ days: n })),
        stepper(t("create.bank"), wanted.bank, BANKS, (n) => set({ bank: n })),
      ];
    case "none":
      return [];
  }
}

/** @param {("K" | "k")[]} generals @param {import("../../board/drawing.js").PieceSet} pieces */
const generalsRow = (generals, pieces) =>
  el(
    "span",
    { class: "row s" },
    ...generals.map((piece) =>
      svg("svg", { viewBox: "-.5 -.5 1 1.02", width: 34, height: 34, "aria-hidden": "true" }, drawPiece(piece, pieces)),
    ),
  );

/** A side to play, by its generals. @param {Wanted["side"]} side @param {App} app */
const sideShown = (side, { settings }) =>
  el("span", { class: "swatch" }, generalsRow(side === "red" ? ["K"] : side === "black" ? ["k"] : ["K", "k"], settings.pieces), t(`side.${side}`));

/** The clocks made by hand: kind, and what can be set of it. @param {Wanted} first @param {(change: Partial<Wanted>) => void} set */
function otherClock(first, set) {
  let wanted = first;
  const fields = made(el("div", { class: "pair" }));
  /** @param {Partial<Wanted>} change */
  function note(change) {
    wanted = { ...wanted, ...change };
    set(change);
  }
  const draw = () => fill(fields, ...clockSteppers(wanted, note));
  draw();
  const kinds = segments(
    t("create.clock.kind"),
    KINDS,
    wanted.clock,
    (kind) => t(`create.${kind}`),
    (clock) => {
      note({ clock });
      draw();
    },
    "grid2",
  );
  return el("div", { class: "col" }, kinds, fields);
}

/**
 * The sheet for one audience; it is made once and then changed in place, so that nothing that was
 * written or is held is lost.
 * @param {Actions} actions @param {App} first @param {Audience} audience @param {() => void} close
 */
export function createSheet(actions, first, audience, close) {
  /** @type {Wanted} */
  let wanted = { ...FIRST, audience };
  const words = WORDS[audience];
  const title = made(el("h2", { class: "grow", tabindex: -1 }, t(words.title)));
  const other = made(el("div", { hidden: true }));
  const rules = made(el("div", { class: "col s" }));
  const summary = made(el("small", { class: "mut" }));
  const terms = made(el("div", { class: "col", hidden: true }));
  const errors = made(el("div", { role: "alert" }));
  const pieces = made(el("div"));
  const drawPieces = onChange(
    (/** @type {App} */ { settings }) => fill(pieces, pieceChoice(settings, actions)),
    ({ settings }) => [settings.pieces, settings.language],
  );
  if (mayChoose()) actions.allSets(); // both kinds are shown
  const send = made(el("button", { class: "btn main big wide" }, icon(words.sign), t(words.button)));

  /** @param {Partial<Wanted>} change */
  function set(change) {
    wanted = { ...wanted, ...change };
    fill(summary, summaryOf(wanted));
  }

  async function submit() {
    const { side, low, high, hours } = wanted;
    const name = String(new FormData(root).get("name") ?? "").trim();
    fill(errors);
    if (audience === "anyone" && wanted.clock === "correspondence") {
      const range = { min_rating: low || null, max_rating: high || null };
      await actions
        .ask({ type: "offer_by_days", terms: termsOf(wanted), side, ...range })
        .then(() => actions.go("/days"), (/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)));
    } else if (audience !== "person") {
      actions.lobby({ type: "open_game", terms: termsOf(wanted), side, audience, low: low || null, high: high || null, hours });
      if (audience === "anyone") close();
    } else if (name) {
      await actions
        .challenge({ player: null, name, terms: termsOf(wanted), side })
        .then(close, (/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)));
    }
  }

  /** @param {string} chosen of the usual clocks, or "other" */
  function chooseClock(chosen) {
    other.hidden = chosen !== "other";
    if (chosen === "other") {
      if (!KINDS.some((kind) => kind === wanted.clock)) set({ clock: "fischer" });
      fill(other, otherClock(wanted, set));
    } else set(USUAL[chosen]);
  }

  function unfold() {
    terms.hidden = !terms.hidden;
    more.setAttribute("aria-expanded", String(!terms.hidden));
  }
  const more = made(el("button", { type: "button", class: "fold", "aria-expanded": "false", onclick: unfold }, el("b", {}, t("create.terms")), summary, icon("down", "s")));
  const drawRules = () => fill(rules, ...ruleOptions(wanted, set));
  drawRules();
  fill(terms, ...termFields(first, wanted, set, rules, drawRules));
  const root = made(el(
    "form",
    {
      class: "card sheetbox",
      "aria-label": t(words.title),
      onsubmit(/** @type {SubmitEvent} */ event) {
        event.preventDefault();
        void submit();
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close(),
    },
    el(
      "header",
      {},
      title,
      el("button", { type: "button", class: "btn icon quiet", "aria-label": t("create.close"), onclick: close }, icon("x")),
    ),
    el(
      "div",
      { class: "body" },
      audience === "person" &&
        el(
          "label",
          { class: "field" },
          el("span", {}, t("create.name")),
          el("input", { class: "inp", name: "name", maxlength: 24, required: true, autocomplete: "off" }),
        ),
      el("h3", {}, t("create.clock")),
      segments(t("create.clock"), [...Object.keys(USUAL), "other"], FIRST_CLOCK, clockShown, chooseClock, "chips"),
      other,
      el("h3", {}, t("create.side")),
      segments(t("create.side"), SIDES, wanted.side, (side) => sideShown(side, first), (side) => set({ side }), "sides"),
      mayChoose() && el("h3", {}, t("settings.pieces")),
      mayChoose() && pieces,
      more,
      terms,
    ),
    el("footer", {}, errors, send, el("p", { class: "mut small" }, t(words.note))),
  ));
  set({});
  return {
    root,
    /** @param {App} app */
    render(app) {
      send.disabled = app.link !== "open";
      if (mayChoose()) drawPieces(app);
    },
    focus: () => title.focus(),
  };
}

/** The name of a usual clock. @param {string} name */
const clockShown = (name) =>
  name === "other" ? t("create.other") : clockName(clockOf({ ...FIRST, ...USUAL[name] }));

/** What the folded terms are now, in a line. @param {Wanted} wanted */
const summaryOf = (wanted) =>
  [
    rulesName(termsOf(wanted)),
    t(wanted.rated ? "room.rated" : "room.casual"),
    wanted.audience === "friend" && t("create.link_for", { n: wanted.hours }),
    wanted.low > 0 && `${t("create.low")} ${wanted.low}`,
    wanted.high > 0 && `${t("create.high")} ${wanted.high}`,
    ...unusualTerms(termsOf(wanted)),
  ]
    .filter(Boolean)
    .join(" · ");

/** @param {App} app @param {Wanted} wanted @param {(change: Partial<Wanted>) => void} set @param {HTMLElement} rules what the rule set leaves open @param {() => void} drawRules */
function termFields(app, wanted, set, rules, drawRules) {
  const { audience } = wanted;
  return [
    el(
      "label",
      { class: "field" },
      el("span", {}, t("rules.label")),
      rulesSelect(app.rules, wanted.rules, (rules) => {
        set({ rules });
        drawRules();
      }),
    ),
    rules,
    !app.guest && toggle(t("create.rated"), t("create.rated.text"), wanted.rated, (rated) => set({ rated })),
    ...SWITCHES.map((name) => toggle(t(`create.${name}`), t(`create.${name}.text`), wanted[name], (on) => set({ [name]: on }))),
    audience === "anyone" && ratingRange(set),
    audience === "friend" && stepper(t("create.hours"), wanted.hours, HOURS, (hours) => set({ hours })),
    stepper(t("create.delay"), wanted.delay, DELAYS, (delay) => set({ delay })),
  ];
}

/** Whose rating may take the offer; one end pushes the other. @param {(change: Partial<Wanted>) => void} set */
function ratingRange(set) {
  const host = made(el("div", { class: "pair" }));
  let [low, high] = [0, 0];
  /** @param {"low" | "high"} moved @param {number} value */
  function move(moved, value) {
    if (moved === "low") [low, high] = [value, high && Math.max(value, high)];
    else [low, high] = [value ? Math.min(value, low) : low, value];
    set({ low, high });
    draw();
  }
  const draw = () =>
    fill(
      host,
      stepper(t("create.low"), low, RATINGS, (value) => move("low", value), ratingText),
      stepper(t("create.high"), high, RATINGS, (value) => move("high", value), ratingText),
    );
  draw();
  return host;
}
