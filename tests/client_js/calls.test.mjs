/** Calling a reader who is elsewhere: not in the quiet hours. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isQuiet } from "../../client_js/src/shell/calls.js";

const HOUR = 60;
/** @param {number} hours */
const at = (hours, minutes = 0) => new Date(2026, 10, 27, hours, minutes);

test("quiet hours may lie over midnight or within a day, and the same twice are none", () => {
  const night = { quiet_from: 22 * HOUR, quiet_to: 7 * HOUR };
  const noon = { quiet_from: 12 * HOUR, quiet_to: 14 * HOUR };
  const none = { quiet_from: 0, quiet_to: 0 };

  assert.deepEqual([at(21, 59), at(22), at(3), at(6, 59), at(7)].map((now) => isQuiet(night, now)), [false, true, true, true, false]);
  assert.deepEqual([at(11, 59), at(12), at(13, 59), at(14)].map((now) => isQuiet(noon, now)), [false, true, true, false]);
  assert.deepEqual([at(0), at(12)].map((now) => isQuiet(none, now)), [false, false]);
});
