/**
 * What an opening is called: by the first moves of both sides, however these were mixed, and as well when
 * they were played on the other wing.
 *
 * Source of the names and of what belongs to each: the classes in common use (中炮, 飞相局, 仙人指路, …).
 */

/** @typedef {import("./table.js").Side} Side */
/**
 * @typedef {object} Opening
 * @property {string} red how Red began
 * @property {string} plan what Red went on to, "" where it has no name
 * @property {string} black how Black answered, "" where that has no name
 */

/** So many plies say what an opening is; the archive keeps no more of a game in its lists. */
export const OPENING_PLIES = 12;

/** How Red begins, by the first move. @type {Record<string, string>} */
const BEGINNINGS = {
  h2e2: "central",
  g0e2: "elephant",
  c3c4: "pawn",
  h0g2: "horse",
  h2d2: "cross_palace",
  h2f2: "palcorner",
  h2c2: "golden_hook",
  h0i2: "edge_horse",
  h2i2: "edge_cannon",
  h2h4: "river_cannon",
  h2h6: "crossing_cannon",
  h2h1: "turtle_cannon",
  f0e1: "advisor",
  i3i4: "edge_pawn",
};

/** Moves that are written as one word: `h2e2h9g7`. @param {string} written @returns {string[]} */
export const movesOf = (written) => written.match(/..../g) ?? [];

/** @typedef {[name: string, red: string[], black: string[]]} Pattern a name, and what each side must have played, in any order */

/** What Red goes on to with a central cannon, the most telling first. @type {Pattern[]} */
const PLANS = [
  ["same_straight", ["h2e2", "i0h0"], ["h7e7", "i9i8"]],
  ["same_crosswise", ["h2e2", "i0i1"], ["h7e7", "i9h9"]],
  ["five_nine", ["h2e2", "b2a2"], []],
  ["five_seven", ["h2e2", "b2c2"], []],
  ["five_six", ["h2e2", "b2d2"], []],
  ["five_eight", ["h2e2", "b2b6"], []],
  ["central_river_cannon", ["h2e2", "b2b4"], []],
  ["crossing_chariot", ["h2e2", "h0h6"], []],
  ["river_chariot", ["h2e2", "h0h4"], []],
];

/** How Black answers a central cannon, the most telling first. @type {Pattern[]} */
const TO_CENTRAL = [
  ["half_opposite", [], ["h9g7", "b7e7"]],
  ["half_same", [], ["b9c7", "h7e7"]],
  ["blockade", [], ["h9g7", "i9h9", "h7h3"]],
  ["sandwiched", [], ["b9c7", "h7f7"]],
  ["sandwiched", [], ["h9g7", "b7d7"]],
  ["single_horse", [], ["b9c7", "h9i7"]],
  ["single_horse", [], ["h9g7", "b9a7"]],
  ["screen", [], ["h9g7", "b9c7"]],
  ["tiger", [], ["h9g7", "h7i7", "i9h9"]],
  ["tiger", [], ["b9c7", "b7a7", "a9b9"]],
];

/** How Black answers by the first move: to one beginning, or (*) to any other. @type {Record<string, Record<string, string>>} */
const ANSWERS = {
  central: { h7e7: "same", b7e7: "opposite" },
  pawn: { g6g5: "facing_pawns", b7c7: "under_pawn" },
  elephant: { g9e7: "same_elephants", c9e7: "opposite_elephants" },
  "*": {
    ...{ h7e7: "central", b7e7: "central", h9g7: "horse", b9c7: "horse", g9e7: "elephant", c9e7: "elephant" },
    ...{ g6g5: "pawn", c6c5: "pawn", b7f7: "cross_palace", h7d7: "cross_palace", h7f7: "palcorner", b7d7: "palcorner" },
    ...{ h7c7: "golden_hook", b7g7: "golden_hook" },
  },
};

/** Names of both sides' play at once. */
const OF_BOTH = ["same", "opposite", "half_same", "half_opposite", "facing_pawns", "same_elephants", "opposite_elephants", "same_straight", "same_crosswise"];

const FILES = "abcdefghi";
/** The same on the other wing. @param {string} move */
const mirrored = (move) => move.replace(/[a-i]/g, (file) => FILES[FILES.length - 1 - FILES.indexOf(file)]);

/** @param {Pattern} pattern @param {Record<Side, string[]>} played */
const isPlayed = ([, red, black], played) => red.every((move) => played.red.includes(move)) && black.every((move) => played.black.includes(move));

/** What the opening of a game is called, null where it has no name. @param {string[]} moves of the game from its start @returns {Opening | null} */
export function openingOf(moves) {
  if (moves.length === 0) return null;
  const seen = moves.slice(0, OPENING_PLIES);
  const all = moves[0] in BEGINNINGS ? seen : seen.map(mirrored);
  const red = BEGINNINGS[all[0]];
  if (red === undefined) return null;
  const played = { red: all.filter((_, ply) => ply % 2 === 0), black: all.filter((_, ply) => ply % 2 === 1) };
  /** @param {Pattern[]} patterns */
  const found = (patterns) => patterns.find((pattern) => isPlayed(pattern, played))?.[0] ?? "";
  const first = played.black[0] ?? "";
  const answer = ANSWERS[red]?.[first] || (red === "central" ? found(TO_CENTRAL) : ANSWERS["*"][first]) || "";
  const plan = red === "central" ? found(PLANS) : "";
  return { red, plan: plan.startsWith("same") && answer !== "same" ? "" : plan, black: answer };
}

/** Whether a game's opening is the one that is wanted, or a part of it. @param {Opening | null} opening @param {Opening} wanted */
export const isOpening = (opening, wanted) =>
  opening !== null && opening.red === wanted.red && ["", opening.plan].includes(wanted.plan) && ["", opening.black].includes(wanted.black);

/** The names of which an opening's is made: that of both sides' play, or each side's own. @param {Opening} opening @returns {string[]} */
export function namesOf({ red, plan, black }) {
  const both = [plan, black].find((name) => OF_BOTH.includes(name));
  return both ? [both] : [plan || red, black].filter(Boolean);
}

/** The openings that one can look for, each by the moves in which it is played most often. */
export const KNOWN_OPENINGS = [
  "h2e2",
  "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7",
  "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6",
  "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h4",
  "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0c2 g6g5 b2d2",
  "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2",
  "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b2b6",
  "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 g6g5 b0c2 b7a7 b2a2",
  "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b2b4",
  "h2e2 b9c7 h0g2 h7f7",
  "h2e2 b9c7 h0g2 h9i7",
  "h2e2 h9g7 h0g2 i9h9 i0h0 h7i7",
  "h2e2 h9g7 h0g2 i9h9 i0h0 h7h3",
  "h2e2 h7e7",
  "h2e2 h7e7 h0g2 h9g7 i0h0 i9i8",
  "h2e2 h7e7 h0g2 h9g7 i0i1 i9h9",
  "h2e2 b7e7",
  "h2e2 h9g7 h0g2 i9h9 i0h0 b7e7",
  "c3c4",
  "c3c4 b7c7",
  "c3c4 g6g5",
  "c3c4 h7e7",
  "c3c4 g9e7",
  "g0e2",
  "g0e2 h7e7",
  "g0e2 g9e7",
  "g0e2 b7d7",
  "g0e2 b7f7",
  "g0e2 g6g5",
  "h0g2",
  "h2d2",
  "h2f2",
].map((line) => ({ line, opening: /** @type {Opening} */ (openingOf(line.split(" "))) }));
