/**
 * What the clocks of a table show at a moment, in each kind of control.
 */

/** @typedef {import("../messages").SideName} Side */
/** @typedef {import("./table.js").Table} Table */

/**
 * @typedef {object} Face what the clock of a side shows at a moment
 * @property {number} leftMs main or game time; once that is used up, of the period or of the counted seconds
 * @property {number} periods of byo-yomi, the running one included
 * @property {number | null} turnMs what the turn may still take, where it is limited
 */

/**
 * The face of a clock; only the running one runs.
 * @param {Pick<Table, "clock" | "terms" | "behindMs">} table @param {Side} side @param {number} serverMs the server's time @returns {Face | null} null without a clock
 */
export function faceOf({ clock, terms, behindMs }, side, serverMs) {
  if (terms.clock.type === "none") return null;
  const { left_ms: leftMs, periods, turn_ms: turnMs } = clock[side];
  if (clock.running !== side) return { leftMs, periods, turnMs };
  const nowMs = serverMs - behindMs;
  // by days it may stand meanwhile: what is left until the flag says when it goes on
  const flagAtMs = terms.clock.type === "correspondence" && clock.flag_at_ms;
  const elapsedMs = Math.max(0, flagAtMs ? leftMs - (flagAtMs - nowMs) : nowMs - clock.at_ms);
  if (terms.clock.type === "byoyomi") return byoyomiFace(clock[side], terms.clock.period_ms, elapsedMs);
  const turn = turnMs === null ? null : Math.max(0, turnMs - elapsedMs);
  const left = Math.max(0, leftMs - elapsedMs);
  return { leftMs: left === 0 ? (turn ?? 0) : left, periods, turnMs: turn };
}

/**
 * Main time runs into the periods, and these into each other.
 * @param {import("../messages").SideClock} told @param {number} periodMs @param {number} elapsedMs @returns {Face}
 */
function byoyomiFace({ left_ms: left, periods, turn_ms: turn }, periodMs, elapsedMs) {
  const over = elapsedMs - left;
  if (over < 0) return { leftMs: -over, periods, turnMs: turn === null ? null : -over };
  const lost = Math.floor(over / periodMs) + (turn === null ? 0 : 1);
  if (lost >= periods) return { leftMs: 0, periods: 0, turnMs: 0 };
  const inPeriod = periodMs - (over % periodMs);
  return { leftMs: inPeriod, periods: periods - lost, turnMs: inPeriod };
}

/** Whether a clock counts seconds that come again with every move. @param {Face} face */
export const isCounting = ({ leftMs, turnMs }) => turnMs !== null && turnMs === leftMs;

const LOW_MS = 20_000;
const LOW_COUNTED_MS = 10_000;

/**
 * Whether there is little time: less than twenty seconds in all, or ten of those that come
 * again with each move.
 * @param {Face} face
 */
export const isLow = (face) =>
  isCounting(face) ? face.leftMs < LOW_COUNTED_MS && face.periods <= 1 : face.leftMs < LOW_MS && face.periods === 0;

/** Whether the reader's own clock runs and there is little left on it. @param {Table | null | undefined} table @param {number} serverMs */
export function isShort(table, serverMs) {
  if (!table?.you || table.clock.running !== table.you) return false;
  const face = faceOf(table, table.you, serverMs);
  return face !== null && isLow(face);
}

/** The time that a side has left, null without a clock. @param {import("../messages").Board | null | undefined} board @param {import("../messages").SideName} side @param {number} serverMs */
export function leftOf(board, side, serverMs) {
  if (!board?.left) return null;
  const left = board.left[side === "red" ? 0 : 1];
  return Math.max(0, runs(board, side) ? left - Math.max(0, serverMs - board.at_ms) : left);
}

/** Whether the clock of a side runs. @param {import("../messages").Board | null | undefined} board @param {import("../messages").SideName} side */
export const runs = (board, side) => Boolean(board?.runs && board.fen.endsWith(side === "red" ? "w" : "b"));
