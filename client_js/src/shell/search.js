/**
 * The search as it goes with its reader: how long the lobby is watched, what a pairing or a challenge leads
 * to, and the game that was found. It comes with the first page, or with what it is about.
 */

import { NO_CHALLENGES, update as updateChallenges } from "../models/challenges.js";
import { update as updateFound } from "../models/found_game.js";
import { isSearching, UNSEEN_LOBBY, update as updateLobby } from "../models/lobby.js";
import { freshId } from "../session/link.js";
import { SEARCH_KEY } from "./store.js";

/** @typedef {import("../session/types").Effect} Effect */

/**
 * @param {ReturnType<typeof import("./store.js").createStore>} store @param {ReturnType<typeof import("../session/session.js").openSession>} session
 * @param {() => Promise<unknown>} addNotices before one is asked about a game that was found
 */
export function createSearch(store, session, addNotices) {
  const lobby = session.hold(updateLobby, UNSEEN_LOBBY, (model, effects) => {
    store.show({ lobby: model });
    effects.forEach(lead);
  });
  const found = session.hold(updateFound, null, (model, effects) => {
    store.show({ found: model });
    effects.forEach(session.perform);
  });
  const challenges = session.hold(updateChallenges, NO_CHALLENGES, (model, effects, cause) => {
    store.show({ challenges: model });
    const { route } = store.app;
    const room = "room" in cause ? cause.room : null;
    const isSeen = room !== null && route.page === "game" && route.part === room;
    effects.filter(({ kind }) => kind === "send" || !isSeen).forEach(lead); // its own page says it all
    if (isSeen && model.offered.some((one) => one.room === room && one.answer)) challenges.tell({ type: "put_away", room });
  });

  /** What the lobby or a challenge leads to: at home one goes there; elsewhere, or while one looks on, one is asked. @param {Effect} effect */
  function lead(effect) {
    if (effect.kind === "opened") return void addNotices().then(() => found.tell({ type: "opened", room: effect.room, id: freshId() }));
    if (effect.kind !== "found" && (effect.kind !== "go" || store.app.route.page === "home")) return session.perform(effect);
    void addNotices().then(() => found.tell({ type: "found", room: effect.room, id: freshId() }));
  }

  /** The lobby is watched at home, and wherever the reader goes while he looks for somebody. */
  function follow() {
    const { route, link, me } = store.app;
    if (found.model?.room === route.part) found.tell({ type: "gone_to" });
    if (link !== "open" || !me) return;
    const { seen, entering } = lobby.model;
    const isOn = isSearching(lobby.model);
    const isForgotten = !seen && sessionStorage.getItem(SEARCH_KEY) !== null;
    if (isOn) sessionStorage.setItem(SEARCH_KEY, "1");
    else if (seen) sessionStorage.removeItem(SEARCH_KEY);
    if (isOn || isForgotten || route.page === "home") {
      if (!entering) lobby.tell({ type: "enter", id: freshId(), me });
    } else if (seen) {
      session.send({ type: "leave_lobby", id: freshId() });
      lobby.tell({ type: "leave" });
    }
  }

  /** Rooms of ours that still wait are heard of again, after a reload too. */
  async function findWaiting() {
    if (store.app.games.length === 0) return;
    const { rows } = await session.ask({ type: "my_games" });
    const rooms = rows.filter(({ status }) => status === "waiting").map(({ room }) => room);
    challenges.tell({ type: "found", rooms, id: freshId() });
  }

  store.show({ lobby: lobby.model });
  store.drawnBy(follow);
  session.listen((message) => message.type === "welcome" && void findWaiting());
  if (store.app.link === "open") void findWaiting();

  return { lobby, challenges, found };
}
