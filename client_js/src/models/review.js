/** What an engine said of a game that is over, as the page reads it. Pure. */

/** @typedef {import("../messages").Review} Review */
/** @typedef {import("../messages").ReviewMark} ReviewMark */

const MATE = 30_000;
const LEAST_MATE = MATE - 1_000;
const CURVE = 0.0045;
/** No move is legal there. */
const NO_MOVE = "a0a0";
/** The signs of marks, as books print them. @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {ReviewMark} mark */
export const signOf = ({ mark }) => SIGNS[mark] ?? "";

/** A score in soldiers, positive where Red is better; `#3` is a mate in three. @param {number} score */
export function scoreText(score) {
  const sign = score > 0 ? "+" : score < 0 ? "−" : "";
  return Math.abs(score) > LEAST_MATE ? `${sign}#${MATE - Math.abs(score)}` : `${sign}${(Math.abs(score) / 100).toFixed(1)}`;
}

/** How likely Red wins, from -1 to 1. @param {number} score */
export const chances = (score) => 2 / (1 + Math.exp(-CURVE * score)) - 1;

/** The best move in the position after so many moves; "" where it is not known. @param {Review} review @param {number} ply */
export function bestAt({ best }, ply) {
  const move = best.slice(ply * 4, ply * 4 + 4);
  return move === NO_MOVE ? "" : move;
}

/** The marks that are worth a line of their own. @param {Review} review */
export const mistakesOf = ({ marks }) => marks.filter(({ mark }) => mark !== "inaccuracy");

/** The moves that decided most, in the order of the game. @param {Review} review @param {number} most */
export const momentsOf = (review, most) => [...mistakesOf(review)].sort((a, b) => b.loss - a.loss).slice(0, most).sort((a, b) => a.ply - b.ply);
