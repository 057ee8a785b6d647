// Makes the declarations that the npm package carries, in `types/`: those of our JavaScript by tsc, and those written by hand.
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const client = new URL("../", import.meta.url);
const types = new URL("types/", client);
const at = (/** @type {string} */ path, base = client) => fileURLToPath(new URL(path, base));

execFileSync(process.execPath, [at("node_modules/typescript/bin/tsc"), "-p", at("library")], { stdio: "inherit" });
for (const path of ["src/messages.d.ts", "src/session/types.d.ts"]) cpSync(at(path), at(path, types));
cpSync(at("../LICENSE"), at("LICENSE"));

// Node's own way to resolve modules wants the suffix.
for (const path of readdirSync(types, { recursive: true, encoding: "utf8" })) {
  if (!path.endsWith(".d.ts")) continue;
  const file = at(path.replaceAll("\\", "/"), types);
  writeFileSync(file, readFileSync(file, "utf8").replace(/(["'])(\.[./]*\/(?:\w+\/)*(?:messages|types))\1/g, "$1$2.js$1"));
}
