/**
 * A tournament as its reader sees it: what the server has told of it, what the reader may do next,
 * and of what the sums of its standings are made.
 */

/** @typedef {import("../messages").ServerMessage} ServerMessage */
/** @typedef {import("../messages").TournamentInfo} TournamentInfo */
/** @typedef {import("../messages").TournamentEntrant} TournamentEntrant */
/** @typedef {import("../messages").TournamentShown} TournamentShown */
/** @typedef {import("../messages").TableCell} TableCell */
/** @typedef {import("../messages").TournamentNote} TournamentNote */
/** @typedef {TournamentShown["tie_breaks"][number]} TieBreak */
/**
 * @typedef {object} TournamentModel
 * @property {TournamentInfo} info
 * @property {string} text
 * @property {import("../messages").EntryConditions} conditions
 * @property {number | null} closesMs from when on nobody is paired in an arena
 * @property {TournamentEntrant[]} rows the page of the standings that is shown
 * @property {number} size how many rows there are, as far as is known
 * @property {import("../messages").TournamentGame[]} playing
 * @property {TournamentEntrant | null} you
 * @property {string | null} room of the reader's own game
 * @property {number | null} returnAtMs
 * @property {TieBreak[]} tieBreaks
 * @property {number[]} dates at real boards, when each round begins, if that was announced
 * @property {boolean} asksPassword a player who enters must say it
 * @property {import("../messages").LogHead | null} end once it is over, where its log ends
 * @property {import("../messages").OpenPair[]} pairs where pairs play when both want to: the reader's games to come
 */
/** @typedef {"enter" | "account" | "entered" | "soon" | "closed" | "play" | "paused" | "pairing" | "closing" | "free" | "break" | "resting" | "over" | "called_off"} Step */

/** How many rows a page of the standings has. */
export const PAGE_ROWS = 20;

/** So long before the start who has entered is told to stay. */
const SOON_MS = 5 * 60_000;
/** So long after the end results are corrected. */
const CORRECTION_MS = 7 * 24 * 3_600_000;

/** What the reader takes part in and begins within five minutes; null for nothing. @param {TournamentInfo[]} entered the next first @param {number} nowMs */
export const startingSoon = (entered, nowMs) => entered.find(({ phase, starts_ms: startsMs }) => phase === "announced" && startsMs > nowMs && startsMs - nowMs <= SOON_MS) ?? null;

/**
 * What the answer to `watch_tournament` makes. Who is on a later page of the standings stays there.
 * @param {TournamentShown} told @param {TournamentModel | null} [before] @returns {TournamentModel}
 */
export function shownTournament(told, before = null) {
  const model = fromTold(told);
  return before && firstRank(before) > 1 ? { ...model, rows: before.rows } : model;
}

/** @param {TournamentShown} told @returns {TournamentModel} */
const fromTold = ({ info, text, conditions, closes_ms: closesMs, rows, playing, you, room, return_at_ms: returnAtMs, tie_breaks: tieBreaks, password: asksPassword, pairs, end, dates }) => ({
  ...{ info, text, conditions, closesMs, rows, playing, you, room, returnAtMs, tieBreaks, asksPassword, pairs, end, dates },
  size: info.entered,
});

/** On which row the shown page of the standings begins, from 1. @param {TournamentModel} model */
export const firstRank = ({ rows }) => rows[0]?.rank ?? 1;

/** @param {TournamentModel} model @param {ServerMessage} message @returns {TournamentModel} */
export function update(model, message) {
  if (!("tournament" in message) || message.tournament !== model.info.tournament) return model;
  switch (message.type) {
    case "tournament_changed": {
      const { info, closes_ms: closesMs, playing, end } = message;
      const rows = firstRank(model) === 1 ? message.rows : model.rows;
      const { text, conditions, dates, tie_breaks: tieBreaks, password: asksPassword } = message.amended ?? { ...model, tie_breaks: model.tieBreaks, password: model.asksPassword };
      return { ...model, info, text, conditions, dates, tieBreaks, asksPassword, closesMs, playing, end, rows, size: Math.max(model.size, info.entered) };
    }
    case "tournament_you":
      return { ...model, you: message.you, room: message.room, returnAtMs: message.return_at_ms, pairs: message.pairs };
    case "tournament_standings":
      return { ...model, rows: message.rows, size: message.size };
    default:
      return model;
  }
}

