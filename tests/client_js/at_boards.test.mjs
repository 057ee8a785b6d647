/** Tournaments at real boards: lists that are pasted, keys that write results, and what is still to be sent. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { boardOf, compared, isListed, nextOpen, partsOf, peopleIn, resultOf, resultsNow, seatOf, textOf, toldApart, toSend, withWritten } from "../../client_js/src/models/boards.js";
import { crossChart, wallChart } from "../../client_js/src/models/wall_chart.js";
import { routeOf } from "../../client_js/src/shell/router.js";

/** @typedef {import("../../client_js/src/models/boards.js").Result} Result */
/** @typedef {import("../../client_js/src/messages").ListedEntrant} ListedEntrant */

/** @param {string} name */
const ref = (name, player = name) => ({ player, name, guest: false, bot: false });
/** @param {string} red @param {string} black @param {Result} result */
const game = (red, black, result = "none") => ({ room: null, red: ref(red), black: ref(black), red_points: result === "red" ? 2 : result === "none" ? null : 1, black_points: result === "red" ? 0 : result === "none" ? null : 1, forfeit: false, result, by: null, at_ms: null });
/** @param {number} board @param {Result} result @param {Result} was */
const written = (board, result, was = "none", round = 1) => ({ round, board, result, was });

/** @param {number} number @param {import("../../client_js/src/messages").PlayerRef} player @returns {ListedEntrant} */
const listedOf = (number, player, club = "") => ({ number, player, rating: 0, club, federation: "", team: null, status: "entered", byes: [] });
/** @param {number} rank @param {string} name @param {number} score @returns {import("../../client_js/src/messages").TournamentEntrant} */
const stood = (rank, name, score) => ({ rank, player: ref(name), rating: 0, score, sheet: "", doubled: "", fire: false, performance: null, status: "entered", tie_breaks: [], team: null });

test("a list is a name a line, or a table in any of three separators, with heads in any language", () => {
  assert.deepEqual(peopleIn("Ann\n\n  Ben  Lee \n").map(({ name }) => name), ["Ann", "Ben Lee"]);
  const [an] = peopleIn('\uFEFFtên;clb;hệ số\r\n"Nguyễn; An";Hà Nội;1720\r\n');
  assert.deepEqual(an, { name: "Nguyễn; An", rating: 1720, club: "Hà Nội", federation: "", team: null });
  assert.deepEqual(peopleIn("李明\t1800\t北京\t0042").map((one) => Object.values(one).slice(0, 4)), [["李明", 1800, "北京", "0042"]]);
});

test("of a tournament report the players are taken", () => {
  const line = `001 ${"1".padStart(4)} m    ${"Hồ, Ngọc Hà".padEnd(33)} 1843 VIE   12401137`;
  assert.deepEqual(peopleIn(`012 Cup\r${line}\r`), [{ name: "Hồ, Ngọc Hà", rating: 1843, club: "", federation: "12401137", team: null }]);
});

test("a file is UTF-8 or UTF-16, else what programs of the reader's language write", () => {
  const read = (/** @type {number[]} */ bytes, /** @type {string} */ language) => textOf(Uint8Array.from(bytes).buffer, language);
  assert.equal(textOf(new TextEncoder().encode("Nguyễn").buffer, "vi"), "Nguyễn");
  assert.deepEqual([read([0xc0, 0xee, 0xc3, 0xf7], "zh-Hans"), read([0xa7, 0xf5, 0xa9, 0xfa], "zh-Hant"), read([0xff, 0xfe, 0x0e, 0x67], "en")], ["李明", "李明", "\u670e"]);
  assert.deepEqual([read([0x4e, 0, 0x61, 0], "en"), read([0xfe, 0xff, 0, 0x4e], "en"), read([], "vi"), read([0x81], "en")], ["Na", "N", "", "\u0081"]);
});

test("what Excel and other programs of tournaments write is read, and nonsense names nobody", () => {
  const names = (/** @type {string} */ text) => peopleIn(text).map(({ name, rating }) => [name, rating]);
  assert.deepEqual(names('sep=;\r\nNo.;Name;Rtg;Club/City\r\n1;"Lê ""Tí"" An";1500;Huế\r\n'), [['Lê "Tí" An', 1500]]);
  assert.deepEqual(names("1;Ann;1600\n2.;Ben;-7\n"), [["Ann", 1600], ["Ben", 0]]);
  assert.deepEqual(names("O'Neill, Patrick\nZoë"), [["O'Neill, Patrick", 0], ["Zoë", 0]]);
  assert.deepEqual(names("Name,Club\nAnn,North"), [["Ann", 0]]);
  assert.deepEqual(names("Ann,9e9\nBen,99999\n=1+1,x"), [["Ann", 9], ["Ben", 4000], ["=1+1", 0]]);
  assert.deepEqual(names("\u200b\u202e,1500\nAnn,1"), [["Ann", 1]]);
  assert.deepEqual(names('\0\n;;;\n"\n\t\n001 \n'), []);
  assert.equal(peopleIn("a\n".repeat(9_000)).length, 1_100);
  assert.deepEqual(peopleIn(`001    1 ${"x".repeat(200)}`).map(({ name }) => name), ["x".repeat(33)]);
});

