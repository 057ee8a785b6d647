/**
 * The client for programs and for pages of your own: npm package `xiangqi-client`.
 *
 *     const session = openSession("ws://localhost:8080/ws");
 *     for await (const game of games(session, { pool: "5+3" })) {
 *       for await (const turn of game.turns()) await turn.play(turn.safeMoves[0]);
 *     }
 *
 * `openSession` keeps the connection and comes back by itself; `games` and `follow` give games that
 * are held by version and digest; `session.ask` asks for anything else. `openReader` reads games,
 * players and lists by plain HTTP, without a session. In Node 22 and in browsers.
 */

import { openSession as open } from "../src/session/session.js";

export { faceOf } from "../src/models/clock.js";
export { cellsAt, cellsOf, endsOf, nameOf, pieceAt, sideOf, squareOf, turnAt } from "../src/models/table.js";
export { Refusal } from "../src/session/asker.js";
export { follow, games } from "./games.js";
export { addressOf, openReader } from "./reader.js";

/** @typedef {import("../src/session/types").SessionState} SessionState */
/** @typedef {import("../src/session/types").SessionOptions} SessionOptions */
/** @typedef {import("./games.js").Game} Game */
/** @typedef {import("./games.js").Turn} Turn */
/** @typedef {import("./reader.js").Reader} Reader */

/**
 * Open a session and keep it open until `close`.
 * @param {string} url @param {SessionOptions} [options] @returns {import("./games.js").Session}
 */
export function openSession(url, options = {}) {
  if (!("WebSocket" in globalThis) && !options.connect)
    throw new Error("There is no WebSocket here: use Node 22, or Node 20 with --experimental-websocket, or give `connect`.");
  return open(url, options);
}
