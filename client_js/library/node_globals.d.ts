/** What the library and the examples take of Node. */
declare const process: { argv: string[] };
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "ascii"): string;
  export function renameSync(from: string, to: string): void;
  export function rmSync(path: string, options: { force: boolean }): void;
  export function writeFileSync(path: string, text: string, options: { mode: number }): void;
}
