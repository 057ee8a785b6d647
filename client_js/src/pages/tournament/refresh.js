/** Asking again after something has changed: so often at most, however often it changes. */

/** @param {() => unknown} ask @param {number} everyMs */
export function createRefresh(ask, everyMs) {
  let isStale = false;
  let askedMs = 0;
  return {
    /** What is known is no longer so. */
    refresh: () => void (isStale = true),
    /** @param {number} nowMs */
    tick(nowMs) {
      if (!isStale || nowMs - askedMs < everyMs) return;
      isStale = false;
      askedMs = nowMs;
      void ask();
    },
  };
}
