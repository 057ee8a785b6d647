/**
 * A tournament at real boards as its organiser sees it: lists of people that are pasted or read from a file, what a key
 * writes down, which board is next, and which results are still to be sent.
 */

/** @typedef {import("../messages").RoundGame} RoundGame */
/** @typedef {import("../messages").ListedEntrant} ListedEntrant */
/** @typedef {RoundGame["result"]} Result */
/** @typedef {import("../messages").ListedPerson} Person a row of `list_entrants` */
/** @typedef {{round: number, board: number, result: Result, was: Result}} Written a result that is not stored yet */

export const RESULTS = /** @type {const} */ (["red", "draw", "black", "black_absent", "red_absent", "both_absent", "both_lost"]);
const NAME_CHARS = 40;
const CLUB_CHARS = 30;
const FEDERATION_CHARS = 12;
const MOST_RATING = 4_000;
/** Of a longer file the rest is left: no tournament takes as many. */
const MOST_LINES = 1_100;
/** Rows of one message: so many, and so many bytes of names. */
const ROWS_AT_ONCE = 30;
const BYTES_AT_ONCE = 2_600;
/** What a row weighs besides its words. */
const ROW_BYTES = 60;
const WRITTEN_AT_ONCE = 30;

/** What the heads of columns are called, in any language. */
const HEADS = {
  name: /^(name|player|姓名|名字|棋手|tên|họ tên|họ và tên)$/i,
  rating: /^(rating|elo|rtg|rtgi|rtgn|等级分|等級分|分数|điểm|hệ số)$/i,
  club: /^(club|club\/city|team|单位|單位|俱乐部|俱樂部|clb|câu lạc bộ|đơn vị)$/i,
  federation: /^(id|fide|fide-?id|编号|編號|注册号|mã|mã số)$/i,
};
/** @typedef {keyof typeof HEADS} Column */
const USUAL = /** @type {Column[]} */ (["name", "rating", "club", "federation"]);

/** Which column a head is of. @param {string} head */
const columnOf = (head) => /** @type {Column | undefined} */ (Object.keys(HEADS).find((column) => HEADS[/** @type {Column} */ (column)].test(head)));

/** What a line has in its columns; one in quotes may hold what separates the others. @param {string} line @param {string} separator */
function columnsOf(line, separator) {
  const cells = [""];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (letter === '"' && isQuoted && line[at + 1] === '"') cells[cells.length - 1] += line[(at += 1)];
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) cells.push("");
    else cells[cells.length - 1] += letter;
  }
  return cells.map((cell) => cell.trim());
}

/** @param {Record<string, string | undefined>} row @returns {Person} */
const person = ({ name = "", rating = "", club = "", federation = "" }) => ({
  name: [...name.replace(/\s+/g, " ").trim()].slice(0, NAME_CHARS).join(""),
  rating: Math.max(0, Math.min(MOST_RATING, Number.parseInt(rating, 10) || 0)),
  club: [...club].slice(0, CLUB_CHARS).join(""),
  federation: [...federation].slice(0, FEDERATION_CHARS).join(""),
  team: null,
});

/** Whether a name has anything to see: one without would have its whole list refused. @param {Person} one */
const isShown = ({ name }) => /[^\p{C}\p{Z}]/u.test(name);

/** A player of a tournament report: the columns of TRF16. @param {string} line */
const ofReport = (line) => person({ name: line.slice(14, 47), rating: line.slice(48, 52), federation: line.slice(57, 68).trim() });

/**
 * The people of a list: a name a line, a table with commas, semicolons or tabs, or a tournament report.
 * @param {string} text @returns {Person[]}
 */
