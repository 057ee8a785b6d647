/**
 * A game that a session follows: what it looks like now, and what may be done in it.
 *
 * What becomes of it is `book.js`'s to know; this shows it, waits for it and asks.
 */

import { faceOf } from "../src/models/clock.js";
import { isOurTurn } from "../src/models/room.js";
import { cellsAt, turnAt } from "../src/models/table.js";
import { fenOf } from "./fen.js";

/** @typedef {import("../src/models/table.js").Table} Table */
/** @typedef {import("../src/messages").OfferName} OfferName */
/** @typedef {import("./book.js").Held} Held */
/** @typedef {NonNullable<import("../src/models/room.js").RoomModel["legal"]>} Legal */
/** @typedef {{ask: (request: import("../src/session/types").Request) => Promise<unknown>, readonly nowMs: number}} Asker what a game needs of its session */

/**
 * @typedef {object} Turn a position in which your side is to move
 * @property {Game} game
 * @property {number} ply number of the move to be played, from 0
 * @property {string[]} moves all that may be played, such as `h2e2`
 * @property {string[]} safeMoves those of them that do not lose by the rules of repetition, or all if each does
 * @property {string} fen the position
 * @property {string} cells the position: 90 squares, `a0` first, then along the ranks; empty ones are `.`
 * @property {Legal} legal what the server says of the moves: those that lose, or are banned, and why
 * @property {number | null} leftMs what the own clock shows when the turn begins; null without a clock
 * @property {(move: string) => Promise<void>} play play a move here; see `Game.play`
 */

export class Game {
  /** @type {Held} */
  #held;
  #asker;
  /** @type {Error | null} */
  #error = null;
  /** @type {((value: void) => void)[]} */
  #waiting = [];

  /** @param {Held} held a game that has come @param {Asker} asker */
  constructor(held, asker) {
    this.#held = held;
    this.#asker = asker;
  }

  /** The room's id. */
  get room() {
    return this.#held.model.room;
  }

  /** The whole room: seats, terms, moves, clocks, offers, outcome. */
  get state() {
    return /** @type {Table} */ (this.#held.model.table);
  }

  /** What the own side may play now; null while it is not to move. */
  get legal() {
    return this.#held.model.legal;
  }

  /** The moves played, such as `h2e2`, oldest first. */
  get moves() {
    return this.state.moves.map(({ uci }) => uci);
  }

  /** How many moves are played. */
  get ply() {
    return this.state.moves.length;
  }

  /** The position. */
  get fen() {
    return fenOf(this.state, this.#held.startFen);
  }

  /** The position: 90 squares, `a0` first, then along the ranks; empty ones are `.`. */
  get cells() {
    return cellsAt(this.state, this.ply);
  }

  /** The own side; null for a spectator. */
  get side() {
    return this.state.you;
  }

  /** The side to move, or the one that would be if the game ran. */
  get toMove() {
    return turnAt(this.state, this.ply);
  }

  /** The game runs, and the own side is to move. */
  get isMyTurn() {
    return isOurTurn(this.#held.model);
  }

  /** The game has ended; `outcome` tells how. */
  get isOver() {
    return this.state.status === "over";
  }

  /** How the game ended; null until it has. */
  get outcome() {
    return this.state.outcome;
  }

  /** What the clock of a side shows now; null in a game without a clock. @param {import("../src/messages").SideName} side */
  clock(side) {
    return faceOf(this.state, side, this.#asker.nowMs);
  }

  /** Each position in which the own side is to move, once, until the game is over. @returns {AsyncGenerator<Turn, void, void>} */
  async *turns() {
    let last = -1;
    while (!this.isOver) {
      const { legal, side } = this;
      const { position } = this.#held;
      if (legal === null || side === null || position === last || !this.isMyTurn) {
        await this.changed();
        continue;
      }
      last = position;
      const losing = new Set(legal.losing.map(({ move }) => move));
      const safe = legal.moves.filter((move) => !losing.has(move));
      const { ply, moves } = legal;
      const { fen, cells } = this;
      const leftMs = this.clock(side)?.leftMs ?? null;
      const play = (/** @type {string} */ move) => this.play(move, { ply });
      yield { game: this, ply, moves, safeMoves: safe.length ? safe : moves, fen, cells, legal, leftMs, play };
    }
  }

  /** Wait until there is something new in `state` or `legal`. Look at both just before. @returns {Promise<void>} */
  async changed() {
    if (this.#error === null) await new Promise((/** @type {(value: void) => void} */ resolve) => this.#waiting.push(resolve));
    if (this.#error !== null) throw this.#error;
  }

  /** Wait until the game is over; how it ended. */
  async over() {
    while (!this.outcome) await this.changed();
    return this.outcome;
  }

  /**
   * Play a move, and wait until it is stored. Rejects with a `Refused` if it was not played.
   * @param {string} move squares ("h2e2"), WXF ("C2=5") or Chinese ("炮二平五")
   * @param {{ply?: number}} [at] for which ply it is meant; by default the next one
   */
  async play(move, { ply = this.ply } = {}) {
    try {
      await this.#asker.ask({ type: "move", room: this.room, ply, text: move });
    } catch (refusal) {
      // A second copy may be refused although the first took effect: the board tells.
      if (this.moves[ply] !== move || turnAt(this.state, ply) !== this.side) throw refusal;
    }
  }

  /** Give the game up. */
  async resign() {
    await this.#asker.ask({ type: "resign", room: this.room });
  }

  /** Propose something to the other player; what they propose is in `state.offers`. @param {OfferName} what */
  async offer(what) {
    await this.#asker.ask({ type: "offer", room: this.room, what, ply: this.ply });
  }

  /** Agree to an offer of the other player. @param {OfferName} what */
  async accept(what) {
    await this.#asker.ask({ type: "accept", room: this.room, what });
  }

  /** Turn an offer of the other player down, or take one's own back. @param {OfferName} what */
  async decline(what) {
    await this.#asker.ask({ type: "decline", room: this.room, what });
  }

  // What follows is the session's to call.

  /** The room is another one now. @param {Held} held */
  become(held) {
    const { table, legal } = this.#held.model;
    this.#held = held;
    if (held.model.table !== table || held.model.legal !== legal) this.#wake();
  }

  /** No more messages of this game will come. @param {Error} error */
  fail(error) {
    this.#error = error;
    this.#wake();
  }

  #wake() {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
