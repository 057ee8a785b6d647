/**
 * What a text in plain Markdown says, as values: headings, paragraphs, lists, tables, and in them bold and slanted words, code and links.
 *
 * Nothing else is read, so markup of other kinds is text like any. A link leads to a page of ours, to another site, or to a
 * mail address; with any other address it is only its words.
 */

/** @typedef {{text: string, is?: "b" | "em" | "code", href?: string}} Span `is` names the element */
/** @typedef {{kind: "heading", level: number, spans: Span[]} | {kind: "text", spans: Span[]}
 *   | {kind: "list", isOrdered: boolean, items: Span[][]} | {kind: "table", rows: Span[][][]}} Block */
/** @typedef {{title: Span[], blocks: Block[], folded: {title: Span[], blocks: Block[]}[]}} Section
 *   what stands below a heading; smaller headings fold what stands below them */

const LANGUAGE = /^lang: ([\w-]+)\s*\n/;
const HEADING = /^(#{1,3}) +(.+)$/;
const ITEM = /^(?:[-*]|(\d{1,3})\.) +(.+)$/;
const ROW = /^\|(.*)\|$/;
const RULE = /^[\s:|-]+$/;
const SPAN = /\*\*([^*\n]{1,400})\*\*|\*([^*\s][^*\n]{0,400})\*|`([^`\n]{1,400})`|\[([^\][\n]{1,400})\]\(([^()\s]{1,400})\)/g;
const SAFE = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

/** @param {string} text of one paragraph, item or cell @returns {Span[]} */
export function spansOf(text) {
  /** @type {Span[]} */
  const spans = [];
  let end = 0;
  for (const found of text.matchAll(SPAN)) {
    const [all, b, em, code, words, href] = found;
    if (found.index > end) spans.push({ text: text.slice(end, found.index) });
    end = found.index + all.length;
    if (b !== undefined) spans.push({ text: b, is: "b" });
    else if (em !== undefined) spans.push({ text: em, is: "em" });
    else if (code !== undefined) spans.push({ text: code, is: "code" });
    else spans.push(SAFE.test(href) ? { text: words, href } : { text: words });
  }
  if (end < text.length) spans.push({ text: text.slice(end) });
  return spans;
}

/** @param {string} markdown @returns {{language: string | null, blocks: Block[]}} `language` where it is not that of the page */
export function readMarkdown(markdown) {
  const text = markdown.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const language = text.match(LANGUAGE)?.[1] ?? null;
  /** @type {Block[]} */
  const blocks = [];
  let isOpen = false; // whether a line goes on with the block before
  for (const line of text.replace(LANGUAGE, "").split("\n").map((one) => one.trim())) {
    if (line) take(blocks, line, isOpen);
    isOpen = line !== "" && blocks.at(-1)?.kind !== "heading";
  }
  return { language, blocks };
}

/** @param {Block[]} blocks @param {string} line @param {boolean} isOpen */
function take(blocks, line, isOpen) {
  const last = blocks.at(-1);
  const [heading, item, row] = [line.match(HEADING), line.match(ITEM), line.match(ROW)];
  if (heading) blocks.push({ kind: "heading", level: heading[1].length, spans: spansOf(heading[2]) });
  else if (row) {
    if (RULE.test(line)) return;
    const cells = row[1].split("|").map((cell) => spansOf(cell.trim()));
    if (last?.kind === "table" && isOpen) last.rows.push(cells);
    else blocks.push({ kind: "table", rows: [cells] });
  } else if (item) {
    const isOrdered = item[1] !== undefined;
    if (last?.kind === "list" && last.isOrdered === isOrdered) last.items.push(spansOf(item[2]));
    else blocks.push({ kind: "list", isOrdered, items: [spansOf(item[2])] });
  } else if (last?.kind === "text" && isOpen) last.spans.push({ text: " " }, ...spansOf(line));
  else if (last?.kind === "list" && isOpen) last.items.at(-1)?.push({ text: " " }, ...spansOf(line));
  else blocks.push({ kind: "text", spans: spansOf(line) });
}

/** The sections of a text; what stands before its first heading has no title. @param {Block[]} blocks @returns {Section[]} */
export function sectionsOf(blocks) {
  /** @type {Section[]} */
  const sections = [{ title: [], blocks: [], folded: [] }];
  let into = sections[0].blocks;
  for (const block of blocks) {
    if (block.kind !== "heading") into.push(block);
    else if (block.level < 3) into = sections[sections.push({ title: block.spans, blocks: [], folded: [] }) - 1].blocks;
    else {
      const { folded } = sections[sections.length - 1];
      into = folded[folded.push({ title: block.spans, blocks: [] }) - 1].blocks;
    }
  }
  return sections.filter(({ title, blocks: own, folded }) => title.length + own.length + folded.length > 0);
}

/** The words of a text, without markup. @param {Span[]} spans */
export const plainText = (spans) => spans.map(({ text }) => text).join("");

/** @param {Block} block @returns {string} */
function wordsOf(block) {
  if (block.kind === "list") return block.items.map(plainText).join(" ");
  if (block.kind === "table") return block.rows.map((cells) => cells.map(plainText).join(" ")).join(" ");
  return plainText(block.spans);
}

/** @param {string} text how texts are compared: without case and accents */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("đ", "d");

/**
 * The titles in a text below or in which all words stand.
 * @param {Block[]} blocks @param {string} query @returns {Span[][]}
 */
export function found(blocks, query) {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const has = (/** @type {Span[]} */ title, /** @type {Block[]} */ own) => {
    const text = folded([plainText(title), ...own.map(wordsOf)].join(" "));
    return words.length > 0 && words.every((word) => text.includes(word));
  };
  return sectionsOf(blocks).flatMap((section) => [
    ...(has(section.title, section.blocks) ? [section.title] : []),
    ...section.folded.filter(({ title, blocks: own }) => has(title, own)).map(({ title }) => title),
  ]);
}
