/**
 * How a game is held in the page: positions as 90 characters, moves by ply.
 *
 * A square is `rank * 9 + file`: `a0` is 0, `i9` is 89. A piece is its FEN letter, upper
 * case for Red; `.` is an empty square. Nothing here knows how pieces move.
 */

/** @typedef {import("../messages").SideName} Side */
/** @typedef {{uci: string, wxf: string, chinese: string, check: boolean, cells: string, receipt: Receipt | null}} Played
 *   a move, the position after it, and what it took if one was there */
/** @typedef {{spentMs: number, compensatedMs: number, quotaMs: number}} Receipt
 *   time of a turn, what of it was not charged, and the lag that may still be compensated */
/** @typedef {import("../messages").Room} Room */
/** @typedef {import("../messages").RoomEvent} RoomEvent */
/** @typedef {Pick<Room, "status" | "terms" | "red" | "black" | "you" | "offers" | "absences" | "warning" | "outcome"
 *   | "spectators" | "previous" | "next"> & {startCells: string, firstTurn: Side, moves: Played[],
 *   clock: import("../messages").Clock & {at_ms: number}, quotas: Record<Side, number>, behindMs: number, suspendedUntilMs: number | null,
 *   names: string[], bots: string[], here: Record<Side, boolean> | null,
 *   ratings: Record<Side, import("../messages").PlayerRating | null>,
 *   ready: import("../messages").ReadyCheck | null, series: [red: number, black: number],
 *   invited: import("../messages").Seat | null, waitsUntilMs: number | null,
 *   seatKey: string | null, needsKey: boolean, tournament: string | null, berserk: import("../messages").BerserkSides | null,
 *   away: import("../messages").VacationSides | null}} Table */

export const FILES = 9;
export const SQUARES = 90;
const EMPTY = ".";

/** @param {number} square @returns {string} such as `e0` */
export const nameOf = (square) => "abcdefghi"[square % FILES] + Math.floor(square / FILES);

/** @param {string} name @returns {number} */
export const squareOf = (name) => Number(name[1]) * FILES + name.charCodeAt(0) - 97;

/** @param {string} uci @returns {[number, number]} origin and target of a move */
export const endsOf = (uci) => [squareOf(uci), squareOf(uci.slice(2))];

/** The targets of moves by their origin. @param {Iterable<string>} moves @returns {import("../board/drawing.js").Choices} */
export function choicesFrom(moves) {
  const choices = new Map();
  for (const [origin, target] of [...moves].map(endsOf)) choices.set(origin, [...(choices.get(origin) ?? []), target]);
  return choices;
}

/** @param {string} cells @param {number} square @returns {string | null} the piece there */
export const pieceAt = (cells, square) => (cells[square] === EMPTY ? null : cells[square]);

/** @param {string} piece @returns {Side} */
export const sideOf = (piece) => (piece === piece.toUpperCase() ? "red" : "black");

/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === "red" ? "black" : "red");

/** The level of a computer of the server's own, "" of anybody else. @param {{name: string, bot: boolean} | null} seat */
export const levelOf = (seat) => (seat?.bot && seat.name.match(/^Computer ([1-8])$/)?.[1]) || "";

/** The level of the computer that the reader plays, "" where it is none. @param {Pick<Table, "you" | Side>} table */
export const rivalOf = (table) => table.you && levelOf(table[otherSide(table.you)]);

/** @param {string} cells @param {Side} side @returns {number} where its general stands */
export const generalOf = (cells, side) => cells.indexOf(side === "red" ? "K" : "k");

/** @param {string} fen a whole FEN or its first field @returns {string} */
export function cellsOf(fen) {
  const ranks = fen.split(" ")[0].split("/").reverse();
  return ranks.map((rank) => rank.replace(/[1-9]/g, (n) => EMPTY.repeat(Number(n)))).join("");
}

/** The position before the first move, as the first field of a FEN. */
export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/** @param {string} fen @returns {Side} whose turn it is */
export const turnOf = (fen) => (fen.split(" ")[1] === "b" ? "black" : "red");

