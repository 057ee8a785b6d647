/**
 * How hands, keys and voices reach the board: a grid of 90 cells over the drawing.
 *
 * The drawing is hidden from assistive technology; this grid speaks for it. It is one tab
 * stop: arrows move, Enter chooses, Escape lets go. A piece is moved by drag, by two
 * clicks or taps, or by two Enters. Where a piece may go is given from outside.
 *
 * One pointer at a time has the board: a second finger is not heard until the first is lifted. What
 * that pointer does is called off by another button, Escape, or where it is lost.
 */

import { el, fill, made } from "../ui/dom.js";
import { pieceKey, t } from "../text/catalogue.js";
import { FILES, nameOf, pieceAt, SQUARES } from "../models/table.js";

/** @typedef {import("./drawing.js").Scene} Scene */
/**
 * @typedef {object} Hand
 * @property {(square: number | null) => void} select
 * @property {(origin: number, target: number) => void} move
 * @property {(square: number, point: [number, number] | null) => void} lift
 * @property {() => void} giveUp take back what waits for its turn, or lies on the board
 * @property {(uci: string) => void} confirm play what lies on the board
 */

const ROWS = SQUARES / FILES;
const DRAG_AFTER_PX = 5;
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The square at a place of the grid, and the other way round. @param {number} place @param {boolean} flip */
const mirrored = (place, flip) => {
  const [row, column] = [Math.floor(place / FILES), place % FILES];
  return flip ? row * FILES + (8 - column) : (9 - row) * FILES + column;
};

/**
 * What a cell says: its square, what stands there, and what it means now.
 * @param {Scene} scene @param {number} square @param {import("../text/catalogue.js").Say} say @returns {string}
 */
function cellLabel(scene, square, say) {
  const piece = pieceAt(scene.cells, square);
  const isTarget = scene.targets.includes(square);
  const attacks = scene.arrows.filter((arrow) => arrow.kind === "chase" || arrow.kind === "check");
  const isIn = (/** @type {"chase" | "check"} */ kind, /** @type {number} */ from) =>
    attacks.some((arrow) => arrow.kind === kind && arrow.uci.slice(from, from + 2) === nameOf(square));
  const marks = [
    scene.flags?.includes(square) && say("cell.flag"),
    scene.selected === square && say("cell.selected"),
    isTarget && !scene.losing.includes(square) && say(piece ? "cell.capture" : "cell.legal"),
    scene.losing.includes(square) && say("cell.losing"),
    scene.banned.includes(square) && say("cell.banned"),
    scene.weighed?.slice(2) === nameOf(square) && say("cell.weighed"),
    scene.premove?.slice(0, 2) === nameOf(square) && say("cell.premove_from"),
    scene.premove?.slice(2) === nameOf(square) && say("cell.premove_to"),
    scene.check === square && say("cell.check"),
    isIn("chase", 0) && say("cell.chases"),
    isIn("chase", 2) && say("cell.chased"),
    scene.last?.slice(2) === nameOf(square) && say("cell.last_to"),
    scene.last?.slice(0, 2) === nameOf(square) && say("cell.last_from"),
  ];
  const what = piece ? say(pieceKey(piece)) : say("cell.empty");
  return [`${nameOf(square)} ${what}`, ...marks.filter(Boolean)].join(say("cell.comma"));
}

/**
 * Makes `root` the grid over the drawing.
 * @param {HTMLElement} root @param {Hand} hand
 */
