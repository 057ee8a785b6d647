/**
 * A line of moves that is no game here, as the address of a page has it: a start, squares without gaps, rule sets. Pure:
 * what may be played is asked of the server.
 */

import { fenOf } from "./fen.js";
import { COUNTING_ENTRY, LIMITS, rulesIn, rulesText } from "./rule_terms.js";
import { cellsAfter, cellsOf, choicesFrom, endsOf, generalOf, otherSide, START, turnOf } from "./table.js";

/** @typedef {import("../messages").SideName} SideName */
/** @typedef {import("../messages").JudgedSet} JudgedSet */
/**
 * @typedef {object} Asked
 * @property {string} fen "" for the opening position
 * @property {string[]} moves
 * @property {string[]} rules
 * @property {string} terms the rules of the game that the line is of, as one text; "" for no game
 * @property {number} occurrences the occurrence at which the sets rule; 0 leaves it to them or to the terms
 * @property {boolean | null} entering whether the move that enters a repetition counts; null leaves it likewise
 * @property {number | null} limit moves without a capture until a draw, 0 for none; null leaves it likewise
 */
/** @typedef {Pick<Asked, "terms" | "occurrences" | "entering" | "limit">} Terms */

const MOVE = /[a-i][0-9][a-i][0-9]/g;
const LINE = /^(?:[a-i][0-9][a-i][0-9])*$/;
const NAME = /^[a-z0-9]{1,16}$/;
const USUAL_RULES = ["axf", "wxf", "cxa"];
export const MOST_SETS = 3;
const ATTACKERS = /[RNCP]/i;
/** From here on a natural limit may be near: the lowest is 50 moves of each side. */
const QUIET_PLIES = 100;
/** The moves of a question have at most 3,600 characters. */
const MOST_PLIES = 900;
const MOST_NUMBER = 9_999;
const OCCURRENCE = /^[2-9]$/;
const STRICT_AT = 3;
const RULE_AT = 4;
/** A question that leaves everything to the sets. @type {Terms} */
const NOTHING_ASKED = { terms: "", occurrences: 0, entering: null, limit: null };
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

/** The sets that are asked where nothing is chosen: that of the game first. @param {string} terms */
const usualSets = (terms) => [...new Set([...(terms ? [terms.split(" ")[0]] : []), ...USUAL_RULES])].slice(0, MOST_SETS);

/**
 * Whether the rules may have something to say of a position: it recurs, it is the end, nothing was taken for long, or the terms
 * count attacks that need no repetition.
 * @param {import("../messages").Line | undefined} told @param {string} cells @param {Terms} terms
 */
export function mayBeRuledOn(told, cells, { terms }) {
  if (!told || told.flaw) return false;
  const agreed = rulesIn(terms);
  const quietPlies = Number(told.fen.split(" ")[4]);
  return Boolean(agreed?.nine_rounds || agreed?.count) || told.occurrences > 1 || told.moves === "" || quietPlies >= QUIET_PLIES || !ATTACKERS.test(cells);
}

/** What an address asks. @param {string} query @param {readonly string[]} names the rule sets there are, none before the server has said so @returns {Asked} */
export function askedBy(query, names) {
  const given = new URLSearchParams(query);
  const moves = given.get("moves") ?? "";
  const rules = [...new Set((given.get("rules") ?? "").split(",").slice(0, MOST_RULES))].filter((name) => (names.length ? names.includes(name) : NAME.test(name)));
  const terms = rulesIn(given.get("terms") ?? "") ? (given.get("terms") ?? "") : "";
  return {
    ...fitting((given.get("fen") ?? "").trim(), LINE.test(moves) ? (moves.match(MOVE) ?? []) : []),
    rules: rules.length ? rules.slice(0, MOST_SETS) : usualSets(terms),
    terms,
    occurrences: OCCURRENCE.test(given.get("occurrences") ?? "") ? Number(given.get("occurrences")) : 0,
    entering: { true: true, false: false }[given.get("entering") ?? ""] ?? null,
    limit: LIMITS.find((limit) => String(limit) === given.get("limit")) ?? null,
  };
}

/** The terms as a question to the server has them, of an address or of a question with more. @param {Terms} asked */
export const termsAsked = ({ terms, occurrences, entering, limit }) => ({ terms, occurrences, entering, limit });

/** What an address has of the terms. @param {Terms} asked */
export const addressParts = ({ terms, occurrences, entering, limit }) => ({
  ...(terms && { terms }),
  ...(occurrences && { occurrences: String(occurrences) }),
  ...(entering !== null && { entering: String(entering) }),
  ...(limit !== null && { limit: String(limit) }),
});

/** When the sets rule and what counts, as it is asked for or agreed on; `entering` is null where the set decides. @param {Terms} asked */
export function countingOf({ terms, occurrences, entering, limit }) {
  const agreed = rulesIn(terms);
  const counts = Boolean(agreed?.entering);
  const isUsual = !agreed || counts === COUNTING_ENTRY.includes(agreed.name);
  return {
    strict: occurrences ? occurrences === STRICT_AT : Boolean(agreed?.strict),
    entering: entering ?? (isUsual ? null : counts),
    limit: limit ?? agreed?.limit ?? LIMITS[0],
  };
}

/** What is asked once something of it was chosen. @param {Terms} asked @param {{strict?: boolean, entering?: boolean | null, limit?: number}} change @returns {Partial<Terms>} */
export function countedBy({ terms }, { strict, ...change }) {
  if (strict === undefined) return change;
  const agreed = Boolean(rulesIn(terms)?.strict);
  return { ...change, occurrences: strict === agreed ? 0 : strict ? STRICT_AT : RULE_AT };
}

