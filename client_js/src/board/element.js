/**
 * `<xiangqi-board>`: a board for any page, ours or another's. Legal moves go in, a move comes out; it knows no rules.
 *
 * It draws what its attributes say, and what `scene` says besides. A move that a hand makes is told as `xq-move`; the
 * next `position` shows what came of it. Drawing, grid, styles and outlines stand in its shadow tree, where no style of
 * the page reaches. The custom properties of `css/tokens.css` do: those that the page does not set have our values.
 */

import { cellsOf, choicesFrom, generalOf, nameOf, START } from "../models/table.js";
import { catalogueOf, chooseLanguage, isSaid, speaker, t } from "../text/catalogue.js";
import { el, made, outlinesOf, svg } from "../ui/dom.js";
import { createDrawing, NO_PIECES, plainScene } from "./drawing.js";
import * as marks from "./marks.js";

/** @typedef {import("./drawing.js").Scene} Scene */
/** @typedef {import("./drawing.js").PieceSet} PieceSet */

const PIECES = /^[KABNRCPkabnrcp.]{90}$/;
const MOVES = /\b[a-i]\d[a-i]\d\b/g;
const PAINTS = ["href", "fill", "stroke"];

/** What is drawn before the styles of all boards have come: nothing, in as much room. */
const NOTHING_YET = ":host { display: block; visibility: hidden; aspect-ratio: 9.24 / 10.72; overflow: hidden; }";
/** @param {string} name */
const addressOf = (name) => new URL(`../../css/${name}.css`, import.meta.url).href;
/** @param {string} name */
async function styleOf(name) {
  const text = await (await fetch(addressOf(name))).text();
  return text.replace(/url\(([^#)]+)\)/g, (_, path) => `url(${new URL(path, addressOf(name))})`); // not all browsers know the base of a sheet
}

/** One sheet for all boards. */
const sheet = new CSSStyleSheet();
/** @type {Promise<void> | null} */
let dressing = null;
sheet.replaceSync(NOTHING_YET);

/** Give the boards their styles, by the looks of the first one. @param {Element} host */
const dress = (host) =>
  (dressing ??= (async () => {
    const text = await styleOf("board");
    const used = [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
    await addTokens(host, used.filter((name) => !text.includes(`${name}:`)));
    sheet.replaceSync(text);
  })().catch(() => void (dressing = null))); // no line: the next drawing asks again

/** On a page of another site, our tokens are what those begin with that it does not set. @param {Element} host @param {string[]} names */
async function addTokens(host, names) {
  const given = getComputedStyle(host);
  const missing = names.filter((name) => !given.getPropertyValue(name));
  if (missing.length > 0) (await import("./tokens.js")).register(missing, await styleOf("tokens"));
}

/** The outlines and gradients that a drawing refers to, by their ids. @param {Element} drawing */
const usesOf = (drawing) =>
  [...drawing.querySelectorAll("use, [fill^=url], [stroke^=url]")].flatMap((one) =>
    PAINTS.flatMap((name) => one.getAttribute(name)?.match(/^(?:url\()?#([^)]+)/)?.[1] ?? []),
  );

/** @param {string} id */
const outlineOf = async (id) => (await outlinesOf("sprite")).getElementById(id) ?? (await outlinesOf("sets")).getElementById(id);

/** The sentences of a language: those of the page, if it is ours. @param {string} code @returns {Promise<import("../text/catalogue.js").Say>} */
const sayingIn = async (code) =>
  isSaid("board.label") && document.documentElement.lang === code ? t : speaker(code, await catalogueOf(code, ""));

/** @param {string | null} text @returns {string[]} */
const movesIn = (text) => text?.match(MOVES) ?? [];

export class XiangqiBoard extends HTMLElement {
  static observedAttributes = ["position", "legal", "last", "check", "flip", "pieces", "files", "premove", "readonly", "lang"];

  #drawing = createDrawing(marks);
  #box = made(el("div", { class: "theboard" }, this.#drawing.root));
  /** Outlines of the page are not seen from a shadow tree: those that are used are copied here. */
  #outlines = made(svg("defs"));
  /** @type {Set<string>} */
  #held = new Set();
  /** @type {ReturnType<typeof import("./grid.js").createGrid> | null} */
  #grid = null;
  #gridHost = made(el("div"));
  #isGridComing = false;
  #isFlagged = false;
  #isAsked = false;
  /** @type {number | null} */
  #selected = null;
  /** @type {Partial<Scene> | null} */
  #given = null;
  #language = "";
  /** @type {import("../text/catalogue.js").Say} */
  #say = () => "";

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#box);
    this.#drawing.root.prepend(this.#outlines);
  }

  /** What is shown besides the attributes, and instead of them. */
  get scene() {
    return this.#given;
  }

  set scene(given) {
    this.#given = given;
    this.#ask();
  }

  /** The drawing as it stands, with the styles and outlines it needs. @internal */
  get picture() {
    return { drawing: this.#drawing.root, rules: [...sheet.cssRules].map(({ cssText }) => cssText) };
  }

  /** The square that had the focus last gets it again. @override @param {FocusOptions} [options] */
  focus(options) {
    if (this.#grid) this.#grid.focus();
    else super.focus(options);
  }

  /** @internal */
  connectedCallback() {
    this.#ask();
  }

  /** @internal */
  attributeChangedCallback() {
    this.#ask();
  }

  /** Draw once, whatever changes together. */
  #ask() {
    if (this.#isAsked) return;
    this.#isAsked = true;
    queueMicrotask(() => {
      this.#isAsked = false;
      if (this.isConnected) this.#draw();
    });
  }

  #draw() {
    void dress(this);
    const scene = this.#sceneNow();
    if (!PIECES.test(scene.cells)) return console.error(`<xiangqi-board>: no position: ${this.getAttribute("position")}`);
    if (scene.flags && !this.#isFlagged) void this.#takeFlags();
    this.#drawing.render(scene);
    void this.#copyOutlines();
    if (this.hasAttribute("readonly")) return this.#gridHost.remove();
    if (!this.#grid) return void this.#takeGrid();
    if (!this.#gridHost.isConnected) this.#box.append(this.#gridHost);
    this.#grid.render(scene, this.#say);
    void this.#speak();
  }

  /** @returns {Scene} */
  #sceneNow() {
    const given = { ...this.#attributes(), ...this.#given };
    const held = this.#selected !== null && given.choices.has(this.#selected) ? this.#selected : null;
    const selected = given.selected === undefined ? held : given.selected;
    const targets = selected === null ? [] : given.choices.get(selected);
    return plainScene({ targets: targets ?? [], ...given, selected });
  }

  #attributes() {
    const cells = cellsOf(this.getAttribute("position") ?? START);
    const choices = choicesFrom(movesIn(this.getAttribute("legal")));
    const check = this.getAttribute("check");
    const pieces = this.getAttribute("pieces");
    const files = this.getAttribute("files");
    return {
      cells,
      choices,
      check: check === "red" || check === "black" ? generalOf(cells, check) : null,
      flip: this.hasAttribute("flip"),
      pieces: /** @type {PieceSet} */ (pieces === "simplified" || pieces === "western" ? pieces : "traditional"),
      letters: files === "letters",
      digits: files === "digits",
      last: movesIn(this.getAttribute("last"))[0] ?? null,
      premove: movesIn(this.getAttribute("premove"))[0] ?? null,
      selected: /** @type {number | null | undefined} */ (undefined),
    };
  }

  /** Copy what the drawing refers to, and what that refers to. */
  async #copyOutlines() {
    const missing = new Set(usesOf(this.#drawing.root).filter((id) => !this.#held.has(id)));
    if (missing.size === 0) return;
    for (const id of missing) this.#held.add(id);
    try {
      const found = await Promise.all([...missing].map(outlineOf));
      this.#outlines.append(...found.flatMap((outline) => (outline ? [document.importNode(outline, true)] : [])));
    } catch {
      for (const id of missing) this.#held.delete(id); // no line: the next drawing asks again
      return;
    }
    await this.#copyOutlines();
  }

  async #takeGrid() {
    if (this.#isGridComing) return;
    this.#isGridComing = true;
    const { createGrid } = await import("./grid.js").finally(() => (this.#isGridComing = false));
    this.#grid = createGrid(this.#gridHost, this.#hand());
    this.#ask();
  }

  /** Only lessons have flags, so no other board fetches them. */
  async #takeFlags() {
    this.#isFlagged = true;
    this.#drawing.useMarks((await import("./flags.js")).marksWithFlags);
    this.#ask();
  }

  /** The cells speak the language of the element, or else of what is around it. */
  async #speak() {
    const around = /** @type {HTMLElement | null} */ (this.closest("[lang]"))?.lang;
    const language = chooseLanguage(null, around ? [around] : navigator.languages);
    if (language === this.#language) return;
    this.#language = language;
    try {
      this.#say = await sayingIn(language);
      this.#ask();
    } catch {
      this.#language = ""; // no line: the next drawing asks again
    }
  }

  /** @returns {import("./grid.js").Hand} */
  #hand() {
    return {
      select: (square) => this.#choose(square, "xq-select", { square: square === null ? null : nameOf(square) }),
      move: (origin, target) => this.#choose(null, "xq-move", { uci: nameOf(origin) + nameOf(target) }),
      confirm: (uci) => this.#tell("xq-move", { uci }),
      giveUp: () => this.#tell("xq-give-up", {}),
      lift: this.#drawing.lift,
    };
  }

  /** @param {number | null} square @param {string} event @param {Record<string, string | null>} detail */
  #choose(square, event, detail) {
    this.#selected = square;
    this.#tell(event, detail);
    this.#ask();
  }

  /** @param {string} event @param {Record<string, string | null>} detail */
  #tell(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail }));
  }
}

// On a page that has loaded another copy of this module, that one draws all boards.
if (!customElements.get("xiangqi-board")) customElements.define("xiangqi-board", XiangqiBoard);

/** A board without pieces, until it is given a scene. @param {boolean} isPicture nobody touches it */
export function emptyBoard(isPicture) {
  const board = new XiangqiBoard();
  board.toggleAttribute("readonly", isPicture);
  board.scene = { cells: NO_PIECES, digits: true }; // numerals of Red are in a file of their own
  return board;
}
