import assert from "node:assert/strict";
import { test } from "node:test";

import { routeOf } from "../../client_js/src/shell/router.js";

test("an address is a page and the part after it, as it was before it was encoded", () => {
  assert.deepEqual(routeOf("/"), { page: "home", part: "" });
  assert.deepEqual(routeOf("/player/O%27Neil"), { page: "player", part: "O'Neil" });
  assert.deepEqual(routeOf("/player/%E0%A4%A"), { page: "player", part: "%E0%A4%A" });
});

test("a word that every object knows is no page of ours", () => {
  for (const path of ["/constructor", "/constructor/abc", "/home", "/game/A", "/a/b/c"]) {
    assert.deepEqual(routeOf(path), { page: "lost", part: "" }, path);
  }
});

test("what follows on a question is read by the page of a game, of a board, of a ruling or of TV", () => {
  assert.deepEqual(routeOf("/game/abcd?ply=31"), { page: "game", part: "abcd" });
  assert.deepEqual(routeOf("/watch/tv?n=16"), { page: "watch", part: "tv" });
  assert.deepEqual(routeOf("/friends?x=1"), { page: "lost", part: "" });
});
