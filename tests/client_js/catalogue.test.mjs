import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { chooseLanguage, clockKind, clockText, LANGUAGES, personPhrase, speaker } from "../../client_js/src/text/catalogue.js";
import { leftText } from "../../client_js/src/text/left.js";

/** @typedef {import("../../client_js/src/text/catalogue.js").Catalogue} Catalogue */

const client = new URL("../../client_js/src/", import.meta.url);
/** @param {string} path */
const textOf = (path) => readFileSync(new URL(path, client), "utf8");
const catalogues = readdirSync(new URL("text/", client)).filter((name) => name.endsWith(".json"));
/** Each group of sentences, as the start of its files' names: "" for those that every page needs. */
const GROUPS = catalogues
  .filter((name) => /(^|\.)en\.json$/.test(name))
  .map((name) => name.slice(0, -"en.json".length));
/** @param {string} group @param {string} code @returns {Catalogue} */
const catalogue = (group, code) => JSON.parse(textOf(`text/${group}${code}.json`));
/** @param {Catalogue[string]} entry */
const places = (entry) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g) ?? [])].sort();

test("every catalogue is one of a group in a language we speak", () => {
  assert.deepEqual(
    catalogues.sort(),
    GROUPS.flatMap((group) => LANGUAGES.map(({ code }) => `${group}${code}.json`)).sort(),
  );
});

for (const group of GROUPS) {
  const english = catalogue(group, "en");
  for (const { code } of LANGUAGES) {
    test(`the catalogue ${group}${code} has every sentence with its places`, () => {
      const words = catalogue(group, code);

      assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort());
      for (const [key, entry] of Object.entries(english)) assert.deepEqual(places(words[key]), places(entry), key);
    });

    test(`the catalogue ${group}${code} has every plural form its language needs`, () => {
      const needed = new Intl.PluralRules(code).resolvedOptions().pluralCategories;

      for (const [key, entry] of Object.entries(catalogue(group, code))) {
        if (typeof entry === "object")
          assert.deepEqual(
            needed.filter((form) => !(form in entry)),
            [],
            key,
          );
      }
    });
  }
}

test("no sentence is in two groups", () => {
  const keys = GROUPS.flatMap((group) => Object.keys(catalogue(group, "en")));

  assert.deepEqual(
    keys.filter((key, i) => keys.indexOf(key) !== i),
    [],
  );
});

/** What the code names: whole keys, and the beginnings and ends of those that are put together. */
function said() {
  const modules = readdirSync(client, { encoding: "utf8", recursive: true }).filter((name) => name.endsWith(".js"));
  const code = modules
    .map(textOf)
    .join("\n")
    .replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, "");
  const whole = new Set([...code.matchAll(/"([a-z_]+(?:\.[\w-]+)*)"/g)].map(([, key]) => key));
  const parts = [...code.matchAll(/`([a-z_]+\.[^`\s]*\$\{[^`]*)`/g)].map(
    ([, text]) =>
      new RegExp(
        `^${text
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replaceAll(".", "\\."))
          .join("[\\w.-]+")}$`,
      ),
  );
  return (/** @type {string} */ key) => whole.has(key) || parts.some((part) => part.test(key));
}

test("every sentence is said somewhere", () => {
  const isSaid = said();

  for (const group of GROUPS) {
    assert.deepEqual(
      Object.keys(catalogue(group, "en")).filter((key) => !isSaid(key)),
      [],
    );
  }
});

test("places are filled with numbers, texts and other sentences", () => {
  const sentences = { many: { one: "{n} of {what}", other: "{n} of {what}s" }, what: "move" };
  const say = /** @type {(key: string, vars: {n: number, what: string | {key: string}}) => string} */ (speaker("en", sentences));

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

test("the speed of a clock is the one the server rates it in", () => {
  const rows = readFileSync(new URL("../data/speeds.jsonl", import.meta.url), "utf8").trim().split("\n").map((row) => JSON.parse(row));

  assert.deepEqual(
    rows.map(({ clock }) => clockKind({ increment_ms: 0, ...clock })), // as the server tells it
    rows.map(({ speed }) => `speed.${speed}`),
  );
});

test("time left is said in days, hours or minutes, rounded up", () => {
  globalThis.document = /** @type {Document} */ ({ documentElement: { lang: "en" } });

  assert.deepEqual([3 * 86_400_000, 5 * 3_600_000 - 1, 61_000, -1].map(leftText), ["3 days", "5 hr", "2 min", "1 min"]);
});

test("a guest is called one in every language, anybody else by name", () => {
  assert.deepEqual(personPhrase("Guest 4k2m"), { key: "guest", vars: { tag: "4k2m" } });
  assert.equal(personPhrase("Guesthouse"), "Guesthouse");
});
