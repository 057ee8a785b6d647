/** What of a game is shown: how its reader looks at it, where it stands, and the board while nobody touches it. */

import { filesIn } from "../../board/drawing.js";
import { isOurTurn, plyOf } from "../../models/room.js";
import { cellsAfter, cellsAt, generalOf, rivalOf, turnAt } from "../../models/table.js";
import { t } from "../../text/catalogue.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../board/drawing.js").Scene} Scene */
/** @typedef {"ruling" | "times" | "talk" | "about" | "appearance" | "keys" | "why" | "share" | "moves"} Place what stands beside the board, or in the place of the moves */
/** @typedef {{of: "warning" | "ruling", step: number, runs: boolean}} Replay a cycle shown ply by ply; step 0 is its first ply */
/**
 * @typedef {object} ViewState what is only looked at and never sent
 * @property {number | null} selected
 * @property {boolean} flipped
 * @property {Replay | null} replay
 * @property {Place | null} place
 * @property {"resign" | "draw" | null} asking what the actions ask about before it is done
 * @property {boolean} typing
 * @property {boolean} more
 */
/** @typedef {(change: Partial<ViewState>) => void} SetView */
/**
 * @typedef {object} Acts what a panel may do, and what it may hold of the page
 * @property {import("../../page").Actions} actions
 * @property {SetView} setView
 * @property {import("../../board/element.js").XiangqiBoard} board
 * @property {() => void} toBoard give the board the focus
 * @property {() => void} toField give it to the field for typed moves
 */
/**
 * @template Inputs
 * @typedef {object} Panel a part of the page around the board
 * @property {(app: App, view: ViewState) => Inputs} inputsOf all that it is drawn from
 * @property {(host: HTMLElement, acts: Acts) => Drawn<Inputs>} create
 */
/**
 * @template Inputs
 * @typedef {object} Drawn a panel that stands in its host
 * @property {(inputs: Inputs) => void} render called when its inputs have changed
 * @property {(serverMs: number) => void} [tick] called ten times a second with the server's time
 * @property {(message: import("../../messages").ServerMessage) => void} [hear]
 * @property {(event: KeyboardEvent) => void} [key] pressed anywhere in the page
 * @property {() => void} [focus] what is typed into gets the focus
 * @property {() => void} [leave]
 */

const NO_CELLS = ".".repeat(90);

/** How many plies are shown. @param {App} app */
export const shownPly = ({ room }) => (room ? (room.viewedPly ?? plyOf(room)) : 0);

/** What the board shows while nobody touches it. @param {App} app @param {ViewState} view @returns {Scene} */
export function stillScene(app, view) {
  const { room, settings } = app;
  const table = room?.table ?? null;
  const ply = shownPly(app);
  const wanted = room?.viewedPly === null ? (room.pending?.uci ?? room.weighing) : null;
  const still = table ? cellsAt(table, ply) : NO_CELLS;
  const last = table?.moves[ply - 1] ?? null;
  return {
    cells: wanted ? cellsAfter(still, wanted) : still,
    flip: (table?.you === "black") !== view.flipped,
    pieces: settings.pieces,
    ...filesIn(settings.notation),
    last: wanted ?? last?.uci ?? null,
    check: table && last?.check && !wanted ? generalOf(still, turnAt(table, ply)) : null,
    selected: null,
    targets: [],
    unmarked: !settings.hints,
    losing: [],
    banned: [],
    refused: null,
    premove: null,
    weighed: room?.weighing ?? null,
    arrows: [],
    choices: new Map(),
  };
}

/**
 * The talks a reader may follow, the first one to begin with. A computer neither reads nor answers: who plays it has only what watchers said.
 * @param {import("../../models/room.js").RoomModel | null} room @returns {import("../../messages").AudienceName[]}
 */
export function audiencesOf(room) {
  const table = room?.table;
  if (!table || table.you === null) return ["spectators"];
  const isOver = table.status === "over";
  if (rivalOf(table)) return isOver && room.talk.spectators.length > 0 ? ["spectators"] : [];
  return isOver ? ["players", "spectators"] : ["players"];
}

/** One line that says where the game stands. @param {App} app @returns {string} */
export function statusOf({ room }) {
  const table = room?.table;
  if (!room || !table) return room?.gone ? t("gone.title") : t("game.joining");
  if (table.status === "waiting") return t("game.waiting");
  if (table.status === "readying") return t("game.ready");
  if (table.status === "over") return t("game.over");
  if (room.pending) return t("game.confirming");
  if (isOurTurn(room)) return t("game.your_turn");
  return table.you ? t("game.thinking") : t("game.spectator");
}
