/** Style sheets that only some pages need, and that come with these. */

import { el, made } from "./dom.js";

/** Have a sheet of `css/` from now on. @param {"stage" | "boards" | "arbiter" | "bracket" | "help"} name */
export function withSheet(name) {
  const href = new URL(`../../css/${name}.css`, import.meta.url).href;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(made(el("link", { rel: "stylesheet", href })));
}
