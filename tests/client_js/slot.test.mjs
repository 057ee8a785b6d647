import assert from "node:assert/strict";
import { test } from "node:test";

import { folded } from "../../client_js/src/pages/game/notice_slot.js";

test("a short text is said whole", () => {
  assert.deepEqual(folded("A move declines it."), ["A move declines it.", ""]);
});

test("of a long text the first sentence is said, and the rest may wait", () => {
  const rest = "The red cannon, going between files 6 and 5, checked on every move. Red had to deviate.";

  assert.deepEqual(folded(`It occurred four times. ${rest}`), ["It occurred four times.", rest]);
});

test("a Han character takes the room of two letters", () => {
  const rest = "红炮在五路和六路之间长将，红方应变着而未变，判负。".repeat(2);

  assert.deepEqual(folded(`局面第四次出现。${rest}`), ["局面第四次出现。", rest]);
});
