/**
 * The review board: other moves are tried on it, variations form a tree, and the rules speak where a position recurs. Its
 * address holds the tree, so a line is shared by a link and nothing is stored. No engine looks at what is tried.
 */

import { filesIn, plainScene } from "../board/drawing.js";
import { emptyBoard } from "../board/element.js";
import { addressParts, addressWith, askedBy, beginsAt, isUsualStart, mayBeRuledOn, playing, startOf, termsAsked } from "../models/line.js";
import { brother, dropped, goneTo, lastFork, MOST_CHARS, placedIn, placeIn, played, promoted, textOf, treeOf } from "../models/line_tree.js";
import { inNotation, spelled } from "../models/notation.js";
import { signOf } from "../models/review.js";
import { cellsAfter, squareOf } from "../models/table.js";
import { rulesName, t } from "../text/catalogue.js";
import { el, fill, icon, made } from "../ui/dom.js";
import { errorNote, pageHead } from "../ui/parts.js";
import { withSheet } from "../ui/sheet.js";
import { bookMoves } from "./board/book.js";
import { createTree } from "./board/tree.js";
import { createSteps, isTaken } from "./shared/steps.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../messages").Line} Line */

/** Steps that follow one another sooner are not asked about: the server answers four questions a second. */
const HURRY_MS = 250;
const ROOM = /^[a-z0-9]{4,32}$/;

await withSheet("arbiter");

