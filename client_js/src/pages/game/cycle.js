/**
 * A repetition as it can be shown: its plies, and on each the attacks along the board.
 *
 * A ruling names the attacks of each ply. A warning says only which pieces do what through
 * the whole cycle; where they stand at a ply is followed here by the moves. Kinds of plies
 * are the rule book's words; one that is not known here is shown as it is.
 */

import { cellsAfter, cellsAt, generalOf, nameOf, otherSide, sideOf, turnAt } from "../../models/table.js";

/** @typedef {import("../../messages").SideName} Side */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("../../board/marks.js").Arrow} Arrow */
/** @typedef {import("../../models/room.js").RoomModel} RoomModel */
/** @typedef {{ply: number, uci: string, side: Side, kind: string, arrows: Arrow[]}} Frame the game after a ply of the cycle */
/** @typedef {import("../../messages").Deed} Deed */

/** The evidence of a game ruled by repetition, if it was. @param {Table | null | undefined} table */
export const rulingOf = (table) => table?.outcome?.ruling ?? null;

/** The frames of what is replayed. @param {import("../../page").App} app @param {import("./shown.js").ViewState} view @returns {Frame[]} */
export function framesOf({ room }, { replay }) {
  if (!room?.table || replay === null) return [];
  return replay.of === "ruling" ? rulingFrames(room.table) : warningFrames(room.table);
}

/** The frame that is shown now. @param {import("../../page").App} app @param {import("./shown.js").ViewState} view @returns {Frame | null} */
export function frameOf(app, view) {
  const frames = framesOf(app, view);
  return view.replay === null ? null : (frames[view.replay.step] ?? frames.at(-1) ?? null);
}

/** The plies of a ruling. @param {Table} table @returns {Frame[]} */
export function rulingFrames(table) {
  const plies = (rulingOf(table)?.plies ?? []).filter(({ ply }) => ply < table.moves.length);
  return plies.map((told) => {
    const { ply, side, kind, chases } = told;
    const { uci } = table.moves[ply];
    const general = nameOf(generalOf(cellsAt(table, ply + 1), otherSide(side)));
    const chased = chases.map(({ attacker, victim }) => attackBy("chase", attacker.square, victim.square));
    const checks = kind.includes("check") || table.moves[ply].check;
    return { ply, uci, side, kind, arrows: [...chased, ...(checks ? [attackBy("check", uci.slice(2), general)] : [])] };
  });
}

/** The plies of the cycle of which a warning speaks. @param {Table} table @returns {Frame[]} */
export function warningFrames(table) {
  const { window, sides } = table.warning?.detail ?? {};
  if (!window) return [];
  const [first, last] = window;
  const plies = table.moves.map((_, ply) => ply).slice(first, last + 1);
  return plies.map((ply) => {
    const side = turnAt(table, ply);
    const moves = table.moves.slice(first, ply + 1).map((move) => move.uci);
    const deed = sides?.[side]?.deed;
    const isCheck = table.moves[ply].check || deed?.kind === "check"; // of moves played before we came it is not told
    const arrows = arrowsOfDeed(deed, cellsAt(table, ply + 1), moves, isCheck);
    const kind = isCheck ? "check" : arrows.length ? "chase" : "idle";
    return { ply, uci: table.moves[ply].uci, side, kind, arrows };
  });
}

/**
 * The attacks that stand on the board now, or would stand there after a move, by the side
 * whose cycle is warned of.
 * @param {RoomModel} room @param {string | null} uci the move, if it is not played yet @returns {Arrow[]}
 */
export function attacksNow({ table }, uci) {
  const { window, sides } = table?.warning?.detail ?? {};
  if (!table?.warning?.side || !window) return [];
  const turn = turnAt(table, table.moves.length);
  const mover = uci ? turn : otherSide(turn);
  if (mover !== table.warning.side) return [];
  const now = cellsAt(table, table.moves.length);
  const moves = table.moves.slice(window[0]).map((move) => move.uci);
  const after = uci ? cellsAfter(now, uci) : now;
  return arrowsOfDeed(sides?.[mover]?.deed, after, uci ? [...moves, uci] : moves, null);
}

/**
 * Where a deed is done on the board: by a doer that moved last, else by all of them.
 * @param {Deed | undefined} deed @param {string} cells @param {string[]} moves since the cycle began
 * @param {boolean | null} isCheck whether the last move checks, null where that is not known @returns {Arrow[]}
 */
function arrowsOfDeed(deed, cells, moves, isCheck) {
  if (!deed || deed.doers.length === 0) return [];
  const stand = deed.doers.map((doer) => squareAfter(doer.id, moves));
  const mover = moves.at(-1)?.slice(2);
  const doers = mover && stand.includes(mover) ? [mover] : stand;
  const checks = isCheck ?? deed.kind.includes("check");
  const general = nameOf(generalOf(cells, otherSide(sideOf(deed.doers[0].piece))));
  const target = checks ? general : deed.victim && squareAfter(deed.victim.id, moves);
  return target ? doers.map((doer) => attackBy(checks ? "check" : "chase", doer, target)) : [];
}

/** Where a piece has come. @param {string} square @param {string[]} moves @returns {string} */
const squareAfter = (square, moves) => moves.reduce((at, uci) => (uci.slice(0, 2) === at ? uci.slice(2) : at), square);

/** @param {"chase" | "check"} kind @param {string} from @param {string} to @returns {Arrow} */
const attackBy = (kind, from, to) => ({ uci: from + to, kind });
