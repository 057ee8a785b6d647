/**
 * The form that creates a game: with whom, clock, side, rule set.
 */

import { drawPiece } from "../board/drawing.js";
import { rulesName, t } from "../text/catalogue.js";
import { el, fill, icon, onChange, svg } from "./dom.js";
import { errorNote } from "./parts.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {"fischer" | "byoyomi" | "three_part" | "per_move" | "correspondence" | "none"} ClockType */
/**
 * @typedef {object} Wanted
 * @property {"friend" | "anyone" | "person"} audience
 * @property {ClockType} clock
 * @property {number} minutes
 * @property {number} seconds added for each move
 * @property {number} period seconds of a byo-yomi period
 * @property {number} periods
 * @property {number} move seconds for each move, in controls that limit it
 * @property {number} count seconds that are counted once the game time is used up
 * @property {number} days
 * @property {"red" | "black" | "any"} side
 * @property {string} rules
 * @property {boolean} forbid
 * @property {boolean} strict
 * @property {string} name of the player who is challenged
 * @property {number} low the least rating that may take an offer, 0 for any
 * @property {number} high the greatest, 0 for any
 * @property {number} hours an invitation waits
 * @property {boolean} always
 * @property {boolean} compensation
 * @property {boolean} takebacks
 * @property {boolean} chat
 * @property {boolean} rated it counts for the rating; needs an account
 * @property {number} delay seconds after which spectators are told
 * @property {boolean} more whether the rarer terms are shown
 */

const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180];
const SECONDS = [0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180];
const LIMITS = SECONDS.filter((seconds) => seconds >= 5);
const PERIODS = [1, 2, 3, 5, 10];
const DAYS = [1, 2, 3, 5, 7, 10, 14];
const RATINGS = [0, ...Array.from({ length: 20 }, (_, i) => 800 + 100 * i)];
const HOURS = [1, 3, 6, 12, 24, 48, 72, 168];
const DELAYS = [0, 15, 30, 60, 120, 300, 600];

const CLOCKS = /** @type {const} */ (["fischer", "byoyomi", "three_part", "per_move", "correspondence", "none"]);
/** The rule sets that punish; the others ban by their own text and know no such option. */
const MAY_FORBID = ["axf", "wxf", "cxa", "club"];
/** The rule sets that leave some rulings to an arbiter, unless told to rule always. */
const MAY_DOUBT = ["cxa"];
const SWITCHES = /** @type {const} */ (["takebacks", "chat", "compensation"]);

/** @type {Wanted} */
const FIRST = {
  audience: "friend",
  clock: "fischer",
  minutes: 10,
  seconds: 5,
  period: 30,
  periods: 3,
  move: 60,
  count: 30,
  days: 3,
  side: "any",
  rules: "axf",
  forbid: false,
  strict: false,
  name: "",
  low: 0,
  high: 0,
  hours: 24,
  always: false,
  compensation: true,
  takebacks: true,
  chat: true,
  rated: false,
  delay: 0,
  more: false,
};

/** @param {Wanted} wanted @returns {import("../messages").ClockTerms} */
function clockOf({ clock, minutes, seconds, period, periods, move, count, days }) {
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
      return { type: clock, days };
    case "none":
      return { type: clock };
  }
}

/** @param {Wanted} wanted @returns {import("../messages").Terms} */
export function termsOf(wanted) {
  const { rules, forbid, strict, always, compensation, takebacks, chat, rated, delay } = wanted;
  return {
    clock: clockOf(wanted),
    rules: {
      name: rules,
      forbid: forbid && MAY_FORBID.includes(rules),
      strict: strict && MAY_FORBID.includes(rules),
      always: always && MAY_DOUBT.includes(rules),
    },
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

/** How a control is known when the form is drawn anew. @param {Element | null} control */
const nameOf = (control) =>
  control?.getAttribute("aria-label") ?? control?.getAttribute("aria-labelledby") ?? control?.textContent;

/** @param {string} label @param {{name: string, on: boolean, act: () => void, sign?: string}[]} choices @param {string} [layout] */
const segments = (label, choices, layout = "") =>
  el(
    "div",
    { class: `seg ${layout}`, role: "radiogroup", "aria-label": label },
    ...choices.map(({ name, on, act, sign }) =>
      el(
        "button",
        { type: "button", role: "radio", "aria-checked": String(on), onclick: act },
        sign ? icon(sign, "s") : null,
        name,
      ),
    ),
  );

/** @param {string} label @param {number} value @param {number[]} scale @param {(value: number) => void} set @param {(value: number) => string} [shown] */
const stepper = (label, value, scale, set, shown = String) =>
  el(
    "div",
    { class: "field" },
    el("span", {}, label),
    el(
      "div",
      { class: "step", role: "group", "aria-label": label },
      el(
        "button",
        {
          type: "button",
          "aria-label": t("create.less", { what: label }),
          onclick: () => set(stepped(scale, value, -1)),
        },
        "−",
      ),
      el("b", { "aria-live": "polite" }, shown(value)),
      el(
        "button",
        {
          type: "button",
          "aria-label": t("create.more", { what: label }),
          onclick: () => set(stepped(scale, value, 1)),
        },
        "+",
      ),
    ),
  );

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
      return [stepper(t("create.days"), wanted.days, DAYS, (n) => set({ days: n }))];
    case "none":
      return [];
  }
}

