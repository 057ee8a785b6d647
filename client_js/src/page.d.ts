/** What the parts of the page tell each other. Types only. */

import type { PieceSet } from "./board/drawing.js";
import type { LinkState } from "./link.js";
import type { LobbyModel, LobbyWish } from "./lobby_model.js";
import type { RoomModel, Wish } from "./room_model.js";
import type { GameRef } from "./messages";

export type Notation = "wxf" | "chinese" | "uci";
export type Theme = "system" | "light" | "dark";
export interface Settings { language: string; notation: Notation; pieces: PieceSet; theme: Theme; muted: boolean }
export type Route = { name: "home" } | { name: "game"; room: string };

/** All that is shown. */
export interface App {
  route: Route;
  link: LinkState;
  lagMs: number | null;
  /** The server's time minus ours, from the last heartbeat. */
  offsetMs: number;
  /** The server's time when it paused, null while it runs. */
  pausedAtMs: number | null;
  me: string;
  games: GameRef[];
  rules: string[];
  settings: Settings;
  room: RoomModel | null;
  lobby: LobbyModel | null;
}

type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : T;

/** What a part of the page may do. */
export interface Deeds {
  wish(wish: WithoutId<Exclude<Wish, { type: "connected" | "try_again" }>>): void;
  seek(wish: WithoutId<Exclude<LobbyWish, { type: "arrived" | "away" }>>): void;
  go(path: string): void;
  set(change: Partial<Settings>): void;
  copyLink(): void;
  /** Copy the game that lies as a file at this path. */
  copyGame(path: string): void;
}

export interface View {
  root: HTMLElement;
  render(app: App): void;
  /** Called ten times a second with the server's time. */
  tick?(serverMs: number): void;
  title(app: App): string;
  /** What stands in the top bar of a phone. */
  heading?(app: App): string;
}
