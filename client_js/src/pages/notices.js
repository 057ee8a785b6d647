/** Which notices one gets while one is away, when, and in which browsers. The permission is asked for by a press, beside what it is for. */

import { askPatiently } from "../session/patience.js";
import { callState, toggleCalls } from "../shell/calls.js";
import { canPush, subscribe, unsubscribe, wantsPush } from "../shell/push.js";
import { WISHES_KEY } from "../shell/store.js";
import { t } from "../text/catalogue.js";
import { dateText } from "../text/dates.js";
import { option, toggle } from "../ui/controls.js";
import { el, fill, made } from "../ui/dom.js";
import { pageHead } from "../ui/parts.js";
import { picked } from "./shared/picked.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../messages").NoticeSettings} NoticeSettings */
/** @typedef {import("../messages").NoticeWishes} NoticeWishes */
/** @typedef {Event & {prompt: () => Promise<unknown>}} InstallEvent */

const TOPICS = /** @type {const} */ (["turns", "challenges", "events", "letters"]);
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** What the browser offers to install, once it has said so; it says so once. @type {InstallEvent | null} */
let install = null;

/** @param {number} minutes of the day */
const clockText = (minutes) => `${String(Math.floor(minutes / HOUR_MINUTES)).padStart(2, "0")}:${String(minutes % HOUR_MINUTES).padStart(2, "0")}`;

/** The hours of a day, and a moment between two that is chosen already. @param {number} minutes of the day */
const momentsOf = (minutes) => [...Array.from({ length: DAY_HOURS }, (_, hour) => hour * HOUR_MINUTES), ...(minutes % HOUR_MINUTES ? [minutes] : [])];

/** @param {string} label @param {number} minutes @param {(minutes: number) => void} choose */
const timeField = (label, minutes, choose) => picked(label, momentsOf(minutes), minutes, clockText, choose);

/** @type {import("../page").CreateView} */
export function create(actions) {
  /** @type {App | null} */
  let shown = null;
  /** @type {NoticeSettings | null} */
  let settings = null;
  let said = "";
  const body = made(el("div", { class: "col l narrow" }));
  const root = made(el("main", {}, body));

  /** @param {Partial<NoticeWishes>} change */
  async function wish(change) {
    if (!settings) return;
    const wishes = { ...settings.wishes, ...change, offset_minutes: -new Date().getTimezoneOffset() };
    settings = { ...settings, wishes }; // the next choice adds to this one, though it is not answered yet
    draw();
    if ((await actions.tell({ type: "set_notices", wishes })) === null) return load();
    localStorage.setItem(WISHES_KEY, JSON.stringify(wishes));
  }

  /** Show notices here: the reader has read what for, and pressed. */
  async function begin() {
    if (callState() !== "on") await toggleCalls();
    const key = settings?.key;
    said = "";
    if (callState() === "on" && key && canPush() && !shown?.guest)
      await subscribe(actions.ask, key).catch(() => (said = t("notices.failed")));
    await load();
  }

  async function end() {
    if (callState() === "on") await toggleCalls();
    await unsubscribe(actions.ask, (settings?.channels ?? []).filter((channel) => channel.this).map(({ channel }) => channel)).catch(() => null);
    await load();
  }

  /** @param {string} channel */
  async function remove(channel) {
    await actions.tell({ type: "unsubscribe_notices", channel });
    await load();
  }

  async function load() {
    settings = await askPatiently(actions.ask, { type: "notice_settings" });
    draw();
  }

  /** What this browser does now, and what may be done about it. @param {NoticeSettings} settings */
  function here({ key, channels }) {
    const state = callState();
    const isPushed = state === "on" && wantsPush() && channels.some((channel) => channel.this);
    const words = !isSecureContext ? "notices.state.plain" : state !== "on" ? /** @type {const} */ (`notices.state.${state}`) : isPushed ? "notices.state.on" : "notices.state.open";
    const mayBegin = state === "off" || (state === "on" && !isPushed && key !== null && canPush() && !shown?.guest);
    return el(
      "section",
      { key: "here", class: "card pad col", "aria-label": t("notices.here") },
      el("h2", {}, t("notices.here")),
      el("p", { role: "status" }, said || t(words)),
      shown?.guest && key !== null && el("p", { class: "mut" }, t("notices.guest")),
      (mayBegin || state === "on" || install !== null) && el(
        "div",
        { class: "row w" },
        mayBegin && el("button", { type: "button", class: "btn main", onclick: () => void begin() }, t("notices.on")),
        state === "on" && el("button", { type: "button", class: "btn", onclick: () => void end() }, t("notices.off")),
        install && el("button", { type: "button", class: "btn", onclick: () => void installed() }, t("notices.install")),
      ),
    );
  }

  async function installed() {
    await install?.prompt();
    install = null;
    draw();
  }

  /** @param {NoticeWishes} wishes */
  const about = (wishes) =>
    el(
      "section",
      { key: "about", class: "card pad col", "aria-label": t("notices.about") },
      el("h2", {}, t("notices.about")),
      el(
        "div",
        {},
        ...TOPICS.map((topic) =>
          toggle(t(`notices.${topic}`), topic === "turns" || topic === "events" ? t(`notices.${topic}.text`) : "", !(wishes.off ?? []).includes(topic), (isOn) =>
            void wish({ off: TOPICS.filter((one) => (one === topic ? !isOn : (wishes.off ?? []).includes(one))) }),
          ),
        ),
      ),
    );

  /** @param {NoticeWishes} wishes */
  const quiet = ({ quiet_from: from = 0, quiet_to: to = 0 }) =>
    el(
      "section",
      { key: "quiet", class: "card pad col", "aria-label": t("notices.quiet") },
      el("h2", {}, t("notices.quiet")),
      el("p", { class: "mut" }, t("notices.quiet.text")),
      el("div", { class: "row w" }, timeField(t("notices.from"), from, (minutes) => void wish({ quiet_from: minutes })), timeField(t("notices.to"), to, (minutes) => void wish({ quiet_to: minutes }))),
    );

  /** @param {NoticeSettings} settings */
  function others({ channels }) {
    const elsewhere = channels.filter((channel) => !channel.this);
    if (elsewhere.length === 0) return null;
    return el(
      "section",
      { key: "others", class: "card pad col", "aria-label": t("notices.others") },
      el("h2", {}, t("notices.others")),
      el(
        "div",
        {},
        ...elsewhere.map(({ channel, renewed_ms: renewedMs }) =>
          option(t("notices.seen", { when: dateText(renewedMs) }), "", el("button", { type: "button", class: "btn", onclick: () => void remove(channel) }, t("notices.remove"))),
        ),
      ),
    );
  }

  function draw() {
    if (!shown) return;
    fill(
      body,
      pageHead(t("notices.title")),
      el("p", { key: "lead" }, t("notices.lead")),
      ...(settings ? [here(settings), about(settings.wishes), quiet(settings.wishes), others(settings)] : []),
    );
  }

  /** @param {Event} event */
  function offered(event) {
    install = /** @type {InstallEvent} */ (event);
    draw();
  }
  addEventListener("beforeinstallprompt", offered);

  /** @param {App} app */
  function render(app) {
    const isOther = app.settings.language !== shown?.settings.language || app.guest !== shown?.guest;
    shown = app;
    if (isOther) draw();
  }
  return { root, render, arrive: () => void load().catch(() => null), leave: () => removeEventListener("beforeinstallprompt", offered), title: () => t("notices.title") };
}
