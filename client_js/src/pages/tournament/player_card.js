/** The card of one player in a tournament: points, games newest first, the strength shown, and of what each sum is made. */

import { addends, isByName } from "../../models/tournament.js";
import { numberText, personText, t } from "../../text/catalogue.js";
import { confirmButton, form } from "../../ui/controls.js";
import { el, fill, icon, made, sideSign } from "../../ui/dom.js";
import { avatar, badge } from "../../ui/parts.js";

/** @typedef {import("../../models/tournament.js").Table} Table */
/** @typedef {import("../../models/tournament.js").TieBreak} TieBreak */
/** @typedef {import("../../messages").TournamentPlayer} TournamentPlayer */
/** @typedef {import("../../messages").TournamentResult} TournamentResult */

/** @type {Record<TournamentResult["result"], [kind: string, sign: string]>} */
const RESULTS = { won: ["w", "+"], drawn: ["d", "="], lost: ["l", "−"] };

/** @param {string | null} value @param {string} text */
const fact = (value, text) => el("div", {}, el("b", { class: "num" }, value ?? "–"), el("span", { class: "xs mut" }, text));

/** @param {TournamentResult} game */
function gameRow({ opponent, opponent_rating: rating, side, result, points, doubled, unplayed, berserk }) {
  const [kind, sign] = RESULTS[result];
  const name = opponent === null ? t("tournament.bye") : personText(opponent);
  return el(
    "div",
    {},
    el("span", { class: `res ${kind}`, role: "img", "aria-label": t(`tournament.result.${result}`) }, sign),
    opponent !== null && el("span", { class: "row", role: "img", "aria-label": t(`side.${side}`) }, sideSign(side)),
    el("span", { class: "grow cut" }, name, Boolean(rating) && el("span", { class: "mut small num" }, ` ${rating}`)),
    berserk && badge(t("tournament.berserk"), "", "bolt"),
    unplayed && opponent !== null && badge(t("tournament.forfeit")),
    el("b", { class: doubled ? "num sheet9 dbl" : "num" }, String(points)),
  );
}

/** The rounds in which whoever has a place had neither game nor bye, from 1. @param {number} rank @param {Table | null} table */
const missedBy = (rank, table) => (table?.cells[rank - 1] ?? []).flatMap(({ how }, i) => (how === "absent" ? [i + 1] : []));

/** A sum as its addends. @param {TieBreak} tieBreak @param {readonly TieBreak[]} all @param {Table} table @param {number} rank @param {string} sum */
function sumLine(tieBreak, all, table, rank, sum) {
  const parts = addends(tieBreak, all, table, rank);
  const one = (/** @type {import("../../models/tournament.js").Addend} */ { rank: other, points, times }) => {
    const name = other === null ? t("tournament.bye") : personText(table.rows[other - 1].player);
    return `${times === 1 ? "" : `${times === 0.5 ? "½" : times} × `}${points} (${name})`;
  };
  return [el("dt", {}, t(`tie.${tieBreak}`)), el("dd", { class: "num" }, el("b", {}, sum), parts !== null && parts.length > 0 && ` = ${parts.map(one).join(" + ")}`)];
}

