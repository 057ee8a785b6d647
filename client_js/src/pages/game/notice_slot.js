/**
 * The slot beside the board: news, and the answers to it. One notice is shown whole, the
 * gravest first; the rest as a count. The board is never covered.
 */

import { countdownText, following, t } from "../../text/catalogue.js";
import { el, fill, icon, onChange } from "../../ui/dom.js";
import { noticesOf } from "./notices.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("./shown.js").ViewState} ViewState */
/** @typedef {import("./shown.js").SetView} SetView */
/** @typedef {import("./notices.js").BoardNotice} BoardNotice */

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

/** @param {BoardNotice} notice @param {number} more */
function noticeBox({ kind, sign, bold, text = "", untilMs, isCall, rows = [], answers = [] }, more) {
  const [first, rest] = folded(text);
  const isLine = answers.length === 1 && answers[0].kind === "quiet" && !rest && rows.length === 0;
  return el(
    "section",
    { class: isLine ? `note ${kind} short` : `note ${kind}`, role: isCall ? "alert" : null },
    icon(sign),
    el(
      "div",
      { class: "words", tabindex: rest ? 0 : null },
      el("b", {}, bold),
      first && (rest ? following(bold, first) : el("span", { class: "extra" }, following(bold, first))),
      rest && el("span", { class: "rest" }, following(first, rest)),
      ...(untilMs === undefined ? [] : [" ", ...countdown()]),
      more > 0 && el("span", { class: "badge more" }, t("notices.more", { n: more })),
    ),
    ...rows.map((row) => row()),
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
 * @param {HTMLElement} host @param {Actions} actions @param {SetView} setView
 * @returns {import("./shown.js").Panel}
 */
export function createSlot(host, actions, setView) {
  /** @type {{app: App, view: ViewState} | null} */
  let shown = null;
  let nowMs = 0;
  /** @type {{untilMs: number, longestMs: number} | null} */
  let awaited = null;

  const draw = onChange((/** @type {BoardNotice[]} */ notices) => {
    const [first] = notices;
    host.setAttribute("aria-label", t("notices.label"));
    fill(host, ...notices.slice(0, 1).map((notice) => noticeBox(notice, notices.length - 1)));
    host.classList.toggle("full", notices.length > 0);
    // Whoever copies the address of a game one invites to copies the key to its seat with it.
    if (first?.link && first.link !== location.href) history.replaceState(history.state, "", first.link);
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

  /** @type {Partial<Record<string, typeof import("./notices_over.js") | typeof import("./notices_seats.js")>>} */
  const late = {};
  /** @type {typeof import("./notices_rare.js") | undefined} */
  let rare;
  /** Said before a game and after it, so fetched then. @param {string} status */
  async function fetchLate(status) {
    if (status === "playing" || status in late) return;
    const module = status === "over" ? import("./notices_over.js") : import("./notices_seats.js");
    late[status] ??= await module.catch(() => undefined); // no line: the next drawing asks again
    if (late[status]) redraw();
    else delete late[status];
  }
  async function fetchRare() {
    rare = await import("./notices_rare.js").catch(() => undefined);
    if (rare) redraw();
  }

  function redraw() {
    if (!shown) return;
    const { room } = shown.app;
    const table = room?.table;
    const status = table?.status ?? "playing";
    void fetchLate(status);
    if (!rare && (room?.note || room?.refusal || room?.weighing || room?.rolledBack || room?.premove || table?.suspendedUntilMs || table?.offers.length || table?.absences.length || (table?.moves.length ?? 0) > 1))
      void fetchRare(); // once the game is under way, before a line that dies
    draw(noticesOf(shown.app, shown.view, actions, setView, nowMs, late[status]?.notices, rare));
  }
  return {
    render(app, view) {
      shown = { app, view };
      redraw();
    },
    tick(serverMs) {
      nowMs = serverMs;
      if (shown?.app.room?.table?.absences.length) redraw();
      drawCountdown();
    },
  };
}
