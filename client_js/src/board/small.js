/**
 * A small board that is kept up with a game: its pieces stay, and each move sets the place of one.
 *
 * A piece is one element that shows a symbol, made once for each set. So sixteen boards are a few hundred elements,
 * and a move makes none.
 */

import { cellsOf, endsOf } from "../models/table.js";
import { fill, made, svg } from "../ui/dom.js";
import { pointOf, smallSign } from "./drawing.js";
import { smallFrame } from "./mini.js";

/** @typedef {import("./drawing.js").PieceSet} PieceSet */
/** @typedef {{fen: string, last: string | null, flip?: boolean, pieces: PieceSet}} SmallScene `flip` when Black sits below */

const PIECES = "KABRNCPkabrncp";
/** @type {Set<PieceSet>} */
const drawnSets = new Set();

/** The symbols of a set, once in the page. @param {PieceSet} set */
function symbolsOf(set) {
  if (drawnSets.has(set)) return;
  drawnSets.add(set);
  const symbols = [...PIECES].map((piece) => svg("g", { id: idOf(piece, set) }, ...smallSign(piece, set)));
  document.body.append(made(svg("svg", { class: "symbols", width: 0, height: 0, "aria-hidden": "true" }, svg("defs", {}, ...symbols))));
}

/** @param {string} piece @param {PieceSet} set */
const idOf = (piece, set) => `sp-${set}-${PIECES.indexOf(piece)}`;

export function createSmallBoard() {
  const from = made(svg("circle", { class: "k from", r: 0.16 }));
  const to = made(svg("circle", { class: "k last", r: 0.52 }));
  const layer = made(svg("g"));
  const root = made(smallFrame("bd mini kept", layer, to, from));
  /** The pieces that stand, by square. @type {Map<number, {piece: string, node: SVGUseElement}>} */
  let standing = new Map();
  /** @type {SmallScene | null} */
  let shown = null;

  /** @param {number} square @param {SVGElement} node @param {boolean} flip */
  function put(square, node, flip) {
    const [x, y] = pointOf(square, flip);
    node.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Begin anew: with other pieces, or from the other side. */
  function clear() {
    fill(layer);
    standing = new Map();
  }

  /** @param {SmallScene} scene */
  function render(scene) {
    const { fen, last, pieces, flip = false } = scene;
    if (shown?.pieces !== pieces || (shown.flip ?? false) !== flip) clear();
    symbolsOf(pieces);
    shown = scene;
    const cells = cellsOf(fen);
    /** Pieces that stand elsewhere now. @type {Map<string, SVGUseElement[]>} */
    const free = new Map();
    for (const [square, { piece, node }] of standing) {
      if (cells[square] === piece) continue;
      standing.delete(square);
      free.set(piece, [...(free.get(piece) ?? []), node]);
    }
    for (let square = 0; square < cells.length; square++) {
      const piece = cells[square];
      if (piece === "." || standing.has(square)) continue;
      const node = free.get(piece)?.pop() ?? made(svg("use", { href: `#${idOf(piece, pieces)}` }));
      if (!node.parentNode) layer.append(node);
      put(square, node, flip);
      standing.set(square, { piece, node });
    }
    for (const taken of free.values()) taken.forEach((node) => node.remove());
    const ends = last ? endsOf(last) : [];
    [from, to].forEach((mark, i) => {
      mark.style.display = ends.length ? "" : "none";
      if (ends.length) put(ends[i], mark, flip);
    });
  }

  return { root, render };
}
