/** Which tournaments there are: those that are played, that are announced, and that are over. A new one is announced here. */

import { t } from "../text/catalogue.js";
import { el, fill, focusTitle, icon, made } from "../ui/dom.js";
import { card, emptyState, errorNote, pagedList, pageHead, partialNote, tabLinks } from "../ui/parts.js";
import { tournamentRow } from "./shared/tournament_rows.js";

/** @typedef {import("../messages").TournamentInfo} TournamentInfo */

/** How often one looks whether something begins or ends. */
const LOOK_MS = 20_000;
/** So many of those that are over stand beside the others. */
const FINISHED_ROWS = 5;

/** The address by which an announced one is changed. */
const AMENDED = /^amend-([a-z0-9]{4,32})$/;

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  if (part === "new") return createLater(t("tournaments.new"), async () => (await import("./tournaments/form.js")).createForm(actions));
  const [, amended = ""] = AMENDED.exec(part) ?? [];
  if (amended) return createLater(t("amend.title"), async () => (await import("./tournaments/amend.js")).createAmend(actions, amended));
  return part === "finished" ? createFinished(actions) : createAll(actions);
}

/** @param {string} on */
const tabs = (on) =>
  tabLinks(t("tournaments.title"), [
    { href: "/tournaments", text: t("tournaments.now_soon"), on: on === "" },
    { href: "/tournaments/finished", text: t("tournaments.finished"), on: on === "finished" },
    { href: "/learn/tournaments", text: t("tournaments.how"), on: false },
  ]);

const head = () => pageHead(t("tournaments.title"), el("a", { class: "btn main", href: "/tournaments/new" }, icon("plus"), t("tournaments.new")));

/** What is on now, what comes, and the latest that are over. @param {import("../page").Actions} actions @returns {import("../page").View} */
function createAll(actions) {
  const all = made(el("div", { class: "col l" }, el("p", { class: "mut" }, t("list.loading"))));
  let nowMs = Date.now();
  let lookedMs = 0;
  /** Those the reader takes part in. @type {Set<string>} */
  let mine = new Set();

  /** @param {string} title @param {TournamentInfo[]} rows @param {import("../ui/dom.js").Child} [foot] */
  const listed = (title, rows, foot) => rows.length > 0 && card(title, el("div", { class: "rows" }, ...rows.map((info) => tournamentRow(info, nowMs, mine.has(info.tournament)))), foot);

  async function look() {
    const lists = /** @type {const} */ (["now", "soon", "finished", "mine"]).slice(0, actions.app().guest ? 3 : 4);
    try {
      const [now, soon, finished, entered] = await Promise.all(lists.map((of) => actions.ask({ type: "tournaments", of })));
      mine = new Set(entered?.rows.map(({ tournament }) => tournament));
      const isPartial = [now, soon, finished, entered].some((page) => page?.partial);
      const isEmpty = !isPartial && now.rows.length + soon.rows.length === 0;
      fill(
        all,
        isPartial && partialNote(),
        isEmpty &&
          el("section", { class: "card" }, emptyState({ title: t("tournaments.none"), text: t("tournaments.none.text"), sign: "trophy", href: "/tournaments/new", action: t("tournaments.new") })),
        listed(t("tournaments.now"), now.rows),
        listed(t("tournaments.soon"), soon.rows),
        listed(t("tournaments.finished"), finished.rows.slice(0, FINISHED_ROWS)),
      );
    } catch (refusal) {
      fill(all, errorNote(/** @type {Error} */ (refusal).message));
    }
  }

  return {
    root: made(el("main", {}, el("div", { class: "col l" }, head(), tabs(""), all))),
    title: () => t("tournaments.title"),
    arrive: () => void look(),
    tick(serverMs) {
      nowMs = serverMs;
      lookedMs ||= serverMs;
      if (serverMs - lookedMs < LOOK_MS) return;
      lookedMs = serverMs;
      void look();
    },
  };
}

/** All that are over. @param {import("../page").Actions} actions @returns {import("../page").View} */
function createFinished(actions) {
  const list = pagedList(
    (after) => actions.ask({ type: "tournaments", of: "finished", ...(after && { after }) }),
    (info) => tournamentRow(info, Date.now()),
    () => emptyState({ title: t("tournaments.none.finished"), text: t("tournaments.none.finished.text"), sign: "trophy", href: "/tournaments", action: t("tournaments.all") }),
  );
  return {
    root: made(el("main", {}, el("div", { class: "col l" }, head(), tabs("finished"), el("section", { class: "card", "aria-label": t("tournaments.finished") }, list.root)))),
    title: () => t("tournaments.title"),
    arrive: () => void list.reload(),
  };
}

/** A form is fetched when somebody wants it. @param {string} title @param {() => Promise<import("../page").View>} fetched @returns {import("../page").View} */
function createLater(title, fetched) {
  const root = made(el("main", {}, pageHead(title)));
  /** @type {import("../page").View | null} */
  let form = null;
  /** @type {import("../page").App | null} */
  let shown = null;
  let isOpen = false;
  /** What cannot be fetched is said; the page comes anew by itself once there is a line again. @param {Error} failure @returns {never} */
  function failed(failure) {
    fill(root, pageHead(title), errorNote(t("list.unfetched")));
    throw failure;
  }
  void fetched().catch(failed).then((view) => {
    form = view;
    const hadFocus = root.contains(document.activeElement);
    fill(root, form.root);
    if (hadFocus) focusTitle(form.root);
    if (shown) form.render?.(shown);
    if (isOpen && shown) form.arrive?.(shown);
  });
  return {
    root,
    title: () => title,
    arrive(app) {
      shown = app;
      isOpen = true;
      form?.arrive?.(app);
    },
    render(app) {
      shown = app;
      form?.render?.(app);
    },
    tick: (serverMs) => form?.tick?.(serverMs),
  };
}
