import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { decode, encode } from "../../client_js/vendor/msgpack.js";

/** Vectors shared with the Python suite: a message, its JSON and its msgpack. @param {string} name @returns {{name: string, message: unknown, json: string, msgpack_hex: string}[]} */
const vectors = (name) => JSON.parse(readFileSync(new URL(`../data/wire/${name}.json`, import.meta.url), "utf8"));
/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));

for (const name of ["server", "client"]) {
  for (const vector of vectors(name)) {
    test(`${name}: ${vector.name} reads the same in both formats`, () => {
      const fromBytes = decode(bytesOf(vector.msgpack_hex));

      assert.deepEqual(fromBytes, vector.message);
      assert.deepEqual(JSON.parse(vector.json), vector.message);
      assert.deepEqual(decode(encode(fromBytes)), vector.message);
    });
  }
}

/** 2 to the 53rd, the wire's limit, is one more than the integers JavaScript is sure of. @param {{json: string}} vector */
const isSafe = ({ json }) => (json.match(/(?<=:)\d+/g) ?? []).every((digits) => Number.isSafeInteger(Number(digits)));

for (const vector of vectors("client").filter(isSafe)) {
  test(`client: ${vector.name} is written as the server expects it`, () => {
    const written = Buffer.from(encode(JSON.parse(vector.json))).toString("hex");

    assert.equal(written, vector.msgpack_hex);
  });
}
