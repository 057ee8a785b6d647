/** How a player's latest games ended: of late, with Red and with Black, and in which openings. For a profile. */

import { miniBoard } from "../../board/mini.js";
import { gamesIn, recordOf } from "../../models/record.js";
import { fenOf } from "../../models/fen.js";
import { t } from "../../text/catalogue.js";
import { el, fill, made } from "../../ui/dom.js";
import { openingText } from "../shared/opening_name.js";
import { outcomes } from "./outcomes.js";

/** @typedef {import("../../messages").GameInfo} GameInfo */
/** @typedef {import("../../models/record.js").SideRecord} SideRecord */

/** As rows of games mark them. */
const SIGNS = /** @type {const} */ ({ won: ["w", "1", "games.won"], drawn: ["d", "½", "games.drawn"], lost: ["l", "0", "games.lost"] });

/** Hidden until there is a game to count. @param {import("../../page").Actions} actions @param {string} player its id */
export function createRecord(actions, player) {
  const root = made(el("div", { class: "col l", hidden: true }));

  /** @param {"red" | "black"} side @param {SideRecord} record */
  function half(side, record) {
    const title = t(side === "red" ? "record.red" : "record.black");
    return el(
      "section",
      { class: "card", "aria-label": title },
      el("header", {}, el("h2", { class: "grow" }, title), el("span", { class: "small mut num" }, t("ranks.games", { n: gamesIn(record) }))),
      el("div", { class: "halfway" }, outcomes(record)),
      ...record.openings.map((opening) =>
        el(
          "div",
          { class: "opened1" },
          miniBoard({ fen: fenOf(opening.cells), flip: side === "black", pieces: actions.app().settings.pieces }),
          el("div", {}, el("b", {}, openingText(opening.opening)), el("small", { class: "mut" }, t("ranks.games", { n: gamesIn(opening) })), outcomes(opening)),
        ),
      ),
    );
  }

  return {
    root,
    /** @param {GameInfo[]} games that are over, the latest first */
    render(games) {
      const { form, red, black } = recordOf(games, player);
      root.hidden = form.length === 0;
      const signs = form.map((ended) => SIGNS[ended]);
      fill(
        root,
        el(
          "section",
          { class: "card", "aria-label": t("record.form") },
          el("header", {}, el("h2", { class: "grow" }, t("record.form")), el("span", { class: "small mut num" }, t("record.of", { n: gamesIn(red) + gamesIn(black) }))),
          el("div", { class: "row s w formed" }, ...signs.map(([kind, sign, word]) => el("span", { class: `res ${kind}`, role: "img", "aria-label": t(word) }, sign))),
        ),
        el("div", { class: "halves" }, half("red", red), half("black", black)),
      );
    },
  };
}