export function peopleIn(text) {
  const lines = text.replace(/^\uFEFF/, "").replaceAll("\0", "").split(/\r\n|\r|\n/).filter((line) => line.trim() !== "").slice(0, MOST_LINES);
  const reported = lines.filter((line) => /^001 /.test(line));
  if (reported.length > 0) return reported.map(ofReport).filter(isShown);
  const told = /^"?sep=(.)"?$/i.exec(lines[0] ?? ""); // a line of Excel's
  if (told) lines.shift();
  const separator = told?.[1] ?? ["\t", ";", ","].find((one) => lines.some((line) => line.includes(one))) ?? "\t";
  const split = lines.map((line) => columnsOf(line, separator));
  const isNames = separator === "," && split.every((cells) => cells.length === 1 || (cells.length === 2 && /^\p{L}/u.test(cells[1]) && columnOf(cells[1]) === undefined));
  const rows = isNames ? lines.map((line) => [line]) : split;
  const named = (rows[0] ?? []).map(columnOf);
  const hasHead = named.includes("name");
  const isNumbered = !hasHead && rows.every((cells) => cells.length > 1 && /^\d+\.?$/.test(cells[0]));
  const columns = hasHead ? named : [...(isNumbered ? [undefined] : []), ...USUAL];
  return (hasHead ? rows.slice(1) : rows)
    .map((cells) => person(Object.fromEntries(columns.flatMap((column, at) => (column ? [[column, cells[at]]] : [])))))
    .filter(isShown);
}

/** What programs write where it is not UTF-8, by the language of the page; the last reads anything. @type {Record<string, string[]>} */
const ENCODINGS = { vi: ["windows-1258"], "zh-Hant": ["big5", "gb18030"], other: ["gb18030", "windows-1252"] };

/** The text of a file: UTF-8, UTF-16 as Excel writes it, else what Chinese and Vietnamese programs write. @param {ArrayBuffer} bytes @param {string} language */
export function textOf(bytes, language) {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const guessed = first === 0xff || second === 0 ? "utf-16le" : first === 0xfe || first === 0 ? "utf-16be" : "utf-8";
  const encodings = [guessed, ...(ENCODINGS[language] ?? ENCODINGS.other)];
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // the next one may read it
    }
  }
  return new TextDecoder().decode(bytes);
}

/** Rows as they travel: each part fits into a message. @param {readonly Person[]} people @returns {Person[][]} */
export function partsOf(people) {
  /** @type {Person[][]} */
  const parts = [];
  let left = 0;
  for (const one of people) {
    const bytes = ROW_BYTES + new TextEncoder().encode(one.name + one.club + one.federation).length;
    if (parts.length === 0 || left < bytes || parts[parts.length - 1].length === ROWS_AT_ONCE) {
      parts.push([]);
      left = BYTES_AT_ONCE;
    }
    parts[parts.length - 1].push(one);
    left -= bytes;
  }
  return parts;
}

/** Whether somebody of this name is listed. @param {readonly ListedEntrant[]} listed @param {Person} one */
export const isListed = (listed, { name }) => listed.some(({ player }) => player.name.localeCompare(name, undefined, { sensitivity: "accent" }) === 0);

/** What tells people of one name apart: the club, and the number of those whom no club tells apart. @param {readonly ListedEntrant[]} listed @returns {Map<string, string>} by id, only of those */
export function toldApart(listed) {
  /** @type {Map<string, ListedEntrant[]>} */
  const same = new Map();
  for (const one of listed) same.set(one.player.name, [...(same.get(one.player.name) ?? []), one]);
  const isAlone = (/** @type {ListedEntrant[]} */ all, /** @type {string} */ club) => club !== "" && all.filter((other) => other.club === club).length === 1;
  const mark = (/** @type {ListedEntrant[]} */ all, /** @type {ListedEntrant} */ { club, number }) => (isAlone(all, club) ? club : `${club} #${number}`.trim());
  return new Map([...same.values()].filter((all) => all.length > 1).flatMap((all) => all.map((one) => /** @type {[string, string]} */ ([one.player.player, mark(all, one)]))));
}

// Results.

/** @type {Record<string, Result>} */
const KEYS = { 1: "red", "=": "draw", 5: "draw", 0: "black", "+": "black_absent", "-": "red_absent", "--": "both_absent" };