/** A term that is on or off. @param {string} id @param {string} name @param {string} hint @param {boolean} on @param {(on: boolean) => void} set */
const option = (id, name, hint, on, set) =>
  el(
    "div",
    { class: "opt" },
    el("span", { id: `create-${id}` }, name, el("small", {}, hint)),
    el("button", {
      type: "button",
      class: "sw",
      role: "switch",
      "aria-checked": String(on),
      "aria-labelledby": `create-${id}`,
      onclick: () => set(!on),
    }),
  );

/** The rarer terms, folded up at first. @param {Wanted} wanted @param {(change: Partial<Wanted>) => void} set */
const moreTerms = (wanted, set) =>
  el(
    "div",
    { class: "col s" },
    el(
      "button",
      {
        type: "button",
        class: "btn quiet fold",
        "aria-expanded": String(wanted.more),
        onclick: () => set({ more: !wanted.more }),
      },
      t("create.terms"),
      icon(wanted.more ? "up" : "down", "s"),
    ),
    ...(wanted.more
      ? [
          ...SWITCHES.map((name) =>
            option(name, t(`create.${name}`), t(`create.${name}.text`), wanted[name], (on) => set({ [name]: on })),
          ),
          stepper(t("create.delay"), wanted.delay, DELAYS, (delay) => set({ delay })),
        ]
      : []),
  );

/** @param {("K" | "k")[]} generals @param {import("../board/drawing.js").PieceSet} pieces */
const generalsRow = (generals, pieces) =>
  el(
    "span",
    { class: "row s" },
    ...generals.map((piece) =>
      svg("svg", { viewBox: "-.5 -.5 1 1.02", width: 34, height: 34, "aria-hidden": "true" }, drawPiece(piece, pieces)),
    ),
  );

