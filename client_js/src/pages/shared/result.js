/** How a game ended, in two words. */

import { t } from "../../text/catalogue.js";

/** How a game ended for one who sat there, or (null) who watched. @param {import("../../messages").Outcome} outcome @param {import("../../messages").SideName | null} you */
export function resultText({ winner, result }, you) {
  if (winner === null) return t(result === "none" ? "result.aborted" : "result.draw");
  if (you === null) return t(`result.${winner}`);
  return t(winner === you ? "result.win" : "result.loss");
}
