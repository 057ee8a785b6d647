/** The games of masters: the library where they are found, and each of them, move by move. */

import { positionsOf } from "../models/masters.js";
import { inNotation, spelled } from "../models/notation.js";
import { t } from "../text/catalogue.js";
import { el, fill, icon, made, onChange } from "../ui/dom.js";
import { card, emptyState } from "../ui/parts.js";
import { createStepper } from "./learn/stepper.js";
import { createFinder, playerLine } from "./masters/finder.js";
import { oneGame } from "./masters/library.js";
import { openingName } from "./shared/opening_name.js";

/** @typedef {import("../models/masters.js").MasterGame} MasterGame */
/** @typedef {import("../page").App} App */

/** A number of the list, and the ply to show first. */
const GAME = /^(\d{1,4})(?:-(\d{1,4}))?$/;

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const [, number, ply] = part.match(GAME) ?? [];
  return number ? gamePage(Number(number), Number(ply ?? 0)) : createFinder(actions);
}

/** What was played, when, and how long. Names of events are as they were published. @param {MasterGame} game */
const factsOf = ({ event, year, plies }) =>
  el("span", {}, event && el("span", { translate: "no" }, event), event && " · ", [year, t("games.plies", { n: plies })].filter(Boolean).join(" · "));

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
      playerLine(game, "red"),
      playerLine(game, "black"),
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