/** Whether somebody who has not entered may do so while it runs. @param {TournamentModel} model @param {number} nowMs */
function takesLate({ info: { format, round, rounds, at_boards: atBoards }, closesMs }, nowMs) {
  if (atBoards) return format.type === "swiss";
  if (format.type === "arena") return closesMs === null || nowMs < closesMs;
  return format.type === "swiss" && round * 2 <= rounds;
}

/** What there is to do or to wait for. @param {TournamentModel} model @param {number} nowMs @param {boolean} isGuest @returns {Step} */
export function nextStep(model, nowMs, isGuest) {
  const { info, you, room, closesMs } = model;
  if (info.phase === "called_off") return "called_off";
  if (info.phase === "finished") return "over";
  const isIn = you !== null && you.status !== "left";
  if (!isIn) {
    if (info.phase === "running" && !takesLate(model, nowMs)) return "closed";
    return isGuest ? "account" : "enter";
  }
  if (info.phase === "announced") return info.starts_ms - nowMs > SOON_MS ? "entered" : "soon";
  if (room !== null) return "play";
  if (you.status === "paused") return "paused";
  if (info.format.type === "arena") return closesMs !== null && nowMs >= closesMs ? "closing" : "pairing";
  if (model.pairs.length > 0) return "free";
  return info.next_round_ms !== null || info.round === 0 ? "break" : "resting";
}

/** Whether an arbiter may rule games: while it is played, and of rounds for a week after the end. @param {TournamentInfo} info @param {number} nowMs */
export function takesRulings({ phase, format, ends_ms: endsMs }, nowMs) {
  if (phase !== "finished") return phase === "running" && format.type !== "arena";
  const isOfRounds = format.type !== "arena" && format.type !== "knockout";
  return isOfRounds && endsMs !== null && nowMs <= endsMs + CORRECTION_MS;
}

/** Somebody who was listed by name and has no page. @param {string} player an id */
export const isByName = (player) => player.startsWith("1");

/** Each pair plays when both want to. @param {TournamentInfo["format"]} format */
export const isFree = (format) => format.type === "robin" && format.until_ms !== null;

/** Who wants to play now and did not before. @param {TournamentModel} before @param {TournamentModel} after */
export const newOffers = (before, after) =>
  after.pairs.filter((pair) => pair.offered === "opponent" && before.pairs.find(({ room }) => room === pair.room)?.offered !== "opponent").map(({ opponent }) => opponent);

/** What the head counts down to, null where nothing is counted. @param {TournamentInfo} info */
export function countsTo({ phase, starts_ms: startsMs, ends_ms: endsMs, next_round_ms: nextRoundMs, at_boards: atBoards, begins_ms: beginsMs }) {
  if (atBoards) return phase === "running" ? beginsMs : null; // a person begins it, not the hour
  if (phase === "announced") return startsMs;
  return phase === "running" ? (nextRoundMs ?? endsMs) : null;
}

/** The points of each game, and which of them count double. @param {Pick<TournamentEntrant, "sheet" | "doubled">} row @returns {{points: number, doubled: boolean}[]} */
export const sheetOf = ({ sheet, doubled }) => [...sheet].map((points, i) => ({ points: Number(points), doubled: doubled[i] === "1" }));

/** What may be taken back by a press at its note. */
const REVOCABLE = ["forbid", "appoint", "remove"];

/**
 * The notes whose actions still hold and can be taken back: the latest about its players. Of arbiters the organiser alone decides.
 * @param {TournamentNote[]} notes the latest last @param {boolean} isOrganiser of the tournament, or an operator @returns {Set<TournamentNote>}
 */
