import assert from "node:assert/strict";
import { test } from "node:test";

import { freshId, pauseMs } from "../../client_js/src/link.js";

test("pauses between tries grow, are spread, and have a limit", () => {
  assert.equal(pauseMs(0, 0), 150);
  assert.ok(pauseMs(3, 0.5) > pauseMs(2, 0.5));
  assert.equal(pauseMs(30, 0), 4_000);
  assert.ok(pauseMs(30, 0.999) <= 8_000);
});

test("ids of commands are new each time and fit the wire", () => {
  const ids = Array.from({ length: 100 }, freshId);

  assert.equal(new Set(ids).size, 100);
  for (const id of ids) assert.match(id, /^[a-z0-9]{9,29}$/);
});
