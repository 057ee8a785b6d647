/**
 * The bars of the two players: who they are, whether they are here, and their clocks.
 *
 * A clock has one of two faces: a box with one time, with squares for the periods of
 * byo-yomi beside the name; or three cells for 局时, 步时, 读秒, of which the counting one is marked.
 */

import { smallPiece } from "../../board/drawing.js";
import { faceOf, isCounting, isLow } from "../../models/clock.js";
import { otherSide, sideOf, taken, turnAt } from "../../models/table.js";
import { clockText, fullMs, personText, pieceKey, signedText, t } from "../../text/catalogue.js";
import { el, fill, made, sideSign } from "../../ui/dom.js";
import { shownPly, statusOf } from "./shown.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../messages").SideName} Side */
/** @typedef {import("../../messages").ClockTerms} ClockTerms */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("../../models/clock.js").Face} Face */

/** What clocks with periods or three parts show besides; fetched where there is one. @type {typeof import("./clock_faces.js") | null} */
let faces = null;

/** @param {ClockTerms} [terms] */
function fetchFaces(terms) {
  if (faces || (terms?.type !== "byoyomi" && terms?.type !== "three_part")) return;
  import("./clock_faces.js").then(
    (module) => (faces = module),
    () => {}, // no line: the next drawing asks again
  );
}

/** Whether the server is there as far as we know. @param {App} app */
const isHeard = ({ link, silent }) => link === "open" && !silent;

/**
 * What one bar says.
 * @typedef {object} BarInputs
 * @property {Side} side
 * @property {boolean} seated
 * @property {boolean | null} here whether the player is there, null where nobody knows
 * @property {string} name
 * @property {string} state
 * @property {string[]} taken pieces of the other side
 * @property {import("../../page").Settings["pieces"]} pieces
 * @property {import("../../messages").PlayerRating | null} rating
 * @property {Pick<Table, "clock" | "terms" | "behindMs"> | null} clocks
 * @property {boolean} isHeard whether the server is there: else nobody knows what the clocks show
 * @property {boolean} isPaused
 * @property {string} language
 */

/** @param {App} app @param {Side} side @returns {BarInputs} */
function barOf(app, side) {
  const table = app.room?.table ?? null;
  const seat = table ? table[side] : null;
  const isTurn = table?.status === "playing" && turnAt(table, table.moves.length) === side;
  const isYou = table?.you === side;
  const isAbsent = table?.absences.some((absence) => absence.side === side) ?? false;
  const isOff = table?.status === "playing" && table.here?.[side] === false;
  const turn = isYou ? statusOf(app) : t(table?.you ? "game.thinking" : "game.turn");
  return {
    side,
    clocks: table && { clock: table.clock, terms: table.terms, behindMs: table.behindMs },
    isHeard: isHeard(app),
    isPaused: app.pausedAtMs !== null,
    language: app.settings.language,
    seated: seat !== null,
    here: isYou ? isHeard(app) : (table?.here?.[side] ?? null),
    name: isYou ? t("you") : seat ? personText(seat) : table ? t("game.open_seat") : "–",
    state: (isAbsent || isOff) && !isYou ? t("game.away") : isTurn ? turn : isYou && app.room?.premove ? t("game.premove") : "",
    taken: table
      ? taken(table, shownPly(app))
          .filter((piece) => sideOf(piece) !== side)
          .sort()
      : [],
    pieces: app.settings.pieces,
    rating: table?.ratings[side] ?? null,
  };
}

/** A clock of more digits is written smaller, so that the name beside it has room. */
const MOST_DIGITS = 5;

/** Pieces taken, and one line of state. @param {BarInputs} inputs */
const lowerLine = ({ taken: pieces, pieces: set, state }) =>
  (pieces.length > 0 || state) &&
  el(
    "div",
    { class: "caps" },
    ...pieces.map((piece) => smallPiece(piece, set)),
    pieces.length > 0 &&
      el(
        "span",
        { class: "sr" },
        t("game.captured", { pieces: pieces.map((piece) => t(pieceKey(piece))).join(t("cell.comma")) }),
      ),
    el("span", { class: "xs mut num cut" }, state),
  );

