/** One's own account: profile, name, password, devices, all one's data, and the end of it. */

import { askPatiently } from "../session/patience.js";
import { countries } from "../text/countries.js";
import { t } from "../text/catalogue.js";
import { dateText } from "../text/dates.js";
import { confirmButton, form } from "../ui/controls.js";
import { el, fill, made, onChange } from "../ui/dom.js";
import { badge, card, emptyState, errorNote, pageHead, rowFact } from "../ui/parts.js";
import { programs } from "./account/programs.js";
import { ratingsCard } from "./account/ratings.js";
import { askForCode, codeCard, operatorField, orAskForCode } from "./account/recovery.js";

const EVENTS = /** @type {const} */ ({
  password_changed: "account.security.password_changed",
  recovery_code_created: "account.security.recovery_code_created",
  recovered: "account.security.recovered",
  reset_code_created: "account.security.reset_code_created",
  reset: "account.security.reset",
});

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Actions} Actions */

/** @type {import("../page").CreateView} */
export function create(actions) {
  const devices = made(el("div", { class: "rows" }));
  const about = made(el("div", { class: "pad" }));
  const recovery = made(el("p", {}));
  const security = made(el("div", { class: "rows" }));
  const exported = made(el("div", { "aria-live": "polite" }));
  const ratings = ratingsCard(actions);
  const body = made(el("div", { class: "col l narrow" }));
  const root = made(el("main", {}, body));
  /** Made with the page, and made anew with it. @type {ReturnType<typeof programs>} */
  let tokens;

  async function listDevices() {
    const { devices: known, recovery: hasCode, security: events } = await actions.ask({ type: "devices" });
    fill(devices, ...known.filter(({ scope }) => !scope).map(deviceRow));
    tokens.list(known.filter(({ scope }) => scope));
    fill(recovery, t(hasCode ? "account.recovery.have" : "account.recovery.none"));
    fill(security, ...[...events].reverse().map(securityRow));
  }

  /** @param {import("../messages").SecurityEvent} event */
  const securityRow = ({ what, at_ms: atMs }) => rowFact({ title: t(EVENTS[what]), sub: dateText(atMs) });

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
    if (!(await actions.tell({ type: "sign_out", device }))) return;
    actions.toast(t("account.out.done"));
    await listDevices();
  }

  /** @param {boolean} everywhere */
  async function leave(everywhere) {
    if (!(await actions.tell({ type: "sign_out", everywhere }))) return;
    actions.become(null);
    actions.go("/me");
  }

  async function download() {
    /** @type {{what: string, data: unknown}[]} */
    const parts = [];
    fill(exported, t("account.export.wait"));
    try {
      for (let after = ""; ; ) {
        const { what, data, next } = await askPatiently(actions.ask, { type: "my_data", ...(after && { after }) });
        parts.push({ what, data });
        if (next === null) break;
        after = next;
      }
    } catch (refusal) {
      return fill(exported, errorNote(/** @type {Error} */ (refusal).message));
    }
    const file = new Blob([JSON.stringify(parts, null, 1)], { type: "application/json" });
    const link = made(el("a", { class: "btn", href: URL.createObjectURL(file), download: "xiangqi-my-data.json" }, t("account.export.save")));
    fill(exported, link);
    link.focus();
  }

  /** Whose profile stands in the form: what is being written there stays when the line comes back. */
  let filled = "";
  /** @param {App} app */
  async function fillAbout({ me }) {
    filled = me;
    const { country, bio } = await actions.ask({ type: "profile", player: me });
    fill(
      about,
      form(
        [
          { name: "country", label: t("account.country"), value: country, choices: [["", t("account.country.none")], ...countries()] },
          { name: "bio", label: t("account.bio"), value: bio, maxlength: 160, required: false, codes: ["text_too_long"] },
        ],
        t("account.save"),
        async (values) => {
          await actions.ask({ type: "set_profile", country: values.country, bio: values.bio });
          actions.toast(t("account.saved"));
        },
      ),
    );
  }

  function rename() {
    const fields = form(
      [{ name: "name", label: t("account.name.new"), hint: t("account.name.month"), autocomplete: "username", codes: ["bad_name", "name_taken", "name_reserved", "name_too_soon"] }, operatorField()],
      t("account.rename"),
      async ({ name, code }) => {
        await orAskForCode(fields, actions.ask({ type: "rename", name, code }));
        actions.toast(t("account.saved"));
      },
      "",
    );
    askForCode(fields, false);
    return fields;
  }

  const password = () =>
    form(
      [
        { name: "old", label: t("account.password.old"), type: "password", autocomplete: "current-password", maxlength: 128, codes: ["wrong_password"] },
        { name: "password", label: t("account.password.new"), type: "password", hint: t("account.password.hint"), autocomplete: "new-password", maxlength: 128, codes: ["weak_password"] },
      ],
      t("account.password.change"),
      async (values) => {
        await actions.ask({ type: "change_password", old: values.old, password: values.password });
        actions.toast(t("account.password.done"));
        await listDevices();
      },
      "",
    );

  function recoveryCode() {
    const shown = made(el("div", {}));
    const fields = form(
      [{ name: "password", label: t("account.password"), type: "password", autocomplete: "current-password", maxlength: 128, codes: ["wrong_password"] }],
      t("account.recovery.create"),
      async ({ password }) => {
        const { code } = await actions.ask({ type: "create_recovery_code", password });
        const back = () => fill(shown, fields);
        fields.reset();
        fill(shown, codeCard(actions, code, back));
        await listDevices();
      },
      "",
    );
    fill(shown, fields);
    return shown;
  }

  const end = () =>
    form(
      [{ name: "password", label: t("account.password"), type: "password", autocomplete: "current-password", maxlength: 128, codes: ["wrong_password"] }],
      t("account.delete.button"),
      async (values) => {
        await actions.ask({ type: "delete_account", password: values.password });
        actions.become(null);
        actions.toast(t("account.delete.done"));
        actions.go("/");
      },
      "danger",
    );

  const draw = onChange(
    (/** @type {App} */ app) => {
      if (app.guest)
        return fill(body, pageHead(t("account.title")), emptyState({ title: t("account.none"), sign: "user", href: "/signup", action: t("me.signup") }));
      if (tokens) void listDevices();
      tokens = programs(actions, listDevices);
      tokens.tellBot(app.bot);
      fill(
        body,
        pageHead(t("account.title")),
        card(t("account.about"), about),
        card(t("account.name"), el("div", { class: "pad" }, rename())),
        card(t("account.password"), el("div", { class: "pad" }, password())),
        card(t("account.recovery"), el("div", { class: "pad col" }, recovery, recoveryCode()), security),
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
        card(t("account.programs"), ...tokens.body),
        !app.bot && ratings.root,
        card(
          t("account.export"),
          el("div", { class: "pad col" }, el("p", {}, t("account.export.text")), el("button", { type: "button", class: "btn", onclick: () => void download() }, t("account.export.button")), exported),
        ),
        card(t("account.delete"), el("div", { class: "pad col" }, el("p", {}, t("account.delete.text")), end())),
      );
    },
    ({ guest, bot, me }) => [guest, bot, me],
  );
  /** @param {App} app */
  function arrive(app) {
    if (app.guest) return;
    void listDevices();
    if (!app.bot) void ratings.show();
    if (filled !== app.me) void fillAbout(app);
  }
  return { root, render: draw, title: () => t("account.title"), arrive };
}
