/** How long each move took, as bars: Red above the line, Black below. A root scale keeps short turns in sight. */

import { turnAt } from "../../models/table.js";
import { svg } from "../../ui/dom.js";

const [WIDTH, HEIGHT, LEAST] = [340, 76, 1.5];
const MIDDLE = HEIGHT / 2;
const ROOM = MIDDLE - 5;

/** @typedef {Pick<import("../../models/table.js").Table, "moves" | "firstTurn">} Timed */

/** What each turn took, 0 where nobody knows. @param {Timed} table */
export const turnTimes = ({ moves }) => moves.map(({ receipt }) => receipt?.spentMs ?? 0);

/** @param {Timed} table @param {string} label @param {number[]} marked plies */
export function timeGraph(table, label, marked) {
  const times = turnTimes(table);
  const most = Math.max(...times);
  const step = WIDTH / times.length;
  const bar = (/** @type {number} */ ply) => {
    const height = Math.max(LEAST, Math.sqrt(times[ply] / most) * ROOM);
    const top = turnAt(table, ply) === "black" ? MIDDLE + 1 : MIDDLE - 1 - height;
    const width = Math.max(1, Math.min(step - 1, 8));
    return `M${(ply * step).toFixed(1)} ${top.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`;
  };
  const plies = times.map((_, ply) => ply);
  const bars = (/** @type {string} */ name, /** @type {(ply: number) => boolean} */ isOf) =>
    svg("path", { key: name, class: name, d: plies.filter(isOf).map(bar).join("") });
  return svg(
    "svg",
    { class: "timegraph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("path", { class: "line", d: `M0 ${MIDDLE}H${WIDTH}` }),
    bars("red", (ply) => turnAt(table, ply) === "red"),
    bars("black", (ply) => turnAt(table, ply) === "black"),
    bars("hot", (ply) => marked.includes(ply)),
  );
}