/** @type {import("../page").CreateView} */
export function create(actions) {
  const given = new URLSearchParams(location.search);
  const { fen: asked, moves: line, rules: [rules], ...terms } = askedBy(location.search, []);
  let fen = asked;
  const text = line.join("") || (given.get("moves") ?? "");
  const isChosen = given.has("rules");
  const game = ROOM.test(given.get("game") ?? "") ? (given.get("game") ?? "") : "";
  let place = placeIn(treeOf(text.slice(0, MOST_CHARS)));
  /** What the server said of each position, by the moves that lead there. @type {Map<string, Line>} */
  const known = new Map();
  /** What the rules said of a line, by its moves. @type {Map<string, import("../messages").JudgedSet>} */
  const ruled = new Map();
  /** @type {number | null} */
  let selected = null;
  /** @type {App | null} */
  let app = null;
  /** @type {[string, number][]} */
  let book = [];

  /** What an engine said of the game that it began with. @type {ReturnType<typeof import("./board/review.js").createReview> | null} */
  let review = null;
  let isLeft = false;
  let shown = "";
  /** The tree as it was when it was drawn last. */
  let kept = textOf(place.root);
  let lastLook = 0;
  /** The signs of the game's moves, by ply, and its moves. @type {import("./board/tree.js").Signs} */
  let signs = { moves: "", byPly: new Map() };

  const board = emptyBoard(false);
  const said = made(el("div", { class: "col s", "aria-live": "polite" }));
  const tree = createTree((chain) => begin(goneTo(place, chain)));
  const masters = made(el("div", {}));
  const engine = made(el("div", {}));
  const steps = createSteps((to) => step(to));
  const link = () => `${location.origin}${address("/board")}`;
  const onward = made(el("a", { class: "btn", href: "/ruling" }, icon("gavel"), t("review.arbiter")));
  const changes = made(
    el(
      "div",
      { class: "row w" },
      el("button", { type: "button", class: "btn", onclick: () => begin(promoted(place)) }, t("review.promote")),
      el("button", { type: "button", class: "btn", onclick: () => begin(dropped(place)) }, icon("x"), t("review.drop")),
    ),
  );
  const root = made(
    el(
      "main",
      { class: "arbiter review" },
      pageHead(
        t("review.title"),
        el("button", { type: "button", class: "btn", onclick: () => actions.copy(link(), "toast.copied", t("toast.copy", { link: link() })) }, icon("share"), t("act.link")),
        onward,
      ),
      el(
        "div",
        { class: "study" },
        el("div", { class: "col" }, board, steps.row),
        el(
          "div",
          { class: "col" },
          said,
          engine,
          el("section", { class: "card pad", "aria-label": t("review.moves") }, beginsAt(fen) > 1 && el("p", { class: "small mut" }, t("arbiter.begins", { n: beginsAt(fen) })), tree.root),
          changes,
          masters,
          el("p", { class: "small mut keys" }, t("review.keys")),
        ),
      ),
    ),
  );
  board.addEventListener("xq-select", (told) => {
    const { square = null } = /** @type {CustomEvent} */ (told).detail;
    selected = square ? squareOf(square) : null;
    draw();
  });
  board.addEventListener("xq-move", (told) => {
    begin(played(place, /** @type {CustomEvent} */ (told).detail.uci));
  });

  const path = () => place.path.slice(0, place.at).map(({ uci }) => uci);

  /** The address of the tree here, or of the line at another page. @param {string} page */
  function address(page) {
    const moves = page === "/board" ? textOf(place.root) : path().join("");
    return addressWith(page, { ...(game && page === "/board" && { game }), ...(fen && { fen }), ...(moves && { moves }), ...(isChosen && { rules }), ...addressParts(terms) });
  }

  /** @param {import("../models/line_tree.js").Place} next */
  function begin(next) {
    const text = textOf(next.root);
    const isFull = text.length > MOST_CHARS && text.length > kept.length;
    if (isFull) actions.toast(t("review.full"));
    place = isFull ? placedIn(place, kept) : next; // a move that was tried is in the tree already
    kept = textOf(place.root);
    selected = null;
    book = [];
    keepAddress();
    draw();
    void look();
  }

  /** The address is that of the tree. A step changes nothing in it: browsers refuse to set it a hundred times in a row. */
  function keepAddress() {
    const wanted = address("/board");
    if (wanted !== shown) history.replaceState(null, "", wanted);
    shown = wanted;
  }

  /** Show a line, which becomes a variation where it is a new one. @param {string[]} moves @param {number} at */
  function show(moves, at) {
    const line = moves.reduce(played, { ...place, path: [], at: 0 });
    begin({ ...line, at });
  }

  /** How many moves of the game stand on the board; null off its line. */
  function plyOfGame() {
    const moves = path();
    return review?.told()?.moves.startsWith(moves.join("")) ? moves.length : null;
  }

  /** What the engine said comes, or changes. */
  function reviewed() {
    const told = review?.told();
    signs = { moves: told?.moves ?? "", byPly: new Map(told?.marks.map((mark) => [mark.ply, signOf(mark)])) };
    if (told && !fen && !place.root.next.length && told.moves) {
      fen = isUsualStart(startOf(told.fen)) ? "" : told.fen;
      place = placeIn(treeOf(told.moves), 0);
      kept = textOf(place.root);
      known.clear();
      void look();
    }
    draw();
  }

  /** @param {number} to */
  function step(to) {
    if (to < 0 || to > place.path.length || to === place.at) return;
    begin({ ...place, at: to });
  }

  /** Ask about the position, and the rules where it recurs. */
  async function look() {
    const moves = path().join("");
    const cells = cellsHere();
    void bookMoves(cells, moves.length / 4).then((found) => {
      if (moves !== path().join("") || fen) return;
      book = found;
      draw();
    });
    if (!(await isStill(moves))) return;
    if (!known.has(moves)) {
      const told = await actions.tell({ type: "line", fen, moves });
      if (!told) return;
      known.set(moves, told);
      draw();
    }
    const isHere = moves === path().join("");
    if (!isHere || !mayBeRuledOn(known.get(moves), cells, terms) || ruled.has(moves)) return;
    const told = await actions.tell({ type: "judge_line", fen, moves, rules, ...termsAsked(terms) });
    if (told?.sets[0]) ruled.set(moves, told.sets[0]);
    draw();
  }

  /** Whether the board still shows a line a moment later; at once, unless one goes through moves in a hurry. @param {string} moves */
  async function isStill(moves) {
    const isHurried = Date.now() - lastLook < HURRY_MS;
    lastLook = Date.now();
    if (isHurried) await new Promise((later) => setTimeout(later, HURRY_MS));
    return moves === path().join("");
  }

  const cellsHere = () => path().reduce(cellsAfter, startOf(fen).cells);

  function draw() {
    if (!app) return;
    const { settings } = app;
    const moves = path();
    const cells = cellsHere();
    const told = known.get(moves.join(""));
    board.scene = plainScene({
      ...{ cells, last: moves.at(-1) ?? null, pieces: settings.pieces, ...filesIn(settings.notation) },
      ...playing(told, cells, selected),
    });
    board.setAttribute("aria-busy", String(!told)); // what may be played is not known yet
    changes.toggleAttribute("hidden", place.at === 0);
    steps.render(place.at, place.path.length, t("learn.step", { n: place.at, of: place.path.length }));
    const set = ruled.get(moves.join(""));
    fill(
      said,
      told?.flaw && errorNote(told.flaw.text),
      set && set.text && el("section", { class: "note line" }, icon("gavel"), el("div", { class: "grow" }, el("b", {}, rulesName({ rules: { name: set.rules } })), el("p", {}, set.text))),
    );
    tree.draw(place, startOf(fen), settings, signs);
    fill(
      masters,
      !fen && book.length > 0 && el(
        "section",
        { class: "card pad col s" },
        el("h2", {}, t("review.book")),
        el("div", { class: "row w" }, ...book.map(([uci, games]) => el("button", { key: uci, type: "button", class: "btn s", onclick: () => begin(played(place, uci)) }, inNotation(spelled(cells, uci), settings.notation, settings.language), " ", el("small", { class: "mut" }, t("review.games", { n: games }))))),
      ),
    );
    fill(engine, review?.view(settings, plyOfGame()));
    onward.setAttribute("href", address("/ruling"));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (isTaken(event)) return;
    /** @type {Record<string, () => import("../models/line_tree.js").Place>} */
    const ways = { ArrowUp: () => brother(place, -1), ArrowDown: () => brother(place, 1), ...(event.shiftKey && { ArrowLeft: () => lastFork(place) }) };
    const way = ways[event.key];
    if (!way) return steps.key(event);
    event.preventDefault();
    begin(way());
  }
  addEventListener("keydown", key);
  return {
    root,
    title: () => t("review.title"),
    render(now) {
      app = now;
      draw();
    },
    async arrive() {
      if (text.length > MOST_CHARS) actions.toast(t("review.full"));
      void look();
      if (!game) return;
      const { createReview } = await import("./board/review.js");
      if (!isLeft) review = createReview(actions, game, reviewed, show);
    },
    leave() {
      isLeft = true;
      review?.leave();
      removeEventListener("keydown", key);
    },
  };
}
