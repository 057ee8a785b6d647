/**
 * The slot beside the board: news, and the answers to it. One notice is shown whole, the
 * gravest first; the rest as a count. The board is never covered.
 */

import { countdownText, t } from "../text/catalogue.js";
import { el, fill, icon, onChange } from "./dom.js";
import { noticesOf } from "./news.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("./game.js").Look} Look */
/** @typedef {import("./game.js").LookAt} LookAt */
/** @typedef {import("./news.js").Notice} Notice */

/** @param {[number, number]} steps */
const stepsRow = ([n, of]) =>
  el(
    "div",
    { class: "row k1 xs b" },
    t("news.repetition", { n, of }),
    el(
      "span",
      { class: "steps", "aria-hidden": "true" },
      ...Array.from({ length: of }, (_, i) => el("i", { class: i < n ? "on" : "" })),
    ),
  );

/** How long it still takes; `tick` fills it. */
const countdown = () => [
  el("b", { class: "timer", role: "timer" }),
  el("span", { class: "meter", "aria-hidden": "true" }, el("i")),
];

const LONG_CHARS = 90;

/** How much room a text takes: a Han character as much as two letters. @param {string} text */
const widthOf = (text) => text.length + (text.match(/[\u2e80-\uffff]/g) ?? []).length;

/**
 * What of a text is said at once, and what may wait where there is little room: the sentences
 * after the first one of a long text.
 * @param {string} text @returns {[string, string]}
 */
export function folded(text) {
  const first = text.match(/^.*?(?:[.!?]\s|[。！？])/s)?.[0] ?? text;
  return widthOf(text) <= LONG_CHARS ? [text, ""] : [first.trimEnd(), text.slice(first.length)];
}

/** The rest of a text is shown on a phone, or put away again. @param {MouseEvent} event */
function unfold(event) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  const isOpen = button.closest(".note")?.classList.toggle("open") ?? false;
  button.setAttribute("aria-expanded", String(isOpen));
}

/** @param {Notice} notice @param {number} more */
function noticeBox({ kind, sign, bold, text = "", untilMs, isCall, steps, link, answers = [] }, more) {
  const [first, rest] = folded(text);
  return el(
    "section",
    { class: `note ${kind}`, role: isCall ? "alert" : null },
    icon(sign),
    el(
      "div",
      { class: "words", tabindex: rest ? 0 : null },
      el("b", {}, bold),
      first && (rest ? ` ${first}` : el("span", { class: "extra" }, ` ${first}`)),
      rest && el("span", { class: "rest" }, ` ${rest}`),
      ...(untilMs === undefined ? [] : [" ", ...countdown()]),
      steps && stepsRow(steps),
      more > 0 && el("span", { class: "badge more" }, t("news.more", { n: more })),
    ),
    link &&
      el("input", {
        class: "inp link",
        readonly: true,
        value: link,
        "aria-label": t("news.link"),
        onfocus: (event) => event.target.select(),
      }),
    (answers.length > 0 || rest) &&
      el(
        "div",
        { class: "acts" },
        rest && el("button", { class: "btn quiet why", "aria-expanded": "false", onclick: unfold }, t("ruling.why")),
        ...answers.map((answer) =>
          el("button", { class: `btn ${answer.kind ?? ""}`, disabled: answer.waits, onclick: answer.act }, answer.text),
        ),
      ),
  );
}

/**
 * Fills the slot.
 * @param {HTMLElement} host @param {Deeds} deeds @param {LookAt} lookAt
 * @returns {import("./game.js").Panel}
 */
export function createSlot(host, deeds, lookAt) {
  /** @type {{app: App, look: Look} | null} */
  let shown = null;
  let nowMs = 0;
  /** @type {{untilMs: number, longestMs: number} | null} */
  let awaited = null;

  const draw = onChange((/** @type {Notice[]} */ notices) => {
    const [first] = notices;
    host.setAttribute("aria-label", t("news.label"));
    fill(host, ...notices.slice(0, 1).map((notice) => noticeBox(notice, notices.length - 1)));
    host.classList.toggle("full", notices.length > 0);
    awaited = first?.untilMs === undefined ? null : { untilMs: first.untilMs, longestMs: first.untilMs - nowMs };
  });

  function drawCountdown() {
    if (awaited === null) return;
    const leftMs = awaited.untilMs - nowMs;
    const [timer, meter] = [host.querySelector(".timer"), host.querySelector(".meter i")];
    const text = countdownText(leftMs);
    if (timer && timer.textContent !== text) fill(timer, text);
    /** @type {HTMLElement} */ (meter).style.width = `${Math.max(0, (100 * leftMs) / awaited.longestMs)}%`;
  }

  function redraw() {
    if (shown) draw(noticesOf(shown.app, shown.look, deeds, lookAt, nowMs));
  }
  return {
    render(app, look) {
      shown = { app, look };
      redraw();
    },
    tick(serverMs) {
      nowMs = serverMs;
      if (shown?.app.room?.table?.absences.length) redraw();
      drawCountdown();
    },
  };
}
