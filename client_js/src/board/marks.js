/**
 * The marks on the board, each of a shape of its own, so that none is told by colour alone.
 *
 * Units and points are those of the drawing: one unit is the distance of two lines, the
 * point a9 is at (0, 0).
 */

import { endsOf } from "../models/table.js";
import { svg } from "../ui/dom.js";
import { pointOf, round } from "./drawing.js";

/** @typedef {import("./drawing.js").Scene} Scene */
/** @typedef {{uci: string, kind: "move" | "lose" | "pre" | "chase" | "check"}} Arrow from one square to another */

/** @param {number[][]} points */
const polygon = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;

/** Corner brackets. @param {number} x @param {number} y @param {number} half @param {number} arm */
function brackets(x, y, half, arm) {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  const d = corners.map(
    ([a, b]) =>
      `M${round(x + a * half)} ${round(y + b * (half - arm))}V${round(y + b * half)}H${round(x + a * (half - arm))}`,
  );
  return svg("path", { class: "k last", d: d.join("") });
}

/** A burst of twelve rays. @param {number} x @param {number} y */
function burst(x, y) {
  const points = Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12;
    const radius = i % 2 ? 0.5 : 0.66;
    return [x + radius * Math.sin(angle), y + radius * Math.cos(angle)];
  });
  return svg("path", { class: "k check", d: polygon(points) });
}

/** Four arcs with gaps at the axes. @param {number} x @param {number} y */
function arcs(x, y) {
  const radius = 0.52;
  const at = (/** @type {number} */ angle) =>
    `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`;
  const d = [0, 1, 2, 3].map((quarter) => {
    const start = (quarter * Math.PI) / 2 + 0.42;
    const end = ((quarter + 1) * Math.PI) / 2 - 0.42;
    return `M${at(start)}A${radius} ${radius} 0 0 1 ${at(end)}`;
  });
  return svg("path", { class: "k take", d: d.join("") });
}

/** @param {number} x @param {number} y */
const triangle = (x, y) =>
  svg(
    "g",
    {},
    svg("path", { class: "k lose", d: `M${x} ${y - 0.33}L${x + 0.34} ${y + 0.25}H${x - 0.34}Z` }),
    svg("path", {
      class: "k losex",
      d: `M${x - 0.04} ${y - 0.14}h.08l-.015 .2h-.05zM${x - 0.038} ${y + 0.1}h.076v.075h-.076z`,
    }),
  );

/** @param {number} x @param {number} y */
const barred = (x, y) =>
  svg(
    "g",
    {},
    svg("circle", { class: "k ban", cx: x, cy: y, r: 0.2 }),
    svg("path", { class: "k ban", d: `M${x - 0.14} ${y + 0.14}L${x + 0.14} ${y - 0.14}` }),
  );

/** @param {number} x @param {number} y */
const cross = (x, y) =>
  svg(
    "g",
    { class: "refused" },
    svg("circle", { class: "k back", cx: x, cy: y, r: 0.3 }),
    svg("path", { class: "k no", d: `M${x - 0.17} ${y - 0.17}l.34 .34M${x + 0.17} ${y - 0.17}l-.34 .34` }),
  );

/** @param {number} x @param {number} y */
const ring = (x, y) => [
  svg("circle", { class: "k halo", cx: x, cy: y, r: 0.5 }),
  svg("circle", { class: "k sel", cx: x, cy: y, r: 0.5 }),
];

/** @param {Arrow} arrow @param {boolean} flip */
function drawArrow({ uci, kind }, flip) {
  const [[x1, y1], [x2, y2]] = endsOf(uci).map((square) => pointOf(square, flip));
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  // An attack leaves both pieces in sight, as far as there is room between them.
  const clear = kind === "chase" || kind === "check" ? Math.min(0.52, (length - 0.5) / 2) : 0.4;
  const [sx, sy] = [x1 + ux * clear, y1 + uy * clear];
  const [ex, ey] = [x2 - ux * clear, y2 - uy * clear];
  const head = (/** @type {number} */ back) => {
    const [px, py] = [ex - ux * back, ey - uy * back];
    const [bx, by] = [px - ux * 0.26, py - uy * 0.26];
    return polygon([
      [px, py],
      [bx - uy * 0.19, by + ux * 0.19],
      [bx + uy * 0.19, by - ux * 0.19],
    ]);
  };
  const heads = kind === "check" ? head(0) + head(0.2) : head(0);
  const shaft = `M${round(sx)} ${round(sy)}L${round(ex - ux * 0.26)} ${round(ey - uy * 0.26)}`;
  return svg(
    "g",
    { class: `ar ${kind}` },
    svg("path", { class: "hl", d: shaft }),
    svg("path", { class: "hlh", d: heads }),
    svg("path", { class: "sh", d: shaft }),
    svg("path", { class: "hd", d: heads }),
  );
}

/** A dashed box: a premove begins or ends here. @param {number} x @param {number} y */
const premoveBox = (x, y) =>
  svg("rect", { class: "k pre", x: round(x - 0.46), y: round(y - 0.46), width: 0.92, height: 0.92, rx: 0.1 });

/** Marks that lie under the pieces. @param {Scene} scene */
export function marksBelow({ last, check, flip, arrows }) {
  const [origin, target] = last ? endsOf(last) : [];
  return [
    target !== undefined && brackets(...pointOf(target, flip), 0.5, 0.16),
    origin !== undefined && brackets(...pointOf(origin, flip), 0.26, 0.11),
    check !== null && burst(...pointOf(check, flip)),
    ...arrows.map((arrow) => drawArrow(arrow, flip)), // no arrow hides the sign of a piece it crosses
  ];
}

/** Marks that lie over the pieces. @param {Scene} scene */
export function marksAbove(scene) {
  const { cells, flip } = scene;
  const at = (/** @type {number} */ square) => pointOf(square, flip);
  const plain = (scene.unmarked ? [] : scene.targets).filter((square) => !scene.losing.includes(square));
  return [
    ...(scene.selected === null ? [] : ring(...at(scene.selected))),
    ...[scene.premove, scene.weighed ?? null].flatMap((uci) =>
      uci ? endsOf(uci).map((square) => premoveBox(...at(square))) : [],
    ),
    ...plain.map((square) => (cells[square] === "." ? disc(...at(square)) : arcs(...at(square)))),
    ...scene.losing.map((square) => triangle(...at(square))),
    ...scene.banned.map((square) => barred(...at(square))),
    scene.refused !== null && cross(...at(scene.refused)),
  ];
}

/** @param {number} x @param {number} y */
const disc = (x, y) => svg("circle", { class: "k dot", cx: x, cy: y, r: 0.145 });
