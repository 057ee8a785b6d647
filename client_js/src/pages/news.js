/** What the operators tell everybody; operators post it here. */

import { t } from "../text/catalogue.js";
import { dateText } from "../text/dates.js";
import { confirmButton, form } from "../ui/controls.js";
import { el, fill, made, onChange } from "../ui/dom.js";
import { card, emptyState, pagedList, pageHead } from "../ui/parts.js";

/** @typedef {import("../messages").NewsItem} NewsItem */
/** @typedef {import("../page").App} App */

/** @type {import("../page").CreateView} */
export function create(actions) {
  let isOperator = false;
  const list = pagedList(
    async (after) => {
      const page = await actions.ask({ type: "news", ...(after !== null && { after: Number(after) }) });
      return { rows: page.rows, next: page.next === null ? null : String(page.next) };
    },
    item,
    () => emptyState({ title: t("bulletin.none"), text: t("bulletin.none.text"), sign: "info", href: "/", action: t("nav.play") }),
  );

  /** @param {NewsItem} news */
  function item({ id, title, text, at_ms: atMs }) {
    return el(
      "article",
      { class: "item", tabindex: -1 },
      el("div", { class: "grow" }, el("h2", { dir: "auto" }, title), el("p", { dir: "auto" }, text), el("small", { class: "mut" }, dateText(atMs))),
      isOperator &&
        confirmButton(t("bulletin.withdraw"), {
          ask: t("bulletin.withdraw.ask"),
          keep: t("bulletin.keep"),
          yes: t("bulletin.withdraw"),
          act: () => void withdraw(id),
        }),
    );
  }

  /** @param {string} id */
  async function withdraw(id) {
    if (await actions.tell({ type: "withdraw_news", item: id })) void list.reload();
  }

  /** @param {Record<string, string>} values */
  async function post({ title, text }) {
    await actions.ask({ type: "post_news", title, text });
    actions.toast(t("bulletin.posted"));
    void list.reload();
    fill(desk, writer());
  }

  const writer = () =>
    card(
      t("bulletin.post"),
      el(
        "div",
        { class: "pad" },
        form(
          [
            { name: "title", label: t("bulletin.post.title"), maxlength: 120, codes: ["empty_text"] },
            { name: "text", label: t("bulletin.post.text"), maxlength: 1_000, required: false, isLong: true },
          ],
          t("bulletin.post"),
          post,
        ),
      ),
    );
  const desk = made(el("div"));
  const draw = onChange(
    (/** @type {App} */ app) => {
      isOperator = app.operator;
      fill(desk, isOperator && writer());
    },
    ({ operator }) => operator,
  );
  const root = made(el("main", {}, el("div", { class: "col l narrow" }, pageHead(t("bulletin.title")), desk, el("section", { class: "card" }, list.root))));
  return { root, render: draw, title: () => t("bulletin.title"), arrive: () => void list.reload() };
}
