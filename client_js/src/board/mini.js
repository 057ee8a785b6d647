/**
 * A board too small to play on: no coordinates, solid pieces, a ring on the last move.
 */

import { cellsOf, endsOf } from "../models/table.js";
import { svg } from "../ui/dom.js";
import { linesPath, pointOf, smallSign } from "./drawing.js";

/** The lines of a small board and its edge, with what stands there. @param {string} kinds @param {...import("../ui/dom.js").Child} inside */
export const smallFrame = (kinds, ...inside) =>
  svg(
    "svg",
    { class: kinds, viewBox: "-.6 -.6 9.2 10.2", "aria-hidden": "true" },
    svg("path", { class: "ln", d: linesPath() }),
    svg("rect", { class: "frame", width: 8, height: 9 }),
    ...inside,
  );

/**
 * @param {{fen: string, last?: string | null, flip?: boolean, pieces: import("./drawing.js").PieceSet}} what
 *   `flip` when Black sits below
 */
export function miniBoard({ fen, last = null, flip = false, pieces }) {
  const cells = [...cellsOf(fen)];
  const standing = cells.flatMap((piece, square) => (piece === "." ? [] : [[piece, pointOf(square, flip)]]));
  const [origin, target] = last ? endsOf(last).map((square) => pointOf(square, flip)) : [];
  return smallFrame(
    "bd mini",
    ...standing.map(([piece, [x, y]]) =>
      svg("g", { transform: `translate(${x} ${y})` }, ...smallSign(String(piece), pieces)),
    ),
    target && svg("circle", { class: "k last", cx: target[0], cy: target[1], r: 0.52 }),
    origin && svg("circle", { class: "k from", cx: origin[0], cy: origin[1], r: 0.16 }),
  );
}