/**
 * A line as an address and a question can hold it. A longer one begins after a capture: no position before it can recur, so the
 * rules say the same of the end. If nothing was taken since, it has its latest moves. Its FEN has the count of quiet plies and the number of the move.
 * @param {string} fen @param {string[]} moves @returns {{fen: string, moves: string[]}}
 */
export function fitting(fen, moves) {
  const tooMany = moves.length - MOST_PLIES;
  if (tooMany <= 0) return { fen, moves };
  let { cells } = startOf(fen);
  let quiet = Number(fen.split(" ")[4] ?? 0);
  /** @type {{fen: string, moves: string[]} | null} */
  let latest = null;
  for (const [ply, move] of moves.entries()) {
    if (ply >= tooMany && quiet === 0) return begunAt(fen, moves, ply, cells, quiet);
    if (ply === tooMany) latest = begunAt(fen, moves, ply, cells, quiet);
    quiet = cells[endsOf(move)[1]] === "." ? quiet + 1 : 0;
    cells = cellsAfter(cells, move);
  }
  return /** @type {{fen: string, moves: string[]}} */ (latest);
}

/** @param {string} fen @param {string[]} moves @param {number} ply @param {string} cells @param {number} quiet */
function begunAt(fen, moves, ply, cells, quiet) {
  const blackBegan = Number(sideAt(fen, 0) === "black");
  const number = beginsAt(fen) + Math.floor((ply + blackBegan) / 2);
  return { fen: `${fenSetUp(cells, sideAt(fen, ply))} - - ${quiet} ${number}`, moves: moves.slice(ply) };
}

/** The number of a line's first move: of one that begins within a game it is more than 1. @param {string} fen */
export const beginsAt = (fen) => Math.max(1, Math.min(MOST_NUMBER, Number(fen.split(" ")[5]) || 1));

/** The address of a question. @param {Asked} asked @param {"/ruling" | "/board"} [page] */
export function addressOf({ fen, moves, rules, ...terms }, page = "/ruling") {
  const isUsual = rules.join() === usualSets(terms.terms).join();
  return addressWith(page, { ...(fen && { fen }), ...(moves.length && { moves: moves.join("") }), ...(!isUsual && { rules: rules.join() }), ...addressParts(terms) });
}

/** An address with its question, which stays readable. @param {string} page @param {Record<string, string>} parts */
export function addressWith(page, parts) {
  const query = new URLSearchParams(parts).toString().replace(/%(?:2F|2C|28|29|3D)/g, decodeURIComponent);
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

/** Whether a game began as games do. @param {ReturnType<typeof startOf>} start */
export const isUsualStart = ({ cells, turn }) => cells === cellsOf(START) && turn === "red";

/** Who plays the move of a ply. @param {string} fen @param {number} ply */
export const sideAt = (fen, ply) => (ply % 2 === 0 ? startOf(fen).turn : otherSide(startOf(fen).turn));

/** The FEN of a position that was set up. @param {string} cells @param {SideName} turn */
export const fenSetUp = (cells, turn) => `${fenOf(cells)} ${turn === "red" ? "w" : "b"}`;

/** What is asked of a game that was played by some terms: its own rule set first. @param {string} terms */
export const byTerms = (terms) => ({ rules: usualSets(terms), ...NOTHING_ASKED, terms });

/**
 * The address at which a game that was played here is asked about.
 * @param {Pick<import("./table.js").Table, "startCells" | "firstTurn" | "moves" | "terms">} table @param {"/ruling" | "/board"} [page]
 */
export function addressOfGame({ startCells, firstTurn, moves, terms }, page) {
  const isUsual = isUsualStart({ cells: startCells, turn: firstTurn });
  const line = fitting(isUsual ? "" : fenSetUp(startCells, firstTurn), moves.map(({ uci }) => uci));
  return addressOf({ ...line, ...byTerms(rulesText(terms.rules)) }, page);
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
 * The moves of a line, begun from a start that was corrected: all of them where the same pieces move and are taken, else none.
 * Whether they may be played is asked of the server.
 * @param {Asked} asked @param {string} fen @returns {string[]}
 */
export function movesFrom(asked, fen) {
  if (startOf(fen).turn !== startOf(asked.fen).turn) return [];
  const [before, now] = [positionsIn(asked), positionsIn({ ...asked, fen })];
  return asked.moves.every((move, ply) => endsOf(move).every((square) => before[ply][square] === now[ply][square])) ? asked.moves : [];
}

/** The sets that have evidence, those together that say the same of every ply. @param {JudgedSet[]} sets @returns {JudgedSet[][]} */
export function sameEvidence(sets) {
  /** @type {Map<string, JudgedSet[]>} */
  const groups = new Map();
  for (const set of sets) {
    const { plies = [], told = [] } = set.ruling ?? {};
    const said = JSON.stringify([plies, told]);
    if (plies.length > 0) groups.set(said, [...(groups.get(said) ?? []), set]);
  }
  return [...groups.values()];
}

/** What some set says is chased by a ply, as the board shows it after that ply. @param {JudgedSet[]} sets @param {number} ply */
export function chasesAt(sets, ply) {
  const chases = sets.flatMap(({ ruling }) => (ruling?.plies ?? []).filter((one) => one.ply === ply).flatMap((one) => one.chases));
  return [...new Set(chases.map(({ attacker, victim }) => attacker.square + victim.square))].map((uci) => ({ uci, kind: /** @type {const} */ ("chase") }));
}

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
