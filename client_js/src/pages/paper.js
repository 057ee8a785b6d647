/** The paper of a tournament at real boards: pairing list, slips, score sheets, wall chart, cross table, standings. The browser prints them. */

import { pagesOf, resultText, toldApart } from "../models/boards.js";
import { crossChart, wallChart } from "../models/wall_chart.js";
import { numberText, personText, t } from "../text/catalogue.js";
import { dateText, dateTimeText } from "../text/dates.js";
import { el, fill, icon, made } from "../ui/dom.js";
import { withSheet } from "../ui/sheet.js";
import { errorNote } from "../ui/parts.js";
import { segments } from "../ui/segments.js";
import { codeOf, entrantsOf } from "./shared/at_boards.js";

/** @typedef {import("../messages").RoundGame} RoundGame */
/** @typedef {import("../models/wall_chart.js").TournamentFile} TournamentFile */

const SHEETS = /** @type {const} */ (["pairs", "slips", "scores", "chart", "cross", "standings"]);
const SLIPS_ON_PAGE = 8;
const MOVES = 60;
const MOVES_ON_LINE = 2;

await withSheet("boards");

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  /** @type {TournamentFile | null} */
  let file = null;
  /** @type {import("../messages").ListedEntrant[]} */
  let listed = [];
  /** @type {import("../messages").TournamentRound | null} the latest round */
  let round = null;
  /** @type {typeof SHEETS[number]} */
  let sheet = "pairs";
  const choice = made(el("div", { class: "row w" }));
  const paper = made(el("div", { class: "paps" }));
  const root = made(
    el(
      "main",
      { class: "papers" },
      el("div", { class: "ph noprint" }, el("h1", { class: "grow" }, t("paper.title")), el("a", { class: "btn", href: `/tournament/${part}` }, t("paper.back")), el("button", { type: "button", class: "btn main", onclick: () => print() }, icon("dl", "s"), t("paper.print"))),
      el("div", { class: "noprint" }, choice),
      paper,
    ),
  );

  /** The head of a sheet. @param {string} what */
  const head = (what) => el("header", {}, el("h2", {}, file?.name ?? ""), el("p", {}, [what, dateText(Date.now())].join(" · ")));

  /** @param {import("../messages").PlayerRef} player */
  const called = (player) => [personText(player), toldApart(listed).get(player.player)].filter(Boolean).join(" · ");

  const roundText = () => t("tournament.round", { n: round?.round ?? 0 });

  function pairs() {
    const games = round?.games ?? [];
    const order = new Intl.Collator(document.documentElement.lang);
    const people = games
      .flatMap(({ red, black }, i) => [{ player: red, board: i + 1, side: t("side.red") }, { player: black, board: i + 1, side: t("side.black") }])
      .sort((a, b) => order.compare(a.player.name, b.player.name));
    return [
      el("section", { class: "pap" }, head(roundText()), table([t("paper.board"), t("side.red"), t("paper.result"), t("side.black")], [...games.map(({ red, black, result }, i) => [numberText(i + 1), called(red), resultText(result), called(black)]), ...(round?.byes ?? []).map((player) => ["–", called(player), t("tournament.bye"), ""])])),
      el("section", { class: "pap" }, head(`${roundText()} · ${t("paper.by_name")}`), table([t("tournament.player"), t("paper.board"), t("paper.side")], people.map(({ player, board, side }) => [called(player), numberText(board), side])), codeOf(`${location.origin}/tournament/${part}/hall?show=me`, t("hall.code"))),
    ];
  }

  /** @param {RoundGame} game @param {number} i */
  const slip = ({ red, black }, i) =>
    el(
      "div",
      { class: "slip" },
      el("p", { class: "row" }, el("b", { class: "grow" }, t("hall.table", { n: i + 1 })), `${file?.name ?? ""} · ${roundText()}`),
      el("p", {}, `${t("side.red")}: `, el("b", {}, called(red))),
      el("p", {}, `${t("side.black")}: `, el("b", {}, called(black))),
      el("p", { class: "boxes" }, ...["1–0", "½–½", "0–1"].map((text) => el("span", {}, "☐ ", text))),
      el("p", { class: "sign" }, el("span", {}, t("side.red")), el("span", {}, t("side.black"))),
    );

  const slips = () => pagesOf((round?.games ?? []).map(slip), SLIPS_ON_PAGE).map((page) => el("section", { class: "pap slips" }, ...page));

  /** @param {RoundGame} game @param {number} i */
  function scoreSheet({ red, black }, i) {
    const lines = Array.from({ length: MOVES / MOVES_ON_LINE }, (_, line) => Array.from({ length: MOVES_ON_LINE }, (_none, column) => line + 1 + (column * MOVES) / MOVES_ON_LINE).flatMap((n) => [numberText(n), "", ""]));
    const heads = Array.from({ length: MOVES_ON_LINE }, () => ["", t("side.red"), t("side.black")]).flat();
    return el(
      "section",
      { class: "pap scoring" },
      head(`${roundText()} · ${t("hall.table", { n: i + 1 })}`),
      el("p", { class: "row" }, el("span", { class: "grow" }, `${t("side.red")}: `, el("b", {}, called(red))), el("span", { class: "grow" }, `${t("side.black")}: `, el("b", {}, called(black)))),
      table(heads, lines),
      el("p", { class: "boxes" }, t("paper.result"), ...["1–0", "½–½", "0–1"].map((text) => el("span", {}, "☐ ", text))),
      el("p", { class: "sign" }, el("span", {}, t("side.red")), el("span", {}, t("side.black"))),
    );
  }

  /** @param {string[]} heads @param {string[][]} rows */
  const table = (heads, rows) => el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((text) => el("td", {}, text))))));

  function chart() {
    if (!file) return [];
    const rows = wallChart(file, listed);
    const rounds = file.rounds.map((_, i) => numberText(i + 1));
    return [el("section", { class: "pap wide" }, head(t("paper.chart")), table(["#", t("tournament.player"), t("desk.rating"), ...rounds, t("tournament.points"), t("paper.place")], rows.map(({ number, player, rating, cells, score, rank }) => [numberText(number), called(player), rating ? String(rating) : "", ...cells, numberText(score), rank ? numberText(rank) : ""])), el("p", { class: "small" }, t("paper.chart.key")))];
  }

  function cross() {
    if (!file) return [];
    const { heads, rows } = crossChart(file);
    return [el("section", { class: "pap wide" }, head(t("paper.cross")), table([t("paper.place"), t("tournament.player"), ...heads, t("tournament.points")], rows.map(({ rank, player, cells, score }) => [numberText(rank), called(player), ...cells, numberText(score)])))];
  }

  function standings() {
    if (!file) return [];
    const ties = file.tie_breaks.map((name) => t(`tie.${name}`));
    const rows = file.standings.map(({ rank, player, rating, score, tie_breaks: sums }) => [numberText(rank), called(player), rating ? String(rating) : "", numberText(score), ...sums]);
    const proof = file.end && el("p", { class: "small digest" }, t("paper.digest", { n: file.end.version }), " ", el("code", {}, file.end.digest));
    return [el("section", { class: "pap" }, head(file.end ? t("tournament.phase.finished") : t("hall.standings", { n: file.rounds.length })), table(["#", t("tournament.player"), t("desk.rating"), t("tournament.points"), ...ties], rows), proof)];
  }

  function draw() {
    fill(choice, segments(t("paper.sheets"), SHEETS, sheet, (one) => t(`paper.${one}`), (one) => ((sheet = one), draw())));
    const sheets = { pairs, slips, scores: () => (round?.games ?? []).map(scoreSheet), chart, cross, standings }[sheet]();
    fill(paper, ...(sheets.length > 0 ? sheets : [el("p", { class: "mut pad" }, t("paper.none"))]));
  }

  async function load() {
    try {
      const [answer, people, latest] = await Promise.all([fetch(`/tournament/${part}.json`), entrantsOf(actions, part), actions.ask({ type: "tournament_round", tournament: part })]);
      if (!answer.ok) throw new Error(t("paper.busy", { when: dateTimeText(Date.now()) }));
      file = /** @type {TournamentFile} */ (await answer.json());
      listed = people.rows;
      round = latest;
      draw();
    } catch (refusal) {
      fill(paper, errorNote(/** @type {Error} */ (refusal).message));
    }
  }

  return { root, title: () => t("paper.title"), arrive: () => void load() };
}
