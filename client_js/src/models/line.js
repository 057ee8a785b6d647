/**
 * A line of moves that is no game here, as the address of a page has it: a start, squares without gaps, rule sets. Pure:
 * what may be played is asked of the server.
 */

import { fenOf } from "./fen.js";
import { COUNTING_ENTRY, LIMITS } from "./rule_terms.js";
import { cellsAfter, cellsOf, choicesFrom, generalOf, otherSide, START, turnOf } from "./table.js";

/** @typedef {import("../messages").SideName} SideName */
/** @typedef {import("../messages").JudgedSet} JudgedSet */
/**
 * @typedef {object} Asked
 * @property {string} fen "" for the opening position
 * @property {string[]} moves
 * @property {string[]} rules
 * @property {boolean} strict the sets rule at the third occurrence
 * @property {boolean | null} entering whether the move that enters a repetition counts; null leaves it to the sets
 * @property {number} limit moves without a capture until a draw, 0 for none
 */
/** @typedef {Pick<Asked, "strict" | "entering" | "limit">} Terms */

const MOVE = /[a-i][0-9][a-i][0-9]/g;
const LINE = /^(?:[a-i][0-9][a-i][0-9])*$/;
const NAME = /^[a-z0-9]{1,16}$/;
const USUAL_RULES = ["axf", "wxf", "cxa"];
export const MOST_SETS = 3;
const MOST_RULES = 20;

/**
 * What a board shows of a position that the server knows: the moves from it, and a check.
 * @param {import("../messages").Line | undefined} told @param {string} cells @param {number | null} selected
 */
export function playing(told, cells, selected) {
  const choices = choicesFrom((told?.moves ?? "").split(" ").filter(Boolean));
  const targets = selected === null ? [] : (choices.get(selected) ?? []);
  return { choices, selected, targets, check: told?.check ? generalOf(cells, told.check) : null };
}

/** What an address asks. @param {string} query @param {readonly string[]} names the rule sets there are, none before the server has said so @returns {Asked} */
export function askedBy(query, names) {
  const given = new URLSearchParams(query);
  const moves = given.get("moves") ?? "";
  const rules = [...new Set((given.get("rules") ?? "").split(",").slice(0, MOST_RULES))].filter((name) => (names.length ? names.includes(name) : NAME.test(name)));
  return {
    fen: (given.get("fen") ?? "").trim(),
    moves: LINE.test(moves) ? (moves.match(MOVE) ?? []) : [],
    rules: rules.length ? rules.slice(0, MOST_SETS) : USUAL_RULES,
    strict: given.get("occurrences") === "3",
    entering: { true: true, false: false }[given.get("entering") ?? ""] ?? null,
    limit: LIMITS.find((limit) => String(limit) === given.get("limit")) ?? LIMITS[0],
  };
}

/** The terms as a question to the server has them. @param {Terms} terms */
export const termsAsked = ({ strict, entering, limit }) => ({ occurrences: strict ? 3 : 0, entering, limit });

/** What an address has of terms that are not the usual ones. @param {Terms} terms */
export const addressParts = ({ strict, entering, limit }) => ({
  ...(strict && { occurrences: "3" }),
  ...(entering !== null && { entering: String(entering) }),
  ...(limit !== LIMITS[0] && { limit: String(limit) }),
});

/** The address of a question. @param {Asked} asked @param {"/ruling" | "/board"} [page] */
export function addressOf({ fen, moves, rules, ...terms }, page = "/ruling") {
  const parts = { ...(fen && { fen }), ...(moves.length && { moves: moves.join("") }), ...(rules.join() !== USUAL_RULES.join() && { rules: rules.join() }), ...addressParts(terms) };
  const query = new URLSearchParams(parts).toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
  return `${page}${query && `?${query}`}`;
}

/** The position before the first move and after each. @param {Asked} asked @returns {string[]} */
export function positionsIn({ fen, moves }) {
  const all = [startOf(fen).cells];
  for (const move of moves) all.push(cellsAfter(all[all.length - 1], move));
  return all;
}

const PLACEMENT = /^(?:[KABENHRCPkabenhrcp1-9]+\/){9}[KABENHRCPkabenhrcp1-9]+$/;
const EMPTY = ".".repeat(90);

/** Where the pieces stand at the start, and who moves; nobody stands anywhere in what is no FEN. @param {string} fen */
export function startOf(fen) {
  const [board = ""] = fen.split(" ");
  const usual = board.replace(/[Ee]/g, (letter) => (letter === "E" ? "B" : "b")).replace(/[Hh]/g, (letter) => (letter === "H" ? "N" : "n"));
  const cells = fen === "" ? cellsOf(START) : PLACEMENT.test(board) ? cellsOf(usual) : EMPTY;
  return { cells: cells.length === EMPTY.length ? cells : EMPTY, turn: /** @type {SideName} */ (fen === "" ? "red" : turnOf(fen)) };
}

/** Who plays the move of a ply. @param {string} fen @param {number} ply */
export const sideAt = (fen, ply) => (ply % 2 === 0 ? startOf(fen).turn : otherSide(startOf(fen).turn));

/** The FEN of a position that was set up. @param {string} cells @param {SideName} turn */
export const fenSetUp = (cells, turn) => `${fenOf(cells)} ${turn === "red" ? "w" : "b"}`;

/** A game's own rule set first, then the usual ones, by the terms of the game. @param {import("../messages").RuleTerms} rules */
export function ownRules({ name, strict, entering, limit }) {
  const isUsual = Boolean(entering) === COUNTING_ENTRY.includes(name);
  return { rules: [...new Set([name, ...USUAL_RULES])].slice(0, MOST_SETS), strict, entering: isUsual ? null : Boolean(entering), limit };
}

/**
 * The address at which a game that was played here is asked about.
 * @param {Pick<import("./table.js").Table, "startCells" | "firstTurn" | "moves" | "terms">} table @param {"/ruling" | "/board"} [page]
 */
export function addressOfGame({ startCells, firstTurn, moves, terms }, page) {
  const isUsual = startCells === cellsOf(START) && firstTurn === "red";
  return addressOf({ fen: isUsual ? "" : fenSetUp(startCells, firstTurn), moves: moves.map(({ uci }) => uci), ...ownRules(terms.rules) }, page);
}

/** The moves of the line that a text with variations goes on with. @param {string} line @returns {string[]} */
export function mainLine(line) {
  let depth = 0;
  const kept = [...line].filter((sign) => {
    if (sign === "(") depth += 1;
    const isMain = depth === 0;
    if (sign === ")") depth -= 1;
    return isMain;
  });
  return kept.join("").match(/.{4}/g) ?? [];
}

/** A position with a piece on a square, or with nothing there. @param {string} cells @param {number} square @param {string} piece */
export const withPieceOn = (cells, square, piece) => cells.slice(0, square) + piece + cells.slice(square + 1);

/**
 * Each ply of which some set tells what it is, with what every set says; `differs` where they do not agree.
 * @param {JudgedSet[]} sets
 */
export function pliesOf(sets) {
  /** @type {Map<number, Record<string, import("../messages").RuledPly>>} */
  const found = new Map();
  for (const { rules, ruling } of sets)
    for (const ply of ruling?.plies ?? []) found.set(ply.ply, { ...found.get(ply.ply), [rules]: ply });
  return [...found.entries()]
    .sort(([one], [other]) => one - other)
    .map(([ply, bySet]) => ({ ply, bySet, differs: new Set(Object.values(bySet).map(({ kind }) => kind)).size > 1 }));
}
