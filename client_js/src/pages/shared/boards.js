/** Games that are watched as whole positions: one subscription, and what each of its boards shows. */

import { freshId } from "../../session/link.js";
import { el } from "../../ui/dom.js";

/** @typedef {import("../../messages").Board} Board */
/** @typedef {import("../../messages").GameInfo} GameInfo */
/** @typedef {{source: string, game: GameInfo | null}} Slot what a board shows, and the game there */

/** The clock of a side in a list; the page that follows the game keeps it. @param {string} room @param {"red" | "black"} side @param {string} [kind] */
export const listClock = (room, side, kind = "num tvclock end") => el("span", { class: kind, "data-room": room, "data-clock": side });

/**
 * A hidden page watches nothing; when it is seen again, it asks anew.
 * @param {import("../../page").Actions} actions
 * @param {(room: string | null) => void} changed called with the room whose position is new, or with null when a board shows another game
 */
export function createBoards(actions, changed) {
  /** @type {Slot[]} */
  let slots = [];
  /** @type {Map<string, Board>} */
  const positions = new Map();
  /** What was asked for last; null after `leave`. @type {{sources: string[], games: GameInfo[]} | null} */
  let wanted = null;
  function onVisibility() {
    if (document.hidden) actions.send({ type: "leave_boards", id: freshId() });
    else void ask();
  }

  async function ask() {
    const asked = wanted;
    if (asked === null || document.hidden) return;
    const told = await actions.ask({ type: "watch_boards", boards: asked.sources }).catch(() => null);
    if (wanted !== asked || told === null) return;
    const named = new Map(asked.games.map((game) => [`room:${game.room}`, game]));
    slots = told.boards.map(({ board, game }) => ({ source: board, game: game ?? named.get(board) ?? null }));
    changed(null);
  }

  return {
    /** The boards, in their order. */
    slots: () => slots,
    /** How a game stands, as far as it has been told. @param {string | undefined} room @returns {Board | null} */
    at: (room) => (room === undefined ? null : (positions.get(room) ?? null)),
    /** @param {string[]} sources @param {GameInfo[]} [games] those that are named by their rooms */
    watch(sources, games = []) {
      wanted = { sources, games };
      document.addEventListener("visibilitychange", onVisibility); // the same one is added once
      return ask();
    },
    /** The line is open again: the same boards are asked for. */
    again: ask,
    leave() {
      if (wanted !== null) actions.send({ type: "leave_boards", id: freshId() });
      document.removeEventListener("visibilitychange", onVisibility);
      wanted = null;
      slots = [];
      positions.clear();
    },
    /** @param {import("../../messages").ServerMessage} message */
    hear(message) {
      if (message.type === "board") {
        positions.set(message.game, message);
        changed(message.game);
      } else if (message.type === "board_changed" && slots[message.slot]) {
        slots = slots.map((slot, i) => (i === message.slot ? { ...slot, game: message.game } : slot));
        changed(null);
      }
    },
  };
}
