/** Messages of the server as they come, for those who iterate over them. */

/** @typedef {import("../src/messages").ServerMessage} ServerMessage */

/** So many may wait to be read; then the iteration ends with an error. */
const WAITING_MESSAGES = 1_000;

/**
 * An async iterable of messages, from the moment it was made; `session.events` makes it. It ends when the session is closed.
 * @template {ServerMessage} M
 */
export class Events {
  /** @type {M[]} */
  #waiting = [];
  /** @type {Error | null} */
  #error = null;
  #isEnded = false;
  #came = () => {};
  #types;
  #left;

  /** @param {string[]} types those that are wanted; none for every message @param {(events: Events<any>) => void} left is told when nobody reads any more */
  constructor(types, left) {
    this.#types = types;
    this.#left = left;
  }

  /** @returns {AsyncGenerator<M, void, void>} */
  async *[Symbol.asyncIterator]() {
    try {
      for (let message = await this.next(); message; message = await this.next()) yield message;
    } finally {
      this.#left(this);
    }
  }

  /** The next message, null when none comes any more. @returns {Promise<M | null>} */
  async next() {
    while (!this.hasMore && !this.#isEnded) await new Promise((/** @type {(value: void) => void} */ resolve) => (this.#came = resolve));
    const message = this.#waiting.shift();
    if (!message && this.#error) throw this.#error;
    return message ?? null;
  }

  /** Whether a message waits to be read. */
  get hasMore() {
    return this.#waiting.length > 0;
  }

  /** Wait until a message waits to be read, or it has taken too long. @param {number} longestMs */
  async wait(longestMs) {
    if (this.hasMore || this.#isEnded) return;
    await new Promise((/** @type {(value: void) => void} */ resolve) => {
      const timer = setTimeout(resolve, longestMs);
      this.#came = () => (clearTimeout(timer), resolve());
    });
  }

  /** A message has come; the session's to call. @param {ServerMessage} message */
  put(message) {
    if (this.#isEnded || (this.#types.length && !this.#types.includes(message.type))) return;
    if (this.#waiting.length < WAITING_MESSAGES) this.#waiting.push(/** @type {M} */ (message));
    else {
      this.#waiting = [];
      this.end(new Error(`${WAITING_MESSAGES} messages were not read`));
      this.#left(this);
    }
    this.#came();
  }

  /** No message comes any more; what has come can still be read. @param {Error | null} error */
  end(error) {
    this.#isEnded = true;
    this.#error = error;
    this.#came();
  }
}
