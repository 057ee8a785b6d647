/**
 * Learning the game: a chapter for each piece, for check and notation, and the cases of
 * repetition with what every rule set says of them.
 */

import { drawPiece } from "../board/drawing.js";
import { isSaid, t, useLanguage } from "../text/catalogue.js";
import { el, fill, icon, made, svg } from "../ui/dom.js";
import { doneCount } from "./learn/progress.js";
import { badge, emptyState, pageHead, rowLink } from "../ui/parts.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../text/catalogue.js").Key} Key */
/** @typedef {import("../board/drawing.js").PieceSet} PieceSet */
/** @typedef {import("./learn/cases.js").Cases} Cases */
/** @typedef {import("./learn/cases.js").Words} Words */
/** @typedef {{root: import("../ui/dom.js").Child, foot?: HTMLElement, render?: (app: App) => void, key?: (event: KeyboardEvent) => void}} Chapter
 *   `foot` is where the way on stands, if not below all */

const PIECES = { general: "K", advisor: "A", elephant: "B", horse: "N", chariot: "R", cannon: "C", soldier: "P" };
const PARTS = /** @type {const} */ ({
  pieces: Object.keys(PIECES),
  game: ["board", "check", "notation", "puzzles"],
  repetition: ["repetition", "rules"],
  tournaments: ["tournaments"],
  more: ["history", "names"],
});
/** Chapters that are texts of the help page. */
const TEXTS = ["history", "names"];
const SIGNS = { board: "board", check: "warn", notation: "keys", repetition: "repeat", rules: "gavel", tournaments: "trophy", puzzles: "bolt", history: "hour", names: "chat" };
const LESSONS = ["board", ...Object.keys(PIECES), "check", "notation"];
/** The lessons with tasks, in which the reader moves. */
const TASKS = /** @type {const} */ (["general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier", "check", "repetition"]);
const ORDER = [...LESSONS, "repetition", "rules", "tournaments", "puzzles"];

/** @param {string} name */
const nameOf = (name) => t(/** @type {Key} */ (`learn.name.${name}`));

/** @param {string} name of a file of the lessons @returns {Promise<any>} */
const fetched = async (name) => (await fetch(new URL(`./learn/${name}.json`, import.meta.url))).json();
const fetchCases = () => /** @type {Promise<Cases>} */ (fetched("cases"));
/** @param {App} app */
const fetchWords = ({ settings }) => /** @type {Promise<Words>} */ (fetched(`words.${settings.language}`));

/** @param {string} chapter @param {PieceSet} pieces */
function chapterSign(chapter, pieces) {
  const piece = /** @type {Record<string, string>} */ (PIECES)[chapter];
  if (!piece) return el("span", { class: "av" }, icon(/** @type {Record<string, string>} */ (SIGNS)[chapter]));
  const shape = { viewBox: "-.5 -.5 1 1.02", width: 36, height: 36, "aria-hidden": "true" };
  return svg("svg", shape, drawPiece(piece, pieces));
}

/** All chapters. @param {App} app @param {Cases} cases */
const contents = ({ settings }, { cases, sets }) => {
  const counts = /** @type {Record<string, number>} */ ({ repetition: Object.keys(cases).length, rules: sets.length });
  return Object.entries(PARTS).map(([part, chapters]) =>
    el(
      "section",
      { class: "col" },
      el("h2", {}, t(/** @type {Key} */ (`learn.part.${part}`))),
      el(
        "div",
        { class: "card rows" },
        ...chapters.map((name) =>
          rowLink({
            href: `/${TEXTS.includes(name) ? "help" : "learn"}/${name}`,
            lead: chapterSign(name, settings.pieces),
            title: nameOf(name),
            sub: t(/** @type {Key} */ (`learn.sub.${name}`), { n: counts[name] ?? 0 }),
            end: isTried(name) && doneCount(name) > 0 && badge(t("learn.tried", { n: doneCount(name) }), "ok", "check"),
          }),
        ),
      ),
    ),
  );
};

/** What repetition is about, and its cases. @param {Cases} data */
async function repetition({ cases, sets }) {
  const { resultBadge } = await import("./learn/cases.js");
  const says = /** @type {const} */ (["check", "chase", "idle", "same"]);
  return el(
    "div",
    { class: "cols2" },
    el(
      "div",
      { class: "col l" },
      el("p", { class: "lead" }, t("learn.rep.intro")),
      el("ul", { class: "card pad col bullets" }, ...says.map((key) => el("li", {}, t(`learn.rep.${key}`)))),
    ),
    el(
      "section",
      { class: "col", "aria-label": t("learn.rep.cases") },
      el("h2", {}, t("learn.rep.cases")),
      el(
        "div",
        { class: "card rows" },
        ...Object.entries(cases).map(([id, { rulings }]) =>
          rowLink({
            href: `/learn/${id}`,
            title: t(/** @type {Key} */ (`learn.case.${id}`)),
            end: resultBadge(rulings[sets[0].name].result),
          }),
        ),
      ),
    ),
  );
}

