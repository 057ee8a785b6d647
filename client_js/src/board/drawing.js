/**
 * How the board looks: an SVG drawing of a `Scene`.
 *
 * One unit is the distance of two lines; the point a9 is at (0, 0). Layers from below:
 * wood, lines, last move, check, pieces, rings, arrows, discs and triangles. A piece that
 * moves keeps its element, so that it slides. The marks are a module of their own.
 */

import { differences, FILES, sideOf, SQUARES } from "../models/table.js";
import { fill, made, svg } from "../ui/dom.js";

/** @typedef {"traditional" | "simplified" | "western"} PieceSet */
/** @typedef {Map<number, number[]>} Choices targets by origin; empty when nothing may be moved */
/**
 * @typedef {object} Scene
 * @property {string} cells
 * @property {boolean} flip Black sits below
 * @property {PieceSet} pieces
 * @property {boolean} letters files named a-i instead of numbered
 * @property {boolean} [digits] Red's files numbered as Black's are, not by Chinese numerals
 * @property {string | null} last the move that led here
 * @property {number | null} check square of the general that stands in check
 * @property {Choices} choices where each piece may go
 * @property {number | null} selected
 * @property {number[]} targets where the selected piece may go
 * @property {boolean} [unmarked] whether these are known but not marked
 * @property {number[]} losing targets that lose by repetition
 * @property {number[]} banned targets the rule set does not allow
 * @property {number[]} [flags] points that are to be reached, in a lesson
 * @property {number | null} refused where a refused move should have gone
 * @property {string | null} premove a move that waits for its turn
 * @property {string | null} [weighed] a move that is laid on the board and not played yet
 * @property {import("./marks.js").Arrow[]} arrows
 */

/** A scene with no marks but those given. @param {Partial<Scene> & {cells: string}} shown @returns {Scene} */
export const plainScene = (shown) => ({
  flip: false,
  pieces: "traditional",
  letters: false,
  last: null,
  check: null,
  choices: new Map(),
  selected: null,
  targets: [],
  losing: [],
  banned: [],
  refused: null,
  premove: null,
  arrows: [],
  ...shown,
});

/** How a notation names the files at the edges. @param {string} notation */
export const filesIn = (notation) => ({ letters: notation === "uci", digits: notation === "wxf" });

const LETTERS = "KABRNCPkabrncp";
/** The signs of a set, in the order of `LETTERS`. */
const SIGNS = { traditional: "帥仕相俥傌炮兵將士象車馬砲卒", simplified: "帅仕相车马炮兵将士象车马炮卒" };
const HAN_DIGITS = "一二三四五六七八九";
const SIGN_SCALE = { red: 0.00224, black: 0.00216 };
const WESTERN_SCALE = 0.0073;
const LATIN_SCALE = 0.0012;
const HAN_SCALE = 0.00096;

/** Where a square is drawn. @param {number} square @param {boolean} flip @returns {[number, number]} */
export function pointOf(square, flip) {
  const file = square % FILES;
  const rank = Math.floor(square / FILES);
  return flip ? [8 - file, rank] : [file, 9 - rank];
}

/** The symbol that stands on a piece. @param {string} piece @param {PieceSet} set */
const signOf = (piece, set) =>
  set === "western" ? `#w-${piece.toLowerCase()}` : `#g-${SIGNS[set][LETTERS.indexOf(piece)]}`;

/** To a thousandth of a unit. @param {number} n */
export const round = (n) => Math.round(n * 1000) / 1000;

/** A character of the sprite. @param {string} character @param {number} x @param {number} y @param {number} scale @param {string} kind */
const outline = (character, x, y, scale, kind) =>
  svg("use", { href: `#g-${character}`, class: kind, transform: `translate(${round(x)} ${round(y)}) scale(${scale})` });

// The board itself.

/** The lines of the board but its frame. */
export function linesPath() {
  let d = "";
  for (let y = 1; y < 9; y++) d += `M0 ${y}H8`;
  for (let x = 1; x < 8; x++) d += `M${x} 0V4M${x} 5V9`;
  return `${d}M3 0L5 2M5 0L3 2M3 7L5 9M5 7L3 9`;
}

