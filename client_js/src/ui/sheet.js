/** Style sheets that only some pages need, and that come with these. */

import { el, made } from "./dom.js";

/**
 * Have a sheet of `css/` from now on. A page whose module waits for it is drawn once, as it has to look; the server announces such a sheet.
 * @param {"stage" | "boards" | "arbiter" | "bracket" | "fair" | "help" | "talk"} name
 */
export async function withSheet(name) {
  const href = new URL(`../../css/${name}.css`, import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  await new Promise((done) => document.head.append(made(el("link", { rel: "stylesheet", href, onload: done, onerror: done }))));
}
