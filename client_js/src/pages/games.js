/** My games: those that wait for my move first, kept up to date, and those that are over. */

import { miniBoard } from "../board/mini.js";
import { askPatiently } from "../session/patience.js";
import { personText, t } from "../text/catalogue.js";
import { leftText } from "../text/left.js";
import { el, fill, made, onChange } from "../ui/dom.js";
import { gameRow } from "./shared/game_rows.js";
import { gamesTabs } from "./shared/games_tabs.js";
import { paceText, SPEEDS, speedText } from "./shared/pace.js";
import { badge, emptyState, pagedList, pageHead } from "../ui/parts.js";
import { segments } from "../ui/segments.js";

/** @typedef {import("../messages").MyGame} MyGame */
/** @typedef {import("../page").App} App */

const RESULTS = /** @type {const} */ (["all", "won", "lost", "drawn"]);
const CHOICES = /** @type {readonly (import("../messages").SpeedName | "all")[]} */ (["all", ...SPEEDS]);

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  const isOver = part === "over";
  /** @type {App | null} */
  let shown = null;
  /** @type {MyGame[] | null} */
  let games = null;
  /** Where the next page of them begins. @type {number | null} */
  let next = null;
  let nowMs = 0;
  const body = made(el("div", { class: "col" }));
  /** @type {typeof RESULTS[number]} */
  let result = "all";
  /** @type {typeof CHOICES[number]} */
  let speed = "all";
  const over = pagedList(
    (after) =>
      actions.ask({
        type: "games",
        player: shown?.me ?? "",
        ...(result !== "all" && { result }),
        ...(speed !== "all" && { speed }),
        ...(after && { after }),
      }),
    (game) => gameRow(game, shown?.settings.pieces ?? "traditional", shown?.me),
    () =>
      result === "all" && speed === "all"
        ? emptyState({ title: t("games.none.over"), text: t("games.none.over.text"), sign: "board", href: "/", action: t("nav.play") })
        : emptyState({ title: t("games.none.found"), sign: "search" }),
  );
  const filters = el(
    "div",
    { class: "row w" },
    segments(t("archive.result"), RESULTS, result, (one) => t(/** @type {const} */ ({ all: "games.all", won: "games.you_won", lost: "games.you_lost", drawn: "games.drawn" })[one]), (one) => {
      result = one;
      void over.restart();
    }, "wrap"),
    segments(t("archive.speed"), CHOICES, speed, (one) => (one === "all" ? t("games.all") : speedText(one)), (one) => {
      speed = one;
      void over.restart();
    }, "wrap"),
  );

  /** @param {MyGame} game */
  function card(game) {
    const left = game.flag_at_ms === null ? "" : leftText(game.flag_at_ms - nowMs);
    const name = game.opponent ? personText(game.opponent) : t("games.waiting");
    return el(
      "a",
      { class: "card gc", href: `/game/${game.room}` },
      miniBoard({
        fen: game.fen,
        last: game.last?.[0] ?? null,
        flip: game.you === "black",
        pieces: shown?.settings.pieces ?? "traditional",
      }),
      el(
        "span",
        { class: "col s" },
        el("b", { class: "cut" }, name),
        el("small", { class: "mut" }, `${paceText(game)} · ${t("games.plies", { n: game.plies })}`),
        left && badge(left, game.your_turn ? "warn" : "", "clock"),
      ),
    );
  }

  /** @param {string} title @param {MyGame[]} some */
  const group = (title, some) =>
    some.length > 0 &&
    el("section", { class: "col", "aria-label": title }, el("h2", {}, title), el("div", { class: "cols3" }, ...some.map(card)));

  const draw = onChange(
    () => {
      if (games === null) return fill(body, el("p", { class: "mut" }, t("list.loading")));
      if (games.length === 0)
        return fill(body, emptyState({ title: t("games.none"), text: t("games.none.text"), sign: "board", href: "/", action: t("nav.play") }));
      const mine = games.filter((game) => game.your_turn);
      fill(
        body,
        group(t("games.yours"), mine),
        group(t("games.theirs"), games.filter((game) => !game.your_turn)),
        next !== null && el("button", { type: "button", class: "btn", onclick: () => void more() }, t("list.more")),
      );
    },
    () => [games, next, Math.floor(nowMs / 60_000), shown?.settings],
  );

  /** The next page of the games in play; what has changed meanwhile is told by itself. */
  async function more() {
    const page = await actions.tell({ type: "my_games", ...(next !== null && { after: next }) });
    if (page === null || games === null) return;
    const fresh = new Map(page.rows.map((game) => [game.room, game]));
    games = [...games.filter(({ room }) => !fresh.has(room)), ...page.rows].sort(byUrgency);
    next = page.next;
    draw(null);
  }

  async function exportAll() {
    let text = "";
    let after = null;
    do {
      const page = /** @type {import("../messages").Pgns} */ (
        await askPatiently(actions.ask, { type: "export_games", ...(after && { after }) })
      );
      text += page.text + "\n";
      after = page.next;
    } while (after !== null);
    const href = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
    made(el("a", { href, download: "games.pgn" })).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }

  const save = () => void exportAll();
  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l" },
      pageHead(t("nav.games"), isOver ? el("button", { type: "button", class: "btn", onclick: save }, t("games.export")) : el("a", { class: "btn", href: "/notices" }, t("settings.notices"))),
      gamesTabs(isOver ? "over" : "open"),
      isOver && filters,
      isOver ? el("section", { class: "card" }, over.root) : body,
    ),
  ));

  return {
    root,
    render(app) {
      shown = app;
      if (!isOver) draw(null);
    },
    title: () => t("nav.games"),
    async arrive(app) {
      shown = app;
      if (isOver) return void over.reload();
      const page = await actions.tell({ type: "my_games", follow: true });
      games = page?.rows ?? games ?? [];
      next = page ? page.next : next;
      draw(null);
    },
    hear(message) {
      if (message.type !== "my_game_changed" || games === null) return;
      const others = games.filter((game) => game.room !== message.game.room);
      games = message.game.status === "over" ? others : [...others, message.game].sort(byUrgency);
      draw(null);
    },
    tick(serverMs) {
      nowMs = serverMs;
      if (!isOver) draw(null);
    },
  };
}

/** One's own turn first, then the least time. @param {MyGame} a @param {MyGame} b */
const byUrgency = (a, b) =>
  Number(b.your_turn) - Number(a.your_turn) || (a.flag_at_ms ?? Infinity) - (b.flag_at_ms ?? Infinity) || 0;
