/** What a frame on another's page reads: lines that come in pieces, and games as lists and rooms tell them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { stepped, stepsOf } from "../../client_js/src/embed/history.js";
import { createBoardReader, gameOf, linesOf } from "../../client_js/src/embed/board_reader.js";
import { clocks, moveLines, START } from "./support.mjs";

/** @param {string[]} ucis */
const room = (...ucis) => /** @type {import("../../client_js/src/messages").Room} */ (/** @type {unknown} */ ({ start_fen: START, moves: moveLines(...ucis), check: false, clock: clocks(1, 1, null) }));
/** @param {number} ply @param {string} fen @param {string} last */
const told = (ply, fen, last) => /** @type {import("../../client_js/src/messages").Board} */ ({ ply, fen, last });
const CANNON = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
const HORSE = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w";

test("the steps of a game go on with each board, in words too", () => {
  const begun = stepsOf(room("h2e2"));
  assert.deepEqual(begun.map(({ move }) => move?.uci ?? null), [null, "h2e2"]);
  assert.equal(stepped(begun, told(1, CANNON, "h2e2")), begun);
  const [, , last] = stepped(begun, told(2, HORSE, "h9g7")) ?? [];
  assert.deepEqual(last?.move, { uci: "h9g7", wxf: "H8+7", chinese: "马8进7" });
});

test("where a move was missed or taken back, the steps are asked for again", () => {
  const begun = stepsOf(room("h2e2"));
  assert.equal(stepped(begun, told(3, HORSE, "h9g7")), null);
  assert.equal(stepped(begun, told(0, START, "h2e2")), null);
  assert.equal(stepped(begun, told(1, HORSE, "h9g7")), null); // another move in its place
});

/** @param {...string} pieces */
const bodyOf = (...pieces) =>
  new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
      stream.close();
    },
  });

test("a line may come in pieces, several at once, and empty ones say nothing", async () => {
  const read = [];
  for await (const line of linesOf(bodyOf('{"a":', '1}\n\n{"a":2}\n{"a"', ":3}\n"))) read.push(line.a);
  assert.deepEqual(read, [1, 2, 3]);
});

test("a game is told by a list and by its room", () => {
  assert.deepEqual(gameOf({ red: { name: "An" }, black: null, terms: { delay_ms: 60_000 } }), { red: { name: "An" }, black: null, delayMs: 60_000 });
  assert.equal(gameOf({ red: null, black: null, delay_ms: 0 })?.delayMs, 0);
  assert.equal(gameOf(null), null);
});

/** @param {Record<string, {status?: number, text?: string}>} answers by their addresses */
function answering(answers) {
  globalThis.fetch = /** @type {typeof fetch} */ (
    async (path) => {
      const { status = 200, text = "" } = answers[String(path)] ?? { status: 404 };
      return new Response(text, { status });
    }
  );
}

/** What is heard of a board until the reader gives up or loses its line. @param {string} source @returns {Promise<any[]>} */
const heardOf = (source) =>
  new Promise((resolve) => {
    /** @type {any[]} */
    const heard = [];
    const reader = createBoardReader(source, (told) => {
      heard.push(told.type === "game" ? told.game : told.type === "board" ? told.board.ply : told.type);
      if (told.type === "gone" || told.type === "down") {
        reader.stop();
        resolve(heard);
      }
    });
    reader.start();
  });

test("a game that does not exist is not asked for again", async () => {
  answering({});
  assert.deepEqual(await heardOf("room:nosuch"), ["gone"]);
});

test("TV says which game is on, another one, and then nothing", async () => {
  const game = { red: { name: "An" }, black: { name: "Ben" }, delay_ms: 0 };
  const lines = [{ type: "boards", boards: [{ board: "tv:top", game }] }, { type: "board", game: "a", ply: 4 }, { type: "board_changed", slot: 0, game: null }];
  answering({ "/api/boards/stream?boards=tv:top": { text: lines.map((line) => `${JSON.stringify(line)}\n`).join("") } });
  const shown = { red: { name: "An" }, black: { name: "Ben" }, delayMs: 0 };
  assert.deepEqual(await heardOf("tv:top"), [shown, 4, null, "down"]);
});
