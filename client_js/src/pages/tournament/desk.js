/** The desk of a tournament at real boards: for all, where to look; for organiser and arbiters, the people, the rounds and the results. */

import { isListed, partsOf, peopleIn, textOf } from "../../models/boards.js";
import { personText, t } from "../../text/catalogue.js";
import { dateTimeText } from "../../text/dates.js";
import { askPatiently } from "../../session/patience.js";
import { confirmButton, form } from "../../ui/controls.js";
import { el, fill, icon, made, onChange } from "../../ui/dom.js";
import { withSheet } from "../../ui/sheet.js";
import { errorNote } from "../../ui/parts.js";
import { entrantsOf } from "../shared/at_boards.js";
import { createArbiterCode } from "./arbiter_code.js";
import { createRefresh } from "./refresh.js";
import { createResults } from "./written_results.js";

/** @typedef {import("../../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {import("../../messages").ListedEntrant} ListedEntrant */
/** @typedef {import("../../models/boards.js").Person} Person */

/** Under this address no phone reaches this machine. */
const isLoopback = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
const MINUTE_MS = 60_000;
const REFRESH_MS = 3_000;
const WAITS = [0, 5, 10, 15];

/** @param {import("../../page").Actions} actions @param {string} tournament @param {() => number} nowMs @param {() => void} joined the reader is an arbiter now */
export function createDesk(actions, tournament, nowMs, joined) {
  void withSheet("boards");
  /** @type {ListedEntrant[]} */
  let listed = [];
  /** The last number that was given. */
  let last = 0;
  /** The latest round. @type {import("../../messages").TournamentRound | null} */
  let latest = null;
  /** @type {TournamentModel | null} */
  let model = null;
  let manages = false;
  /** Which of the pasted people are to be added. @type {{one: Person, on: boolean}[]} */
  let pasted = [];

  const again = createRefresh(() => void ask(), REFRESH_MS);
  const grid = createResults(actions, tournament);
  const code = createArbiterCode(actions, tournament, joined);
  const errors = made(el("div", { role: "alert" }));
  const steps = made(el("div", { class: "row w" }));
  const people = made(el("div", { class: "rows small" }));
  const count = made(el("h2", { class: "grow" }));
  const found = made(el("div", { class: "col" }));
  const name = made(el("input", { class: "inp", name: "name", maxlength: 40, required: true, autocomplete: "off", "aria-label": t("desk.name"), placeholder: t("desk.name") }));
  const rating = made(el("input", { class: "inp num", name: "rating", inputmode: "numeric", maxlength: 4, autocomplete: "off", "aria-label": t("desk.rating"), placeholder: t("desk.rating") }));
  const club = made(el("input", { class: "inp", name: "club", maxlength: 30, autocomplete: "off", "aria-label": t("desk.club"), placeholder: t("desk.club") }));
  const team = made(el("select", { class: "inp", "aria-label": t("desk.team") }));
  const note = made(el("div", { class: "pad" }));
  const links = made(el("nav", { class: "row w pad", "aria-label": t("desk.links") }));
  const rounds = made(el("section", { class: "card pad col", hidden: true, "aria-label": t("desk.rounds") }, el("h2", {}, t("desk.rounds")), steps, errors));
  const list = made(el("section", { class: "card", hidden: true, "aria-label": t("desk.people") }, el("header", { class: "w" }, count), addForm(), pasteForm(), people));
  const arbiter = made(el("details", { class: "pad", hidden: true }, el("summary", {}, t("desk.arbiter")), form([{ name: "name", label: t("form.name.player"), maxlength: 24 }], t("desk.arbiter.do"), appointed, "")));
  const root = made(el("div", { class: "col cdesk", hidden: true }, el("section", { class: "card" }, isLoopback && note, links, code.root, arbiter), rounds, grid.root, list));

  /** @param {Record<string, string>} values */
  async function appointed({ name: called }) {
    const { player } = (await actions.ask({ type: "profile", name: called })).player;
    await actions.ask({ type: "manage_tournament", tournament, action: { type: "appoint", player } });
    actions.toast(t("desk.arbiter.done"));
  }

  /** Have something done; a refusal stands under the buttons. @param {import("../../session/types").Request} request */
  async function act(request) {
    fill(errors);
    const done = await askPatiently(actions.ask, request).catch((refusal) => void fill(errors, errorNote(/** @type {Error} */ (refusal).message)));
    await ask();
    return done !== undefined;
  }
  const manage = (/** @type {Extract<import("../../session/types").Request, {type: "manage_tournament"}>["action"]} */ action) => act({ type: "manage_tournament", tournament, action });

  async function ask() {
    const [told, round] = await Promise.all([entrantsOf(actions, tournament).catch(() => null), actions.ask({ type: "tournament_round", tournament }).catch(() => null)]);
    latest = round ?? latest;
    if (!told) return;
    ({ rows: listed, last } = told);
    drawPeople();
  }

  function addForm() {
    const send = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const [one] = peopleIn([name.value, rating.value, club.value].map((cell) => cell.replaceAll("\t", " ")).join("\t"));
      if (one && (await add([{ ...one, team: teamChosen() }]))) for (const field of [name, rating, club]) field.value = "";
      name.focus();
    };
    return el("form", { class: "addrow pad", onsubmit: (/** @type {SubmitEvent} */ event) => void send(event) }, name, rating, club, team, el("button", { class: "btn main" }, icon("plus", "s"), t("desk.add")));
  }

  const teamChosen = () => (team.value === "" ? null : Number(team.value));

  function pasteForm() {
    const area = made(el("textarea", { class: "inp area", rows: 4, "aria-label": t("desk.paste"), placeholder: t("desk.paste.text"), oninput: () => read(area.value) }));
    const file = made(el("input", { type: "file", class: "inp", accept: ".csv,.txt,.trf,.trfx,.tsv,text/*", "aria-label": t("desk.file"), onchange: () => void opened() }));
    const opened = async () => {
      const bytes = await file.files?.[0]?.arrayBuffer();
      if (bytes) read(textOf(bytes, document.documentElement.lang));
    };
    return el("details", { class: "pad" }, el("summary", {}, t("desk.paste")), el("div", { class: "col" }, area, file, found));
  }

  /** @param {string} text */
  function read(text) {
    pasted = peopleIn(text).map((one) => ({ one, on: !isListed(listed, one) }));
    drawFound();
    if (pasted.length === 0 && text.trim() !== "") fill(found, errorNote(t("desk.paste.nobody")));
  }

  function drawFound() {
    const wanted = pasted.filter(({ on }) => on).map(({ one }) => one);
    const row = (/** @type {{one: Person, on: boolean}} */ entry) =>
      el(
        "label",
        {},
        el("input", { type: "checkbox", checked: entry.on, onchange: () => ((entry.on = !entry.on), drawFound()) }),
        el("span", { class: "grow cut" }, entry.one.name),
        el("small", { class: "mut num" }, [entry.one.rating || "", entry.one.club, entry.one.federation].filter(Boolean).join(" · ")),
      );
    const send = async () => {
      if (!(await add(wanted.map((one) => ({ ...one, team: teamChosen() }))))) return;
      pasted = [];
      drawFound();
      const area = found.parentElement?.querySelector("textarea");
      if (area) area.value = "";
    };
    fill(found, pasted.length > 0 && el("div", { class: "rows small found" }, ...pasted.map(row)), pasted.length > 0 && el("button", { type: "button", class: "btn main", disabled: wanted.length === 0, onclick: () => void send() }, t("desk.add.n", { n: wanted.length })));
  }

  /** @param {Person[]} wanted */
  async function add(wanted) {
    let first = last + 1;
    for (const rows of partsOf(wanted)) {
      if (!(await act({ type: "list_entrants", tournament, first, rows }))) return false;
      first += rows.length;
    }
    return true;
  }

  /** The person who has the bye, for a latecomer without a table. @param {string} player */
  function freeFor(player) {
    const seated = (latest?.games ?? []).some(({ red, black }) => red.player === player || black.player === player);
    const [free] = latest?.byes ?? [];
    return seated || !free || free.player === player || model?.info.format.type !== "swiss" ? null : free;
  }

  /** @param {string} one @param {string} other */
  const seat = (one, other) => manage({ type: "seat", round: latest?.round ?? 1, board: (latest?.games.length ?? 0) + 1, red: one, black: other });

  /** Who may change places with a player who sits at a board without a result, from such boards or from a bye. @param {string} player */
  function partnersOf(player) {
    const open = (latest?.games ?? []).filter(({ result }) => result === "none");
    const own = open.find(({ red, black }) => red.player === player || black.player === player);
    if (!own || model?.info.format.type !== "swiss" || model.info.phase !== "running") return [];
    return [...open.filter((game) => game !== own).flatMap(({ red, black }) => [red, black]), ...(latest?.byes ?? [])];
  }

  /** Two players change places in the latest round. @param {string} player @param {string} other */
  function exchange(player, other) {
    const at = (latest?.games ?? []).findIndex(({ red, black }) => red.player === player || black.player === player);
    const game = latest?.games[at];
    if (!latest || !game) return;
    const sits = (/** @type {string} */ one) => (one === player ? other : one);
    void manage({ type: "seat", round: latest.round, board: at + 1, red: sits(game.red.player), black: sits(game.black.player) });
  }

  /** What may be done to one person. @param {ListedEntrant} one */
  function personActs({ player, status, byes }) {
    const id = player.player;
    const isLeft = status === "left";
    const free = isLeft || model?.info.phase !== "running" ? null : freeFor(id);
    const next = (model?.info.round ?? 0) + 1;
    const bye = (/** @type {HTMLElement} */ button, /** @type {number} */ points) => void manage({ type: "bye", player: id, points, round: Number(/** @type {HTMLSelectElement | null} */ (button.parentElement?.querySelector("[data-round]"))?.value) });
    const partners = isLeft ? [] : partnersOf(id);
    const isSwiss = model?.info.format.type === "swiss" && next <= model.info.rounds;
    const rename = async (/** @type {HTMLElement} */ button) => {
      const field = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("input"));
      const kept = listed.find((each) => each.player.player === id);
      await act({ type: "name_entrant", tournament, player: id, name: field.value, club: kept?.club ?? "", federation: kept?.federation ?? "" });
    };
    return el(
      "details",
      { key: `acts-${id}`, class: "ruled", name: "person" },
      el("summary", { class: "btn icon quiet", "aria-label": t("desk.person", { name: personText(player) }) }, icon("more")),
      el(
        "div",
        { class: "row w" },
        !isLeft && model?.info.format.type !== "knockout" && el("button", { type: "button", class: "btn sm", onclick: () => void manage({ type: "attend", player: id, on: status === "paused" }) }, t(status === "paused" ? "desk.back" : "desk.pause")),
        el("button", { type: "button", class: "btn sm", onclick: () => void manage({ type: "remove", player: id, on: !isLeft }) }, t(isLeft ? "desk.return" : "desk.withdraw")),
        free && el("button", { type: "button", class: "btn sm", onclick: () => void seat(free.player, id) }, t("desk.sits", { name: personText(free) })),
        isSwiss && !isLeft && el("select", { class: "inp", "data-round": true, "aria-label": t("desk.bye.round") }, ...Array.from({ length: (model?.info.rounds ?? 0) - next + 1 }, (_, i) => el("option", { value: String(next + i) }, t("tournament.round", { n: next + i })))),
        isSwiss && !isLeft && el("button", { type: "button", class: "btn sm", onclick: ({ currentTarget }) => bye(currentTarget, 1) }, t("desk.bye.give")),
        isSwiss && !isLeft && el("button", { type: "button", class: "btn sm", onclick: ({ currentTarget }) => bye(currentTarget, 0) }, t("desk.bye.out")),
        partners.length > 0 && el("select", { class: "inp", "aria-label": t("desk.exchange.with") }, ...partners.map((each) => el("option", { value: each.player }, personText(each)))),
        partners.length > 0 && el("button", { type: "button", class: "btn sm", onclick: ({ currentTarget }) => exchange(id, currentTarget.previousElementSibling.value) }, t("desk.exchange")),
        ...byes.map(({ round }) => el("button", { type: "button", class: "btn sm", onclick: () => void manage({ type: "bye", player: id, on: false, round }) }, t("desk.bye.off", { n: round }))),
        el("input", { class: "inp", maxlength: 40, value: player.name, "aria-label": t("desk.name") }),
        el("button", { type: "button", class: "btn sm", onclick: ({ currentTarget }) => void rename(currentTarget) }, t("desk.rename")),
      ),
    );
  }

  function drawPeople() {
    const here = listed.filter(({ status }) => status !== "left").length;
    fill(count, t("desk.people.n", { n: here }));
    fill(
      people,
      ...listed.map((one) =>
        el(
          "div",
          { key: one.player.player, class: one.status === "left" || one.status === "paused" ? "mut" : "" },
          el("small", { class: "mut num" }, String(one.number)),
          el("b", { class: "grow cut" }, personText(one.player)),
          el("small", { class: "mut num" }, [one.rating || "", one.club, ...one.byes.map(({ round, points }) => t(points === 1 ? "desk.bye.half" : "desk.bye.none", { n: round }))].filter(Boolean).join(" · ")),
          (one.status === "left" || one.status === "paused") && el("span", { class: "badge" }, t(one.status === "left" ? "desk.left" : "desk.away")),
          personActs(one),
        ),
      ),
    );
  }

  const drawSteps = onChange(
    (/** @type {TournamentModel} */ { info }) => {
      const isRunning = info.phase === "running";
      const isOpen = isRunning || info.phase === "announced";
      const isLast = isRunning && info.rounds > 0 && info.round >= info.rounds && info.format.type !== "knockout";
      fill(
        steps,
        isOpen && !isLast && el("button", { type: "button", class: "btn main", onclick: () => void manage({ type: "round", what: "pair" }) }, icon("friends", "s"), t(info.format.type === "knockout" && isRunning ? "desk.pair.next" : "desk.pair", { n: info.round + 1 })),
        isRunning && info.round > 0 && info.format.type !== "knockout" && confirmButton(t("desk.unpair", { n: info.round }), { ask: t("desk.unpair.ask"), keep: t("desk.keep"), yes: t("desk.unpair.yes"), act: () => void manage({ type: "round", what: "unpair" }) }),
        isRunning && info.round > 0 && el("span", { class: "row w" }, el("span", { class: "small mut" }, info.begins_ms ? t("desk.begins", { when: dateTimeText(info.begins_ms) }) : t("desk.begins.in")), ...WAITS.map((n) => el("button", { type: "button", class: "btn sm", onclick: () => void manage({ type: "round", what: "start", at_ms: Math.round(nowMs() + n * MINUTE_MS) }) }, n === 0 ? t("desk.begins.now") : t("tournament.minutes", { n })))),
        isRunning && info.round > 0 && confirmButton(t("desk.finish"), { ask: t("desk.finish.ask"), keep: t("desk.keep"), yes: t("desk.finish"), act: () => void manage({ type: "round", what: "finish" }) }),
      );
      fill(team, el("option", { value: "" }, t("desk.team")), ...("teams" in info.format ? info.format.teams : []).map((called, at) => el("option", { value: String(at) }, called)));
      team.hidden = !("teams" in info.format) || info.format.teams.length === 0;
      fill(note, el("p", { class: "small note" }, t("desk.loopback")));
      fill(
        links,
        el("a", { class: "btn", href: `/tournament/${tournament}/hall?show=me` }, icon("search", "s"), t("desk.find")),
        el("a", { class: "btn", href: `/tournament/${tournament}/hall` }, t("desk.hall")),
        el("a", { class: "btn", href: `/tournament/${tournament}/paper` }, t("desk.paper")),
        info.phase === "announced" && el("a", { class: "btn quiet", href: "/learn/tournaments#evening" }, icon("book", "s"), t("how.evening")),
      );
    },
    ({ info }) => [info.phase, info.round, info.rounds, info.format, info.begins_ms, document.documentElement.lang],
  );

  return {
    root,
    /** @param {TournamentModel} shown @param {boolean} mayManage @param {boolean} mayWrite results, for a week after the end too */
    render(shown, mayManage, mayWrite) {
      const isFirst = model === null || mayManage !== manages;
      model = shown;
      manages = mayManage;
      root.hidden = false;
      list.hidden = arbiter.hidden = !manages;
      rounds.hidden = !manages || shown.info.entered === 0; // names come first
      const { me, operator } = actions.app();
      const isOpen = shown.info.phase === "announced" || shown.info.phase === "running";
      code.render({ isOrganiser: operator || shown.info.organiser.player === me, isOfficial: manages || mayWrite, isOpen });
      drawSteps(shown);
      grid.render(shown, mayWrite);
      if (isFirst && manages) void ask();
    },
    /** Something has changed. */
    refresh() {
      if (manages) again.refresh();
      grid.refresh();
    },
    /** @param {number} serverMs */
    tick(serverMs) {
      again.tick(serverMs);
      grid.tick(serverMs);
    },
  };
}