/** The small corners at the first places of cannons and soldiers. */
function starsPath() {
  const cannons = [
    [1, 2],
    [7, 2],
    [1, 7],
    [7, 7],
  ];
  const soldiers = [0, 2, 4, 6, 8].flatMap((x) => [
    [x, 3],
    [x, 6],
  ]);
  let d = "";
  for (const [x, y] of [...cannons, ...soldiers]) {
    for (const right of [-1, 1].filter((step) => x + step >= 0 && x + step <= 8)) {
      for (const down of [-1, 1]) {
        d += `M${round(x + 0.08 * right)} ${round(y + 0.24 * down)}V${round(y + 0.08 * down)}H${round(x + 0.24 * right)}`;
      }
    }
  }
  return d;
}

function wood() {
  const river = [..."楚河漢界"].map((character, i) =>
    outline(character, [1.45, 2.5, 5.5, 6.55][i], 4.5, 0.002, "river"),
  );
  const lines = linesPath() + starsPath();
  return [
    svg("rect", { x: -0.62, y: -0.86, width: 9.24, height: 10.72, fill: "url(#lit)" }),
    svg("path", { class: "glint", d: lines, transform: "translate(0 .024)" }),
    svg("path", { class: "ln", d: lines }),
    svg("rect", { class: "frame", width: 8, height: 9 }),
    svg("rect", { class: "frame thin", x: -0.1, y: -0.1, width: 8.2, height: 9.2 }),
    ...river,
  ];
}

/** The wood has veins once the board stands there: they cost a slow phone a tenth of a second. @param {SVGElement} board */
function grow(board) {
  const { connection } = /** @type {Navigator & {connection?: {saveData?: boolean}}} */ (navigator);
  if (connection?.saveData || matchMedia("(prefers-reduced-data: reduce)").matches) return;
  requestAnimationFrame(() => setTimeout(() => board.classList.add("veins")));
}

/** Names of the files at both edges. @param {Pick<Scene, "flip" | "letters" | "digits">} scene */
function edges({ flip, letters, digits }) {
  return Array.from({ length: FILES }, (_, x) => {
    const file = flip ? 8 - x : x;
    const black = String(file + 1);
    const red = digits ? String(FILES - file) : HAN_DIGITS[8 - file];
    const [top, bottom] = letters ? ["abcdefghi"[file], "abcdefghi"[file]] : flip ? [red, black] : [black, red];
    return [edgeMark(top, x, -0.63), edgeMark(bottom, x, 9.64)];
  }).flat();
}

/** @param {string} character @param {number} x @param {number} y */
const edgeMark = (character, x, y) =>
  outline(character, x, y, HAN_DIGITS.includes(character) ? HAN_SCALE : LATIN_SCALE, "co");

// Pieces.

/** A piece around the origin. @param {string} piece @param {PieceSet} set */
export function drawPiece(piece, set) {
  const side = sideOf(piece);
  const href = signOf(piece, set);
  const signs =
    set === "western"
      ? [svg("use", { href, class: "sy", transform: `scale(${WESTERN_SCALE})` })]
      : engraved(href, SIGN_SCALE[side]);
  // the shadow stays on the board while the rest is lifted
  return svg(
    "g",
    { class: `pc ${side}` },
    svg("circle", { class: "shadow", cx: 0.025, cy: 0.085, r: 0.53, fill: "url(#shade)" }),
    svg("g", { class: "body" }, svg("use", { href: `#disc-${side}` }), ...signs),
  );
}

/** A sign with a light under it, as if cut into wood. @param {string} href @param {number} scale */
const engraved = (href, scale) => [
  svg("use", { href, class: "light", transform: `translate(0 .016) scale(${scale})` }),
  svg("use", { href, class: "gl", transform: `scale(${scale})` }),
];

/** A solid piece around the origin, to be read when it is small. @param {string} piece @param {PieceSet} set */
export const smallSign = (piece, set) => [
  svg("circle", { class: `mp ${sideOf(piece)}`, r: 0.47 }),
  svg("use", {
    class: set === "western" ? "sy mp-g" : "mp-g",
    href: signOf(piece, set),
    transform: set === "western" ? "scale(.0085)" : "scale(.00248)",
  }),
];

