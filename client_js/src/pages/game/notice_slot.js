/**
 * The slot beside the board: news, and the answers to it. One notice is shown whole, the
 * gravest first; the rest as a count. The board is never covered.
 */

import { countdownText, following, t } from "../../text/catalogue.js";
import { el, fill, icon } from "../../ui/dom.js";
import { isByDays, noticesOf } from "./notices.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("./shown.js").ViewState} ViewState */
/** @typedef {import("./notices.js").BoardNotice} BoardNotice */

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

/** How long it still takes, of the longest that it took. @param {number} leftMs @param {number} longestMs */
const countdown = (leftMs, longestMs) => [
  " ",
  el("b", { class: "timer", role: "timer" }, countdownText(leftMs)),
  el("span", { class: "meter", "aria-hidden": "true" }, el("i", { style: { width: `${Math.max(0, (100 * leftMs) / longestMs)}%` } })),
];

/**
 * @param {BoardNotice} notice @param {number} more how many there are besides
 * @param {{time: import("../../ui/dom.js").Child[], isUnfolded: boolean, unfold: () => void}} how `time` is what is left of it
 */
function noticeBox({ kind, sign, bold, text = "", isCall, rows = [], answers = [] }, more, { time, isUnfolded, unfold }) {
  const [first, rest] = folded(text);
  const isLine = answers.length === 1 && answers[0].kind === "quiet" && !rest && rows.length === 0;
  const classes = ["note", kind, isLine && "short", isUnfolded && "open"].filter(Boolean).join(" ");
  return el(
    "section",
    { key: `${sign} ${bold}`, class: classes, role: isCall ? "alert" : null },
    icon(sign),
    el(
      "div",
      { class: "words", tabindex: rest ? 0 : null },
      el("b", {}, bold),
      first && (rest ? following(bold, first) : el("span", { class: "extra" }, following(bold, first))),
      rest && el("span", { class: "rest" }, following(first, rest)),
      ...time,
      more > 0 && el("span", { class: "badge more" }, t("notices.more", { n: more })),
    ),
    ...rows.map((row) => row()),
    (answers.length > 0 || rest) &&
      el(
        "div",
        { class: "acts" },
        rest && el("button", { key: "why", class: "btn quiet why", "aria-expanded": String(isUnfolded), onclick: unfold }, t("ruling.why")),
        ...answers.map((answer) =>
          el("button", { key: answer.text, class: `btn ${answer.kind ?? ""}`, disabled: answer.waits, onclick: answer.act }, answer.text),
        ),
      ),
  );
}

/** @typedef {{app: Pick<App, "room" | "link" | "silent" | "pausedAtMs" | "settings">, view: Pick<ViewState, "place">}} SlotInputs what there may be news of */

/** @param {App} app @param {ViewState} view @returns {SlotInputs} */
export const inputsOf = ({ room, link, silent, pausedAtMs, settings }, { place }) => ({ app: { room, link, silent, pausedAtMs, settings }, view: { place } });

/** Whether something has happened that is said now and then; so is the first word of a game under way, before a line that dies. @param {SlotInputs["app"]["room"]} room */
function needsRare(room) {
  const table = room?.table;
  if (room?.note || room?.refusal || room?.weighing || room?.rolledBack || room?.premove) return true;
  return Boolean(table && (table.suspendedUntilMs || table.offers.length || table.absences.length || table.moves.length > 1));
}

/** @type {import("./shown.js").Panel<SlotInputs>["create"]} */
export function create(host, { actions, setView }) {
  /** @type {SlotInputs | null} */
  let shown = null;
  /** @type {BoardNotice[]} */
  let notices = [];
  /** The server's time at the last tick, 0 before the first. */
  let nowMs = 0;
  /** When the first notice began to count down, and to when. @type {{untilMs: number, longestMs: number} | null} */
  let awaited = null;
  /** The notice whose rest is shown on a phone. */
  let unfolded = "";

  function draw() {
    const [first] = notices;
    const unfold = () => {
      unfolded = unfolded === first.bold ? "" : first.bold;
      draw();
    };
    const time = awaited ? countdown(awaited.untilMs - nowMs, awaited.longestMs) : [];
    host.setAttribute("aria-label", t("notices.label"));
    host.classList.toggle("full", notices.length > 0);
    fill(host, first && noticeBox(first, notices.length - 1, { time, unfold, isUnfolded: unfolded === first.bold }));
  }

  /** Said before a game, and by days, so fetched then. @type {Partial<Record<string, typeof import("./notices_seats.js") | typeof import("./notices_days.js")>>} */
  const late = {};
  /** @type {typeof import("./notices_rare.js") | undefined} */
  let rare;
  /** @param {string} part */
  async function fetchLate(part) {
    if (part in late) return;
    late[part] = undefined;
    late[part] = await (part === "days" ? import("./notices_days.js") : import("./notices_seats.js")).catch(() => undefined);
    if (late[part]) look();
    else delete late[part]; // no line: the next drawing asks again
  }
  async function fetchRare() {
    rare = await import("./notices_rare.js").catch(() => undefined);
    if (rare) look();
  }

  /** What there is to say now. */
  function look() {
    if (!shown) return;
    const { app, view } = shown;
    const table = app.room?.table;
    const isBefore = table?.status === "waiting" || table?.status === "readying";
    const part = isBefore ? "seats" : table?.status === "playing" && isByDays(table) ? "days" : null;
    if (part) void fetchLate(part);
    if (!rare && needsRare(app.room)) void fetchRare();
    notices = noticesOf(app, view, actions, setView, nowMs, part ? late[part]?.notices : undefined, rare);
    const { untilMs, link } = notices[0] ?? {};
    // Whoever copies the address of a game one invites to copies the key to its seat with it.
    if (link && link !== location.href) history.replaceState(history.state, "", link);
    if (untilMs === undefined || nowMs === 0) awaited = null;
    else if (awaited?.untilMs !== untilMs) awaited = { untilMs, longestMs: Math.max(1, untilMs - nowMs) };
    draw();
  }

  return {
    render(inputs) {
      shown = inputs;
      look();
    },
    tick(serverMs) {
      const isFirst = nowMs === 0;
      nowMs = serverMs;
      if (isFirst || shown?.app.room?.table?.absences.length) look();
      else if (awaited) draw();
    },
  };
}
