import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const client = new URL("../../client_js/", import.meta.url);
/** @param {string} path */
const textOf = (path) => readFileSync(new URL(path, client), "utf8");
const MODULES_AT_START = 17;

/** A module and those that it cannot start without. @param {string} path @returns {Set<string>} */
function startingWith(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, target] of textOf(path).matchAll(/^import [^;]*? from "(\.[^"]+)"/gm)) {
    startingWith(new URL(target, new URL(path, client)).href.slice(client.href.length), found);
  }
  return found;
}

test("the game page starts with seventeen modules", () => {
  assert.equal(startingWith("src/pages/game.js", startingWith("src/main.js")).size, MODULES_AT_START);
});

test("a page that is not a game starts without the board", () => {
  assert.ok([...startingWith("src/main.js")].every((path) => !path.startsWith("src/board/")));
});

test("every page of the folder is a row of the router, and the other way round", () => {
  const rows = [...textOf("src/shell/router.js").matchAll(/^ {2}(\w+): "[a-z ]*",$/gm)].map(([, page]) => `${page}.js`);
  const modules = readdirSync(new URL("src/pages/", client)).filter((name) => name.endsWith(".js"));

  assert.deepEqual(rows.sort(), modules.sort());
});
