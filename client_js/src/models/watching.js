/** Which game those who watch see next: on the stage when one ends, on another channel, and on the wall. */

/** @typedef {import("../messages").Board} Board */
/** @typedef {import("../messages").BoardPosition} BoardPosition */
/** @typedef {import("../messages").GameInfo} GameInfo */
/** @typedef {{source: string, game: GameInfo | null}} Slot */

/** How long a result is shown before the next game takes the place. */
export const NEXT_MS = 6_000;
/** A game is dead once a player has been away for so long … */
const AWAY_MS = 15_000;
/** … or a turn lasts longer; games by days are never alive. @type {Partial<Record<import("../messages").SpeedName, number>>} */
const IDLE_MS = { bullet: 35_000, blitz: 90_000, rapid: 180_000, classical: 300_000 };

/** @param {string} source */
export const isPlayers = (source) => source.startsWith("player:");

/** What a source shows. @param {Slot[]} slots @param {string} source */
export const gameOf = (slots, source) => slots.find((slot) => slot.source === source)?.game ?? null;

/**
 * The game that follows one: of the same source, else of another channel; never another player's.
 * @param {Slot[]} slots @param {string} chosen @param {string | undefined} room @param {(room: string) => boolean} isOver
 */
export function upNext(slots, chosen, room, isOver) {
  const same = gameOf(slots, chosen);
  if (same && same.room !== room) return same;
  if (isPlayers(chosen)) return null;
  return slots.find(({ game }) => game && game.room !== room && !isOver(game.room))?.game ?? null;
}

/**
 * Whether what a source shows takes the place at once: not of a game that is over, whose result is read first, or is pinned.
 * @param {GameInfo | null} next @param {{room: string, isOver: boolean, isPinned: boolean} | null} main
 */
export function takesPlace(next, main) {
  if (main === null || next === null) return true;
  return next.room !== main.room && !main.isOver && !main.isPinned;
}

/** Whether a game stays where nothing else is shown: one that is over does, and that of a followed player. @param {string} chosen @param {boolean} isOver */
export const staysAlone = (chosen, isOver) => isOver || isPlayers(chosen);

/**
 * The source so many places on, round and round, of those that show a game.
 * @param {Slot[]} slots @param {string} chosen @param {number} by @returns {string | null}
 */
export function turned(slots, chosen, by) {
  const open = slots.filter(({ source, game }) => game || source === chosen);
  if (open.length === 0) return null;
  const at = open.findIndex(({ source }) => source === chosen);
  return open[(at + by + open.length) % open.length].source;
}

/** @typedef {"next" | "before" | "pin" | "quote" | "wall" | "follow"} Wish */
/** @type {Record<string, Wish>} */
const KEYS = { "]": "next", n: "next", "[": "before", p: "pin", " ": "pin", q: "quote", w: "wall", f: "follow" };

/** What a key asks for: something, or one of the next boards, from 0. @param {string} key @returns {Wish | number | null} */
export const wishOf = (key) => (/^[1-9]$/.test(key) ? Number(key) - 1 : (KEYS[key] ?? null));

// The count until the next game.

/** @typedef {{atMs: number | null, isStopped: boolean}} Count `atMs`: when the next game comes */

/** @type {Count} */
export const NO_COUNT = { atMs: null, isStopped: false };
/** Somebody reads: nothing comes by itself. @type {Count} */
export const STOPPED = { atMs: null, isStopped: true };

/** The count once a result is shown; it begins when there is a game to come. @param {Count} count @param {boolean} hasNext @param {number} nowMs @returns {Count} */
export function counted(count, hasNext, nowMs) {
  if (count.isStopped || (hasNext && count.atMs !== null)) return count;
  return hasNext ? { atMs: nowMs + NEXT_MS, isStopped: false } : NO_COUNT;
}

/** @param {Count} count @param {number} nowMs */
export const secondsLeft = ({ atMs }, nowMs) => (atMs === null ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1_000)));
/** @param {Count} count @param {number} nowMs */
export const isDue = ({ atMs }, nowMs) => atMs !== null && nowMs >= atMs;

// The wall.

/** Nobody plays there, though the game is not over. @param {Pick<GameInfo, "speed">} game @param {BoardPosition | Board | null | undefined} at @param {number} nowMs */
export function isDead({ speed }, at, nowMs) {
  const idleMs = IDLE_MS[speed];
  if (idleMs === undefined) return true;
  if (!at || at.over) return false;
  const sinceMs = nowMs - at.at_ms;
  return (at.away === true && sinceMs > AWAY_MS) || (at.runs && sinceMs > idleMs);
}

/**
 * The games of a wall: those that go on, each in its place, and others in the places that are free.
 * @param {GameInfo[]} shown @param {GameInfo[]} found the strongest first @param {(game: GameInfo) => boolean} isGone @param {number} size
 */
export function refilled(shown, found, isGone, size) {
  const fresh = found.filter((game) => !isGone(game) && !shown.some(({ room }) => room === game.room));
  const kept = shown.flatMap((game) => (isGone(game) ? fresh.splice(0, 1) : [game]));
  return [...kept, ...fresh].slice(0, size);
}
