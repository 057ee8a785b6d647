/** The talk of the tournament to which the game on the stage belongs; it is watched while its panel is open. */

import { createTournamentTalk, isKeptOut } from "../shared/tournament_talk.js";
import { freshId } from "../../session/link.js";

/** @param {import("../../page").Actions} actions @param {Parameters<typeof createTournamentTalk>[2]} board @param {() => void} changed */
export function createCup(actions, board, changed) {
  /** @type {{id: string, talk: ReturnType<typeof createTournamentTalk>, isPlaying: boolean} | null} */
  let watched = null;

  async function ask() {
    const asked = watched;
    if (!asked) return;
    const told = await actions.tell({ type: "watch_tournament", tournament: asked.id });
    if (asked !== watched || told?.type !== "tournament") return;
    asked.isPlaying = isKeptOut(told.room, told.info);
    changed();
  }

  /** Watch this tournament, null for none. @param {string | null} id */
  function watch(id) {
    if (id === (watched?.id ?? null)) return;
    watched = id === null ? null : { id, talk: createTournamentTalk(actions, id, board), isPlaying: false };
    if (watched) void ask();
    else actions.send({ type: "unwatch_tournament", id: freshId() });
  }

  return {
    ask,
    watch,
    /** @param {import("../../messages").ServerMessage} message */
    hear(message) {
      if (watched?.talk.hear(message)) {
        watched.isPlaying = false; // nobody hears anything while playing
        changed();
      }
    },
    render() {
      watched?.talk.render(watched.isPlaying);
      return watched?.talk.root ?? null;
    },
  };
}
