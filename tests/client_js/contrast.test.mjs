import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** What axe cannot see, computed from the tokens: contrast by WCAG 2, for text and for marks. */
const css = readFileSync(new URL("../../client_js/css/tokens.css", import.meta.url), "utf8");
const THEMES = ["light", "dark"];
const BOARDS = ["wood", "rose", "jade", "slate"];
const TEXT = 4.5;
const SHAPE = 3;

/** The values a block of tokens gives in one theme; board blocks add to those of the page. @param {string} theme @param {string} board */
function tokensOf(theme, board) {
  /** @type {Record<string, string>} */
  const tokens = {};
  for (const [, selector, body] of css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const boards = [...selector.matchAll(/data-board="(\w+)"/g)].map(([, name]) => name);
    if (boards.length > 0 && !boards.includes(board)) continue;
    for (const [, name, value] of body.matchAll(/--([\w-]+):\s*(light-dark\([^;]*\)|#\w+)\s*;/g)) {
      const pair = value.match(/^light-dark\((#\w+),\s*(#\w+)\)$/);
      tokens[name] = pair ? pair[1 + THEMES.indexOf(theme)] : value;
    }
  }
  return tokens;
}

/** @param {string} colour as #rgb or #rrggbb */
function luminance(colour) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : (colour.match(/\w\w/g) ?? []);
  const [red, green, blue] = digits.map((pair) => {
    const part = parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["paper", "surface", "raised", "sunken", "hover"];
const SOFT = ["ok", "info", "warn", "danger", "ruling"];
/** What is read, and what it is read on. */
const READ = [
  ...GROUNDS.flatMap((ground) => [
    ["ink", ground],
    ["ink-2", ground],
  ]),
  ...SOFT.flatMap((kind) => [
    ["ink", `${kind}-soft`],
    [kind, `${kind}-soft`],
    [kind, "surface"],
  ]),
  ["on-jade", "jade"],
  ["on-jade", "jade-hi"],
  ["jade-text", "surface"],
  ["jade-text", "paper"],
  ["danger", "raised"],
  ["ink-inv", "ink"],
  ["p-cream", "p-red"],
  ...["p-face-1", "p-face-2"].flatMap((face) => [
    ["p-red", face],
    ["p-black", face],
  ]),
  ["seal", "paper"],
];
/** What is seen by its shape. */
const SEEN = ["paper", "surface", "raised"].flatMap((ground) => [
  ["edge", ground],
  ["focus", ground],
  ["jade", ground],
]);
const MARKS = ["k-sel", "k-last", "k-dot", "k-pre", "k-check", "k-lose", "b-line"];

/** Pairs that are too close to each other. @param {Record<string, string>} tokens @param {string[][]} pairs @param {number} least */
const tooClose = (tokens, pairs, least) =>
  pairs
    .map(([one, other]) => [one, other, contrast(tokens[one], tokens[other]).toFixed(2)])
    .filter(([, , ratio]) => Number(ratio) < least);

test("contrast is computed as WCAG does", () => {
  assert.equal(contrast("#000", "#ffffff"), 21);
  assert.equal(contrast("#777777", "#fff").toFixed(2), "4.48");
});

for (const theme of THEMES) {
  test(`text and controls are told from their grounds, ${theme}`, () => {
    const tokens = { ...tokensOf(theme, "wood"), white: "#fff" };

    assert.deepEqual(tooClose(tokens, [...READ, ["white", "danger-fill"]], TEXT), []);
    assert.deepEqual(tooClose(tokens, SEEN, SHAPE), []);
  });

  for (const board of BOARDS) {
    test(`lines, numerals and marks are told from the board, ${board}, ${theme}`, () => {
      const tokens = tokensOf(theme, board);

      assert.deepEqual(
        tooClose(
          tokens,
          MARKS.map((mark) => [mark, "wood"]),
          SHAPE,
        ),
        [],
      );
      assert.deepEqual(tooClose(tokens, [["b-text", "wood"]], TEXT), []);
    });
  }
}
