/** The game on the stage, to a spectator: its moves, clocks and chat as its events make them, by version and digest. */

import { faceOf } from "../../models/clock.js";
import { unseenRoom, update } from "../../models/room.js";
import { cellsAt, cellsOf } from "../../models/table.js";
import { freshId } from "../../session/link.js";
import { tick } from "../shared/stage.js";

/** @typedef {ReturnType<typeof createFollowed>} Followed */

/**
 * Joins the room; `leave` leaves it again, if no game page has taken it over meanwhile.
 * @param {import("../../page").Actions} actions @param {string} id @param {string} fen how it stood in the list before it came
 * @param {() => void} changed called when there is something new to see
 */
export function createFollowed(actions, id, fen, changed) {
  let room = unseenRoom(id);

  /** @param {import("../../messages").ServerMessage | import("../../models/room.js").Signal} message */
  function hear(message) {
    const { table, talk } = room;
    const [next, effects] = update(room, message);
    room = next;
    for (const effect of effects) if (effect.kind === "send") actions.send(effect.message);
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

/** Write the clocks of a followed game anew. @param {HTMLElement} root @param {Followed} followed @param {number} serverMs */
export function tickClocks(root, followed, serverMs) {
  tick(root, (room, side) => {
    const table = followed.id === room ? followed.table() : null;
    return table ? [faceOf(table, side, serverMs)?.leftMs ?? null, table.clock.running === side] : [null, false];
  });
}
