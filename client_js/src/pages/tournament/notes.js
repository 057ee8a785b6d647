/** What organiser and arbiters did to a tournament, for everybody to read; for them, taking it back, and inviting a player. */

import { revocable } from "../../models/tournament.js";
import { isSaid, personText, t } from "../../text/catalogue.js";
import { dateTimeText } from "../../text/dates.js";
import { form } from "../../ui/controls.js";
import { el, fill, made, onChange } from "../../ui/dom.js";
import { createRefresh } from "./refresh.js";

/** @typedef {import("../../messages").TournamentNote} TournamentNote */
/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {import("../../text/catalogue.js").Key} Key */

const REFRESH_MS = 5_000;

/** What a ruling is called. @param {TournamentNote} note */
function ruledName({ player, correction, how }) {
  const result = how === "lost" ? ".lost" : how === "forfeit" ? (player === null ? ".nobody" : ".forfeit") : player === null ? ".draw" : "";
  return `note.${correction ? "correct" : "rule"}${result}`;
}

/** @param {TournamentNote} note */
function noteText(note) {
  const { what, on, by, player, other, points, round, step, board } = note;
  const bye = on ? `note.bye${round === null ? "" : ".round"}` : round === null ? "note.bye.off" : "note.bye.round.off";
  const name = what === "rule" ? ruledName(note) : what === "bye" ? bye : what === "round" ? `note.round.${step}` : on || !isSaid(`note.${what}.off`) ? `note.${what}` : `note.${what}.off`;
  return t(/** @type {Key} */ (name), { by: personText(by), player: player ? personText(player) : "", other: other ? personText(other) : "", points: points ?? 0, round: round ?? 0, board: board ?? 0 });
}

/** @param {import("../../page").Actions} actions @param {string} tournament @param {() => void} changed called when it is known who may manage it */
export function createNotes(actions, tournament, changed) {
  const list = made(el("div", { class: "rows small" }));
  const arbiters = made(el("p", { class: "small pad" }));
  const notes = made(el("section", { class: "card", hidden: true, "aria-label": t("note.title") }, el("header", {}, el("h2", {}, t("note.title"))), arbiters, list));
  const invite = made(el("section", { class: "card pad", hidden: true, "aria-label": t("manage.invite") }, el("h2", {}, t("manage.invite")), form([{ name: "name", label: t("form.name.player"), maxlength: 24 }], t("manage.invite.do"), invited, "")));
  const root = el("div", { class: "col notes1" }, notes, invite);
  /** @type {Set<string>} */
  let appointed = new Set();
  /** @type {TournamentNote[]} */
  let known = [];
  const again = createRefresh(ask, REFRESH_MS);

  async function ask() {
    const told = await wholeList().catch(() => null);
    if (!told) return;
    appointed = new Set(told.arbiters.map(({ player }) => player));
    notes.hidden = told.notes.length + told.arbiters.length === 0;
    arbiters.hidden = told.arbiters.length === 0;
    fill(arbiters, t("note.arbiters", { names: told.arbiters.map(personText).join(", ") }));
    known = told.notes;
    changed();
  }

  /** All pages: what may be taken back follows from the latest notes and the ones before them. */
  async function wholeList() {
    const first = await actions.ask({ type: "tournament_notes", tournament });
    const all = [...first.notes];
    for (let { next } = first; next !== null; ) {
      const page = await actions.ask({ type: "tournament_notes", tournament, after: next });
      all.push(...page.notes);
      next = page.next;
    }
    return { arbiters: first.arbiters, notes: all };
  }

  /** Take an action back. @param {TournamentNote} note */
  async function revoke({ what, player, other }) {
    if (player === null) return;
    const pair = { one: player.player, other: other?.player ?? "" };
    const type = /** @type {"appoint" | "remove"} */ (what);
    await actions.tell({ type: "manage_tournament", tournament, action: what === "forbid" ? { type: what, ...pair, on: false } : { type, player: player.player, on: false } });
    await ask();
  }

  const drawList = onChange(
    (/** @type {{notes: TournamentNote[], manages: boolean, organises: boolean}} */ { notes: all, manages, organises }) => {
      const open = manages ? revocable(all, organises) : new Set();
      fill(
        list,
        ...[...all].reverse().map((note) =>
          el(
            "div",
            {},
            el("small", { class: "mut num" }, dateTimeText(note.at_ms)),
            el("span", { class: "grow" }, noteText(note)),
            note.room !== null && el("a", { class: "small", href: `/game/${note.room}` }, t("note.game")),
            open.has(note) && el("button", { type: "button", class: "btn sm", "aria-label": `${t("note.revoke")}: ${noteText(note)}`, onclick: () => void revoke(note) }, t("note.revoke")),
          ),
        ),
      );
    },
    ({ notes: all, manages, organises }) => [all, manages, organises, document.documentElement.lang],
  );

  /** @param {Record<string, string>} values */
  async function invited({ name }) {
    const { player } = (await actions.ask({ type: "profile", name })).player;
    await actions.ask({ type: "manage_tournament", tournament, action: { type: "invite", player } });
    actions.toast(t("manage.invited"));
    await ask();
  }

  return {
    root,
    ask,
    refresh: again.refresh,
    /** Whether somebody was appointed arbiter. @param {string} player */
    isArbiter: (player) => appointed.has(player),
    /** @param {TournamentModel} model @param {string} me @param {boolean} manages the reader may manage it */
    render({ info, conditions }, me, manages) {
      const isOrganiser = info.organiser.player === me;
      invite.hidden = !conditions.invited || !isOrganiser || !manages;
      drawList({ notes: known, manages, organises: isOrganiser || actions.app().operator });
    },
    tick: again.tick,
  };
}
