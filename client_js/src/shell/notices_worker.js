/**
 * Shows notices of the system for the page, also on phones, where a page may not do so itself, and those that the server sends
 * while the page is closed. It brings the reader back to the page when one is pressed. The server has it at `/worker.js`, so
 * that it belongs to all pages. It answers no requests and keeps nothing.
 */

/** @typedef {{focus: () => Promise<unknown>, postMessage: (message: {path: string}) => void}} Tab */
/**
 * @typedef {object} NoticePressed what a worker is told of a press
 * @property {{close: () => void, data: {path: string}}} notification
 * @property {(done: Promise<unknown>) => void} waitUntil
 */

/**
 * @typedef {object} Pushed what a worker is told of a push
 * @property {{json: () => {title: string, body: string, tag: string, path: string}} | null} data
 * @property {(done: Promise<unknown>) => void} waitUntil
 */

const ICON = "/apple-touch-icon.png";

const worker =
  /** @type {{registration: {showNotification: (title: string, options: object) => Promise<void>}, clients: {matchAll: (which: object) => Promise<Tab[]>, openWindow: (path: string) => Promise<unknown>}, addEventListener: (name: string, hear: (event: NoticePressed & Pushed) => void) => void}} */ (
    /** @type {unknown} */ (self)
  );

/** Go to a page of ours: in the tab that was looked at last, if there is one. @param {string} path */
async function show(path) {
  const [tab] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!tab) return worker.clients.openWindow(path);
  await tab.focus().catch(() => null); // the browser may refuse; the tab goes there all the same
  tab.postMessage({ path });
}

/** A push is shown whatever it says: browsers forget a site that stays silent. @param {Pushed["data"]} data */
function noticeOf(data) {
  try {
    if (data) return data.json();
  } catch {
    // not of our making
  }
  return { title: "Xiangqi", body: "", tag: "notices", path: "/games" };
}

worker.addEventListener("push", (event) => {
  const { title, body, tag, path } = noticeOf(event.data);
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { path }, icon: ICON }));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});
