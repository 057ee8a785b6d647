/**
 * The client for programs and for pages of your own: npm package `xiangqi-client`.
 *
 *     const session = openSession("ws://localhost:8080/ws");
 *     for await (const game of session.games({ pool: "5+3" })) {
 *       for await (const turn of game.turns()) await turn.play(turn.safeMoves[0]);
 *     }
 *
 * `openSession` keeps the connection and comes back by itself; `session.games` and `session.join` give games that
 * are held by version and digest; `session.ask` asks for anything else. `openReader` reads games,
 * players and lists by plain HTTP, without a session. In Node 22 and in browsers.
 */

export { cellsOf, squareOf } from "../src/models/table.js";
export { Refusal as Refused } from "../src/session/asker.js";
export { openReader } from "./reader.js";
export { openSession } from "./session.js";

/** @typedef {import("../src/session/types").SessionOptions} SessionOptions */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./reader.js").Reader} Reader */
