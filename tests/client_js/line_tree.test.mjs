import assert from "node:assert/strict";
import { test } from "node:test";

import { brother, dropped, goneTo, lastFork, placedIn, placeIn, played, promoted, textOf, treeOf } from "../../client_js/src/models/line_tree.js";

const TEXT = "h2e2(b2e2)h9g7(b9c7h0g2(a0a1)i9i8)(a9a8)h0g2";

/** @param {import("../../client_js/src/models/line_tree.js").Place} place */
const line = ({ path, at }) => path.slice(0, at).map(({ uci }) => uci).join(" ");

test("a tree is the same when it is read again", () => {
  assert.equal(textOf(treeOf(TEXT)), TEXT);
  assert.equal(textOf(treeOf("h2e2)h9g7")), "h2e2");
  assert.equal(textOf(treeOf("(h2e2)")), "");
  assert.equal(textOf(treeOf("h2e2x9g7")), "h2e2");
});

test("another move becomes a variation, and one that is there is gone to", () => {
  const start = { ...placeIn(treeOf("h2e2h9g7h0g2")), at: 1 };
  const other = played(start, "b9c7");
  assert.deepEqual([textOf(other.root), line(other)], ["h2e2h9g7(b9c7)h0g2", "h2e2 b9c7"]);
  const same = played(start, "h9g7");
  assert.deepEqual([textOf(same.root), same.path.length], ["h2e2h9g7(b9c7)h0g2", 3]);
});

test("brothers and forks are gone to by steps", () => {
  const place = { ...placeIn(treeOf(TEXT)), at: 2 };
  const next = brother(place, 1);
  assert.equal(line(next), "h2e2 b9c7");
  assert.equal(line(brother(next, -1)), "h2e2 h9g7");
  assert.equal(line(brother(brother(next, 1), 1)), "h2e2 a9a8");
  assert.equal(lastFork(goneTo(next, next.path)).at, 2);
  assert.equal(lastFork(placeIn(treeOf("h2e2h9g7"))).at, 0);
});

test("a variation is left out, or becomes the main line", () => {
  const place = brother({ ...placeIn(treeOf(TEXT)), at: 2 }, 1);
  assert.equal(textOf(promoted(place).root), "h2e2(b2e2)b9c7(h9g7h0g2)(a9a8)h0g2(a0a1)i9i8");
  const left = dropped(place);
  assert.deepEqual([textOf(left.root), line(left)], ["h2e2(b2e2)h9g7(a9a8)h0g2", "h2e2"]);
  assert.equal(textOf(dropped(placeIn(treeOf(""))).root), "");
});

test("a place is found again in another tree, as far as its line goes there", () => {
  const place = brother({ ...placeIn(treeOf(TEXT)), at: 2 }, 1);
  assert.equal(line(placedIn({ ...place, at: 3 }, TEXT)), "h2e2 b9c7 h0g2");
  assert.equal(line(placedIn({ ...place, at: 3 }, "h2e2h9g7")), "h2e2");
  assert.equal(line(placedIn(place, "")), "");
});
