/**
 * The page of one tournament: what it is, what its reader may do next, the standings that follow live, the top board,
 * the rounds, any player's card, and the files. It leads into one's game when one is paired.
 */

import { countsTo, newOffers, nextStep, shownTournament, takesRulings, update } from "../models/tournament.js";
import { freshId } from "../session/link.js";
import { askPatiently } from "../session/patience.js";
import { countdownText, personText, t, useLanguage } from "../text/catalogue.js";
import { leftText } from "../text/left.js";
import { el, fill, made, onChange } from "../ui/dom.js";
import { emptyState, errorNote, pageHead } from "../ui/parts.js";
import { segments } from "../ui/segments.js";
import { aboutCard, filesCard } from "./tournament/about.js";
import { createBracket } from "./tournament/bracket.js";
import { createFreePairs } from "./tournament/free_pairs.js";
import { createHead } from "./tournament/head.js";
import { createNext } from "./tournament/next_game.js";
import { createPlayerCard } from "./tournament/player_card.js";
import { podium, teamDuel, teamPodium } from "./tournament/podium.js";
import { createNotes } from "./tournament/notes.js";
import { createRounds } from "./tournament/rounds.js";
import { columnsCard, createStandings } from "./tournament/standings.js";
import { createTeams } from "./tournament/teams.js";
import { createTopBoard } from "./tournament/top_board.js";
import { createTournamentTalk, isKeptOut } from "./shared/tournament_talk.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../models/tournament.js").TournamentModel} TournamentModel */
/** @typedef {"standings" | "rounds" | "board" | "talk" | "about"} Tab what a phone shows of the page */

/** From so long before, and beyond it in words: days and hours, not seconds. */
const EXACT_MS = 3_600_000;

