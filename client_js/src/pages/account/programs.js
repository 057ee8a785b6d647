/** The programs of an account: their tokens, each shown once, and how an account becomes a bot. */

import { t } from "../../text/catalogue.js";
import { dateText } from "../../text/dates.js";
import { form } from "../../ui/controls.js";
import { el, fill, made } from "../../ui/dom.js";
import { rowFact } from "../../ui/parts.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("../../messages").DeviceInfo} DeviceInfo */

/**
 * What an account's owner sees of programs; `changed` looks again at what there is.
 * @param {Actions} actions @param {() => Promise<void>} changed
 */
export function programs(actions, changed) {
  const rows = made(el("div", { class: "rows" }));
  const shown = made(el("div", {}));
  const bot = made(el("div", {}));

  /** @param {DeviceInfo} program */
  const row = ({ device, label, used_ms: usedMs, scope }) => {
    const name = label || t("account.programs.unnamed");
    return rowFact({
      title: name,
      sub: t("account.programs.used", { scope: t(scope === "play" ? "account.scope.play" : "account.scope.read"), date: dateText(usedMs) }),
      end: el("button", { type: "button", class: "btn", "aria-label": t("account.programs.revoke.label", { name }), onclick: () => void revoke(device) }, t("account.programs.revoke")),
    });
  };

  /** @param {string} device */
  async function revoke(device) {
    if (!(await actions.tell({ type: "sign_out", device }))) return;
    actions.toast(t("account.programs.revoked"));
    await changed();
  }

  /** A fresh token, until its owner has kept it. @param {string} token */
  function tokenCard(token) {
    const root = made(el(
      "section",
      { class: "card pad col codecard", tabindex: -1, "aria-label": t("account.token") },
      el("p", {}, t("account.token.text")),
      el("div", { class: "keycode" }, el("code", {}, token)),
      el("button", { type: "button", class: "btn wide", onclick: () => actions.copy(token, "account.token.copied", token) }, t("account.token.copy")),
      el("button", { type: "button", class: "btn main wide", onclick: askAgain }, t("account.token.close")),
    ));
    requestAnimationFrame(() => root.focus());
    return root;
  }

  const askAgain = () =>
    fill(
      shown,
      form(
        [
          { name: "label", label: t("account.programs.label"), maxlength: 64 },
          { name: "scope", label: t("account.programs.scope"), value: "play", choices: [["play", t("account.scope.play")], ["read", t("account.scope.read")]] },
        ],
        t("account.token.create"),
        async ({ label, scope }) => {
          const { token } = await actions.ask({ type: "create_token", label, scope: scope === "play" ? "play" : "read" });
          fill(shown, tokenCard(token));
          await changed();
        },
        "",
      ),
    );

  const becomeBot = () =>
    el(
      "details",
      {},
      el("summary", {}, t("account.become_bot")),
      el(
        "div",
        { class: "col" },
        el("p", {}, t("account.become_bot.text")),
        form(
          [{ name: "password", label: t("account.password"), type: "password", autocomplete: "current-password", maxlength: 128, codes: ["wrong_password"] }],
          t("account.become_bot.button"),
          async ({ password }) => {
            await actions.ask({ type: "become_bot", password });
            actions.toast(t("account.become_bot.done"));
          },
          "danger",
        ),
      ),
    );

  askAgain();
  return {
    body: [el("p", { class: "pad" }, t("account.programs.text")), rows, el("div", { class: "pad col" }, shown, bot)],
    /** @param {DeviceInfo[]} known */
    list: (known) => fill(rows, ...(known.length ? known.map(row) : [el("p", { class: "pad mut" }, t("account.programs.none"))])),
    /** @param {boolean} isBot */
    tellBot: (isBot) => fill(bot, isBot ? el("p", {}, el("b", {}, t("account.bot"))) : becomeBot()),
  };
}
