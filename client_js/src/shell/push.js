/**
 * Notices in this browser while it is closed: its push subscription, given to the server. A browser that shows our page again
 * renews it, for the server forgets one that never comes back.
 */

import { WORKER } from "./calls.js";
import { PUSH_KEY } from "./store.js";

/** @typedef {import("../page").Actions["ask"]} Ask */

const RENEW_MS = 24 * 3_600_000;
const BASE64URL = /** @type {const} */ ([["+", "-"], ["/", "_"], ["=", ""]]);

/** Whether this browser can be woken. */
export const canPush = () => "PushManager" in globalThis && "serviceWorker" in navigator;

/** Whether the reader has asked for it here. */
export const wantsPush = () => localStorage.getItem(PUSH_KEY) !== null;

/** @param {ArrayBuffer | null} raw */
const base64url = (raw) =>
  BASE64URL.reduce((text, [from, to]) => text.replaceAll(from, to), btoa(String.fromCharCode(...new Uint8Array(raw ?? new ArrayBuffer(0)))));

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** Subscribe, and tell the server. Rejects if the browser or the server will not. @param {Ask} ask @param {string} key of the server */
export async function subscribe(ask, key) {
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscribed(pushManager, bytesOf(key));
  await ask({
    type: "subscribe_notices",
    endpoint: subscription.endpoint,
    key: base64url(subscription.getKey("p256dh")),
    secret: base64url(subscription.getKey("auth")),
  });
  localStorage.setItem(PUSH_KEY, String(Date.now()));
}

/** A subscription by this key; one by an older key of the server is worth nothing. @param {PushManager} manager @param {Uint8Array<ArrayBuffer>} applicationServerKey */
async function subscribed(manager, applicationServerKey) {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await manager.subscribe(options);
  } catch (failure) {
    const old = await manager.getSubscription();
    if (!old) throw failure;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

/** No more. @param {Ask} ask @param {string[]} channels those of this device */
export async function unsubscribe(ask, channels) {
  localStorage.removeItem(PUSH_KEY);
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  for (const channel of channels) await ask({ type: "unsubscribe_notices", channel });
}

/** Once a day: this browser still shows our page. @param {Ask} ask */
export async function renew(ask) {
  if (!canPush() || Date.now() - Number(localStorage.getItem(PUSH_KEY)) < RENEW_MS) return;
  const { key } = await ask({ type: "notice_settings" });
  if (key && Notification.permission === "granted") await subscribe(ask, key);
}
