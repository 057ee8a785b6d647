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
