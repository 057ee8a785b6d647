/** What an engine said of the game that a review board began with: fetched where the address names a game. */

import { bestAt, chances, mistakesOf, scoreText, signOf } from "../../models/review.js";
import { startOf } from "../../models/line.js";
import { inNotation, spelled } from "../../models/notation.js";
import { cellsAfter } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, icon, svg } from "../../ui/dom.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../page").App} App */
/** @typedef {import("../../messages").Review} Review */
/** @typedef {import("../../messages").ReviewMark} ReviewMark */

const AGAIN_MS = 3_000;
const [WIDTH, HEIGHT] = [340, 76];

/**
 * @param {Actions} actions @param {string} room @param {() => void} changed
 * @param {(moves: string[], at: number) => void} show a line of the game, or one that the engine likes better
 */
export function createReview(actions, room, changed, show) {
  /** @type {Review | null} */
  let told = null;
  let refused = "";
  let timer = 0;
  let isLeft = false;
  /** The boards of the game, by ply. @type {string[]} */
  let boards = [];

  async function look() {
    try {
      told = await actions.ask({ type: "review", room });
      refused = "";
    } catch (refusal) {
      refused = /** @type {{text: string}} */ (refusal).text;
    }
    if (isLeft) return;
    if (told && !boards.length) {
      boards = [startOf(told.fen).cells];
      for (const uci of movesOf(told)) boards.push(cellsAfter(boards[boards.length - 1], uci));
    }
    if (!refused && (told?.state === "waiting" || told?.state === "running")) timer = setTimeout(look, AGAIN_MS);
    changed();
  }

  async function ask() {
    if (await actions.tell({ type: "ask_review", room })) void look();
  }

  void look();
  return {
    told: () => told,
    leave() {
      isLeft = true;
      clearTimeout(timer);
    },
    /** @param {App["settings"]} settings @param {number | null} ply that the board shows, null off the game */
    view(settings, ply) {
      if (refused) return el("p", { class: "note" }, refused);
      if (!told) return null;
      const review = told;
      const isFound = review.scores.length > 1;
      return el(
        "section",
        { class: "card pad col s reviewed", "aria-label": t("review.engine") },
        el("h2", {}, t("review.engine")),
        el("p", { class: "small", role: "status" }, statusText(review)),
        mayAsk(review) && el("button", { type: "button", class: "btn primary", onclick: () => void ask() }, t("review.ask")),
        isFound && graph(review, ply, (to) => show(movesOf(review), to)),
        ply !== null && hereText(review, boards, ply, settings),
        review.state === "done" && mistakes(review, settings),
        review.state === "done" && el("a", { class: "btn", href: `/game/${room}.pgn?evals=1`, download: `${room}.pgn` }, icon("dl"), t("review.file")),
      );
    },
  };

  /** @param {Review} review @param {App["settings"]} settings */
  function mistakes(review, settings) {
    const found = mistakesOf(review);
    if (!found.length) return el("p", { class: "small mut" }, t("review.no_mistakes"));
    return el("ol", { class: "mistakes", "aria-label": t("review.mistakes") }, ...found.map((mark) => mistake(review, mark, settings)));
  }

  /** @param {Review} review @param {ReviewMark} mark @param {App["settings"]} settings */
  function mistake(review, mark, settings) {
    const { ply, line } = mark;
    const moves = movesOf(review);
    const better = line.match(/.{4}/g) ?? [];
    const [before, after] = [review.scores[ply], review.scores[ply + 1]].map(scoreText);
    return el(
      "li",
      { key: ply },
      el(
        "button",
        { type: "button", onclick: () => show(moves, ply + 1) },
        el("b", { class: "num" }, `${numberText(review, ply)} ${written(boards[ply], moves[ply], settings)} ${signOf(mark)}`),
        el("span", { class: "sr" }, ` ${t(`review.mark.${mark.mark === "blunder" ? "blunder" : "mistake"}`)} `),
        el("small", { class: "mut num" }, t("review.from_to", { before, after })),
      ),
      better.length > 0 && el("button", { type: "button", class: "better", onclick: () => show([...moves.slice(0, ply), ...better], ply + 1) }, t("review.better", { moves: lineText(boards[ply], better, settings) })),
    );
  }
}