/** @param {import("../../page").Actions} actions @param {string} tournament @param {() => void} closed */
export function createPlayerCard(actions, tournament, closed) {
  /** @type {HTMLElement | null} */
  let opener = null;
  let asked = "";
  const root = made(el("section", {
    class: "card sheetbox pcard",
    role: "dialog",
    hidden: true,
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close(),
  }));

  function close() {
    root.hidden = true;
    asked = "";
    closed();
    opener?.focus();
  }

  /** Keep a player apart from another one, by name. @param {string} one */
  const apart = (one) =>
    form(
      [{ name: "name", label: t("manage.forbid"), maxlength: 24, codes: ["no_such_player"] }],
      t("manage.forbid.do"),
      async ({ name }) => {
        const { player: other } = (await actions.ask({ type: "profile", name })).player;
        await actions.ask({ type: "manage_tournament", tournament, action: { type: "forbid", one, other } });
        close();
      },
      "",
    );

  /** What organiser and arbiters may do about a player. @param {import("../../models/tournament.js").TournamentModel} model @param {string} player @param {number[]} missed the rounds without a game or a bye */
  function manage({ info }, player, missed) {
    const act = (/** @type {"appoint" | "remove"} */ type) => () =>
      void actions.tell({ type: "manage_tournament", tournament, action: { type, player } }).then((done) => done && close());
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => el("button", { type: "button", class: "btn", onclick }, text);
    /** @param {number} points @param {(number | null)[]} [rounds] null for the next */
    async function giveByes(points, rounds = [null]) {
      for (const round of rounds) if (!(await actions.tell({ type: "manage_tournament", tournament, action: { type: "bye", player, points, round } }))) return;
      close();
    }
    const byes = [
      button(t("manage.bye"), () => void giveByes(2)),
      button(t("manage.bye.half"), () => void giveByes(1)),
      button(t("manage.bye.none"), () => void giveByes(0)),
      missed.length > 0 && button(t("manage.bye.missed", { n: missed.length }), () => void giveByes(1, missed)),
    ];
    return el(
      "section",
      { class: "pad col", "aria-label": t("manage.title") },
      el("b", {}, t("manage.title")),
      ...(info.format.type === "swiss" ? byes : []),
      info.organiser.player === actions.app().me && button(t("manage.appoint"), act("appoint")),
      (info.format.type === "swiss" || info.format.type === "arena") && apart(player),
      confirmButton(t("manage.remove"), { ask: t("manage.remove.ask"), keep: t("manage.keep"), yes: t("manage.remove"), act: act("remove") }),
    );
  }

  /** @param {TournamentPlayer} told @param {Table | null} table @param {import("../../models/tournament.js").TournamentModel} model @param {boolean} isManaged */
  function draw({ entrant, games }, table, model, isManaged) {
    const { tieBreaks } = model;
    const { player, rank, rating, score, performance } = entrant;
    const played = games.filter(({ opponent }) => opponent !== null);
    const title = made(el("h2", { tabindex: -1, class: "cut" }, personText(player)));
    root.setAttribute("aria-label", t("tournament.card", { name: personText(player) }));
    fill(
      root,
      el(
        "header",
        {},
        avatar(personText(player.name)),
        el("div", { class: "grow" }, title, el("small", { class: "mut num" }, t("tournament.card.place", { n: rank, rating: String(rating) }))),
        el("button", { type: "button", class: "btn icon quiet", "aria-label": t("close"), onclick: close }, icon("x")),
      ),
      el(
        "div",
        { class: "facts3" },
        fact(numberText(score), t("tournament.points")),
        fact(`${played.filter(({ result }) => result === "won").length}/${played.length}`, t("tournament.won")),
        fact(performance === null ? null : String(performance), t("tournament.performance")),
      ),
      el("div", { class: "rows" }, games.length === 0 ? el("p", { class: "mut pad" }, t("tournament.no_games")) : null, ...[...games].reverse().map(gameRow)),
      games.some(({ doubled }) => doubled) && el("p", { class: "mut small pad" }, t("tournament.doubled")),
      table && tieBreaks.length > 0 && el("dl", { class: "terms sums" }, ...tieBreaks.flatMap((tieBreak, i) => sumLine(tieBreak, tieBreaks, table, rank, entrant.tie_breaks[i] ?? ""))),
      isManaged && player.player !== actions.app().me && manage(model, player.player, missedBy(rank, table)),
      !isByName(player.player) && el("footer", {}, el("a", { class: "btn wide", href: `/player/${player.player}` }, t("tournament.profile"))),
    );
    root.hidden = false;
    title.focus();
  }

  return {
    root,
    /** @param {string} player @param {HTMLElement} from where the focus returns @param {import("../../models/tournament.js").TournamentModel} model @param {boolean} isManaged the reader may manage it */
    async open(player, from, model, isManaged) {
      opener = from;
      asked = player;
      const [told, table] = await Promise.all([
        actions.tell({ type: "tournament_player", tournament, player }),
        model.tieBreaks.length > 0 ? actions.tell({ type: "tournament_table", tournament }) : null,
      ]);
      if (told && asked === player) draw(told, table, model, isManaged);
      else if (!told) closed();
    },
  };
}
