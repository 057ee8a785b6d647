/** How fast a game is, and how late it is seen. */

import { secondsText, t } from "../../text/catalogue.js";
import { badge } from "../../ui/parts.js";

/** @typedef {import("../../messages").SpeedName} SpeedName */

/** @type {readonly SpeedName[]} */
export const SPEEDS = ["bullet", "blitz", "rapid", "classical", "correspondence"];

/** @param {SpeedName} speed */
export const speedText = (speed) => t(/** @type {import("../../text/catalogue.js").Key} */ (`speed.${speed}`));

/** How fast a game is; the speed of one without a clock says nothing. @param {Pick<import("../../messages").GameInfo | import("../../messages").MyGame, "speed" | "clock">} game */
export const paceText = ({ speed, clock }) => (clock === "none" ? t("clock.none") : speedText(speed));

/** By how much a game is seen late, where it is. @param {number} [delayMs] */
export const lateBadge = (delayMs = 0) => delayMs > 0 && badge(t("game.late", { time: secondsText(delayMs) }), "warn", "hour");
