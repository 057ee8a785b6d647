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

/**
 * The rules of a game as one text, as its PGN has them in two tags: `cxa 1 strict limit=50`. A term without a word of its own
 * here would be lost on the way to a judge, so the words are the names of the fields.
 * @param {Partial<import("../messages").RuleTerms> & {name: string}} rules
 */
export const rulesText = ({ name, version = 1, ...agreed }) =>
  [name, version, ...Object.entries(agreed).flatMap(([key, value]) => (value === true ? [key] : key === "limit" && value !== LIMITS[0] ? [`limit=${value}`] : []))].join(" ");

const RULES_TEXT = /^[a-z0-9]{1,16} \d{1,4}(?: [a-z_]{1,16}(?:=\d{1,4})?){0,9}$/;

/** The rules that a text tells; null if it tells none. @param {string} text @returns {(Partial<import("../messages").RuleTerms> & {name: string, version: number}) | null} */
export function rulesIn(text) {
  if (!RULES_TEXT.test(text)) return null;
  const [name, version, ...words] = text.split(" ");
  const agreed = words.map((word) => {
    const [key, value] = word.split("=");
    return [key, value === undefined ? true : Number(value)];
  });
  return { name, version: Number(version), ...Object.fromEntries(agreed) };
}
