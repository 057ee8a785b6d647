import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isOpening, KNOWN_OPENINGS, movesOf, namesOf, openingOf } from "../../client_js/src/models/openings.js";

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(new URL(`../../client_js/src/${path}`, import.meta.url), "utf8"));
/** @type {string[][]} */
const MASTERS = read("pages/masters/openings.json").map(movesOf);
const NAMES = read("text/openings.en.json");
/** @param {string} line */
const named = (line) => [openingOf(line.split(" "))].flatMap((opening) => (opening ? namesOf(opening) : []));

test("openings are called by the first moves of both sides", () => {
  const names = {
    "h2e2 h7e7": ["same"],
    "h2e2 b7e7": ["opposite"],
    "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7": ["central", "screen"],
    "h2e2 b9c7 h0g2 h7f7": ["central", "sandwiched"],
    "h2e2 b9c7 h0g2 h9i7": ["central", "single_horse"],
    "h2e2 h9g7 h0g2 i9h9 i0h0 b7e7": ["half_opposite"],
    "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8": ["same_straight"],
    "c3c4 b7c7": ["pawn", "under_pawn"],
    "c3c4 g6g5": ["facing_pawns"],
    "g0e2 h7e7": ["elephant", "central"],
    "h2d2": ["cross_palace"],
  };

  for (const [line, wanted] of Object.entries(names)) assert.deepEqual(named(line), wanted, line);
});

test("an opening is the same on the other wing, and with its moves in another order", () => {
  const played = openingOf("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 g6g5 b2d2".split(" "));

  assert.deepEqual(openingOf("b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 h0g2 c6c5 h2f2".split(" ")), played);
  assert.deepEqual(openingOf("h2e2 b9c7 b0c2 h9g7 h0g2 g6g5 i0h0 i9h9 b2d2".split(" ")), played);
  assert.ok(played);
  assert.deepEqual(namesOf(played), ["five_six", "screen"]);
});

test("no name is given where there is none", () => {
  assert.equal(openingOf([]), null);
  assert.equal(openingOf(["a0a1"]), null);
  assert.deepEqual(named("h2e2 a9a8"), ["central"]);
});

test("an opening that is looked for is found with all that goes on from it", () => {
  const river = openingOf("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6".split(" "));
  const screen = openingOf("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7".split(" "));

  assert.ok(river && screen);
  assert.ok(isOpening(river, screen));
  assert.ok(!isOpening(screen, river));
  assert.ok(!isOpening(null, screen));
});

test("all that can be looked for is told apart, and nearly all games of masters have a name", () => {
  const all = KNOWN_OPENINGS.map(({ opening }) => namesOf(opening).join());
  const unnamed = MASTERS.filter((moves) => openingOf(moves) === null).length;
  const unseen = KNOWN_OPENINGS.filter(({ opening }) => !MASTERS.some((moves) => isOpening(openingOf(moves), opening)));

  assert.equal(new Set(all).size, all.length);
  assert.ok(unnamed <= MASTERS.length / 50, `${unnamed} without a name`);
  assert.deepEqual(unseen.map(({ line }) => line), []);
});

test("every name has its words", () => {
  const openings = [...MASTERS.map(openingOf), ...KNOWN_OPENINGS.map(({ opening }) => opening)].flatMap((opening) => opening ?? []);
  const keys = openings.map(namesOf).flatMap(([red, black]) => [`opening.${red}`, ...(black ? [`opening.to.${black}`] : [])]);

  assert.deepEqual([...new Set(keys)].filter((key) => !(key in NAMES)), []);
});
