import assert from "node:assert/strict";
import { test } from "node:test";

import { addends, countsTo, crossTable, firstRank, newOffers, nextStep, revocable, sheetOf, shownTournament, startingSoon, takesRulings, update as updateTournament } from "../../client_js/src/models/tournament.js";
import { amendedPlan, changed, CLOCKS, FIRST_PLAN, gamesThatFit, planOf, warningsOf } from "../../client_js/src/models/tournament_plan.js";
import { hearsParts, message, terms } from "./support.mjs";

/** @typedef {import("../../client_js/src/messages").TournamentEntrant} Entrant */
/** @typedef {import("../../client_js/src/messages").TournamentInfo} Info */
/** @typedef {import("../../client_js/src/messages").TournamentShown} Shown */
/** @typedef {import("../../client_js/src/messages").TableCell} Cell */
/** @typedef {import("../../client_js/src/messages").TournamentNote} Note */
/** @typedef {Shown["tie_breaks"][number]} TieBreak */

const MINUTE_MS = 60_000;
const NOW_MS = 1_000_000;
const update = hearsParts(updateTournament);

/** @param {string} name */
const player = (name) => ({ player: name, name, guest: false, bot: false });
/** @param {number} rank @param {string} name @param {Partial<Entrant>} more @returns {Entrant} */
const row = (rank, name, more = {}) => ({
  ...{ rank, player: player(name), rating: 1500, score: 0, sheet: "", doubled: "", fire: false },
  ...{ performance: null, status: "waiting", tie_breaks: [], team: null },
  ...more,
});
/** @type {import("../../client_js/src/messages").EntryConditions} */
const CONDITIONS = { min_rating: 1200, max_rating: null, min_games: 5, min_account_days: 7, bots: true, invited: false };

/** @param {Partial<Info>} change @returns {Info} */
const anInfo = (change = {}) => ({
  ...{ tournament: "abcd", name: "Evening", terms: terms(), phase: "running", organiser: player("org"), leaders: [], featured: false, at_boards: false, begins_ms: null },
  ...{ format: { type: "arena", minutes: 30, berserk: false, teams: [], leaders: 0 }, round: 0, rounds: 0, next_round_ms: null },
  ...{ starts_ms: NOW_MS, ends_ms: NOW_MS + 30 * MINUTE_MS, entered: 2 },
  ...change,
});
/** @param {Partial<Shown>} change @returns {Shown} */
const shown = (change = {}) => ({
  ...{ type: "tournament", id: "1", info: anInfo(), text: "", conditions: CONDITIONS, ranking: "wxf", closes_ms: NOW_MS + 29 * MINUTE_MS, password: false },
  ...{ rows: [row(1, "ann"), row(2, "bea")], playing: [], you: null, room: null, return_at_ms: null, tie_breaks: [], pairs: [], end: null, dates: [] },
  ...change,
});
/** @param {Partial<Info>} info @param {Partial<Shown>} more */
const told = (info = {}, more = {}) => shownTournament(shown({ info: anInfo(info), ...more }));
/** @param {ReturnType<typeof told>} model */
const step = (model, now = NOW_MS, isGuest = false) => nextStep(model, now, isGuest);
/** @satisfies {Partial<Info>} */
const SWISS = { format: { type: "swiss", rounds: 5, break_s: 60, late_points: 0 }, round: 2, rounds: 5 };
/** @satisfies {Partial<Info>} */
const ROBIN = { format: { type: "robin", double: false, break_s: 60, until_ms: null }, round: 1, rounds: 3 };
const FREE = { format: { ...ROBIN.format, until_ms: NOW_MS + 60 * MINUTE_MS }, round: 3, rounds: 3, ends_ms: NOW_MS + 60 * MINUTE_MS };
/** @param {string} name @param {import("../../client_js/src/messages").OpenPair["offered"]} offered @returns {import("../../client_js/src/messages").OpenPair} */
const pair = (name, offered = null) => ({ room: `r-${name}`, opponent: player(name), side: "red", status: "waiting", offered });

test("who has not entered may enter, with an account, until it is too late", () => {
  assert.equal(step(told({ phase: "announced" })), "enter");
  assert.equal(step(told(), NOW_MS, true), "account");
  assert.equal(step(told(), NOW_MS + 29 * MINUTE_MS), "closed");
  assert.equal(step(told(SWISS)), "enter");
  assert.equal(step(told({ ...SWISS, round: 3 })), "closed");
  assert.equal(step(told(ROBIN)), "closed");
});

