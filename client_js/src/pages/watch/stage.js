/**
 * The stage: one game on a whole board, with its moves, its players and those who watch; the next boards below.
 *
 * The channels of the TV and the player that one follows are boards of one subscription. The game that is chosen is
 * joined besides, as its spectator. `?n=` shows a wall instead, `?player=` follows a player.
 */

import { emptyBoard } from "../../board/element.js";
import { createSmallBoard } from "../../board/small.js";
import { cellsAt } from "../../models/table.js";
import { counted, gameOf, isDue, isPlayers, NO_COUNT, secondsLeft, STOPPED, staysAlone, takesPlace, turned, upNext, wishOf } from "../../models/watching.js";
import { clockTitle, personText, t } from "../../text/catalogue.js";
import { el, fill, made, sideSign } from "../../ui/dom.js";
import { createBoards, listClock } from "../shared/boards.js";
import { createReplay, mastersInstead } from "../shared/master_replay.js";
import { lateBadge, paceText, speedText } from "../shared/pace.js";
import { resultText } from "../shared/result.js";
import { styleOf, tickBoards } from "../shared/stage.js";
import { watchTabs } from "../shared/watch_tabs.js";
import { createRecord } from "./record.js";
import { createCup } from "./cup.js";
import { createFollowed, tickClocks } from "./followed.js";
import { createGameTalk } from "./talk.js";
import { createTile } from "./tile.js";
import { createWall, WALLS } from "./wall.js";

/** @typedef {import("../../messages").GameInfo} GameInfo */
/** @typedef {import("../../messages").SideName} SideName */
/** @typedef {import("../../messages").SpeedName} SpeedName */
/** @typedef {import("../../text/catalogue.js").Key} Key */
/** @typedef {{game: GameInfo, followed: import("./followed.js").Followed}} Main */

export const CHANNELS = /** @type {const} */ (["top", "bullet", "blitz", "rapid", "classical", "rulings", "computer", "tournament"]);
const OWN_TEXT = ["top", "rulings", "computer", "tournament"];
const PANELS = /** @type {const} */ (["talk", "cup", "who", "game"]);

/** @param {string} source */
function sourceText(source) {
  const [sort, name] = source.split(":");
  if (sort === "player") return t("watch.followed");
  return OWN_TEXT.includes(name) ? t(/** @type {Key} */ (`watch.${name}`)) : speedText(/** @type {SpeedName} */ (name));
}

