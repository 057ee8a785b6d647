/** What stands around every page and its first look does not need: each part is fetched when it is. */

import { useLanguage } from "../text/catalogue.js";
import { fill, onChange, outlinesOf } from "../ui/dom.js";
import { CALLS_KEY, SEARCH_KEY } from "./store.js";

/** @typedef {import("../messages").ServerMessage} ServerMessage */

const TICK_MS = 100;
/** Of what a room tells whoever comes nothing is heard. */
const QUIET = ["connected", "room", "done", "legal", "chat_history", "presence", "ping"];

/** Load once; what failed is tried again when it is asked for again. @template T @param {() => Promise<T>} load */
function once(load) {
  /** @type {Promise<T> | null} */
  let coming = null;
  return () =>
    (coming ??= load().catch((failure) => {
      coming = null;
      throw failure;
    }));
}

/** Whether there is a search, a challenge or a game that was found: before a line that dies. @param {import("../page").App} app */
const isBusy = ({ lobby, challenges, found, room, starting, me }) =>
  Boolean(lobby?.waits.length || lobby?.seeks.some(({ player }) => player === me) || found || starting || room?.table?.ready) ||
  [challenges.incoming, challenges.offered, challenges.entering].some(({ length }) => length > 0);

/** @param {string} id @returns {HTMLElement} */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Put outlines into the page. @param {"sprite" | "sets"} name */
export async function loadArt(name) {
  part("sprite").append(document.importNode((await outlinesOf(name)).documentElement, true));
}

/**
 * @param {{store: ReturnType<typeof import("./store.js").createStore>, session: ReturnType<typeof import("../session/session.js").openSession>,
 *   actions: import("../page").Actions, perform: (effect: import("../page").PageEffect) => void, heading: () => string}} page
 */
export function createExtras({ store, session, actions, perform, heading }) {
  let isDrawnOnce = false;
  /** When the reader last pressed a key or a button. */
  let touchedMs = 0;
  let calling = () => "";
  /** From the first gesture on; before it no browser lets a page sound. @type {ReturnType<typeof import("./sound.js").createSounds> | null} */
  let play = null;
  /** What came of challenges, and games that began, before their module. @type {ServerMessage[]} */
  const early = [];

  const allSets = once(() => loadArt("sets"));
  const services = once(async () => (await import("./services.js")).createServices(part("toast")));

  const search = once(async () => {
    const { createSearch } = await import("./search.js");
    const made = createSearch(store, session, notices);
    for (const message of early) made[message.type === "game_opened" ? "lobby" : "challenges"].tell(message);
    return made;
  });

  /** Challenges and the search, on every page, once there is one. */
  const notices = once(async () => {
    const [shown, bar] = await Promise.all([import("./challenges.js"), import("./search_bar.js"), search()]);
    const searchBar = bar.createSearchBar(part("search"), actions, session.now);
    store.drawnBy(shown.createChallenges(part("challenges"), actions, session.now));
    store.drawnBy(searchBar.render);
    calling = () => searchBar.title(store.app, session.now());
    store.show({});
  });

  /** Tournaments that begin soon: for those who may have entered one. */
  const starts = once(async () => store.drawnBy((await import("./starts.js")).createStarts(part("notice"), store, session).render));

  /** What the operators say, the ladder, and offers in tournaments: words of their own group. */
  const operators = async () => (await Promise.all([import("./notice.js"), useLanguage(store.app.settings.language, ["social"])]))[0];

  /** @param {ServerMessage} message */
  async function hear(message) {
    switch (message.type) {
      case "game_opened":
      case "challenged":
      case "challenge_over":
        if (message.type === "game_opened" && !message.live) return; // nobody has to be there at once
        early.push(message);
        return isDrawnOnce ? notices() : undefined;
      case "sanctioned":
        return (await operators()).showNotice(part("notice"), message);
      case "tournament_offer": {
        const { route } = store.app;
        const isElsewhere = route.page !== "game" && !(route.page === "tournament" && route.part === message.tournament);
        return (await operators()).showPairOffer(part("notice"), message, isElsewhere);
      }
      case "ladder_changed": {
        const { challenge } = message;
        const isToUs = challenge?.to.player === store.app.me && challenge.room === null;
        return (await operators()).showLadderChallenge(part("notice"), isToUs ? challenge : null);
      }
    }
  }

  /** Say what an acknowledged move is worth here, if it is less than elsewhere. @param {import("../page").App} app */
  async function tellPromise({ durability }) {
    if (durability !== "volatile" && durability !== "degraded") fill(part("promise"));
    else (await operators()).showPromise(part("promise"), durability);
  }
  session.listen((message) => void hear(message));
  store.drawnBy(onChange((app) => void tellPromise(app), (app) => [app.durability, document.documentElement.lang]));

  /** Sounds are fetched at a gesture, or at the next one when there is no line. */
  const unlock = () => void (play ?? import("./sound.js").then(({ createSounds }) => (play ??= createSounds()), () => {}));

  /** The bar on top, and whether somebody is there. */
  async function addRest() {
    const [bar, { createPresence }] = await Promise.all([import("./top.js"), import("./presence.js")]);
    const drawTop = bar.createTop({ top: part("top"), menu: part("menu"), tabs: part("tabs") }, actions);
    createPresence(store, session, () => touchedMs);
    isDrawnOnce = true;
    store.drawnBy((app) => {
      drawTop(app, heading());
      if (app.route.page === "game") return;
      void search();
      if (isBusy(app)) void notices();
      if (!app.guest) void starts();
    });
    store.show({});
    if (early.length > 0 || sessionStorage.getItem(SEARCH_KEY) || localStorage.getItem(CALLS_KEY)) await notices();
  }

  const voice = once(() => import("./voice.js"));
  const clocks = once(() => import("../models/clock.js"));

  /** Words for those who listen, and sounds: fetched once there is something to hear. */
  function addVoice() {
    session.watch(async (before, message, after) => {
      if (message && QUIET.includes(message.type) && after.table?.status !== "readying") return;
      (await voice()).effectsOf(before, message, after).forEach(perform);
    });
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, unlock, { capture: true });
    let wasShort = true; // of a clock that was low when we came, nothing is said
    setInterval(async () => {
      const table = store.app.room?.table;
      const isLow = table ? (await clocks()).isShort(table, session.now()) : false;
      if (isLow && !wasShort) perform({ kind: "sound", sound: "low" });
      wasShort = isLow;
    }, TICK_MS);
  }

  for (const gesture of ["pointerdown", "keydown"])
    addEventListener(gesture, () => (touchedMs = performance.now()), { capture: true, passive: true });

  return {
    allSets,
    services,
    search,
    /** @param {import("../session/types").Sound} sound */
    play: (sound) => play?.(sound, store.app.settings.volume),
    /** What waits for the reader, "" for nothing. */
    calling: () => calling(),
    /** Fetch all that can wait for the first look. */
    add: () => addRest().then(addVoice),
  };
}