test("a long list travels in parts that fit into a message, and whoever is listed is known", () => {
  const people = peopleIn(Array.from({ length: 200 }, (_, i) => `${"棋".repeat(40)}${i}`).join("\n"));
  const parts = partsOf(people);
  assert.equal(parts.flat().length, 200);
  for (const rows of parts) assert.ok(new TextEncoder().encode(JSON.stringify(rows)).length < 3_900);
  const listed = [listedOf(1, ref("Ann"), "North"), listedOf(2, ref("Ann", "b"))];
  assert.ok(isListed(listed, peopleIn("ann")[0]));
  assert.deepEqual([...toldApart(listed)], [["Ann", "North"], ["b", "#2"]]);
  assert.deepEqual([...toldApart([...listed, listedOf(3, ref("Ann", "c"), "North")])].map(([, mark]) => mark), ["North #1", "#2", "North #3"]);
});

test("keys write results, and the next open board comes after the last one too", () => {
  assert.deepEqual(["1", "=", "0", "+", "-", "--", "x"].map((key) => resultOf(key)), ["red", "draw", "black", "black_absent", "red_absent", "both_absent", null]);
  assert.deepEqual([nextOpen(["red", "none", "none"], 1), nextOpen(["none", "red"], 1), nextOpen(["red"], 0)], [2, 0, 0]);
});

test("a result keeps what stood there when it was first changed, and one changed back is not sent", () => {
  const twice = withWritten(withWritten([], written(1, "red")), written(1, "draw", "red"));
  assert.deepEqual(twice, [written(1, "draw", "none")]);
  assert.deepEqual(withWritten(twice, written(1, "none", "draw")), []);
  assert.equal(toSend(Array.from({ length: 40 }, (_, i) => written(i + 1, "red"))).length, 30);
  assert.deepEqual(toSend([written(1, "red", "none", 2), written(1, "red", "none", 3)]), [written(1, "red", "none", 2)]);
});

test("what others wrote meanwhile is told, what is stored goes, and the rest stays to be sent", () => {
  const games = [game("a", "b", "red"), game("c", "d", "draw"), game("e", "f")];
  const all = [written(1, "red"), written(2, "red"), written(3, "black"), written(1, "red", "none", 2)];
  assert.deepEqual(compared(all, games, 1), { left: [written(3, "black"), written(1, "red", "none", 2)], differ: [written(2, "red")] });
});

test("a result that follows one on its way waits for it, and neither is lost nor taken for another's", () => {
  const games = [game("a", "b"), game("c", "d")];
  const [first] = withWritten([], written(1, "red"));
  const both = withWritten([first], written(1, "draw"), [first]);
  assert.deepEqual(both, [written(1, "red"), written(1, "draw", "red")]);
  assert.deepEqual([resultsNow(games, both, 1), toSend(both)], [["draw", "none"], [first]]);
  assert.deepEqual(compared(both, games, 1), { left: both, differ: [] });
  assert.deepEqual(compared(both, [game("a", "b", "red")], 1), { left: [written(1, "draw", "red")], differ: [] });
  assert.deepEqual(compared(both, [game("a", "b", "black")], 1), { left: [], differ: both });
  assert.deepEqual(withWritten(both, written(1, "none"), [first]), [first, written(1, "none", "red")]);
  assert.deepEqual(withWritten(both, written(1, "red"), [first]), [first]);
});

test("a board is found by number or name, and a person by seat", () => {
  const games = [game("Ann", "Ben"), game("Chu", "Dan")];
  assert.deepEqual(["2", "ben", "9", "zoe", ""].map((text) => boardOf(games, text)), [1, 0, -1, -1, -1]);
  assert.deepEqual(seatOf(games, "Dan"), { board: 2, side: "black", opponent: ref("Chu") });
  assert.equal(seatOf(games, "Eve"), null);
});

test("the wall chart says the opponent's number, the side and the result of each round", () => {
  const listed = ["Ann", "Ben", "Chu"].map((name, i) => listedOf(i + 1, ref(name)));
  const standings = [stood(1, "Ann", 4), stood(2, "Chu", 2)];
  const rounds = [{ games: [game("Ann", "Ben", "red")], byes: [ref("Chu")], given: [] }, { games: [game("Chu", "Ann")], byes: [], given: [{ player: ref("Ben"), points: 1 }] }];
  const cells = wallChart({ name: "", tie_breaks: [], end: null, standings, rounds }, listed).map((row) => [row.cells, row.rank]);
  assert.deepEqual(cells, [[["2R 1", "3B ·"], 1], [["1B 0", "+½"], 0], [["+1", "1R ·"], 2]]);
});

test("a cross table says what each has against each, and of many what each round brought", () => {
  const standings = [stood(1, "Ann", 4), stood(2, "Chu", 2), stood(3, "Ben", 0)];
  const rounds = [{ games: [game("Ann", "Ben", "red")], byes: [ref("Chu")], given: [] }, { games: [game("Ben", "Ann", "draw")], byes: [], given: [] }];
  const file = { name: "", tie_breaks: [], end: null, standings, rounds };
  assert.deepEqual(crossChart(file).rows.map(({ cells }) => cells), [["×", "", "1 ½"], ["", "×", ""], ["0 ½", "", "×"]]);
  const many = Array.from({ length: 30 }, (_, i) => stood(i + 4, `p${i}`, 0));
  const { heads, rows } = crossChart({ ...file, standings: [...standings, ...many] });
  assert.deepEqual([heads, rows[0].cells, rows[1].cells, rows[2].cells], [["1", "2"], ["3R 1", "3B ½"], ["+1", "–"], ["1B 0", "1R ½"]]);
});

test("the hall and the paper of a tournament have addresses of their own", () => {
  assert.deepEqual(routeOf("/tournament/cup4/hall"), { page: "hall", part: "cup4" });
  assert.deepEqual(routeOf("/tournament/cup4/paper"), { page: "paper", part: "cup4" });
  assert.deepEqual([routeOf("/hall").page, routeOf("/tournament/cup4/other").page], ["lost", "lost"]);
});
