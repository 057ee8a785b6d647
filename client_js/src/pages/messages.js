/** Messages: one's conversations, and the one that is open, side by side where there is room. */

import { numberText, personText, t } from "../text/catalogue.js";
import { dateTimeText } from "../text/dates.js";
import { confirmButton } from "../ui/controls.js";
import { el, fill, icon, made } from "../ui/dom.js";
import { avatar, emptyState, errorNote, pagedList, pageHead } from "../ui/parts.js";
import { peopleTabs } from "./shared/people_tabs.js";

/** @typedef {import("../messages").MessageInfo} MessageInfo */
/** @typedef {import("../messages").ConversationInfo} ConversationInfo */
/** @typedef {import("../page").Actions} Actions */

const LONGEST = 1_000;

/** @param {MessageInfo} message */
const bubble = (message) =>
  el(
    "div",
    { key: message.number, class: message.mine ? "bub me" : "bub" },
    el("span", { class: "sr" }, t(message.mine ? "messages.mine" : "messages.theirs")),
    el("bdi", {}, message.text),
    el("small", { class: "mut xs" }, dateTimeText(message.at_ms)),
  );

/** @param {ConversationInfo} row @param {string} open */
function conversationRow({ player, name, bot, unread, last }, open) {
  const shown = personText({ name, bot });
  return el(
    "a",
    { href: `/messages/${player}`, class: "conversation", "aria-current": player === open ? "page" : null },
    avatar(personText(name)),
    el(
      "span",
      { class: "grow" },
      el("b", { class: "cut" }, shown),
      last && el("small", { class: "mut cut" }, last.mine ? t("messages.you", { text: last.text }) : last.text),
    ),
    unread > 0 && el("span", { class: "pill", "aria-label": t("messages.unread", { n: unread }) }, numberText(unread)),
  );
}

/** The open conversation. @param {Actions} actions @param {string} player @param {() => void} changed */
function createThread(actions, player, changed) {
  const head = made(el("header", { class: "row pad" }));
  const lines = made(el("div", { class: "thread grow pad", role: "log", tabindex: 0, "aria-label": t("messages.title") }));
  const errors = made(el("div", { role: "alert" }));
  const input = made(el("input", {
    class: "inp grow",
    autocomplete: "off",
    maxlength: LONGEST,
    enterkeyhint: "send",
    "aria-label": t("messages.write"),
    placeholder: t("messages.write"),
  }));
  const send = made(el("button", { class: "btn icon", "aria-label": t("messages.send") }, icon("send")));
  const foot = el("form", { class: "say", onsubmit: write }, input, send);
  const root = el("div", { class: "col0" }, head, lines, errors, foot);
  /** What is shown, oldest first. @type {MessageInfo[]} */
  let shown = [];
  /** From which on older ones can be had. @type {number | null} */
  let next = null;

  /** @param {MessageInfo[]} fresh oldest first @param {boolean} isNew below the others */
  function add(fresh, isNew) {
    const unseen = fresh.filter(({ number }) => !shown.some((one) => one.number === number));
    shown = isNew ? [...shown, ...unseen] : [...unseen, ...shown];
    draw();
    if (isNew) lines.scrollTop = lines.scrollHeight;
  }

  function draw() {
    const more = el("button", { type: "button", class: "btn quiet", onclick: () => void load(next) }, t("messages.older"));
    fill(lines, el("div", { class: "more" }, next !== null && more), ...shown.map(bubble));
  }

  /** @param {number | null} after */
  async function load(after) {
    const page = await actions.ask({ type: "conversation", player, ...(after !== null && { after }) });
    if (after === null) {
      shown = [];
      drawHead(personText(page.player));
    }
    next = page.next;
    add([...page.rows].reverse(), after === null);
    const last = page.rows.find(({ mine }) => !mine);
    if (after !== null || !last) return;
    await actions.ask({ type: "mark_read", player, number: last.number });
    changed();
  }

  /** @param {string} name */
  function drawHead(name) {
    fill(
      head,
      el("a", { class: "btn icon quiet phone", href: "/messages", "aria-label": t("messages.back") }, icon("prev")),
      avatar(name),
      el("a", { class: "grow", href: `/player/${player}` }, el("b", {}, name)),
      confirmButton(t("messages.drop"), {
        ask: t("messages.drop.ask"),
        keep: t("messages.drop.keep"),
        yes: t("messages.drop"),
        act: () => void drop(),
      }),
    );
  }

  async function drop() {
    if (!(await actions.tell({ type: "delete_conversation", player }))) return;
    changed();
    actions.go("/messages");
  }

  /** @param {SubmitEvent} event */
  async function write(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    send.disabled = true;
    fill(errors);
    await actions.ask({ type: "send_message", player, text }).then(
      () => (input.value = ""),
      (/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)),
    );
    send.disabled = false;
  }

  return {
    root,
    load: () => void load(null).catch((refusal) => fill(errors, errorNote(String(refusal.message)))),
    /** @param {MessageInfo} message */
    take(message) {
      add([message], true);
      if (!message.mine) void actions.ask({ type: "mark_read", player, number: message.number }).then(changed);
    },
  };
}

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const list = pagedList(
    async (after) => {
      const page = await actions.ask({ type: "conversations", ...(after !== null && { after: Number(after) }) });
      return { rows: page.rows, next: page.next === null ? null : String(page.next) };
    },
    (row) => conversationRow(row, part),
    () => emptyState({ title: t("messages.none"), text: t("messages.none.text"), sign: "mail", href: "/friends/online", action: t("people.online") }),
  );
  const thread = part ? createThread(actions, part, () => void list.reload()) : null;
  const side = el("div", { class: "scrolls" }, list.root);
  const nothing = el("div", { class: "desk" }, emptyState({ title: t("messages.choose"), sign: "mail" }));
  const card = el("div", { class: part ? "card msgs open" : "card msgs" }, side, thread?.root ?? nothing);
  const head = el("div", { class: part ? "col l open" : "col l" }, pageHead(t("messages.title")), peopleTabs("messages"));
  const root = made(el("main", { class: "col l" }, head, card));
  return {
    root,
    render: () => {},
    title: () => t("messages.title"),
    arrive() {
      void list.reload();
      thread?.load();
    },
    hear(message) {
      if (message.type !== "direct_message") return;
      void list.reload();
      if (message.player.player === part) thread?.take(message.message);
    },
  };
}
