/**
 * What the board shows while somebody plays on it: choices, wishes, marks and arrows.
 */

import { mayPremove, plyOf } from "../room_model.js";
import { cellsAt, endsOf, generalOf, pieceAt, sideOf, SQUARES, turnAt } from "../table.js";
import { attacksNow, frameOf } from "./cycle.js";
import { stillScene } from "./game.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../board/grid.js").Choices} Choices */
/** @typedef {import("../board/drawing.js").Scene} Scene */
/** @typedef {import("./game.js").Look} Look */

/**
 * Where each piece may go: the server's list, while it is our turn and the line is open.
 * @param {App} app @returns {Choices}
 */
export function choicesOf({ room, link, pausedAtMs, settings }) {
  /** @type {Choices} */
  const choices = new Map();
  if (!room?.table || room.lookedAt !== null || link !== "open" || pausedAtMs !== null) return choices;
  if (mayPremove(room)) return settings.premoves ? wishesOf(room.table) : choices;
  const isReady = room.legal?.ply === plyOf(room) && room.pending === null && room.weighing === null;
  if (!room.legal || !isReady) return choices;
  for (const uci of [...room.legal.moves, ...room.legal.banned.map((marked) => marked.move)]) {
    const [origin, target] = endsOf(uci);
    choices.set(origin, [...(choices.get(origin) ?? []), target]);
  }
  return choices;
}

/**
 * While the other player thinks, any own piece to any other point: the server will judge it.
 * @param {Table} table @returns {Choices}
 */
function wishesOf(table) {
  const cells = cellsAt(table, table.moves.length);
  const squares = Array.from({ length: SQUARES }, (_, square) => square);
  const isOwn = (/** @type {string | null} */ piece) => piece !== null && sideOf(piece) === table.you;
  const own = squares.filter((square) => isOwn(pieceAt(cells, square)));
  return new Map(own.map((origin) => [origin, squares.filter((square) => square !== origin)]));
}

/** Targets of `origin` among marked moves. @param {import("../messages").MarkedMove[]} marked @param {number | null} origin */
const markedTargets = (marked, origin) =>
  marked
    .map(({ move }) => endsOf(move))
    .filter(([from]) => from === origin)
    .map(([, target]) => target);

/** @param {App} app @param {Look} look @returns {Scene} */
export function sceneOf(app, look) {
  const { room } = app;
  const still = stillScene(app, look);
  const frame = frameOf(app, look);
  if (room?.table && frame) return sceneOfFrame(still, room.table, frame);
  if (!room || room.lookedAt !== null) return still;
  const choices = choicesOf(app);
  const selected = look.selected !== null && choices.has(look.selected) ? look.selected : null;
  const banned = markedTargets(room.legal?.banned ?? [], selected);
  const isWish = selected === null || mayPremove(room);
  return {
    ...still,
    selected,
    targets: isWish ? [] : (choices.get(selected) ?? []).filter((square) => !banned.includes(square)),
    losing: room.asking ? [endsOf(room.asking.move)[1]] : markedTargets(room.legal?.losing ?? [], selected),
    banned,
    refused: room.refusal?.uci ? endsOf(room.refusal.uci)[1] : null,
    premove: room.premove?.uci ?? null,
    arrows: arrowsOf(room, selected),
  };
}

/** A ply of a cycle, as it was played. @param {Scene} still @param {Table} table @param {import("./cycle.js").Frame} frame @returns {Scene} */
function sceneOfFrame(still, table, { ply, uci, arrows }) {
  const cells = cellsAt(table, ply + 1);
  const isCheck = table.moves[ply].check || arrows.some((arrow) => arrow.kind === "check");
  const check = isCheck ? generalOf(cells, turnAt(table, ply + 1)) : null;
  return { ...still, cells, last: uci, check, weighed: null, arrows };
}

/** @param {import("../room_model.js").RoomModel} room @param {number | null} selected @returns {import("../board/marks.js").Arrow[]} */
function arrowsOf(room, selected) {
  if (room.premove?.uci) return [{ uci: room.premove.uci, kind: "pre" }];
  if (room.asking) return [{ uci: room.asking.move, kind: "lose" }, ...attacksNow(room, room.asking.move)];
  if (room.weighing || room.pending) return [];
  const losing = (room.legal?.losing ?? []).find(({ move }) => endsOf(move)[0] === selected);
  return losing ? attacksNow(room, losing.move) : selected === null ? attacksNow(room, null) : [];
}
