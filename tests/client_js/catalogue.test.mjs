import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { chooseLanguage, clockText, LANGUAGES, speaker } from "../../client_js/src/text/catalogue.js";

const catalogue = (code) =>
  JSON.parse(readFileSync(new URL(`../../client_js/src/text/${code}.json`, import.meta.url), "utf8"));
const places = (entry) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g) ?? [])].sort();
const english = catalogue("en");

for (const { code } of LANGUAGES) {
  test(`the catalogue of ${code} has every sentence with its places`, () => {
    const words = catalogue(code);

    assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort());
    for (const [key, entry] of Object.entries(english)) assert.deepEqual(places(words[key]), places(entry), key);
  });

  test(`the catalogue of ${code} has every plural form its language needs`, () => {
    const needed = new Intl.PluralRules(code).resolvedOptions().pluralCategories;

    for (const [key, entry] of Object.entries(catalogue(code))) {
      if (typeof entry === "object")
        assert.deepEqual(
          needed.filter((form) => !(form in entry)),
          [],
          key,
        );
    }
  });
}

test("places are filled with numbers, texts and other sentences", () => {
  const say = speaker("en", { many: { one: "{n} of {what}", other: "{n} of {what}s" }, what: "move" });

  assert.equal(say("many", { n: 1, what: { key: "what" } }), "1 of move");
  assert.equal(say("many", { n: 1200, what: "step" }), "1,200 of steps");
});

test("the language is the chosen one, else the best the browser wants, else English", () => {
  assert.equal(chooseLanguage("zh-Hans", ["en"]), "zh-Hans");
  assert.equal(chooseLanguage(null, ["fr-FR", "zh-CN", "en"]), "zh-Hans");
  assert.equal(chooseLanguage(null, ["zh-Hant-HK"]), "zh-Hant");
  assert.equal(chooseLanguage("xx", ["fr", "vi-VN"]), "vi");
  assert.equal(chooseLanguage("xx", ["fr"]), "en");
});

test("a clock shows tenths under twenty seconds, hours from one on", () => {
  assert.deepEqual([0, 9_480, 19_999, 20_000, 161_000, 3_723_000].map(clockText), [
    "0:00.0",
    "0:09.4",
    "0:19.9",
    "0:20",
    "2:41",
    "1:02:03",
  ]);
});
