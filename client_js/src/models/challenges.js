/**
 * Who asks whom for a game: challenges to the reader, and what the reader has offered to others.
 *
 * A challenge of one's own is a room that waits. We stay in it wherever the reader is, so that the
 * answer is heard on every page; an invitation by a link is the same, for nobody in particular.
 */

/** @typedef {import("../messages").ServerMessage} ServerMessage */
/** @typedef {import("../messages").ChallengeInfo} Challenge */
/** @typedef {import("../messages").PlayerRef} PlayerRef */
/** @typedef {import("../messages").GameTerms} Terms */
/** @typedef {{ending: string, reason: import("../messages").DeclineName | null}} Answer */
/**
 * @typedef {object} Offered a room of one's own that waits for somebody
 * @property {string} room
 * @property {PlayerRef | null} invited null for whoever has the link
 * @property {import("../messages").SideName} side one's own
 * @property {Terms} terms
 * @property {number | null} untilMs the server's time
 * @property {string | null} seatKey what opens the seat to whoever has the link
 * @property {Answer | null} answer what came of it, until it is put away
 */
/**
 * @typedef {object} ChallengesModel
 * @property {Challenge[]} incoming
 * @property {Offered[]} offered
 * @property {string[]} entering rooms of one's own that are gone into and have not been seen: somebody may have come there meanwhile
 */
/** @typedef {{type: "found", rooms: string[], id: string} | {type: "put_away", room: string}} ChallengesSignal
 *   rooms of one's own that wait; an answer that was read */
/** @typedef {import("../session/types").Effect} Effect */
/** @typedef {[ChallengesModel, Effect[]]} Update */

/** @type {ChallengesModel} */
export const NO_CHALLENGES = { incoming: [], offered: [], entering: [] };

/** @param {ChallengesModel} model @param {ServerMessage | import("../session/types").Connected | ChallengesSignal} message @returns {Update} */
export function update(model, message) {
  switch (message.type) {
    case "connected":
      return connected(model, message.session);
    case "found":
      return entered(model, message);
    case "challenged":
      return challenged(model, message.challenge);
    case "challenge_over":
      return [{ ...model, incoming: without(model.incoming, message.room) }, []];
    case "room":
      return shown(model, message);
    case "seated":
      return taken(model, message.room);
    case "ended":
      return ended(model, message);
    case "put_away":
      return [{ ...model, offered: without(model.offered, message.room) }, []];
    default:
      return [model, []];
  }
}

/** Whether the room waits for somebody we hear of from every page. @param {ChallengesModel} model @param {string} room */
export const follows = ({ offered }, room) => offered.some((one) => one.room === room && one.answer === null);

/** Rooms of one's own are gone into, unless one is there. @param {ChallengesModel} model @param {Extract<ChallengesSignal, {type: "found"}>} signal @returns {Update} */
function entered(model, { rooms, id }) {
  const unseen = rooms.filter((room) => !follows(model, room));
  if (unseen.length === 0) return [model, []];
  return [{ ...model, entering: [...new Set([...model.entering, ...unseen])] }, joins(unseen, id)];
}

/** Who waits for us is told anew; into the rooms that wait for others we go again. @param {ChallengesModel} model @param {string} id @returns {Update} */
function connected(model, id) {
  const waiting = model.offered.filter(({ answer }) => answer === null).map(({ room }) => room);
  return [{ ...model, incoming: [] }, joins([...waiting, ...model.entering], id)];
}

/** @param {string[]} rooms @param {string} id what the ids of the messages begin with @returns {Effect[]} */
const joins = (rooms, id) =>
  rooms.map((room, i) => ({ kind: "send", message: { type: "join", id: `${id}-${i}`, room } }));

/** @param {ChallengesModel} model @param {Challenge} challenge @returns {Update} */
function challenged(model, challenge) {
  const isNew = !model.incoming.some(({ room }) => room === challenge.room);
  const incoming = [...without(model.incoming, challenge.room), challenge];
  return [{ ...model, incoming }, isNew ? [{ kind: "sound", sound: "offer" }] : []];
}

/** A room as it stands: it waits, or we learn late what came of it. @param {ChallengesModel} before @param {import("../messages").Room} room @returns {Update} */
function shown(before, room) {
  const { you, terms, invited = null, waits_until_ms: untilMs = null, seat_key: seatKey = null } = room;
  const isEntered = before.entering.includes(room.room);
  const model = isEntered ? { ...before, entering: before.entering.filter((one) => one !== room.room) } : before;
  if (you !== null && (room.status === "waiting" || isEntered)) {
    const one = { room: room.room, invited, side: you, terms, untilMs, seatKey, answer: null };
    const offered = { ...model, offered: [...without(model.offered, room.room), one] };
    return room.status === "waiting" ? [offered, []] : cameOf(offered, room);
  }
  return follows(model, room.room) ? cameOf(model, room) : [model, []];
}

/** A room that waits no longer. @param {ChallengesModel} model @param {import("../messages").Room} room @returns {Update} */
const cameOf = (model, { room, outcome }) => (outcome ? over(model, room, outcome) : taken(model, room));

/** Somebody plays with us: by days there is no hurry, any other game is gone to. @param {ChallengesModel} model @param {string} room @returns {Update} */
function taken(model, room) {
  const one = model.offered.find((offered) => offered.room === room && offered.answer === null);
  if (!one) return [model, []];
  /** @type {Effect} */
  const heard = { kind: "sound", sound: "start" };
  if (one.terms.clock.type === "correspondence") {
    return [withAnswer(model, room, { ending: "taken", reason: null }), [heard]];
  }
  return [{ ...model, offered: without(model.offered, room) }, [heard, { kind: "go", room }]];
}

/** @param {ChallengesModel} model @param {import("../messages").Ended} event @returns {Update} */
function ended(model, { room, outcome }) {
  return follows(model, room) ? over(model, room, outcome) : [model, []];
}

/** What one has withdrawn oneself needs no word. @param {ChallengesModel} model @param {string} room @param {import("../messages").Outcome} outcome @returns {Update} */
function over(model, room, { ending, reason = null }) {
  if (ending === "aborted") return [{ ...model, offered: without(model.offered, room) }, []];
  return [withAnswer(model, room, { ending, reason }), [{ kind: "sound", sound: "end" }]];
}

/** @param {ChallengesModel} model @param {string} room @param {Answer} answer @returns {ChallengesModel} */
const withAnswer = (model, room, answer) => ({
  ...model,
  offered: model.offered.map((one) => (one.room === room ? { ...one, answer } : one)),
});

/** @template {{room: string}} T @param {T[]} rows @param {string} room */
const without = (rows, room) => rows.filter((row) => row.room !== room);
