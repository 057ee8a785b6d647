/**
 * A move that is not played yet, as players write it: the server writes those that are.
 *
 * It only says which piece goes where: whether it may is not known here. Tandem pieces are
 * told apart as `server/xiangqi_server/game/rules/game/notation.py` does it; the tests hold both against one list.
 */

import { endsOf, FILES, sideOf } from "./table.js";

/** @typedef {{uci: string, wxf: string, chinese: string}} Spelled a move in each notation */

const ROLES = "KABNRCP";
const LETTERS = "KAEHRCP";
const NAMES = { red: "帅仕相马车炮兵", black: "将士象马车炮卒" };
const HAN_DIGITS = "〇一二三四五六七八九";
/** Names of the places on a file, front first, by how many share it. */
const PLACES = ["", "", "前后", "前中后", "前二三后", "前二三四后"];
/** Advisors and elephants are told by their file alone. */
const BY_FILE = "AB";
/** These go aslant, so the file they reach is told. */
const ASLANT = "ABN";

/**
 * A move in each notation.
 * @param {string} cells the position before it @param {string} uci
 * @returns {{uci: string, wxf: string, chinese: string}}
 */
export function spelled(cells, uci) {
  const [origin, target] = endsOf(uci);
  const piece = cells[origin];
  const isRed = sideOf(piece) === "red";
  const role = piece.toUpperCase();
  const fileOf = (/** @type {number} */ square) => (isRed ? FILES - (square % FILES) : (square % FILES) + 1);
  const rankOf = (/** @type {number} */ square) => Math.floor(square / FILES);

  const alike = [...cells].flatMap((other, square) => (other === piece ? [square] : []));
  if (isRed) alike.reverse(); // front first
  const onFile = (/** @type {number} */ file) => alike.filter((square) => fileOf(square) === file);
  const sharing = onFile(fileOf(origin));
  const crowded = new Set(alike.map(fileOf).filter((file) => onFile(file).length > 1)).size;
  const place = sharing.length > 1 && !BY_FILE.includes(role) ? sharing.indexOf(origin) : -1;

  const steps = (rankOf(target) - rankOf(origin)) * (isRed ? 1 : -1);
  const value = steps === 0 || ASLANT.includes(role) ? fileOf(target) : Math.abs(steps);
  const course = steps === 0 ? 0 : steps > 0 ? 1 : 2;
  const digit = (/** @type {number} */ n) => (isRed ? HAN_DIGITS[n] : String(n));

  const letter = LETTERS[ROLES.indexOf(role)];
  const name = NAMES[isRed ? "red" : "black"][ROLES.indexOf(role)];
  const isNumbered = role === "P" && (sharing.length > 2 || crowded > 1);
  const tandem = isNumbered ? `${place + 1}${fileOf(origin)}` : letter + (place === 0 ? "+" : "-");
  const who = place < 0 ? letter + fileOf(origin) : tandem;
  const whom = place < 0 ? name + digit(fileOf(origin)) : PLACES[sharing.length][place] + (crowded > 1 ? digit(fileOf(origin)) : name);
  return { uci, wxf: `${who}${"=+-"[course]}${value}`, chinese: `${whom}${"平进退"[course]}${digit(value)}` };
}

const SIMPLE = "车马帅将进后";
const TRADITIONAL = "車馬帥將進後";

/** A move in one notation; Chinese comes simplified, and is put into the reader's signs. @param {Spelled} move @param {import("../page").Notation} notation @param {string} language */
export const inNotation = (move, notation, language) =>
  notation === "chinese" && language === "zh-Hant"
    ? move.chinese.replace(/[车马帅将进后]/g, (sign) => TRADITIONAL[SIMPLE.indexOf(sign)])
    : move[notation];
