/**
 * What people say at a game: the players to each other, and those who watch.
 *
 * Who may read and write where is the server's to decide; this panel offers what it allows:
 * players have their own talk, and the watchers' after the end; watchers have theirs.
 */

import { personText, t } from "../../text/catalogue.js";
import { el, fill, icon, made, onChange, sideSign } from "../../ui/dom.js";
import { segments } from "../../ui/segments.js";
import { audiencesOf } from "./shown.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../messages").AudienceName} Audience */
/** @typedef {import("../../messages").ChatLine} ChatLine */

const LONGEST = 280; // of the field; what counts is how many signs a reader would count
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
 * @typedef {object} TalkInputs
 * @property {Audience[]} audiences the talks one may follow
 * @property {Record<Audience, ChatLine[]>} said
 * @property {OwnLine[]} waiting lines that wait for the line to the server
 * @property {string} me
 * @property {boolean} muted
 * @property {boolean} isOff the players want no talk
 * @property {boolean} mayWrite
 * @property {number} unread
 * @property {import("./shown.js").Place | null} place
 * @property {string} language
 */

/** @param {App} app @param {import("./shown.js").ViewState} view @returns {TalkInputs} */
export function inputsOf({ room, settings, me, link }, { place }) {
  const table = room?.table ?? null;
  return {
    ...{ me, place, muted: settings.muted, language: settings.language },
    audiences: audiencesOf(room),
    said: room?.talk ?? { players: [], spectators: [] },
    waiting: link === "open" || !room ? [] : room.unsent.flatMap(({ message }) => (message.type === "chat" ? [message] : [])),
    isOff: table?.terms.chat === false,
    mayWrite: table !== null && table.status !== "waiting",
    unread: room?.unread ?? 0,
  };
}

/** @type {import("./shown.js").Panel<TalkInputs>["create"]} */
export function create(host, { actions }) {
  /** @type {TalkInputs} */
  let shown;
  /** The talk the reader has picked. @type {Audience | null} */
  let picked = null;
  /** What is said by one press, while it is shown. @type {typeof import("./phrases.js") | null} */
  let phrases = null;
  const lines = made(el("div", { class: "chat", tabindex: 0, role: "log" }));
  const drawLines = onChange((/** @type {{rows: (ChatLine | OwnLine)[], empty: string, me: string}} */ { rows, empty, me }) => {
    fill(lines, ...(rows.length ? rows.map((row) => ("seat" in row ? lineRow(row, me) : waitingRow(row))) : [el("p", { class: "sys" }, empty)]));
    lines.scrollTop = lines.scrollHeight;
  });

  /** @param {Audience} to @param {{text: string} | {phrase: import("../../messages").PhraseName}} words */
  const send = (to, words) => actions.room({ type: "talk", to, words });

  async function toggle() {
    phrases = phrases ? null : await import("./phrases.js");
    render(shown);
  }

  /** @param {Audience} to */
  function form(to) {
    const { muted } = shown;
    const say = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("words"));
      const text = input.value.trim();
      if (text) send(to, { text });
      input.value = "";
    };
    const button = (/** @type {import("../../text/catalogue.js").Key} */ key, /** @type {string} */ sign, /** @type {import("../../ui/dom.js").Props} */ props) =>
      el("button", { type: "button", class: "btn icon quiet", "aria-label": t(key), ...props }, icon(sign));
    return el(
      "form",
      { class: "say", onsubmit: say },
      button("talk.phrases", "chat", { "aria-expanded": String(phrases !== null), onclick: () => void toggle() }),
      el("input", { class: "inp", name: "words", autocomplete: "off", maxlength: LONGEST, enterkeyhint: "send", "aria-label": t("talk.say"), placeholder: t("talk.say") }),
      button("talk.mute", muted ? "mute" : "vol", { "aria-pressed": String(muted), title: t("talk.mute"), onclick: () => actions.set({ muted: !muted }) }),
      button("talk.send", "send", { type: "submit" }),
    );
  }

  /** @param {Audience} to */
  function phraseRow(to) {
    const say = (/** @type {import("../../messages").PhraseName} */ phrase) => {
      send(to, { phrase });
      void toggle();
      /** @type {HTMLElement | null} */ (host.querySelector("form button"))?.focus();
    };
    return phrases && el("div", { class: "phrases", role: "group", "aria-label": t("talk.phrases") }, ...phrases.phraseButtons(say));
  }

  /** @param {TalkInputs} inputs */
  function render(inputs) {
    shown = inputs;
    const { audiences, said, waiting, me, muted, mayWrite } = inputs;
    const to = picked && audiences.includes(picked) ? picked : audiences[0];
    if (!to) return;
    const isOff = to === "players" && inputs.isOff;
    const choose = (/** @type {Audience} */ one) => {
      picked = one;
      render(shown);
    };
    host.setAttribute("aria-label", t("talk.title"));
    lines.setAttribute("aria-label", t(`talk.${to}`));
    fill(
      host,
      audiences.length > 1
        ? el("header", { class: "" }, segments(t("talk.to"), audiences, to, (one) => t(`talk.${one}`), choose, "sm"))
        : el("header", { class: "desk" }, el("h2", {}, t("talk.title"))),
      lines,
      !isOff && phraseRow(to),
      !isOff && mayWrite && form(to),
    );
    const heard = said[to].filter((line) => !muted || line.player === me);
    drawLines({ rows: [...heard, ...waiting.filter((line) => line.to === to)], me, empty: t(isOff ? "talk.off" : muted ? "talk.muted" : "talk.none") });
    if (inputs.unread > 0 && host.checkVisibility()) actions.room({ type: "read_talk" });
  }
  return { render };
}
