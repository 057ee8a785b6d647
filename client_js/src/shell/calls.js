/**
 * Calling a reader who is elsewhere: by a notice of the system, once he has asked for it, when an
 * opponent is found, a challenge comes or a tournament of his is about to begin. Whoever looks at the page sees it there.
 */

import { otherSide } from "../models/table.js";
import { nameOfSide, personText, t } from "../text/catalogue.js";
import { CALLS_KEY, WISHES_KEY } from "./store.js";

/** @typedef {import("../page").App} App */

/** `notices_worker.js`, as the server has it: phones show notices only for a worker. */
export const WORKER = "/worker.js";
/** A new line tells the games that wait anew: what is back so soon was not away. */
const RETURN_MS = 5_000;
const VIBRATION_MS = [200, 100, 200];

/** Whether the reader is called: not asked for, asked for, forbidden in the browser, or nothing it can do. @returns {"off" | "on" | "blocked" | "none"} */
export function callState() {
  if (!("Notification" in globalThis && "serviceWorker" in navigator)) return "none";
  const { permission } = Notification;
  if (permission === "denied") return "blocked";
  return permission === "granted" && localStorage.getItem(CALLS_KEY) !== null ? "on" : "off";
}

/** Ask the browser for leave, as the reader has just wished; or call him no more. @returns {Promise<ReturnType<typeof callState>>} */
export async function toggleCalls() {
  if (callState() === "on") localStorage.removeItem(CALLS_KEY);
  else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(CALLS_KEY, "1");
  return callState();
}

/** Whether it is the quiet time of the reader's day. @param {{quiet_from: number, quiet_to: number}} wishes @param {Date} now */
export function isQuiet({ quiet_from: from, quiet_to: to }, now) {
  const minute = now.getHours() * 60 + now.getMinutes();
  return from < to ? minute >= from && minute < to : from > to && (minute >= from || minute < to);
}

/** Whether the reader wishes to be called about it, now. @param {import("../messages").NoticeTopic} topic */
function isWished(topic) {
  try {
    const wishes = { off: [], quiet_from: 0, quiet_to: 0, ...JSON.parse(localStorage.getItem(WISHES_KEY) ?? "{}") };
    return !wishes.off.includes(topic) && !isQuiet(wishes, new Date());
  } catch {
    return true; // somebody else wrote there
  }
}

/** What the reader is called for. @param {App} app @returns {{what: string, text: string, path: string} | null} */
function callOf({ found, room, challenges, starting }) {
  if (found?.state === "asked" || found?.state === "begun") {
    return { what: found.room, text: t("search.found", { name: personText(found.rival) }), path: `/game/${found.room}` };
  }
  const table = room?.table;
  if (room && table?.you && table.ready && !table.ready[table.you]) {
    const name = nameOfSide(table, otherSide(table.you));
    return { what: room.room, text: t("search.found", { name }), path: `/game/${room.room}` };
  }
  const [challenge] = isWished("challenges") ? challenges.incoming : [];
  if (starting && !challenge && isWished("events")) return { what: starting.tournament, text: t("start.soon", { name: starting.name }), path: `/tournament/${starting.tournament}` };
  return challenge ? { what: challenge.room, text: t("challenges.from", { name: personText(challenge.by) }), path: "/" } : null;
}

/** @param {(path: string) => void} go */
export function createCalls(go) {
  let called = "";
  /** The games by days that waited when we last looked. @type {string[] | null} */
  let waiting = null;
  /** When those that wait no more were last seen. @type {Map<string, number>} */
  const gone = new Map();
  navigator.serviceWorker?.addEventListener("message", ({ data }) => go(data.path));

  /** What has the system show notices. */
  async function worker() {
    await navigator.serviceWorker.register(WORKER);
    return navigator.serviceWorker.ready;
  }

  /** @param {NonNullable<ReturnType<typeof callOf>>} call @param {() => boolean} isDue */
  async function show({ what, text, path }, isDue) {
    navigator.vibrate?.(VIBRATION_MS);
    const registration = await worker();
    if (!isDue()) return;
    await registration.showNotification(text, { body: t("app.name"), tag: what, data: { path }, icon: new URL("../../art/apple-touch-icon.png", import.meta.url).href });
    if (!isDue()) await close(what);
  }

  /** What has been answered, or has passed, is no notice any more. @param {string} what */
  async function close(what) {
    const registration = await navigator.serviceWorker.getRegistration(WORKER);
    for (const notice of (await registration?.getNotifications({ tag: what })) ?? []) notice.close();
  }

  /** A turn in a game by days: one notice each, under the tag of the push that may come later. @param {App} app */
  function callToTurns(app) {
    const before = waiting;
    waiting = app.waiting;
    if (before === null || callState() !== "on") return;
    for (const room of before.filter((room) => !app.waiting.includes(room))) {
      gone.set(room, performance.now());
      void close(room).catch(() => null);
    }
    if (!document.hidden || !isWished("turns")) return;
    const isNew = (/** @type {string} */ room) => !before.includes(room) && performance.now() - (gone.get(room) ?? -RETURN_MS) >= RETURN_MS;
    for (const room of app.waiting.filter(isNew))
      void show({ what: room, text: t("calls.turn"), path: `/game/${room}` }, () => waiting?.includes(room) ?? false).catch(() => null);
  }

  /** @param {App} app */
  return (app) => {
    callToTurns(app);
    const call = callOf(app);
    if (call?.what === called) return;
    const before = called;
    called = call?.what ?? "";
    if (callState() !== "on") return;
    if (before) void close(before).catch(() => null);
    if (call && !document.hasFocus()) void show(call, () => called === call.what).catch(() => null); // the sound and the title are left
  };
}
