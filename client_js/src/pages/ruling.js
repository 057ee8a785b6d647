/**
 * The arbiter's page: a position and moves, set up or read from any file, and what rule sets say of them. Its address is the
 * question, so nothing is kept: it is sent, printed and bookmarked.
 */

import { filesIn, plainScene } from "../board/drawing.js";
import { emptyBoard } from "../board/element.js";
import { addressOf, askedBy, beginsAt, byTerms, chasesAt, countedBy, countingOf, fitting, MOST_SETS, movesFrom, playing, positionsIn, sideAt, termsAsked } from "../models/line.js";
import { inNotation, spelled } from "../models/notation.js";
import { COUNTING_ENTRY, PUNISHING, rulesIn } from "../models/rule_terms.js";
import { endsOf, squareOf } from "../models/table.js";
import { rulesName, t } from "../text/catalogue.js";
import { el, fill, icon, made, onChange, sideSign } from "../ui/dom.js";
import { errorNote, pageHead } from "../ui/parts.js";
import { withSheet } from "../ui/sheet.js";
import { createPaste } from "./ruling/paste.js";
import { createSetup } from "./ruling/setup.js";
import { setsTable, evidence, verdictOf } from "./ruling/sets.js";
import { countOptions } from "./shared/rule_terms.js";
import { createSteps } from "./shared/steps.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../messages").Line} Line */
/** @typedef {import("../messages").JudgedLine} JudgedLine */

const JUDGE_AFTER_MS = 500;
const AGAIN_MS = 5_000;

await withSheet("arbiter");

