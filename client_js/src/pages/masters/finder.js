/** The library: games of masters, found by a board that one plays on, by who played, and by an opening's name. */

import { foundIn, inOrder, ORDER_NAMES, repliesIn } from "../../models/masters.js";
import { OPENING_PLIES } from "../../models/openings.js";
import { fenOf } from "../../models/fen.js";
import { cellsAfter, cellsOf, otherSide, SQUARES, START, turnOf } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, made, onChange, sideSign } from "../../ui/dom.js";
import { badge, emptyState, errorNote, pagedList, pageHead } from "../../ui/parts.js";
import { openingFields } from "../archive/opening_input.js";
import { openingName } from "../shared/opening_name.js";
import { watchTabs } from "../shared/watch_tabs.js";
import { createBook } from "./book.js";
import { allGames, allMoves, allOpenings } from "./library.js";

/** @typedef {import("../../models/masters.js").Found} Found */
/** @typedef {import("../../models/masters.js").MasterGame} MasterGame */
/** @typedef {import("../../models/masters.js").Wanted} Wanted */
/** @typedef {import("../../page").App} App */
/** @typedef {import("./book.js").Reached} Reached */
/** @typedef {import("../../text/catalogue.js").Key} Key */

const IN_A_PAGE = 50;
const MOVE = /^[a-i][0-9][a-i][0-9]$/;
/** The form stands open beside the board; on a phone it is opened by hand. */
const IS_WIDE = "(min-width: 47.5625em)";

/** A player of a game; a winner is marked where the last position proves it. @param {MasterGame} game @param {"red" | "black"} side */
export const playerLine = (game, side) =>
  el("span", { class: "row s w" }, sideSign(side), el("b", { class: "cut", translate: "no" }, game[side]), game.winner === side && badge(t("games.won"), "ok"));

/** @param {Found} found @param {string} opening its name */
const gameRow = ({ game, ply }, opening) =>
  el(
    "a",
    { class: "mgame", href: `/masters/${game.number}${ply ? `-${ply}` : ""}` },
    el("span", { class: "grow" }, playerLine(game, "red"), playerLine(game, "black"), el("small", { class: "mut opened" }, opening)),
    el(
      "span",
      { class: "ends mut small" },
      el("span", {}, [game.year, t("games.plies", { n: game.plies })].filter(Boolean).join(" · ")),
      el("span", { translate: "no" }, game.event),
    ),
  );

/** @param {string} name @param {string} label @param {[string, string][]} values @param {() => void} [heard] */
const choice = (name, label, values, heard) =>
  el("label", { class: "field" }, el("span", {}, label), el("select", { class: "inp", name, onchange: heard }, ...values.map(([value, text]) => el("option", { value }, text))));

