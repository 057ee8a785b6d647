/** What the parts of the page tell each other. Types only. */

import type { PieceSet } from "./board/drawing.js";
import type { CallsModel, CallsTiding } from "./calls_model.js";
import type { LinkState } from "./link.js";
import type { LobbyModel, LobbyWish } from "./lobby_model.js";
import type { RoomModel } from "./room_model.js";
import type { Key } from "./text/catalogue.js";
import type { Wish } from "./wishes.js";
import type { Answers, ClientMessage, Done, GameRef, ServerMessage, Side, Terms } from "./messages";

export type Notation = "wxf" | "chinese" | "uci";
export type Theme = "system" | "light" | "dark";
export type Board = "wood" | "paper" | "jade" | "slate";

/** What a reader may choose; `settings.js` knows the values. */
export interface Settings {
  language: string;
  notation: Notation;
  /** The other notation stands small beside it. */
  second: boolean;
  pieces: PieceSet;
  board: Board;
  theme: Theme;
  /** Where the chosen piece may go is marked. */
  hints: boolean;
  /** A move is laid on the board first, and played at a second word. */
  confirm: boolean;
  /** A move may be set while the other player thinks. */
  premoves: boolean;
  /** Keys of one letter act. */
  shortcuts: boolean;
  sound: boolean;
  /** 0 to 100. */
  volume: number;
  /** What others say is not shown. */
  muted: boolean;
}

/** Where we are: `/player/ann` is the part `ann` of the page `player`; `/` is the page `home`. */
export interface Route { page: string; part: string }

/** All that is shown. */
export interface App {
  route: Route;
  link: LinkState;
  lagMs: number | null;
  /** The server's time minus ours, from the last heartbeat. */
  offsetMs: number;
  /** The server's time when it paused, null while it runs. */
  pausedAtMs: number | null;
  /** One's own player id, "" before the first welcome. */
  me: string;
  /** One's own name, as the server knows it. */
  name: string;
  /** One has no account. */
  guest: boolean;
  /** One may use the operators' pages. */
  operator: boolean;
  /** How many letters are unread. */
  unread: number;
  games: GameRef[];
  rules: string[];
  settings: Settings;
  room: RoomModel | null;
  lobby: LobbyModel | null;
  /** Who asks whom for a game. */
  calls: CallsModel;
}

type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : T;
/** A message that is answered: by the message `Answers` names for its type, else by `done`. */
export type Question = WithoutId<Exclude<ClientMessage, { type: "hello" | "beat" }>>;
export type AnswerTo<Q extends Question> = Q["type"] extends keyof Answers ? Answers[Q["type"]] : Done;

/** What a part of the page may do. */
export interface Deeds {
  /** Send and wait for the answer; it is asked again after a lost connection. Rejects with a `Refusal` in words. */
  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q>>;
  wish(wish: WithoutId<Wish>): void;
  seek(wish: WithoutId<Exclude<LobbyWish, { type: "arrived" | "away" }>>): void;
  /** Ask a player for a game, by id or by name. Rejects like `ask`. */
  challenge(wanted: { player: string | null; name?: string; terms: Terms; side: Side | "any" }): Promise<void>;
  /** Change what is shown of challenges. */
  call(tiding: CallsTiding): void;
  /** Show the page at this address. A plain `<a href="/ranks">` does it as well. */
  go(path: string): void;
  /** Whether there is such a page. */
  knows(path: string): boolean;
  set(change: Partial<Settings>): void;
  /** Come back as the player of this token; null for a new guest. */
  become(token: string | null): void;
  /** The echo of one's own act, for four seconds. */
  toast(text: string): void;
  /** Say something to those who listen instead of looking. */
  announce(text: string, urgent?: boolean): void;
  /** Have the outlines of every piece set, not only of the one that is shown. */
  allSets(): void;
  /** Copy a text; the reader is told `done`, or `instead` where there is no clipboard. */
  copy(text: string, done: Key, instead: string): void;
}

/** A page that is shown. Only `root`, `render` and `title` are needed. */
export interface View {
  /** A `<main>` with one `<h1>`. */
  root: HTMLElement;
  /** Draw what has changed; called at first and whenever anything of `App` has. */
  render(app: App): void;
  title(app: App): string;
  /** The line is open: ask, subscribe. Called at first and after every reconnect. */
  arrive?(app: App): void;
  /** Every message of the server, while the page is shown. */
  hear?(message: ServerMessage): void;
  /** Another page takes the place. */
  leave?(): void;
  /** Kept when one can act; what can wait is fetched after it. */
  ready?: Promise<void>;
  /** Called ten times a second with the server's time. */
  tick?(serverMs: number): void;
  /** What stands in the top bar of a phone. */
  heading?(app: App): string;
}
/** How a page is made; `part` is what its address says after the page's name. */
export type CreateView = (deeds: Deeds, part: string) => View;
