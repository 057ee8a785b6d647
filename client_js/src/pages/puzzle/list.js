/** All puzzles, and their list by theme, which is a chapter of Learn. */

import { THEMES } from "../../models/puzzles.js";
import { t } from "../../text/catalogue.js";
import { el, icon } from "../../ui/dom.js";
import { rowLink } from "../../ui/parts.js";

/** @typedef {import("../../models/puzzles.js").Puzzle} Puzzle */
/** @typedef {import("../../models/puzzles.js").Theme} Theme */

const FILE = "puzzles"; // not a module that is announced with the page

/** @type {Promise<Puzzle[]> | null} */
let fetched = null;

/** Every puzzle, in the order of their numbers. */
export function allPuzzles() {
  fetched ??= fetch(new URL(`./${FILE}.json`, import.meta.url)).then((answer) => answer.json());
  fetched.catch(() => (fetched = null)); // the next one asks again
  return fetched;
}

/** @param {Theme} theme */
export const puzzleName = (theme) => t(`puzzle.theme.${theme}`);

/** The list, which begins with the puzzle of the day. */
export async function puzzlesChapter() {
  const all = await allPuzzles();
  const numbered = all.map(({ theme }, i) => ({ theme, number: i + 1 }));
  return el(
    "div",
    { class: "col l" },
    el("div", { class: "card rows" }, rowLink({ href: "/puzzle", lead: icon("bolt"), title: t("puzzle.today"), sub: t("puzzle.today.text") })),
    ...THEMES.map((theme) => {
      const some = numbered.filter((one) => one.theme === theme);
      return (
        some.length > 0 &&
        el(
          "section",
          { class: "col", "aria-label": puzzleName(theme) },
          el("h2", {}, puzzleName(theme)),
          el("div", { class: "taskbar num" }, ...some.map(({ number }) => el("a", { class: "btn", href: `/puzzle/${number}`, "aria-label": t("puzzle.n", { n: number }) }, String(number)))),
        )
      );
    }),
  );
}
