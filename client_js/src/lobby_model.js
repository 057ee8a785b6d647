/**
 * What the lobby looks like to this reader, and what each message makes of it.
 *
 * `wanted` is the reader's intention to be paired, by pool; it outlives a lost connection:
 * when the lobby comes back without us in a queue, we queue up again.
 */

/** @typedef {import("./messages").ServerMessage} ServerMessage */
/** @typedef {import("./messages").ClientMessage} ClientMessage */
/** @typedef {import("./messages").Terms} Terms */
/** @typedef {import("./messages").Side | "any"} SidePreference */
/**
 * @typedef {object} LobbyModel
 * @property {boolean} seen whether the lobby has been received
 * @property {string} me one's own player id
 * @property {import("./messages").SeekInfo[]} seeks oldest first
 * @property {import("./messages").Pool[]} pools
 * @property {number} here players connected
 * @property {string[]} wanted names of the pools one waits in
 * @property {boolean} rated the games one waits for count for the rating
 * @property {boolean} offering one's own offer is open, or has just been taken
 * @property {string | null} asked id of a command that leads to a game: a seek taken, an invitation
 * @property {string | null} refusal
 */
/**
 * @typedef {{type: "arrived", id: string, me: string} | {type: "away"}
 *   | {type: "want", id: string, pool: string, rated?: boolean} | {type: "stop", id: string}
 *   | {type: "take_seek", id: string, seek: string}
 *   | {type: "open_game", id: string, terms: Terms, side: SidePreference, audience: "friend" | "anyone"}
 *   | {type: "withdraw", id: string}} LobbyWish
 */
/** @typedef {{kind: "send", message: ClientMessage} | {kind: "go", room: string}} Effect */
/** @typedef {[LobbyModel, Effect[]]} Update */

/** @type {LobbyModel} */
export const UNSEEN_LOBBY = {
  seen: false,
  me: "",
  seeks: [],
  pools: [],
  here: 0,
  wanted: [],
  rated: false,
  offering: false,
  asked: null,
  refusal: null,
};

/** @param {LobbyModel} model @param {ServerMessage | LobbyWish} message @returns {Update} */
export function update(model, message) {
  switch (message.type) {
    case "arrived":
      return [{ ...model, me: message.me }, [send({ type: "watch_lobby", id: message.id })]];
    case "away":
      return [{ ...model, seen: false }, []];
    case "lobby":
      return entered(model, message);
    case "lobby_changed":
      return [changed(model, message), []];
    case "game":
      return paired(model, message.room);
    case "refused":
      return refused(model, message);
    case "want":
    case "stop":
    case "take_seek":
    case "open_game":
    case "withdraw":
      return wished({ ...model, refusal: null }, message);
    default:
      return [model, []];
  }
}

/** @param {LobbyModel} model @param {import("./messages").Lobby} lobby @returns {Update} */
function entered(model, lobby) {
  const { seeks, pools, players_here: here } = lobby;
  const missing = model.wanted.filter((pool) => !lobby.your_pools.includes(pool));
  const wanted = [...new Set([...model.wanted, ...lobby.your_pools])];
  return [
    { ...model, seen: true, seeks, pools, here, wanted, offering: lobby.your_seek !== null },
    missing.map((pool) => match(model.rated, `again-${pool.replace(/\W/g, "-")}`, pool)),
  ];
}

/** @param {LobbyModel} model @param {import("./messages").LobbyChanged} change @returns {LobbyModel} */
function changed(model, change) {
  const replaced = new Set([...change.closed, ...change.opened.map((seek) => seek.id)]);
  const seeks = [...model.seeks.filter((seek) => !replaced.has(seek.id)), ...change.opened];
  const pools = model.pools.map((pool) => ({ ...pool, waiting: change.waiting[pool.name] ?? pool.waiting }));
  const offering = model.offering || change.opened.some((seek) => seek.player === model.me);
  return { ...model, seeks, pools, offering, here: change.players_here };
}

/** A game of one's own exists: go there if it is what one waits for. @param {LobbyModel} model @param {string} room @returns {Update} */
function paired(model, room) {
  const isAwaited = model.wanted.length > 0 || model.asked !== null || model.offering;
  return [{ ...model, wanted: [], asked: null, offering: false }, isAwaited ? [{ kind: "go", room }] : []];
}

/** @param {LobbyModel} model @param {import("./messages").Refused} refusal @returns {Update} */
function refused(model, { id, text, room }) {
  if (room !== null) return [model, []];
  return [{ ...model, asked: id === model.asked ? null : model.asked, refusal: text }, []];
}

/** @param {LobbyModel} model @param {Exclude<LobbyWish, {type: "arrived" | "away"}>} wish @returns {Update} */
function wished(model, wish) {
  const { id } = wish;
  switch (wish.type) {
    case "want":
      if (model.wanted.includes(wish.pool)) return [model, []];
      return wanted(model, wish);
    case "stop":
      return [{ ...model, wanted: [] }, [send({ type: "unmatch", id })]];
    case "take_seek":
      return [{ ...model, asked: id }, [send({ type: "take", id, seek: wish.seek })]];
    case "open_game":
      return opened(model, wish);
    case "withdraw":
      return [{ ...model, offering: false }, [send({ type: "unseek", id })]];
  }
}

/** @param {LobbyModel} model @param {Extract<LobbyWish, {type: "want"}>} wish @returns {Update} */
function wanted(model, { id, pool, rated = false }) {
  return [{ ...model, rated, wanted: [...model.wanted, pool] }, [match(rated, id, pool)]];
}

/** @param {boolean} rated @param {string} id @param {string} pool */
const match = (rated, id, pool) => send({ type: "match", id, pool, ...(rated && { rated }) });

/** @param {LobbyModel} model @param {Extract<LobbyWish, {type: "open_game"}>} wish @returns {Update} */
function opened(model, { id, terms, side, audience }) {
  if (audience === "anyone") return [model, [send({ type: "seek", id, terms, side })]];
  return [{ ...model, asked: id }, [send({ type: "invite", id, terms, side })]];
}

/** One's own open offer. @param {LobbyModel} model */
export const ownSeek = (model) => model.seeks.find((seek) => seek.player === model.me);

/** @param {ClientMessage} message @returns {Effect} */
const send = (message) => ({ kind: "send", message });
