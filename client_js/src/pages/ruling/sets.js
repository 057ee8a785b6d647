/** What rule sets say of one line, side by side: verdicts, who has to deviate, and every ply as each set classes it. */

import { pliesOf, sameEvidence } from "../../models/line.js";
import { pieceKey, rulesName, t, tOf } from "../../text/catalogue.js";
import { el, icon, sideSign } from "../../ui/dom.js";

/** @typedef {import("../../messages").JudgedSet} JudgedSet */
/** @typedef {import("../../messages").PlacedPiece} Placed */
/** @typedef {import("../../messages").RuledPly} Ply */
/** @typedef {import("../../messages").SideName} SideName */

const SIGNS = { ruled: "gavel", warned: "warn", open: "play", no_time: "clock" };

/** What becomes of the line, in a word. @param {JudgedSet} set */
function outcomeOf({ state, side, ruling }) {
  if (state === "no_time") return t("arbiter.no_time");
  if (state === "open") return t("arbiter.open");
  if (state === "warned") return side ? t(`arbiter.change.${side}`) : t("arbiter.warned");
  if (side) return t(`ruling.loses.${side}`);
  return ruling?.winner ? t(`result.${ruling.winner}`) : t("arbiter.draw");
}

/** The outcome that all sets share, or that they differ. @param {JudgedSet[]} sets */
export function verdictOf(sets) {
  const said = new Set(sets.map(outcomeOf));
  return el("h2", { key: "verdict" }, said.size === 1 ? [...said][0] : t("arbiter.differ"));
}

/** @param {JudgedSet[]} sets */
export const setsTable = (sets) =>
  el(
    "div",
    { key: "sets", class: "card", role: "group", "aria-label": t("arbiter.sets") },
    ...sets.map((set) =>
      el(
        "section",
        { key: set.rules, class: "pad col s" },
        el("h3", { class: "row s w" }, rulesName({ rules: { name: set.rules } }), el("span", { class: `badge ${set.state === "ruled" && set.side ? "ruling" : ""}` }, icon(SIGNS[set.state], "s"), outcomeOf(set))),
        set.text && el("p", {}, set.text),
        set.ruling?.doubts?.length ? el("p", { class: "mut small" }, t("arbiter.doubts")) : false,
        ...set.banned.map(({ text }) => el("p", { class: "small" }, text)),
      ),
    ),
  );

/**
 * Every ply of the repetition, with what each set says of it; sets that say the same share a column. Where they differ it is marked, in words too.
 * @param {JudgedSet[]} sets @param {(ply: number) => string} written @param {(ply: number) => void} show @param {number} now the ply that led to what the board shows
 * @param {(ply: number) => SideName} sideOf
 */
export function evidence(sets, written, show, now, sideOf) {
  const plies = pliesOf(sets);
  if (plies.length === 0) return null;
  const columns = sameEvidence(sets);
  return el(
    "div",
    { key: "evidence", class: "card evidence" },
    el(
      "table",
      { class: "rt" },
      el("caption", { class: "sr" }, t("arbiter.evidence")),
      el("thead", {}, el("tr", {}, ...[t("ruling.ply"), t("ruling.move"), ...columns.map((same) => same.map(({ rules }) => rulesName({ rules: { name: rules } })).join(" · "))].map((name) => el("th", { scope: "col" }, name)))),
      el(
        "tbody",
        {},
        ...plies.map(({ ply, bySet, differs }) =>
          el(
            "tr",
            { key: String(ply), class: [ply === now && "now", differs && "differs"].filter(Boolean).join(" "), "aria-current": ply === now ? "step" : null },
            el("td", { class: "num mut" }, String(ply + 1)),
            el("td", { class: "mvx" }, el("button", { type: "button", class: "row s", onclick: () => show(ply) }, sideSign(sideOf(ply)), written(ply)), differs && el("small", { class: "badge warn" }, t("arbiter.differs"))),
            ...columns.map(([set]) => el("td", { key: set.rules }, ...(bySet[set.rules] ? cell(set, bySet[set.rules]) : []))),
          ),
        ),
      ),
    ),
  );
}

/** What one set says of one ply: its class, what it attacks and why, and what does not count. @param {JudgedSet} set @param {Ply} ply */
const cell = ({ ruling }, { ply, kind, chases, rejected }) => [
  el("b", { class: kind === "idle" ? "mut" : "guilt" }, tOf(`ruling.${kind}`, kind)),
  ...chases.map((chase) => el("div", { class: "small" }, `${attack(chase)}${t("cell.colon")}${tOf(`ruling.why.${chase.why}`, chase.why)}`)),
  ...rejected.map((threat) => el("div", { class: "small mut" }, `${t("arbiter.not")} ${attack(threat)}${t("cell.colon")}${tOf(`ruling.not.${threat.reason}`, threat.reason)}`)),
  ...(ruling?.told ?? []).filter((told) => told.plies.includes(ply)).map(({ text }) => el("details", { class: "small" }, el("summary", {}, t("ruling.told")), text)),
];

/** @param {{attacker: Placed, victim: Placed}} attack */
const attack = ({ attacker, victim }) =>
  t("ruling.on", { attacker: t(pieceKey(attacker.piece)), from: attacker.square, victim: t(pieceKey(victim.piece)), to: victim.square });