export function revocable(notes, isOrganiser) {
  /** @type {Map<string, TournamentNote>} */
  const latest = new Map();
  for (const note of notes) {
    const people = [note.player?.player, note.other?.player].filter(Boolean).sort();
    if (REVOCABLE.includes(note.what)) latest.set([note.what, ...people].join(), note);
  }
  return new Set([...latest.values()].filter(({ what, on }) => on && (what !== "appoint" || isOrganiser)));
}

// Tie-breaks.

/** @typedef {{rank: number | null, round: number, points: number, times: number}} Addend what one round adds; `rank` of the opponent, null for a bye or for none */
/** @typedef {{rows: TournamentEntrant[], cells: TableCell[][]}} Table */

/** The points of the last of all: what a bye counts as. @param {Table} table */
const lowest = ({ rows }) => Math.min(...rows.map(({ score }) => score));

/** A bye as a game against somebody with the points one had before it, who draws from then on. @param {TableCell[]} cells @param {number} round */
const virtualPoints = (cells, round) => cells.slice(0, round - 1).reduce((sum, { points }) => sum + (points ?? 0), 0) + cells.length - round;

/**
 * What each round adds to a tie-break; their sum is what the standings show. Null where it is no sum of rounds.
 * @param {TieBreak} tieBreak @param {readonly TieBreak[]} tieBreaks all of the tournament's: with the performance a bye has a virtual opponent
 * @param {Table} table @param {number} rank whose @returns {Addend[] | null}
 */
export function addends(tieBreak, tieBreaks, table, rank) {
  const cells = table.cells[rank - 1];
  const own = table.rows[rank - 1].score;
  const isVirtual = tieBreaks.includes("performance");
  /** The points of whom one met in a round. @param {TableCell} cell @param {number} round @returns {Addend[]} */
  function opponentsIn({ rank: other, how }, round) {
    if (other !== null) return [{ rank: other, round, points: table.rows[other - 1].score, times: 1 }];
    return how === "bye" ? [{ rank: null, round, points: isVirtual ? virtualPoints(cells, round) : lowest(table), times: 1 }] : [];
  }
  const each = (/** @type {(cell: TableCell, round: number) => Addend[]} */ add) => cells.flatMap((cell, i) => add(cell, i + 1));
  /** One for each round that passes. @param {(cell: TableCell) => boolean} passes */
  const counting = (passes) => each((cell, round) => (passes(cell) ? [{ rank: cell.rank, round, points: 1, times: 1 }] : []));
  const isBlack = (/** @type {TableCell} */ { side, how }) => side === "black" && how === "played";
  switch (tieBreak) {
    case "opponents":
      return each(opponentsIn);
    case "sonneborn":
      return each((cell, round) =>
        cell.how === "forfeit" || !cell.points ? [] : opponentsIn(cell, round).map((one) => ({ ...one, times: (cell.points ?? 0) / 2 })),
      );
    case "running":
      return each((cell, round) => (cell.points ? [{ rank: cell.rank, round, points: cell.points, times: cells.length - round + 1 }] : []));
    case "wins":
      return counting(({ points }) => points === 2);
    case "direct":
      return each((cell, round) => {
        const isEqual = cell.how === "played" && cell.rank !== null && table.rows[cell.rank - 1].score === own;
        return isEqual && cell.points ? [{ rank: cell.rank, round, points: cell.points, times: 1 }] : [];
      });
    case "black_games":
      return counting(isBlack);
    case "black_wins":
      return counting((cell) => isBlack(cell) && cell.points === 2);
    default:
      return null;
  }
}

/** The games of each player against each other one, by their places: a double round has two. @param {Table} table @returns {TableCell[][][]} */
export const crossTable = ({ rows, cells }) => rows.map((_, i) => rows.map((_, j) => (i === j ? [] : cells[i].filter(({ rank }) => rank === j + 1))));
