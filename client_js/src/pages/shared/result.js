/** How a game ended, in two words. */

import { resultWord } from "../../models/result.js";
import { t } from "../../text/catalogue.js";

/** @param {import("../../messages").Outcome} outcome @param {import("../../messages").SideName | null} you */
export const resultText = (outcome, you) => t(`result.${resultWord(outcome, you)}`);

/** What came of a game on a board. @param {import("../../messages").GameInfo["result"]} result */
export const overText = (result) => t(result === "none" ? "result.aborted" : `result.${result}`);
