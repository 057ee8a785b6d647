/** What a rule set leaves to those who play by it: when it rules, what counts, and the natural limit. */

import { COUNTING_ENTRY, COUNTING_ROUNDS, DOUBTING, LIMITS, PUNISHING } from "../../models/rule_terms.js";
import { t } from "../../text/catalogue.js";
import { choiceField, toggle } from "../../ui/controls.js";

/** @typedef {import("../../models/rule_terms.js").WantedRules} WantedRules */


/**
 * What is chosen of when it is ruled, and of when nothing more is played for.
 * @param {Pick<WantedRules, "rules" | "strict" | "entering" | "limit">} wanted @param {(change: Partial<Pick<WantedRules, "strict" | "entering" | "limit">>) => void} set
 */
export const countOptions = ({ rules, strict, entering, limit }, set) => [
  PUNISHING.includes(rules) && toggle(t("create.strict"), t("create.strict.text"), strict, (on) => set({ strict: on })),
  PUNISHING.includes(rules) && toggle(t("create.entering"), t("create.entering.text"), entering ?? COUNTING_ENTRY.includes(rules), (on) => set({ entering: on })),
  choiceField(t("create.limit"), LIMITS.map(String), String(limit), (moves) => (moves === "0" ? t("create.limit.none") : moves), (moves) => set({ limit: Number(moves) })),
];

/** All of it. @param {WantedRules} wanted @param {(change: Partial<WantedRules>) => void} set */
export const ruleOptions = (wanted, set) => [
  PUNISHING.includes(wanted.rules) && toggle(t("create.forbid"), t("create.forbid.text"), wanted.forbid, (on) => set({ forbid: on })),
  ...countOptions(wanted, set),
  DOUBTING.includes(wanted.rules) && toggle(t("create.always"), t("create.always.text"), wanted.always, (on) => set({ always: on })),
  COUNTING_ROUNDS.includes(wanted.rules) &&
    !wanted.forbid &&
    toggle(t("create.nineRounds"), t("create.nineRounds.text"), wanted.nineRounds, (on) => set({ nineRounds: on })),
];
