/** What comes next for the reader: to enter, to wait for a pair, to go to one's game, to return from a pause, or nothing more. */

import { isFree } from "../../models/tournament.js";
import { countdownText, t } from "../../text/catalogue.js";
import { form } from "../../ui/controls.js";
import { el, fill, icon, made, onChange } from "../../ui/dom.js";
import { radar } from "../../ui/radar.js";
import { teamsOf } from "./teams.js";

/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {import("../../models/tournament.js").Step} Step */

/** @type {Record<Step, string>} */
const SIGNS = {
  ...{ enter: "trophy", account: "user", entered: "check", soon: "hour", closed: "stop", play: "board", paused: "pause" },
  ...{ pairing: "", closing: "hour", free: "board", break: "hour", resting: "eye", over: "trophy", called_off: "x" },
};

/** Whether more than a press is needed to enter. @param {TournamentModel["info"]} info @param {boolean} asksPassword */
const needsForm = ({ format }, asksPassword) => asksPassword || teamsOf(format).length > 0;

/** What a step means; to have no game is not the same in each format. @param {TournamentModel["info"]} info @param {Step} step */
function stepText({ format }, step) {
  if (step === "resting" && format.type === "knockout") return "tournament.next.resting.knockout";
  return step === "resting" && isFree(format) ? "tournament.next.resting.free" : /** @type {const} */ (`tournament.next.${step}.text`);
}

/** @param {import("../../page").Actions} actions @param {(request: import("../../session/types").Request) => void} ask */
export function createNext(actions, ask) {
  const root = made(el("section", { class: "card nextg", role: "status" }));
  /** @type {TournamentModel | null} */
  let shown = null;

  /** @param {TournamentModel} model @param {Step} step */
  function answer({ info, asksPassword, room }, step) {
    const { tournament } = info;
    const button = (/** @type {import("../../text/catalogue.js").Key} */ key, /** @type {() => void} */ act) => el("button", { type: "button", class: "btn main", onclick: act }, t(key));
    switch (step) {
      case "enter":
        if (needsForm(info, asksPassword)) return null; // the form has a button of its own
        return button("tournament.enter", () => ask({ type: "enter_tournament", tournament }));
      case "account":
        return el("a", { class: "btn main", href: `/signup/${tournament}` }, t("nav.signup"));
      case "play":
        return el("a", { class: "btn main", href: `/game/${room}` }, t("tournament.go"));
      case "paused":
        return button("tournament.return", () => ask({ type: "return_to_tournament", tournament }));
      default:
        return null;
    }
  }

  /** Entering where a password is asked for, or a team is to be chosen. @param {TournamentModel} model */
  function entryForm({ info, asksPassword }) {
    const teams = teamsOf(info.format);
    /** @type {import("../../ui/controls.js").Field[]} */
    const fields = [];
    if (teams.length > 0) fields.push({ name: "team", label: t("tournament.team"), choices: teams.map((name, i) => [String(i), name]), codes: ["no_such_team"] });
    if (asksPassword) fields.push({ name: "password", label: t("tournament.password"), type: "password", autocomplete: "off", codes: ["tournament_password"] });
    return form(fields, t("tournament.enter"), ({ team, password }) =>
      actions.ask({ type: "enter_tournament", tournament: info.tournament, ...(team !== undefined && { team: Number(team) }), ...(password !== undefined && { password }) }),
    );
  }

  const draw = onChange(
    (/** @type {{model: TournamentModel, step: Step}} */ { model, step }) => {
      fill(
        root,
        SIGNS[step] ? icon(SIGNS[step]) : radar(),
        el("div", { class: "grow" }, el("b", {}, t(`tournament.next.${step}`)), el("small", { class: "mut" }, t(stepText(model.info, step)), step === "paused" && el("span", { class: "num", "data-return": "" }))),
        answer(model, step),
        step === "enter" && needsForm(model.info, model.asksPassword) && entryForm(model),
      );
      root.hidden = step === "over" && model.you === null;
    },
    ({ model, step }) => [step, model.room, model.info.tournament, model.you === null, document.documentElement.lang],
  );

  return {
    root,
    /** @param {TournamentModel} model @param {Step} step */
    render(model, step) {
      shown = model;
      draw({ model, step });
    },
    /** @param {number} nowMs */
    tick(nowMs) {
      const timer = root.querySelector("[data-return]");
      if (!timer || !shown) return;
      const leftMs = (shown.returnAtMs ?? 0) - nowMs;
      const text = leftMs > 0 ? ` ${t("tournament.return_in", { time: countdownText(leftMs) })}` : "";
      if (timer.textContent !== text) timer.textContent = text;
      const button = root.querySelector("button");
      if (button) button.disabled = leftMs > 0;
    },
  };
}
