/**
 * Calling a reader who is elsewhere: by a notice of the system, once he has asked for it, when an
 * opponent is found, a challenge comes or a tournament of his is about to begin. Whoever looks at the page sees it there.
 */

import { otherSide } from "../models/table.js";
import { nameOfSide, personText, t } from "../text/catalogue.js";
import { CALLS_KEY } from "./store.js";

/** @typedef {import("../page").App} App */

/** `notices_worker.js`, as the server has it: phones show notices only for a worker. */
const WORKER = "/worker.js";
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
  const [challenge] = challenges.incoming;
  if (starting && !challenge) return { what: starting.tournament, text: t("start.soon", { name: starting.name }), path: `/tournament/${starting.tournament}` };
  return challenge ? { what: challenge.room, text: t("challenges.from", { name: personText(challenge.by) }), path: "/" } : null;
}

/** @param {(path: string) => void} go */
export function createCalls(go) {
  let called = "";
  navigator.serviceWorker?.addEventListener("message", ({ data }) => go(data.path));

  /** What has the system show notices. */
  async function worker() {
    await navigator.serviceWorker.register(WORKER);
    return navigator.serviceWorker.ready;
  }

  /** @param {NonNullable<ReturnType<typeof callOf>>} call */
  async function show({ what, text, path }) {
    navigator.vibrate?.(VIBRATION_MS);
    const registration = await worker();
    if (called !== what) return;
    await registration.showNotification(text, { body: t("app.name"), tag: what, data: { path }, icon: new URL("../../art/apple-touch-icon.png", import.meta.url).href });
    if (called !== what) await close(what);
  }

  /** What has been answered, or has passed, is no notice any more. @param {string} what */
  async function close(what) {
    const registration = await navigator.serviceWorker.getRegistration(WORKER);
    for (const notice of (await registration?.getNotifications({ tag: what })) ?? []) notice.close();
  }

  /** @param {App} app */
  return (app) => {
    const call = callOf(app);
    if (call?.what === called) return;
    const before = called;
    called = call?.what ?? "";
    if (callState() !== "on") return;
    if (before) void close(before).catch(() => null);
    if (call && !document.hasFocus()) void show(call).catch(() => null); // the sound and the title are left
  };
}
