/**
 * What the lobby looks like to this reader, and what each message makes of it.
 *
 * `waits` is the reader's intention to be paired, by pool; it outlives a lost connection:
 * when the lobby comes back without us in a queue, we queue up again.
 */

/** @typedef {import("../messages").ServerMessage} ServerMessage */
/** @typedef {import("../messages").ClientMessage} ClientMessage */
/** @typedef {import("../messages").AskedGameTerms} Terms */
/** @typedef {import("../messages").OwnWait & {id?: string}} OwnWait `id` of the intent that is not answered yet */
/** @typedef {import("../messages").SidePreference} SidePreference */
/**
 * @typedef {object} LobbyModel
 * @property {boolean} seen whether the lobby has been received
 * @property {string} entering id of the latest `watch_lobby`; the waits it repeats are named after it
 * @property {string} me one's own player id
 * @property {import("../messages").SeekInfo[]} seeks oldest first
 * @property {import("../messages").Pool[]} pools
 * @property {number} here players connected
 * @property {OwnWait[]} waits the pools one wants to be paired in, and since when one waits
 * @property {OwnWait[]} left those one was taken out of by the latest pairing, which may come to nothing
 * @property {{live: boolean, days: boolean}} offers whether one's own offer of a live game, or of one by days, is open or has just been taken
 * @property {string | null} asked id of a command that leads to a game: a seek taken, an invitation
 * @property {string | null} refusal
 */
/**
 * @typedef {{type: "enter", id: string, me: string} | {type: "leave"}
 *   | {type: "queue", id: string, pool: string, rated: boolean, now_ms: number}
 *   | {type: "unqueue", id: string, pool?: string} | {type: "requeue", id: string}
 *   | {type: "accept_seek", id: string, seek: string}
 *   | {type: "open_game", id: string, terms: Terms, side: SidePreference, audience: "friend" | "anyone",
 *     low?: number | null, high?: number | null, hours?: number}
 *   | {type: "withdraw_seek", id: string, seek: string}} LobbyIntent
 */
/** @typedef {import("../session/types").Connected} Connected */
/** @typedef {import("../session/types").Effect} Effect */
/** @typedef {[LobbyModel, Effect[]]} Update */

/** @type {LobbyModel} */
export const UNSEEN_LOBBY = {
  seen: false,
  entering: "",
  me: "",
  seeks: [],
  pools: [],
  here: 0,
  waits: [],
  left: [],
  offers: { live: false, days: false },
  asked: null,
  refusal: null,
};

/** @param {LobbyModel} model @param {ServerMessage | Connected | LobbyIntent} message @returns {Update} */
export function update(model, message) {
  switch (message.type) {
    case "connected":
      return [{ ...model, entering: "" }, []];
    case "enter":
      return [{ ...model, me: message.me, entering: message.id }, [send({ type: "watch_lobby", id: message.id })]];
    case "leave":
      return [{ ...model, seen: false, entering: "" }, []];
    case "lobby":
      return entered(model, message);
    case "lobby_changed":
      return [changed(model, message), []];
    case "game_opened":
      return paired(model, message);
    case "done":
      return [{ ...model, waits: model.waits.map(({ id, ...wait }) => (id === message.id || !id ? wait : { ...wait, id })) }, []];
    case "refused":
      return refused(model, message);
    case "queue":
    case "unqueue":
    case "requeue":
    case "accept_seek":
    case "open_game":
    case "withdraw_seek":
      return intended({ ...model, refusal: null }, message);
    default:
      return [model, []];
  }
}

/** @param {LobbyModel} model @param {import("../messages").Lobby} lobby @returns {Update} */
function entered(model, lobby) {
  const { seeks, pools, players_online: here } = lobby;
  const told = new Set(lobby.your_waits.map(({ pool }) => pool));
  const missing = model.waits.filter(({ pool }) => !told.has(pool));
  return [
    { ...model, seen: true, seeks, pools, here, waits: [...lobby.your_waits, ...missing], offers: offersAmong(lobby.seeks, model.me) },
    missing.map(({ pool, rated }) => queue(rated, `${model.entering}-${pool.replace(/\W/g, "-")}`, pool)),
  ];
}

/** @param {LobbyModel} model @param {import("../messages").LobbyChanged} change @returns {LobbyModel} */
function changed(model, change) {
  const replaced = new Set([...change.closed, ...change.opened.map((seek) => seek.id)]);
  const seeks = [...model.seeks.filter((seek) => !replaced.has(seek.id)), ...change.opened];
  const pools = model.pools.map((pool) => ({
    ...pool,
    waiting: change.waiting[pool.name] ?? pool.waiting,
    waiting_rated: change.waiting_rated[pool.name] ?? pool.waiting_rated,
  }));
  const opened = offersAmong(change.opened, model.me);
  const offers = { live: model.offers.live || opened.live, days: model.offers.days || opened.days };
  return { ...model, seeks, pools, offers, here: change.players_online };
}

/** @param {import("../messages").SeekInfo} seek */
const isByDays = ({ terms }) => terms.clock.type === "correspondence";

