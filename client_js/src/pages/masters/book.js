/** The board of the library: what was played in a position, how often, and what it is called. One plays on by a move there. */

import { filesIn } from "../../board/drawing.js";
import { emptyBoard } from "../../board/element.js";
import { positionsOf } from "../../models/masters.js";
import { OPENING_PLIES } from "../../models/openings.js";
import { endsOf } from "../../models/table.js";
import { inNotation, spelled } from "../../models/notation.js";
import { numberText, t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { openingName } from "../shared/opening_name.js";

/** @typedef {import("../../models/table.js").Side} Side */
/** @typedef {{moves: string[], cells: string, turn: Side}} Reached a position; its moves from the start, none where nobody knows them */
/** @typedef {{move: string, games: number}} Reply */

/** So many replies are listed; the others can be played on the board. */
const MOST_LISTED = 8;

/**
 * `render` shows a position and the replies there; `onPlay` and `onBack` are asked to go on from it, `onBack` by how many plies.
 * @param {(move: string) => void} onPlay @param {(plies: number) => void} onBack
 */
export function createBook(onPlay, onBack) {
  const board = emptyBoard(false);
  board.addEventListener("xq-move", (event) => onPlay(/** @type {CustomEvent} */ (event).detail.uci));
  const title = made(el("h2", { class: "grow" }));
  const list = made(el("div", { class: "rows replies" }));
  const line = made(el("span", { class: "small num" }));
  /** @type {{reached: Reached, replies: Reply[], settings: import("../../page").Settings} | null} */
  let shown = null;
  const step = (/** @type {string} */ sign, /** @type {import("../../text/catalogue.js").Key} */ key, /** @type {() => number} */ plies) =>
    made(el("button", { type: "button", class: "btn icon quiet", "aria-label": t(key), onclick: () => onBack(plies()) }, icon(sign)));
  const steps = [step("first", "learn.first", () => shown?.reached.moves.length ?? 0), step("prev", "archive.back", () => 1)];
  function draw() {
    if (!shown) return;
    const { reached, replies, settings } = shown;
    const { moves, cells, turn } = reached;
    const ends = replies.map(({ move }) => endsOf(move));
    const to = (/** @type {number} */ from) => ends.filter(([origin]) => origin === from).map(([, target]) => target);
    board.scene = {
      ...{ cells, last: moves.at(-1) ?? null, pieces: settings.pieces, ...filesIn(settings.notation) },
      choices: new Map(ends.map(([origin]) => [origin, to(origin)])),
      arrows: replies.slice(0, 1).map(({ move }) => ({ uci: move, kind: /** @type {const} */ ("move") })),
    };
    const written = (/** @type {string} */ move, before = cells) => inNotation(spelled(before, move), settings.notation, settings.language);
    fill(title, t(turn === "red" ? "masters.red_played" : "masters.black_played"));
    fill(list, ...replies.slice(0, MOST_LISTED).map((reply) => replyRow(reply, written(reply.move), moves, replies[0].games)));
    fill(line, lineText(moves, written));
    for (const button of steps) button.disabled = moves.length === 0;
  }

  /** @param {Reply} reply @param {string} text @param {string[]} moves before it @param {number} most of any reply */
  function replyRow({ move, games }, text, moves, most) {
    const name = moves.length < OPENING_PLIES ? openingName([...moves, move]) : "";
    return el(
      "button",
      { type: "button", key: move, onclick: () => onPlay(move) },
      el("b", { class: "num" }, text),
      el("small", { class: "grow mut cut" }, name === openingName(moves) ? "" : name),
      el("span", { class: "often", "aria-hidden": "true" }, el("i", { style: { width: `${(100 * games) / most}%` } })),
      el("span", { class: "num" }, numberText(games)),
    );
  }

  return {
    board: el("div", { class: "stepper" }, board, el("div", { class: "row s" }, ...steps, line)),
    replies: el("section", { class: "card", "aria-live": "off" }, el("header", {}, title), list),
    /** @param {Reached} reached @param {Reply[]} replies @param {import("../../page").Settings} settings */
    render(reached, replies, settings) {
      shown = { reached, replies, settings };
      draw();
    },
  };
}

/** The moves that led here, by pairs. @param {string[]} moves @param {(move: string, before: string) => string} written */
function lineText(moves, written) {
  const before = positionsOf(moves);
  return moves.map((move, ply) => `${ply % 2 === 0 ? `${ply / 2 + 1}. ` : ""}${written(move, before[ply])}`).join(" ");
}
