/** Letters: one's conversations, and the one that is open, side by side where there is room. */

import { dateTimeText, numberText, personText, t } from "../text/catalogue.js";
import { confirmButton } from "../view/controls.js";
import { el, fill, icon } from "../view/dom.js";
import { avatar, emptyState, errorNote, pagedList, pageHead } from "../view/parts.js";
import { peopleTabs } from "../view/people_tabs.js";

/** @typedef {import("../messages").LetterLine} LetterLine */
/** @typedef {import("../messages").ConversationInfo} ConversationInfo */
/** @typedef {import("../page").Deeds} Deeds */

const LONGEST = 1_000;

/** @param {LetterLine} letter */
const bubble = (letter) =>
  el(
    "div",
    { class: letter.mine ? "bub me" : "bub" },
    el("span", { class: "sr" }, t(letter.mine ? "letters.mine" : "letters.theirs")),
    letter.text,
    el("small", { class: "mut xs" }, dateTimeText(letter.at_ms)),
  );

/** @param {ConversationInfo} row @param {string} open */
function conversationRow({ player, name, unread, last }, open) {
  const shown = personText(name);
  return el(
    "a",
    { href: `/messages/${player}`, class: "letter", "aria-current": player === open ? "page" : null },
    avatar(shown),
    el(
      "span",
      { class: "grow" },
      el("b", { class: "cut" }, shown),
      last && el("small", { class: "mut cut" }, last.mine ? t("letters.you", { text: last.text }) : last.text),
    ),
    unread > 0 && el("span", { class: "pill", "aria-label": t("letters.unread", { n: unread }) }, numberText(unread)),
  );
}

/** The open conversation. @param {Deeds} deeds @param {string} player @param {() => void} changed */
function createThread(deeds, player, changed) {
  const head = el("header", { class: "row pad" });
  const lines = el("div", { class: "thread grow pad", role: "log", tabindex: 0, "aria-label": t("letters.title") });
  const older = el("div", { class: "more" });
  const errors = el("div", { role: "alert" });
  const input = el("input", {
    class: "inp grow",
    autocomplete: "off",
    maxlength: LONGEST,
    enterkeyhint: "send",
    "aria-label": t("letters.write"),
    placeholder: t("letters.write"),
  });
  const send = el("button", { class: "btn icon", "aria-label": t("letters.send") }, icon("send"));
  const foot = el("form", { class: "say", onsubmit: write }, input, send);
  const root = el("div", { class: "col0" }, head, lines, errors, foot);
  /** Numbers of the letters shown. @type {Set<number>} */
  let shown = new Set();

  /** @param {LetterLine[]} fresh oldest first @param {boolean} isNew below the others */
  function add(fresh, isNew) {
    const unseen = fresh.filter((letter) => !shown.has(letter.number));
    unseen.forEach((letter) => shown.add(letter.number));
    if (isNew) {
      lines.append(...unseen.map(bubble));
      lines.scrollTop = lines.scrollHeight;
    } else older.after(...unseen.map(bubble));
  }

  /** @param {number | null} after */
  async function load(after) {
    const page = await deeds.ask({ type: "letters", player, ...(after !== null && { after }) });
    if (after === null) {
      shown = new Set();
      fill(lines, older);
      drawHead(personText(page.player.name));
    }
    add([...page.rows].reverse(), after === null);
    const more = el("button", { type: "button", class: "btn quiet", onclick: () => void load(page.next) }, t("letters.older"));
    fill(older, page.next !== null && more);
    const last = page.rows.find(({ mine }) => !mine);
    if (after !== null || !last) return;
    await deeds.ask({ type: "read_letters", player, number: last.number });
    changed();
  }

  /** @param {string} name */
  function drawHead(name) {
    fill(
      head,
      el("a", { class: "btn icon quiet phone", href: "/messages", "aria-label": t("letters.back") }, icon("prev")),
      avatar(name),
      el("a", { class: "grow", href: `/player/${player}` }, el("b", {}, name)),
      confirmButton(t("letters.drop"), {
        ask: t("letters.drop.ask"),
        keep: t("letters.drop.keep"),
        yes: t("letters.drop"),
        act: () => void drop(),
      }),
    );
  }

  async function drop() {
    await deeds.ask({ type: "drop_letters", player });
    changed();
    deeds.go("/messages");
  }

  /** @param {SubmitEvent} event */
  async function write(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    send.disabled = true;
    fill(errors);
    await deeds.ask({ type: "write", player, text }).then(
      () => (input.value = ""),
      (/** @type {Error} */ refusal) => fill(errors, errorNote(refusal.message)),
    );
    send.disabled = false;
  }

  return {
    root,
    load: () => void load(null).catch((refusal) => fill(errors, errorNote(String(refusal.message)))),
    /** @param {LetterLine} letter */
    take(letter) {
      add([letter], true);
      if (!letter.mine) void deeds.ask({ type: "read_letters", player, number: letter.number }).then(changed);
    },
  };
}

/** @type {import("../page").CreateView} */
export function create(deeds, part) {
  const list = pagedList(
    async (after) => {
      const page = await deeds.ask({ type: "conversations", ...(after !== null && { after: Number(after) }) });
      return { rows: page.rows, next: page.next === null ? null : String(page.next) };
    },
    (row) => conversationRow(row, part),
    () => emptyState({ title: t("letters.none"), text: t("letters.none.text"), sign: "mail", href: "/friends/here", action: t("people.here") }),
  );
  const thread = part ? createThread(deeds, part, () => void list.reload()) : null;
  const side = el("div", { class: "scrolls" }, list.root);
  const nothing = el("div", { class: "desk" }, emptyState({ title: t("letters.choose"), sign: "mail" }));
  const card = el("div", { class: part ? "card msgs open" : "card msgs" }, side, thread?.root ?? nothing);
  const head = el("div", { class: part ? "col open" : "col" }, pageHead(t("letters.title")), peopleTabs("messages"));
  const root = el("main", { class: "col l" }, head, card);
  return {
    root,
    render: () => {},
    title: () => t("letters.title"),
    arrive() {
      void list.reload();
      thread?.load();
    },
    hear(message) {
      if (message.type !== "letter") return;
      void list.reload();
      if (message.player.player === part) thread?.take(message.letter);
    },
  };
}
