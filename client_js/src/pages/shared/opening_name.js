/** What an opening is called, in the reader's language: sentences of the group `openings`. */

import { namesOf, openingOf } from "../../models/openings.js";
import { isSaid, t } from "../../text/catalogue.js";

/** @typedef {import("../../text/catalogue.js").Key} Key */

/** @param {import("../../models/openings.js").Opening} opening */
export function openingText(opening) {
  const [red, black] = namesOf(opening);
  const name = t(/** @type {Key} */ (`opening.${red}`));
  return black ? t("opening.against", { red: name, black: t(/** @type {Key} */ (`opening.to.${black}`)) }) : name;
}

/** What the opening of these moves is called, "" where it has no name, or where the page has no names of openings. @param {string[]} moves */
export function openingName(moves) {
  const opening = isSaid("opening.against") ? openingOf(moves) : null;
  return opening ? openingText(opening) : "";
}
