/** Has one tab of a reader's many show something: the first that wants to, and another once that is closed or done. */

/** @param {string} name of what is shown @param {() => void} changed this tab may show it now */
export function createOneTab(name, changed) {
  let isOurs = false;
  /** Gives up the place, or the place in the line. @type {(() => void) | null} */
  let end = null;

  function lineUp() {
    const aborted = new AbortController();
    /** @type {() => void} */
    let release = () => {};
    const held = /** @type {Promise<void>} */ (new Promise((resolve) => (release = resolve)));
    end = () => {
      aborted.abort();
      release();
    };
    const hold = () => {
      isOurs = true;
      changed();
      return held;
    };
    navigator.locks.request(name, { signal: aborted.signal }, hold).catch(() => null); // out of the line
  }

  return {
    /** Whether this tab shows it. A browser without locks shows it in each. @param {boolean} wants it has something to show */
    shows(wants) {
      if (!navigator.locks) return wants;
      if (wants && end === null) lineUp();
      if (!wants && end !== null) {
        end();
        end = null;
        isOurs = false;
      }
      return wants && isOurs;
    },
  };
}
