/** A challenge to one player, put together in place: clock, side, rules, rated or not. */

import { clockName, personText, t, useLanguage } from "../../text/catalogue.js";
import { rulesSelect, toggle } from "../../ui/controls.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { errorNote } from "../../ui/parts.js";
import { segments } from "../../ui/segments.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../messages").ClockTerms} ClockTerms */

/** @param {number} minutes @param {number} seconds @returns {ClockTerms} */
const fischer = (minutes, seconds) => ({ type: "fischer", main_ms: minutes * 60_000, increment_ms: seconds * 1_000 });

/** @type {ClockTerms[]} */
const CLOCKS = [fischer(1, 0), fischer(3, 2), fischer(5, 3), fischer(10, 5), fischer(15, 10), { type: "correspondence", days: 3, bank_days: 0, leave: null }];
const USUAL_CLOCK = 3;

/**
 * @param {Actions} actions @param {import("../../messages").PlayerRef} person
 * @param {() => void} close it is sent, or not wanted any more
 */
function challengeForm(actions, person, close) {
  const app = actions.app();
  let clock = String(USUAL_CLOCK);
  /** @type {"red" | "black" | "any"} */
  let side = "any";
  let rules = app.rules[0] ?? "axf";
  let rated = false;
  const name = personText(person);
  const errors = made(el("div", { role: "alert" }));
  const send = made(el("button", { class: "btn main" }, t("challenges.send")));

  /** @param {SubmitEvent} event */
  async function submitted(event) {
    event.preventDefault();
    send.disabled = true;
    fill(errors);
    const terms = { clock: CLOCKS[Number(clock)], rules: { name: rules }, rated };
    try {
      await actions.challenge({ player: person.player, terms, side });
      actions.toast(t("challenges.sent", { name }));
      close();
    } catch (refusal) {
      fill(errors, errorNote(/** @type {Error} */ (refusal).message));
    }
    send.disabled = false;
  }
  const root = el(
    "form",
    { class: "col card pad challenge", "aria-label": t("challenges.form", { name }), onsubmit: submitted },
    el("h2", {}, t("challenges.form", { name })),
    segments(t("challenges.clock"), CLOCKS.map((_, i) => String(i)), clock, (i) => el("span", CLOCKS[Number(i)].type === "correspondence" ? { "data-days": "" } : {}, clockName(CLOCKS[Number(i)])), (i) => (clock = i), "grid3"),
    segments(t("challenges.play"), /** @type {const} */ (["red", "any", "black"]), side, (one) => t(`side.${one}`), (one) => (side = one)),
    el(
      "label",
      { class: "field" },
      el("span", {}, t("rules.label")),
      rulesSelect(app.rules, rules, (one) => (rules = one)),
    ),
    !app.guest && !person.guest && toggle(t("challenges.rate"), t("challenges.rate.text"), rated, (on) => (rated = on)),
    errors,
    el("div", { class: "row end" }, el("button", { type: "button", class: "btn quiet", onclick: close }, t("cancel")), send),
  );
  return root;
}

/**
 * A button that opens the form in `place`, which it fills and empties.
 * @param {Actions} actions @param {import("../../messages").PlayerRef} person @param {HTMLElement} place
 */
export async function openChallenge(actions, person, place) {
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  await useLanguage(actions.app().settings.language, ["challenges"]);
  const form = made(challengeForm(actions, person, () => {
    fill(place);
    held?.focus();
  }));
  fill(place, form);
  form.querySelector("button")?.focus();
  await sayIfAway(actions, person, form);
}

/** A game that begins at once can be asked of those who are here only: that is said before it is sent. @param {Actions} actions @param {import("../../messages").PlayerRef} person @param {HTMLElement} form */
async function sayIfAway(actions, { player, name }, form) {
  const profile = await actions.tell({ type: "profile", player });
  if (profile?.online !== false || !form.isConnected) return;
  const note = made(el("section", { class: "note warn", role: "status" }, icon("hour"), el("div", {}, el("b", {}, t("challenges.away", { name: personText(name) })), ` ${t("challenges.away.days")}`)));
  form.querySelector("h2")?.after(note);
  /** @type {HTMLElement | null} */ (form.querySelector("[data-days]"))?.click();
}

/** Opens the form in a place of the page. @param {Actions} actions @param {import("../../messages").PlayerRef} person @param {HTMLElement} place @param {string} label */
export const challengeButton = (actions, person, place, label) =>
  el("button", { type: "button", class: "btn icon quiet", "aria-label": label, onclick: () => void openChallenge(actions, person, place) }, icon("play"));
