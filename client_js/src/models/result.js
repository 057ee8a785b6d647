/**
 * How a game ended for one who sat there, or (null) who watched: the end of the key of the words that say it.
 * @param {Pick<import("../messages").Outcome, "winner" | "result">} outcome @param {import("../messages").SideName | null} you
 */
export function resultWord({ winner, result }, you) {
  if (winner === null) return result === "none" ? "aborted" : "draw";
  if (you === null) return winner;
  return winner === you ? "win" : "loss";
}
