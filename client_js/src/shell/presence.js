/** Whether somebody is there: said to a pair that was found, and to a phone that would go to sleep; and the tab's sign, for who is elsewhere. */

import { isOurTurn } from "../models/room.js";

/** A reader who has touched the page so lately is there. */
const ATTENTIVE_MS = 20_000;
const AWAKE_MS = 5_000;

/**
 * @param {ReturnType<typeof import("./store.js").createStore>} store @param {ReturnType<typeof import("../session/session.js").openSession>} session
 * @param {() => number} touchedMs when the reader last pressed a key or a button
 */
export function createPresence(store, session, touchedMs) {
  /** In which room we have said that we are there; said once a connection. */
  let shownUpIn = "";
  /** @type {WakeLockSentinel | null} */
  let awake = null;

  /** A pair was found: whoever looks at the page and has just used it is there; others must say so. */
  function showUp() {
    const { room } = store.app;
    const table = room?.table;
    const isAsked = table?.ready && table.you && !table.ready[table.you];
    if (!isAsked || room?.room === shownUpIn || document.visibilityState !== "visible" || !document.hasFocus()) return;
    if (performance.now() - touchedMs() > ATTENTIVE_MS) return;
    shownUpIn = room?.room ?? "";
    void session.act({ type: "order", what: "ready" });
  }

  /** A phone that shows a game being played does not go to sleep. */
  async function stayAwake() {
    if (store.app.room?.table?.status !== "playing" || document.visibilityState !== "visible") {
      await awake?.release();
      awake = null;
    } else if (awake === null || awake.released) {
      // Refused when the battery is low, absent outside secure pages: then the phone may sleep.
      awake = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    }
  }

  /** The tab's sign carries a dot when somebody waits for us; whoever looks at the board sees whose turn it is. @param {import("../page").App} app */
  function callBack({ room, challenges, found }) {
    const isCalled = (document.hidden && room !== null && isOurTurn(room)) || challenges.incoming.length > 0 || found?.state === "asked";
    const sign = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    const href = new URL(`../../art/${isCalled ? "icon-turn" : "icon"}.svg`, import.meta.url).href;
    if (sign.href !== href) sign.href = href;
  }

  session.listen((message) => {
    if (message.type === "welcome") shownUpIn = "";
  });
  store.drawnBy(showUp);
  store.drawnBy(callBack);
  addEventListener("focus", showUp);
  for (const seen of [showUp, () => void stayAwake(), () => callBack(store.app)]) document.addEventListener("visibilitychange", seen);
  setInterval(() => void stayAwake(), AWAKE_MS);
}
