/** What players say most, said by one press in the language of whoever reads it; fetched when it is asked for. */

import { t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";

const PHRASES = /** @type {const} */ ([
  "hello",
  "good_luck",
  "thanks",
  "good_game",
  "well_played",
  "sorry",
  "one_moment",
  "bye",
]);

/** @param {(phrase: typeof PHRASES[number]) => void} say */
export const phraseButtons = (say) =>
  PHRASES.map((phrase) => el("button", { type: "button", class: "btn sm", onclick: () => say(phrase) }, t(`phrase.${phrase}`)));