test("who takes part is told what comes next", () => {
  /** @param {Entrant["status"]} status @param {Partial<Info>} info @param {Partial<Shown>} more */
  const as = (status, info = {}, more = {}) => step(told(info, { you: row(2, "me", { status }), ...more }));

  assert.equal(as("entered", { phase: "announced", starts_ms: NOW_MS + 5 * MINUTE_MS + 1 }), "entered");
  assert.equal(as("entered", { phase: "announced", starts_ms: NOW_MS + 5 * MINUTE_MS }), "soon");
  assert.equal(as("waiting"), "pairing");
  assert.equal(as("playing", {}, { room: "r1" }), "play");
  assert.equal(as("paused"), "paused");
  assert.equal(as("left"), "enter");
  assert.equal(as("waiting", SWISS), "resting");
  assert.equal(as("waiting", { ...SWISS, next_round_ms: NOW_MS + 5 }), "break");
  assert.equal(as("waiting", { phase: "finished" }), "over");
  assert.equal(as("waiting", { phase: "called_off" }), "called_off");
});

test("in the last minutes of an arena nobody is paired any more", () => {
  const model = told({}, { you: row(1, "me") });

  assert.equal(step(model, NOW_MS + 29 * MINUTE_MS - 1), "pairing");
  assert.equal(step(model, NOW_MS + 29 * MINUTE_MS), "closing");
});

test("the head counts to the start, to the end, or to the next round", () => {
  assert.equal(countsTo(told({ phase: "announced" }).info), NOW_MS);
  assert.equal(countsTo(told().info), NOW_MS + 30 * MINUTE_MS);
  assert.equal(countsTo(told({ ...SWISS, ends_ms: null, next_round_ms: 7 }).info), 7);
  assert.equal(countsTo(told({ ...SWISS, ends_ms: null }).info), null);
  assert.equal(countsTo(told({ phase: "finished" }).info), null);
});

test("a change brings the first page, and leaves a later one as it is", () => {
  const news = message({ type: "tournament_changed", tournament: "abcd", info: anInfo({ entered: 41 }), closes_ms: 5, rows: [row(1, "cid")], playing: [], amended: null });
  const later = update(told(), { type: "tournament_standings", tournament: "abcd", size: 41, rows: [row(21, "zoe")] });

  assert.deepEqual(update(told(), news).rows, [row(1, "cid")]);
  assert.equal(firstRank(later), 21);
  assert.deepEqual(update(later, news).rows, [row(21, "zoe")]);
  assert.equal(update(later, news).closesMs, 5);
});

test("what is told of oneself is taken, what is told of another tournament is not", () => {
  const you = row(1, "me", { score: 2 });
  const next = update(told(), { type: "tournament_you", tournament: "abcd", you, room: "r9", return_at_ms: 3 });

  assert.deepEqual([next.you, next.room, next.returnAtMs], [you, "r9", 3]);
  const model = told();
  assert.equal(update(model, { type: "tournament_you", tournament: "other", you, room: "r9", return_at_ms: 3 }), model);
});

test("a sheet is the points of each game, and which of them count double", () => {
  assert.deepEqual(sheetOf({ sheet: "225", doubled: "001" }), [
    { points: 2, doubled: false },
    { points: 2, doubled: false },
    { points: 5, doubled: true },
  ]);
});

// Three rounds of three players, with a bye each: ann beat bea, drew with cid; cid beat bea.
/** @param {Cell["how"]} how @param {Cell["rank"]} rank @param {Cell["side"]} side @param {Cell["points"]} points @returns {Cell} */
const cell = (how, rank = null, side = null, points = 0) => ({ how, rank, side, points, room: null, given: false });
const TABLE = {
  rows: [row(1, "ann", { score: 5 }), row(2, "cid", { score: 5 }), row(3, "bea", { score: 2 })],
  cells: [
    [cell("played", 3, "red", 2), cell("played", 2, "black", 1), cell("bye", null, null, 2)],
    [cell("bye", null, null, 2), cell("played", 1, "red", 1), cell("played", 3, "black", 2)],
    [cell("played", 1, "black", 0), cell("bye", null, null, 2), cell("played", 2, "red", 0)],
  ],
};
/** @param {ReturnType<typeof addends>} parts */
function sum(parts) {
  assert.ok(parts);
  return parts.reduce((total, { points, times }) => total + points * times, 0);
}
/** @param {TieBreak} tieBreak @param {TieBreak[]} all */
const sums = (tieBreak, all = []) => [1, 2, 3].map((rank) => sum(addends(tieBreak, all, TABLE, rank)));