/** @param {import("../../page").Actions} actions @returns {import("../../page").View} */
export function createStagePage(actions) {
  const query = new URLSearchParams(location.search);
  let wallSize = WALLS.find((n) => n === query.get("n")) ?? null;
  /** The player that is followed. */
  let player = query.get("player") ?? "";
  let chosen = player ? `player:${player}` : `tv:${CHANNELS.find((one) => one === query.get("tv")) ?? "top"}`;
  let isPinned = false;
  /** @type {Main | null} */
  let main = null;
  /** What is shown of its moves, null for all. @type {number | null} */
  let viewed = null;
  /** Until the next game takes the place. */
  let count = NO_COUNT;
  let nowMs = 0;
  /** @type {typeof PANELS[number]} */
  let panel = "talk";
  /** @type {import("../shared/master_replay.js").Replay | null} */
  let replay = null;
  /** @type {ReturnType<typeof createTile>[]} */
  let tiles = [];
  const left = { now: new AbortController() };

  const boards = createBoards(actions, (room) => (room === null ? arranged() : moved(room)));
  const board = emptyBoard(true);
  board.setAttribute("role", "img");
  const record = createRecord(actions, show);
  const talk = createGameTalk(actions, { room: () => main?.game.room, ply, plies: () => table()?.moves.length ?? 0, show });
  const cup = createCup(actions, { quote: () => ({ text: `/game/${main?.game.room}?ply=${ply()}`, ply: ply() }), show: shows }, drawPanel);
  const wall = createWall(actions, boards, (isEmpty) => (isEmpty ? drawNobody() : (nobody.hidden = true)));
  const small = createSmallBoard();
  const channelBar = made(el("nav", { class: "chan" }));
  const above = made(el("div", { class: "tvbar" }));
  const under = made(el("div", { class: "tvbar" }));
  const strip = made(el("div", { class: "stagestrip" }));
  const over = made(el("div", { class: "stageover", hidden: true, role: "status" }));
  const tabs = made(el("div", { class: "row stagetabs", role: "tablist" }));
  const body = made(el("div", { class: "stagebody" }));
  const stage = made(
    el(
      "div",
      { class: "stage", role: "region", hidden: true },
      el("div", { class: "stageboard" }, board),
      el("section", { class: "stagemoves" }, above, over, record.root, strip, under),
      el("section", { class: "stagetalk" }, tabs, body),
    ),
  );
  const others = made(el("section", { class: "col s nextboards", hidden: true }));
  const nobody = made(el("div", { hidden: true }));
  const root = made(el("main", { class: "onstage" }, el("h1", { class: "sr" }, t("watch.tv")), el("div", { class: "stagebar" }, watchTabs("tv"), channelBar), stage, others, wall.root, nobody));

  // What is shown.

  const table = () => main?.followed.table() ?? null;
  const isOver = () => table()?.outcome != null;
  function ply() {
    const last = table()?.moves.length ?? 0;
    return Math.min(viewed ?? last, last);
  }

  /** @param {number | null} at */
  function show(at) {
    viewed = at === null || at >= (table()?.moves.length ?? 0) ? null : Math.max(0, at);
    drawMain();
  }

  /** A game that somebody names, if it is the one on the board. @param {{room: string, ply: number | null}} game */
  function shows(game) {
    const isHere = main?.game.room === game.room;
    if (isHere) show(game.ply);
    return isHere;
  }

  /** The sources with a game, and the one that is chosen. */
  const open = () => boards.slots().filter(({ source, game }) => game || source === chosen);

  /** The boards show other games. */
  function arranged() {
    if (wallSize !== null) return;
    const next = gameOf(boards.slots(), chosen);
    if (takesPlace(next, main && { room: main.game.room, isOver: isOver(), isPinned })) settle(next);
    draw();
  }

  /** Show another game; one that is over may stay where there is none. @param {GameInfo | null} next */
  function settle(next) {
    if (next === null && main && staysAlone(chosen, isOver())) return;
    if (next?.room === main?.game.room) return;
    main?.followed.leave();
    [main, viewed, count, isPinned] = [null, null, NO_COUNT, false];
    if (next === null) return cup.watch(null);
    main = { game: next, followed: createFollowed(actions, next.room, next.fen, drawMain) };
    main.followed.join();
  }

  /** @param {string} source */
  function choose(source) {
    chosen = source;
    isPinned = false;
    const next = gameOf(boards.slots(), source);
    if (next || !isPlayers(source)) settle(next);
    remember();
    draw();
  }

  function remember() {
    const at = wallSize !== null ? `?n=${wallSize}` : isPlayers(chosen) ? `?player=${player}` : chosen === "tv:top" ? "" : `?tv=${chosen.slice(3)}`;
    history.replaceState(history.state, "", `/watch/tv${at}`);
  }

  /** @param {"4" | "9" | "16" | null} n */
  function toWall(n) {
    wallSize = n;
    wall.leave();
    settle(null);
    main?.followed.leave();
    main = null;
    cup.watch(null);
    remember();
    void arrive();
  }

  /** @param {string} id */
  function follow(id) {
    player = id;
    chosen = `player:${id}`;
    remember();
    void arrive();
  }

  async function arrive() {
    [replay, tiles] = [null, []];
    nobody.hidden = true;
    main?.followed.join();
    void cup.ask();
    if (wallSize !== null) await wall.show(Number(wallSize));
    else await boards.watch([...(player ? [`player:${player}`] : []), ...CHANNELS.map((channel) => `tv:${channel}`)]);
    draw();
  }

  // Drawing.

  function draw() {
    const isWall = wallSize !== null;
    drawChannels();
    stage.hidden = isWall || main === null;
    wall.root.hidden = !isWall;
    others.hidden = isWall;
    if (isWall) return;
    drawNext();
    drawMain();
    const isEmpty = main === null && open().every(({ game }) => game === null);
    if (isEmpty) drawNobody();
    nobody.hidden = !isEmpty;
    if (!isEmpty) replay = null;
  }

  function drawNobody() {
    replay ??= createReplay(actions, createRecord);
    const waits = isPlayers(chosen) && wallSize === null;
    nobody.hidden = false;
    fill(nobody, mastersInstead(t(waits ? "watch.waits" : "watch.none"), replay));
  }

  function drawChannels() {
    const isWall = wallSize !== null;
    channelBar.setAttribute("aria-label", t("watch.channels"));
    /** @param {boolean} isOn @param {() => void} act @param {import("../../ui/dom.js").Child[]} text */
    const item = (isOn, act, ...text) => el("button", { type: "button", "aria-pressed": String(isOn), onclick: act }, ...text);
    fill(
      channelBar,
      main && !isWall && lateBadge(main.game.delay_ms),
      ...(isWall ? [item(false, () => toWall(null), t("watch.one_board"))] : open().map(({ source }) => item(source === chosen, () => choose(source), sourceText(source)))),
      el("span", { class: "grow" }),
      ...WALLS.map((n) => item(wallSize === n, () => toWall(n), t("watch.wall", { n }))),
    );
  }

  /** The other boards, each once. */
  function drawNext() {
    /** @type {Map<string, {source: string, game: GameInfo}>} */
    const found = new Map();
    for (const { source, game } of boards.slots()) {
      if (game && game.room !== main?.game.room && !found.has(game.room)) found.set(game.room, { source, game });
    }
    const known = new Map(tiles.map((tile) => [tile.room, tile]));
    tiles = [...found.values()].map(
      ({ source, game }, i) => known.get(game.room) ?? createTile(game, sourceText(source), { go: () => choose(source), href: `/game/${game.room}`, number: i + 1 }),
    );
    others.hidden = tiles.length === 0;
    fill(others, el("div", { class: "row w" }, el("h2", { class: "grow" }, t("watch.next_boards")), el("small", { class: "mut desk" }, t("watch.keys"))), el("div", { class: "tiles" }, ...tiles.map((tile) => tile.root)));
    tiles.forEach(drawTile);
  }

  /** @param {ReturnType<typeof createTile>} tile */
  const drawTile = (tile) => tile.render(boards.at(tile.room), actions.app().settings.pieces);

  /** A board has moved. @param {string} room */
  function moved(room) {
    if (wallSize !== null) return wall.render(room);
    tiles.filter((tile) => tile.room === room).forEach(drawTile);
  }

  /** @param {GameInfo} game @param {SideName} side */
  const bar = (game, side) => [
    sideSign(side),
    el("a", { class: "cut grow", href: `/player/${encodeURIComponent(game[side].name)}` }, el("b", {}, personText(game[side]))),
    el("span", { class: "mut small num" }, String(game[`${side}_points`] ?? "")),
    listClock(game.room, side, "clk end"),
  ];

  function drawMain() {
    if (!main || wallSize !== null) return;
    const { game } = main;
    const now = table();
    stage.hidden = false;
    stage.classList.toggle("rewound", viewed !== null);
    stage.setAttribute("aria-label", sourceText(chosen));
    const style = styleOf(actions.app().settings);
    const { cells, last } = main.followed.position();
    const at = ply();
    const shown = now && viewed !== null ? { cells: cellsAt(now, at), last: at ? now.moves[at - 1].uci : null } : { cells, last };
    board.scene = { ...shown, ...style };
    board.setAttribute("aria-label", t("game.players", { red: personText(game.red), black: personText(game.black) }));
    fill(above, ...bar(game, "black"));
    fill(under, ...bar(game, "red"));
    if (now) record.render({ ...now, isOver: now.outcome !== null }, at);
    drawOver();
    drawStrip();
    drawPanel();
  }

  function drawStrip() {
    if (!main) return;
    const warning = table()?.warning;
    fill(
      strip,
      warning && el("p", { class: "warned small" }, warning.text),
      !isOver() && el("button", { type: "button", class: "btn sm", "aria-pressed": String(isPinned), onclick: pin }, t("watch.pin")),
      el("a", { class: "btn sm", href: `/game/${main.game.room}` }, t("watch.open")),
    );
  }

  /** What came of it, and what comes next. */
  function drawOver() {
    const outcome = table()?.outcome;
    over.hidden = !outcome;
    if (!outcome || !main) return;
    const next = following();
    if (nowMs) count = counted(count, next !== null, nowMs);
    const seconds = secondsLeft(count, nowMs);
    fill(
      over,
      el("b", { class: "disp" }, resultText(outcome, null)),
      el("p", { class: "small" }, outcome.text),
      next && nextCard(next, seconds),
      next && el("div", { class: "row w" }, seconds !== null && el("button", { type: "button", class: "btn sm", onclick: stay }, t("watch.stay")), el("button", { type: "button", class: "btn sm main", onclick: goOn }, t("watch.go"))),
      !next && isPlayers(chosen) && el("p", { class: "small mut" }, t("watch.waits")),
      !isPlayers(chosen) && el("div", { class: "row w" }, ...[main.game.red, main.game.black].map((person) => el("button", { type: "button", class: "btn sm", onclick: () => follow(person.player) }, t("watch.follow_on", { name: personText(person) })))),
    );
  }

  /** The game that comes next, as it stands. @param {GameInfo} next @param {number | null} seconds */
  function nextCard(next, seconds) {
    const { fen, last } = boards.at(next.room) ?? next.now ?? { fen: next.fen, last: null };
    small.render({ fen, last, pieces: actions.app().settings.pieces });
    const game = t("game.players", { red: personText(next.red), black: personText(next.black) });
    return el("div", { class: "stagenext" }, small.root, el("p", { class: "small" }, t("watch.next", { game }), el("br", {}), el("span", { class: "mut" }, paceText(next), seconds !== null && ` · ${t("watch.in", { n: seconds })}`)));
  }

  const following = () => upNext(boards.slots(), chosen, main?.game.room, (room) => boards.at(room)?.over != null);

  /** A reader who does anything is still reading: the next game waits. */
  function stay() {
    if (count.atMs === null) return;
    count = STOPPED;
    drawOver();
  }

  function goOn() {
    settle(following());
    draw();
  }

  function drawPanel() {
    const now = table();
    if (!main) return cup.watch(null);
    const { tournament } = main.game;
    if (panel === "cup" && !tournament) panel = "talk";
    cup.watch(panel === "cup" ? tournament : null);
    fill(
      tabs,
      ...PANELS.filter((one) => one !== "cup" || tournament).map((one) =>
        el(
          "button",
          {
            type: "button",
            role: "tab",
            "aria-selected": String(one === panel),
            onclick() {
              panel = one;
              drawPanel();
            },
          },
          t(`watch.panel.${one}`),
          one === "who" && now !== null && el("span", { class: "mut num" }, ` ${now.spectators}`),
        ),
      ),
    );
    if (panel === "talk") talk.render(main.followed.talk(), now !== null);
    fill(body, panel === "talk" ? talk.root : panel === "cup" ? cup.render() : panel === "who" ? who() : facts());
  }

  /** Those who watch, as far as they are named. */
  function who() {
    const now = table();
    const names = [...(now?.names ?? []), ...(now?.bots ?? [])];
    const more = Math.max(0, (now?.spectators ?? 0) - names.length);
    return el(
      "div",
      { class: "col s who" },
      ...names.map((name) => el("span", { class: "cut" }, name)),
      names.length === 0 && more === 0 && el("p", { class: "mut small" }, t("watch.alone")),
      more > 0 && el("small", { class: "mut" }, t("watch.more", { n: more })),
    );
  }

  /** Both players and what they play for. */
  function facts() {
    const now = table();
    if (!main || !now) return el("p", {}, "");
    const { game } = main;
    const card = (/** @type {SideName} */ side) =>
      el(
        "div",
        { class: "row w" },
        sideSign(side),
        el("a", { class: "grow cut", href: `/player/${encodeURIComponent(game[side].name)}` }, personText(game[side])),
        el("span", { class: "mut num small" }, String(game[`${side}_points`] ?? "")),
        el("button", { type: "button", class: "btn sm", "aria-pressed": String(player === game[side].player), onclick: () => follow(game[side].player) }, t("watch.follow")),
      );
    return el(
      "div",
      { class: "col factsof" },
      card("red"),
      card("black"),
      el("small", { class: "mut" }, [clockTitle(now.terms.clock), t(game.rated ? "games.rated" : "games.casual")].join(" · ")),
      game.tournament && el("a", { class: "small", href: `/tournament/${game.tournament}` }, t("watch.tournament")),
      el("button", { type: "button", class: "btn sm", onclick: () => actions.copy(`${location.origin}/game/${game.room}?ply=${ply()}`, "toast.copied", `${location.origin}/game/${game.room}?ply=${ply()}`) }, t("watch.link")),
    );
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    stay();
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (step(event.key) || (actions.app().settings.shortcuts && letter(event.key, target))) event.preventDefault();
  }

  /** @param {string} key */
  function step(key) {
    if (key === "Escape" && wallSize !== null) toWall(null);
    else if (wallSize !== null || !table()) return false;
    else if (key === "ArrowLeft") show(ply() - 1);
    else if (key === "ArrowRight") show(ply() + 1);
    else if (key === "Home") show(0);
    else if (key === "End") show(null);
    else return false;
    return true;
  }

  /** @param {string} key @param {HTMLElement} target */
  function letter(key, target) {
    const wish = wishOf(key);
    if (wish === "wall") toWall(wallSize === null ? "9" : null);
    else if (wallSize !== null) return false;
    else if (wish === "next" || wish === "before") turn(wish === "next" ? 1 : -1);
    else if (typeof wish === "number" && tiles[wish]) tiles[wish].root.click();
    else if (!main || (key === " " && target.tagName === "BUTTON")) return false;
    else if (wish === "follow") follow(main.game.red.player);
    else if (wish === "pin") pin();
    else if (wish === "quote") quote();
    else return false;
    return true;
  }

  function pin() {
    isPinned = !isPinned;
    drawStrip();
  }

  /** The ply on the board goes into what the reader is about to say. */
  function quote() {
    panel = "talk";
    drawPanel();
    talk.quote();
  }

  /** The next channel that shows a game, or the one before. @param {number} by */
  function turn(by) {
    const source = turned(boards.slots(), chosen, by);
    if (source !== null) choose(source);
  }

  return {
    root,
    title: () => (main && wallSize === null ? t("game.players", { red: personText(main.game.red), black: personText(main.game.black) }) : t("watch.tv")),
    heading: () => t("watch.tv"),
    arrive() {
      left.now.abort();
      left.now = new AbortController();
      addEventListener("keydown", pressed, { signal: left.now.signal });
      for (const kind of ["wheel", "touchmove"]) addEventListener(kind, stay, { signal: left.now.signal, passive: true });
      void arrive();
    },
    hear(message) {
      boards.hear(message);
      main?.followed.hear(message);
      cup.hear(message);
    },
    tick(serverMs) {
      nowMs = serverMs;
      replay?.tick(serverMs);
      if (wallSize !== null) wall.tick(serverMs);
      if (actions.app().link === "open") {
        tickBoards(others, boards.at, serverMs);
        tickBoards(wall.root, boards.at, serverMs);
        if (main) tickClocks(stage, main.followed, serverMs);
      }
      if (table()?.outcome) drawOver();
      if (isDue(count, serverMs)) goOn();
    },
    leave() {
      left.now.abort();
      main?.followed.leave();
      main = null;
      cup.watch(null);
      wall.leave();
      boards.leave();
    },
  };
}
