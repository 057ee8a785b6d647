/**
 * Shows notices of the system for the page, also on phones, where a page may not do so itself, and brings the reader
 * back to the page when one is pressed. The server has it at `/worker.js`, so that it belongs to all pages. It answers
 * no requests and keeps nothing.
 */

/** @typedef {{focus: () => Promise<unknown>, postMessage: (message: {path: string}) => void}} Tab */
/**
 * @typedef {object} NoticePressed what a worker is told of a press
 * @property {{close: () => void, data: {path: string}}} notification
 * @property {(done: Promise<unknown>) => void} waitUntil
 */

const worker =
  /** @type {{clients: {matchAll: (which: object) => Promise<Tab[]>, openWindow: (path: string) => Promise<unknown>}, addEventListener: (name: string, hear: (event: NoticePressed) => void) => void}} */ (
    /** @type {unknown} */ (self)
  );

/** Go to a page of ours: in the tab that was looked at last, if there is one. @param {string} path */
async function show(path) {
  const [tab] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!tab) return worker.clients.openWindow(path);
  await tab.focus().catch(() => null); // the browser may refuse; the tab goes there all the same
  tab.postMessage({ path });
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});
