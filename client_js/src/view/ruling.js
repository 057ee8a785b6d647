/**
 * The ruling that ended a game, ply by ply: what each move did, what was looked at and not
 * counted, and by which clause. It stands in place of the moves.
 */

import { t } from "../text/catalogue.js";
import { pieceKey } from "../table.js";
import { el, fill, onChange, sideSign } from "./dom.js";
import { rulesName } from "./game.js";
import { written } from "./moves.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../text/catalogue.js").Key} Key */
/** @typedef {import("../messages").Side} Side */
/** @typedef {{piece: string, square: string}} Placed */
/** @typedef {{attacker: Placed, victim: Placed, why: string}} Chase */
/** @typedef {{attacker: Placed, victim: Placed, reason: string}} Rejected */
/** @typedef {{ply: number, side: Side, move: string, kind: "check" | "chase" | "idle", chases: Chase[], rejected: Rejected[]}} Ply */
/** @typedef {{rule_set: string, version: number, clause: string, occurrences: number, plies?: Ply[], sides?: Record<Side, {level: string}>}} Ruling */

/** @param {Placed} attacker @param {Placed} victim */
const attack = (attacker, victim) =>
  t("ruling.on", {
    attacker: t(pieceKey(attacker.piece)),
    from: attacker.square,
    victim: t(pieceKey(victim.piece)),
    to: victim.square,
  });

/** What a ply did, once a chase. @param {Ply} ply */
const chasesOf = ({ chases }) =>
  chases.map(({ attacker, victim, why }) =>
    el(
      "div",
      { class: "small" },
      attack(attacker, victim),
      el("span", { class: "mut" }, ` · ${t(/** @type {Key} */ (`ruling.why.${why}`))}`),
    ),
  );

/** @param {Ply} ply @param {App} app @param {Deeds} deeds */
function plyRow(ply, { room, settings }, deeds) {
  const played = room?.table?.moves[ply.ply];
  const show = () => deeds.wish({ type: "look", ply: ply.ply + 1 });
  return el(
    "tr",
    {},
    el("td", { class: "num mut" }, String(ply.ply + 1)),
    el(
      "td",
      { class: "mvx" },
      el(
        "button",
        { class: "row s", onclick: show },
        sideSign(ply.side),
        played ? written(played, settings.notation) : ply.move,
      ),
    ),
    el(
      "td",
      {},
      el("span", { class: ply.kind === "idle" ? "badge" : "badge ruling" }, t(`ruling.${ply.kind}`)),
      ...chasesOf(ply),
    ),
  );
}

/** The threats that were not held against anybody, each said once. @param {Ply[]} plies */
function rejectedList(plies) {
  const said = new Set(
    plies.flatMap((ply) =>
      ply.rejected.map(
        ({ attacker, victim, reason }) =>
          `${attack(attacker, victim)}${t("cell.comma")}${t(/** @type {Key} */ (`ruling.not.${reason}`))}`,
      ),
    ),
  );
  if (said.size === 0) return null;
  return el(
    "details",
    { class: "pad small" },
    el("summary", { class: "b" }, t("ruling.rejected", { n: said.size })),
    el("ul", {}, ...[...said].map((line) => el("li", {}, line))),
  );
}

/** @param {Ruling} ruling */
const levels = ({ sides }) =>
  sides
    ? /** @type {const} */ (["red", "black"]).map((side) =>
        el(
          "span",
          { class: "row s" },
          sideSign(side),
          el("b", {}, t(`side.${side}`)),
          t(/** @type {Key} */ (`ruling.level.${sides[side].level}`)),
        ),
      )
    : [];

/**
 * Fills `host` with the ruling of the game shown.
 * @param {HTMLElement} host @param {Deeds} deeds @returns {import("./game.js").Panel}
 */
export function createRuling(host, deeds) {
  const render = onChange(
    (/** @type {App} */ app) => {
      const outcome = app.room?.table?.outcome;
      const ruling = /** @type {Ruling | null} */ (outcome?.ruling ?? null);
      host.setAttribute("aria-label", t("ruling.title"));
      if (!ruling) return fill(host);
      const rules = rulesName({ clock: { type: "none" }, rules: { name: ruling.rule_set } });
      fill(
        host,
        el("header", {}, el("h2", {}, t("ruling.title"))),
        el(
          "div",
          { class: "facts" },
          el(
            "p",
            { class: "mut" },
            [
              t("ruling.rules", { rules, n: ruling.version }),
              t("ruling.clause", { clause: ruling.clause }),
              t("ruling.stood", { n: ruling.occurrences }),
            ].join(" · "),
          ),
          ...levels(ruling),
        ),
        ruling.plies &&
          el(
            "table",
            { class: "rt" },
            el(
              "thead",
              {},
              el(
                "tr",
                {},
                .../** @type {const} */ (["ruling.ply", "ruling.move", "ruling.does"]).map((key) =>
                  el("th", { scope: "col" }, t(key)),
                ),
              ),
            ),
            el("tbody", {}, ...ruling.plies.map((ply) => plyRow(ply, app, deeds))),
          ),
        rejectedList(ruling.plies ?? []),
      );
    },
    ({ room, settings }) => [room?.table?.outcome, settings],
  );
  return { render };
}
