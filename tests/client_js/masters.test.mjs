import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { FILES, foundIn, gamesOf, IN_A_FILE, inOrder, ORDER_NAMES, plyOf, positionsOf, repliesIn } from "../../client_js/src/models/masters.js";
import { isOpening, movesOf, openingOf } from "../../client_js/src/models/openings.js";
import { cellsOf } from "../../client_js/src/models/table.js";

const FOLDER = new URL("../../client_js/src/pages/masters/", import.meta.url);
/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
const GAMES = gamesOf(read("list"));
/** @type {[moves: string, ...facts: import("../../client_js/src/models/masters.js").Facts][][]} */
const WHOLE = Array.from({ length: FILES }, (_, i) => read(`games.${i}`));
const MOVES = WHOLE.flat().map(([moves]) => movesOf(moves));
const ANY = { player: "", opponent: "", side: "", opening: [], position: null };
/** @param {Partial<Parameters<typeof foundIn>[2]>} wanted */
const numbers = (wanted) => foundIn(GAMES, MOVES, { ...ANY, ...wanted }).map(({ game }) => game.number);

test("five hundred games are there, each with as many moves as the list says", () => {
  assert.equal(GAMES.length, 500);
  assert.deepEqual(MOVES.map((moves) => moves.length), GAMES.map(({ plies }) => plies));
});

test("a file of whole games says of them what the list does", () => {
  assert.ok(WHOLE.every((games) => games.length === IN_A_FILE));
  assert.deepEqual(gamesOf(WHOLE[3].map(([, ...facts]) => facts), 3 * IN_A_FILE + 1), GAMES.slice(3 * IN_A_FILE, 4 * IN_A_FILE));
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

test("a winner is known of the games alone whose last position is mate", () => {
  const known = GAMES.filter(({ winner }) => winner !== null);

  assert.deepEqual(known.map(({ number, winner, plies }) => [number, winner, plies % 2]), [[5, "black", 0], [373, "red", 1], [386, "red", 1]]);
});

test("games are put in order by year and by length; those without a year come last", () => {
  const found = foundIn(GAMES, MOVES, ANY);
  const orders = Object.fromEntries(ORDER_NAMES.map((order) => [order, inOrder(found, order).map(({ game }) => game)]));

  for (const order of ["newest", "oldest"]) assert.equal(orders[order].at(-1)?.year, null);
  const [newest, oldest] = [orders.newest, orders.oldest].map((games) => games.map(({ year }) => year).filter((year) => year !== null));
  assert.deepEqual(newest, [...oldest].reverse());
  assert.deepEqual(orders.longest.map(({ plies }) => plies), orders.shortest.map(({ plies }) => plies).reverse());
  assert.equal(orders.newest.length, 500);
});

test("what was played in a position is counted, however the position was reached", () => {
  const start = { cells: positionsOf([])[0], turn: /** @type {const} */ ("red") };
  const first = repliesIn(foundIn(GAMES, MOVES, ANY), MOVES, start);
  const [{ 4: cells }] = [positionsOf("h2e2 h9g7 h0g2 b9c7".split(" "))];
  const reached = foundIn(GAMES, MOVES, { ...ANY, position: { cells, turn: "red" } });
  const next = repliesIn(reached, MOVES, { cells, turn: "red" });

  assert.equal(first.reduce((sum, { games }) => sum + games, 0), 500);
  assert.deepEqual([first[0].move, first.slice(1).every(({ games }) => games <= first[0].games)], ["h2e2", true]);
  assert.equal(next.reduce((sum, { games }) => sum + games, 0), reached.length);
});
