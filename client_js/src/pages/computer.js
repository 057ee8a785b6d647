/** Playing the computer: eight levels, a side, a clock, and one button that says what comes of it. */

import { drawPiece } from "../board/drawing.js";
import { levelOf } from "../models/table.js";
import { clockName, t } from "../text/catalogue.js";
import { el, fill, made, onChange, svg } from "../ui/dom.js";
import { errorNote, pageHead } from "../ui/parts.js";
import { segments } from "../ui/segments.js";
import { pieceChoice } from "./shared/piece_choice.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../text/catalogue.js").Key} Key */
/** @typedef {import("../messages").ListedPlayer} ListedPlayer */

/** Computers come and go: so often one looks again, and sooner while there is none. */
const LOOK_MS = 15_000;
const LOOK_SOON_MS = 3_000;
const LEVEL_KEY = "xiangqi.computer";
/** Within reach of the engine that every server has. */
const FIRST_LEVEL = "3";
/** The piece that stands for a level. */
const PIECES = { 1: "P", 2: "p", 3: "A", 4: "B", 5: "N", 6: "C", 7: "R", 8: "K" };
const LEVELS = Object.keys(PIECES);
const SIDES = /** @type {const} */ (["red", "any", "black"]);

/** @type {Record<string, import("../messages").ClockTerms>} */
const CLOCKS = {
  none: { type: "none" },
  "5+3": { type: "fischer", main_ms: 300_000, increment_ms: 3_000 },
  "10+5": { type: "fischer", main_ms: 600_000, increment_ms: 5_000 },
  "15+10": { type: "fischer", main_ms: 900_000, increment_ms: 10_000 },
};

/** @param {string} level */
const nameOf = (level) => t(/** @type {Key} */ (`computer.${level}`));

