/** What people say, and where one says something: the lines, a quote of what is on the board, and the input. */

import { personText, t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { withSheet } from "../../ui/sheet.js";

/** @typedef {import("../../messages").ChatLine} ChatLine */
/** @typedef {Extract<import("../../messages").ClientMessage, {type: "chat" | "tournament_chat"}>} Said */
/** @typedef {import("../../session/types").Request & {type: Said["type"]}} Line */

const LONGEST = 280;

/**
 * Say a line. While the line of the page is down it waits; if it is refused it stands in the input again, unless another one does.
 * @param {import("../../page").Actions["tell"]} tell @param {{value: string}} input @param {(text: string) => Line | null} line of the words
 */
export async function say(tell, input, line) {
  const text = input.value.trim();
  const said = text ? line(text) : null;
  if (said === null) return;
  input.value = "";
  const answer = await tell(said);
  if (answer === null && input.value === "") input.value = text;
}

/**
 * @param {import("../../page").Actions} actions
 * @param {object} talk
 * @param {import("../../text/catalogue.js").Key} talk.label
 * @param {(text: string) => Line | null} talk.line what is sent
 * @param {(text: string) => import("../../ui/dom.js").Child[]} talk.words a text with its links
 * @param {(() => {text: string, ply: number}) | null} talk.quote what stands for the position on the board; null where there is none
 */
export function createTalk(actions, { label, line, words, quote }) {
  void withSheet("talk");
  const lines = made(el("div", { class: "chat", role: "log", tabindex: 0 }));
  const input = made(el("input", { class: "inp", name: "words", autocomplete: "off", maxlength: LONGEST, enterkeyhint: "send" }));
  const quoting = made(el("button", { type: "button", class: "btn sm", onclick: quoted }));
  const send = made(el("button", { class: "btn icon quiet" }, icon("send")));
  const root = made(el("div", { class: "talk" }, lines, quote && el("div", { class: "row w quote" }, quoting), el("form", { class: "say", onsubmit: said }, input, send)));
  /** @type {readonly ChatLine[] | null} */
  let shown = null;
  let shownMuted = false;

  function quoted() {
    input.value = `${input.value}${quote?.().text} `.trimStart();
    input.focus();
  }

  /** @param {SubmitEvent} event */
  function said(event) {
    event.preventDefault();
    void say(actions.tell, input, line);
  }

  /** @param {ChatLine} one */
  const row = (one) => el("p", {}, el("b", {}, one.player === actions.app().me ? t("you") : personText(one)), el("span", { class: "sr" }, ": "), el("bdi", {}, ...words(one.text)));

  return {
    root,
    quote: () => void (quoting.disabled || quoted()),
    /** @param {readonly ChatLine[]} all @param {boolean} mayWrite @param {string} [none] what stands there before anybody has said anything */
    render(all, mayWrite, none = t("talk.none")) {
      const { me, settings } = actions.app();
      lines.setAttribute("aria-label", t(label));
      input.setAttribute("aria-label", t("talk.say"));
      input.placeholder = t("talk.say");
      send.setAttribute("aria-label", t("talk.send"));
      input.disabled = send.disabled = quoting.disabled = !mayWrite;
      if (quote) fill(quoting, t("watch.quote", { ply: quote().ply }));
      const heard = all.filter((one) => !settings.muted || one.player === me);
      if (heard.length === 0) fill(lines, el("p", { class: "sys" }, none));
      if (all === shown && settings.muted === shownMuted) return;
      [shown, shownMuted] = [all, settings.muted];
      if (heard.length > 0) fill(lines, ...heard.map(row));
      lines.scrollTop = lines.scrollHeight;
    },
  };
}