test("each tie-break is the sum of its addends", () => {
  assert.deepEqual(sums("opponents"), [9, 9, 12]); // a bye counts as the points of the last
  assert.deepEqual(sums("sonneborn"), [2 + 2.5 + 2, 2 + 2.5 + 2, 2]);
  assert.deepEqual(sums("running"), [2 * 3 + 1 * 2 + 2, 2 * 3 + 1 * 2 + 2, 2 * 2]);
  assert.deepEqual(sums("wins"), [2, 2, 1]);
  assert.deepEqual(sums("direct"), [1, 1, 0]);
  assert.deepEqual(sums("black_games"), [1, 1, 1]);
  assert.deepEqual(sums("black_wins"), [0, 1, 0]);
  assert.equal(addends("performance", [], TABLE, 1), null);
});

test("where the performance counts, a bye is a game against a virtual opponent", () => {
  assert.deepEqual(sums("opponents", ["sonneborn", "performance"]), [2 + 5 + 3, 2 + 5 + 2, 5 + 1 + 5]);
});

test("a forfeit adds an opponent's points, but nothing to the sum of the beaten", () => {
  const table = { rows: TABLE.rows, cells: [[cell("forfeit", 3, "red", 2)], [cell("absent")], [cell("forfeit", 1, "black", 0)]] };

  assert.equal(sum(addends("opponents", [], table, 1)), 2);
  assert.deepEqual(addends("sonneborn", [], table, 1), []);
  assert.deepEqual(addends("black_games", [], table, 3), []);
});

test("the table of all has a game where two have met, and two after a double round", () => {
  const cross = crossTable(TABLE);

  assert.deepEqual(cross.map((line) => line.map((cells) => cells.map(({ points }) => points))), [
    [[], [1], [2]],
    [[1], [], [2]],
    [[0], [0], []],
  ]);
});

test("a plan is sent as it was chosen, under the name that was made for it", () => {
  const plan = changed(FIRST_PLAN, { format: "swiss", clock: "10+5", low: 1400 });
  const sent = planOf(plan, "Lan: Swiss 10+5", NOW_MS + 0.25); // the server's time is reckoned, times that are sent are whole

  assert.equal(sent.name, "Lan: Swiss 10+5");
  assert.deepEqual(sent.format, { type: "swiss", rounds: 5, break_s: 60, late_points: 0 });
  assert.deepEqual(sent.terms.clock, CLOCKS["10+5"]);
  assert.equal(sent.starts_ms, NOW_MS + 30 * MINUTE_MS);
  assert.equal(sent.conditions?.min_rating, 1400);
  assert.equal(sent.ranking, "cxa_swiss");
  assert.equal(planOf({ ...plan, name: " Cup " }, "x", NOW_MS).name, "Cup");
  assert.equal(planOf({ ...plan, inMinutes: 0, startsMs: 77 }, "x", NOW_MS).starts_ms, 77);
  assert.equal(planOf(changed(plan, { format: "robin" }), "x", NOW_MS).ranking, "cxa_robin");
});

test("the pairs of a round robin may be free for some days, but not by days", () => {
  const plan = changed(FIRST_PLAN, { format: "robin", freeDays: 2 });

  /** @param {Parameters<typeof changed>[1]} change */
  function untilMs(change) {
    const { format } = planOf(changed(plan, change), "x", NOW_MS);
    assert.ok(format.type === "robin");
    return format.until_ms;
  }

  assert.equal(untilMs({}), NOW_MS + 30 * MINUTE_MS + 2 * 86_400_000);
  assert.equal(untilMs({ clock: "days" }), null);
  assert.equal(untilMs({ freeDays: 0 }), null);
});

test("where pairs are free there are games to offer, and whose offer is new is said", () => {
  /** @param {Shown["pairs"]} pairs @param {Partial<Shown>} more */
  const as = (pairs, more = {}) => told(FREE, { you: row(2, "me"), pairs, ...more });

  assert.equal(step(as([pair("ann")])), "free");
  assert.equal(step(as([pair("ann")], { room: "r-bea" })), "play");
  assert.equal(step(as([])), "resting");
  assert.equal(countsTo(as([]).info), NOW_MS + 60 * MINUTE_MS);
  const before = as([pair("ann", "you"), pair("bea"), pair("cai", "opponent")]);
  const after = update(before, { type: "tournament_you", tournament: "abcd", you: row(2, "me"), room: null, return_at_ms: null, pairs: [pair("ann"), pair("bea", "opponent"), pair("cai", "opponent")] });
  assert.deepEqual(newOffers(before, after), [player("bea")]);
});

