/** The tasks of a lesson: the reader moves the pieces, and the server's rules answer. */

import { filesIn, plainScene } from "../../board/drawing.js";
import { emptyBoard } from "../../board/element.js";
import { spelled } from "../../models/notation.js";
import { cellsAfter, cellsOf, endsOf, generalOf, sideOf, SQUARES, squareOf } from "../../models/table.js";
import { following, t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { doneTasks, keepDone } from "./progress.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../messages").Lesson} Lesson */
/** @typedef {import("../../messages").LessonName} LessonName */
/** @typedef {import("../../text/catalogue.js").Key} Key */

const SHOWN_MOVE_MS = 900;

/**
 * @param {LessonName} lesson @param {import("../../page").Actions} actions
 * @returns {import("../learn.js").Chapter}
 */
export function createTasks(lesson, actions) {
  let task = 0;
  /** The moves played, as squares. @type {string[]} */
  let moves = [];
  /** How the task stands, as the server told it. @type {Lesson | null} */
  let told = null;
  /** The position before the move that the answer is about. */
  let before = "";
  /** @type {number | null} */
  let selected = null;
  /** The solution is being shown: the task does not count as done. */
  let isShown = false;
  /** @type {App | null} */
  let app = null;
  /** Which question is the latest; the answers to older ones come too late. */
  let asked = 0;

  const board = emptyBoard(false);
  const steps = made(el("div", { class: "taskbar", role: "group", "aria-label": t("learn.tasks") }));
  const head = made(el("h2", { tabindex: -1 }));
  const text = made(el("p", { class: "lead" }));
  const count = made(el("p", { class: "row s w small" }));
  const answer = made(el("div", { "aria-live": "assertive" }));
  const again = made(el("button", { type: "button", class: "btn", onclick: () => begin(task) }, icon("undo"), t("learn.again")));
  const show = made(el("button", { type: "button", class: "btn", onclick: () => void showSolution() }, icon("eye"), t("learn.show")));
  const cycle = made(el("button", { type: "button", class: "btn", onclick: () => void showCycle() }, icon("repeat"), t("learn.cycle")));
  const next = made(el("button", { type: "button", class: "btn main end", onclick: () => begin(task + 1) }, t("learn.task.next"), icon("next", "s")));
  const foot = made(el("p", { class: "onward" }));
  /** What is to be done, once the server has told it. */
  const goalCard = made(el("section", { class: "card pad col", "aria-label": t("learn.tasks"), hidden: true }, steps, head, text, count));
  const beside = el(
    "div",
    { class: "col" },
    goalCard,
    answer,
    el("div", { class: "row w" }, again, show, cycle, next),
    foot,
  );
  hear("xq-select", ({ square = null }) => {
    selected = square ? squareOf(square) : null;
    draw();
  });
  hear("xq-move", ({ uci = "" }) => {
    selected = null;
    isShown = false;
    void play(uci);
  });

  /** @param {string} event @param {(detail: {square?: string | null, uci?: string}) => void} listen */
  function hear(event, listen) {
    board.addEventListener(event, (told) => listen(/** @type {CustomEvent} */ (told).detail));
  }

  /** @param {string[]} wanted all moves, of which the last may be refused */
  async function ask(wanted) {
    const question = (asked += 1);
    const reply = await actions.tell({ type: "lesson", lesson, task, moves: wanted });
    if (!reply || question !== asked) return;
    before = told?.fen ?? reply.fen;
    told = reply;
    moves = wanted.slice(0, reply.used);
    if (reply.status === "done" && !isShown) keepDone(lesson, task);
    draw();
  }

  /** @param {string} uci */
  const play = (uci) => ask([...moves, uci]);

  /** @param {number} number */
  function begin(number) {
    task = number;
    moves = [];
    told = null;
    selected = null;
    isShown = false;
    void ask([]).then(() => head.focus());
  }

  /** Play the solution from the start, a move at a time. */
  async function showSolution() {
    const solution = told?.solution.split(" ").filter(Boolean) ?? [];
    moves = [];
    isShown = true;
    await ask([]);
    const question = asked;
    for (const [i, uci] of solution.entries()) {
      await new Promise((after) => setTimeout(after, SHOWN_MOVE_MS));
      if (!isShown || asked !== question + i) return;
      await play(uci);
    }
  }

  /** Play what was played before the task, on the drawing alone. */
  async function showCycle() {
    const question = asked;
    if (!told || !app) return;
    const { settings } = app;
    let cells = cellsOf(told.fen);
    for (const uci of told.cycle.split(" ")) {
      cells = cellsAfter(cells, uci);
      board.scene = { cells, last: uci, pieces: settings.pieces, ...filesIn(settings.notation) };
      await new Promise((after) => setTimeout(after, SHOWN_MOVE_MS));
      if (asked !== question) return;
    }
    draw();
  }

  /** Every point that holds none of the reader's pieces: what is not allowed is told, with the reason. */
  function choices() {
    const cells = cellsOf(told?.fen ?? "");
    const squares = Array.from({ length: SQUARES }, (_, square) => square);
    const isOwn = (/** @type {number} */ square) => cells[square] !== "." && sideOf(cells[square]) === "red";
    const free = squares.filter((square) => !isOwn(square));
    return new Map(told?.status === "open" ? squares.filter(isOwn).map((square) => [square, free]) : []);
  }

  function draw() {
    if (!told || !app) return;
    const { settings } = app;
    const { fen, flags, last, check, status, ruling } = told;
    const cells = cellsOf(fen);
    const legal = told.moves.split(" ").filter(Boolean).map(endsOf);
    board.scene = plainScene({
      ...{ cells, last, choices: choices(), selected, pieces: settings.pieces, ...filesIn(settings.notation) },
      check: check && generalOf(cells, check),
      targets: legal.filter(([origin]) => origin === selected).map(([, target]) => target),
      flags: flags.map(squareOf),
      arrows: ruling && status === "done" ? [{ uci: ruling.move, kind: /** @type {const} */ ("lose") }] : [],
    });
    drawTask(told);
    fill(answer, answerNote(told, settings.notation));
    again.disabled = told.used === 0 && told.refused === null;
    show.hidden = told.solution === "";
    cycle.hidden = told.cycle === "" || told.used > 0;
    next.hidden = task + 1 >= told.tasks;
    next.classList.toggle("main", status === "done");
    foot.hidden = task + 1 < told.tasks;
  }

  /** @param {Lesson} state */
  function drawTask({ tasks, goal, flags, used, fewest, status }) {
    const done = doneTasks()[lesson] ?? [];
    fill(
      steps,
      ...Array.from({ length: tasks }, (_, i) =>
        el(
          "button",
          { key: String(i), type: "button", class: done.includes(i) ? "done" : "", "aria-current": i === task ? "step" : null, onclick: () => begin(i) },
          done.includes(i) && icon("check", "s"),
          t("learn.task.n", { n: i + 1 }),
        ),
      ),
    );
    goalCard.hidden = false;
    fill(head, t(/** @type {Key} */ (`learn.goal.${goal}`)));
    fill(text, t(/** @type {Key} */ (`learn.goal.${goal}.text`)));
    fill(
      count,
      goal === "reach" && status === "open" && badge(t("learn.flags", { n: flags.length }), "info", "flag"),
      goal !== "avoid" && el("span", { class: "mut num" }, t("learn.used", { n: used, fewest })),
    );
  }

  /** What the rules answer. @param {Lesson} state @param {import("../../page").Notation} notation */
  function answerNote({ status, refused, goal, used, fewest, last, ruling }, notation) {
    if (refused) return note("warn", "x", t("learn.refused"), t(/** @type {Key} */ (`learn.why.${refused}`)));
    if (used === 0) return false;
    if (ruling && last) return rulingNote(ruling, last, status, notation);
    if (status === "failed") return note("danger", "x", t("learn.failed"), t(/** @type {Key} */ (`learn.failed.${goal}`)));
    if (status === "open") return note("ok", "check", t("learn.good"), "");
    return note("ok", "check", t(isShown ? "learn.seen" : "learn.done"), used > fewest ? t("learn.done.longer", { n: fewest }) : "");
  }

  /** Of a cycle: the reader's move, and the one that loses with what the rules say. @param {NonNullable<Lesson["ruling"]>} ruling @param {string} last @param {Lesson["status"]} status @param {import("../../page").Notation} notation */
  function rulingNote(ruling, last, status, notation) {
    const written = (/** @type {string} */ uci) => spelled(cellsOf(before), uci)[notation];
    return el(
      "div",
      { class: "col" },
      status === "done" && note("ok", "check", t("learn.avoided", { move: written(last) }), t("learn.avoided.text")),
      note("ruling", "gavel", t("learn.loses", { move: written(ruling.move) }), ruling.text),
    );
  }

  return {
    root: made(el("div", { class: "study tasks" }, board, beside)),
    foot,
    render(now) {
      const isFirst = app === null;
      app = now;
      if (isFirst) void ask([]);
      else draw();
    },
  };
}

/** @param {string} kind @param {string} sign @param {string} bold @param {string} text */
const note = (kind, sign, bold, text) => el("section", { class: `note ${kind}` }, icon(sign), el("div", {}, el("b", {}, bold), text && following(bold, text)));
