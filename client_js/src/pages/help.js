/**
 * Help and what else the operators say of their site: texts in Markdown, which they may replace (`--pages`).
 *
 * `/help` is the first of the texts. The topics stand at the left, on a phone in a row above; one field looks into all of them.
 */

import { found, plainText, readMarkdown, sectionsOf } from "../models/markdown.js";
import { t } from "../text/catalogue.js";
import { el, fill, made } from "../ui/dom.js";
import { emptyState, pageHead } from "../ui/parts.js";
import { withSheet } from "../ui/sheet.js";
import { tellFriend } from "./shared/tell_friend.js";

await withSheet("help");

/** @typedef {import("../models/markdown.js").Block} Block */
/** @typedef {import("../models/markdown.js").Span} Span */
/** @typedef {{language: string | null, blocks: Block[]}} Text */

/** The texts, in the order of their list; the server knows them by the same names. */
export const TOPICS = /** @type {const} */ (["start", "help", "faq", "features", "history", "names", "contact", "privacy", "terms"]);
const ASK_AFTER_MS = 300;

/** @typedef {typeof TOPICS[number]} Topic */

/** @param {Topic} topic @param {string} language @returns {Promise<Text>} */
async function fetchText(topic, language) {
  const answer = await fetch(new URL(`../text/help/${topic}.${language}.md`, import.meta.url));
  return readMarkdown(answer.ok ? await answer.text() : "");
}

/** Keys and names are the same in every language. @param {Span[]} spans */
const words = (spans) =>
  spans.map(({ text, is, href }) => (href !== undefined ? el("a", { href }, text) : is ? el(is, { translate: is === "b" ? null : "no" }, text) : text));

/** @param {Block} block */
function drawBlock(block) {
  if (block.kind === "list") return el(block.isOrdered ? "ol" : "ul", {}, ...block.items.map((item) => el("li", {}, ...words(item))));
  if (block.kind !== "table") return el("p", {}, ...words(block.spans));
  const [head, ...rows] = block.rows;
  return el(
    "div",
    { class: "scrolly", tabindex: 0, role: "region", "aria-label": plainText(head[0]) },
    el(
      "table",
      { class: "tbl" },
      el("thead", {}, el("tr", {}, ...head.map((cell) => el("th", { scope: "col" }, ...words(cell))))),
      el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((cell, i) => (i === 0 ? el("th", { scope: "row" }, ...words(cell)) : el("td", {}, ...words(cell))))))),
    ),
  );
}

/** An address within a text: its title, as a browser may write it. @param {Span[]} title */
const idOf = (title) => plainText(title).trim().replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();

/** A whole text. @param {Text} text */
const drawText = ({ language, blocks }) =>
  el(
    "article",
    { class: "said", lang: language },
    ...sectionsOf(blocks).map(({ title, blocks: own, folded }) =>
      el(
        "section",
        {},
        title.length > 0 && el("h2", { id: idOf(title) }, ...words(title)),
        ...own.map(drawBlock),
        ...folded.map(({ title: question, blocks: answer }) => el("details", { id: idOf(question) }, el("summary", {}, ...words(question)), ...answer.map(drawBlock))),
      ),
    ),
  );

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const topic = part === "" ? "start" : TOPICS.find((one) => one === part);
  const { language } = actions.app().settings;
  const title = () => (topic ? t(`help.${topic}`) : t("page.none"));
  const body = made(el("div", { class: "text" }, el("p", { class: "mut" }, t("list.loading"))));
  const input = made(el("input", { class: "inp", type: "search", name: "words", maxlength: 64, autocomplete: "off", "aria-label": t("help.find"), placeholder: t("help.find") }));
  /** @type {Map<Topic, Promise<Text>>} */
  const texts = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;

  /** @param {Topic} one */
  function textOf(one) {
    const known = texts.get(one) ?? fetchText(one, language);
    texts.set(one, known);
    return known;
  }

  async function show() {
    if (!topic) return fill(body, emptyState({ title: t("page.none"), href: "/help", action: t("nav.help"), sign: "book" }));
    const text = await textOf(topic);
    fill(body, text.language && el("p", { class: "mut small" }, t("help.other")), drawText(text), topic === "start" && tellFriend(actions));
    root.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    openAsked();
  }

  /** What the address names is open and in sight. */
  function openAsked() {
    const asked = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!asked) return;
    if (asked instanceof HTMLDetailsElement) asked.open = true;
    asked.scrollIntoView();
  }

  async function search() {
    const query = input.value.trim();
    if (!query) return show();
    const all = await Promise.all(TOPICS.map(async (one) => ({ one, titles: found((await textOf(one)).blocks, query) })));
    if (query !== input.value.trim()) return;
    const hits = all.flatMap(({ one, titles }) => titles.map((spans) => ({ href: `/help/${one}${spans.length ? `#${idOf(spans)}` : ""}`, text: plainText(spans) || t(`help.${one}`), one })));
    fill(
      body,
      el("h2", { role: "status" }, t("help.found", { n: hits.length })),
      el("div", { class: "rows" }, ...hits.map(({ href, text, one }) => el("a", { href, onclick: (/** @type {MouseEvent} */ event) => follow(event, one, href) }, el("span", { class: "grow" }, el("b", {}, text), el("small", { class: "mut" }, t(`help.${one}`)))))),
    );
  }

  /** A place in the text that is shown needs no other page. @param {MouseEvent} event @param {Topic} one @param {string} href */
  function follow(event, one, href) {
    event.preventDefault();
    input.value = "";
    if (one !== topic) actions.go(href);
    else {
      history.replaceState(null, "", href);
      void show();
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(() => void search(), ASK_AFTER_MS);
  });
  const root = made(el(
    "main",
    { class: "help" },
    pageHead(title(), el("form", { role: "search", class: "find", onsubmit: (/** @type {SubmitEvent} */ event) => (event.preventDefault(), void search()) }, input)),
    el(
      "div",
      { class: "topics" },
      el("nav", { "aria-label": t("help.topics") }, ...TOPICS.map((one) => el("a", { href: `/help/${one}`, "aria-current": one === topic ? "page" : null }, t(`help.${one}`)))),
      body,
    ),
  ));
  void show();
  return { root, title, leave: () => clearTimeout(soon) };
}
