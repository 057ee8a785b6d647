/** Days and times as the language of the page writes them. */

/** @param {Intl.DateTimeFormatOptions} how @param {number} ms */
const written = (how, ms) => new Intl.DateTimeFormat(document.documentElement.lang, how).format(ms);

/** The hour and minute of a moment. @param {number} ms */
export const timeText = (ms) => written({ timeStyle: "short" }, ms);

/** A day, such as 21 Nov 2026. @param {number} ms */
export const dateText = (ms) => written({ dateStyle: "medium" }, ms);

/** A month, such as Nov. @param {number} ms its first day, at midnight UTC */
export const monthText = (ms) => written({ month: "short", timeZone: "UTC" }, ms);

/** A day and time. @param {number} ms */
export const dateTimeText = (ms) => written({ dateStyle: "medium", timeStyle: "short" }, ms);
