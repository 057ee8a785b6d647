/** The first moves of a game: written in any notation, or clicked on a small board. */

import { miniBoard } from "../../board/mini.js";
import { KNOWN_OPENINGS } from "../../models/openings.js";
import { cellsAfter, cellsOf, FILES, nameOf, pieceAt, squareOf, START } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, made } from "../../ui/dom.js";
import { openingText } from "../shared/opening_name.js";

const MOST_PLIES = 12;
const MOVE = /^[a-i][0-9][a-i][0-9]$/;
const RANKS = 10;
/** Around the lines of the small board, in squares. */
const MARGIN = 0.6;
const WIDTH = 9.2;
const HEIGHT = 10.2;

/**
 * The field `moves`, with the names of openings and the board that write into it. The board follows what is written as two
 * squares; other notations are the server's to read.
 * @param {() => import("../../board/drawing.js").PieceSet} pieces
 */
export function openingInput(pieces) {
  const input = made(el("input", { class: "inp", name: "moves", maxlength: 200, autocomplete: "off", spellcheck: "false", placeholder: "C2=5 H8+7" }));
  const board = made(el("div", { onclick: (/** @type {MouseEvent} */ event) => clicked(event) }));
  const back = made(el("button", { type: "button", class: "btn", onclick: () => write(moves().slice(0, -1)) }, t("archive.back")));
  const names = made(el(
    "select",
    { class: "inp", onchange: () => write(names.value.split(" ").filter(Boolean)) },
    el("option", { value: "" }, t("opening.any")),
    ...KNOWN_OPENINGS.map(({ line, opening }) => el("option", { value: line }, openingText(opening))),
  ));
  const root = el(
    "div",
    { class: "field opening" },
    el("label", { class: "field" }, el("span", {}, t("opening.label")), names),
    el("label", { class: "field" }, el("span", {}, t("archive.opening")), input, el("small", { class: "mut" }, t("archive.opening.hint"))),
    el("small", { class: "mut" }, t("archive.board")),
    board,
    back,
  );
  /** @type {number | null} the square of the piece that was clicked */
  let chosen = null;
  input.addEventListener("input", () => draw());

  /** The moves the board can follow. */
  function moves() {
    const words = input.value.trim().toLowerCase().split(/\s+/);
    const strange = words.findIndex((word) => !MOVE.test(word));
    return strange < 0 ? words : words.slice(0, strange);
  }

  /** @param {string[]} played */
  function write(played) {
    input.value = played.join(" ");
    chosen = null;
    draw();
  }

  const cells = () => moves().reduce((before, move) => cellsAfter(before, move), cellsOf(START));

  function draw() {
    const played = moves();
    const shown = cells();
    const fen = Array.from({ length: RANKS }, (_, row) => shown.slice((RANKS - 1 - row) * FILES, (RANKS - row) * FILES).replace(/\.+/g, (gap) => String(gap.length))).join("/");
    names.value = KNOWN_OPENINGS.some(({ line }) => line === input.value) ? input.value : "";
    const mark = chosen === null ? (played.at(-1) ?? null) : nameOf(chosen) + nameOf(chosen);
    fill(board, miniBoard({ fen, last: mark, pieces: pieces() }));
    back.disabled = played.length === 0;
  }

  /** @param {MouseEvent} event */
  function clicked(event) {
    const { left, top, width, height } = /** @type {Element} */ (board.firstElementChild).getBoundingClientRect();
    const file = Math.round(((event.clientX - left) / width) * WIDTH - MARGIN);
    const rank = RANKS - 1 - Math.round(((event.clientY - top) / height) * HEIGHT - MARGIN);
    if (file < 0 || file >= FILES || rank < 0 || rank >= RANKS) return;
    const square = squareOf("abcdefghi"[file] + rank);
    const piece = pieceAt(cells(), square);
    const isOwn = piece !== null && (piece === piece.toUpperCase()) === (moves().length % 2 === 0);
    if (isOwn) {
      chosen = square;
      draw();
    } else if (chosen !== null && moves().length < MOST_PLIES) write([...moves(), nameOf(chosen) + nameOf(square)]);
  }

  /** The opening that was chosen by its name, null when the moves are the reader's own. */
  const named = () => KNOWN_OPENINGS.find(({ line }) => line === names.value)?.opening ?? null;

  return { root, draw, named };
}
