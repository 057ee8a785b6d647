import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { foundIn, gamesOf, IN_A_FILE, plyOf, positionsOf } from "../../client_js/src/models/masters.js";
import { isOpening, movesOf, openingOf } from "../../client_js/src/models/openings.js";
import { cellsOf } from "../../client_js/src/models/table.js";

const FOLDER = new URL("../../client_js/src/pages/masters/", import.meta.url);
/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
const GAMES = gamesOf(read("list"));
const MOVES = Array.from({ length: Math.ceil(GAMES.length / IN_A_FILE) }, (_, i) => read(`moves.${i}`))
  .flat()
  .map(movesOf);
const ANY = { player: "", opponent: "", side: "", opening: [], position: null };
/** @param {Partial<Parameters<typeof foundIn>[2]>} wanted */
const numbers = (wanted) => foundIn(GAMES, MOVES, { ...ANY, ...wanted }).map(({ game }) => game.number);

test("five hundred games are there, each with as many moves as the list says", () => {
  assert.equal(GAMES.length, 500);
  assert.deepEqual(MOVES.map((moves) => moves.length), GAMES.map(({ plies }) => plies));
});

test("a game replays from the first position to its last", () => {
  const positions = positionsOf(MOVES[0]);

  assert.equal(positions.length, GAMES[0].plies + 1);
  assert.equal(positions[1], cellsOf("rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR"));
});

test("a player is found by a part of the name, on one side or on either", () => {
  const either = numbers({ player: "hu rong" });
  const red = numbers({ player: "Ronghua Hu", side: "red" });
  const black = numbers({ player: "hu ronghua", side: "black" });

  assert.equal(either.length, 303);
  assert.deepEqual([...red, ...black].sort((a, b) => a - b), either);
  assert.ok(red.every((number) => GAMES[number - 1].red === "Hu Ronghua"));
});

test("an opening is found by its name, however its moves were mixed", () => {
  const screen = openingOf("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7".split(" "));
  const found = numbers({ named: screen });

  assert.ok(found.length > numbers({ opening: "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7".split(" ") }).length);
  assert.ok(screen);
  assert.ok(found.every((number) => isOpening(openingOf(MOVES[number - 1]), screen)));
});

test("two players are found against each other, whoever had Red", () => {
  const found = numbers({ player: "Liu Dahua", opponent: "Hu Ronghua" });

  assert.ok(found.length > 0);
  assert.ok(found.every((number) => new Set([GAMES[number - 1].red, GAMES[number - 1].black, "Liu Dahua", "Hu Ronghua"]).size === 2));
});

test("games are found by their first moves, and shown after them", () => {
  const found = foundIn(GAMES, MOVES, { ...ANY, opening: ["h2e2", "h9g7"] });

  assert.ok(found.length > 0);
  assert.ok(found.every(({ game, ply }) => ply === 2 && MOVES[game.number - 1].slice(0, 2).join() === "h2e2,h9g7"));
});

test("a position is found in whatever order its moves were played", () => {
  const orders = ["h2e2 h9g7 h0g2 b9c7", "h2e2 b9c7 h0g2 h9g7", "h2e2 i9h9"].map((moves) => moves.split(" "));
  const [{ 4: cells }] = orders.map(positionsOf);

  assert.deepEqual(orders.map((moves) => plyOf(moves, cells, "red")), [4, 4, -1]);
  assert.equal(plyOf(orders[0], cells, "black"), -1, "whose turn it is belongs to the position");
  const ordered = orders.slice(0, 2).map((opening) => numbers({ opening }));
  const reached = numbers({ position: { cells, turn: "red" } });
  assert.deepEqual(ordered.map((found) => found.every((number) => reached.includes(number))), [true, true]);
  assert.ok(reached.length > Math.max(...ordered.map((found) => found.length)));
});
