/** What a ruling and the end of a game both say of a ply of the cycle, and of a clause. */

import { pieceKey, t, tOf } from "../../text/catalogue.js";
import { el, icon } from "../../ui/dom.js";

/** @typedef {import("../../messages").PlacedPiece} Placed */

/** @param {string} sentence @param {Placed | undefined} placed */
export const withPiece = (sentence, placed) =>
  placed ? `${sentence} (${t(pieceKey(placed.piece))} ${placed.square})` : sentence;

/** @param {{attacker: Placed, victim: Placed}} attack */
export const attackText = ({ attacker, victim }) =>
  t("ruling.on", {
    attacker: t(pieceKey(attacker.piece)),
    from: attacker.square,
    victim: t(pieceKey(victim.piece)),
    to: victim.square,
  });

/** How a kind of ply looks. @param {string} kind */
export const kindBadge = (kind) =>
  el(
    "span",
    { class: kind === "idle" ? "badge" : "badge ruling" },
    kind !== "idle" && icon(kind.includes("check") ? "bolt" : "repeat"),
    tOf(`ruling.${kind}`, kind),
  );

/** A sentence and, apart, the clause that stands in brackets at its end. @param {string} text @returns {[string, string]} */
export function withoutClause(text) {
  const [whole, clause] = text.match(/\s*[(（]([^()（）]*)[)）]\s*$/) ?? ["", ""];
  return [text.slice(0, text.length - whole.length), clause];
}
