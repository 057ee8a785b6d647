/**
 * The connection to the server; the only module that knows `WebSocket` and msgpack.
 *
 * It introduces itself, answers heartbeats at once, says when they stay away, hangs up when
 * they stay away for long, and comes back with a growing pause. What a message means is not
 * known here. Nothing is kept for later: `send` says whether the message left, and a model
 * that has come back decides anew. It runs in a page and in Node, and touches neither document nor storage.
 */

import { decode, encode } from "../../vendor/msgpack.js";

/** @typedef {import("../messages").ServerMessage} ServerMessage */
/** @typedef {import("../messages").ClientMessage} ClientMessage */
/** @typedef {"opening" | "open" | "silent" | "lost"} LinkState silent: still open, but nothing has come for too long */
/**
 * @typedef {object} Owner
 * @property {() => {token: string | null, language: import("../messages").Language, features?: string[]}} introduction
 * @property {(token: string | null) => void} keepToken null forgets it
 * @property {(message: ServerMessage) => void} hear every message but the heartbeat's duty
 * @property {(state: LinkState) => void} changed
 * @property {(hurry: () => void, doubt: () => void) => void} [wake] is given what to call when it pays to try
 *   at once (the network is back, or the reader is), and when the network says that it is gone
 * @property {(url: string, subprotocol: string) => WebSocket} [connect] where there is no global `WebSocket`
 */

const SUBPROTOCOL = "xiangqi.v1.msgpack";
const CLIENT = "client_js 1";
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 8_000;
/** When a server says how long to stay away, it is believed between these. */
const LEAST_TOLD_MS = 1_000;
const LONGEST_TOLD_MS = 3_600_000;
/** Nothing is asked again sooner, whatever the server asks for. */
const LEAST_AGAIN_MS = 100;
const WELCOME_WITHIN_MS = 10_000;
/** So much later than the server has promised may a beat be before the reader is told. */
const LATE_MS = 2_000;
/** Whatever is sent is answered: so long the answer may take before the reader is told. */
const ANSWER_WITHIN_MS = 4_000;
const PINGS_TO_HANG_UP = 3;
const NORMAL_CLOSURE = 1000;

/** An id that nobody else uses. @returns {string} */
export const freshId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, "0")).join("");

/**
 * How long to wait before the try after `failures` failed ones; `chance` in [0, 1) spreads a crowd.
 * @param {number} failures @param {number} chance @returns {number}
 */
export const pauseMs = (failures, chance) =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + chance / 2);

/** How long to wait before connecting again to a server that said when to come. @param {number} retryMs @returns {number} */
export const toldPauseMs = (retryMs) => Math.min(Math.max(retryMs, LEAST_TOLD_MS), LONGEST_TOLD_MS);

/** How long to wait before asking again for what was refused for now. @param {number} retryMs @returns {number} */
export const askAgainMs = (retryMs) => Math.min(Math.max(retryMs, LEAST_AGAIN_MS), LONGEST_TOLD_MS);

/**
 * Open the link and keep it open until `close`.
 * @param {string} url @param {Owner} owner
 */
export function openLink(url, owner) {
  /** @type {WebSocket | null} */
  let socket = null;
  let welcomed = false;
  let isClosed = false;
  let failures = 0;
  let pingMs = 0;
  let helloId = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let doubting;
  let isSilent = false;
  /** Something was sent since the last sign of life. */
  let isAnswerDue = false;
  const { connect = (to, subprotocol) => new WebSocket(to, subprotocol) } = owner;

  function open() {
    clearTimeout(again);
    drop();
    const fresh = connect(url, SUBPROTOCOL);
    fresh.binaryType = "arraybuffer";
    fresh.onopen = () => introduce();
    fresh.onmessage = (event) => receive(/** @type {ServerMessage} */ (decode(new Uint8Array(event.data))));
    fresh.onclose = () => retry(pauseMs(failures, Math.random()));
    socket = fresh;
    owner.changed("opening");
    expectWithin(WELCOME_WITHIN_MS);
  }

  /** Let go of the socket without waiting for its goodbye. */
  function drop() {
    clearTimeout(silence);
    clearTimeout(doubting);
    isSilent = isAnswerDue = false;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(NORMAL_CLOSURE);
    socket = null;
    welcomed = false;
  }

  /** @param {number} waitMs */
  function retry(waitMs) {
    drop();
    clearTimeout(again);
    failures += 1;
    owner.changed("lost");
    again = setTimeout(open, waitMs);
  }

  /** @param {number} ms without a sign of life before the line counts as dead */
  function expectWithin(ms) {
    clearTimeout(silence);
    silence = setTimeout(() => retry(pauseMs(failures, Math.random())), ms);
  }

  /** There was a sign of life; when will the next one be missed? */
  function hopeAgain() {
    expectWithin(pingMs * PINGS_TO_HANG_UP);
    isAnswerDue = false;
    doubtIn(pingMs + LATE_MS);
    if (isSilent) owner.changed("open");
    isSilent = false;
  }

  /** @param {number} ms */
  function doubtIn(ms) {
    clearTimeout(doubting);
    doubting = setTimeout(doubt, ms);
  }

  function doubt() {
    if (!welcomed || isSilent) return;
    isSilent = true;
    owner.changed("silent");
  }

  function introduce() {
    const { token, language, features = [] } = owner.introduction();
    helloId = freshId();
    write({ type: "hello", id: helloId, client: CLIENT, language, features, ...(token ? { token } : {}) });
  }

  /** @param {ServerMessage} message */
  function receive(message) {
    if (message.type === "ping") answer(message);
    if (message.type === "welcome") welcome(message);
    if (message.type === "refused" && message.id === helloId && !welcomed) return unwelcome(message.code);
    if (welcomed) hopeAgain();
    owner.hear(message);
    if (message.type === "bye") retry(toldPauseMs(message.retry_ms));
  }

  /** @param {import("../messages").Ping} ping */
  function answer({ n, next_ms }) {
    write({ type: "pong", n });
    failures = 0; // not by a welcome: one that is always followed by a cut would be asked for without a pause
    pingMs = next_ms;
  }

  /** @param {import("../messages").Welcome} message */
  function welcome(message) {
    welcomed = true;
    pingMs = message.ping_ms;
    hopeAgain();
    if (message.token) owner.keepToken(message.token);
    owner.changed("open");
  }

  /** A token that is not known any more is dropped: we come back as a new guest. @param {string} code */
  function unwelcome(code) {
    if (code === "bad_token" || code === "signed_out") owner.keepToken(null);
    retry(pauseMs(failures, Math.random()));
  }

  /** @param {ClientMessage} message */
  const write = (message) => socket?.send(encode(message));

  function close() {
    clearTimeout(again);
    drop();
    isClosed = true;
  }

  owner.wake?.(() => {
    if (socket === null && !isClosed) open();
  }, doubt);
  open();

  return {
    /** @param {ClientMessage} message @returns {boolean} whether it left */
    send(message) {
      if (!welcomed) return false;
      write(message);
      if (!isAnswerDue && pingMs + LATE_MS > ANSWER_WITHIN_MS) doubtIn(ANSWER_WITHIN_MS); // the next beat may be far
      isAnswerDue = true;
      return true;
    },
    /** Introduce oneself anew, in another language. */
    restart: open,
    /** Hang up for good. */
    close,
  };
}
