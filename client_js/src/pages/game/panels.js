/**
 * The panels of a game: what stands around the board. Each is fetched when it is wanted first, made once, and drawn
 * when its inputs have changed.
 */

import { onChange } from "../../ui/dom.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("./shown.js").ViewState} ViewState */
/** @typedef {import("./shown.js").Panel<any>} Panel */
/** @typedef {import("./shown.js").Drawn<any> & {show: (app: App, view: ViewState) => void}} Standing */

/** What stands beside a game from the start, and by which name. @type {Record<string, () => Promise<Panel>>} */
const FIRST = {
  upper: async () => (await import("./bars.js")).upperBar,
  lower: async () => (await import("./bars.js")).lowerBar,
  slot: () => import("./notice_slot.js"),
  moves: () => import("./moves.js"),
  actions: () => import("./actions.js"),
  headline: () => import("./headline.js"),
  talk: () => import("./talk.js"),
};

/** What is opened, and drawn while it is open. @type {Record<string, () => Promise<Panel>>} */
const OPENED = {
  about: () => import("./about.js"),
  why: () => import("./why.js"),
  share: () => import("./share_panel.js"),
  ruling: () => import("./ruling.js"),
  times: () => import("./times.js"),
  end: () => import("./end.js"),
  keys: () => import("./keys.js"),
  appearance: () => import("./appearance.js"),
};

/** What some games have, or have for a while. @type {Record<string, () => Promise<Panel>>} */
const RARE = {
  strip: () => import("./strip.js"),
  tournament: () => import("./tournament_line.js"),
  ready: () => import("./ready.js"),
  rival: () => import("./rival.js"),
  shortcuts: () => import("./shortcuts.js"),
};

const LATER = { ...OPENED, ...RARE };

/**
 * @param {Record<string, HTMLElement>} hosts by the names of their panels @param {import("./shown.js").Acts} acts
 * @param {() => void} came a panel is there that was not
 */
export function createPanels(hosts, acts, came) {
  /** @type {Map<string, Standing>} */
  const standing = new Map();
  /** Asked for and not there yet. @type {Map<string, Promise<void>>} */
  const coming = new Map();

  /** @param {string} name @param {Panel} panel */
  function put(name, { inputsOf, create }) {
    const drawn = create(hosts[name], acts);
    const draw = onChange(drawn.render);
    standing.set(name, { ...drawn, show: (app, view) => draw(inputsOf(app, view)) });
  }

  /** @param {string} name */
  async function fetched(name) {
    const panel = await LATER[name]().catch(() => null); // no line: the next drawing asks again
    coming.delete(name);
    if (panel === null) return;
    put(name, panel);
    came();
  }

  /** @param {string} name */
  function fetchLate(name) {
    if (!coming.has(name)) coming.set(name, fetched(name));
    return coming.get(name);
  }

  return {
    /** Fetch what stands there from the start. */
    async furnish() {
      const found = await Promise.all(Object.values(FIRST).map((load) => load()));
      Object.keys(FIRST).forEach((name, i) => put(name, found[i]));
      came();
    },
    /** Draw those that are there, and fetch what is wanted besides. @param {App} app @param {ViewState} view @param {(string | null | false | undefined)[]} wanted */
    render(app, view, wanted) {
      for (const [name, panel] of standing) if (!(name in OPENED) || wanted.includes(name)) panel.show(app, view);
      for (const name of wanted) if (name && name in LATER && !standing.has(name)) void fetchLate(name);
    },
    /** @param {number} serverMs */
    tick(serverMs) {
      for (const panel of standing.values()) panel.tick?.(serverMs);
    },
    /** @param {import("../../messages").ServerMessage} message */
    hear(message) {
      for (const panel of standing.values()) panel.hear?.(message);
    },
    /** A key was pressed; what it does is fetched at the first one, and those after it wait for that. @param {KeyboardEvent} event */
    async key(event) {
      if (!standing.has("shortcuts")) await fetchLate("shortcuts");
      standing.get("shortcuts")?.key?.(event);
    },
    /** @param {string} name */
    focus: (name) => standing.get(name)?.focus?.(),
    leave() {
      for (const panel of standing.values()) panel.leave?.();
    },
  };
}
