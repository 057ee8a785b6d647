/**
 * The strip over the board: what game this is, and a way to share it; or, while the position
 * repeats, what that leads to. It is always there, so nothing moves when a warning comes.
 */

import { spelled } from "../../models/notation.js";
import { cellsAt } from "../../models/table.js";
import { clockTitle, rulesName, secondsText, t, unusualTerms } from "../../text/catalogue.js";
import { el, fill, icon, onChange } from "../../ui/dom.js";
import { written } from "./moves.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../models/table.js").Table} Table */
/** @typedef {import("./shown.js").ViewState} ViewState */
/** @typedef {import("./shown.js").SetView} SetView */

/** The moves by which the reader would lose at once, as the reader writes them. @param {Table} table @param {App["settings"]} settings */
function losingMoves({ warning, you, moves, ...table }, settings) {
  const { sides } = warning?.detail ?? {};
  const losing = (you && sides?.[you]?.losing) || [];
  const cells = cellsAt({ moves, ...table, warning, you }, moves.length);
  return losing.filter((move) => !move.after_reply).map(({ move }) => written(spelled(cells, move), settings));
}

/** @param {App} app @param {ViewState} view */
function factsOf({ room, settings }, view) {
  const table = room?.table;
  if (!table) return null;
  const { terms, warning, behindMs, spectators } = table;
  const losing = losingMoves(table, settings);
  return {
    language: settings.language,
    place: view.place,
    hasStarted: table.status !== "waiting",
    title: clockTitle(terms.clock),
    rest: [
      behindMs > 0 && t("about.behind", { time: secondsText(behindMs) }),
      rulesName(terms),
      terms.rated && t("terms.rated"),
      ...unusualTerms(behindMs > 0 ? { ...terms, delay_ms: 0 } : terms),
      spectators > 0 && t("game.watching", { n: spectators }),
    ].filter(Boolean),
    warning: warning && {
      bold: losing.length ? t("warning.loses", { move: losing.join(t("cell.comma")) }) : t("notices.repetition.title"),
      n: warning.occurrences,
      of: warning.rule_at,
    },
  };
}

/** How near the ruling is, where it hangs on an occurrence. @param {{n: number, of: number | null}} warning */
const stepsOf = ({ n, of }) =>
  of !== null && [
  el("span", { class: "sr" }, t("notices.repetition", { n, of })),
  el(
    "span",
    { class: "steps", "aria-hidden": "true" },
    ...Array.from({ length: of }, (_, i) => el("i", { class: i < n ? "on" : "" })),
  ),
];

/**
 * Fills the strip.
 * @param {HTMLElement} host @param {SetView} setView
 * @returns {import("./shown.js").Panel}
 */
export function createHeadline(host, setView) {
  const draw = onChange((/** @type {ReturnType<typeof factsOf>} */ facts) => {
    const opens = (/** @type {"why" | "share"} */ place, /** @type {string} */ kind, /** @type {import("../../ui/dom.js").Child[]} */ ...inside) => {
      const on = facts?.place === place;
      const act = () => setView({ place: on ? null : place });
      return el("button", { key: "opens", class: `btn sm ${kind}`, "aria-expanded": String(on), onclick: act }, ...inside);
    };
    host.setAttribute("aria-label", t("headline.label"));
    host.classList.toggle("warned", facts?.warning != null);
    if (!facts) fill(host);
    else if (facts.warning)
      fill(
        host,
        icon("repeat"),
        el("b", { class: "grow" }, facts.warning.bold),
        ...(stepsOf(facts.warning) || []),
        opens("why", "", t("ruling.why")),
      );
    else
      fill(
        host,
        el("p", { class: "grow cut" }, el("b", {}, facts.title), el("span", { class: "small mut" }, ` ${facts.rest.join(" · ")}`)),
        facts.hasStarted && opens("share", "quiet", icon("share", "s"), t("act.share")),
      );
  });
  return { render: (app, view) => draw(factsOf(app, view)) };
}
