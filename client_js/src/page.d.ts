/** What the parts of the page tell each other. Types only. */

import type { PieceSet } from "./board/drawing.js";
import type { ChallengesModel, ChallengesSignal } from "./models/challenges.js";
import type { Found } from "./models/found_game.js";
import type { LobbyModel, LobbyIntent } from "./models/lobby.js";
import type { AnswerTo, Effect, Request, SessionState, WithoutId } from "./session/types";
import type { Effect as VoiceEffect } from "./shell/voice.js";
import type { Key } from "./text/catalogue.js";
import type { Intent } from "./models/intents.js";
import type { AskedGameTerms, ClientMessage, Language, ServerMessage, SidePreference, TournamentInfo } from "./messages";

export type Notation = "wxf" | "chinese" | "uci";
export type Theme = "system" | "light" | "dark";
export type Board = "wood" | "rose" | "jade" | "slate";

/** What a reader may choose; `settings.js` knows the values. */
export interface Settings {
  language: Language;
  notation: Notation;
  /** The other notation stands small beside it. */
  second: boolean;
  pieces: PieceSet;
  board: Board;
  theme: Theme;
  /** Where the chosen piece may go is marked. */
  hints: boolean;
  /** A move is laid on the board first, and played at a second word; by days also before anything was chosen: null. */
  confirm: boolean | null;
  /** A move may be set while the other player thinks. */
  premoves: boolean;
  /** Keys of one letter act. */
  shortcuts: boolean;
  sound: boolean;
  /** 0 to 100. */
  volume: number;
  /** What others say is not shown. */
  muted: boolean;
  /** Where the page goes after a move by days. */
  after_move: "stay" | "next" | "games";
}

/** Where we are: `/player/ann` is the part `ann` of the page `player`; `/` is the page `home`. */
export interface Route { page: string; part: string }

/** All that is shown: what the server has told, where we are, and what was chosen. */
export interface App extends SessionState {
  route: Route;
  settings: Settings;
  lobby: LobbyModel | null;
  /** Who asks whom for a game. */
  challenges: ChallengesModel;
  /** The game that began while its reader was on another page. */
  found: Found | null;
  /** The tournament of the reader's that begins in a few minutes, while its own page is not shown. */
  starting: TournamentInfo | null;
}

/** What is done for models, and for those who listen. */
export type PageEffect = Exclude<Effect, { kind: "send" | "try_again" | "opened" }> | VoiceEffect;

/** What a part of the page may do. */
export interface Actions {
  /** Send and wait for the answer; it is asked again after a lost connection. Rejects with a `Refusal` in words. */
  ask<R extends Request>(request: R): Promise<AnswerTo<R>>;
  /** Ask; a refusal is shown in the server's words, and the answer is then null. */
  tell<R extends Request>(request: R): Promise<AnswerTo<R> | null>;
  /** What is shown now. */
  app(): App;
  /** Send, and leave it to a model what comes of it. */
  send(message: ClientMessage): void;
  /** Want something in the game that is shown. */
  room(intent: WithoutId<Intent>): void;
  /** Want something in the lobby. */
  lobby(intent: WithoutId<Exclude<LobbyIntent, { type: "enter" | "leave" }>>): void;
  /** Change what is shown of challenges. */
  challenges(signal: ChallengesSignal): void;
  /** Ask a player for a game, by id or by name. Rejects like `ask`. */
  challenge(wanted: { player: string | null; name?: string; terms: AskedGameTerms; side: SidePreference }): Promise<void>;
  /** The game that was found needs no word any more; its room is left, or was refused. */
  putFoundAway(isLeft: boolean): void;
  /** Show the page at this address, or have it take the place of the one that is shown. A plain `<a href="/ranks">` goes there as well. */
  go(path: string, isInstead?: boolean): void;
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

/** A page that is shown. Only `root` and `title` are needed. */
export interface View {
  /** A `<main>` with one `<h1>`. */
  root: HTMLElement;
  /** Draw what has changed; called at first and whenever anything of `App` has. */
  render?(app: App): void;
  title(app: App): string;
  /** The line is open: ask, subscribe. Called at first and after every reconnect. */
  arrive?(app: App): void;
  /** Every message of the server, while the page is shown. */
  hear?(message: ServerMessage): void;
  /** Another page takes the place. The browser's Back may bring this one back: it is drawn and arrives again. */
  leave?(): void;
  /** Kept when one can act; what can wait is fetched after it. */
  ready?: Promise<void>;
  /** Called ten times a second with the server's time. */
  tick?(serverMs: number): void;
  /** What stands in the top bar of a phone. */
  heading?(app: App): string;
}
/** How a page is made; `part` is what its address says after the page's name. */
export type CreateView = (actions: Actions, part: string) => View;
