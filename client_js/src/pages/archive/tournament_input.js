/** The tournament games are of: chosen from those of late, or said by the address of its page. */

import { t } from "../../text/catalogue.js";
import { dateText } from "../../text/dates.js";
import { el, fill, made } from "../../ui/dom.js";

/** The last word of an address, or an id alone. */
const ADDRESS = /^(?:.*\/tournament\/)?([a-z0-9]{4,32})\/?$/;

/** @param {import("../../page").Actions} actions */
export function tournamentInput(actions) {
  /** Those that are offered, by what is shown of each: several may have one name. @type {Map<string, string>} */
  const ids = new Map();
  let isAsked = false;
  const offered = made(el("datalist", { id: "archive-tournaments" }));
  const box = made(el("input", { class: "inp", name: "tournament", maxlength: 160, autocomplete: "off", list: "archive-tournaments", onfocus: () => void offer() }));
  const root = el("label", { class: "field" }, el("span", {}, t("archive.tournament")), box, el("small", { class: "mut" }, t("archive.tournament.hint")), offered);

  /** Have some to choose from, once. */
  async function offer() {
    if (isAsked) return;
    isAsked = true;
    const asked = /** @type {const} */ (["now", "finished"]).map((of) => actions.ask({ type: "tournaments", of }));
    const pages = await Promise.all(asked).catch(() => []);
    isAsked = pages.length > 0;
    for (const { rows } of pages) for (const { tournament, name, starts_ms: startsMs } of rows) ids.set(`${name} · ${dateText(startsMs)}`, tournament);
    fill(offered, ...[...ids.keys()].map((value) => el("option", { value })));
    giveName();
  }

  /** An address that is one of those offered is shown as they are. */
  function giveName() {
    for (const [shown, id] of ids) if (box.value === addressOf(id)) box.value = shown;
  }

  return {
    root,
    /** Which is asked for: "" for any, null for one that is not understood. */
    chosen() {
      const text = box.value.trim();
      return text === "" ? "" : (ids.get(text) ?? ADDRESS.exec(text)?.[1] ?? null);
    },
    /** Show one that is asked for. @param {string} id */
    async show(id) {
      box.value = addressOf(id);
      await offer();
      giveName();
    },
  };
}

/** @param {string} id */
const addressOf = (id) => `/tournament/${id}`;