/** @param {string} cells @param {string} uci @returns {string} the position after the move */
export function cellsAfter(cells, uci) {
  const [origin, target] = endsOf(uci);
  const next = [...cells];
  next[target] = next[origin];
  next[origin] = EMPTY;
  return next.join("");
}

/**
 * Which pieces stay, move, appear and fall between two positions. A piece that appears is
 * taken for the nearest one of its kind that has left.
 * @param {string} before @param {string} after
 * @returns {{moves: [number, number][], gone: number[], fresh: number[]}}
 */
export function differences(before, after) {
  const changed = Array.from({ length: SQUARES }, (_, square) => square).filter(
    (square) => before[square] !== after[square],
  );
  let gone = changed.filter((square) => before[square] !== ".");
  /** @type {[number, number][]} */
  const moves = [];
  /** @type {number[]} */
  const fresh = [];
  for (const square of changed.filter((square) => after[square] !== ".")) {
    const [nearest] = gone
      .filter((from) => before[from] === after[square])
      .sort((a, b) => distance(a, square) - distance(b, square));
    if (nearest === undefined) fresh.push(square);
    else moves.push([nearest, square]);
    gone = gone.filter((from) => from !== nearest);
  }
  return { moves, gone, fresh };
}

/** @param {number} a @param {number} b */
function distance(a, b) {
  const files = (a % FILES) - (b % FILES);
  const ranks = Math.floor(a / FILES) - Math.floor(b / FILES);
  return Math.hypot(files, ranks);
}

// A game by plies.

/** @param {Pick<Table, "firstTurn">} table @param {number} ply @returns {Side} who plays that ply */
export const turnAt = (table, ply) => (ply % 2 === 0 ? table.firstTurn : otherSide(table.firstTurn));

/** @param {Table} table @param {number} ply @returns {string} the position after so many plies */
export const cellsAt = (table, ply) => (ply === 0 ? table.startCells : table.moves[ply - 1].cells);

// What the server's messages make of a table.

/** The table of a whole room; who is here stays known. @param {Room} room @param {Table | null} before @returns {Table} */
export function tableOf(room, before) {
  const startCells = cellsOf(room.start_fen);
  /** @type {Played[]} */
  const moves = [];
  for (const [uci, wxf, chinese, told] of room.moves) {
    const cells = cellsAfter(moves.at(-1)?.cells ?? startCells, uci);
    const check = room.check && moves.length === room.moves.length - 1;
    const receipt = told ? { spentMs: told[0], compensatedMs: told[1], quotaMs: told[2] } : null;
    moves.push({ uci, wxf, chinese, cells, check, receipt });
  }
  const { status, terms, red, black, you, offers, absences, warning, outcome, spectators, previous, next } = room;
  return {
    ...{ status, terms, red, black, you, offers, absences, warning, outcome, spectators, previous, next },
    startCells,
    firstTurn: turnOf(room.start_fen),
    moves,
    clock: { ...room.clock, at_ms: room.at_ms },
    quotas: { red: room.red_quota_ms, black: room.black_quota_ms },
    behindMs: room.behind_ms,
    names: before?.names ?? [],
    bots: before?.bots ?? [],
    here: before?.here ?? null,
    suspendedUntilMs: room.suspended_until_ms,
    ratings: { red: room.red_rating, black: room.black_rating },
    ready: room.ready,
    series: room.series,
    invited: room.invited,
    waitsUntilMs: room.waits_until_ms,
    seatKey: room.seat_key,
    needsKey: room.needs_key,
    berserk: room.berserk ?? null,
    tournament: room.tournament,
    away: room.away ?? null,
  };
}

