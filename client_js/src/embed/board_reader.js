/**
 * Follows one board by plain HTTP: the lines of `/api/boards/stream`, asked for again when they break off.
 *
 * A line is a whole position, so nothing that was missed has to be made good.
 */

/** @typedef {import("../messages").Board} Board */
/** @typedef {import("./embed.js").Game} Game */
/** @typedef {{type: "board", board: Board} | {type: "game", game: Game | null} | {type: "gone"} | {type: "down"}} Told */

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
const NOT_FOUND = 404;

/**
 * The lines of bytes that come in pieces.
 * @param {ReadableStream<Uint8Array>} body @returns {AsyncGenerator<any, void>} what each says; empty lines are left out
 */
export async function* linesOf(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) yield JSON.parse(line);
  }
}

/** @param {any} told a game as lists or its room tell it @returns {Game | null} */
export const gameOf = (told) => told && { red: told.red, black: told.black, delayMs: told.delay_ms ?? told.terms?.delay_ms ?? 0 };

/** @param {string} source `room:ID` or `tv:CHANNEL` @param {(told: Told) => void} hear */
export function createBoardReader(source, hear) {
  /** @type {AbortController | null} */
  let reading = null;
  let aheadMs = 0;
  let waitMs = FIRST_WAIT_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Response} answer */
  function setClock(answer) {
    const at = Date.parse(answer.headers.get("date") ?? "");
    if (at) aheadMs = at + 500 - Date.now(); // the header leaves out what is below a second
  }

  /** @param {AbortSignal} signal @returns {Promise<boolean>} whether it is to be asked for again */
  async function read(signal) {
    const room = source.match(/^room:(.*)/)?.[1];
    if (room) {
      const answer = await fetch(`/api/game/${room}`, { signal });
      if (answer.status === NOT_FOUND) {
        hear({ type: "gone" });
        return false;
      }
      if (!answer.ok) return true;
      hear({ type: "game", game: gameOf(await answer.json()) });
    }
    const answer = await fetch(`/api/boards/stream?boards=${source}`, { signal });
    setClock(answer);
    if (!answer.ok || !answer.body) return true;
    for await (const line of linesOf(answer.body)) {
      waitMs = FIRST_WAIT_MS;
      if (line.type === "boards" && !room) hear({ type: "game", game: gameOf(line.boards[0].game) });
      if (line.type === "board_changed") hear({ type: "game", game: gameOf(line.game) });
      if (line.type === "board") hear({ type: "board", board: line });
    }
    return true;
  }

  async function go() {
    const own = (reading = new AbortController());
    const goesOn = await read(own.signal).catch(() => true);
    if (own.signal.aborted || !goesOn) return;
    hear({ type: "down" });
    if (own.signal.aborted) return;
    timer = setTimeout(go, waitMs);
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
  }

  return {
    /** Follow from now on, if it is not followed already. */
    start() {
      if (!reading || reading.signal.aborted) void go();
    },
    /** A hidden page follows nothing. */
    stop() {
      clearTimeout(timer);
      reading?.abort();
    },
    /** The server's time. */
    now: () => Date.now() + aheadMs,
  };
}
