/** The rounds of a tournament: who plays whom with which side, who has a bye, and in a round robin the table of all. */

import { crossTable } from "../../models/tournament.js";
import { numberText, personText, t } from "../../text/catalogue.js";
import { el, fill, made, onChange, sideSign } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { segments } from "../../ui/segments.js";
import { createRefresh } from "./refresh.js";
import { rulingOf } from "./ruling.js";

/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {import("../../messages").TournamentRound} TournamentRound */
/** @typedef {import("../../messages").TournamentTable} TournamentTable */
/** @typedef {import("../../messages").RoundGame} RoundGame */
/** @typedef {import("../../messages").TableCell} TableCell */

/** After a change the round and the table are asked for again, so often at most. */
const REFRESH_MS = 3_000;
/** So many rounds stand side by side; of more one chooses from a list. */
const SIDE_BY_SIDE = 7;
const WIN_POINTS = 2;

/**
 * @param {import("../../page").Actions} actions @param {string} tournament
 * @param {{openCard: import("./standings.js").OpenCard, isRuled: () => boolean, hear: (round: TournamentRound) => void}} page `isRuled`: whether the reader may rule games; `hear` is told the round that is shown
 */
export function createRounds(actions, tournament, { openCard, isRuled, hear }) {
  const choice = made(el("div"));
  const title = made(el("h2", { class: "grow" }));
  const games = made(el("div", { class: "prs" }));
  const root = made(el("section", { class: "card rounds1", hidden: true }, el("header", { class: "w" }, title, choice), games));
  const cross = made(el("div", { class: "scrollx" }));
  const table = made(el("section", { class: "card cross", hidden: true }, el("header", { class: "w" }, el("h2", { class: "grow" }, t("tournament.cross")), el("small", { class: "mut" }, t("tournament.cross.text"))), cross));
  /** The one that is shown; null follows the latest. @type {number | null} */
  let chosen = null;
  /** @type {TournamentRound | null} */
  let round = null;
  /** @type {TournamentTable | null} */
  let shownTable = null;
  let isRobin = false;
  const again = createRefresh(ask, REFRESH_MS);
  let me = "";
  let ruled = false;
  let isOver = false;

  async function ask() {
    const [told, all] = await Promise.all([
      actions.ask({ type: "tournament_round", tournament, ...(chosen !== null && { round: chosen }) }).catch(() => null),
      isRobin ? actions.ask({ type: "tournament_table", tournament }).catch(() => null) : null,
    ]);
    round = told ?? round;
    shownTable = all ?? shownTable;
    if (round) hear(round);
    drawRound();
    drawCross();
  }

  /** @param {import("../../messages").PlayerRef} player @param {"red" | "black"} side */
  const seat = (player, side) => el("span", { class: "row s" }, sideSign(side), el("b", { class: "cut" }, player.player === me ? t("you") : personText(player)));

  /** @param {RoundGame} game */
  function score({ room, red_points: red, black_points: black, forfeit }) {
    if (red === null && room === null) return badge(t("pair.open"));
    if (red === null || black === null) return badge(t("tournament.on"), "ok", "play");
    return el("span", { class: "num b", title: forfeit ? t("tournament.forfeit") : null }, `${red}–${black}`, forfeit && el("small", { class: "mut" }, ` ${t("tournament.forfeit")}`));
  }

  /** @param {RoundGame} game @param {number} i */
  function pair(game, i) {
    const { room, red, black } = game;
    const isMine = [red.player, black.player].includes(me);
    const label = t("tournament.pair", { n: i + 1, red: personText(red), black: personText(black) });
    const inside = [el("span", { class: "mut num small" }, String(i + 1)), seat(red, "red"), el("span", { class: "sc" }, score(game)), seat(black, "black")];
    const kind = isMine ? "pr me" : "pr";
    return room === null ? el("div", { class: kind }, ...inside) : el("a", { class: kind, href: `/game/${room}`, "aria-label": label }, ...inside);
  }

  /** What a bye brings: one that came of the pairing a win. @param {string} player */
  const byePoints = (player) => round?.given.find((bye) => bye.player.player === player)?.points ?? WIN_POINTS;

  function drawRound() {
    root.hidden = round === null || round.round === 0;
    if (!round) return;
    fill(title, t("tournament.round", { n: round.round }));
    fill(
      games,
      ...round.games.map((game, i) =>
        isRuled() && game.room !== null ? el("div", { key: game.room, class: "prm" }, pair(game, i), rulingOf(actions, tournament, { ...game, room: game.room }, () => void ask(), isOver)) : pair(game, i),
      ),
      ...round.byes.map((player) =>
        el("div", { class: player.player === me ? "pr me" : "pr" }, el("span", { class: "mut small" }, "–"), el("b", { class: "cut" }, player.player === me ? t("you") : personText(player)), el("span", { class: "sc" }, badge(t("tournament.bye"))), el("span", { class: "small mut" }, t("tournament.bye.text", { n: byePoints(player.player) }))),
      ),
    );
  }

  /** @param {TableCell[]} cells @param {string} against */
  function crossCell(cells, against) {
    const texts = cells.map(({ points, side, how }) => (points === null ? t(how === "open" ? "pair.open" : "tournament.on") : t("tournament.cell", { n: points, side: side ? t(`side.${side}`) : "", name: against })));
    return el(
      "td",
      { class: "num" },
      el("span", { class: "sr" }, texts.join(t("cell.comma"))),
      el("span", { class: "row s", "aria-hidden": "true" }, ...cells.flatMap(({ points, side, how }) => [points === null ? el("span", { class: "mut" }, how === "open" ? "–" : "·") : el("b", {}, String(points)), side && sideSign(side)])),
    );
  }

  function drawCross() {
    table.hidden = !isRobin || shownTable === null || shownTable.cells.every((row) => row.length === 0);
    if (!shownTable || table.hidden) return;
    const { rows } = shownTable;
    const cells = crossTable(shownTable);
    fill(
      cross,
      el(
        "table",
        { key: "x", class: "x" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "#"), el("th", { scope: "col" }, t("tournament.player")), ...rows.map(({ rank }) => el("th", { scope: "col" }, numberText(rank))), el("th", { scope: "col" }, t("tournament.points")))),
        el(
          "tbody",
          {},
          ...rows.map((row, i) =>
            el(
              "tr",
              { key: row.player.player, class: row.player.player === me ? "me" : "" },
              el("td", { class: "num mut" }, numberText(row.rank)),
              el("th", { scope: "row" }, el("button", { type: "button", class: "name", onclick: (event) => openCard(row.player.player, event.currentTarget) }, el("b", { class: "cut" }, row.player.player === me ? t("you") : personText(row.player)))),
              ...cells[i].map((met, j) => (i === j ? el("td", { class: "self" }, el("span", { class: "sr" }, "–")) : crossCell(met, personText(rows[j].player)))),
              el("td", { class: "tot num" }, numberText(row.score)),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {number} wanted */
  function choose(wanted) {
    chosen = wanted;
    void ask();
  }

  const drawChoice = onChange(
    (/** @type {TournamentModel} */ { info }) => {
      const numbers = Array.from({ length: info.round }, (_, i) => String(i + 1));
      const on = String(chosen ?? info.round);
      const list = () =>
        el("select", { class: "inp", "aria-label": t("tournament.choose_round"), onchange: ({ target }) => choose(Number(target.value)) }, ...numbers.map((n) => el("option", { value: n, selected: n === on }, t("tournament.round", { n }))));
      const isLong = numbers.length > SIDE_BY_SIDE;
      fill(choice, numbers.length > 1 && (isLong ? list() : segments(t("tournament.choose_round"), numbers, on, (n) => n, (n) => choose(Number(n)))));
    },
    ({ info }) => [info.round, document.documentElement.lang],
  );

  return {
    root,
    table,
    /** @param {TournamentModel} model */
    arrive({ info }) {
      isRobin = info.format.type === "robin";
      if (info.format.type !== "arena") void ask();
    },
    /** @param {TournamentModel} model */
    refresh({ info }) {
      if (info.format.type !== "arena") again.refresh();
    },
    /** @param {TournamentModel} model @param {string} reader */
    render(model, reader) {
      const nowOver = model.info.phase === "finished";
      if (me !== reader || ruled !== isRuled() || isOver !== nowOver) {
        me = reader;
        ruled = isRuled();
        isOver = nowOver;
        drawRound();
        drawCross();
      }
      if (model.info.format.type !== "arena") drawChoice(model);
    },
    tick: again.tick,
  };
}
