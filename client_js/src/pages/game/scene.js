/**
 * What the board shows while somebody plays on it: choices, premoves, marks and arrows.
 */

import { mayPremove, plyOf } from "../../models/room.js";
import { cellsAt, choicesFrom, endsOf, generalOf, pieceAt, sideOf, SQUARES, turnAt } from "../../models/table.js";
import { stillScene } from "./shown.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("../../board/drawing.js").Choices} Choices */
/** @typedef {import("../../board/drawing.js").Scene} Scene */
/** @typedef {import("./shown.js").ViewState} ViewState */

/**
 * Where each piece may go: the server's list, while it is our turn and the line is open.
 * @param {App} app @returns {Choices}
 */
function choicesOf({ room, link, pausedAtMs, settings }) {
  /** @type {Choices} */
  const choices = new Map();
  if (!room?.table || room.viewedPly !== null || link !== "open" || pausedAtMs !== null) return choices;
  if (mayPremove(room)) return settings.premoves ? premovesOf(room.table) : choices;
  const isReady = room.legal?.ply === plyOf(room) && room.pending === null && room.weighing === null;
  if (!room.legal || !isReady) return choices;
  return choicesFrom([...room.legal.moves, ...room.legal.banned.map((marked) => marked.move)]);
}

/**
 * While the other player thinks, any own piece to any other point: the server will judge it.
 * @param {Table} table @returns {Choices}
 */
function premovesOf(table) {
  const cells = cellsAt(table, table.moves.length);
  const squares = Array.from({ length: SQUARES }, (_, square) => square);
  const isOwn = (/** @type {string | null} */ piece) => piece !== null && sideOf(piece) === table.you;
  const own = squares.filter((square) => isOwn(pieceAt(cells, square)));
  return new Map(own.map((origin) => [origin, squares.filter((square) => square !== origin)]));
}

/** Targets of `origin` among marked moves. @param {import("../../messages").MarkedMove[]} marked @param {number | null} origin */
const markedTargets = (marked, origin) =>
  marked
    .map(({ move }) => endsOf(move))
    .filter(([from]) => from === origin)
    .map(([, target]) => target);

/** What is known of cycles: fetched when one is warned of or shown. @type {typeof import("./cycle.js") | null} */
let cycles = null;

/** Fetch what is missing for a scene; whether there is more to draw now. @param {App} app @param {ViewState} view */
export async function fetchCycles({ room }, { replay }) {
  if (cycles || (!room?.table?.warning && !replay)) return false;
  cycles = await import("./cycle.js").catch(() => null); // no line: the next drawing asks again
  return cycles !== null;
}

/** @param {App} app @param {ViewState} view @returns {Scene} */
export function sceneOf(app, view) {
  const { room } = app;
  const choices = choicesOf(app);
  const still = { ...stillScene(app, view), choices };
  const frame = cycles?.frameOf(app, view);
  if (room?.table && frame) return sceneOfFrame(still, room.table, frame);
  if (!room || room.viewedPly !== null) return still;
  const selected = view.selected !== null && choices.has(view.selected) ? view.selected : null;
  const banned = markedTargets(room.legal?.banned ?? [], selected);
  const isPremove = selected === null || mayPremove(room);
  return {
    ...still,
    selected,
    targets: isPremove ? [] : (choices.get(selected) ?? []).filter((square) => !banned.includes(square)),
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

/** @param {import("../../models/room.js").RoomModel} room @param {number | null} selected @returns {import("../../board/marks.js").Arrow[]} */
function arrowsOf(room, selected) {
  const attacksNow = cycles?.attacksNow ?? (() => []);
  if (room.premove?.uci) return [{ uci: room.premove.uci, kind: "pre" }];
  if (room.asking) return [{ uci: room.asking.move, kind: "lose" }, ...attacksNow(room, room.asking.move)];
  if (room.weighing || room.pending) return [];
  const losing = (room.legal?.losing ?? []).find(({ move }) => endsOf(move)[0] === selected);
  return losing ? attacksNow(room, losing.move) : selected === null ? attacksNow(room, null) : [];
}
