/** The head of a tournament: its name and terms, how long it still takes, and what its reader may do about taking part. */

import { isFree } from "../../models/tournament.js";
import { t } from "../../text/catalogue.js";
import { confirmButton } from "../../ui/controls.js";
import { el, fill, icon, made, onChange } from "../../ui/dom.js";
import { factsText } from "../shared/tournament_rows.js";

/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {import("../../models/tournament.js").Step} Step */
/** @typedef {(request: import("../../session/types").Request) => void} Ask */

/** What stands under the number on the right. @param {TournamentModel["info"]} info */
function countedText({ phase, format, round, rounds, next_round_ms: nextRoundMs, at_boards: atBoards }) {
  if (phase === "announced") return atBoards ? "" : t("tournament.until_start");
  if (phase !== "running") return "";
  if (nextRoundMs !== null) return t("tournament.until_round", { n: round + 1 });
  return format.type === "arena" || isFree(format) ? t("tournament.until_end") : t("tournament.round_of", { n: round, of: rounds });
}

/** What one may do about taking part, beside the next-game card. @param {TournamentModel} model @param {Step} step @param {Ask} ask */
function actsOf({ info }, step, ask) {
  const { tournament } = info;
  const acting = (/** @type {import("../../text/catalogue.js").Key} */ key, /** @type {string} */ sign, /** @type {import("../../session/types").Request} */ request) =>
    el("button", { type: "button", class: "btn", onclick: () => ask(request) }, icon(sign), t(key));
  const leave = () =>
    confirmButton(t("tournament.leave"), {
      ask: t(info.phase === "running" && info.format.type !== "arena" ? "tournament.leave.forfeits" : "tournament.leave.ask"),
      keep: t("tournament.stay"),
      yes: t("tournament.leave"),
      act: () => ask({ type: "leave_tournament", tournament }),
    });
  if (step === "entered" || step === "soon") return [leave()];
  const isIn = ["play", "pairing", "break", "resting", "closing", "free", "paused"].includes(step);
  if (!isIn) return [];
  return [step !== "paused" && step !== "closing" && info.format.type !== "knockout" && acting("tournament.pause", "pause", { type: "pause_tournament", tournament }), leave()];
}

/** @param {import("../../page").Actions} actions @param {Ask} ask */
export function createHead(actions, ask) {
  const title = made(el("h1", { tabindex: -1 }));
  const facts = made(el("p", { class: "mut small num" }));
  const number = made(el("b", { role: "timer" }));
  const under = made(el("span", { class: "mut small" }));
  const acts = made(el("div", { class: "row w acts2" }));
  const root = el("section", { class: "thead" }, el("div", {}, title, facts), el("div", { class: "tcount" }, number, under), acts);
  /** Whether it is shown before others, for operators. @param {TournamentModel["info"]} info */
  const feature = ({ tournament, featured }) =>
    el("button", { type: "button", class: "btn", "aria-pressed": String(featured), onclick: () => ask({ type: "manage_tournament", tournament, action: { type: "feature", on: !featured } }) }, t("manage.feature"));
  const draw = onChange(
    (/** @type {{model: TournamentModel, step: Step, me: string}} */ { model, step, me }) => {
      const { info } = model;
      fill(title, info.name);
      fill(facts, factsText(info));
      fill(under, countedText(info));
      const isOpen = info.phase === "announced" || info.phase === "running";
      const isMine = info.organiser.player === me || actions.app().operator;
      const off = () =>
        confirmButton(t("tournament.call_off"), {
          ask: t("tournament.call_off.ask"),
          keep: t("tournament.keep"),
          yes: t("tournament.call_off"),
          act: () => ask({ type: "call_off_tournament", tournament: info.tournament }),
        });
      fill(acts, ...actsOf(model, step, ask), isOpen && actions.app().operator && feature(info), isOpen && isMine && (info.phase === "announced" || info.at_boards) && el("a", { class: "btn", href: `/tournaments/amend-${info.tournament}` }, t("amend.open")), isOpen && isMine && off());
    },
    ({ model: { info }, step, me }) => [info.name, factsText(info), countedText(info), info.phase, info.featured, actions.app().operator, step, me, document.documentElement.lang],
  );
  return {
    root,
    /** @param {TournamentModel} model @param {Step} step @param {string} me */
    render: (model, step, me) => draw({ model, step, me }),
    /** @param {string} text how long it still takes, "" for nothing */
    count: (text) => void (number.textContent !== text && fill(number, text)),
  };
}
