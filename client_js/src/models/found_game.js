/**
 * A game that was found while its reader is on another page: who plays, until when one is asked,
 * and that it came to nothing.
 *
 * Nobody is taken out of a page. The room is joined so that its question is heard; an answer is
 * given by going there, or by turning away.
 */

/** @typedef {import("../messages").ServerMessage} ServerMessage */
/**
 * @typedef {object} Found
 * @property {string} room
 * @property {"coming" | "asked" | "begun" | "missed"} state nothing is known yet; both are asked whether
 *   they are there; it is played; nobody answered in time
 * @property {string} rival the other player's name
 * @property {import("../messages").GameTerms | null} terms
 * @property {number | null} untilMs the server's time until which one is asked
 * @property {string} [unsought] nobody here looked for it, so that it is told only if it is a tournament's; the id under which it was joined
 * @property {string} [tournament] the one it is a game of
 */
/** @typedef {{type: "found" | "opened", room: string, id: string} | {type: "gone_to"} | {type: "put_away", id: string}} FoundSignal
 *   a game of one's own began, that was looked for or (`opened`) that was not; its page is shown; the reader wants to see it no more */
/** @typedef {import("../session/types").Effect} Effect */
/** @typedef {[Found | null, Effect[]]} Update */

/** @param {Found | null} found @param {ServerMessage | import("../session/types").Connected | FoundSignal} message @returns {Update} */
export function update(found, message) {
  if (message.type === "found" || message.type === "opened") {
    const { room, id, type } = message;
    return [{ room, state: "coming", rival: "", terms: null, untilMs: null, ...(type === "opened" && { unsought: id }) }, [join(room, id)]];
  }
  if (found === null) return [null, []];
  if (message.type === "connected") return [found, [join(found.room, message.session)]];
  if (message.type === "gone_to") return [null, []];
  if (message.type === "put_away") return [null, [{ kind: "send", message: { type: "leave", id: message.id, room: found.room } }]];
  if (!("room" in message) || message.room !== found.room) return [found, []];
  switch (message.type) {
    case "room":
      return entered(found, message);
    case "readied":
    case "moved":
      // Once asked, only another tab of the reader's own can have brought it to begin.
      return [found.state === "asked" && (message.type === "moved" || message.ready === null) ? null : found, []];
    case "ended":
      return [over(found), []];
    default:
      return [found, []];
  }
}

/** @param {Found} found @param {import("../messages").Room} room @returns {Update} */
function entered({ unsought, ...found }, { status, you, red, black, terms, tournament, ready = null }) {
  // Another tab looked for it, and is there.
  if (unsought !== undefined && !tournament) return [null, [{ kind: "send", message: { type: "leave", id: `${unsought}-back`, room: found.room } }]];
  const rival = you === "red" ? black : red;
  if (status === "waiting" || you === null || rival === null) return [null, []];
  if (status === "over") return [over(found), []];
  const known = { ...found, rival: rival.name, terms, ...(tournament && { tournament }) };
  if (status === "playing") return [found.state === "asked" ? null : { ...known, state: "begun", untilMs: null }, []];
  if (ready?.[you]) return [null, []];
  return [{ ...known, state: "asked", untilMs: ready?.by_ms ?? null }, found.state === "coming" ? [{ kind: "sound", sound: "offer" }] : []];
}

/** Only a game that never began is worth a word. @param {Found} found @returns {Found | null} */
const over = (found) => (found.state === "asked" ? { ...found, state: "missed", untilMs: null } : null);

/** @param {string} room @param {string} id @returns {Effect} */
const join = (room, id) => ({ kind: "send", message: { type: "join", id, room } });
