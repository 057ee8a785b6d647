/** The games of masters: found by who played, how they began and what stood on the board; and each of them, move by move. */

import { foundIn, positionsOf } from "../models/masters.js";
import { inNotation, spelled } from "../models/notation.js";
import { cellsAfter, cellsOf, SQUARES, START, turnOf } from "../models/table.js";
import { t } from "../text/catalogue.js";
import { el, fill, icon, made, onChange, sideSign } from "../ui/dom.js";
import { card, emptyState, errorNote, pagedList, pageHead, rowLink } from "../ui/parts.js";
import { openingInput } from "./archive/opening_input.js";
import { createStepper } from "./learn/stepper.js";
import { allGames, allMoves, allOpenings, oneGame } from "./masters/library.js";
import { openingName } from "./shared/opening_name.js";
import { watchTabs } from "./shared/watch_tabs.js";

/** @typedef {import("../models/masters.js").MasterGame} MasterGame */
/** @typedef {import("../models/masters.js").Wanted} Wanted */
/** @typedef {import("../page").App} App */

const IN_A_PAGE = 50;
const MOVE = /^[a-i][0-9][a-i][0-9]$/;
/** A number of the list, and the ply to show first. */
const GAME = /^(\d{1,4})(?:-(\d{1,4}))?$/;
/** Anything but a wish: the whole list. @type {Wanted} */
const ANY = { player: "", opponent: "", side: "", opening: [], position: null };

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const [, number, ply] = part.match(GAME) ?? [];
  return number ? gamePage(Number(number), Number(ply ?? 0)) : listPage(actions);
}

/** What was played, when, and how long. Names of events are as they were published. @param {MasterGame} game */
const factsOf = ({ event, year, plies }) =>
  el("span", {}, event && el("span", { translate: "no" }, event), event && " · ", [year, t("games.plies", { n: plies })].filter(Boolean).join(" · "));

// The list.

/** @param {import("../page").Actions} actions @returns {import("../page").View} */
function listPage(actions) {
  let wanted = ANY;
  /** @type {string[][]} */
  let openings = [];
  const errors = made(el("div", { role: "alert" }));
  const count = made(el("span", { class: "badge", "aria-live": "polite" }));
  const list = pagedList(
    async (after) => {
      const games = await allGames();
      openings = await allOpenings();
      const found = wanted === ANY ? games.map((game) => ({ game, ply: 0 })) : foundIn(games, await allMoves(), wanted);
      fill(count, t("masters.found", { n: found.length }));
      const first = Number(after ?? 0);
      const end = first + IN_A_PAGE;
      return { rows: found.slice(first, end), next: end < found.length ? String(end) : null };
    },
    ({ game, ply }) =>
      rowLink({
        href: `/masters/${game.number}${ply ? `-${ply}` : ""}`,
        title: el("span", { class: "row s w", translate: "no" }, sideSign("red"), game.red, " – ", sideSign("black"), game.black),
        sub: el("span", {}, factsOf(game), el("span", { class: "opened" }, openingName(openings[game.number - 1]))),
      }),
    () => emptyState({ title: t("masters.none"), sign: "search" }),
  );

  const names = made(el("datalist", { id: "master-names" }));
  void allGames().then((games) => fill(names, ...[...new Set(games.flatMap(({ red, black }) => [red, black]))].sort().map((value) => el("option", { value }))));
  /** @param {string} name @param {string} label */
  const person = (name, label) =>
    el("label", { class: "field" }, el("span", {}, label), el("input", { class: "inp", name, maxlength: 64, autocomplete: "off", list: "master-names" }));
  /** @param {string} name @param {string} label @param {[string, string][]} values */
  const choice = (name, label, values) =>
    el("label", { class: "field" }, el("span", {}, label), el("select", { class: "inp", name }, ...values.map(([value, text]) => el("option", { value }, text))));
  const opening = openingInput(() => actions.app().settings.pieces);
  const filters = made(el(
    "form",
    {
      class: "card pad col",
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
    opening.root,
    choice("how", t("masters.how"), [["order", t("masters.order")], ["any", t("masters.any_order")]]),
    el("label", { class: "field" }, el("span", {}, t("masters.position")), el("input", { class: "inp", name: "fen", maxlength: 120, autocomplete: "off", spellcheck: "false" })),
    errors,
    names,
    el("button", { class: "btn main wide" }, t("masters.search")),
  ));

  function search() {
    const form = new FormData(filters);
    const told = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    const opened = told("moves").toLowerCase().split(/\s+/).filter(Boolean);
    const fen = told("fen");
    fill(errors);
    if (!opened.every((move) => MOVE.test(move))) return fill(errors, errorNote(t("masters.opening.bad")));
    if (fen && cellsOf(fen).length !== SQUARES) return fill(errors, errorNote(t("masters.position.bad")));
    const isAnyOrder = told("how") === "any" && opened.length > 0;
    const reached = { cells: opened.reduce(cellsAfter, cellsOf(START)), turn: /** @type {import("../models/table.js").Side} */ (opened.length % 2 ? "black" : "red") };
    const named = opening.named();
    wanted = {
      named,
      ...{ player: told("player"), opponent: told("opponent"), side: told("side") },
      opening: isAnyOrder || named ? [] : opened,
      position: fen ? { cells: cellsOf(fen), turn: turnOf(fen) } : isAnyOrder && !named ? reached : null,
    };
    void list.restart();
  }

  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l" },
      pageHead(t("masters.all"), count, el("a", { class: "btn", href: "/archive" }, t("masters.mine"))),
      watchTabs("masters"),
      el("p", { class: "mut" }, t("masters.lead")),
      el("div", { class: "home" }, el("section", { class: "card" }, list.root), filters),
    ),
  ));
  const drawBoard = onChange(() => opening.draw(), (/** @type {App} */ { settings }) => settings.pieces);
  void list.reload();
  return { root, render: drawBoard, title: () => t("masters.all") };
}