/** @param {Review} review */
export const movesOf = ({ moves }) => moves.match(/.{4}/g) ?? [];

/** @param {Review} review */
const mayAsk = ({ state, reviewers }) => reviewers !== "none" && (state === "none" || state === "given_up");

/** @param {Review} review @param {number} ply */
function numberText({ fen }, ply) {
  const at = ply + (startOf(fen).turn === "black" ? 1 : 0);
  return `${Math.floor(at / 2) + 1}${at % 2 ? "…" : "."}`;
}

/** @param {Review} review */
function statusText({ state, reviewers, place, scores, moves, engine, quick, depth }) {
  if (state === "done") return quick ? t("review.quick", { depth }) : t("review.by", { engine, depth });
  if (state === "running") return t("review.running", { n: scores.length, of: moves.length / 4 + 1 });
  if (state === "waiting") return t("review.waiting", { n: place ?? 0 });
  if (state === "given_up") return t("review.given_up");
  return reviewers === "none" ? t("review.nobody") : reviewers === "quick" ? t("review.offer.quick") : t("review.offer");
}

/** What the engine says of the position on the board. @param {Review} review @param {string[]} boards @param {number} ply @param {App["settings"]} settings */
function hereText(review, boards, ply, settings) {
  const score = review.scores[ply];
  if (score === undefined) return null;
  const best = bestAt(review, ply);
  return el("p", { class: "small num", "aria-live": "polite" }, best ? t("review.here", { score: scoreText(score), move: written(boards[ply], best, settings) }) : scoreText(score));
}

/** @param {string} cells @param {string} uci @param {App["settings"]} settings */
const written = (cells, uci, { notation, language }) => inNotation(spelled(cells, uci), notation, language);

/** @param {string} cells @param {string[]} moves @param {App["settings"]} settings */
function lineText(cells, moves, settings) {
  let board = cells;
  return moves
    .map((uci) => {
      const text = written(board, uci, settings);
      board = cellsAfter(board, uci);
      return text;
    })
    .join(" ");
}

/** Red's chances by move; its words are the list below it. @param {Review} review @param {number | null} ply @param {(to: number) => void} go */
function graph(review, ply, go) {
  const { scores, marks, moves } = review;
  const step = WIDTH / Math.max(1, moves.length / 4);
  const y = (/** @type {number} */ at) => ((1 - chances(scores[at])) * HEIGHT) / 2;
  const line = scores.map((_, at) => `${at ? "L" : "M"}${(at * step).toFixed(1)} ${y(at).toFixed(1)}`).join("");
  const last = (scores.length - 1) * step;
  const pick = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    go(Math.min(scores.length - 1, Math.round(((event.clientX - box.left) / box.width) * (moves.length / 4))));
  };
  const dots = marks.filter(({ mark }) => mark !== "inaccuracy").map((mark) => `M${((mark.ply + 1) * step).toFixed(1)} ${y(mark.ply + 1).toFixed(1)}h0`);
  const label = t("review.graph", { n: mistakesOf(review).length, score: scoreText(scores[scores.length - 1]) });
  return svg(
    "svg",
    { class: "evals", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label, onclick: pick },
    svg("path", { class: "area", d: `${line}L${last.toFixed(1)} ${HEIGHT / 2}L0 ${HEIGHT / 2}z` }),
    svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("path", { class: "line", d: line }),
    svg("path", { class: "hot", d: dots.join("") }),
    ply !== null && svg("path", { class: "here", d: `M${(ply * step).toFixed(1)} 0V${HEIGHT}` }),
  );
}
