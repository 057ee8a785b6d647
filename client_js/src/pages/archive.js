/** The archive: games that are over, found by who played, what came of it, how they began, when, and in which tournament. */

import { DAY_MS, personText, t } from "../text/catalogue.js";
import { el, fill, made } from "../ui/dom.js";
import { gameRow } from "./shared/game_rows.js";
import { SPEEDS, speedText } from "./shared/pace.js";
import { openingInput } from "./archive/opening_input.js";
import { tournamentInput } from "./archive/tournament_input.js";
import { emptyState, errorNote, pagedList, pageHead, tabLinks } from "../ui/parts.js";

/** @typedef {import("../text/catalogue.js").Key} Key */
/** @typedef {Omit<Extract<import("../messages").ClientMessage, {type: "games"}>, "type" | "id" | "after">} Wanted */

const RULES = ["axf", "wxf", "cxa", "club", "itsyourturn", "chessvariants", "loop3"];
const RESULTS = /** @type {const} */ (["red", "black", "drawn", "won", "lost"]);
/** Results that are one player's. */
const OWN = ["won", "lost"];
/** An address with the games of a tournament; any other part is a player's id. */
const OF_TOURNAMENT = /^tournament-([a-z0-9]{4,32})$/;

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  /** @type {import("../board/drawing.js").PieceSet} */
  let pieces = "traditional";
  const [, ofTournament = ""] = OF_TOURNAMENT.exec(part) ?? [];
  /** @type {Wanted} */
  let wanted = ofTournament ? { tournament: ofTournament } : part ? { player: part } : {};
  let me = { id: "", name: "" };
  /** The ids of those who are known by a name as it is shown here. @type {Map<string, string>} */
  const ids = new Map();
  const errors = made(el("div", { role: "alert" }));
  const list = pagedList(
    async (after) => {
      const page = await actions.ask({ type: "games", ...wanted, ...(after && { after }) });
      for (const game of page.rows) for (const one of [game.red, game.black]) ids.set(personText(one.name), one.player);
      if (after === null) nameWanted();
      return page;
    },
    (game) => gameRow(game, pieces, me.id),
    () => emptyState({ title: t("games.none.found"), sign: "search" }),
  );

  /** @param {string} name @param {string} label @param {[string, string][]} values */
  const choice = (name, label, values) =>
    el(
      "label",
      { class: "field" },
      el("span", {}, label),
      el("select", { class: "inp", name }, el("option", { value: "" }, t("archive.any")), ...values.map(([value, text]) => el("option", { value }, text))),
    );

  /** @param {string} name @param {string} label @param {Record<string, string>} more */
  const input = (name, label, more = {}) =>
    el("label", { class: "field" }, el("span", {}, label), el("input", { class: "inp", name, ...more }));

  const names = made(el("datalist", { id: "archive-names" }));
  /** A player by name. @param {"player" | "opponent"} name @param {string} label */
  const person = (name, label) => {
    const box = made(el("input", { class: "inp", name, maxlength: 64, autocomplete: "off", list: "archive-names", oninput: () => void suggest(box.value) }));
    return { box, root: el("label", { class: "field grow" }, el("span", {}, label), box) };
  };
  const player = person("player", t("archive.player"));
  const opponent = person("opponent", t("archive.opponent"));
  const mine = made(el("button", { type: "button", class: "btn", onclick: () => write(me.name) }, t("archive.me")));
  const result = made(choice(
    "result",
    t("archive.result"),
    RESULTS.map((one) => [one, resultText(one)]),
  ));
  const opening = openingInput(() => pieces);
  const tournament = tournamentInput(actions);

  /** Fill the player's name in. @param {string} name */
  function write(name) {
    player.box.value = name;
    allowResults();
  }

  /** Whether the player won can be asked of a player only. */
  function allowResults() {
    for (const option of result.querySelectorAll("option")) option.disabled = OWN.includes(option.value) && player.box.value.trim() === "";
  }
  player.box.addEventListener("input", allowResults);

  /** Who came by an address is in the form, too, once known by name. */
  function nameWanted() {
    if (!wanted.player || player.box.value) return;
    for (const [name, id] of ids) if (id === wanted.player) write(name);
  }

  /** Offer names that begin so. @param {string} prefix */
  async function suggest(prefix) {
    if (prefix.trim().length < 2) return;
    const { players } = await actions.ask({ type: "find_players", prefix: prefix.trim() }).catch(() => ({ players: [] }));
    for (const one of players) ids.set(one.name, one.player);
    fill(names, ...players.map((one) => el("option", { value: one.name })));
  }

  /** The id of who is called so. @param {string} name @returns {Promise<string>} */
  async function idOf(name) {
    const known = ids.get(name);
    if (known !== undefined || name === "") return known ?? "";
    const { player: found } = await actions.ask({ type: "profile", name });
    ids.set(found.name, found.player);
    return found.player;
  }

  async function search() {
    fill(errors);
    const form = new FormData(filters);
    const people = { player: "", opponent: "" };
    for (const who of /** @type {const} */ (["player", "opponent"])) {
      const name = String(form.get(who) ?? "").trim();
      try {
        people[who] = await idOf(name);
      } catch (refusal) {
        const { code, message } = /** @type {{code?: string, message: string}} */ (refusal);
        return fill(errors, errorNote(code === "no_such_player" ? t("archive.nobody", { name }) : message));
      }
    }
    const chosen = tournament.chosen();
    if (chosen === null) return fill(errors, errorNote(t("archive.tournament.none")));
    wanted = read(form, people, chosen);
    void list.restart();
  }

  const filters = made(el(
    "form",
    {
      class: "card pad col",
      role: "search",
      "aria-label": t("games.search"),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void search();
      },
    },
    el("div", { class: "row low" }, player.root, mine),
    opponent.root,
    names,
    result,
    choice(
      "speed",
      t("archive.speed"),
      SPEEDS.map((speed) => [speed, speedText(speed)]),
    ),
    choice(
      "rules",
      t("rules.label"),
      RULES.map((rules) => [rules, t(/** @type {Key} */ (`rules.${rules}`))]),
    ),
    choice("rated", t("archive.rated"), [
      ["yes", t("games.rated")],
      ["no", t("games.casual")],
    ]),
    input("from", t("archive.from"), { type: "date" }),
    input("to", t("archive.to"), { type: "date" }),
    tournament.root,
    opening.root,
    errors,
    el("button", { class: "btn main wide" }, t("games.search")),
  ));
  allowResults();
  /** @param {import("../page").App} app */
  function know(app) {
    me = { id: app.me, name: personText(app.name) };
    mine.disabled = me.id === "";
    if (me.id) ids.set(me.name, me.id);
    nameWanted();
  }

  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l" },
      pageHead(t("games.search"), el("a", { class: "btn", href: "/masters" }, t("masters.all"))),
      tabLinks(t("nav.games"), [
        { href: "/games", text: t("games.open"), on: false },
        { href: "/games/over", text: t("games.over"), on: false },
        { href: "/archive", text: t("games.search"), on: true },
      ]),
      el("div", { class: "home" }, el("section", { class: "card" }, list.root), filters),
    ),
  ));
  return {
    root,
    render(app) {
      pieces = app.settings.pieces;
      know(app);
      opening.draw();
    },
    title: () => t("games.search"),
    arrive(app) {
      know(app);
      if (ofTournament && wanted.tournament === ofTournament) void tournament.show(ofTournament);
      void list.reload();
    },
  };
}

/** @param {typeof RESULTS[number]} result */
const resultText = (result) =>
  result === "drawn" ? t("games.drawn") : result === "won" || result === "lost" ? t(`archive.${result}`) : t(`result.${result}`);

/** What the form asks for. @param {FormData} form @param {{player: string, opponent: string}} people @param {string} tournament "" for any @returns {Wanted} */
function read(form, people, tournament) {
  const value = (/** @type {string} */ name) => String(form.get(name) ?? "");
  const [from, to] = ["from", "to"].map((name) => Date.parse(value(name)));
  const asked = {
    ...people,
    tournament,
    result: people.player || !OWN.includes(value("result")) ? value("result") : "",
    speed: value("speed"),
    rules: value("rules"),
    moves: value("moves").trim(),
    rated: value("rated") && value("rated") === "yes",
    from_ms: Number.isNaN(from) ? "" : from,
    to_ms: Number.isNaN(to) ? "" : to + DAY_MS - 1,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, answer]) => answer !== ""));
}
