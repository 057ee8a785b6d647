/**
 * What a game by days says beside the board: the second word to a move, with a message to the opponent, and the way to
 * the next game that waits for the reader. Fetched in such a game alone.
 */

import { isOurTurn, plyOf } from "../../models/room.js";
import { otherSide } from "../../models/table.js";
import { personText, t } from "../../text/catalogue.js";
import { dateText } from "../../text/dates.js";
import { el } from "../../ui/dom.js";
import { moveWords } from "./notices.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("./notices.js").BoardNotice} BoardNotice */
/** @typedef {import("./notices.js").NewsOf} NewsOf */

const LONGEST = 280;
/** The message that goes with the move; it stays while the move is thought over. */
let words = "";
let isSending = false;

/** The games that wait besides the one that is shown, the least time left first. @param {Actions} actions */
const others = (actions) => {
  const { waiting, room } = actions.app();
  return waiting.filter((other) => other !== room?.room);
};

/** To the next game that waits for a move. @param {Actions} actions @returns {boolean} whether there is one */
export function goToNext(actions) {
  const [next] = others(actions);
  if (next) actions.go(`/game/${next}`);
  return Boolean(next);
}

/**
 * Play the move; once it is stored, say what goes with it, and go on.
 * @param {Actions} actions @param {{room: string, ply: number, text: string}} move @param {boolean} goesOn
 */
async function submit(actions, move, goesOn) {
  if (isSending) return;
  isSending = true;
  try {
    if ((await actions.tell({ type: "move", ...move })) === null) return;
    const text = words.trim();
    words = "";
    if (text) await actions.tell({ type: "chat", room: move.room, to: "players", text });
    const { after_move: place } = actions.app().settings;
    if (goesOn || place === "next") goToNext(actions);
    else if (place === "games") actions.go("/games");
  } finally {
    isSending = false;
  }
}

const messageRow = () =>
  el("input", {
    class: "inp",
    style: { "grid-column": "1 / -1" },
    "aria-label": t("days.message"),
    placeholder: t("days.message"),
    autocomplete: "off",
    maxlength: LONGEST,
    oninput: (/** @type {Event} */ event) => (words = /** @type {HTMLInputElement} */ (event.target).value),
  });

/** @param {NewsOf} app @param {string} uci @param {Actions} actions @returns {BoardNotice} */
function submitNotice(app, uci, actions) {
  const room = /** @type {NonNullable<NewsOf["room"]>} */ (app.room);
  const move = { room: room.room, ply: plyOf(room), text: uci };
  const hasNext = others(actions).length > 0;
  return {
    kind: "",
    sign: "check",
    bold: t("notices.weigh", { move: moveWords(app, uci) }),
    rows: room.table?.terms.chat ? [messageRow] : [],
    answers: [
      { text: t("notices.weigh.keep"), kind: "quiet", act: () => actions.room({ type: "keep_thinking" }) },
      { text: t("days.submit"), ...(!hasNext && { kind: "main" }), act: () => void submit(actions, move, false) },
      ...(hasNext ? [{ text: t("days.submit_next"), kind: /** @type {const} */ ("main"), act: () => void submit(actions, move, true) }] : []),
    ],
  };
}

/** The opponent is on vacation. @param {NewsOf} app @returns {BoardNotice | null} */
function awayNotice({ room }) {
  const table = room?.table;
  const side = table?.you ? otherSide(table.you) : null;
  const until = side && table?.away?.[side];
  if (!table || !side || !until || until <= Date.now()) return null;
  return { kind: "", sign: "hour", bold: t("days.away", { who: personText(/** @type {NonNullable<typeof table.red>} */ (table[side])), date: dateText(until) }) };
}

/** What is said in a game by days that is played. @param {NewsOf} app @param {unknown} _ @param {Actions} actions @returns {(BoardNotice | null)[]} */
export function notices(app, _, actions) {
  const { room } = app;
  if (!room?.table || room.table.you === null) return [];
  if (room.weighing) return [submitNotice(app, room.weighing, actions)];
  const { length } = others(actions);
  if (isOurTurn(room) || room.note || room.table.offers.length > 0) return [];
  if (length === 0) return [awayNotice(app)];
  const answers = [{ text: t("days.next"), kind: /** @type {const} */ ("main"), act: () => void goToNext(actions) }];
  return [{ kind: "", sign: "board", bold: t("days.waiting", { n: length }), text: awayNotice(app)?.bold, answers }];
}
