/**
 * Questions that wait for their answers.
 *
 * A question goes out under an id of its own; the first message that echoes the id answers
 * it. What is unanswered when the line breaks is asked again, unchanged: the server knows a
 * repeat by its id.
 */

/** @typedef {import("../messages").ServerMessage} ServerMessage */
/** @typedef {import("../messages").ClientMessage} ClientMessage */
/** @typedef {{message: ClientMessage, resolve: (answer: any) => void, reject: (refusal: Refusal) => void}} Waiting */

/** The server said no; `message` says why, in the language of the page. */
export class Refusal extends Error {
  /** @param {import("../messages").Refused} refused */
  constructor({ code, text, retry_ms: retryMs }) {
    super(text);
    this.name = "Refusal";
    this.text = text;
    this.code = code;
    /** After how long it may be tried again, if it may. */
    this.retryMs = retryMs;
  }
}

/**
 * @param {(message: ClientMessage) => unknown} send may fail silently while the line is closed
 * @param {() => string} freshId
 */
export function createAsker(send, freshId) {
  /** @type {Map<string, Waiting>} */
  const waiting = new Map();
  return {
    /**
     * A request that was refused as too early keeps its id when it is made again.
     * @template {import("./types").Request} Q @param {Q & {id?: string}} request @returns {Promise<import("./types").AnswerTo<Q>>}
     */
    ask(request) {
      const { id = freshId() } = request;
      const message = /** @type {ClientMessage} */ (/** @type {unknown} */ ({ ...request, id }));
      return new Promise((resolve, reject) => {
        waiting.set(id, { message, resolve, reject });
        send(message);
      });
    },
    /** @param {ServerMessage} message of any kind @returns {boolean} whether it answers a question */
    hear(message) {
      const id = "id" in message ? message.id : null;
      const asked = id === null ? undefined : waiting.get(id);
      if (id === null || !asked) return false;
      waiting.delete(id);
      if (message.type === "refused") asked.reject(new Refusal(message));
      else asked.resolve(message);
      return true;
    },
    /** The line is open again. */
    again() {
      for (const { message } of waiting.values()) send(message);
    },
  };
}
