/**
 * All settings of this browser, with a board that shows them.
 */

import { createDrawing, plainScene } from "../board/drawing.js";
import * as marks from "../board/marks.js";
import { cellsOf, squareOf } from "../table.js";
import { LANGUAGES, t } from "../text/catalogue.js";
import { lookChoices, playChoices } from "../view/board_choices.js";
import { option, segments, toggle } from "../view/controls.js";
import { el, fill, onChange } from "../view/dom.js";
import { pageHead } from "../view/parts.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Settings} Settings */

const SHOWN = "r1bakab1r/9/1cn4c1/p1p1p1p1p/5n3/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1";
const CHOSEN = squareOf("g2");
const TARGETS = ["e1", "f0", "i1", "h4", "f4"].map(squareOf);

/** @param {Settings} settings */
const scene = ({ pieces, notation }) =>
  plainScene({
    ...{ cells: cellsOf(SHOWN), last: "d5f5", selected: CHOSEN, targets: TARGETS },
    ...{ pieces, letters: notation === "uci" },
  });

/** @param {Settings} settings @param {import("../page").Deeds} deeds */
const options = (settings, deeds) => [
  ...lookChoices(settings, deeds.set),
  option(
    t("settings.language"),
    "",
    segments(
      t("settings.language"),
      LANGUAGES.map(({ code }) => code),
      settings.language,
      (code) => LANGUAGES.find((language) => language.code === code)?.name,
      (language) => deeds.set({ language }),
      "grid2",
    ),
  ),
  option(
    t("settings.theme"),
    "",
    segments(
      t("settings.theme"),
      /** @type {const} */ (["system", "light", "dark"]),
      settings.theme,
      (theme) => t(`settings.theme.${theme}`),
      (theme) => deeds.set({ theme }),
    ),
  ),
  option(
    t("notation.label"),
    t("settings.notation.text"),
    segments(
      t("notation.label"),
      /** @type {const} */ (["wxf", "chinese", "uci"]),
      settings.notation,
      (notation) => t(`notation.${notation}`),
      (notation) => deeds.set({ notation }),
    ),
  ),
  toggle(t("talk.mute"), t("settings.muted.text"), settings.muted, (muted) => deeds.set({ muted })),
  ...playChoices(settings, deeds.set),
];

/** @type {import("../page").CreateView} */
export function create(deeds) {
  const head = el("div");
  const list = el("section", { class: "card pad" });
  const drawing = createDrawing(marks);
  const preview = el("figure", { class: "preview" }, drawing.root);
  const root = el("main", {}, head, el("div", { class: "cols2" }, list, preview));
  const drawOptions = onChange(
    (/** @type {App} */ { settings }) => {
      fill(head, pageHead(t("settings.title")));
      list.setAttribute("aria-label", t("settings.title"));
      fill(list, ...options(settings, deeds));
    },
    ({ settings }) => settings.language,
  );
  const drawPreview = onChange((/** @type {App} */ { settings }) => drawing.render(scene(settings)));

  /** @param {App} app */
  function render(app) {
    drawOptions(app);
    drawPreview(app);
  }
  return { root, render, title: () => t("settings.title") };
}
