/**
 * Reads a server by plain HTTP: answers without a session, and a game as it is played.
 *
 * What is asked for changes nothing, so it is asked again without a thought. A game that is
 * followed goes on from its last version when the connection is lost.
 */

import { Refusal } from "../src/session/asker.js";
import { askAgainMs, pauseMs, toldPauseMs } from "../src/session/link.js";
import { ADDRESSES } from "./addresses.js";

/** @typedef {import("../src/session/types").Request} Request */
/** @typedef {import("../src/messages").ServerMessage} ServerMessage */
/** @typedef {import("../src/messages").Room} Room */
/** @typedef {import("../src/messages").GameInfo} GameInfo */
/**
 * @typedef {object} Reader
 * @property {<Q extends Request>(request: Q) => Promise<import("../src/session/types").AnswerTo<Q>>} ask ask for what has an address; rejects with a `Refused` in the server's words
 * @property {(room: string) => Promise<Room>} room a game as it stands
 * @property {(request: Extract<Request, { type: "games" | "live_games" }>) => AsyncGenerator<GameInfo, void, void>} games all games that fit, page after page
 * @property {(room: string, version?: number) => AsyncGenerator<ServerMessage, void, void>} follow what is told of a game until it is over: `room`, which may come again, and its events; with the last version that is known, what came after it
 */

const LONGEST_WAIT_MS = 60_000;
/** A server that says nothing for so long is gone: of a stream a blank line comes every ten seconds. */
const SILENT_MS = 30_000;
const COME_AGAIN = ["too_fast", "unavailable"];

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Read a server, such as `http://localhost:8080`.
 * @param {string} url
 * @param {{ token?: string, language?: import("../src/messages").Language }} [options] a token says whose games `my_games` means
 * @returns {Reader}
 */
export function openReader(url, { token, language = "en" } = {}) {
  const base = url.replace(/\/$/, "");
  const headers = { "Accept-Language": language, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };

  /** Ask until it is answered, or refused for good. @param {string} path @param {AbortController} silence ends it */
  async function open(path, silence) {
    for (;;) {
      const response = await heard(fetch(base + path, { headers, signal: silence.signal }), silence);
      if (response.ok) return response;
      const { code, text, retry_ms: retryMs } = await heard(response.json(), silence);
      if (!COME_AGAIN.includes(code) || !retryMs || retryMs > LONGEST_WAIT_MS)
        throw new Refusal({ type: "refused", id: null, room: null, version: null, code, text, retry_ms: retryMs });
      await pause(askAgainMs(retryMs));
    }
  }

  /** @param {string} path */
  async function read(path) {
    const silence = new AbortController();
    const response = await open(path, silence);
    return heard(response.json(), silence);
  }

  /** @type {Reader["ask"]} */
  const ask = async (request) => ({ id: "", ...(await read(addressOf(request))) });

  return {
    ask,
    room: (room) => read(`/api/game/${encodeURIComponent(room)}`),
    async *games(request) {
      for (let after = request.after; ; ) {
        const { rows, next } = await ask({ ...request, after });
        yield* rows;
        if (next === null) return;
        after = next;
      }
    },
    async *follow(room, version) {
      for (let failures = 0; ; failures += 1) {
        let waitMs = pauseMs(failures, Math.random());
        const silence = new AbortController();
        try {
          const query = version === undefined ? "" : `?version=${version}`;
          for await (const message of messagesOf(await open(`/api/game/${encodeURIComponent(room)}/stream${query}`, silence), silence)) {
            if (message.type === "bye" || message.type === "refused") {
              waitMs = toldPauseMs(message.retry_ms ?? 0);
              break;
            }
            if ("version" in message && message.version !== null) version = message.version;
            failures = 0;
            yield message;
            if (message.type === "ended" || (message.type === "room" && message.status === "over")) return;
          }
        } catch (error) {
          if (error instanceof Refusal) throw error;
        } finally {
          silence.abort();
        }
        await pause(waitMs);
      }
    },
  };
}

/** What a server says next; one that is silent for too long is not waited for. @template T @param {Promise<T>} coming @param {AbortController} silence ends it @returns {Promise<T>} */
function heard(coming, silence) {
  const timer = setTimeout(() => silence.abort(new DOMException("The server said nothing.", "TimeoutError")), SILENT_MS);
  return coming.finally(() => clearTimeout(timer));
}

/** The messages of a stream, one a line. @param {Response} response @param {AbortController} silence ends it @returns {AsyncGenerator<ServerMessage, void, void>} */
async function* messagesOf(response, silence) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  for (let begun = ""; ; ) {
    const { done, value } = await heard(reader.read(), silence);
    if (done) return;
    const lines = (begun + decoder.decode(value, { stream: true })).split("\n");
    begun = /** @type {string} */ (lines.pop());
    for (const line of lines) if (line) yield JSON.parse(line);
  }
}

/** The address of a request, path and query. @param {Request} request */
export function addressOf(request) {
  const { type, ...said } = request;
  const fields = Object.entries(said).filter(([, value]) => value !== undefined && value !== null);
  const names = fields.map(([name]) => name);
  for (const [path, known] of ADDRESSES[type] ?? []) {
    const inside = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const rest = fields.filter(([name]) => !inside.includes(name));
    if (!inside.every((name) => names.includes(name)) || !rest.every(([name]) => known.includes(name))) continue;
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(Object.fromEntries(fields)[name])));
    const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]));
    return filled + (rest.length ? `?${query}` : "");
  }
  throw new TypeError(`${type} has no address that says ${names.join(", ") || "this"}`);
}