/** @param {Deeds} deeds */
export function createForm(deeds) {
  let wanted = FIRST;
  /** @type {App | null} */
  let shown = null;
  let offered = false;
  const root = el("form", {
    class: "col make",
    onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void submit();
    },
  });
  const errors = el("div", { role: "alert" });

  async function submit() {
    const { audience, side, low, high, hours } = wanted;
    const terms = termsOf(wanted);
    const name = wanted.name.trim();
    fill(errors);
    if (audience !== "person") {
      deeds.seek({ type: "open_game", terms, side, audience, low: low || null, high: high || null, hours });
    } else if (name) {
      await deeds
        .challenge({ player: null, name, terms, side })
        .catch((/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)));
    }
  }

  /** @param {Partial<Wanted>} change */
  function set(change) {
    const held = nameOf(document.activeElement);
    wanted = { ...wanted, ...change };
    if (shown) render(shown, offered);
    const again = [...root.querySelectorAll("button, select")].find((control) => nameOf(control) === held);
    /** @type {HTMLElement | undefined} */ (again)?.focus();
  }

  const draw = onChange(
    (/** @type {{app: App, wanted: Wanted, offered: boolean}} */ { app }) => {
      const { audience, side } = wanted;
      root.setAttribute("aria-label", t("create.title"));
      fill(
        root,
        el(
          "section",
          { class: "card pad col" },
          el("h2", {}, t("create.title")),
          segments(t("create.audience"), [
            {
              name: t("create.friend"),
              sign: "link",
              on: audience === "friend",
              act: () => set({ audience: "friend" }),
            },
            {
              name: t("create.anyone"),
              sign: "user",
              on: audience === "anyone",
              act: () => set({ audience: "anyone" }),
            },
            {
              name: t("create.person"),
              sign: "friends",
              on: audience === "person",
              act: () => set({ audience: "person" }),
            },
          ]),
          audience === "person" &&
            el(
              "label",
              { class: "field" },
              el("span", {}, t("create.name")),
              el("input", {
                class: "inp",
                value: wanted.name,
                maxlength: 24,
                required: true,
                autocomplete: "off",
                oninput: (/** @type {Event} */ event) =>
                  (wanted = { ...wanted, name: /** @type {HTMLInputElement} */ (event.target).value }),
              }),
            ),
          segments(
            t("create.clock"),
            CLOCKS.map((clock) => ({
              name: t(`create.${clock}`),
              on: wanted.clock === clock,
              act: () => set({ clock }),
            })),
            "grid2",
          ),
          wanted.clock !== "none" && el("div", { class: "pair" }, ...clockSteppers(wanted, set)),
          el("h3", { id: "create-side" }, t("create.side")),
          el(
            "div",
            { class: "three", role: "radiogroup", "aria-labelledby": "create-side" },
            .../** @type {const} */ (["red", "any", "black"]).map((choice) =>
              el(
                "button",
                {
                  type: "button",
                  class: "swatch",
                  role: "radio",
                  "aria-checked": String(choice === side),
                  onclick: () => set({ side: choice }),
                },
                generalsRow(choice === "red" ? ["K"] : choice === "black" ? ["k"] : ["K", "k"], app.settings.pieces),
                t(`side.${choice}`),
              ),
            ),
          ),
          rulesField(app, wanted, set),
          !app.guest &&
            option("rated", t("create.rated"), t("create.rated.text"), wanted.rated, (rated) => set({ rated })),
          audience === "anyone" &&
            el(
              "div",
              { class: "pair" },
              stepper(t("create.low"), wanted.low, RATINGS, (low) => set({ low, high: wanted.high && Math.max(low, wanted.high) }), ratingText),
              stepper(t("create.high"), wanted.high, RATINGS, (high) => set({ high, low: high ? Math.min(high, wanted.low) : wanted.low }), ratingText),
            ),
          audience === "friend" && stepper(t("create.hours"), wanted.hours, HOURS, (hours) => set({ hours })),
          moreTerms(wanted, set),
          errors,
          el(
            "button",
            { class: "btn big wide", disabled: app.link !== "open" },
            icon({ friend: "link", anyone: "plus", person: "send" }[audience]),
            t(/** @type {const} */ ({ friend: "create.invite", anyone: "create.offer", person: "create.challenge" })[audience]),
          ),
        ),
      );
    },
    ({ app, wanted: now }) => [now, app.rules, app.link, app.settings, app.guest, offered],
  );

  /** @param {App} app @param {boolean} hasOffer */
  function render(app, hasOffer) {
    shown = app;
    offered = hasOffer;
    draw({ app, wanted, offered });
  }

  function focus() {
    root.scrollIntoView({ block: "nearest" });
    root.querySelector("button")?.focus();
  }

  return { root, render, focus };
}

/** @param {App} app @param {Wanted} wanted @param {(change: Partial<Wanted>) => void} set */
const rulesField = ({ rules }, wanted, set) =>
  el(
    "div",
    { class: "col s" },
    el(
      "label",
      { class: "field" },
      el("span", {}, t("rules.label")),
      el(
        "select",
        {
          class: "inp",
          onchange: (/** @type {Event} */ event) =>
            set({ rules: /** @type {HTMLSelectElement} */ (event.target).value }),
        },
        ...(rules.length ? rules : [FIRST.rules]).map((name) =>
          el(
            "option",
            { value: name, selected: name === wanted.rules },
            rulesName({ clock: { type: "none" }, rules: { name } }),
          ),
        ),
      ),
    ),
    MAY_FORBID.includes(wanted.rules) &&
      option("forbid", t("create.forbid"), t("create.forbid.text"), wanted.forbid, (forbid) => set({ forbid })),
    MAY_FORBID.includes(wanted.rules) &&
      option("strict", t("create.strict"), t("create.strict.text"), wanted.strict, (strict) => set({ strict })),
    MAY_DOUBT.includes(wanted.rules) &&
      option("always", t("create.always"), t("create.always.text"), wanted.always, (always) => set({ always })),
  );
