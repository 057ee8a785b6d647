/** How a game ended, in two words. */

import { t } from "../../text/catalogue.js";

/** Endings that give no result. */
export const NO_RESULT = ["aborted", "expired", "void", "declined"];

/** How a game ended for one who sat there, or (null) who watched. @param {import("../../messages").Outcome} outcome @param {import("../../messages").SideName | null} you */
export function resultText({ winner, ending }, you) {
  if (winner === null) return t(NO_RESULT.includes(ending) ? "result.aborted" : "result.draw");
  if (you === null) return t(`result.${winner}`);
  return t(winner === you ? "result.win" : "result.loss");
}
