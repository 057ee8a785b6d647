/** A game that is followed beside others: its position and clocks as its events make them, by version and digest. */

import { filesIn } from "../../board/drawing.js";
import { unseenRoom, update } from "../../models/room.js";
import { cellsAt, cellsOf } from "../../models/table.js";
import { freshId } from "../../session/link.js";

/** @typedef {ReturnType<typeof createFollowed>} Followed */
/** @typedef {Pick<import("../../board/drawing.js").Scene, "pieces" | "letters" | "digits">} Style */

/**
 * Joins the room; `leave` leaves it again, if no game page has taken it over meanwhile.
 * @param {import("../../page").Actions} actions @param {string} id @param {string} fen how it stood in the list before it came
 * @param {() => void} changed called when there is something new to see
 * @param {(message: import("../../messages").ClientMessage) => import("../../messages").ClientMessage} [sends] makes of its reader a spectator of the game, or none
 */
export function createFollowed(actions, id, fen, changed, sends = besides) {
  let room = unseenRoom(id);

  /** @param {import("../../messages").ServerMessage | import("../../models/room.js").Signal} message */
  function hear(message) {
    const { table, talk } = room;
    const [next, effects] = update(room, message);
    room = next;
    for (const effect of effects) if (effect.kind === "send") actions.send(sends(effect.message));
    if (room.table !== table || room.talk !== talk) changed();
  }

  return {
    id,
    hear,
    join: () => hear({ type: "connected", session: freshId(), me: "" }),
    /** What is known of it, null before it came. */
    table: () => room.table,
    /** What those who watch have said. */
    talk: () => room.talk.spectators,
    /** Where it stands, and the move that led there. */
    position() {
      const { table } = room;
      if (!table) return { cells: cellsOf(fen), last: null };
      return { cells: cellsAt(table, table.moves.length), last: table.moves.at(-1)?.uci ?? null };
    },
    leave() {
      if (actions.app().room?.room !== id) actions.send({ type: "leave", id: freshId(), room: id });
    },
  };
}

/** A reader of a list is no spectator of the games in it. @param {import("../../messages").ClientMessage} message */
const besides = (message) => (message.type === "join" ? { ...message, board_only: true } : message);

/** Pieces and the names of files as the reader has chosen. @param {import("../../page").Settings} settings @returns {Style} */
export const styleOf = ({ pieces, notation }) => ({ pieces, ...filesIn(notation) });
