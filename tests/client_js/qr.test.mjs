import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { qrOf } from "../../client_js/src/pages/game/qr.js";

const LINK = "https://xiangqi.example/game/abcdefghijklmnopqrstuvwxyz0123456789".repeat(3);

/** Read back by an independent reader (ZXing) when they were written down: text length, side, squares. */
/** @type {[number, number, string][]} */
const READ = [
  [14, 21, "396a3b38b6e7b892"],
  [26, 25, "d2ecc94fc36efb08"],
  [42, 29, "1cefe3fd4cf5e455"],
  [62, 33, "4389bd6cafb8c6e0"],
  [84, 37, "589306bc096e6fa8"],
  [106, 41, "19a2d575b197553e"],
];

test("codes of every size are those that a reader of another make has read", () => {
  for (const [length, side, squares] of READ) {
    const rows = qrOf(LINK.slice(0, length));
    const drawn = rows?.map((row) => row.map(Number).join("")).join("\n") ?? "";

    assert.equal(rows?.length, side);
    assert.equal(createHash("sha256").update(drawn).digest("hex").slice(0, 16), squares);
  }
});

test("a text that is too long has no code", () => {
  assert.equal(qrOf(LINK.slice(0, 107)), null);
});
