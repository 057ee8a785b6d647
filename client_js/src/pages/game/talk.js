/**
 * What people say at a game: the players to each other, and those who watch.
 *
 * Who may read and write where is the server's to decide; this panel offers what it allows:
 * players have their own talk, and the watchers' after the end; watchers have theirs.
 */

import { rivalOf } from "../../models/table.js";
import { personText, t } from "../../text/catalogue.js";
import { el, fill, icon, made, onChange, sideSign } from "../../ui/dom.js";
import { segments } from "../../ui/segments.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../messages").AudienceName} Audience */
/** @typedef {import("../../messages").ChatLine} ChatLine */
/** @typedef {import("../../models/room.js").RoomModel} RoomModel */

const LONGEST = 280; // of the field; what counts is how many signs a reader would count
/**
 * The talks a reader may follow, the first one to begin with. A computer neither reads nor answers: who plays it has only what watchers said.
 * @param {RoomModel | null} room @returns {Audience[]}
 */
export function audiencesOf(room) {
  const table = room?.table;
  if (!table || table.you === null) return ["spectators"];
  const isOver = table.status === "over";
  if (rivalOf(table)) return isOver && room.talk.spectators.length > 0 ? ["spectators"] : [];
  return isOver ? ["players", "spectators"] : ["players"];
}

/** @param {ChatLine} line @param {string} me */
const lineRow = (line, me) =>
  el(
    "p",
    {},
    line.seat && sideSign(line.seat),
    el("b", {}, line.player === me ? t("you") : personText(line)),
    el("span", { class: "sr" }, ": "),
    el("bdi", {}, line.text),
  );

/** @typedef {Extract<import("../../messages").ClientMessage, {type: "chat"}>} OwnLine */

/** What goes out when the line is back. @param {OwnLine} line */
const waitingRow = ({ text, phrase }) => el("p", { class: "mut" }, icon("hour", "s"), el("b", {}, t("you")), el("span", { class: "sr" }, ": "), text ?? (phrase && t(`phrase.${phrase}`)));

/**
 * Fills `host` with the talk.
 * @param {HTMLElement} host @param {Actions} actions @returns {import("./shown.js").Panel}
 */
export function createTalk(host, actions) {
  /** @type {App | null} */
  let shown = null;
  /** @type {Audience | null} the talk the reader has picked */
  let picked = null;
  /** @type {Audience} the one that is shown */
  let chosen = "players";
  let hasPhrases = false;
  let hasRival = false;

  const head = made(el("header"));
  const lines = made(el("div", { class: "chat", tabindex: 0, role: "log" }));
  const phrases = made(el("div", { class: "phrases", role: "group" }));
  const input = made(el("input", { class: "inp", autocomplete: "off", maxlength: LONGEST, enterkeyhint: "send" }));
  const send = made(el("button", { class: "btn icon quiet" }, icon("send")));
  const open = made(el("button", { type: "button", class: "btn icon quiet", onclick: () => void toggle() }, icon("chat")));
  const mute = made(el("button", { type: "button", class: "btn icon quiet", onclick: hush }));
  const form = made(el("form", { class: "say", onsubmit: say }, open, input, mute, send));
  fill(host, head, lines, phrases, form);

  async function toggle() {
    hasPhrases = !hasPhrases;
    if (hasPhrases) fill(phrases, ...(await import("./phrases.js")).phraseButtons(sayPhrase));
    if (shown) render(shown);
  }

  function hush() {
    if (shown) actions.set({ muted: !shown.settings.muted });
  }

  /** Beside a computer stands who it is. @param {string} level @param {import("../../messages").GameTerms} terms */
  async function introduce(level, terms) {
    hasRival = true;
    const { createRival } = await import("./rival.js");
    host.before(made(await createRival(level, terms, actions)));
  }

  /** @param {SubmitEvent} event */
  function say(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (text) actions.room({ type: "talk", to: chosen, words: { text } });
    input.value = "";
  }

  /** @param {import("../../messages").PhraseName} phrase */
  function sayPhrase(phrase) {
    actions.room({ type: "talk", to: chosen, words: { phrase } });
    void toggle();
    open.focus();
  }

  const drawWords = onChange(
    (/** @type {{audiences: Audience[], to: Audience, muted: boolean, language: string}} */ facts) => {
      const { audiences, to, muted } = facts;
      host.setAttribute("aria-label", t("talk.title"));
      input.setAttribute("aria-label", t("talk.say"));
      input.placeholder = t("talk.say");
      send.setAttribute("aria-label", t("talk.send"));
      for (const part of [open, phrases]) part.setAttribute("aria-label", t("talk.phrases"));
      mute.setAttribute("aria-label", t("talk.mute"));
      mute.setAttribute("aria-pressed", String(muted));
      mute.title = t("talk.mute");
      fill(mute, icon(muted ? "mute" : "vol"));
      head.classList.toggle("desk", audiences.length === 1);
      fill(head, audiences.length > 1 ? segments(t("talk.to"), audiences, to, (one) => t(`talk.${one}`), choose, "sm") : el("h2", {}, t("talk.title")));
    },
  );

  /** @param {Audience} to */
  function choose(to) {
    picked = to;
    if (shown) render(shown);
  }

  const drawLines = onChange((/** @type {{said: ChatLine[], waiting: OwnLine[], me: string, empty: string}} */ { said, waiting, me, empty }) => {
    const rows = [...said.map((line) => lineRow(line, me)), ...waiting.map(waitingRow)];
    fill(lines, ...(rows.length ? rows : [el("p", { class: "sys" }, empty)]));
    lines.scrollTop = lines.scrollHeight;
  });

  /** @param {App} app */
  function render(app) {
    shown = app;
    const { room, settings, me, link } = app;
    const table = room?.table ?? null;
    const audiences = audiencesOf(room);
    const rival = table && rivalOf(table);
    if (rival && !hasRival) void introduce(rival, table.terms);
    if (audiences.length === 0) return void (host.hidden = true);
    chosen = picked && audiences.includes(picked) ? picked : audiences[0];
    const isOff = chosen === "players" && table?.terms.chat === false;
    const waiting = link === "open" ? [] : (room?.unsent.flatMap(({ message }) => (message.type === "chat" && message.to === chosen ? [message] : [])) ?? []);
    const heard = room?.talk[chosen].filter((line) => !settings.muted || line.player === me) ?? [];
    lines.setAttribute("aria-label", t(`talk.${chosen}`));
    open.setAttribute("aria-expanded", String(hasPhrases));
    drawWords({ audiences, to: chosen, muted: settings.muted, language: settings.language });
    drawLines({ said: heard, waiting, me, empty: t(isOff ? "talk.off" : settings.muted ? "talk.muted" : "talk.none") });
    phrases.hidden = !hasPhrases || isOff;
    form.hidden = isOff || table === null || table.status === "waiting";
    if (room && room.unread > 0 && host.checkVisibility()) actions.room({ type: "read_talk" });
  }
  return { render };
}
