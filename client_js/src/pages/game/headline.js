/**
 * The strip over the board: what game this is, and a way to share it; or, while the position
 * repeats, what that leads to. It is always there, so nothing moves when a warning comes.
 */

import { spelled } from "../../models/notation.js";
import { cellsAt } from "../../models/table.js";
import { clockTitle, rulesName, secondsText, t, unusualTerms } from "../../text/catalogue.js";
import { el, fill, icon } from "../../ui/dom.js";
import { written } from "./moves.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../models/table.js").Table} Table */

/** The moves by which the reader would lose at once, as the reader writes them. @param {Table} table @param {App["settings"]} settings */
function losingMoves({ warning, you, moves, ...table }, settings) {
  const { sides } = warning?.detail ?? {};
  const losing = (you && sides?.[you]?.losing) || [];
  const cells = cellsAt({ moves, ...table, warning, you }, moves.length);
  return losing.filter((move) => !move.after_reply).map(({ move }) => written(spelled(cells, move), settings));
}

/**
 * @typedef {object} HeadlineInputs
 * @property {import("../../messages").Language} language
 * @property {boolean} isOpen whether its button has opened something
 * @property {boolean} mayShare
 * @property {string} title what is played
 * @property {string} rest
 * @property {{bold: string, n: number, of: number | null} | null} warning
 */

/** @param {App} app @param {import("./shown.js").ViewState} view @returns {HeadlineInputs | null} */
export function inputsOf({ room, settings }, { place }) {
  const table = room?.table;
  if (!table) return null;
  const { terms, warning, behindMs, spectators } = table;
  const losing = losingMoves(table, settings);
  const rest = [
    behindMs > 0 && t("about.behind", { time: secondsText(behindMs) }),
    rulesName(terms),
    terms.rated && t("terms.rated"),
    ...unusualTerms(behindMs > 0 ? { ...terms, delay_ms: 0 } : terms),
    spectators > 0 && t("game.watching", { n: spectators }),
  ];
  return {
    language: settings.language,
    isOpen: place === (warning ? "why" : "share"),
    mayShare: table.status !== "waiting",
    title: clockTitle(terms.clock),
    rest: rest.filter(Boolean).join(" · "),
    warning: warning && {
      bold: losing.length ? t("warning.loses", { move: losing.join(t("cell.comma")) }) : t("notices.repetition.title"),
      n: warning.occurrences,
      of: warning.rule_at,
    },
  };
}

/** How near the ruling is, where it hangs on an occurrence. @param {{n: number, of: number | null}} warning */
const stepsOf = ({ n, of }) =>
  of === null
    ? []
    : [
        el("span", { class: "sr" }, t("notices.repetition", { n, of })),
        el("span", { class: "steps", "aria-hidden": "true" }, ...Array.from({ length: of }, (_, i) => el("i", { class: i < n ? "on" : "" }))),
      ];

/** @param {HeadlineInputs} inputs @param {import("./shown.js").SetView} setView */
function contents({ warning, title, rest, isOpen, mayShare }, setView) {
  const opens = (/** @type {"why" | "share"} */ place, /** @type {string} */ kind, /** @type {import("../../ui/dom.js").Child[]} */ ...inside) =>
    el("button", { key: "opens", class: `btn sm ${kind}`, "aria-expanded": String(isOpen), onclick: () => setView({ place: isOpen ? null : place }) }, ...inside);
  if (warning) return [icon("repeat"), el("b", { class: "grow" }, warning.bold), ...stepsOf(warning), opens("why", "", t("ruling.why"))];
  return [
    el("p", { class: "grow cut" }, el("b", {}, title), el("span", { class: "small mut" }, ` ${rest}`)),
    mayShare && opens("share", "quiet", icon("share", "s"), t("act.share")),
  ];
}

/** @type {import("./shown.js").Panel<HeadlineInputs | null>["create"]} */
export const create = (host, { setView }) => ({
  render(inputs) {
    host.setAttribute("aria-label", t("headline.label"));
    host.classList.toggle("warned", Boolean(inputs?.warning));
    fill(host, ...(inputs ? contents(inputs, setView) : []));
  },
});
