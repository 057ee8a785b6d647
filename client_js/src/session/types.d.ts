/** What a session, its models and its owner tell each other. Types only. */

import type { Answers, ClientMessage, Done, GameRef, Language, ServerMessage } from "../messages";
import type { RoomModel } from "../models/room.js";
import type { LinkState } from "./link.js";

export type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : T;
/** A message that is answered: by the message `Answers` names for its type, else by `done`. */
export type Request = WithoutId<Exclude<ClientMessage, { type: "hello" | "pong" }>>;
export type AnswerTo<R extends Request> = R["type"] extends keyof Answers ? Answers[R["type"]] : Done;

export type Sound = "move" | "capture" | "check" | "low" | "start" | "win" | "loss" | "end" | "offer" | "chat" | "warn" | "refused";
/** What a model wants done: a message sent, a game gone to, one that began unsought told, a room asked for once more (its name, where a session holds several), a sound. */
export type Effect =
  | { kind: "send"; message: ClientMessage }
  | { kind: "go"; room: string }
  | { kind: "opened"; room: string }
  | { kind: "found"; room: string }
  | { kind: "try_again"; room?: string }
  | { kind: "sound"; sound: Sound };

/** The line is open, for the first time or again; told to every model, each under a prefix of its own for the ids of its messages. */
export interface Connected { type: "connected"; session: string; me: string }

/** What the server has told. It is never changed: what comes next is another one. */
export interface SessionState {
  link: Exclude<LinkState, "silent">;
  /** The line is open, but the server has not been heard for longer than it may be silent. */
  silent: boolean;
  lagMs: number | null;
  /** The server's time minus ours, from the last heartbeat. */
  offsetMs: number;
  /** The server's time when it paused, null while it runs. */
  pausedAtMs: number | null;
  /** Your own player id, "" before the first welcome. */
  me: string;
  /** Your own name, as the server knows it. */
  name: string;
  /** You have no account. */
  guest: boolean;
  /** A program plays for this account. */
  bot: boolean;
  /** You may use the operators' pages. */
  operator: boolean;
  /** How many messages to you are unread. */
  unread: number;
  /** The first of the games by days that wait for one's move, the least time left first. */
  waiting: string[];
  /** How many they are in all. */
  waitingCount: number;
  /** The games you are playing. */
  games: GameRef[];
  /** The rule sets the server knows. */
  rules: string[];
  /** What an acknowledged move has been through; see `Welcome`. */
  durability: string;
  /** The game that is followed. */
  room: RoomModel | null;
}

/** How a session is opened; everything may be left out. */
export interface SessionOptions {
  /** In which language the server words what it says; asked at every new line. */
  language?: () => Language;
  features?: string[];
  /** Where the token lies that makes you the same player next time; without it, in memory. */
  token?: { read(): string | null; keep(token: string | null): void };
  /** The state is another one now. */
  changed?: (state: SessionState) => void;
  /** What a model wants done that is not a message. */
  perform?: (effect: Exclude<Effect, { kind: "send" | "try_again" | "opened" | "found" }>) => void;
  /** Whether a room is to be heard of when it is followed no longer. */
  keeps?: (room: string) => boolean;
  wake?: (hurry: () => void, doubt: () => void) => void;
  connect?: (url: string, subprotocol: string) => WebSocket;
}

/** A model that is told whatever the server says. */
export interface Held<M, S> {
  readonly model: M;
  tell(message: ServerMessage | Connected | S): void;
}
