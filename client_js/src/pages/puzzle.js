/** A puzzle: find the move. The one of the day, or one by its number. What may be played is asked of the server. */

import { filesIn, plainScene } from "../board/drawing.js";
import { emptyBoard } from "../board/element.js";
import { playing, startOf } from "../models/line.js";
import { inNotation, spelled } from "../models/notation.js";
import { answered, before, boardAfter, puzzleOfDay, solved, UNTRIED, wordsOf } from "../models/puzzles.js";
import { endsOf, sideOf, squareOf } from "../models/table.js";
import { following, pieceKey, rulesName, t } from "../text/catalogue.js";
import { el, fill, icon, made } from "../ui/dom.js";
import { badge, emptyState, pageHead } from "../ui/parts.js";
import { allPuzzles, puzzleName } from "./puzzle/list.js";

/** @typedef {import("../models/puzzles.js").Puzzle} Puzzle */
/** @typedef {import("../page").App} App */
/** @typedef {import("../messages").Line} Line */

const SHOWN_MOVE_MS = 700;
const NUMBER = /^[1-9]\d{0,3}$/;

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  /** @type {Puzzle[] | null} */
  let all = null;
  let number = NUMBER.test(part) ? Number(part) : 0;
  let tried = UNTRIED;
  let isShown = false;
  /** How many moves of those played are on the board: answers come one by one. */
  let at = 0;
  /** @type {number | null} */
  let selected = null;
  /** What may be played, by the moves that lead there. @type {Map<string, Line>} */
  const known = new Map();
  /** What the rules say of the moves that lose. */
  let ruling = "";
  /** @type {App | null} */
  let app = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const board = emptyBoard(false);
  const head = made(el("h2", { tabindex: -1 }));
  const task = made(el("p", { class: "lead" }));
  const source = made(el("p", { class: "small mut" }));
  const answer = made(el("div", { class: "col", "aria-live": "assertive" }));
  const again = made(el("button", { type: "button", class: "btn", onclick: () => begin() }, icon("undo"), t("learn.again")));
  const show = made(el("button", { type: "button", class: "btn", onclick: () => reveal() }, icon("eye"), t("learn.show")));
  const cycle = made(el("button", { type: "button", class: "btn", onclick: () => void showCycle() }, icon("repeat"), t("learn.cycle")));
  const next = made(el("a", { class: "btn end", href: "/puzzle" }, t("puzzle.next"), icon("next", "s")));
  const body = made(
    el(
      "div",
      { class: "study tasks" },
      board,
      el("div", { class: "col" }, el("section", { class: "card pad col" }, head, task, source), answer, el("div", { class: "row w" }, again, show, cycle, next)),
    ),
  );
  const root = made(el("main", {}, pageHead(part ? t("puzzle.title") : t("puzzle.today"), el("a", { class: "btn quiet", href: "/learn/puzzles" }, icon("book", "s"), t("puzzle.all"))), body));
  board.addEventListener("xq-select", (told) => {
    const { square = null } = /** @type {CustomEvent} */ (told).detail;
    selected = square ? squareOf(square) : null;
    draw();
  });
  board.addEventListener("xq-move", (told) => {
    selected = null;
    play(/** @type {CustomEvent} */ (told).detail.uci);
  });

  /** @returns {Puzzle | undefined} */
  const puzzle = () => all?.[number - 1];
  const played = () => tried.moves.slice(0, at);
  const cellsNow = (/** @type {Puzzle} */ shown) => boardAfter(startOf(shown.fen).cells, [...before(shown), ...played()]);

  function begin() {
    clearTimeout(timer);
    tried = UNTRIED;
    at = 0;
    selected = null;
    isShown = false;
    draw();
    void look();
  }

  /** Ask what may be played, where the reader is to move. */
  async function look() {
    const shown = puzzle();
    if (!shown || tried.state === "done") return;
    const moves = [...before(shown), ...played()].join("");
    if (known.has(moves)) return;
    const told = await actions.tell({ type: "line", fen: shown.fen, moves });
    if (told) known.set(moves, told);
    draw();
  }

  /** @param {string} uci */
  function play(uci) {
    const shown = puzzle();
    if (!shown || tried.state === "done") return;
    tried = answered(shown, tried, uci);
    if (tried.state !== "wrong") at += 1;
    if (shown.theme === "repetition") void explain(shown);
    draw();
    goOn();
  }

  /** Put what was answered on the board, a move at a time. */
  function goOn() {
    clearTimeout(timer);
    if (at >= tried.moves.length) return void look();
    timer = setTimeout(() => {
      at += 1;
      draw();
      goOn();
    }, SHOWN_MOVE_MS);
  }

  function reveal() {
    const shown = puzzle();
    if (!shown) return;
    tried = solved(shown);
    isShown = true;
    at = 0;
    if (shown.theme === "repetition") void explain(shown);
    draw();
    goOn();
  }

  /** What the rules say once the move is played that loses. @param {Puzzle} shown */
  async function explain(shown) {
    if (ruling) return;
    const told = await actions.tell({ type: "judge_line", fen: shown.fen, moves: `${shown.moves}${wordsOf(shown.line)[0]}`, rules: shown.rules, entering: false });
    ruling = told?.sets[0]?.text ?? "";
    draw();
  }

  async function showCycle() {
    const shown = puzzle();
    if (!shown || !app) return;
    begin();
    const lap = before(shown);
    for (let ply = 0; ply <= lap.length; ply += 1) {
      if (tried !== UNTRIED || shown !== puzzle()) return;
      board.scene = plainScene({ cells: boardAfter(startOf(shown.fen).cells, lap.slice(0, ply)), last: lap[ply - 1] ?? null, pieces: app.settings.pieces, ...filesIn(app.settings.notation) });
      await new Promise((after) => setTimeout(after, SHOWN_MOVE_MS));
    }
    draw();
  }

  function draw() {
    const shown = puzzle();
    if (!shown || !app) return;
    const { settings } = app;
    const cells = cellsNow(shown);
    const line = [...before(shown), ...played()];
    const isOpen = tried.state !== "done" && at === tried.moves.length;
    board.scene = plainScene({
      ...{ cells, last: line[line.length - 1] ?? null, pieces: settings.pieces, ...filesIn(settings.notation) },
      ...playing(isOpen ? known.get(line.join("")) : undefined, cells, selected),
      arrows: arrowsOf(shown),
    });
    const turn = sideOf(boardAfter(startOf(shown.fen).cells, before(shown))[endsOf(wordsOf(shown.line)[0])[0]]);
    fill(head, puzzleName(shown.theme));
    fill(task, t(`puzzle.task.${shown.theme}`, { side: t(`side.${turn}`), rules: rulesName({ rules: { name: shown.rules ?? "axf" } }) }));
    fill(source, ...sourceOf(shown));
    fill(answer, answerOf(shown));
    again.disabled = tried === UNTRIED;
    show.hidden = tried.state === "done";
    cycle.hidden = shown.theme !== "repetition" || tried.state === "done";
    next.classList.toggle("main", tried.state === "done");
    next.setAttribute("href", `/puzzle/${(number % (all ?? []).length) + 1}`);
  }

  /** Of a repetition the moves that lose, once it is over. @param {Puzzle} shown */
  const arrowsOf = (shown) => (shown.theme === "repetition" && tried.state === "done" && isShown ? wordsOf(shown.line).map((uci) => ({ uci, kind: /** @type {const} */ ("lose") })) : []);

  /** @param {Puzzle} shown */
  function sourceOf({ game, changed, case: name }) {
    if (!game) return [t("puzzle.case", { id: name ?? "" })];
    const [of, ply] = game;
    return [el("a", { href: `/masters/${of + 1}-${ply}` }, t(changed ? "puzzle.game.changed" : "puzzle.game", { n: of + 1 }))];
  }

  /** The moves of a line, as the reader wants them written. @param {Puzzle} shown @param {string[]} line */
  function written(shown, line) {
    const { notation, language } = /** @type {App} */ (app).settings;
    let cells = boardAfter(startOf(shown.fen).cells, before(shown));
    return line.map((uci) => {
      const text = inNotation(spelled(cells, uci), notation, language);
      cells = boardAfter(cells, [uci]);
      return text;
    });
  }

  /** @param {Puzzle} shown */
  function answerOf(shown) {
    const words = wordsOf(shown.line);
    if (tried.state === "wrong") return note("warn", "x", t("puzzle.wrong"), shown.theme === "repetition" ? ruling : t("puzzle.wrong.text"));
    if (tried.state === "open") return tried === UNTRIED ? known.has(before(shown).join("")) && badge(t("puzzle.yours"), "info", "play") : note("ok", "check", t("learn.good"), "");
    const title = t(isShown ? "learn.seen" : "learn.done");
    if (shown.theme === "repetition") return note("ruling", "gavel", title, `${t("puzzle.losing", { move: written(shown, words.slice(0, 1))[0] })} ${ruling}`);
    const said = shown.theme === "win" ? t("puzzle.won", { piece: t(pieceKey(boardAfter(startOf(shown.fen).cells, words.slice(0, 2))[endsOf(words[2])[1]])) }) : t("puzzle.mated");
    return note("ok", "check", title, `${said} ${written(shown, words).join(" ")}`);
  }

  /** @param {App} now */
  async function load(now) {
    all = await allPuzzles();
    if (number > all.length) fill(root, emptyState({ title: t("page.none"), href: "/learn/puzzles", action: t("puzzle.all"), sign: "book" }));
    if (number) begin();
    render(now);
  }

  /** @param {App} now */
  function render(now) {
    const isFirst = app === null;
    app = now;
    if (isFirst) void load(now);
    else draw();
  }

  return {
    root,
    title: () => t("puzzle.title"),
    render,
    /** Which one is today's follows the server's clock. */
    tick(serverMs) {
      if (number || !all) return;
      number = puzzleOfDay(serverMs, all.length);
      begin();
    },
    leave: () => clearTimeout(timer),
  };
}

/** @param {string} kind @param {string} sign @param {string} bold @param {string} text */
const note = (kind, sign, bold, text) => el("section", { class: `note ${kind}` }, icon(sign), el("div", {}, el("b", {}, bold), text && following(bold, text)));