/** A rating, with a question mark while it is provisional, and what the game made of it. @param {import("../../messages").PlayerRating | null} rating */
const ratingText = (rating) =>
  rating &&
  el(
    "span",
    { class: "small mut num" },
    el("span", { class: "points" }, `${rating.points}${rating.provisional ? "?" : ""}`),
    rating.change !== null && el("b", {}, ` ${signedText(rating.change)}`),
  );

/** @typedef {Pick<Table, "clock" | "terms" | "behindMs">} Clocks */

/** How a clock looks, by its classes. @param {Clocks} clocks @param {Side} side @param {Face} face @param {boolean} isPaused */
function clockClass({ clock, terms }, side, face, isPaused) {
  const runs = clock.running === side;
  const isLong = terms.clock.type !== "three_part" && clockText(face.leftMs).length > MOST_DIGITS;
  return [
    terms.clock.type === "three_part" ? "clk3" : "clk",
    runs && "run",
    runs && isLow(face) && "low",
    runs && isPaused && "paused",
    isLong && "long",
  ]
    .filter(Boolean)
    .join(" ");
}

/** What stands in a clock. @param {Clocks} clocks @param {Side} side @param {Face} face */
function clockContents({ clock, terms }, side, face) {
  if (terms.clock.type === "three_part") return faces?.cellBoxes(faces.threeCells(face, terms.clock), clock.running === side) ?? [];
  return [el("span", { class: "hand", "aria-hidden": "true" }), clockText(face.leftMs)];
}

/** How full a clock is, in hundredths. @param {Clocks} clocks @param {Face} face */
function fullness({ terms: { clock } }, face) {
  const full = isCounting(face) && clock.type === "byoyomi" ? clock.period_ms : fullMs(clock);
  return Math.min(100, (100 * face.leftMs) / full);
}

/** @type {import("./shown.js").Panel<BarInputs>["create"]} */
function create(host) {
  /** @type {BarInputs | null} */
  let shown = null;
  /** When the line was lost: from then on nobody knows what the clocks show. @type {number | null} */
  let lostMs = null;
  const clock = made(el("div", { role: "timer" }));
  const periods = made(el("span", { class: "periods" }));

  /** @param {BarInputs} inputs */
  function render(inputs) {
    shown = inputs;
    const { side, name, here } = inputs;
    const terms = inputs.clocks?.terms.clock;
    fetchFaces(terms);
    host.setAttribute("aria-label", `${t(`side.${side}`)}: ${name}`);
    clock.setAttribute("aria-label", t("clock.label", { who: t(`side.${side}`) }));
    fill(
      host,
      inputs.seated &&
        el("span", { class: here === false ? "dot off" : "dot", role: "img", "aria-label": t(here === null ? "unknown" : here ? "here" : "away") }),
      el(
        "div",
        { class: "who" },
        el("div", {}, sideSign(side), el("b", { class: "cut" }, name), ratingText(inputs.rating), periods),
        lowerLine(inputs),
      ),
      terms && terms.type !== "none" && clock,
    );
  }

  /** @param {number} serverMs */
  function tick(serverMs) {
    if (!shown?.clocks) return;
    const { clocks, side, isPaused } = shown;
    lostMs = shown.isHeard ? null : (lostMs ?? serverMs);
    const face = faceOf(clocks, side, lostMs ?? serverMs);
    fill(periods, faces?.periodSquares(clocks.terms.clock, face));
    if (face === null) return;
    clock.className = clockClass(clocks, side, face, isPaused || lostMs !== null);
    clock.style.setProperty("--left", `${fullness(clocks, face)}%`);
    fill(clock, ...clockContents(clocks, side, face));
  }
  return { render, tick };
}

/** The side that sits below: one's own; of a game one watches, Red until the board is turned. @param {App} app @param {boolean} flipped @returns {Side} */
function lowerSide({ room }, flipped) {
  const you = room?.table?.you ?? null;
  return you ?? (flipped ? "black" : "red");
}

/** @type {import("./shown.js").Panel<BarInputs>} */
export const lowerBar = { create, inputsOf: (app, view) => barOf(app, lowerSide(app, view.flipped)) };

/** @type {import("./shown.js").Panel<BarInputs>} */
export const upperBar = { create, inputsOf: (app, view) => barOf(app, otherSide(lowerSide(app, view.flipped))) };
