/**
 * The ruling that ended a game, as a page: the sentence, what each side did, every ply of
 * the cycle with its reason, and what was looked at and not counted. The board replays it.
 *
 * Kinds, levels and reasons are words of the rule book; one without a sentence of ours is
 * shown as it is, so a new book needs no change here.
 */

import { rulesName, t, tOf } from "../../text/catalogue.js";
import { el, fill, icon, sideSign } from "../../ui/dom.js";
import { written } from "./moves.js";
import { attackText, kindBadge, withoutClause, withPiece } from "./ruling_words.js";
import { resultText } from "../shared/result.js";
import { save } from "./share.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("../../messages").RuledPly} Ply */
/** @typedef {import("../../messages").Ruling} Ruling */
/** @typedef {import("./shown.js").SetView} SetView */

/** Away from the ruling, back to the game. */
const CLOSED_RULING = { place: null, replay: null };
const SCORES = { red: "1–0", black: "0–1" };

/** @param {Ply} ply */
const whyOf = ({ kind, chases }) =>
  chases.length
    ? chases.map(({ why, root }) => el("div", {}, withPiece(tOf(`ruling.why.${why}`, why), root)))
    : [tOf(`ruling.why.${kind}`, kind)];

/** What the server tells of a ply in full, under rules that class every ply. @param {Ruling} ruling @param {Ply} ply */
function toldOf({ told = [] }, { ply }) {
  const text = told.find(({ plies }) => plies.includes(ply))?.text;
  return text ? el("details", { class: "small" }, el("summary", {}, t("ruling.told")), text) : null;
}

/** @param {Ruling} ruling @param {Ply} ply @param {number} i @param {RulingInputs} inputs @param {SetView} setView */
function plyRow(ruling, ply, i, { table, settings, step }, setView) {
  const played = table.moves[ply.ply];
  const isNow = i === step;
  const show = () => setView({ replay: { of: "ruling", step: i, runs: false } });
  return el(
    "tr",
    { class: isNow ? "now" : "", "aria-current": isNow ? "step" : null },
    el("td", { class: "num mut" }, String(ply.ply + 1)),
    el(
      "td",
      { class: "mvx" },
      el(
        "button",
        { class: "row s", onclick: show },
        sideSign(ply.side),
        played ? written(played, settings) : ply.move,
      ),
    ),
    el(
      "td",
      {},
      kindBadge(ply.kind),
      ...ply.chases.map((chase) => el("div", { class: "small" }, attackText(chase))),
    ),
    el("td", { class: "why" }, ...whyOf(ply), toldOf(ruling, ply)),
  );
}

/** @param {Ruling} ruling @param {RulingInputs} inputs @param {SetView} setView */
const plyTable = (ruling, inputs, setView) =>
  el(
    "div",
    { class: "card" },
    el(
      "table",
      { class: "rt" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          .../** @type {const} */ (["ruling.ply", "ruling.move", "ruling.does", "ruling.why"]).map((key) =>
            el("th", { scope: "col", class: key === "ruling.why" ? "why" : null }, t(key)),
          ),
        ),
      ),
      el("tbody", {}, ...(ruling.plies ?? []).map((ply, i) => plyRow(ruling, ply, i, inputs, setView))),
    ),
  );

/** How often a side did the worst that it did. @param {Ply[]} plies */
function deedCount(plies) {
  const guilty = plies.filter(({ kind }) => kind !== "idle");
  const kind = guilty[0]?.kind ?? "idle";
  const n = plies.filter((ply) => ply.kind === kind).length;
  return t("ruling.count", { what: tOf(`ruling.${kind}`, kind), n, of: plies.length });
}

/** @param {Ruling} ruling */
const sideCards = ({ sides, plies = [], winner }) =>
  el(
    "div",
    { class: "sides" },
    .../** @type {const} */ (["red", "black"]).map((side) =>
      el(
        "div",
        { class: "card row" },
        sideSign(side),
        el(
          "div",
          {},
          el(
            "b",
            {},
            t(winner === undefined ? `side.${side}` : winner === side ? `result.${side}` : `ruling.loses.${side}`),
          ),
          el(
            "div",
            { class: `small ${winner !== undefined && winner !== side ? "guilt" : "mut"}` },
            [
              sides && tOf(`ruling.level.${sides[side].level}`, sides[side].level),
              deedCount(plies.filter((ply) => ply.side === side)),
            ]
              .filter(Boolean)
              .join(t("cell.comma")),
          ),
        ),
      ),
    ),
  );