/** @type {import("../page").CreateView} */
export function create(actions) {
  let level = localStorage.getItem(LEVEL_KEY) ?? FIRST_LEVEL;
  /** @type {typeof SIDES[number]} */
  let side = "red";
  let clock = "none";
  /** The computers that are online, by level; null before they are known. @type {Map<string, ListedPlayer> | null} */
  let online = null;
  /** How strong those are that have played rated games, by player. @type {Map<string, string>} */
  const strengths = new Map();
  /** @type {number | null} */
  let lookedMs = null;
  /** @type {App | null} */
  let shown = null;
  const levels = made(el("div", { class: "levels", role: "radiogroup", "aria-label": t("computer.levels"), onkeydown: stepped }));
  const errors = made(el("div", { role: "alert" }));
  const play = made(el("button", { class: "btn main big wide" }));
  const pieces = made(el("div"));
  const note = el("p", { class: "mut small" }, t("computer.note"));
  const form = el(
    "form",
    {
      class: "card pad col",
      "aria-label": t("computer.title"),
      onsubmit(/** @type {SubmitEvent} */ event) {
        event.preventDefault();
        void begin();
      },
    },
    el("h2", {}, t("computer.side")),
    segments(t("computer.side"), SIDES, side, (one) => t(`side.${one}`), (one) => {
      side = one;
      drawButton();
    }),
    el("h2", {}, t("computer.clock")),
    segments(t("computer.clock"), Object.keys(CLOCKS), clock, (one) => clockName(CLOCKS[one]), (one) => {
      clock = one;
      drawButton();
    }, "chips"),
    el("h2", {}, t("settings.pieces")),
    pieces,
    errors,
    el("div", { class: "startbar" }, play),
    note,
  );
  actions.allSets(); // both kinds are shown
  const root = made(el("main", {}, el("div", { class: "col l" }, pageHead(t("computer.title")), el("div", { class: "home" }, levels, form))));

  async function begin() {
    const rival = online?.get(level);
    if (!rival) return;
    fill(errors);
    play.disabled = true;
    const terms = { clock: CLOCKS[clock], rules: { name: "axf" }, takebacks: true, rated: false };
    try {
      const { room } = await actions.ask({ type: "challenge", player: rival.player, name: null, terms, side });
      if (room !== null) actions.go(`/game/${room}`); // the answer comes there, at once
    } catch (refusal) {
      fill(errors, errorNote(/** @type {Error} */ (refusal).message));
    }
    drawButton();
  }

  /** @param {string} wanted */
  function choose(wanted) {
    level = wanted;
    localStorage.setItem(LEVEL_KEY, level);
    draw();
  }

  /** Arrow keys go to the next level that can be played. @param {KeyboardEvent} event */
  function stepped(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const open = LEVELS.filter((one) => online?.has(one));
    if (open.length === 0) return;
    choose(open[(open.indexOf(level) + step + open.length) % open.length]);
    /** @type {HTMLElement | null} */ (levels.querySelector("[aria-checked=true]"))?.focus();
  }

  /** Why a level cannot be played now, "" if it can. @param {string} one */
  const hindrance = (one) => (online === null || online.has(one) ? "" : t(online.size > 0 ? "computer.needs_engine" : "computer.away"));

  /** @param {string} one */
  function levelButton(one) {
    const isOn = Boolean(online?.has(one));
    const isChosen = one === level;
    const why = hindrance(one);
    const piece = /** @type {Record<string, string>} */ (PIECES)[one];
    const pieces = shown?.settings.pieces ?? "traditional";
    const strength = strengths.get(online?.get(one)?.player ?? "");
    return el(
      "button",
      {
        key: one,
        type: "button",
        role: "radio",
        class: "level",
        "aria-checked": String(isChosen),
        "aria-disabled": String(!isOn),
        tabindex: isChosen ? 0 : -1,
        onclick: () => isOn && choose(one),
      },
      svg("svg", { viewBox: "-.5 -.5 1 1.02", width: 46, height: 46, "aria-hidden": "true" }, drawPiece(piece, pieces)),
      el("span", { class: "grow" }, el("b", {}, `${one} · ${nameOf(one)}`), el("small", { class: "mut" }, why || t(/** @type {Key} */ (`computer.${one}.text`)))),
      strength && el("span", { class: "num mut small", "aria-label": t("computer.rating", { points: strength }) }, strength),
    );
  }

  /** See which computers are online; those of a server that has just started come one after the other. */
  async function look() {
    const told = await actions.ask({ type: "player_list", of: "bots" }).catch(() => null);
    if (!told) return;
    online = onlineLevels(told.rows);
    const open = [...online.keys()].sort();
    if (open.length > 0 && !online.has(level)) level = open[open.length - 1];
    draw();
    await learnStrengths([...online.values()].filter(({ player }) => !strengths.has(player)));
  }

  /** Ask once a visit how strong they are. @param {ListedPlayer[]} bots */
  async function learnStrengths(bots) {
    if (bots.length === 0) return;
    await Promise.all(
      bots.map(async ({ player }) => {
        strengths.set(player, "");
        const told = await actions.ask({ type: "ratings", player }).catch(() => null);
        if (told === null) strengths.delete(player);
        else strengths.set(player, strengthText(told.ratings));
      }),
    );
    draw();
  }

  function drawButton() {
    play.disabled = shown?.link !== "open" || !online?.has(level);
    const facts = [t(`side.${side}`), clockName(CLOCKS[clock])].join(" · ");
    fill(play, t("computer.play", { name: nameOf(level), facts }));
  }

  function draw() {
    fill(levels, ...LEVELS.map(levelButton));
    if (shown) fill(pieces, pieceChoice(shown.settings, actions));
    drawButton();
  }
  const redraw = onChange(draw, (/** @type {App} */ { settings, link }) => [settings.pieces, link, settings.language]);

  return {
    root,
    title: () => t("computer.title"),
    render(app) {
      shown = app;
      redraw(app);
    },
    arrive: () => void look(),
    tick(serverMs) {
      lookedMs ??= serverMs;
      if (online === null || serverMs - lookedMs < (online.size > 0 ? LOOK_MS : LOOK_SOON_MS)) return;
      lookedMs = serverMs;
      void look();
    },
  };
}

/** The rating of which most is known, with a question mark while it is not certain; "" where no rated game was played. @param {import("../messages").SpeedRating[]} ratings */
function strengthText(ratings) {
  if (ratings.length === 0) return "";
  const { points, provisional } = ratings.reduce((best, one) => (one.games > best.games ? one : best));
  return `${points}${provisional ? "?" : ""}`;
}

/** The computers among the bots, by level. @param {ListedPlayer[]} bots */
const onlineLevels = (bots) =>
  new Map(
    bots.flatMap((bot) => {
      const level = levelOf(bot);
      return level && bot.online ? [[level, bot]] : [];
    }),
  );
