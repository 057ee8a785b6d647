/** The rule sets side by side: what each says of the same cases, and all their clauses. */

import { t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";
import { resultBadge, setName } from "./cases.js";

/** @typedef {import("../../text/catalogue.js").Key} Key */
/** @typedef {import("./cases.js").Cases} Cases */
/** @typedef {import("./cases.js").Words} Words */
/** @typedef {import("./cases.js").RuleSet} RuleSet */

/** @param {RuleSet} set @param {[string, string][]} clauses */
const setCard = ({ name, rule_at: ruleAt, bans }, clauses) =>
  el(
    "section",
    { class: "card pad col", "aria-label": setName(name) },
    el("h2", {}, setName(name)),
    el("p", {}, t(/** @type {Key} */ (`learn.rules.about.${name}`))),
    el("p", { class: "mut small" }, bans ? t("learn.rules.bans") : t("learn.rules.loses", { n: ruleAt })),
    el(
      "details",
      {},
      el("summary", { class: "b" }, t("learn.rules.clauses", { n: clauses.length })),
      el(
        "dl",
        { class: "clauses" },
        ...clauses.map(([number, text]) => el("div", {}, el("dt", { class: "num" }, number), el("dd", {}, text))),
      ),
    ),
  );

/** @param {Cases} data */
const comparison = ({ sets, cases }) =>
  el(
    "div",
    { class: "scrollx", tabindex: 0, role: "region", "aria-label": t("learn.rules.table") },
    el(
      "table",
      { class: "compare" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, t("learn.rules.case")),
          ...sets.map(({ name }) => el("th", { scope: "col" }, setName(name))),
        ),
      ),
      el(
        "tbody",
        {},
        ...Object.entries(cases).map(([id, { rulings }]) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, el("a", { href: `/learn/${id}` }, t(/** @type {Key} */ (`learn.case.${id}`)))),
            ...sets.map(({ name }) => el("td", {}, resultBadge(rulings[name].result))),
          ),
        ),
      ),
    ),
  );

/** @param {Cases} data @param {Words} words */
export const rulesPage = (data, words) =>
  el(
    "div",
    { class: "col l" },
    el("p", { class: "lead" }, t("learn.rules.intro")),
    el("section", { class: "card" }, comparison(data)),
    el("div", { class: "cols2" }, ...data.sets.map((set) => setCard(set, words.clauses[set.name]))),
  );