/** The body of a chapter, null if there is none of that name. @param {string} name @param {App} app @param {import("../page").Actions} actions @returns {Promise<Chapter | null>} */
async function chapterOf(name, app, actions) {
  const lesson = lessonOf(name);
  if (lesson) return (await import("./learn/tasks.js")).createTasks(lesson, actions);
  if (LESSONS.includes(name)) {
    const [{ createLesson }, lessons] = await Promise.all([import("./learn/lesson.js"), fetched("lessons")]);
    return createLesson(name, lessons[name]);
  }
  if (name === "tournaments") {
    const [{ tournamentsChapter }] = await Promise.all([import("./learn/tournaments.js"), useLanguage(app.settings.language, ["tournaments"])]);
    return { root: tournamentsChapter() };
  }
  if (name === "puzzles") {
    const [{ puzzlesChapter }] = await Promise.all([import("./puzzle/list.js"), useLanguage(app.settings.language, ["puzzles"])]);
    return { root: await puzzlesChapter() };
  }
  const data = await fetchCases();
  if (name === "") return { root: made(el("div", { class: "cols3 chapters" }, ...contents(app, data))) };
  if (name === "repetition") return { root: await repetition(data) };
  const words = await fetchWords(app);
  if (name === "rules") return { root: (await import("./learn/rules.js")).rulesPage(data, words) };
  if (!Object.hasOwn(data.cases, name)) return null;
  return (await import("./learn/cases.js")).createCase(name, data.cases[name], words, data.sets);
}

/** The way on: the next chapter, or the next case. @param {string} name @param {string[]} cases */
function nextOf(name, cases) {
  if (isTried(name)) return el("a", { class: "btn main", href: `/learn/try-${name}` }, t("learn.try.do"), icon("next", "s"));
  const order = cases.includes(name) ? cases : ORDER;
  name = lessonOf(name) ?? name;
  const next = order[order.indexOf(name) + 1];
  if (!next) return null;
  const title = cases.includes(name) ? t(/** @type {Key} */ (`learn.case.${next}`)) : nameOf(next);
  return el("a", { class: "btn main", href: `/learn/${next}` }, t("learn.next", { what: title }), icon("next", "s"));
}

/** Whether a chapter goes on with tasks. @param {string} name */
const isTried = (name) => TASKS.some((lesson) => lesson === name);

/** The lesson whose tasks an address shows: `try-horse` those of the horse. @param {string} name */
const lessonOf = (name) => TASKS.find((lesson) => name === `try-${lesson}`);

/** Whether a part of the address is a case; its title says so. @param {string} name */
const isCase = (name) => isSaid(`learn.case.${name}`);

/** @param {string} name @returns {string} */
function titleOf(name) {
  const lesson = lessonOf(name);
  if (lesson) return t("learn.try", { what: nameOf(lesson) });
  if (isCase(name)) return t(/** @type {Key} */ (`learn.case.${name}`));
  return ORDER.includes(name) ? nameOf(name) : t("learn.title");
}

/** The way up, from a case to the cases. @param {string} part */
function upLink(part) {
  const lesson = lessonOf(part);
  const [href, text] = lesson ? [`/learn/${lesson}`, nameOf(lesson)] : isCase(part) ? ["/learn/repetition", nameOf("repetition")] : ["/learn", t("learn.all")];
  return el("a", { class: "btn quiet", href }, icon("prev", "s"), text);
}

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const title = titleOf(part);
  const body = made(el("div", {}, el("p", { class: "mut" }, t("list.loading"))));
  const root = made(el("main", {}, pageHead(title, part && upLink(part)), body));
  /** @type {Chapter | null} */
  let chapter = null;
  /** @type {App | null} */
  let shown = null;

  /** @param {App} app */
  async function load(app) {
    chapter = await chapterOf(part, app, actions);
    if (!chapter) {
      const way = { href: "/learn", action: t("learn.all"), sign: "book" };
      return fill(body, emptyState({ title: t("page.none"), ...way }));
    }
    const cases = isCase(part) ? Object.keys((await fetchCases()).cases) : [];
    const onward = part && nextOf(part, cases);
    fill(
      body,
      part === "" && el("p", { class: "lead mut" }, t("learn.intro")),
      chapter.root,
      part && !chapter.foot && el("p", { class: "onward" }, onward),
    );
    if (chapter.foot) fill(chapter.foot, onward);
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    if (shown) chapter.render?.(shown);
  }

  const keys = (/** @type {KeyboardEvent} */ event) => chapter?.key?.(event);
  const listen = () => addEventListener("keydown", keys);
  listen();

  /** @param {App} app */
  function render(app) {
    const isFirst = shown === null;
    shown = app;
    if (isFirst) void load(app);
    else chapter?.render?.(app);
  }
  return { root, render, title: () => title, arrive: listen, leave: () => removeEventListener("keydown", keys) };
}
