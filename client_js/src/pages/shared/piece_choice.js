/** Which pieces somebody who is new can read: characters, or symbols with squares by letters and digits. */

import { smallPiece } from "../../board/drawing.js";
import { keptSettings, settingsFrom } from "../../shell/settings.js";
import { t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";
import { segments } from "../../ui/segments.js";

const KINDS = /** @type {const} */ (["characters", "symbols"]);

const WAS_CHOSEN = keptSettings().pieces !== undefined;

/** Whether the reader is new here: who has chosen pieces on an earlier visit is not asked again before each game. */
export const mayChoose = () => !WAS_CHOSEN;

/**
 * One choice of two; how moves are written follows it, so that what stands at the edges can be read, too.
 * @param {import("../../page").Settings} settings @param {import("../../page").Actions} actions
 */
export function pieceChoice({ pieces, language }, actions) {
  const usual = settingsFrom({ language }, []);
  /** @param {typeof KINDS[number]} kind */
  const choose = (kind) => actions.set(kind === "symbols" ? { pieces: "western", notation: "uci" } : { pieces: usual.pieces, notation: usual.notation });
  return segments(
    t("settings.pieces"),
    KINDS,
    pieces === "western" ? "symbols" : "characters",
    (kind) => {
      const set = kind === "symbols" ? "western" : usual.pieces;
      return el("span", { class: "row s" }, smallPiece("K", set), smallPiece("n", set), t(`pieces.${kind}`));
    },
    choose,
  );
}
