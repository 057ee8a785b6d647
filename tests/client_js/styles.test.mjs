import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const client = new URL("../../client_js/", import.meta.url);
/** The texts of all files below a folder whose names end so, in one. @param {string} folder @param {string} end */
const allOf = (folder, end) =>
  readdirSync(new URL(folder, client), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(end))
    .map((name) => readFileSync(new URL(folder + name, client), "utf8"))
    .join("\n");
const styles = allOf("css/", ".css").replace(/\/\*.*?\*\//gs, "");
const code = [allOf("src/", ".js"), allOf("art/", ".svg"), readFileSync(new URL("index.html", client), "utf8")].join("\n");

test("every class that has a style is one that the page gives", () => {
  const styled = new Set([...styles.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
  const words = new Set(code.match(/[a-z][\w-]*/gi));
  const numbered = new Set([...code.matchAll(/([a-z]+)\$\{/g)].map(([, start]) => start));

  assert.deepEqual([...styled].filter((name) => !words.has(name) && !numbered.has(name.replace(/\d$/, ""))), []);
});

test("the browser's own bar has the colour of ours", () => {
  const [, ...surface] = /** @type {RegExpMatchArray} */ (styles.match(/--surface:\s*light-dark\((#\w+), (#\w+)\)/));
  const bar = [...code.matchAll(/name="theme-color" content="(#\w+)"/g)].map(([, colour]) => colour);

  assert.deepEqual(bar, surface);
});

test("every custom property is used", () => {
  const made = new Set([...styles.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
  const used = new Set([...(styles + code).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));

  assert.deepEqual([...made].filter((name) => !used.has(name)), []);
});