/** The table after an event. @param {Table} before @param {RoomEvent} event @param {string} me one's own player id @returns {Table} */
export function tableAfter(before, event, me) {
  const table = "clock" in event ? { ...before, clock: { ...event.clock, at_ms: event.at_ms } } : before;
  const { offers, absences } = table;
  switch (event.type) {
    case "seated":
      return {
        ...table,
        ...startedBy(event),
        [event.side]: event.seat,
        you: event.seat.player === me ? event.side : table.you,
      };
    case "readied":
      return { ...table, ...startedBy(event) };
    case "moved":
      return afterMove(table, event);
    case "took_back":
      return afterTakeback(table, event);
    case "disconnected":
      return {
        ...table,
        absences: [
          ...absences.filter((absence) => absence.side !== event.side),
          { side: event.side, claimable_at_ms: event.claimable_at_ms },
        ],
      };
    case "reconnected":
      return { ...table, absences: absences.filter((absence) => absence.side !== event.side) };
    case "suspended": {
      const waits = /** @type {const} */ (["red", "black"]).map((side) => ({ side, claimable_at_ms: event.until_ms }));
      return { ...table, suspendedUntilMs: event.until_ms, absences: waits };
    }
    case "continued":
      return { ...table, suspendedUntilMs: null };
    case "offered":
      return { ...table, offers: [...offers, { what: event.what, side: event.side, ply: event.ply }] };
    case "declined":
      return { ...table, offers: offers.filter((offer) => offer.what !== event.what) };
    case "warned":
      return { ...table, warning: event.warning };
    case "ended":
      return {
        ...table,
        status: "over",
        ready: null,
        outcome: event.outcome,
        offers: [],
        absences: [],
        warning: null,
        suspendedUntilMs: null,
        behindMs: 0,
      };
    case "rating_known":
    case "rated":
      return { ...table, ratings: { ...table.ratings, [event.side]: event.rating.points ? event.rating : null } };
    case "rematch_opened":
      return { ...table, next: event.next, offers: [] };
    case "time_credited":
      return { ...table, ready: event.ready };
    case "berserked":
      return { ...table, berserk: table.berserk && { ...table.berserk, [event.side]: true } };
    case "away_until":
      return { ...table, away: { red: null, black: null, ...table.away, [event.side]: event.until_ms } };
    case "time_given":
      return table;
  }
}

/** The game runs, unless its players are still asked whether they are there. @param {import("../messages").Seated | import("../messages").Readied} event */
const startedBy = ({ ready }) => ({
  status: ready ? /** @type {const} */ ("readying") : /** @type {const} */ ("playing"),
  ready,
});

/** @param {Table} table @param {import("../messages").Moved} event @returns {Table} */
function afterMove(table, event) {
  const { uci, wxf, chinese, check, ply } = event;
  const mover = turnAt(table, ply);
  const quotas = { red: event.red_quota_ms, black: event.black_quota_ms };
  const receipt = { spentMs: event.spent_ms, compensatedMs: event.compensated_ms, quotaMs: quotas[mover] };
  const cells = cellsAfter(cellsAt(table, table.moves.length), uci);
  return {
    ...table,
    moves: [...table.moves, { uci, wxf, chinese, check, cells, receipt }],
    offers: table.offers.filter((offer) => offer.side === mover && offer.what !== "takeback"),
    warning: null,
    quotas,
  };
}

/** @param {Table} table @param {import("../messages").TookBack} event @returns {Table} */
function afterTakeback(table, event) {
  const kept = table.moves.slice(0, -event.plies);
  const moves = kept.map((move, ply) => (ply === kept.length - 1 ? { ...move, check: event.check } : move));
  return { ...table, moves, offers: [], warning: null };
}

/**
 * How often the position after each ply has stood by then, counting it: 1 for a new one.
 * @param {Pick<Table, "startCells" | "moves">} table @returns {number[]} by ply, from 0
 */
export function recurrences(table) {
  /** @type {Map<string, number>} */
  const stood = new Map();
  const positions = [table.startCells, ...table.moves.map((move) => move.cells)];
  return positions.map((cells, ply) => {
    const key = `${cells}${ply % 2}`;
    const times = (stood.get(key) ?? 0) + 1;
    stood.set(key, times);
    return times;
  });
}

/**
 * Pieces taken by the ply looked at, as letters, in the order they fell.
 * @param {Table} table @param {number} plies @returns {string[]}
 */
export function taken(table, plies) {
  return table.moves.slice(0, plies).flatMap(({ uci }, ply) => pieceAt(cellsAt(table, ply), endsOf(uci)[1]) ?? []);
}
