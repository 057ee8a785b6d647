/** The code that appoints arbiters: for the organiser to give, and for a phone without an account to show, typed or by a camera. */

import { personText, t } from "../../text/catalogue.js";
import { form } from "../../ui/controls.js";
import { el, fill, icon, made, onChange } from "../../ui/dom.js";
import { codeOf } from "../shared/at_boards.js";

/** What stands in an address behind its path. */
const SHOWN = /^#desk=([0-9A-Za-z]{4,16})$/;

/** @param {import("../../page").Actions} actions @param {string} tournament @param {() => void} appointed the reader is an arbiter now */
export function createArbiterCode(actions, tournament, appointed) {
  const root = made(el("div", { class: "pad col", hidden: true }));
  /** The code that was given, "" for none. */
  let given = "";
  let organises = false;
  let writes = false;

  /** @param {string} code */
  async function show(code) {
    await actions.ask({ type: "arbitrate", tournament, code });
    actions.toast(t("desk.code.done"));
    appointed();
  }

  /** @param {boolean} on */
  async function give(on) {
    const answer = await actions.tell({ type: "set_arbiter_code", tournament, on });
    if (!answer) return;
    given = answer.code;
    draw();
  }

  const linkOf = (/** @type {string} */ code) => `${location.origin}/tournament/${tournament}#desk=${code}`;

  const forOrganiser = () =>
    el(
      "details",
      { key: "give", open: given !== "" },
      el("summary", {}, t("desk.code")),
      el(
        "div",
        { class: "col" },
        el("p", { class: "small" }, t("desk.code.text")),
        given !== "" && codeOf(linkOf(given), given),
        given !== "" && el("p", { class: "small mut" }, linkOf(given)),
        el(
          "p",
          { class: "row w" },
          el("button", { type: "button", class: "btn sm", onclick: () => void give(true) }, icon("plus", "s"), t(given === "" ? "desk.code.give" : "desk.code.other")),
          el("button", { type: "button", class: "btn sm quiet", onclick: () => void give(false) }, t("desk.code.none")),
        ),
      ),
    );

  const entry = form([{ name: "code", label: t("desk.code.yours"), maxlength: 20, autocomplete: "off", codes: ["wrong_code"] }], t("desk.code.show"), ({ code }) => show(code), "");

  const draw = () => {
    const { guest, name } = actions.app();
    fill(
      root,
      organises
        ? forOrganiser()
        : writes
          ? guest && el("p", { key: "as", class: "small mut" }, t("desk.code.as", { name: personText(name) }))
          : el("details", { key: "show" }, el("summary", {}, t("desk.code.mine")), entry),
    );
  };

  const render = onChange(
    (/** @type {{isOrganiser: boolean, isOfficial: boolean, isOpen: boolean}} */ { isOrganiser, isOfficial, isOpen }) => {
      [organises, writes] = [isOrganiser && isOpen, isOfficial];
      root.hidden = !isOpen && !isOfficial;
      draw();
    },
    ({ isOrganiser, isOfficial, isOpen }) => [isOrganiser, isOfficial, isOpen, document.documentElement.lang],
  );

  const [, scanned] = location.hash.match(SHOWN) ?? [];
  if (scanned) {
    history.replaceState(null, "", location.pathname);
    void show(scanned);
  }
  return { root, render };
}
