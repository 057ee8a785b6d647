import assert from "node:assert/strict";
import { test } from "node:test";

import { gridOf, monthsOf } from "../../client_js/src/pages/player/rating_graph.js";

/** @param {string} text */
const day = (text) => Date.parse(text) / (24 * 60 * 60 * 1000);

test("the lines of a graph are round numbers around all points, a few of them", () => {
  assert.deepEqual(gridOf([1540, 1821]), { low: 1500, high: 1900, lines: [1500, 1600, 1700, 1800, 1900] });
  for (const points of [[1500], [1500, 1503], [399, 2800], [1000, 1100]]) {
    const { low, high, lines } = gridOf(points);
    assert.ok(low <= Math.min(...points) && high >= Math.max(...points), `${points}`);
    assert.ok(high - low >= 80 && lines.length <= 8 && lines[0] === low && lines.at(-1) === high, `${points}: ${lines}`);
  }
});

test("months are marked at their first days, few enough to be read", () => {
  assert.deepEqual(monthsOf(day("2026-09-20"), day("2026-11-21")), [day("2026-10-01"), day("2026-11-01")]);
  assert.deepEqual(monthsOf(day("2026-11-02"), day("2026-11-21")), []);
  assert.equal(monthsOf(day("2020-01-01"), day("2026-01-01")).length, 6);
});
