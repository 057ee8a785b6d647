/** The plan of a tournament that is being announced: what was chosen, what is sent, and what deserves a warning. */

import { rulesOf, USUAL_RULES } from "./rule_terms.js";

/** @typedef {import("../messages").AskedTournamentPlan} AskedTournamentPlan */
/** @typedef {"arena" | "swiss" | "robin" | "knockout" | "team_robin"} FormatName */
/** @typedef {import("../messages").TournamentPlan["ranking"]} Ranking */
/**
 * @typedef {object} PlanItself
 * @property {FormatName} format
 * @property {string} clock one of `CLOCKS`
 * @property {number} inMinutes from now until the start; 0 when a moment was chosen
 * @property {number} startsMs the moment that was chosen, 0 for none
 * @property {number} minutes of an arena
 * @property {number} rounds of a Swiss tournament
 * @property {boolean} leave by days a vacation stops the clock
 * @property {boolean} late in a Swiss tournament who enters late has half a win for each round missed
 * @property {boolean} double everybody meets everybody twice
 * @property {number} match how many games a match of a knock-out has
 * @property {boolean} third who lost before the final play for the third place
 * @property {boolean} berserk in an arena one may halve one's time for a point more
 * @property {number} breakS between two rounds
 * @property {number} freeDays for so many days the pairs of a round robin play when both want to; 0 for rounds
 * @property {boolean} rated
 * @property {boolean} bots
 * @property {number} low the least rating that may enter, 0 for any
 * @property {number} high the greatest, 0 for any
 * @property {number} games so many rated games one must have played
 * @property {number} days so old an account must be
 * @property {boolean} invited only those whom the organiser invites may enter
 * @property {string} teams a line each; "" for none
 * @property {number} leaders so many of a team count in an arena
 * @property {number} boards of a match of two teams
 * @property {Ranking | ""} ranking "" for the usual one of the format
 * @property {number} delay seconds after which spectators are told
 * @property {boolean} atBoards it is played at real boards
 * @property {number} everyDays at real boards, so many days from one round to the next; 0 where the organiser begins each
 * @property {string} name "" for one made of the format and the clock
 * @property {string} text
 */
/** @typedef {PlanItself & import("./rule_terms.js").WantedRules} WantedPlan */
/** @typedef {"few_games" | "long" | "by_days" | "many_rounds"} Warning */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MOVES = 40;

/** @type {Record<string, import("../messages").ClockTerms>} */
export const CLOCKS = {
  "1+0": { type: "fischer", main_ms: MINUTE_MS, increment_ms: 0 },
  "3+2": { type: "fischer", main_ms: 3 * MINUTE_MS, increment_ms: 2_000 },
  "5+3": { type: "fischer", main_ms: 5 * MINUTE_MS, increment_ms: 3_000 },
  "10+5": { type: "fischer", main_ms: 10 * MINUTE_MS, increment_ms: 5_000 },
  "15+10": { type: "fischer", main_ms: 15 * MINUTE_MS, increment_ms: 10_000 },
  "30+15": { type: "fischer", main_ms: 30 * MINUTE_MS, increment_ms: 15_000 },
  days: { type: "correspondence", days: 3, bank_days: 0, leave: null },
};

/** @type {WantedPlan} */
export const FIRST_PLAN = {
  format: "arena",
  clock: "3+2",
  inMinutes: 30,
  startsMs: 0,
  minutes: 45,
  rounds: 5,
  leave: false,
  late: false,
  double: false,
  match: 1,
  third: true,
  berserk: true,
  breakS: 60,
  freeDays: 0,
  ...USUAL_RULES,
  rated: true,
  bots: false,
  low: 0,
  high: 0,
  games: 0,
  days: 0,
  invited: false,
  teams: "",
  leaders: 5,
  boards: 4,
  ranking: "",
  delay: 0,
  atBoards: false,
  everyDays: 0,
  name: "",
  text: "",
};

/** The clocks a format can be played on: an arena knows no days. @param {FormatName} format */
export const clocksOf = (format) => Object.keys(CLOCKS).filter((clock) => format !== "arena" || clock !== "days");

/** By what equal points are told apart unless another order is chosen. @param {FormatName} format @returns {Ranking} */
export const usualRanking = (format) => (format === "robin" ? "cxa_robin" : "cxa_swiss");

/** The plan with something changed; a clock that the format does not know becomes the first one. @param {WantedPlan} plan @param {Partial<WantedPlan>} change @returns {WantedPlan} */
export function changed(plan, change) {
  const next = { ...plan, ...change };
  if (isAtBoards(next) && next.clock === "days") return { ...next, clock: FIRST_PLAN.clock };
  return clocksOf(next.format).includes(next.clock) ? next : { ...next, clock: FIRST_PLAN.clock };
}

/** Whether it is played at real boards. @param {WantedPlan} plan */
export const isAtBoards = ({ format, atBoards }) => atBoards && format !== "arena";

/** So far ahead a round may begin. */
const MOST_DATE_MS = 390 * DAY_MS;
/** So many dates where the number of rounds follows from who enters. */
const USUAL_DATES = 30;

