/** The rules that are put together for a game or a tournament, and how they are sent. Pure. */

/**
 * @typedef {object} WantedRules
 * @property {string} rules
 * @property {boolean} forbid
 * @property {boolean} strict
 * @property {boolean | null} entering whether the move that enters a repetition counts; null leaves it to the rule set
 * @property {number} limit moves without a capture until a draw, 0 for none
 * @property {boolean} always
 * @property {boolean} nineRounds
 */

/** The rule sets that punish; the others ban by their own text and know no such option. */
export const PUNISHING = ["axf", "wxf", "cxa", "club"];
/** The rule sets whose book counts the move that enters a repetition. */
export const COUNTING_ENTRY = ["cxa"];
/** The rule sets that know nine rounds of attacks; they lose and forbid nothing. */
export const COUNTING_ROUNDS = ["cxa"];
/** The rule sets that leave some rulings to an arbiter, unless told to rule always. */
export const DOUBTING = ["cxa"];

/** The natural limits that may be agreed on, 0 for none. */
export const LIMITS = [60, 50, 0];

/** @type {WantedRules} */
export const USUAL_RULES = { rules: "axf", forbid: false, strict: false, entering: null, limit: 60, always: false, nineRounds: false };

/** As they are sent: what the rule set does not know is left out. @param {WantedRules} wanted @returns {import("../messages").AskedRuleTerms} */
export const rulesOf = ({ rules, forbid, strict, entering, limit, always, nineRounds }) => ({
  name: rules,
  forbid: forbid && PUNISHING.includes(rules),
  strict: strict && PUNISHING.includes(rules),
  entering: PUNISHING.includes(rules) ? entering : null,
  limit,
  always: always && DOUBTING.includes(rules),
  nine_rounds: nineRounds && COUNTING_ROUNDS.includes(rules) && !forbid,
});
