/** A tray of pieces to set up a position by hand: choose a piece, then points; or move what stands there. */

import { smallPiece } from "../../board/drawing.js";
import { fenSetUp, startOf, withPieceOn } from "../../models/line.js";
import { endsOf, SQUARES } from "../../models/table.js";
import { pieceKey, t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { segments } from "../../ui/segments.js";

/** @typedef {import("../../messages").SideName} SideName */

const PIECES = [..."KABNRCPkabnrcp"];
const EMPTY = ".".repeat(SQUARES);
const ALL = Array.from({ length: SQUARES }, (_, square) => square);

/** @param {{change: (fen: string) => void, draw: () => void}} page `change` takes the position that was set up */
export function createSetup({ change, draw }) {
  let isOn = false;
  let cells = EMPTY;
  /** @type {SideName} */
  let turn = "red";
  /** What the next point gets: a piece, "." for nothing, "" to move what stands there. */
  let tool = "";
  const body = made(el("div", { class: "col s" }));
  const root = made(
    el("details", { class: "card pad setup", ontoggle: () => toggle() }, el("summary", { class: "b" }, t("arbiter.setup")), body),
  );

  function toggle() {
    const details = /** @type {HTMLDetailsElement} */ (root);
    if (details.open === isOn) return;
    isOn = details.open;
    draw();
  }

  /** @param {string} next */
  function set(next) {
    cells = next;
    draw();
  }

  /** @param {string} name @param {string} sign */
  const named = (name, sign) => el("span", {}, sign && icon(sign, "s"), name);

  return {
    root,
    isOn: () => isOn,
    cells: () => cells,
    /** What may be touched: every point for a piece of the tray, else what stands there. */
    scene() {
      const held = ALL.filter((square) => cells[square] !== ".");
      const choices = new Map((tool === "" || tool === "." ? held : ALL).map((square) => [square, tool === "" ? ALL.filter((other) => other !== square) : []]));
      return { choices, selected: undefined, targets: [], check: null };
    },
    /** @param {number} square */
    touch(square) {
      if (tool !== "") set(withPieceOn(cells, square, tool));
    },
    /** @param {string} uci */
    move(uci) {
      const [origin, target] = endsOf(uci);
      set(withPieceOn(withPieceOn(cells, target, cells[origin]), origin, "."));
    },
    /** @param {string} fen the start that is shown */
    begin(fen) {
      ({ cells, turn } = startOf(fen));
    },
    /** What is closed has its tray too: a key may go there before the page hears that it opened. @param {import("../../page").Settings} settings */
    render({ pieces }) {
      const tools = ["", ".", ...PIECES];
      fill(
        body,
        el("p", { class: "small mut" }, t("arbiter.setup.how")),
        segments(
          t("arbiter.tray"),
          tools,
          tool,
          (one) => (one === "" ? named(t("arbiter.move"), "") : one === "." ? named(t("arbiter.erase"), "") : smallPiece(one, pieces)),
          (one) => {
            tool = one;
            draw();
          },
          "wrap tray",
          (one) => (one === "" ? t("arbiter.move") : one === "." ? t("arbiter.erase") : t(pieceKey(one))),
        ),
        segments(t("arbiter.turn"), /** @type {const} */ (["red", "black"]), turn, (side) => t(`side.${side}`), (side) => {
          turn = side;
          draw();
        }),
        el(
          "div",
          { class: "row w" },
          el("button", { type: "button", class: "btn", onclick: () => set(EMPTY) }, t("arbiter.clear")),
          el("button", { type: "button", class: "btn", onclick: () => set(startOf("").cells) }, t("arbiter.opening")),
          el("button", { type: "button", class: "btn main", onclick: () => done() }, icon("check"), t("arbiter.done")),
        ),
      );
    },
  };

  function done() {
    isOn = false;
    /** @type {HTMLDetailsElement} */ (root).open = false;
    change(fenSetUp(cells, turn));
  }
}