/** When each round begins. @param {WantedPlan} plan @param {number} nowMs @returns {number[]} */
function datesOf(plan, nowMs) {
  if (!isAtBoards(plan) || plan.everyDays === 0) return [];
  const first = startOf(plan, nowMs);
  const dates = Array.from({ length: plan.format === "swiss" ? plan.rounds : USUAL_DATES }, (_, i) => first + i * plan.everyDays * DAY_MS);
  return dates.filter((date) => date <= nowMs + MOST_DATE_MS);
}

/** When it begins, in whole milliseconds. @param {WantedPlan} plan @param {number} nowMs */
export const startOf = ({ inMinutes, startsMs }, nowMs) => Math.round(inMinutes > 0 ? nowMs + inMinutes * MINUTE_MS : startsMs);

/** The names of the teams. @param {WantedPlan} plan */
const teamNames = ({ teams }) => teams.split("\n").map((name) => name.trim()).filter(Boolean);

/** Whether pairs play when both want to: by days they do anyhow. @param {WantedPlan} plan */
export const isFreePlan = ({ format, clock, freeDays, atBoards }) => format === "robin" && clock !== "days" && freeDays > 0 && !atBoards;

/** Its clock. @param {WantedPlan} plan @returns {import("../messages").ClockTerms} */
function clockOf({ clock, leave }) {
  const terms = CLOCKS[clock];
  return terms.type === "correspondence" && leave ? { ...terms, leave } : terms;
}

/** What is sent. @param {WantedPlan} plan @param {string} name @param {number} nowMs the server's time @returns {AskedTournamentPlan} */
export function planOf(plan, name, nowMs) {
  const { format, freeDays, minutes, rounds, late, double, match, third, berserk, breakS, rated, bots, low, high, games, days, invited, leaders, boards, ranking, delay, text } = plan;
  const teams = teamNames(plan);
  /** @type {Record<FormatName, AskedTournamentPlan["format"]>} */
  const formats = {
    arena: { type: "arena", minutes, berserk, teams, leaders },
    swiss: { type: "swiss", rounds, break_s: breakS, late_points: late ? 1 : 0 },
    robin: { type: "robin", double, break_s: breakS, until_ms: isFreePlan(plan) ? startOf(plan, nowMs) + freeDays * DAY_MS : null },
    knockout: { type: "knockout", games: match, third_place: third },
    team_robin: { type: "team_robin", teams, boards, double, break_s: breakS },
  };
  return {
    name: plan.name.trim() || name,
    format: formats[format],
    terms: { clock: clockOf(plan), rules: rulesOf(plan), rated: rated && !isAtBoards(plan), delay_ms: delay * 1_000 },
    starts_ms: startOf(plan, nowMs),
    text: text.trim(),
    conditions: { min_rating: low || null, max_rating: high || null, min_games: games, min_account_days: days, bots, invited },
    ranking: ranking || usualRanking(format),
    at_boards: isAtBoards(plan),
    dates: datesOf(plan, nowMs),
  };
}

/** @typedef {{name: string, startsMs: number, text: string, low: number, high: number, invited: boolean}} Amendment 0 for any rating */

/** An announced plan with what its organiser changes; all else stays as it was announced. @param {import("../messages").TournamentShown} shown @param {Amendment} change @returns {AskedTournamentPlan} */
export const amendedPlan = ({ info: { format, terms, at_boards }, conditions, ranking, dates }, { name, startsMs, text, low, high, invited }) => ({
  ...{ name: name.trim(), format, terms, starts_ms: startsMs, text: text.trim(), ranking, at_boards, dates },
  conditions: { ...conditions, min_rating: low || null, max_rating: high || null, invited },
});

/** How long a game is likely to take at most, 0 by days. @param {WantedPlan} plan */
function gameMs({ clock }) {
  const terms = CLOCKS[clock];
  return terms.type === "fischer" ? 2 * (terms.main_ms + MOVES * terms.increment_ms) : 0;
}

/** How many games of a usual length fit into an arena. @param {WantedPlan} plan */
export const gamesThatFit = (plan) => Math.floor((plan.minutes * MINUTE_MS) / Math.max(1, gameMs(plan)));

/** How long a tournament of rounds is likely to take in hours, 0 where that is not known. @param {WantedPlan} plan */
export function hoursOf(plan) {
  if (plan.format !== "swiss" || gameMs(plan) === 0) return 0;
  return (plan.rounds * (gameMs(plan) + plan.breakS * 1_000)) / HOUR_MS;
}

const FEW_GAMES = 3;
const LONG_HOURS = 6;
const MANY_ROUNDS = 9;

/** What the organiser should know before it is announced. @param {WantedPlan} plan @returns {Warning[]} */
export function warningsOf(plan) {
  /** @type {[Warning, boolean][]} */
  const found = [
    ["few_games", plan.format === "arena" && gamesThatFit(plan) < FEW_GAMES],
    ["long", hoursOf(plan) > LONG_HOURS],
    ["many_rounds", plan.format === "swiss" && plan.rounds >= MANY_ROUNDS],
    ["by_days", plan.clock === "days"],
  ];
  return found.filter(([, holds]) => holds).map(([warning]) => warning);
}
