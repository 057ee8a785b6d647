/**
 * Cases of repetition: the cycle replayed ply by ply, and what every rule set says of it.
 *
 * All rulings are our server's own, made when the page's data was (`cases.json`), and checked by a test.
 */

import { cellsAfter, cellsOf } from "../../models/table.js";
import { rulesName, t } from "../../text/catalogue.js";
import { el, fill, made, onChange } from "../../ui/dom.js";
import { badge } from "../../ui/parts.js";
import { writtenIn } from "./lesson.js";
import { createStepper } from "./stepper.js";
import { segments } from "../../ui/segments.js";

/** @typedef {import("../../text/catalogue.js").Key} Key */
/** @typedef {import("../../page").App} App */
/** @typedef {"red_loses" | "black_loses" | "draw" | "banned" | "none"} Result */
/** @typedef {[ply: number, kind: "check" | "chase" | "idle", chases: string[]]} Deed */
/** @typedef {{result: Result, plies: number, clause?: string, actions?: Deed[]}} Said what a rule set says of a case */
/** @typedef {{source: string, fen: string, moves: import("../../messages").MoveLine[], rulings: Record<string, Said>}} Case */
/** @typedef {{name: string, version: number, rule_at: number, bans: boolean}} RuleSet */
/** @typedef {{sets: RuleSet[], cases: Record<string, Case>}} Cases */
/** @typedef {{clauses: Record<string, [string, string][]>, rulings: Record<string, Record<string, string>>}} Words */

/** The name of a rule set. @param {string} name */
export const setName = (name) => rulesName({ rules: { name } });

/** @type {Record<Result, "" | "ok" | "info" | "warn" | "danger">} */
const KINDS = { red_loses: "danger", black_loses: "danger", draw: "info", banned: "warn", none: "" };
const SIGNS = { red_loses: "flag", black_loses: "flag", draw: "draw", banned: "stop", none: "next" };

/** @param {Result} result */
export const resultBadge = (result) => badge(t(`learn.result.${result}`), KINDS[result], SIGNS[result]);

/** One rule set's word on the case. @param {string} name @param {Said} said @param {string | undefined} text */
const saidRow = (name, said, text) =>
  el(
    "li",
    { class: "said" },
    el(
      "div",
      { class: "row w" },
      el("b", { class: "grow" }, setName(name)),
      said.result !== "none" && el("span", { class: "mut xs" }, t("learn.result.plies", { n: said.plies })),
      resultBadge(said.result),
    ),
    el("p", { class: "small" }, text ?? t("learn.result.none.text")),
  );

/** The plies of a case under a rule set, with what each does. @param {Case} shown @param {Said} said @param {number} at @param {App["settings"]} settings @param {(at: number) => void} go */
const plyList = ({ moves }, { actions = [] }, at, { notation }, go) =>
  moves.map((move, ply) => {
    const kind = actions.find(([number]) => number === ply)?.[1];
    return el(
      "li",
      { key: ply },
      el(
        "button",
        { type: "button", "aria-current": ply + 1 === at ? "step" : null, onclick: () => go(ply + 1) },
        el("span", { class: "num mut xs" }, String(ply + 1)),
        el("b", {}, writtenIn(move, notation)),
        kind && el("span", { class: kind === "idle" ? "badge" : "badge ruling" }, t(`ruling.${kind}`)),
      ),
    );
  });

/** @param {string} id @param {Case} shown @param {Words} words @param {RuleSet[]} sets */
export function createCase(id, shown, words, sets) {
  const positions = [cellsOf(shown.fen)];
  for (const [uci] of shown.moves) positions.push(cellsAfter(positions[positions.length - 1], uci));
  let at = 0;
  let rules = sets[0].name;
  /** @type {App | null} */
  let app = null;
  const list = made(el("ol", { class: "plies" }));
  const stepper = createStepper(go);

  /** @param {number} to */
  function go(to) {
    at = to;
    if (app) render(app);
  }

  const drawList = onChange((/** @type {{at: number, rules: string, settings: App["settings"]}} */ { settings }) => {
    const held = list.contains(document.activeElement);
    fill(list, ...plyList(shown, shown.rulings[rules], at, settings, go));
    const now = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (held) now?.focus();
  });

  const foot = made(el("p", { class: "onward" }));
  const evident = sets.filter(({ name }) => shown.rulings[name].actions?.length).map(({ name }) => name);
  const choice = segments(
    t("learn.show.rules"),
    evident,
    rules,
    setName,
    (name) => {
      rules = name;
      go(at);
    },
    "grid2",
  );
  const root = el(
    "div",
    { class: "study" },
    el(
      "div",
      { class: "col" },
      stepper.root,
      el(
        "section",
        { class: "card", "aria-label": t("learn.moves") },
        el("header", {}, el("h2", { class: "grow" }, t("learn.moves"))),
        evident.length > 1 && el("div", { class: "pad" }, choice),
        list,
        el("p", { class: "pad mut xs" }, t("learn.rep.source", { id: shown.source })),
      ),
    ),
    el(
      "div",
      { class: "col" },
      el(
        "section",
        { class: "card", "aria-label": t("learn.sides") },
        el("header", {}, el("h2", {}, t("learn.sides"))),
        el(
          "ul",
          { class: "pad col" },
          ...sets.map(({ name }) => saidRow(name, shown.rulings[name], words.rulings[id]?.[name])),
        ),
      ),
      foot,
    ),
  );

  /** @param {App} next */
  function render(next) {
    app = next;
    const deed = shown.rulings[rules].actions?.find(([ply]) => ply === at - 1);
    const picture = {
      cells: positions[at],
      last: shown.moves[at - 1]?.[0],
      arrows: (deed?.[2] ?? []).map((uci) => ({ uci, kind: /** @type {const} */ ("lose") })),
    };
    stepper.render(positions.length, at, picture, next.settings);
    drawList({ at, rules, settings: next.settings });
  }
  return { root, foot, render, key: stepper.key };
}
