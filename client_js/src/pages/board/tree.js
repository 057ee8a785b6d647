/**
 * The moves of a review board: nested lists of buttons. It is drawn when its moves change; a step from one to another
 * changes two buttons and nothing else, however large the tree is.
 */

import { textOf } from "../../models/line_tree.js";
import { inNotation, spelled } from "../../models/notation.js";
import { cellsAfter, endsOf } from "../../models/table.js";
import { t } from "../../text/catalogue.js";
import { el, fill, made } from "../../ui/dom.js";

/** @typedef {import("../../models/line_tree.js").TreeMove} TreeMove */
/** @typedef {Pick<import("../../page").App["settings"], "notation" | "language">} Settings */
/** @typedef {{moves: string, byPly: Map<number, string>}} Signs how an engine marked the moves of a game */

/** @param {(chain: TreeMove[]) => void} go to the end of a chain */
export function createTree(go) {
  const root = made(el("div", { class: "tree" }));
  /** The buttons by number. @type {Map<TreeMove, number>} */
  const numbers = new Map();
  /** @type {{root: TreeMove, text: string, settings: string, signs: Signs} | null} */
  let drawn = null;
  /** @type {Element | null} */
  let current = null;
  /** The one button that the Tab key stops at; arrows go on from there. @type {Element | null} */
  let tabStop = null;

  /** Scroll the tree, and not the page, to a button. @param {Element} button */
  function scrollTo(button) {
    const [box, shown] = [button.getBoundingClientRect(), root.getBoundingClientRect()];
    if (box.top < shown.top) root.scrollTop -= shown.top - box.top;
    else if (box.bottom > shown.bottom) root.scrollTop += box.bottom - shown.bottom;
  }

  return {
    root,
    /** @param {import("../../models/line_tree.js").Place} place @param {{cells: string, turn: string}} start @param {Settings} settings @param {Signs} signs */
    draw(place, start, settings, signs) {
      const now = { root: place.root, text: textOf(place.root), settings: `${settings.notation} ${settings.language}`, signs };
      if (drawn?.root !== now.root || drawn.text !== now.text || drawn.settings !== now.settings || drawn.signs !== signs) {
        numbers.clear();
        const first = start.turn === "black" ? 1 : 0;
        fill(root, place.root.next.length ? lineOf(place.root, start.cells, first, []) : el("p", { class: "mut" }, t("review.empty")));
        drawn = now;
      }
      const here = place.at && place.path[place.at - 1];
      const button = here ? root.querySelector(`[data-number="${numbers.get(here)}"]`) : null;
      const stop = button ?? root.querySelector("button");
      if (current !== button) current?.removeAttribute("aria-current");
      button?.setAttribute("aria-current", "step");
      if (stop !== tabStop) {
        const isHeld = tabStop !== null && tabStop === document.activeElement;
        tabStop?.setAttribute("tabindex", "-1");
        stop?.setAttribute("tabindex", "0");
        if (isHeld) /** @type {HTMLElement} */ (stop)?.focus();
      }
      if (button && button !== current) scrollTo(button);
      [current, tabStop] = [button, stop];

      /**
       * The moves from one on as a list, each followed by the variations that replace it.
       * @param {TreeMove} parent @param {string} cells @param {number} ply @param {TreeMove[]} chain that leads to the parent
       * @param {boolean} [isOfGame] the chain is the beginning of the game
       * @returns {import("../../ui/dom.js").Child}
       */
      function lineOf(parent, cells, ply, chain, isOfGame = chain.length === 0) {
        const items = [];
        let [at, before, node, way, isGame] = [ply, cells, parent, chain, isOfGame];
        while (node.next.length) {
          const [next, ...others] = node.next;
          const isHere = (/** @type {TreeMove} */ move) => isGame && signs.moves.slice(way.length * 4, way.length * 4 + 4) === move.uci;
          const further = others.map((other) => variation(other, before, at, way, isHere(other)));
          items.push(el("li", { key: `${at}${next.uci}` }, item(next, before, at, [...way, next], items.length === 0, isHere(next)), ...further));
          [before, way, node, at, isGame] = [cellsAfter(before, next.uci), [...way, next], next, at + 1, isHere(next)];
        }
        return el("ol", { class: "num" }, ...items);
      }

      /** @param {TreeMove} move @param {string} cells @param {number} ply @param {TreeMove[]} chain @param {boolean} isOfGame */
      function variation(move, cells, ply, chain, isOfGame) {
        const way = [...chain, move];
        const rest = move.next.length > 0 && lineOf(move, cellsAfter(cells, move.uci), ply + 1, way, isOfGame);
        return el("div", { key: move.uci, class: "variation" }, item(move, cells, ply, way, true, isOfGame), rest);
      }

      /** @param {TreeMove} move @param {string} cells @param {number} ply @param {TreeMove[]} chain @param {boolean} isFirst @param {boolean} isOfGame */
      function item(move, cells, ply, chain, isFirst, isOfGame) {
        const { notation, language } = settings;
        const text = cells[endsOf(move.uci)[0]] === "." ? move.uci : inNotation(spelled(cells, move.uci), notation, language);
        const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : isFirst ? `${(ply - 1) / 2 + 1}… ` : "";
        const sign = isOfGame && signs.byPly.get(chain.length - 1);
        numbers.set(move, numbers.size);
        return el("button", { type: "button", tabindex: -1, "data-number": numbers.get(move), onclick: () => go(chain) }, number && el("small", { class: "mut" }, number), text, sign && el("b", { class: "mark" }, sign));
      }
    },
  };
}