test("in a tournament by days a vacation counts only where the organiser says so", () => {
  const robin = changed(FIRST_PLAN, { format: "robin", clock: "days" });

  const clocks = [robin, changed(robin, { leave: true }), changed(robin, { clock: "5+3", leave: true })].map((plan) => planOf(plan, "Spring", 0).terms.clock);

  assert.deepEqual(clocks, [CLOCKS.days, { ...CLOCKS.days, leave: true }, CLOCKS["5+3"]]);
});

test("an arena is not played by days: the clock falls back to the first one", () => {
  const robin = changed(FIRST_PLAN, { format: "robin", clock: "days" });

  assert.equal(robin.clock, "days");
  assert.equal(changed(robin, { format: "arena" }).clock, FIRST_PLAN.clock);
});

test("warnings come before it is announced, and only where they hold", () => {
  assert.deepEqual(warningsOf(FIRST_PLAN), []);
  assert.deepEqual(warningsOf({ ...FIRST_PLAN, clock: "15+10", minutes: 60 }), ["few_games"]);
  assert.equal(gamesThatFit({ ...FIRST_PLAN, clock: "3+2", minutes: 45 }), 5);
  assert.deepEqual(warningsOf({ ...FIRST_PLAN, format: "swiss", clock: "30+15", rounds: 9 }), ["long", "many_rounds"]);
  assert.deepEqual(warningsOf({ ...FIRST_PLAN, format: "robin", clock: "days" }), ["by_days"]);
});

test("what still holds is taken back at its latest note, whoever of a pair is named first", () => {
  /** @param {Note["what"]} what @param {string} one @param {string | null} other @returns {Note} */
  const note = (what, one, other, on = true) => ({ at_ms: NOW_MS, by: player("org"), what, player: player(one), other: other === null ? null : player(other), room: null, on, correction: false, how: null, points: null, round: null, step: null, board: null });
  const [apart, undone, again, removed, back, arbiter, ruled] = [
    ...[note("forbid", "ann", "bea"), note("forbid", "bea", "ann", false), note("forbid", "bea", "ann")],
    ...[note("remove", "cid", null), note("remove", "dan", null, false), note("appoint", "eve", null), note("rule", "ann", null)],
  ];
  const all = [apart, undone, again, removed, back, arbiter, ruled];

  assert.deepEqual([...revocable(all, true)], [again, removed, arbiter]);
  assert.deepEqual([...revocable(all, false)], [again, removed]);
  assert.deepEqual([...revocable([apart, undone], true)], []);
});

test("games are ruled while they are played, and those of rounds for a week after the end", () => {
  const ended = { phase: /** @type {const} */ ("finished"), ends_ms: NOW_MS };
  const weekMs = 7 * 24 * 60 * MINUTE_MS;

  assert.equal(takesRulings(anInfo(SWISS), NOW_MS), true);
  assert.equal(takesRulings(anInfo({ ...SWISS, ...ended }), NOW_MS + weekMs), true);
  assert.equal(takesRulings(anInfo({ ...SWISS, ...ended }), NOW_MS + weekMs + 1), false);
  assert.equal(takesRulings(anInfo({ ...ended, format: { type: "knockout", games: 1, third_place: true } }), NOW_MS), false);
  assert.equal(takesRulings(anInfo(), NOW_MS), false);
});

test("an amended plan is the announced one but for what was changed", () => {
  const announced = anInfo({ format: SWISS.format, terms: terms({ clock: CLOCKS["10+5"], rated: true }) });

  const plan = amendedPlan(shown({ info: announced }), { name: " Night ", startsMs: NOW_MS + 7, text: "Bring tea. ", low: 0, high: 1800, invited: true });

  assert.deepEqual(plan, {
    ...{ name: "Night", format: SWISS.format, terms: announced.terms, starts_ms: NOW_MS + 7, text: "Bring tea.", ranking: "wxf", at_boards: false, dates: [] },
    conditions: { ...CONDITIONS, min_rating: null, max_rating: 1800, invited: true },
  });
});

test("who takes part is told of a start in its last five minutes", () => {
  /** @param {string} tournament @param {number} inMs @param {Info["phase"]} phase */
  const at = (tournament, inMs, phase = "announced") => anInfo({ tournament, phase, starts_ms: NOW_MS + inMs });
  /** @param {Info[]} rows */
  const soon = (...rows) => startingSoon(rows, NOW_MS)?.tournament;

  assert.equal(soon(), undefined);
  assert.equal(soon(at("a", 5 * MINUTE_MS + 1)), undefined);
  assert.equal(soon(at("a", 5 * MINUTE_MS), at("b", 5 * MINUTE_MS)), "a");
  assert.equal(soon(at("a", 0), at("b", 1)), "b");
  assert.equal(soon(at("a", 1_000, "running")), undefined);
});