/** The threats that were not held against anybody, each said once. @param {Ply[]} plies */
function rejectedList(plies) {
  const said = new Set(
    plies.flatMap(({ rejected }) =>
      rejected.map(
        (threat) =>
          `${attackText(threat)}${t("cell.colon")}${withPiece(tOf(`ruling.not.${threat.reason}`, threat.reason), threat.witness)}`,
      ),
    ),
  );
  if (said.size === 0) return null;
  return el(
    "details",
    { class: "card pad small" },
    el("summary", { class: "b" }, t("ruling.rejected", { n: said.size })),
    el("ul", {}, ...[...said].map((line) => el("li", {}, line))),
  );
}

/** What was ruled, in a sentence that can stand alone, and by which clause. @param {Pick<Table, "outcome" | "you">} table @param {Ruling} ruling */
function verdict({ outcome, you }, { rule_set: name, version, clause, occurrences, plies = [], winner }) {
  const moves = plies.map(({ ply }) => Math.floor(ply / 2) + 1);
  const { text, ...result } = /** @type {import("../../messages").Outcome} */ (outcome);
  const [sentence, words] = withoutClause(text);
  return el(
    "header",
    { key: "verdict", class: "verdict" },
    el(
      "div",
      { class: "grow" },
      el("h2", {}, `${you ? `${resultText({ ...result, text }, you)} ` : ""}${sentence}`),
      el(
        "p",
        { class: "small" },
        [
          t("ruling.rules", { rules: rulesName({ rules: { name } }), n: version }),
          words || t("ruling.clause", { clause: clause.replaceAll("_", " ") }),
          t("ruling.stood", { n: occurrences }),
          moves.length > 0 && t("ruling.moves", { from: moves[0], to: moves[moves.length - 1] }),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    el("span", { class: "badge stamp" }, icon("gavel", "s"), t("ruling.badge")),
    el("b", { class: "num" }, winner ? SCORES[winner] : "½–½"),
  );
}

/** @param {Ruling} ruling @param {string} room @param {Actions} actions @param {SetView} setView */
function buttons(ruling, room, actions, setView) {
  const last = ruling.plies?.at(-1)?.ply ?? 0;
  const link = `${location.origin}/game/${room}#${last + 1}`;
  return el(
    "div",
    { class: "row w" },
    el(
      "button",
      { class: "btn main", onclick: () => setView({ replay: { of: "ruling", step: 0, runs: true } }) },
      icon("play"),
      t("ruling.replay"),
    ),
    el("button", { class: "btn", onclick: () => setView(CLOSED_RULING) }, icon("prev"), t("ruling.back")),
    el(
      "button",
      { class: "btn", onclick: () => actions.copy(link, "toast.copied", t("toast.copy", { link })) },
      icon("share"),
      t("act.link"),
    ),
    el(
      "button",
      {
        class: "btn",
        onclick: () =>
          save(`${room}-ruling.json`, new Blob([JSON.stringify(ruling, null, 2)], { type: "application/json" })),
      },
      icon("dl"),
      t("ruling.data"),
    ),
  );
}

/**
 * @typedef {object} RulingInputs
 * @property {string} room
 * @property {Pick<Table, "outcome" | "you" | "moves">} table
 * @property {Pick<App["settings"], "notation" | "language">} settings
 * @property {number} step of the cycle that the board shows, -1 for none
 */

/** @param {App} app @param {import("./shown.js").ViewState} view @returns {RulingInputs | null} */
export function inputsOf({ room, settings: { notation, language } }, { replay }) {
  if (!room?.table) return null;
  const { outcome, you, moves } = room.table;
  return { room: room.room, table: { outcome, you, moves }, settings: { notation, language }, step: replay?.step ?? -1 };
}

/** @type {import("./shown.js").Panel<RulingInputs | null>["create"]} */
export const create = (host, { actions, setView }) => ({
  render(inputs) {
    const ruling = inputs?.table.outcome?.ruling ?? null;
    host.setAttribute("aria-label", t("ruling.title"));
    if (!inputs || !ruling) return fill(host);
    fill(
      host,
      verdict(inputs.table, ruling),
      el(
        "div",
        { key: "evidence", class: "evidence" },
        sideCards(ruling),
        plyTable(ruling, inputs, setView),
        rejectedList(ruling.plies ?? []),
        buttons(ruling, inputs.room, actions, setView),
      ),
    );
  },
});
