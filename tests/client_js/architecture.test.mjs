import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const SRC = fileURLToPath(new URL("../../client_js/src/", import.meta.url));
const MODULES = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));

/** Besides themselves, which folders a folder may import from. A new arrow is a word here. @type {Record<string, string>} */
const MAY_IMPORT = {
  models: "",
  session: "models",
  text: "",
  ui: "text",
  board: "models text ui",
  shell: "models session text ui",
  pages: "board models session shell text ui",
  embed: "board models text ui",
  main: "session shell text ui",
};

/** What a module imports when it is run, at once or later, from `src`; types are in comments. @param {string} module */
function importsOf(module) {
  const code = readFileSync(join(SRC, module), "utf8").replace(/\/\*\*[^]*?\*\//g, "");
  const targets = [...code.matchAll(/(?:from|import\((?:\/\* soon \*\/ )?|^import) ?"(\.[^"]+)"/gm)].map(([, target]) => target);
  return targets.map((target) => normalize(join(dirname(module), target))).filter((target) => !target.startsWith(".."));
}

/** @param {string} module */
const folderOf = (module) => module.split("/")[0].replace(".js", "");

test("folders import only from those below them", () => {
  const strangers = MODULES.flatMap((module) =>
    importsOf(module)
      .map(folderOf)
      .filter((folder) => folder !== folderOf(module) && !MAY_IMPORT[folderOf(module)].split(" ").includes(folder))
      .map((folder) => `${module} -> ${folder}`),
  );

  assert.deepEqual(strangers, []);
});

test("every arrow that is allowed is there", () => {
  const drawn = new Set(MODULES.flatMap((module) => importsOf(module).map((target) => `${folderOf(module)} ${folderOf(target)}`)));
  const allowed = Object.entries(MAY_IMPORT).flatMap(([folder, others]) => others.split(" ").filter(Boolean).map((other) => `${folder} ${other}`));

  assert.deepEqual(allowed.filter((arrow) => !drawn.has(arrow)), []);
});

test("no module imports itself by way of others, not even later", () => {
  const done = new Set();
  /** @type {string[]} */
  const circles = [];
  /** @param {string} module @param {string[]} path @returns {unknown} */
  const walk = (module, path) => {
    if (path.includes(module)) return circles.push([...path.slice(path.indexOf(module)), module].join(" -> "));
    if (done.has(module)) return;
    for (const target of importsOf(module)) walk(target, [...path, module]);
    done.add(module);
  };
  for (const module of MODULES) walk(module, []);

  assert.deepEqual(circles, []);
});

test("there is one board, an element", () => {
  const makers = /createDrawing|createGrid/;
  const held = MODULES.filter((module) => folderOf(module) !== "board" && makers.test(readFileSync(join(SRC, module), "utf8")));

  assert.deepEqual(held, []);
});

test("a session and its models touch neither document nor storage", () => {
  const world = /\b(document|window|localStorage|sessionStorage|navigator|location)\b[.[]/;
  const held = MODULES.filter((module) => ["session", "models"].includes(folderOf(module)));
  /** @param {string} module */
  const codeOf = (module) => readFileSync(join(SRC, module), "utf8").replace(/\/\*\*[^]*?\*\//g, "");

  assert.deepEqual(held.filter((module) => world.test(codeOf(module))), []);
});
