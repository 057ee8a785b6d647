import assert from "node:assert/strict";
import { test } from "node:test";

import { startOf } from "../../client_js/src/models/line.js";
import { goneTo, MOST_CHARS, placeIn, textOf, treeOf } from "../../client_js/src/models/line_tree.js";
import { createTree } from "../../client_js/src/pages/board/tree.js";
import { LightElement, useLightDom } from "./light_dom.mjs";

const LAP = "a0a1a9a8a1a0a8a9";
const SETTINGS = /** @type {const} */ ({ notation: "wxf", language: "en" });
const NO_SIGNS = { moves: "", byPly: new Map() };

useLightDom();

test("a step in a tree of three thousand moves changes two buttons", () => {
  const line = LAP.repeat(250).match(/.{8}/g) ?? [];
  const place = placeIn(treeOf(line.map((pair) => `${pair}(i9i8i0i1i8i9i1i0)`).join("")), 0);
  const tree = createTree(() => {});
  const root = /** @type {LightElement} */ (/** @type {unknown} */ (tree.root));
  const draw = (/** @type {number} */ at) => tree.draw({ ...place, at }, startOf(""), SETTINGS, NO_SIGNS);

  draw(499);
  const buttons = [...root.all()].filter(({ tag }) => tag === "button");
  LightElement.changed.clear();
  draw(500);

  assert.equal(buttons.length, 3_000);
  assert.equal(LightElement.changed.size, 2);
  assert.deepEqual(buttons.filter(({ attributes }) => attributes["aria-current"]).length, 1);
  assert.deepEqual(buttons.filter(({ attributes }) => attributes.tabindex === "0").length, 1);
});

test("any text of an address gives a tree, at once and the same again", () => {
  const deep = "a0a1(b0b1c0c1".repeat(MOST_CHARS);
  const hostile = [deep, "(".repeat(9_999), ")".repeat(9_999), "a0a1()".repeat(600), "a0a1(a0a1)", "A0a1", "a0a1\u0000(b0b1)", "a0a1(b0b1))c0c1", "%28", "😀".repeat(999)];

  for (const text of hostile) {
    const read = textOf(treeOf(text.slice(0, MOST_CHARS)));
    assert.equal(textOf(treeOf(read)), read);
    const place = placeIn(treeOf(read));
    createTree(() => {}).draw(goneTo(place, place.path), startOf(""), SETTINGS, NO_SIGNS);
  }
});
