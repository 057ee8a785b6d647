import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const CLIENT = new URL("../../client_js/", import.meta.url);

test("every icon that a page asks for is in the sprite", () => {
  const sprite = readFileSync(new URL("art/sprite.svg", CLIENT), "utf8");
  const drawn = new Set([...sprite.matchAll(/id="i-([a-z]+)"/g)].map(([, name]) => name));
  const files = readdirSync(new URL("src/", CLIENT), { encoding: "utf8", recursive: true });
  const asked = files
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => [...readFileSync(new URL(`src/${file}`, CLIENT), "utf8").matchAll(/\bicon\(([^()]*)|\bsign: ("[^,}]*)/g)])
    .flatMap(([, name = "", sign = ""]) => [...`${name} ${sign}`.matchAll(/"([a-z]{2,}|x)"/g)])
    .map(([, name]) => name);

  assert.ok(asked.length > 50);
  assert.deepEqual([...new Set(asked)].filter((name) => !drawn.has(name)), []);
});
