/**
 * All settings of this browser, with a board that shows them.
 */

import { filesIn, plainScene } from "../board/drawing.js";
import { emptyBoard } from "../board/element.js";
import { cellsOf, squareOf } from "../models/table.js";
import { t } from "../text/catalogue.js";
import { lookChoices, playChoices } from "./game/appearance.js";
import { choiceField, toggle } from "../ui/controls.js";
import { el, fill, made, onChange } from "../ui/dom.js";
import { pageHead } from "../ui/parts.js";
import { languageChoice, notationChoice, themeChoice } from "../ui/setting_choices.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Settings} Settings */

/** After C2=5 H8+7, H2+3 R9=8, P3+1 H2+3, with Red's horse in the hand: a test plays it by our rules. */
const SHOWN = {
  fen: "r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/6P2/P1P1P3P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
  last: "b9c7",
  chosen: "g2",
  targets: ["e1", "f4", "h0", "h4", "i1"],
};

/** @param {Settings} settings */
const scene = ({ pieces, notation }) =>
  plainScene({
    ...{ cells: cellsOf(SHOWN.fen), last: SHOWN.last, selected: squareOf(SHOWN.chosen), targets: SHOWN.targets.map(squareOf) },
    ...{ pieces, ...filesIn(notation) },
  });

/** @param {Settings} settings @param {import("../page").Actions} actions */
const options = (settings, actions) => [
  languageChoice(settings, actions.set, "wrap"),
  ...lookChoices(settings, actions.set),
  themeChoice(settings, actions.set),
  notationChoice(settings, actions.set),
  toggle(t("talk.mute"), t("settings.muted.text"), settings.muted, (muted) => actions.set({ muted })),
  ...playChoices(settings, actions.set),
  choiceField(
    t("settings.after_move"),
    /** @type {const} */ (["stay", "next", "games"]),
    settings.after_move,
    (place) => t(`settings.after_move.${place}`),
    (after_move) => actions.set({ after_move }),
  ),
  el("a", { class: "btn", href: "/notices" }, t("settings.notices")),
];

/** @type {import("../page").CreateView} */
export function create(actions) {
  const head = made(el("div"));
  const list = made(el("section", { class: "card" }));
  const board = emptyBoard(true);
  const preview = el("figure", { class: "preview" }, board);
  const root = made(el("main", {}, head, el("div", { class: "cols2" }, list, preview)));
  const drawOptions = onChange(
    (/** @type {App} */ { settings }) => {
      fill(head, pageHead(t("settings.title")));
      list.setAttribute("aria-label", t("settings.title"));
      fill(list, el("div", { key: "all", class: "pad" }, ...options(settings, actions)));
    },
    ({ settings }) => settings.language,
  );
  const drawPreview = onChange((/** @type {App} */ { settings }) => void (board.scene = scene(settings)));

  /** @param {App} app */
  function render(app) {
    drawOptions(app);
    drawPreview(app);
  }
  return { root, render, title: () => t("settings.title") };
}
