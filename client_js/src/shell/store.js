/** All that is shown, and who draws it. */

/** @typedef {import("../page").App} App */

// Known before the modules that write there come.
/** Whether this tab looks for somebody to play with: after a reload, too. */
export const SEARCH_KEY = "xiangqi.search";
/** Whether the reader wants to be called by a notice of the system. */
export const CALLS_KEY = "xiangqi.calls";
/** When this browser last gave the server its push subscription. */
export const PUSH_KEY = "xiangqi.push";
/** What the reader wishes notices to be about, as the server knows it. */
export const WISHES_KEY = "xiangqi.wishes";

/** @param {App} first */
export function createStore(first) {
  let app = first;
  let isDrawn = true;
  /** @type {((app: App) => void)[]} */
  const drawers = [];

  function draw() {
    isDrawn = true;
    for (const drawer of drawers) drawer(app);
  }

  return {
    get app() {
      return app;
    },
    /** Change what is shown; drawn once, when all changes of the moment are made. @param {Partial<App>} change */
    show(change) {
      app = { ...app, ...change };
      if (isDrawn) queueMicrotask(draw);
      isDrawn = false;
    },
    /** Draw now. */
    draw,
    /** Have something drawn whenever anything changes. @param {(app: App) => void} drawer */
    drawnBy: (drawer) => void drawers.push(drawer),
  };
}
