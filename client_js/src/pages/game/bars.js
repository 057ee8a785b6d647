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
import { el, fill, made, onChange, sideSign } from "../../ui/dom.js";
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

/** What one bar says. @param {App} app @param {Side} side */
function barFacts(app, side) {
  const table = app.room?.table ?? null;
  const seat = table ? table[side] : null;
  const isTurn = table?.status === "playing" && turnAt(table, table.moves.length) === side;
  const isYou = table?.you === side;
  const isAbsent = table?.absences.some((absence) => absence.side === side) ?? false;
  const isOff = table?.status === "playing" && table.here?.[side] === false;
  const turn = isYou ? statusOf(app) : t(table?.you ? "game.thinking" : "game.turn");
  return {
    side,
    hasClock: table !== null && table.terms.clock.type !== "none",
    isThreePart: table?.terms.clock.type === "three_part",
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

/** Pieces taken, and one line of state. @param {ReturnType<typeof barFacts>} facts */
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

/** One bar: `render` draws it, `tick` moves its clock. @param {HTMLElement} host */
function createBar(host) {
  const clock = made(el("div", { role: "timer" }));
  const periods = made(el("span", { class: "periods" }));
  const draw = onChange((/** @type {ReturnType<typeof barFacts>} */ facts) => {
    const presence = facts.here === null ? "unknown" : facts.here ? "here" : "away";
    host.setAttribute("aria-label", `${t(`side.${facts.side}`)}: ${facts.name}`);
    clock.setAttribute("aria-label", t("clock.label", { who: t(`side.${facts.side}`) }));
    fill(
      host,
      facts.seated &&
        el("span", { class: facts.here === false ? "dot off" : "dot", role: "img", "aria-label": t(presence) }),
      el(
        "div",
        { class: "who" },
        el("div", {}, sideSign(facts.side), el("b", { class: "cut" }, facts.name), ratingText(facts.rating), periods),
        lowerLine(facts),
      ),
      facts.hasClock && clock,
    );
  });

  const drawPeriods = onChange((/** @type {{terms: ClockTerms, face: Face | null, faces: typeof faces}} */ { terms, face }) =>
    fill(periods, faces?.periodSquares(terms, face)),
  );

  const drawOne = onChange((/** @type {string} */ text) =>
    fill(clock, el("span", { class: "hand", "aria-hidden": "true" }), text),
  );

  const drawThree = onChange((/** @type {{cells: import("./clock_faces.js").Cell[], runs: boolean}} */ { cells, runs }) =>
    fill(clock, ...(faces?.cellBoxes(cells, runs) ?? [])),
  );

  /** @param {Table} table @param {Side} side @param {number} serverMs @param {boolean} paused */
  function tick(table, side, serverMs, paused) {
    const face = faceOf(table, side, serverMs);
    const terms = table.terms.clock;
    const counted = face && isCounting(face) ? face : null;
    drawPeriods({ faces, terms, face: face && { ...face, leftMs: 0, turnMs: counted && 0 } });
    if (face === null) return;
    const runs = table.clock.running === side;
    const isThree = terms.type === "three_part";
    clock.className = [
      isThree ? "clk3" : "clk",
      runs && "run",
      runs && isLow(face) && "low",
      runs && paused && "paused",
    ]
      .filter(Boolean)
      .join(" ");
    if (terms.type === "three_part") {
      drawThree({ cells: faces?.threeCells(face, terms) ?? [], runs });
    } else {
      const full = counted && terms.type === "byoyomi" ? terms.period_ms : fullMs(terms);
      clock.style.setProperty("--left", `${Math.min(100, (100 * face.leftMs) / full)}%`);
      const text = clockText(face.leftMs);
      clock.classList.toggle("long", text.length > MOST_DIGITS);
      drawOne(text);
    }
  }

  return { render: (/** @type {App} */ app, /** @type {Side} */ side) => draw(barFacts(app, side)), tick };
}

/** The side that sits below: one's own; of a game one watches, Red until the board is turned. @param {App} app @param {boolean} flipped @returns {Side} */
function lowerSide({ room }, flipped) {
  const you = room?.table?.you ?? null;
  return you ?? (flipped ? "black" : "red");
}

/**
 * Fills both bars.
 * @param {HTMLElement} upperHost @param {HTMLElement} lowerHost @returns {import("./shown.js").Panel}
 */
export function createBars(upperHost, lowerHost) {
  const upper = createBar(upperHost);
  const lower = createBar(lowerHost);
  /** @type {{app: App, below: Side} | null} */
  let shown = null;
  /** When the line was lost: from then on nobody knows what the clocks show. @type {number | null} */
  let lostMs = null;
  return {
    render(app, view) {
      const below = lowerSide(app, view.flipped);
      fetchFaces(app.room?.table?.terms.clock);
      shown = { app, below };
      upper.render(app, otherSide(below));
      lower.render(app, below);
    },
    tick(serverMs) {
      const table = shown?.app.room?.table;
      if (!shown || !table) return;
      lostMs = isHeard(shown.app) ? null : (lostMs ?? serverMs);
      const paused = shown.app.pausedAtMs !== null || lostMs !== null;
      upper.tick(table, otherSide(shown.below), lostMs ?? serverMs, paused);
      lower.tick(table, shown.below, lostMs ?? serverMs, paused);
    },
  };
}
