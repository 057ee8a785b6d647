/** What the opening of a game is called. */

import { cellsOf, START } from "../../models/table.js";
import { useLanguage } from "../../text/catalogue.js";
import { openingName } from "../shared/opening_name.js";

/** "" where it has no name, or the game began elsewhere. @param {Pick<import("../../models/table.js").Table, "startCells" | "moves">} table @param {string} language */
export async function openingOfGame({ startCells, moves }, language) {
  if (startCells !== cellsOf(START)) return "";
  await useLanguage(language, ["openings"]);
  return openingName(moves.map(({ uci }) => uci));
}
