/** What those who watch a game say. A number such as `#12` leads to that ply. */

import { personText, t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";

/** @typedef {import("../../messages").ChatLine} ChatLine */

const LONGEST = 280;

/** A text in pieces, with the plies that it names. @param {string} text @param {number} plies how many there are @returns {(string | number)[]} */
export function withPlies(text, plies) {
  const isPly = (/** @type {string} */ piece) => /^#\d{1,3}$/.test(piece) && Number(piece.slice(1)) <= plies;
  return text.split(/(#\d{1,3}(?!\d))/).filter(Boolean).map((piece) => (isPly(piece) ? Number(piece.slice(1)) : piece));
}

/**
 * Say a line. While the line of the page is down it waits; if it is refused it stands in the input again, unless another one does.
 * @param {import("../../page").Actions["tell"]} tell @param {{value: string}} input @param {string} room
 */
export async function say(tell, input, room) {
  const text = input.value.trim();
  if (!text) return;
  input.value = "";
  const answer = await tell({ type: "chat", room, to: "spectators", text });
  if (answer === null && input.value === "") input.value = text;
}

/**
 * @param {import("../../page").Actions} actions
 * @param {{room: () => string | undefined, ply: () => number, show: (ply: number) => void}} game
 */
export function createTalk(actions, game) {
  const lines = made(el("div", { class: "chat", role: "log", tabindex: 0 }));
  const input = made(el("input", { class: "inp", name: "words", autocomplete: "off", maxlength: LONGEST, enterkeyhint: "send" }));
  const quote = made(el("button", { type: "button", class: "btn sm", onclick: quoted }));
  const send = made(el("button", { class: "btn icon quiet" }, icon("send")));
  const root = made(el("div", { class: "talk" }, lines, el("div", { class: "row w quote" }, quote), el("form", { class: "say", onsubmit: said }, input, send)));
  /** @type {readonly ChatLine[] | null} */
  let shown = null;

  function quoted() {
    input.value = `${input.value}#${game.ply()} `.trimStart();
    input.focus();
  }

  /** @param {SubmitEvent} event */
  function said(event) {
    event.preventDefault();
    const room = game.room();
    if (room) void say(actions.tell, input, room);
  }

  /** @param {ChatLine} line @param {number} plies */
  const row = (line, plies) =>
    el(
      "p",
      {},
      el("b", {}, line.player === actions.app().me ? t("you") : personText(line)),
      el("span", { class: "sr" }, ": "),
      el("bdi", {}, ...withPlies(line.text, plies).map((piece) => (typeof piece === "string" ? piece : chip(piece)))),
    );
  /** @param {number} ply */
  const chip = (ply) => el("button", { type: "button", class: "btn sm chip", onclick: () => game.show(ply) }, `#${ply}`);

  return {
    root,
    /** @param {readonly ChatLine[]} said @param {number} plies @param {boolean} mayWrite */
    render(said, plies, mayWrite) {
      lines.setAttribute("aria-label", t("talk.spectators"));
      input.setAttribute("aria-label", t("talk.say"));
      input.placeholder = t("talk.say");
      send.setAttribute("aria-label", t("talk.send"));
      input.disabled = send.disabled = quote.disabled = !mayWrite;
      fill(quote, t("watch.quote", { ply: game.ply() }));
      if (said === shown) return;
      shown = said;
      const heard = said.filter((line) => !actions.app().settings.muted || line.player === actions.app().me);
      fill(lines, ...(heard.length ? heard.map((line) => row(line, plies)) : [el("p", { class: "sys" }, t("talk.none"))]));
      lines.scrollTop = lines.scrollHeight;
    },
  };
}
