import assert from "node:assert/strict";
import { test } from "node:test";

import { hindrance, NO_FILTER, rowsOf } from "../../client_js/src/models/waiting_room.js";

/** @typedef {import("../../client_js/src/messages").SeekInfo} SeekInfo */

/** @param {string} id @param {Partial<SeekInfo> & {rated?: boolean}} change */
const seek = (id, { rated = false, ...change } = {}) => /** @type {SeekInfo} */ ({
  id,
  player: id,
  name: id,
  terms: { clock: { type: "none" }, rules: { name: "axf" }, rated },
  side: "any",
  guest: false,
  rating: 1500,
  min_rating: null,
  max_rating: null,
  speed: "blitz",
  ...change,
});
const ann = { me: "ann", guest: false, ratings: { blitz: 1700 } };
/** @param {{seek: SeekInfo}[]} rows */
const ids = (rows) => rows.map((row) => row.seek.id);

test("an offer says why a reader cannot take it", () => {
  assert.equal(hindrance(seek("ann"), ann), "yours");
  assert.equal(hindrance(seek("ben", { rated: true }), { ...ann, guest: true }), "account");
  assert.equal(hindrance(seek("ben", { max_rating: 1699 }), ann), "rating");
  assert.equal(hindrance(seek("ben", { min_rating: 1701 }), ann), "rating");
  assert.equal(hindrance(seek("ben", { min_rating: 1700, max_rating: 1700 }), ann), null);
  assert.equal(hindrance(seek("ben", { min_rating: 1600, speed: "rapid" }), ann), "rating"); // a first rating there
});

test("filters leave out by speed, kind and rules, and what cannot be taken, but never one's own offer", () => {
  const seeks = [
    seek("ben", { rated: true }),
    seek("cho", { speed: "rapid" }),
    seek("dan", { min_rating: 2000 }),
    seek("ann", { speed: "correspondence" }),
  ];
  /** @param {Partial<typeof NO_FILTER>} change */
  const shown = (change) => ids(rowsOf(seeks, { ...NO_FILTER, ...change }, ann));

  assert.deepEqual(shown({}), ["ann", "ben", "cho", "dan"]);
  assert.deepEqual(shown({ speed: "rapid" }), ["ann", "cho"]);
  assert.deepEqual(shown({ kind: "rated" }), ["ann", "ben"]);
  assert.deepEqual(shown({ kind: "casual", fits: true }), ["ann", "cho"]);
  assert.deepEqual(shown({ rules: "wxf" }), ["ann"]);
});