/** What a key writes; null for another key. @param {string} key */
export const resultOf = (key) => KEYS[key] ?? null;

/** How a result is written on paper, Red first. @param {Result} result */
export const resultText = (result) => ({ red: "1–0", black: "0–1", draw: "½–½", black_absent: "+ –", red_absent: "– +", both_absent: "– –", both_lost: "0–0", none: "" })[result];

/** Whether two results are of one board. @param {Written} one @returns {(other: Written) => boolean} */
const sameBoard = (one) => (other) => other.round === one.round && other.board === one.board;

/** The games with what is still to be sent, the latest of each board. @param {readonly RoundGame[]} games @param {readonly Written[]} written @param {number} round @returns {Result[]} */
export const resultsNow = (games, written, round) => games.map(({ result }, at) => written.filter((one) => one.round === round && one.board === at + 1).at(-1)?.result ?? result);

/** The next board without a result, from 0; the same if there is none. @param {readonly Result[]} results @param {number} from */
export function nextOpen(results, from) {
  const later = results.findIndex((result, at) => at > from && result === "none");
  const found = later >= 0 ? later : results.indexOf("none");
  return found >= 0 ? found : from;
}

/**
 * With one more result to send; what stands there already needs none. What is on its way arrives first, so the next result
 * for that board follows it.
 * @param {readonly Written[]} written @param {Written} one @param {readonly Written[]} [sending] those on their way @returns {Written[]}
 */
export function withWritten(written, one, sending = []) {
  const onWay = sending.find(sameBoard(one));
  const was = onWay?.result ?? written.find(sameBoard(one))?.was ?? one.was;
  const others = written.filter((other) => other === onWay || !sameBoard(one)(other));
  return was === one.result ? others : [...others, { ...one, was }];
}

/**
 * What becomes of results to send once a round is known anew: done ones go, and those where something else stands are told.
 * @param {readonly Written[]} written @param {readonly RoundGame[]} games @param {number} round
 * @returns {{left: Written[], differ: Written[]}}
 */
export function compared(written, games, round) {
  const of = written.filter((one) => one.round === round && one.board <= games.length);
  const stands = (/** @type {Written} */ { board }) => games[board - 1].result;
  const first = (/** @type {Written} */ one) => written.find(sameBoard(one)) ?? one;
  const waits = (/** @type {Written} */ one) => [one.was, first(one).was].includes(stands(one));
  return { left: written.filter((one) => !of.includes(one) || waits(one)), differ: of.filter((one) => !waits(one) && stands(one) !== one.result) };
}

/** The results of one round that one message takes, one a board. @param {readonly Written[]} written */
export const toSend = (written) => written.filter((one) => one.round === written[0].round && written.find(sameBoard(one)) === one).slice(0, WRITTEN_AT_ONCE);

/** The board on which a person or a number is found, from 0; -1 for none. @param {readonly RoundGame[]} games @param {string} wanted */
export function boardOf(games, wanted) {
  const text = wanted.trim().toLocaleLowerCase();
  if (/^\d+$/.test(text)) return Number(text) <= games.length ? Number(text) - 1 : -1;
  return text === "" ? -1 : games.findIndex(({ red, black }) => [red, black].some(({ name }) => name.toLocaleLowerCase().includes(text)));
}

/** Where somebody sits: the board from 1, the side and the opponent; null without a game. @param {readonly RoundGame[]} games @param {string} player */
export function seatOf(games, player) {
  const at = games.findIndex(({ red, black }) => [red.player, black.player].includes(player));
  if (at < 0) return null;
  const isRed = games[at].red.player === player;
  return { board: at + 1, side: isRed ? /** @type {const} */ ("red") : /** @type {const} */ ("black"), opponent: isRed ? games[at].black : games[at].red };
}

/** Pages of so many. @template T @param {readonly T[]} rows @param {number} size @returns {T[][]} */
export const pagesOf = (rows, size) => Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size));