/** Which offers of one's own are among these. @param {import("../messages").SeekInfo[]} seeks @param {string} me @returns {LobbyModel["offers"]} */
function offersAmong(seeks, me) {
  const own = seeks.filter(({ player }) => player === me);
  return { live: own.some((seek) => !isByDays(seek)), days: own.some(isByDays) };
}

/**
 * A game of one's own exists: go there if it is what one waits for. A room in which one waits for
 * somebody else is not: those who are paired, or whose offer is taken, play at once or by days.
 * @param {LobbyModel} model @param {import("../messages").GameOpened} game @returns {Update}
 */
function paired(model, { room, live }) {
  if (!live) return pairedByDays(model, room);
  const { waits, asked } = model;
  const isAwaited = asked !== null || isLookingLive(model);
  const playing = { ...model, waits: [], offers: { ...model.offers, live: false } };
  if (!isAwaited) return [playing, [{ kind: "opened", room }]];
  return [{ ...playing, left: waits, asked: null }, [{ kind: "go", room }]];
}

/** A game that takes no place away: who looks for a live one is told of it and looks on. @param {LobbyModel} model @param {string} room @returns {Update} */
function pairedByDays(model, room) {
  const { offers, seeks, me } = model;
  if (model.asked !== null) return [{ ...model, asked: null, offers: { ...offers, days: offers.days && offersAmong(seeks, me).days } }, [{ kind: "go", room }]];
  if (!offers.days) return [model, []];
  return [{ ...model, offers: { ...offers, days: false } }, [{ kind: isLookingLive(model) ? "found" : "go", room }]];
}

/** @param {LobbyModel} model */
const isLookingLive = ({ waits, offers }) => waits.length > 0 || offers.live;

/** @param {LobbyModel} model @param {import("../messages").Refused} refusal @returns {Update} */
function refused(model, { id, text, room }) {
  if (room !== null) return [model, []];
  return [{ ...model, asked: id === model.asked ? null : model.asked, waits: model.waits.filter((wait) => !id || wait.id !== id), refusal: text }, []];
}

/** @param {LobbyModel} model @param {Exclude<LobbyIntent, {type: "enter" | "leave"}>} intent @returns {Update} */
function intended(model, intent) {
  const { id } = intent;
  switch (intent.type) {
    case "queue":
      return queued(model, intent);
    case "unqueue":
      return unqueued(model, intent);
    case "requeue":
      return [{ ...model, waits: model.left, left: [] }, []];
    case "accept_seek":
      return [{ ...model, asked: id }, [send({ type: "accept_seek", id, seek: intent.seek })]];
    case "open_game":
      return opened(model, intent);
    case "withdraw_seek":
      return [withdrawn(model, intent.seek), [send({ type: "unseek", id, seek: intent.seek })]];
  }
}

/** @param {LobbyModel} model @param {string} seek @returns {LobbyModel} */
function withdrawn(model, seek) {
  const gone = offersAmong(model.seeks.filter(({ id }) => id === seek), model.me);
  return { ...model, offers: { live: model.offers.live && !gone.live, days: model.offers.days && !gone.days } };
}

/** One waits in a pool for a rated game or for a casual one. @param {LobbyModel} model @param {Extract<LobbyIntent, {type: "queue"}>} intent @returns {Update} */
function queued(model, { id, pool, rated, now_ms: sinceMs }) {
  if (model.waits.some((wait) => wait.pool === pool && wait.rated === rated)) return [model, []];
  const others = model.waits.filter((wait) => wait.pool !== pool);
  return [{ ...model, waits: [...others, { pool, rated, since_ms: sinceMs, id }] }, [queue(rated, id, pool)]];
}

/** One pool is left, or all. @param {LobbyModel} model @param {Extract<LobbyIntent, {type: "unqueue"}>} intent @returns {Update} */
function unqueued(model, { id, pool }) {
  const waits = pool === undefined ? [] : model.waits.filter((wait) => wait.pool !== pool);
  return [{ ...model, waits }, [send({ type: "unqueue", id, ...(pool !== undefined && { pool }) })]];
}

/** @param {boolean} rated @param {string} id @param {string} pool */
const queue = (rated, id, pool) => send({ type: "queue", id, pool, ...(rated && { rated }) });

/** @param {LobbyModel} model @param {Extract<LobbyIntent, {type: "open_game"}>} intent @returns {Update} */
function opened(model, { id, terms, side, audience, low = null, high = null, hours = 24 }) {
  if (audience === "anyone") return [model, [send({ type: "seek", id, terms, side, min_rating: low, max_rating: high })]];
  return [{ ...model, asked: id }, [send({ type: "invite", id, terms, side, hours })]];
}

/** One's own open offer: of a live game where there is one, else of one by days. @param {LobbyModel} model */
export function ownSeek({ seeks, me }) {
  const own = seeks.filter(({ player }) => player === me);
  return own.find((seek) => !isByDays(seek)) ?? own[0];
}

/** Whether somebody may come to play with the reader, wherever he is. @param {LobbyModel} model */
export const isSearching = (model) => model.waits.length > 0 || ownSeek(model) !== undefined;

/** @param {ClientMessage} message @returns {Effect} */
const send = (message) => ({ kind: "send", message });