/** @param {import("../../page").Actions} actions @returns {import("../../page").View} */
export function createFinder(actions) {
  /** @type {string[][]} */
  let openings = [];
  let order = ORDER_NAMES[0];
  /** @type {{reached: Reached, replies: import("./book.js").Reply[]} | null} */
  let shown = null;
  const errors = made(el("div", { role: "alert" }));
  const count = made(el("span", { class: "badge", "aria-live": "polite" }));
  const fields = openingFields(() => fields.moves().join(" ") === shown?.reached.moves.join(" ") || search());
  const book = createBook(play, (plies) => fields.write(fields.moves().slice(0, -plies)));
  const fen = made(el("input", { class: "inp", name: "fen", maxlength: 120, autocomplete: "off", spellcheck: "false" }));
  const list = pagedList(
    async (after) => {
      const found = inOrder(await find(), order);
      const first = Number(after ?? 0);
      const end = first + IN_A_PAGE;
      return { rows: found.slice(first, end), next: end < found.length ? String(end) : null };
    },
    (found) => gameRow(found, openingName(openings[found.game.number - 1])),
    () => emptyState({ title: t("masters.none"), sign: "search" }),
  );

  const names = made(el("datalist", { id: "master-names" }));
  void allGames().then((games) => fill(names, ...[...new Set(games.flatMap(({ red, black }) => [red, black]))].sort().map((value) => el("option", { value }))));
  /** @param {string} name @param {string} label */
  const person = (name, label) =>
    el("label", { class: "field" }, el("span", {}, label), el("input", { class: "inp", name, maxlength: 64, autocomplete: "off", list: "master-names" }));
  const filters = made(el(
    "form",
    {
      class: "col",
      role: "search",
      "aria-label": t("masters.search"),
      onsubmit(/** @type {SubmitEvent} */ event) {
        event.preventDefault();
        search();
      },
    },
    person("player", t("archive.player")),
    person("opponent", t("archive.opponent")),
    choice("side", t("masters.side"), [["", t("archive.any")], ["red", t("side.red")], ["black", t("side.black")]]),
    ...fields.parts,
    choice("how", t("masters.how"), [["order", t("masters.order")], ["any", t("masters.any_order")]]),
    el("label", { class: "field" }, el("span", {}, t("masters.position")), fen),
    errors,
    names,
    el("button", { class: "btn wide" }, t("masters.search")),
  ));

  /** Go on from the position that is shown: by the moves, or from a position that was written. @param {string} move */
  function play(move) {
    if (!fen.value.trim()) return fields.write([...fields.moves(), move]);
    const { cells, turn } = reachedNow();
    fen.value = `${fenOf(cellsAfter(cells, move))} ${otherSide(turn) === "red" ? "w" : "b"}`;
    search();
  }

  /** @returns {Reached} */
  function reachedNow() {
    const written = fen.value.trim();
    if (written) return { moves: [], cells: cellsOf(written), turn: turnOf(written) };
    const moves = fields.moves();
    return { moves, cells: moves.reduce(cellsAfter, cellsOf(START)), turn: moves.length % 2 ? "black" : "red" };
  }

  /** @returns {Wanted} */
  function wantedNow() {
    const form = new FormData(filters);
    const told = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    const { moves, cells, turn } = reachedNow();
    const named = fields.named();
    const isOrdered = told("how") === "order" && moves.length > 0;
    return {
      named,
      ...{ player: told("player"), opponent: told("opponent"), side: told("side") },
      opening: isOrdered && !named ? moves : [],
      position: fen.value.trim() || (!isOrdered && !named && moves.length > 0) ? { cells, turn } : null,
    };
  }

  /** The games that are wanted; the board shows what was played in them. */
  async function find() {
    const [wanted, reached] = [wantedNow(), reachedNow()];
    const games = await allGames();
    openings = await allOpenings();
    const isDeep = wanted.position !== null || reached.moves.length >= OPENING_PLIES;
    const moves = isDeep ? await allMoves() : openings;
    const found = foundIn(games, moves, wanted);
    fill(count, t("masters.found", { n: found.length }));
    shown = { reached, replies: repliesIn(found, moves, reached) };
    drawBook(actions.app());
    return found;
  }

  function search() {
    const words = String(new FormData(filters).get("moves")).trim().toLowerCase().split(/\s+/).filter(Boolean);
    const written = fen.value.trim();
    fill(errors);
    if (!words.every((move) => MOVE.test(move))) return fill(errors, errorNote(t("masters.opening.bad")));
    if (written && cellsOf(written).length !== SQUARES) return fill(errors, errorNote(t("masters.position.bad")));
    void list.restart();
  }

  const drawBook = (/** @type {App} */ { settings }) => shown && book.render(shown.reached, shown.replies, settings);
  const orders = choice("sort", t("masters.sort"), ORDER_NAMES.map((name) => [name, t(/** @type {Key} */ (`masters.sort.${name}`))]), () => {
    order = /** @type {HTMLSelectElement} */ (root.querySelector("[name=sort]")).value;
    void list.restart();
  });
  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l" },
      pageHead(t("masters.all"), el("a", { class: "btn", href: "/archive" }, t("masters.mine"))),
      watchTabs("masters"),
      el("p", { class: "mut" }, t("masters.lead")),
      el(
        "div",
        { class: "libr flat" },
        book.board,
        el(
          "div",
          { class: "col l" },
          book.replies,
          el("details", { class: "filters1", open: matchMedia(IS_WIDE).matches }, el("summary", {}, el("h2", {}, t("masters.filters"))), filters),
        ),
        el("section", { class: "card games1", "aria-label": t("masters.games") }, el("header", { class: "w" }, el("h2", {}, t("masters.games")), count, el("span", { class: "grow" }), orders), list.root),
      ),
    ),
  ));
  const render = onChange(drawBook, (/** @type {App} */ { settings }) => settings);
  void list.reload();
  return { root, render, title: () => t("masters.all") };
}
