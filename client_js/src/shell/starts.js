/**
 * Tells who has entered a tournament that it begins in a few minutes, on whatever page but its own and that of a
 * game; from the start on the games are told of by themselves.
 */

import { startingSoon } from "../models/tournament.js";
import { leftText } from "../text/left.js";
import { t, useLanguage } from "../text/catalogue.js";
import { el, icon, onChange } from "../ui/dom.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../messages").TournamentInfo} TournamentInfo */

const LOOK_MS = 5_000;
/** So old an answer may be: a start can be put off, or brought forward. */
const FRESH_MS = 4 * 60_000;
/** Where one enters and leaves. */
const PAGES = ["tournament", "tournaments"];

/**
 * Fills the host.
 * @param {HTMLElement} host @param {ReturnType<typeof import("./store.js").createStore>} store
 * @param {ReturnType<typeof import("../session/session.js").openSession>} session
 */
export function createStarts(host, store, session) {
  /** What the reader has entered, as far as is known. @type {TournamentInfo[]} */
  let entered = [];
  let askedMs = 0;
  /** For whom. */
  let askedFor = "";
  let page = "";
  /** Those the reader wants to read no more of. @type {Set<string>} */
  const putAway = new Set();
  const note = el("section", { class: "note line", role: "status", "data-start": "" });

  const isFresh = () => askedFor === store.app.me && session.now() - askedMs < FRESH_MS;

  /** Ask, unless it is known: after an outage all come back at once. */
  const askAnew = () => (isFresh() ? look() : ask());

  async function ask() {
    const { guest, me, link } = store.app;
    if (guest || !me || link !== "open") return;
    if (askedFor !== me) entered = [];
    askedMs = session.now();
    askedFor = me;
    const answer = await session.ask({ type: "tournaments", of: "mine" }).catch(() => null);
    if (answer) entered = answer.rows;
    await look();
  }

  /** Find what begins soon, and say so. */
  async function look() {
    const nowMs = session.now();
    const soon = store.app.guest ? null : startingSoon(entered, nowMs);
    const { route, starting, settings } = store.app;
    const isElsewhere = soon !== null && route.page !== "game" && !(route.page === "tournament" && route.part === soon.tournament);
    const shown = isElsewhere && !putAway.has(soon.tournament) ? soon : null;
    if (shown) await useLanguage(settings.language, ["challenges"]).catch(() => null);
    if (shown?.tournament !== starting?.tournament || shown?.starts_ms !== starting?.starts_ms) store.show({ starting: shown });
    draw({ shown, left: shown ? leftText(shown.starts_ms - nowMs) : "" });
  }

  const draw = onChange(
    (/** @type {{shown: TournamentInfo | null, left: string}} */ { shown, left }) => {
      if (!shown) return note.remove();
      const close = () => {
        putAway.add(shown.tournament);
        void look();
      };
      note.replaceChildren(
        icon("trophy"),
        el("div", { class: "grow" }, el("b", {}, t("start.soon", { name: shown.name })), el("small", { class: "mut num" }, t("start.in", { time: left }))),
        el("a", { class: "btn main", href: `/tournament/${shown.tournament}` }, t("start.go")),
        el("button", { type: "button", class: "btn icon quiet", "aria-label": t("challenges.close"), onclick: close }, icon("x")),
      );
      if (!note.isConnected) host.append(note);
    },
    ({ shown, left }) => [shown?.tournament, shown?.name, left, document.documentElement.lang],
  );

  session.listen((message) => message.type === "welcome" && queueMicrotask(() => void askAnew()));
  setInterval(() => void (entered.length > 0 ? askAnew() : look()), LOOK_MS);
  void ask();

  return {
    /** @param {App} app */
    render({ route }) {
      const before = page;
      page = route.page;
      if (page === before) return;
      if (PAGES.includes(before)) void ask();
      else queueMicrotask(() => void look());
    },
  };
}
