// A game as a good team writes it around the rooms of a JavaScript framework. A move is legal by ffish
// (Fairy-Stockfish, with its rule on chasing), the clocks have a timer, and one entry of a stream is on
// the store's disk before anybody hears of it.
// Ours does besides: repeats of a command, resumption, warnings and reasons, other rules, fences, limits.
import { Redis } from 'ioredis';

const { fetch } = globalThis;
globalThis.fetch = undefined; // ffish's loader is older than node's `fetch`
const { default: ffish } = await import('ffish');
await new Promise((done) => {
  if (ffish.Board) done();
  else ffish.onRuntimeInitialized = done;
});
globalThis.fetch = fetch;

const MAIN_MS = 600_000;
const INCREMENT_MS = 5_000;
const redis = new Redis({ path: process.env.STORE, enableAutoPipelining: true });
const run = `${process.pid}-${Date.now()}`;
const start = new ffish.Board('xiangqi').fen();
const boards = []; // of games that were left: a new one takes 30 ms
const games = new Map();
let made = 0;

class Game {
  constructor(tell) {
    this.tell = tell;
    this.key = `game:${run}-${made++}`;
    this.board = boards.pop() ?? new ffish.Board('xiangqi');
    this.ply = this.people = this.since = 0;
    this.left = [MAIN_MS, MAIN_MS];
    this.isBusy = this.isOver = false;
  }

  // Tells all the move, or answers why it is not played.
  async play(seat, { id, ply, text }, answer) {
    const refuse = (code) => answer({ type: 'refused', id, code });
    if (this.isOver || this.isBusy || seat !== this.ply % 2 || ply !== this.ply) return refuse('not_now');
    if (!this.board.push(`${text[0]}${+text[1] + 1}${text[2]}${+text[3] + 1}`)) return refuse('illegal');
    const now = Date.now();
    const left = [...this.left];
    if (ply > 1) left[seat] += INCREMENT_MS - (now - this.since);
    const check = this.board.isCheck();
    const end = this.board.isGameOver(true) ? this.board.result(true) : null;
    this.isBusy = true;
    try {
      await redis.xadd(this.key, '*', 'ply', ply, 'move', text, 'red', left[0], 'black', left[1], 'end', end ?? '');
    } catch {
      this.board.pop();
      return refuse('unavailable');
    } finally {
      this.isBusy = false;
    }
    Object.assign(this, { ply: ply + 1, since: now, left, isOver: end !== null });
    clearTimeout(this.timer);
    if (!end) this.timer = setTimeout(() => this.flag(), left[1 - seat]);
    this.tell({ type: end ? 'ended' : 'moved', ply, move: text, check, clocks: left, end });
  }

  flag() {
    this.isOver = true;
    this.tell({ type: 'ended', end: 'time' });
  }
}

// Comes to a game, which is made by the first; `tell` sends a message to everybody there.
export function enter(id, tell) {
  if (!games.has(id)) games.set(id, new Game(tell));
  const game = games.get(id);
  game.people++;
  return game;
}

export function leave(id, game) {
  if (--game.people > 0) return;
  if (games.get(id) === game) games.delete(id);
  game.isOver = true;
  clearTimeout(game.timer);
  game.board.setFen(start);
  boards.push(game.board);
}
