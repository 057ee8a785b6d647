import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { found, plainText, readMarkdown, sectionsOf, spansOf } from "../../client_js/src/models/markdown.js";

const HELP = new URL("../../client_js/src/text/help/", import.meta.url);
const TEXT = `\uFEFFlang: en\r
# Title\r
One line
and the next. **Bold**, *slanted*, \`code\`, [ours](/learn), [theirs](https://example.org/a).

## Questions
### Who?
* Ann
  and Ben
* Cai

1. first
2. second
### When?
| day | hour |
| --- | --- |
| Monday | 8 |
`;

test("a text is headings, paragraphs, lists and tables", () => {
  const { language, blocks } = readMarkdown(TEXT);

  assert.equal(language, "en");
  assert.deepEqual(
    blocks.map((block) => (block.kind === "list" ? `${block.kind} ${block.items.map(plainText).join("/")}` : block.kind === "table" ? block.rows.map((row) => row.map(plainText)) : block.kind + ("level" in block ? block.level : ""))),
    ["heading1", "text", "heading2", "heading3", "list Ann and Ben/Cai", "list first/second", "heading3", [["day", "hour"], ["Monday", "8"]]],
  );
  assert.deepEqual(blocks[1].kind === "text" && blocks[1].spans.filter(({ is, href }) => is ?? href), [
    { text: "Bold", is: "b" },
    { text: "slanted", is: "em" },
    { text: "code", is: "code" },
    { text: "ours", href: "/learn" },
    { text: "theirs", href: "https://example.org/a" },
  ]);
});

test("small headings fold what stands below them", () => {
  const [title, questions] = sectionsOf(readMarkdown(TEXT).blocks);

  assert.equal(plainText(title.title), "Title");
  assert.deepEqual(questions.folded.map(({ title: one, blocks }) => [plainText(one), blocks.length]), [["Who?", 2], ["When?", 1]]);
});

test("markup of other kinds is text, and an address that could act is no link", () => {
  for (const text of ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[a](", "[a](javascript:alert(1))"]) {
    assert.deepEqual(spansOf(text), [{ text }]);
  }
  for (const href of ["javascript:alert`1`", "JavaScript:alert", "data:text/html,x", "//evil.example", "/\\evil.example", "ftp://a", "learn"]) {
    assert.deepEqual(spansOf(`[words](${href})`)[0], { text: "words" }, href);
  }
});

test("a hostile text takes no longer than its size", () => {
  for (const sign of ["[", "**", "`", "[a](", "*a", "| ", "# "]) {
    const text = sign.repeat(65_536 / sign.length);
    assert.ok(readMarkdown(text).blocks.length >= 0);
    assert.ok(readMarkdown(text.replaceAll(" ", "\n")).blocks.length >= 0);
  }
});

test("a place is found by all words, without their case and accents", () => {
  const { blocks } = readMarkdown("## Ván cờ\nĐỏ đi trước.\n### Vì sao?\nLuật lặp lại.");

  assert.deepEqual(found(blocks, "do TRUOC").map(plainText), ["Ván cờ"]);
  assert.deepEqual(found(blocks, "luật").map(plainText), ["Vì sao?"]);
  assert.deepEqual(found(blocks, " "), []);
});

test("the texts that come with the page are read without a rest of markup", () => {
  for (const name of readdirSync(HELP)) {
    const { language, blocks } = readMarkdown(readFileSync(new URL(name, HELP), "utf8"));
    const sections = sectionsOf(blocks);

    assert.equal(language, null, name);
    assert.ok(sections.length > 0, name);
    for (const block of blocks) {
      const spans = block.kind === "list" ? block.items.flat() : block.kind === "table" ? block.rows.flat(2) : block.spans;
      for (const { text, is } of spans) assert.ok(is === "code" || !/[*`#|]|\]\(/.test(text), `${name}: ${text}`);
    }
  }
});
