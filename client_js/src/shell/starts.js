/**
 * Tells who has entered a tournament that it begins in a few minutes, on whatever page but its own and that of a
 * game; from the start on the games are told of by themselves. Of several tabs in sight one says it, and none where it
 * was put away in any.
 */

import { startingSoon } from "../models/tournament.js";
import { leftText } from "../text/left.js";
import { t, useLanguage } from "../text/catalogue.js";
import { el, fill, icon, made, onChange } from "../ui/dom.js";
import { createEntered } from "./entered.js";
import { createOneTab } from "./one_tab.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../messages").TournamentInfo} TournamentInfo */

const LOOK_MS = 5_000;
/** Where one enters and leaves. */
const PAGES = ["tournament", "tournaments"];
/** The tournament of which this reader wants to read no more, for all tabs; and the turn of one of them. */
const KEY = "xiangqi.start";

/**
 * Fills the host.
 * @param {HTMLElement} host @param {ReturnType<typeof import("./store.js").createStore>} store
 * @param {ReturnType<typeof import("../session/session.js").openSession>} session
 */
export function createStarts(host, store, session) {
  const entered = createEntered(() => session.ask({ type: "tournaments", of: "mine" }), session.now);
  const oneTab = createOneTab(KEY, () => void look());
  let page = "";
  const note = made(el("section", { class: "note line", role: "status", "data-start": "" }));

  /** @param {boolean} [anew] */
  async function ask(anew) {
    const { guest, me, link } = store.app;
    if (!guest && me && link === "open") await entered.refresh(me, anew);
    await look();
  }

  /** Find what begins soon, and say so. */
  async function look() {
    const nowMs = session.now();
    const soon = store.app.guest ? null : startingSoon(entered.rows(), nowMs);
    const { route, starting, settings } = store.app;
    const isElsewhere = soon !== null && route.page !== "game" && !(route.page === "tournament" && route.part === soon.tournament);
    const shown = isElsewhere && localStorage.getItem(KEY) !== soon.tournament ? soon : null;
    if (shown) await useLanguage(settings.language, ["challenges"]).catch(() => null);
    if (shown?.tournament !== starting?.tournament || shown?.starts_ms !== starting?.starts_ms) store.show({ starting: shown });
    const isHere = oneTab.shows(shown !== null && document.visibilityState === "visible");
    draw({ shown: isHere ? shown : null, left: shown ? leftText(shown.starts_ms - nowMs) : "" });
  }

  const draw = onChange(
    (/** @type {{shown: TournamentInfo | null, left: string}} */ { shown, left }) => {
      if (!shown) return note.remove();
      const close = () => {
        localStorage.setItem(KEY, shown.tournament);
        void look();
      };
      fill(
        note,
        icon("trophy"),
        el("div", { class: "grow" }, el("b", {}, t("start.soon", { name: shown.name })), el("small", { class: "mut num" }, t("start.in", { time: left }))),
        el("a", { class: "btn main", href: `/tournament/${shown.tournament}` }, t("start.go")),
        el("button", { type: "button", class: "btn icon quiet", "aria-label": t("challenges.close"), onclick: close }, icon("x")),
      );
      if (!note.isConnected) host.append(note);
    },
    ({ shown, left }) => [shown?.tournament, shown?.name, left, document.documentElement.lang],
  );

  session.listen((message) => message.type === "welcome" && queueMicrotask(() => void ask()));
  setInterval(() => void (entered.isFollowed() ? ask() : look()), LOOK_MS);
  document.addEventListener("visibilitychange", () => void look());
  void ask();

  return {
    /** @param {App} app */
    render({ route }) {
      const before = page;
      page = route.page;
      if (page === before) return;
      if (PAGES.includes(before)) void ask(true);
      else queueMicrotask(() => void look());
    },
  };
}
