/** How long is left, as one says it where no clock runs: `3 days`, `5 hr`, `9 min`, rounded up; at least a minute. */

const MINUTE_MS = 60_000;
/** @type {[number, string][]} */
const UNITS = [
  [24 * 60 * MINUTE_MS, "day"],
  [60 * MINUTE_MS, "hour"],
];

/** @param {number} ms @returns {string} */
export function leftText(ms) {
  const [unitMs, unit] = UNITS.find(([least]) => ms >= least) ?? [MINUTE_MS, "minute"];
  const style = { style: /** @type {const} */ ("unit"), unit, unitDisplay: /** @type {const} */ ("short") };
  return new Intl.NumberFormat(document.documentElement.lang, style).format(Math.max(1, Math.ceil(ms / unitMs)));
}
