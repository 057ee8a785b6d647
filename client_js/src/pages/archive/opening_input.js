/** The first moves of a game: written in any notation, by the name of an opening, or clicked on a small board. */

import { miniBoard } from "../../board/mini.js";
import { KNOWN_OPENINGS } from "../../models/openings.js";
import { fenOf } from "../../models/fen.js";
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

/** @param {string} text @returns {string[]} the moves a board can follow: up to the first word that is no two squares */
function movesIn(text) {
  const words = text.trim().toLowerCase().split(/\s+/);
  const strange = words.findIndex((word) => !MOVE.test(word));
  return strange < 0 ? words : words.slice(0, strange);
}

/**
 * The field `moves`, and the names of openings that write into it. Other notations than two squares are the server's to read.
 * @param {() => void} heard is told that other moves stand there
 */
export function openingFields(heard) {
  const input = made(el("input", { class: "inp", name: "moves", maxlength: 200, autocomplete: "off", spellcheck: "false", placeholder: "C2=5 H8+7", oninput: settle }));
  const names = made(el(
    "select",
    { class: "inp", onchange: () => write(names.value.split(" ").filter(Boolean)) },
    el("option", { value: "" }, t("opening.any")),
    ...KNOWN_OPENINGS.map(({ line, opening }) => el("option", { value: line }, openingText(opening))),
  ));
  const parts = [
    el("label", { class: "field" }, el("span", {}, t("opening.label")), names),
    el("label", { class: "field" }, el("span", {}, t("archive.opening")), input, el("small", { class: "mut" }, t("archive.opening.hint"))),
  ];

  function settle() {
    names.value = KNOWN_OPENINGS.some(({ line }) => line === input.value) ? input.value : "";
    heard();
  }

  /** @param {string[]} played */
  function write(played) {
    input.value = played.join(" ");
    settle();
  }

  return {
    parts,
    write,
    moves: () => movesIn(input.value),
    /** The opening that was chosen by its name, null when the moves are the reader's own. */
    named: () => KNOWN_OPENINGS.find(({ line }) => line === names.value)?.opening ?? null,
  };
}

/** The same fields with a small board to click the moves on. @param {() => import("../../board/drawing.js").PieceSet} pieces */
export function openingInput(pieces) {
  const { parts, moves, write } = openingFields(settle);
  const board = made(el("div", { onclick: (/** @type {MouseEvent} */ event) => clicked(event) }));
  const back = made(el("button", { type: "button", class: "btn", onclick: () => write(moves().slice(0, -1)) }, t("archive.back")));
  const root = el("div", { class: "field opening" }, ...parts, el("small", { class: "mut" }, t("archive.board")), board, back);
  /** @type {number | null} the square of the piece that was clicked */
  let chosen = null;

  function settle() {
    chosen = null;
    draw();
  }

  const cells = () => moves().reduce(cellsAfter, cellsOf(START));

  function draw() {
    const played = moves();
    const mark = chosen === null ? (played.at(-1) ?? null) : nameOf(chosen) + nameOf(chosen);
    fill(board, miniBoard({ fen: fenOf(cells()), last: mark, pieces: pieces() }));
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

  return { root, draw };
}