/** @type {import("../page").CreateView} */
export function create(actions) {
  let asked = askedBy(location.search, actions.app().rules);
  let at = asked.moves.length;
  /** What the server said of each position, by the moves that lead there. @type {Map<string, Line>} */
  const known = new Map();
  /** @type {JudgedLine | null} */
  let judged = null;
  let isJudging = false;
  /** @type {number | null} */
  let selected = null;
  /** @type {App | null} */
  let app = null;
  let question = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const board = emptyBoard(false);
  const moves = made(el("ol", { class: "masterplies num" }));
  const flaw = made(el("div", { "aria-live": "assertive" }));
  const answer = made(el("div", { class: "col", "aria-live": "polite" }));
  const choice = made(el("div", { class: "row w", role: "group", "aria-label": t("arbiter.sets") }));
  const agreed = made(el("small", { class: "mut" }));
  const counting = made(el("div", { class: "col s" }));
  const within = made(el("p", { class: "small mut" }));
  const ofGame = made(el("div", {}));
  const onPaper = made(el("p", { class: "onpaper" }));
  const steps = createSteps((to) => step(to));
  const setup = createSetup({ change: (fen) => placed(fen), draw: () => draw() });
  const paste = createPaste({ take: (fen, line, terms) => taken({ ...asked, ...(terms ? byTerms(terms) : { terms }), fen, moves: line }) });
  const link = () => `${location.origin}${addressOf(asked)}`;
  const study = made(
    el(
      "div",
      { class: "study" },
      el(
        "div",
        { class: "col" },
        board,
        steps.row,
      ),
      el("div", { class: "col" }, setup.root, paste.root),
      el("div", { class: "col" }, flaw, choice, ofGame, el("details", { class: "card pad" }, el("summary", { class: "b" }, t("arbiter.counting"), agreed), counting), answer, el("section", { class: "card", "aria-label": t("arbiter.moves") }, within, el("div", { class: "scrolly" }, moves)), onPaper),
    ),
  );
  const root = made(
    el(
      "main",
      { class: "arbiter" },
      pageHead(
        t("arbiter.title"),
        el("button", { type: "button", class: "btn", onclick: () => actions.copy(link(), "toast.copied", t("toast.copy", { link: link() })) }, icon("share"), t("act.link")),
        el("button", { type: "button", class: "btn", onclick: () => print() }, icon("dl"), t("arbiter.print")),
      ),
      el("p", { class: "mut lead" }, t("arbiter.lead")),
      study,
    ),
  );
  board.addEventListener("xq-select", (told) => {
    const { square = null } = /** @type {CustomEvent} */ (told).detail;
    if (setup.isOn() && square) return setup.touch(squareOf(square));
    selected = square ? squareOf(square) : null;
    draw();
  });
  board.addEventListener("xq-move", (told) => {
    const { uci } = /** @type {CustomEvent} */ (told).detail;
    selected = null;
    if (setup.isOn()) setup.move(uci);
    else begin({ ...asked, moves: [...asked.moves.slice(0, at), uci] }, at + 1);
  });

  const pathAt = (/** @type {number} */ ply) => asked.moves.slice(0, ply).join("");

  /** Ask something else. @param {import("../models/line.js").Asked} next @param {number} [ply] */
  function begin(next, ply = next.moves.length) {
    const line = fitting(next.fen, next.moves);
    if (line.fen !== asked.fen) known.clear();
    asked = { ...next, ...line };
    at = Math.max(0, ply - next.moves.length + line.moves.length);
    selected = null;
    judged = null;
    study.classList.remove("beside");
    history.replaceState(null, "", addressOf(asked));
    setup.begin(asked.fen);
    draw();
    ask();
  }

  /** @param {number} to */
  function step(to) {
    if (to < 0 || to > asked.moves.length || to === at) return;
    at = to;
    selected = null;
    draw();
    if (study.classList.contains("beside")) findPly();
    void look();
  }

  /** A position was set up; its moves are played next. @param {string} fen */
  function placed(fen) {
    begin({ ...asked, fen, moves: movesFrom(asked, fen) });
    board.focus();
  }

  /** A game was read: it is seen, also where the field it was pasted in is far below. @param {import("../models/line.js").Asked} next */
  function taken(next) {
    begin(next);
    board.scrollIntoView({ block: "nearest" });
  }

  /** What the evidence says of the ply that led here comes into sight. */
  const findPly = () => study.querySelector(".evidence .now")?.scrollIntoView({ block: "nearest" });

  /** Show a ply of the evidence. From then on the board stays in sight beside it. @param {number} to */
  function showBeside(to) {
    study.classList.add("beside");
    step(to);
    findPly();
  }

  /** Ask about the position, and soon about the line: one may still be playing. */
  function ask() {
    void look();
    clearTimeout(timer);
    isJudging = true;
    timer = setTimeout(() => void judge(), JUDGE_AFTER_MS);
  }

  async function look() {
    const path = pathAt(at);
    const { fen } = asked;
    if (known.has(path)) return;
    const told = await actions.tell({ type: "line", fen, moves: path });
    if (!told || fen !== asked.fen) return;
    known.set(path, told);
    draw();
  }

  async function judge() {
    const mine = (question += 1);
    const { fen, moves: line, rules } = asked;
    const told = await actions.tell({ type: "judge_line", fen, moves: line.join(""), rules: rules.join(), ...termsAsked(asked) });
    if (mine !== question) return;
    if (told === null) timer = setTimeout(() => void judge(), AGAIN_MS); // too many were asked about, or the line was cut
    isJudging = told === null;
    judged = told;
    draw();
  }

  /** @param {string} name */
  function toggle(name) {
    const has = asked.rules.includes(name);
    const rules = has ? asked.rules.filter((other) => other !== name) : [...asked.rules, name].slice(-MOST_SETS);
    if (rules.length) begin({ ...asked, rules }, at);
  }

  function draw() {
    if (!app) return;
    const { settings } = app;
    const positions = positionsIn(asked);
    const told = known.get(pathAt(at));
    const cells = positions[at];
    board.scene = plainScene({
      ...{ cells: setup.isOn() ? setup.cells() : cells, last: setup.isOn() ? null : (asked.moves[at - 1] ?? null), pieces: settings.pieces, ...filesIn(settings.notation) },
      ...(setup.isOn() ? setup.scene() : { ...playing(told, cells, selected), arrows: chasesAt(judged?.sets ?? [], at - 1) }),
    });
    steps.render(at, asked.moves.length, t("learn.step", { n: at, of: asked.moves.length }), setup.isOn());
    const wrong = told?.flaw ?? judged?.flaw;
    fill(flaw, wrong && errorNote(wrong.text));
    fill(choice, ...app.rules.map((name) => el("button", { key: name, type: "button", class: "btn s", "aria-pressed": String(asked.rules.includes(name)), onclick: () => toggle(name) }, rulesName({ rules: { name } }))));
    drawMoves(positions, settings);
    fill(answer, ...(judged && !judged.flaw ? saying(judged) : isJudging && !wrong ? [el("p", { key: "asking", class: "mut" }, t("arbiter.asking"))] : []));
    const judges = (judged?.sets ?? []).map(({ rules, ruling }) => [rulesName({ rules: { name: rules } }), ruling?.version].filter(Boolean).join(" "));
    fill(onPaper, [...judges, link()].join(" · "));
    drawCounting(asked);
    setup.render(settings);
  }

  /** When the sets rule: of those that are asked, the one whose book counts the entering move tells what it does by itself. */
  const drawCounting = onChange(
    (/** @type {import("../models/line.js").Asked} */ now) => {
      const named = now.rules.find((name) => COUNTING_ENTRY.includes(name)) ?? now.rules.find((name) => PUNISHING.includes(name)) ?? now.rules[0];
      const counted = countingOf(now);
      const { entering } = counted;
      const words = [entering !== null && t(entering ? "rules.entering" : "rules.no_entering"), rulesName({ rules: { ...counted, name: "", entering: null } })].filter(Boolean);
      fill(agreed, words.length > 0 && `: ${words.join(" · ")}`);
      fill(counting, ...countOptions({ ...counted, rules: named }, (change) => begin({ ...asked, ...countedBy(asked, change) }, at)));
      const rules = rulesIn(now.terms);
      fill(
        ofGame,
        rules && el(
          "p",
          { class: "row s w" },
          t("arbiter.terms", { rules: rulesName({ rules }) }),
          el("button", { type: "button", class: "btn s quiet", onclick: () => begin({ ...asked, terms: "" }, at) }, icon("x", "s"), t("arbiter.no_terms")),
        ),
      );
    },
    ({ rules, terms, occurrences, entering, limit }) => [rules, terms, occurrences, entering, limit, app?.settings.language],
  );

  /** @param {JudgedLine} line */
  const saying = ({ sets }) => [
    verdictOf(sets),
    setsTable(sets),
    evidence(sets, (ply) => written(ply), (ply) => showBeside(ply + 1), at - 1, (ply) => sideAt(asked.fen, ply)),
  ];

  /** @param {number} ply */
  function written(ply) {
    const { notation, language } = /** @type {App} */ (app).settings;
    const move = asked.moves[ply];
    return move ? inNotation(spelled(positionsIn(asked)[ply], move), notation, language) : "";
  }

  /** @param {string[]} positions @param {import("../page").Settings} settings */
  function drawMoves(positions, { notation, language }) {
    const first = sideAt(asked.fen, 0) === "black" ? 1 : 0;
    const begins = beginsAt(asked.fen);
    fill(within, begins > 1 && asked.moves.length > 0 && t("arbiter.begins", { n: begins }));
    fill(
      moves,
      ...asked.moves.map((move, ply) => {
        const text = positions[ply][endsOf(move)[0]] === "." ? move : inNotation(spelled(positions[ply], move), notation, language);
        const number = (ply + first) % 2 === 0 || ply === 0 ? `${Math.floor((ply + first) / 2) + beginsAt(asked.fen)}.${ply === 0 && first ? ".." : ""}` : "";
        return el(
          "li",
          { key: String(ply) },
          number && el("small", { class: "mut" }, number),
          el("button", { type: "button", "aria-current": ply === at - 1 ? "step" : null, onclick: () => step(ply + 1) }, sideSign(sideAt(asked.fen, ply)), text),
        );
      }),
    );
  }

  addEventListener("keydown", steps.key);
  setup.begin(asked.fen);
  return {
    root,
    title: () => t("arbiter.title"),
    render(now) {
      app = now;
      draw();
    },
    arrive: () => ask(),
    leave() {
      clearTimeout(timer);
      removeEventListener("keydown", steps.key);
    },
  };
}
