/** The two client libraries can do the same things: what the page of the protocol lists of the Python one is here, and no more. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as library from "../../client_js/library/index.js";
import { Events } from "../../client_js/library/events.js";
import { Game } from "../../client_js/library/game.js";
import * as node from "../../client_js/library/node.js";
import { Session } from "../../client_js/library/session.js";
import { NO_GAMES, update } from "../../client_js/library/book.js";
import { aRoom, legal } from "./support.mjs";

const PAGE = readFileSync(new URL("../../server/protocol/clients.md", import.meta.url), "utf8");
/** What the page lists, by the word before the point. @type {Record<string, string[]>} */
const LISTED = {};
for (const [, , owner = "", name] of PAGE.matchAll(/^\| `[^`]+` \| `((?:(\w+)\.)?(\w+))[^`]*` \|/gm)) (LISTED[owner] ??= []).push(name);

/** @param {object} prototype */
const publicOf = (prototype) => Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");
/** What a session calls, and no program. */
const INNER = ["become", "fail", "put", "end", "next"];

async function aTurn() {
  const [entered] = update(NO_GAMES, { type: "enter", room: "abcd", connected: { type: "connected", session: "s", me: "ann" } });
  const told = [aRoom(), legal(0, ["h2e2"])].reduce((book, message) => update(book, /** @type {any} */ (message))[0], entered);
  const held = told.get("abcd");
  assert.ok(held);
  const game = new Game(held, { ask: async () => {}, nowMs: 0 });
  return /** @type {object} */ ((await game.turns().next()).value);
}

test("a session, a game and events can do what the page lists, and nothing besides", () => {
  for (const [owner, { prototype }] of Object.entries({ session: Session, game: Game, events: Events }))
    assert.deepEqual(publicOf(prototype).filter((name) => !INNER.includes(name)).sort(), LISTED[owner].sort());
});

test("a turn and a reader have what the page lists, and nothing besides", async () => {
  assert.deepEqual(Object.keys(await aTurn()).sort(), LISTED.turn.sort());
  assert.deepEqual(Object.keys(library.openReader("http://here")).sort(), LISTED.reader.sort());
});

test("what is imported has the names that the page lists", () => {
  assert.deepEqual([...Object.keys(library), ...Object.keys(node)].sort(), LISTED[""].sort());
});
