/** A challenge to one player, put together in place: clock, side, rules, rated or not. */

import { clockName, personText, rulesName, t, useLanguage } from "../text/catalogue.js";
import { segments, toggle } from "./controls.js";
import { el, fill } from "./dom.js";
import { errorNote } from "./parts.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("../messages").ClockTerms} ClockTerms */

/** @param {number} minutes @param {number} seconds @returns {ClockTerms} */
const fischer = (minutes, seconds) => ({ type: "fischer", main_ms: minutes * 60_000, increment_ms: seconds * 1_000 });

/** @type {ClockTerms[]} */
const CLOCKS = [fischer(1, 0), fischer(3, 2), fischer(5, 3), fischer(10, 5), fischer(15, 10), { type: "correspondence", days: 3 }];
const USUAL_CLOCK = 3;

/**
 * @param {Deeds} deeds @param {App} app @param {import("../messages").PlayerRef} person
 * @param {() => void} close it is sent, or not wanted any more
 */
export function challengeForm(deeds, app, person, close) {
  let clock = String(USUAL_CLOCK);
  /** @type {"red" | "black" | "any"} */
  let side = "any";
  let rules = app.rules[0] ?? "axf";
  let rated = false;
  const name = personText(person.name);
  const errors = el("div", { role: "alert" });
  const send = el("button", { class: "btn main" }, t("calls.send"));

  /** @param {SubmitEvent} event */
  async function submitted(event) {
    event.preventDefault();
    send.disabled = true;
    fill(errors);
    const terms = { clock: CLOCKS[Number(clock)], rules: { name: rules }, rated };
    try {
      await deeds.challenge({ player: person.player, terms, side });
      deeds.toast(t("calls.sent", { name }));
      close();
    } catch (refusal) {
      fill(errors, errorNote(/** @type {Error} */ (refusal).message));
    }
    send.disabled = false;
  }
  const root = el(
    "form",
    { class: "col card pad challenge", "aria-label": t("calls.form", { name }), onsubmit: submitted },
    el("h2", {}, t("calls.form", { name })),
    segments(t("calls.clock"), CLOCKS.map((_, i) => String(i)), clock, (i) => clockName(CLOCKS[Number(i)]), (i) => (clock = i), "grid3"),
    segments(t("calls.play"), /** @type {const} */ (["red", "any", "black"]), side, (one) => t(`side.${one}`), (one) => (side = one)),
    el(
      "label",
      { class: "field" },
      el("span", {}, t("rules.label")),
      el(
        "select",
        { class: "inp", onchange: (/** @type {Event} */ event) => (rules = /** @type {HTMLSelectElement} */ (event.target).value) },
        ...(app.rules.length ? app.rules : [rules]).map((one) =>
          el("option", { value: one }, rulesName({ clock: { type: "none" }, rules: { name: one } })),
        ),
      ),
    ),
    !app.guest && !person.guest && toggle(t("calls.rate"), t("calls.rate.text"), rated, (on) => (rated = on)),
    errors,
    el("div", { class: "row end" }, el("button", { type: "button", class: "btn quiet", onclick: close }, t("cancel")), send),
  );
  return root;
}

/**
 * A button that opens the form in `place`, which it fills and empties.
 * @param {Deeds} deeds @param {() => App | null} app @param {import("../messages").PlayerRef} person @param {HTMLElement} place
 */
export async function openChallenge(deeds, app, person, place) {
  const shown = app();
  if (!shown) return;
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  await useLanguage(shown.settings.language, ["calls"]);
  const form = challengeForm(deeds, shown, person, () => {
    fill(place);
    held?.focus();
  });
  fill(place, form);
  form.querySelector("button")?.focus();
}