// A game.

/** @param {number} number @param {number} first the ply that is shown first @returns {import("../page").View} */
function gamePage(number, first) {
  /** @type {{game: MasterGame, moves: string[], positions: string[]} | null} */
  let played = null;
  let at = first;
  let title = t("masters.game");
  /** @type {App | null} */
  let shown = null;
  const heading = made(el("h1", { class: "grow", translate: "no" }, title));
  const facts = made(el("div", { class: "card pad col s" }));
  const moves = made(el("ol", { class: "masterplies num" }));
  const stepper = createStepper((to) => {
    at = to;
    draw();
  });
  const body = made(el(
    "div",
    { class: "study" },
    stepper.root,
    el("div", { class: "col" }, facts, card(t("masters.moves"), el("div", { class: "scrolly" }, moves))),
  ));
  const root = made(el("main", {}, el("div", { class: "ph" }, heading, el("a", { class: "btn quiet", href: "/masters" }, icon("prev", "s"), t("masters.all"))), body));

  async function load() {
    const found = await oneGame(number);
    if (!found) return fill(body, emptyState({ title: t("masters.none"), sign: "search", href: "/masters", action: t("masters.all") }));
    const { game } = found;
    played = { ...found, positions: positionsOf(found.moves) };
    at = Math.min(first, found.moves.length);
    title = `${game.red} – ${game.black}`;
    fill(heading, title);
    fill(
      facts,
      ...[["red", game.red], ["black", game.black]].map(([side, name]) => el("span", { class: "row s" }, sideSign(/** @type {"red" | "black"} */ (side)), el("b", { translate: "no" }, name))),
      el("small", { class: "mut" }, factsOf(game)),
      el("small", {}, openingName(found.moves)),
    );
    draw();
  }

  function draw() {
    if (!played || !shown) return;
    const { moves: all, positions } = played;
    const { settings } = shown;
    stepper.render(positions.length, at, { cells: positions[at], last: all[at - 1] ?? null }, settings);
    drawMoves({ notation: settings.notation, language: settings.language });
    const current = moves.querySelector("[aria-current]");
    for (const one of moves.querySelectorAll("button")) {
      if (one.dataset.ply === String(at)) one.setAttribute("aria-current", "step");
      else if (one === current) one.removeAttribute("aria-current");
    }
    const marked = /** @type {HTMLElement | null} */ (moves.querySelector("[aria-current]"));
    const frame = moves.parentElement;
    if (marked && frame) frame.scrollTop = marked.offsetTop - frame.clientHeight / 2;
  }

  const drawMoves = onChange((/** @type {Pick<import("../page").Settings, "notation" | "language">} */ { notation, language }) => {
    if (!played) return;
    const { moves: all, positions } = played;
    fill(
      moves,
      ...all.map((move, ply) => {
        const text = inNotation(spelled(positions[ply], move), notation, language);
        const go = () => {
          at = ply + 1;
          draw();
        };
        const button = el("button", { type: "button", "data-ply": ply + 1, onclick: go }, text);
        return el("li", {}, ply % 2 === 0 && el("small", { class: "mut" }, `${ply / 2 + 1}.`), button);
      }),
    );
  });

  void load();
  const listen = () => addEventListener("keydown", stepper.key);
  listen();
  return {
    root,
    arrive: listen,
    render(app) {
      shown = app;
      draw();
    },
    title: () => title,
    leave: () => removeEventListener("keydown", stepper.key),
  };
}
