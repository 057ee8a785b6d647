/**
 * Taking a position along: its FEN, its picture.
 */

import { cellsAt, FILES, SQUARES, turnAt } from "../../models/table.js";

/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("../../board/element.js").XiangqiBoard} Board */

const RANKS = SQUARES / FILES;
const PICTURE_PX = 1_080;

/** The position after some plies as a FEN, with the plies since the last capture. @param {Table} table @param {number} ply @returns {string} */
export function fenAt(table, ply) {
  const cells = cellsAt(table, ply);
  const ranks = Array.from({ length: RANKS }, (_, i) => cells.slice((RANKS - 1 - i) * FILES, (RANKS - i) * FILES));
  const placement = ranks.map((rank) => rank.replace(/\.+/g, (empty) => String(empty.length))).join("/");
  const count = (/** @type {number} */ at) => SQUARES - (cellsAt(table, at).match(/\./g)?.length ?? 0);
  let since = ply;
  while (since > 0 && count(since - 1) === count(ply)) since -= 1;
  const offset = table.firstTurn === "black" ? 1 : 0;
  const turn = turnAt(table, ply) === "red" ? "w" : "b";
  return `${placement} ${turn} - - ${ply - since} ${Math.floor((ply + offset) / 2) + 1}`;
}

/** Save a file. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * A drawing that needs no page around it: its styles lie inside, as its outlines do.
 * @param {Board} board @returns {string}
 */
function standalone({ picture: { drawing, rules } }) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const given = getComputedStyle(drawing);
  const names = new Set(rules.flatMap((rule) => [...rule.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)));
  const values = [...names].map((name) => `${name}: ${given.getPropertyValue(name)}`);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = [`svg { color-scheme: ${given.colorScheme}; ${values.join("; ")} }`, ...rules, "* { transition: none !important }"].join("\n");
  copy.prepend(style);
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute("width", String(PICTURE_PX));
  copy.setAttribute("height", String(Math.round((PICTURE_PX * height) / width)));
  return new XMLSerializer().serializeToString(copy);
}

/** The board as it stands, as a PNG. @param {Board} board @returns {Promise<Blob>} */
export async function pictureOf(board) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(board))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
