/** One's own account: profile, name, password, devices, all one's data, and the end of it. */

import { askPatiently } from "../patience.js";
import { dateText, t } from "../text/catalogue.js";
import { confirmButton, form } from "../view/controls.js";
import { el, fill, onChange } from "../view/dom.js";
import { badge, card, emptyState, errorNote, pageHead, rowFact } from "../view/parts.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */

/** @type {import("../page").CreateView} */
export function create(deeds) {
  const devices = el("div", { class: "rows" });
  const about = el("div", { class: "pad" });
  const exported = el("div", { "aria-live": "polite" });
  const body = el("div", { class: "col l narrow" });
  const root = el("main", {}, body);

  async function listDevices() {
    const { devices: known } = await deeds.ask({ type: "devices" });
    fill(devices, ...known.map(deviceRow));
  }

  /** @param {import("../messages").DeviceInfo} device */
  const deviceRow = ({ device, label, used_ms: usedMs, this: isThis }) => {
    const name = label || t("account.device.first");
    return rowFact({
      title: name,
      sub: t("account.device.used", { date: dateText(usedMs) }),
      end: isThis
        ? badge(t("account.device.this"), "ok")
        : el("button", { type: "button", class: "btn", "aria-label": t("account.device.out", { name }), onclick: () => void signOut(device) }, t("account.out")),
    });
  };

  /** @param {string} device */
  async function signOut(device) {
    await deeds.ask({ type: "sign_out", device });
    deeds.toast(t("account.out.done"));
    await listDevices();
  }

  /** @param {boolean} everywhere */
  async function leave(everywhere) {
    await deeds.ask({ type: "sign_out", everywhere });
    deeds.become(null);
    deeds.go("/me");
  }

  async function download() {
    /** @type {{what: string, data: unknown}[]} */
    const parts = [];
    fill(exported, t("account.export.wait"));
    try {
      for (let after = ""; ; ) {
        const { what, data, next } = await askPatiently(deeds.ask, { type: "my_data", ...(after && { after }) });
        parts.push({ what, data });
        if (next === null) break;
        after = next;
      }
    } catch (refusal) {
      return fill(exported, errorNote(/** @type {Error} */ (refusal).message));
    }
    const file = new Blob([JSON.stringify(parts, null, 1)], { type: "application/json" });
    const link = el("a", { class: "btn", href: URL.createObjectURL(file), download: "xiangqi-my-data.json" }, t("account.export.save"));
    fill(exported, link);
    link.focus();
  }

  /** @param {App} app */
  async function fillAbout({ me }) {
    const { country, bio } = await deeds.ask({ type: "profile", player: me });
    fill(
      about,
      form(
        [
          { name: "country", label: t("account.country"), hint: t("account.country.hint"), value: country, maxlength: 2, required: false },
          { name: "bio", label: t("account.bio"), value: bio, maxlength: 160, required: false, codes: ["text_too_long"] },
        ],
        t("account.save"),
        async (values) => {
          await deeds.ask({ type: "set_about", country: values.country.trim().toUpperCase(), bio: values.bio });
          deeds.toast(t("account.saved"));
        },
      ),
    );
  }

  const rename = () =>
    form(
      [{ name: "name", label: t("account.name.new"), hint: t("account.name.month"), autocomplete: "username", codes: ["bad_name", "name_taken", "name_reserved", "name_too_soon"] }],
      t("account.rename"),
      async ({ name }) => {
        await deeds.ask({ type: "rename", name });
        deeds.toast(t("account.saved"));
      },
      "",
    );

  const password = () =>
    form(
      [
        { name: "old", label: t("account.password.old"), type: "password", autocomplete: "current-password", maxlength: 128, codes: ["wrong_password"] },
        { name: "password", label: t("account.password.new"), type: "password", hint: t("account.password.hint"), autocomplete: "new-password", maxlength: 128, codes: ["weak_password"] },
      ],
      t("account.password.change"),
      async (values) => {
        await deeds.ask({ type: "change_password", old: values.old, password: values.password });
        deeds.toast(t("account.password.done"));
        await listDevices();
      },
      "",
    );

  const end = () =>
    form(
      [{ name: "password", label: t("account.password"), type: "password", autocomplete: "current-password", maxlength: 128, codes: ["wrong_password"] }],
      t("account.delete.button"),
      async (values) => {
        await deeds.ask({ type: "delete_account", password: values.password });
        deeds.become(null);
        deeds.toast(t("account.delete.done"));
        deeds.go("/");
      },
      "danger",
    );

  const draw = onChange(
    (/** @type {App} */ app) => {
      if (app.guest)
        return fill(body, pageHead(t("account.title")), emptyState({ title: t("account.none"), sign: "user", href: "/signup", action: t("me.signup") }));
      fill(
        body,
        pageHead(t("account.title")),
        card(t("account.about"), about),
        card(t("account.name"), el("div", { class: "pad" }, rename())),
        card(t("account.password"), el("div", { class: "pad" }, password())),
        card(
          t("account.devices"),
          devices,
          el(
            "div",
            { class: "pad row w" },
            el("button", { type: "button", class: "btn", onclick: () => void leave(false) }, t("account.out.here")),
            confirmButton(t("account.out.everywhere"), { ask: t("account.out.ask"), keep: t("account.keep"), yes: t("account.out.everywhere"), act: () => void leave(true) }),
          ),
        ),
        card(
          t("account.export"),
          el("div", { class: "pad col" }, el("p", {}, t("account.export.text")), el("button", { type: "button", class: "btn", onclick: () => void download() }, t("account.export.button")), exported),
        ),
        card(t("account.delete"), el("div", { class: "pad col" }, el("p", {}, t("account.delete.text")), end())),
      );
      if (app.link === "open") {
        void listDevices();
        void fillAbout(app);
      }
    },
    ({ guest, me, link }) => [guest, me, link],
  );
  return { root, render: draw, title: () => t("account.title") };
}