/** @type {import("../page").CreateView} */
export function create(actions, part) {
  /** @type {TournamentModel | null} */
  let model = null;
  let nowMs = Date.now();
  /** @type {Tab} */
  let tab = "standings";
  /** The game this page has led to: it is left once. */
  let wentTo = "";
  /** Nothing is drawn any more, for it would follow a board: the message that leads into a game is heard to its end. */
  let isLeft = false;
  /** Which question for the tournament is the latest; the answers to older ones come too late. */
  let asked = 0;
  const ask = /** @type {<R extends import("../session/types").Request>(request: R) => void} */ ((request) => void actions.tell(request));

  const card = createPlayerCard(actions, part, closeCard);
  const notes = createNotes(actions, part, () => draw());
  /** How the teams stand, as far as is known. @type {import("../messages").TeamScore[]} */
  let teamScores = [];
  /** Whose first three are shown at the end. @type {"teams" | "players"} */
  let podiumOf = "teams";
  const teams = createTeams(actions, part, (told) => {
    teamScores = told;
    draw();
  });
  /** Whether the reader is its organiser, an arbiter, or an operator. */
  function isOfficial() {
    const { me, operator } = actions.app();
    return operator || model?.info.organiser.player === me || notes.isArbiter(me);
  }
  function isManaged() {
    const isOpen = model?.info.phase === "announced" || model?.info.phase === "running";
    return isOpen && isOfficial();
  }
  function isRuled() {
    return model !== null && takesRulings(model.info, nowMs) && isOfficial();
  }
  /** @param {string} player @param {HTMLElement} opener */
  function openCard(player, opener) {
    body.classList.add("carded");
    if (model) void card.open(player, opener, model, isManaged());
  }
  function closeCard() {
    body.classList.remove("carded");
  }

  const head = createHead(actions, ask);
  const next = createNext(actions, ask);
  const freePairs = createFreePairs(ask);
  const winners = made(el("div", { class: "col" }));
  const standings = createStandings(actions, part, openCard, (message) => take(message));
  const rounds = createRounds(actions, part, { openCard, isRuled, hear: (round) => small?.show(round) });
  const bracket = createBracket(actions, part, openCard, isManaged);
  const board = createTopBoard(actions);
  const talk = createTournamentTalk(actions, part, { quote: null });
  const talkTitle = made(el("h2", {}));
  const talkCard = made(el("section", { class: "card talk1" }, el("header", {}, talkTitle), talk.root));
  /** At real boards, once its module is here. @type {ReturnType<typeof import("./tournament/desk.js").createDesk> | null} */
  let desk = null;
  const deskHost = made(el("div", { class: "col" }));
  /** Its module is wanted on a tournament at real boards alone; it is long, and has its place before it is there. */
  async function openDesk() {
    deskHost.classList.toggle("awaited", isManaged());
    const { createDesk } = await import("./tournament/desk.js");
    desk ??= createDesk(actions, part, () => nowMs, () => void notes.ask());
    fill(deskHost, desk.root);
    draw();
  }
  /** The games of team matches, once their module is here. @type {ReturnType<typeof import("./tournament/match_boards.js").createMatchBoards> | null} */
  let small = null;
  /** Their module is fetched: the page is drawn when they have their place. */
  let isPlacing = false;
  const smallHost = made(el("div", { class: "col" }));
  /** While team matches are played; the first games are known with the tournament. @param {TournamentModel} shown */
  async function openSmall({ info, playing }) {
    if (small || info.format.type !== "team_robin" || info.phase !== "running") return;
    const [{ createMatchBoards }] = await Promise.all([import("./tournament/match_boards.js"), useLanguage(actions.app().settings.language, ["stage"])]);
    small ??= createMatchBoards(actions);
    small.show({ round: info.round, games: playing });
    fill(smallHost, small.root);
  }
  const about = made(el("div", { class: "col about1" }));
  const columns = made(el("div", { class: "columns1" }));
  const tabs = made(el("div", { class: "phone" }));
  const over = made(el("div", { class: "col over1" }));
  const left = made(el("div", { class: "col" }));
  const right = made(el("aside", { class: "col" }));
  const body = made(el("div", { class: "tpage" }, head.root, over, left, right, card.root));
  const root = made(el("main", {}, pageHead(t("tournament.title"))));

  /** @param {import("../messages").ServerMessage} message */
  function take(message) {
    if (model === null) return;
    const before = model;
    model = update(model, message);
    if (model === before) return;
    if (message.type === "tournament_you") told(before, model);
    if (message.type === "tournament_changed") {
      standings.refresh(model);
      teams.refresh();
      void openSmall(model);
      notes.refresh();
      desk?.refresh();
      if (model.info.format.type === "knockout") bracket.refresh();
      else rounds.refresh(model);
      if (before.info.phase !== model.info.phase) actions.announce(t(`tournament.phase.${model.info.phase}`));
    }
    draw();
  }

  /** What is one's own: a game that has begun is gone to, another place is said. @param {TournamentModel} before @param {TournamentModel} after */
  function told(before, after) {
    const isByDays = after.info.terms.clock.type === "correspondence";
    if (after.room !== null && after.room !== before.room && after.room !== wentTo && !isByDays) {
      wentTo = after.room;
      return actions.go(`/game/${after.room}`);
    }
    for (const opponent of newOffers(before, after)) actions.announce(t("pair.wants", { name: personText(opponent) }));
    if (after.you && before.you && after.you.rank !== before.you.rank) actions.announce(t("tournament.say.rank", { n: after.you.rank }));
  }

  function drawTabs() {
    const isRounds = model?.info.format.type !== "arena";
    const names = /** @type {Tab[]} */ (isRounds ? ["standings", "rounds", "talk", "about"] : ["standings", "board", "talk", "about"]);
    fill(tabs, segments(t("tournament.parts"), names, tab, (name) => t(`tournament.tab.${name}`), (name) => show(name), "parts"));
    body.dataset.tab = tab;
  }
  /** An arena is one list beside what comes next; of rounds the pairings stand beside the standings. @param {TournamentModel["info"]["format"]["type"]} format */
  function arrange(format) {
    const isRounds = format !== "arena";
    fill(over, tabs, ...(isRounds ? [deskHost, next.root, freePairs.root, winners, smallHost, format === "knockout" ? bracket.root : rounds.table] : []));
    fill(left, ...(isRounds ? [rounds.root, talkCard, notes.root, about] : [winners, teams.root, standings.root]));
    fill(right, ...(isRounds ? [teams.root, standings.root, columns] : [next.root, board.root, talkCard, notes.root, about]));
  }
  function drawTalk() {
    if (model === null) return;
    fill(talkTitle, t("talk.tournament"));
    talkCard.setAttribute("aria-label", t("talk.tournament"));
    talk.render(isKeptOut(model.room, model.info));
  }
  /** @param {Tab} name */
  function show(name) {
    tab = name;
    body.dataset.tab = tab;
  }

  const drawFrame = onChange(
    (/** @type {TournamentModel} */ shown) => {
      body.classList.toggle("rounds", shown.info.format.type !== "arena");
      body.classList.toggle("over", shown.info.phase === "finished");
      arrange(shown.info.format.type);
      drawTabs();
      fill(about, aboutCard(shown), filesCard(shown));
      fill(columns, shown.tieBreaks.length > 0 && columnsCard(shown.tieBreaks));
    },
    ({ info, tieBreaks, text, conditions, dates, end }) => [info.tournament, info.phase, info.format.type, info.rounds, tieBreaks, text, conditions, dates, end?.digest, document.documentElement.lang],
  );

  /** @param {"teams" | "players"} name */
  function turnPodium(name) {
    podiumOf = name;
    draw();
  }

  const drawWinners = onChange(
    (/** @type {TournamentModel} */ { info, rows }) => {
      const isOver = info.phase === "finished" && rows[0]?.rank === 1;
      const isDuel = info.format.type === "team_robin" && teamScores.length === 2;
      const hasTeams = teamScores.length > 0 && !isDuel;
      fill(
        winners,
        isDuel && teamDuel(teamScores),
        teamScores.length === 0 && info.format.type === "team_robin" && info.format.teams.length === 2 && el("div", { class: "duel awaited" }),
        isOver && hasTeams && segments(t("tournament.podium"), /** @type {const} */ (["teams", "players"]), podiumOf, (name) => t(name === "teams" ? "team.title" : "team.players"), (name) => turnPodium(name)),
        isOver && !isDuel && (hasTeams && podiumOf === "teams" ? teamPodium(teamScores) : podium(rows, openCard)),
      );
    },
    ({ info, rows }) => [info.phase, rows, teamScores, podiumOf, document.documentElement.lang],
  );

  function draw() {
    if (model === null || isLeft || isPlacing) return;
    const { guest, me } = actions.app();
    drawFrame(model);
    drawWinners(model);
    const step = nextStep(model, nowMs, guest);
    head.render(model, step, me);
    if (!root.contains(body)) fill(root, body); // what stood there instead is over
    next.render(model, step);
    freePairs.render(model);
    standings.render(model, me);
    rounds.render(model, me);
    bracket.render(me);
    notes.render(model, me, isManaged());
    drawTalk();
    if (model.info.format.type === "arena") board.render(model, me); // rounds have no place for it
    desk?.render(model, isManaged(), model.info.phase !== "announced" && isOfficial());
    tick(nowMs);
  }

  async function load() {
    const question = (asked += 1);
    const isWanted = () => question === asked;
    const early = (/** @type {import("../session/asker.js").Refusal} */ refusal) => void (isWanted() && model === null && explain(refusal));
    try {
      const told = await askPatiently(actions.ask, { type: "watch_tournament", tournament: part }, early, isWanted);
      if (!isWanted()) return;
      model = shownTournament(told, model);
      isPlacing = true;
      await openSmall(model);
      isPlacing = false;
      if (!isWanted()) return;
      standings.refresh(model);
      teams.arrive(model);
      void notes.ask();
      if (model.info.at_boards) void openDesk();
      if (model.info.format.type === "knockout") bracket.arrive();
      else rounds.arrive(model);
      draw();
    } catch (refusal) {
      if (isWanted()) explain(/** @type {Error} */ (refusal));
    }
  }

  /** Why the tournament is not shown. @param {{code?: string, message: string}} refusal */
  function explain({ code, message }) {
    const isNone = code === "no_such_tournament" || code === "bad_message";
    fill(root, pageHead(t("tournament.title")), isNone ? emptyState({ title: t("tournament.none"), sign: "trophy", href: "/tournaments", action: t("tournaments.all") }) : errorNote(message));
  }

  /** @param {number} serverMs */
  function tick(serverMs) {
    nowMs = serverMs;
    if (model === null) return;
    const untilMs = countsTo(model.info);
    const leftMs = untilMs === null ? 0 : untilMs - nowMs;
    head.count(untilMs === null ? "" : leftMs < EXACT_MS ? countdownText(leftMs) : leftText(leftMs));
    next.tick(nowMs);
    board.tick(nowMs);
    standings.tick(nowMs);
    rounds.tick(nowMs);
    bracket.tick(nowMs);
    notes.tick(nowMs);
    teams.tick(nowMs);
    small?.tick(nowMs);
    desk?.tick(nowMs);
    const step = nextStep(model, nowMs, actions.app().guest);
    head.render(model, step, actions.app().me);
    next.render(model, step);
  }

  return {
    root,
    title: () => model?.info.name ?? t("tournament.title"),
    arrive() {
      isLeft = false;
      void board.again();
      void small?.again();
      void load();
    },
    render(app) {
      const { found } = app;
      if (found?.tournament === part && found.state !== "missed" && found.room !== wentTo) {
        wentTo = found.room;
        queueMicrotask(() => actions.go(`/game/${found.room}`)); // not while this page is drawn
      }
      draw();
    },
    tick,
    hear(message) {
      board.hear(message);
      small?.hear(message);
      if (talk.hear(message)) drawTalk();
      take(message);
    },
    leave() {
      isLeft = true;
      asked += 1;
      board.leave();
      small?.leave();
      actions.send({ type: "unwatch_tournament", id: freshId() });
    },
  };
}
