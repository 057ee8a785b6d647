/** The archive: games that are over, found by who played, what came of it, how they began, and when. */

import { t } from "../text/catalogue.js";
import { el } from "../view/dom.js";
import { gameRow, SPEEDS, speedText } from "../view/game_rows.js";
import { emptyState, pagedList, pageHead } from "../view/parts.js";

/** @typedef {import("../text/catalogue.js").Key} Key */
/** @typedef {Omit<import("../messages").GamesQuestion, "type" | "id" | "after">} Wanted */

const DAY_MS = 24 * 60 * 60 * 1000;
const RULES = ["axf", "wxf", "cxa", "club", "itsyourturn", "chessvariants", "loop3"];
const RESULTS = /** @type {const} */ (["red", "black", "drawn"]);

/** @type {import("../page").CreateView} */
export function create(deeds, part) {
  /** @type {import("../board/drawing.js").PieceSet} */
  let pieces = "traditional";
  /** @type {Wanted} */
  let wanted = part ? { player: part } : {};
  let me = "";
  const list = pagedList(
    (after) => deeds.ask({ type: "games", ...wanted, ...(after && { after }) }),
    (game) => gameRow(game, pieces),
    () => emptyState({ title: t("games.none.found"), sign: "search" }),
  );

  /** @param {string} name @param {string} label @param {[string, string][]} values */
  const choice = (name, label, values) =>
    el(
      "label",
      { class: "field" },
      el("span", {}, label),
      el("select", { class: "inp", name }, el("option", { value: "" }, t("archive.any")), ...values.map(([value, text]) => el("option", { value }, text))),
    );

  /** @param {string} name @param {string} label @param {Record<string, string>} more */
  const input = (name, label, more = {}) =>
    el("label", { class: "field" }, el("span", {}, label), el("input", { class: "inp", name, ...more }));

  const filters = el(
    "form",
    {
      class: "card pad col",
      role: "search",
      "aria-label": t("games.search"),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        wanted = read(new FormData(filters), me);
        void list.reload();
      },
    },
    choice("whose", t("archive.player"), [["me", t("archive.mine")]]),
    choice(
      "result",
      t("archive.result"),
      RESULTS.map((result) => [result, t(result === "drawn" ? "games.drawn" : `result.${result}`)]),
    ),
    choice(
      "speed",
      t("archive.speed"),
      SPEEDS.map((speed) => [speed, speedText(speed)]),
    ),
    choice(
      "rules",
      t("rules.label"),
      RULES.map((rules) => [rules, t(/** @type {Key} */ (`rules.${rules}`))]),
    ),
    choice("rated", t("archive.rated"), [
      ["yes", t("games.rated")],
      ["no", t("games.casual")],
    ]),
    input("opening", t("archive.opening"), { placeholder: "h2e2 h9g7", pattern: " *([a-i][0-9][a-i][0-9] *){0,12}", maxlength: "72" }),
    input("from", t("archive.from"), { type: "date" }),
    input("to", t("archive.to"), { type: "date" }),
    el("button", { class: "btn main wide" }, t("games.search")),
  );
  const root = el(
    "main",
    {},
    pageHead(t("games.search")),
    el("div", { class: "home" }, el("section", { class: "card" }, list.root), filters),
  );
  return {
    root,
    render(app) {
      pieces = app.settings.pieces;
      me = app.me;
    },
    title: () => t("games.search"),
    arrive(app) {
      me = app.me;
      void list.reload();
    },
  };
}

/** What the form asks for. @param {FormData} form @param {string} me @returns {Wanted} */
function read(form, me) {
  const value = (/** @type {string} */ name) => String(form.get(name) ?? "");
  const opening = value("opening").replaceAll(" ", "");
  const [from, to] = ["from", "to"].map((name) => Date.parse(value(name)));
  const asked = {
    player: value("whose") && me,
    result: value("result"),
    speed: value("speed"),
    rules: value("rules"),
    opening,
    rated: value("rated") && value("rated") === "yes",
    from_ms: Number.isNaN(from) ? "" : from,
    to_ms: Number.isNaN(to) ? "" : to + DAY_MS - 1,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, answer]) => answer !== ""));
}