export function createGrid(root, hand) {
  /** @type {Scene | null} */
  let scene = null;
  let cursor = mirrored(4, false);
  /** @type {{pointer: number, square: number, again: boolean, x: number, y: number, dragging: boolean} | null} */
  let press = null;
  /** Whether the button that opens a menu has called something off instead. */
  let hasCalledOff = false;

  const cells = Array.from({ length: SQUARES }, (_, place) =>
    made(el("div", { role: "gridcell", class: "cell", tabindex: -1, "aria-colindex": (place % FILES) + 1 })),
  );
  const rows = Array.from({ length: ROWS }, (_, row) =>
    el(
      "div",
      { role: "row", class: "cells", "aria-rowindex": row + 1 },
      ...cells.slice(row * FILES, (row + 1) * FILES),
    ),
  );
  root.className = "grid";
  root.setAttribute("role", "grid");
  fill(root, ...rows);

  const selected = () => scene?.selected ?? null;
  const mayBegin = (/** @type {number} */ square) => scene?.choices.has(square) ?? false;
  const mayGo = (/** @type {number} */ square) => {
    const origin = selected();
    return origin !== null && (scene?.choices.get(origin)?.includes(square) ?? false);
  };

  /** Whether a move that waits begins here. @param {number} square */
  const isPremoved = (square) => scene?.premove?.slice(0, 2) === nameOf(square);

  /** One word for click, tap and Enter. @param {number} square */
  function activate(square) {
    const origin = selected();
    const weighed = scene?.weighed ?? null;
    if (weighed?.slice(2) === nameOf(square)) hand.confirm(weighed);
    else if (weighed) hand.giveUp();
    else if (origin !== null && mayGo(square)) hand.move(origin, square);
    else if (origin === null && scene?.premove && (isPremoved(square) || !mayBegin(square))) hand.giveUp();
    else hand.select(mayBegin(square) && square !== origin ? square : null);
  }

  /** @param {PointerEvent} event @returns {[number, number]} in units of the drawing */
  function unitsAt(event) {
    const box = root.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * FILES - 0.5,
      ((event.clientY - box.top) / box.height) * ROWS - 0.5,
    ];
  }

  /** @param {PointerEvent} event @returns {number | null} */
  function squareAt(event) {
    const [column, row] = unitsAt(event).map(Math.round);
    const isInside = column >= 0 && column < FILES && row >= 0 && row < ROWS;
    return isInside ? mirrored(row * FILES + column, scene?.flip ?? false) : null;
  }

  /** @param {PointerEvent} event */
  function down(event) {
    if (press !== null) return;
    hasCalledOff = event.button !== 0 && letGo();
    const square = squareAt(event);
    if (event.button !== 0 || square === null) return;
    press = { pointer: event.pointerId, square, again: selected() === square, x: event.clientX, y: event.clientY, dragging: false };
    root.setPointerCapture(event.pointerId);
    if (!isPremoved(square) && !mayGo(square) && mayBegin(square)) hand.select(square);
  }

  /** The press that an event belongs to. @param {PointerEvent} event */
  const pressOf = (event) => (press?.pointer === event.pointerId ? press : null);

  /** @param {PointerEvent} event */
  function drag(event) {
    const held = pressOf(event);
    if (held === null) return;
    if (event.button > 0) return callOff();
    if (selected() !== held.square) return;
    held.dragging ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG_AFTER_PX;
    if (held.dragging) hand.lift(held.square, unitsAt(event));
  }

  /** @param {PointerEvent} event */
  function up(event) {
    const held = pressOf(event);
    if (held === null) return;
    const { square, again, dragging } = held;
    release();
    if (!dragging) {
      if (again || selected() !== square) activate(square);
      return;
    }
    const target = squareAt(event);
    if (target !== null && mayGo(target)) hand.move(square, target);
  }

  /** The pointer has the board no longer; a piece that it dragged goes back. */
  function release() {
    const held = press;
    press = null;
    if (held?.dragging) hand.lift(held.square, null);
  }

  /** What the pointer does is not meant. */
  function callOff() {
    hasCalledOff = true;
    release();
    hand.select(null);
  }

  /** The pointer is lost in the middle of what it does. @param {PointerEvent} event */
  function lost(event) {
    if (event.target === root && pressOf(event)) release();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const step = STEPS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (step) walk(step);
    else if (event.key === "Enter" || event.key === " ") activate(mirrored(cursor, scene?.flip ?? false));
    else if (event.key === "Escape") press ? callOff() : letGo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** First of the piece in hand, then of the move that waits; whether there was any. */
  function letGo() {
    const isWaiting = Boolean(scene?.premove ?? scene?.weighed);
    if (selected() !== null) hand.select(null);
    else if (isWaiting) hand.giveUp();
    else return false;
    return true;
  }

  /** @param {[number, number]} step */
  function walk([right, down]) {
    const column = Math.min(FILES - 1, Math.max(0, (cursor % FILES) + right));
    const row = Math.min(ROWS - 1, Math.max(0, Math.floor(cursor / FILES) + down));
    setCursor(row * FILES + column);
    cells[cursor].focus();
  }

  /** @param {number} place */
  function setCursor(place) {
    cells[cursor].tabIndex = -1;
    cursor = place;
    cells[cursor].tabIndex = 0;
  }

  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", drag);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", lost);
  root.addEventListener("lostpointercapture", lost);
  root.addEventListener("contextmenu", (event) => hasCalledOff && event.preventDefault());
  root.addEventListener("keydown", key);
  root.addEventListener("focusin", (event) => setCursor(cells.indexOf(/** @type {HTMLDivElement} */ (event.target))));
  root.addEventListener("click", (event) => {
    // A click without a pointer comes from assistive technology.
    const place = cells.indexOf(/** @type {HTMLDivElement} */ (event.target));
    if (event.detail === 0 && place >= 0) activate(mirrored(place, scene?.flip ?? false));
  });
  setCursor(cursor);

  /** @param {Scene} next @param {import("../text/catalogue.js").Say} [say] in the language of the page, unless another one is given */
  function render(next, say = t) {
    scene = next;
    root.setAttribute("aria-label", say("board.label"));
    cells.forEach((cell, place) => {
      const square = mirrored(place, next.flip);
      const label = cellLabel(next, square, say);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      cell.setAttribute("aria-selected", String(next.selected === square));
      cell.classList.toggle("can", next.choices.has(square) || next.targets.includes(square));
    });
  }
  return { render, focus: () => cells[cursor].focus() };
}
