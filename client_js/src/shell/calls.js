/**
 * Calling a reader who is elsewhere: by a notice of the system, once he has asked for it, when an
 * opponent is found or a challenge comes. Whoever looks at the page sees it there.
 */

import { otherSide } from "../models/table.js";
import { nameOfSide, personText, t } from "../text/catalogue.js";

/** @typedef {import("../page").App} App */

const KEY = "xiangqi.calls";
const VIBRATION_MS = [200, 100, 200];

/** Whether the reader is called: not asked for, asked for, forbidden in the browser, or nothing it can do. @returns {"off" | "on" | "blocked" | "none"} */
export function callState() {
  if (!("Notification" in globalThis)) return "none";
  const { permission } = Notification;
  if (permission === "denied") return "blocked";
  return permission === "granted" && localStorage.getItem(KEY) !== null ? "on" : "off";
}

/** Ask the browser for leave, as the reader has just wished; or call him no more. @returns {Promise<ReturnType<typeof callState>>} */
export async function toggleCalls() {
  if (callState() === "on") localStorage.removeItem(KEY);
  else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(KEY, "1");
  return callState();
}

/** What the reader is called for. @param {App} app @returns {{what: string, text: string, path: string} | null} */
function callOf({ found, room, challenges }) {
  if (found?.state === "asked" || found?.state === "begun") {
    return { what: found.room, text: t("search.found", { name: personText(found.rival) }), path: `/game/${found.room}` };
  }
  const table = room?.table;
  if (room && table?.you && table.ready && !table.ready[table.you]) {
    const name = nameOfSide(table, otherSide(table.you));
    return { what: room.room, text: t("search.found", { name }), path: `/game/${room.room}` };
  }
  const [challenge] = challenges.incoming;
  return challenge ? { what: challenge.room, text: t("challenges.from", { name: personText(challenge.by) }), path: "/" } : null;
}

/** @param {(path: string) => void} go */
export function createCalls(go) {
  let called = "";
  /** @type {Notification | null} */
  let notice = null;

  /** @param {NonNullable<ReturnType<typeof callOf>>} call */
  function show({ what, text, path }) {
    navigator.vibrate?.(VIBRATION_MS);
    try {
      notice = new Notification(text, { body: t("app.name"), tag: what, icon: new URL("../../art/icon.svg", import.meta.url).href });
    } catch {
      return; // phones that leave notices to programs of their own: the sound and the title are left
    }
    notice.onclick = () => {
      window.focus();
      go(path);
      notice?.close();
    };
  }

  /** @param {App} app */
  return (app) => {
    const call = callOf(app);
    if (call?.what === called) return;
    notice?.close();
    notice = null;
    called = call?.what ?? "";
    if (call && callState() === "on" && !document.hasFocus()) show(call);
  };
}
