/**
 * How the game looks and sounds, chosen by small pictures and switches.
 *
 * `lookChoices` and `playChoices` are fields for a page of settings as well; `create` makes
 * the panel beside a game.
 */

import { drawPiece } from "../../board/drawing.js";
import { CHOICES } from "../../shell/settings.js";
import { t } from "../../text/catalogue.js";
import { choiceField, option, toggle } from "../../ui/controls.js";
import { el, fill, svg } from "../../ui/dom.js";
import { closableHead } from "./sheet.js";

/** @typedef {import("../../page").Settings} Settings */
/** @typedef {(change: Partial<Settings>) => void} Set */

const LINES = "M-.55 0H2.55M-.55 1H2.55M0-.55V1.55M1-.55V1.55M2-.55V1.55";

/** A corner of a board with three pieces. @param {Settings["board"]} board @param {Settings["pieces"]} pieces */
function boardPicture(board, pieces) {
  const placed = /** @type {const} */ ([
    ["k", 0, 0],
    ["n", 1, 1],
    ["R", 2, 1],
  ]).map(([piece, x, y]) => svg("g", { transform: `translate(${x} ${y})` }, drawPiece(piece, pieces)));
  return svg(
    "svg",
    { class: "bd", viewBox: "-.55 -.55 3.1 2.1", "data-board": board, "aria-hidden": "true" },
    svg("path", { class: "ln", d: LINES }),
    ...placed,
  );
}

/** @param {Settings["pieces"]} set */
const piecePicture = (set) =>
  svg(
    "svg",
    { class: "bd bare", viewBox: "-.55 -.55 4.1 1.1", "aria-hidden": "true" },
    ...["K", "R", "n", "c"].map((piece, x) => svg("g", { transform: `translate(${x} 0)` }, drawPiece(piece, set))),
  );

/**
 * One of a few pictures.
 * @template {string} T
 * @param {string} label @param {readonly T[]} values @param {T} chosen
 * @param {(value: T) => import("../../ui/dom.js").Child} picture @param {(value: T) => string} nameOf @param {(value: T) => void} choose
 */
const swatches = (label, values, chosen, picture, nameOf, choose) =>
  choiceField(label, values, chosen, (value) => el("span", {}, picture(value), nameOf(value)), choose, "swatches");

/** The board and the pieces. @param {Settings} settings @param {Set} set */
export const lookChoices = (settings, set) => [
  swatches(
    t("settings.board"),
    CHOICES.board,
    settings.board,
    (board) => boardPicture(board, settings.pieces),
    (board) => t(`settings.board.${board}`),
    (board) => set({ board }),
  ),
  swatches(
    t("settings.pieces"),
    CHOICES.pieces,
    settings.pieces,
    piecePicture,
    (pieces) => t(`settings.pieces.${pieces}`),
    (pieces) => set({ pieces }),
  ),
];

const PLAY = /** @type {const} */ (["confirm", "premoves", "hints", "second", "shortcuts", "sound"]);

/** How one plays, and what is heard. @param {Settings} settings @param {Set} set */
export const playChoices = (settings, set) => [
  ...PLAY.map((name) =>
    toggle(t(`settings.${name}`), t(`settings.${name}.text`), settings[name] === true, (on) => set({ [name]: on })),
  ),
  option(
    t("settings.volume"),
    "",
    el("input", {
      type: "range",
      min: 0,
      max: 100,
      step: 5,
      value: settings.volume,
      "aria-label": t("settings.volume"),
      onchange: (/** @type {Event} */ event) =>
        set({ volume: Number(/** @type {HTMLInputElement} */ (event.target).value) }),
    }),
  ),
];

/** @typedef {{settings: Settings}} AppearanceInputs */

/** @param {import("../../page").App} app @returns {AppearanceInputs} */
export const inputsOf = ({ settings }) => ({ settings });

/** @type {import("./shown.js").Panel<AppearanceInputs>["create"]} */
export const create = (host, { actions, setView }) => ({
  render({ settings }) {
    host.setAttribute("aria-label", t("settings.table"));
    fill(
      host,
      closableHead(t("settings.table"), () => setView({ place: null })),
      el("div", { class: "pad col" }, ...lookChoices(settings, actions.set), el("div", {}, ...playChoices(settings, actions.set))),
    );
  },
});