/** A small piece by itself. @param {string} piece @param {PieceSet} set */
export const smallPiece = (piece, set) =>
  svg("svg", { viewBox: "-.5 -.5 1 1", width: 17, height: 17, "aria-hidden": "true" }, ...smallSign(piece, set));

export const NO_PIECES = ".".repeat(SQUARES);

/** @typedef {Pick<typeof import("./marks.js"), "marksAbove" | "marksBelow">} Marks */
/** @type {Marks} */
const NO_MARKS = { marksAbove: () => [], marksBelow: () => [] };

/**
 * The drawing, which it keeps up with the scenes given to `render`. `lift` holds a piece
 * at a point of the drawing while it is dragged, or puts it back.
 * Marks may also come later, by `useMarks`.
 * @param {Marks} [marks]
 */
export function createDrawing(marks = NO_MARKS) {
  const ground = svg("g", {}, ...wood());
  const edgeLayer = made(svg("g"));
  const below = made(svg("g"));
  const pieceLayer = made(svg("g"));
  const above = made(svg("g"));
  const root = made(
    svg("svg", { class: "bd", viewBox: "-.62 -.86 9.24 10.72", "aria-hidden": "true" }, ground, edgeLayer, below, pieceLayer, above),
  );
  grow(root);

  /** @type {Map<number, SVGGElement>} */
  let standing = new Map();
  /** @type {Scene | null} */
  let shown = null;
  /** @param {SVGGElement} piece @param {number} x @param {number} y */
  const place = (piece, x, y) => {
    piece.style.transform = `translate(${round(x)}px, ${round(y)}px)`;
  };

  /** Above the others; settled there, so that it still slides. @param {SVGGElement} piece */
  function raise(piece) {
    if (piece === pieceLayer.lastChild) return;
    pieceLayer.append(piece);
    piece.getBoundingClientRect();
  }

  /** A piece that was taken leaves as its taker arrives. @param {SVGGElement | undefined} piece @param {boolean} isSeen */
  function takeAway(piece, isSeen) {
    piece?.classList.add("taken");
    if (isSeen && piece?.getAnimations().length) piece.addEventListener("animationend", () => piece.remove());
    else piece?.remove();
  }

  /** @param {Scene} scene */
  function setPieces(scene) {
    const restart = shown === null || shown.pieces !== scene.pieces || shown.flip !== scene.flip;
    if (restart) {
      pieceLayer.replaceChildren();
      standing = new Map();
    }
    const change = differences(restart || shown === null ? NO_PIECES : shown.cells, scene.cells);
    const sliding = change.moves.map(([from]) => /** @type {SVGGElement} */ (standing.get(from)));
    for (const square of change.gone) takeAway(standing.get(square), change.moves.length === 1);
    for (const square of [...change.gone, ...change.moves.map(([from]) => from)]) standing.delete(square);
    change.moves.forEach(([, to], i) => {
      standing.set(to, sliding[i]);
      raise(sliding[i]);
    });
    for (const square of change.fresh) {
      const piece = made(drawPiece(scene.cells[square], scene.pieces));
      standing.set(square, piece);
      pieceLayer.append(piece);
    }
    for (const [square, piece] of standing) {
      place(piece, ...pointOf(square, scene.flip));
      piece.classList.toggle("lifted", square === scene.selected);
    }
  }

  /** @param {Scene} scene */
  function render(scene) {
    if (shown?.flip !== scene.flip || shown.letters !== scene.letters || shown.digits !== scene.digits)
      fill(edgeLayer, ...edges(scene));
    fill(below, ...marks.marksBelow(scene));
    setPieces(scene);
    fill(above, ...marks.marksAbove(scene));
    shown = scene;
  }

  /** @param {number} square @param {[number, number] | null} point in units of the drawing, null to let go */
  function lift(square, point) {
    const piece = standing.get(square);
    if (!piece || !shown) return;
    piece.classList.toggle("held", point !== null);
    if (point !== null) raise(piece);
    place(piece, ...(point ?? pointOf(square, shown.flip)));
  }

  /** @param {Marks} drawers */
  function useMarks(drawers) {
    marks = drawers;
  }

  return { root, render, lift, useMarks };
}
