/** Who stands where: the points of each game in an arena, the sums that tell equals apart in a tournament of rounds. */

import { firstRank, PAGE_ROWS, sheetOf } from "../../models/tournament.js";
import { numberText, personText, t } from "../../text/catalogue.js";
import { el, fill, made, onChange } from "../../ui/dom.js";
import { badge, card } from "../../ui/parts.js";
import { drawn } from "../shared/tournament_rows.js";

/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {import("../../messages").TournamentEntrant} TournamentEntrant */
/** @typedef {(player: string, opener: HTMLElement) => void} OpenCard */

/** The first page follows by itself; a later one is asked for again so often at most. */
const REFRESH_MS = 5_000;
const WON = 2;

/** Points of each game: doubled ones underlined. @param {TournamentEntrant} row */
const sheet = (row) =>
  el("span", { class: "sheet9" }, ...sheetOf(row).map(({ points, doubled }) => el("i", { class: doubled ? "f" : points >= WON ? "w" : "" }, String(points))));

/** The next game of this player brings twice as much. */
export const fire = () => el("span", { class: "fire", role: "img", "aria-label": t("tournament.fire"), title: t("tournament.fire") }, drawn("fire", "s"));

/** Words for what keeps a player from being paired. @param {TournamentEntrant} row */
const statusBadge = ({ status }) => (status === "paused" || status === "left" || status === "away") && badge(t(`tournament.status.${status}`));

/**
 * @param {import("../../page").Actions} actions @param {string} tournament @param {OpenCard} openCard
 * @param {(message: import("../../messages").TournamentStandings) => void} take what a page brings
 */
export function createStandings(actions, tournament, openCard, take) {
  const table = made(el("div", { class: "stbox" }));
  const foot = made(el("div", { class: "row w pager" }));
  const root = el("section", { class: "card standings", "aria-label": t("tournament.standings") }, el("header", {}, el("h2", {}, t("tournament.standings"))), table, foot);
  let staleMs = 0;
  let nowMs = 0;
  let first = 1;

  /** @param {{rank: number} | {around: string}} where */
  async function turnTo(where) {
    const page = await actions.tell({ type: "tournament_standings", tournament, ...where });
    if (page) take(page);
  }

  /** @param {TournamentEntrant} row @param {TournamentModel} model @param {string} me */
  function line(row, { tieBreaks, info }, me) {
    const isMe = row.player.player === me;
    const open = (/** @type {MouseEvent} */ event) => openCard(row.player.player, /** @type {HTMLElement} */ (event.currentTarget));
    return el(
      "tr",
      { key: row.player.player, class: isMe ? "me" : "", "aria-current": isMe ? "true" : null },
      el("td", { class: "rk num" }, numberText(row.rank)),
      el("td", { class: "who3" }, el("button", { type: "button", class: "name", onclick: open }, el("b", { class: "cut" }, isMe ? t("you") : personText(row.player)), el("span", { class: "mut small num" }, row.rating ? String(row.rating) : "")), statusBadge(row)),
      ...(info.format.type === "arena" ? [el("td", { class: "desk" }, sheet(row))] : []),
      el("td", { class: "n" }, row.fire && info.phase === "running" && fire(), el("b", { class: "tot" }, numberText(row.score))),
      ...tieBreaks.map((tieBreak, i) => el("td", { class: i > 0 ? "n desk" : "n" }, el("button", { type: "button", class: "sum num", "aria-label": `${t(`tie.${tieBreak}`)}: ${row.tie_breaks[i] ?? ""}`, onclick: open }, row.tie_breaks[i] ?? ""))),
    );
  }

  /** @param {TournamentModel} model @param {string} me */
  function drawTable(model, me) {
    const { rows, you, tieBreaks, info } = model;
    const isSeen = you === null || rows.some(({ player }) => player.player === me);
    const shown = isSeen ? rows : [...rows, you];
    fill(
      table,
      rows.length === 0
        ? el("p", { class: "mut pad" }, t("tournament.nobody"))
        : el(
            "table",
            { key: tieBreaks.join(), class: "st" },
            el(
              "thead",
              {},
              el(
                "tr",
                {},
                el("th", { scope: "col", class: "rk" }, el("span", { "aria-hidden": "true" }, "#"), el("span", { class: "sr" }, t("tournament.place"))),
                el("th", { scope: "col" }, t("tournament.player")),
                ...(info.format.type === "arena" ? [el("th", { scope: "col", class: "desk" }, t("tournament.games"))] : []),
                el("th", { scope: "col", class: "n" }, t("tournament.points")),
                ...tieBreaks.map((tieBreak, i) => el("th", { scope: "col", class: i > 0 ? "n desk" : "n" }, el("abbr", { title: t(`tie.${tieBreak}`) }, t(`tie.${tieBreak}.short`)))),
              ),
            ),
            el("tbody", {}, ...shown.map((row) => line(row, model, me))),
          ),
    );
    drawFoot(model, me);
  }

  /** @param {TournamentModel} model @param {string} me */
  function drawFoot(model, me) {
    const { size, rows, you } = model;
    first = firstRank(model);
    const last = first + rows.length - 1;
    const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ act, /** @type {boolean} */ can) =>
      el("button", { key, type: "button", class: "btn sm quiet", disabled: !can, onclick: act }, text);
    foot.hidden = size <= PAGE_ROWS;
    if (foot.hidden) return;
    fill(
      foot,
      button("back", t("tournament.page.back"), () => void turnTo({ rank: Math.max(1, first - PAGE_ROWS) }), first > 1),
      el("span", { class: "num small" }, t("tournament.page", { from: first, to: last, n: size })),
      button("on", t("tournament.page.on"), () => void turnTo({ rank: last + 1 }), last < size),
      el("span", { class: "grow" }),
      you !== null && button("me", t("tournament.page.me", { n: you.rank }), () => void turnTo({ around: me }), !rows.some(({ player }) => player.player === me)),
    );
  }

  const draw = onChange(
    (/** @type {{model: TournamentModel, me: string}} */ { model, me }) => drawTable(model, me),
    ({ model: { rows, you, size, tieBreaks, info }, me }) => [rows, you, size, tieBreaks, info.phase, me, document.documentElement.lang],
  );

  return {
    root,
    /** @param {TournamentModel} model @param {string} me */
    render: (model, me) => draw({ model, me }),
    /** Something has changed: a later page is asked for again. @param {TournamentModel} model */
    refresh(model) {
      if (firstRank(model) > 1 && staleMs === 0) staleMs = nowMs + REFRESH_MS;
    },
    /** @param {number} serverMs */
    tick(serverMs) {
      nowMs = serverMs;
      if (staleMs === 0 || nowMs < staleMs) return;
      staleMs = 0;
      void turnTo({ rank: first });
    },
  };
}

/** What the columns mean, in words. @param {TournamentModel["tieBreaks"]} tieBreaks */
export const columnsCard = (tieBreaks) =>
  card(
    t("tie.title"),
    el("dl", { class: "terms" }, ...tieBreaks.flatMap((tieBreak) => [el("dt", {}, t(`tie.${tieBreak}.short`)), el("dd", {}, t(`tie.${tieBreak}.text`))])),
    el("p", { class: "mut small pad" }, t("tie.sums")),
  );
