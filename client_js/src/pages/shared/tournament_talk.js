/** What those who look at a tournament say. The address of a game in it, as `/game/bifqydiob4ib?ply=12`, leads to that board. */

import { t } from "../../text/catalogue.js";
import { el } from "../../ui/dom.js";
import { createTalk } from "./talk.js";

/** @typedef {import("../../messages").ChatLine} ChatLine */
/** @typedef {{room: string, ply: number | null}} NamedGame */

const LINES_HELD = 200;

/** A text in pieces, with the games of this site that it names. @param {string} text @param {string} origin of this site @returns {(string | NamedGame)[]} */
export function withGames(text, origin) {
  const pieces = text.replaceAll(`${origin}/game/`, "/game/").split(/((?<![\w/.:-])\/game\/[a-z0-9]{12}(?:\?ply=\d{1,3})?(?![\w/?&=-]))/);
  return pieces.filter(Boolean).map((piece) => {
    const [, room, ply] = piece.match(/^\/game\/([a-z0-9]{12})(?:\?ply=(\d{1,3}))?$/) ?? [];
    return room ? { room, ply: ply === undefined ? null : Number(ply) } : piece;
  });
}

/** The lines with a new one, in the order in which they were stored. @param {readonly ChatLine[]} lines @param {ChatLine} line @returns {readonly ChatLine[]} */
export function withLine(lines, line) {
  const others = lines.filter(({ n }) => n !== line.n);
  return [...others, line].sort((a, b) => a.n - b.n).slice(-LINES_HELD);
}

/**
 * @param {import("../../page").Actions} actions @param {string} tournament which the page watches
 * @param {{quote: (() => {text: string, ply: number}) | null, show?: (game: NamedGame) => boolean}} board what is on the board; `show` says whether it shows a game itself
 */
export function createTournamentTalk(actions, tournament, { quote, show = () => false }) {
  /** @type {readonly ChatLine[]} */
  let lines = [];
  /** @param {NamedGame} game */
  function link(game) {
    const at = game.ply === null ? "" : `?ply=${game.ply}`;
    const opened = (/** @type {Event} */ event) => void (show(game) && event.preventDefault());
    return el("a", { class: "btn sm chip", href: `/game/${game.room}${at}`, onclick: opened }, game.ply === null ? t("talk.game") : `${t("talk.game")} #${game.ply}`);
  }
  const talk = createTalk(actions, {
    label: "talk.tournament",
    line: (text) => ({ type: "tournament_chat", tournament, text }),
    words: (text) => withGames(text, location.origin).map((piece) => (typeof piece === "string" ? piece : link(piece))),
    quote,
  });

  return {
    root: talk.root,
    /** @param {import("../../messages").ServerMessage} message @returns {boolean} whether there is something new to see */
    hear(message) {
      if (!("tournament" in message) || message.tournament !== tournament) return false;
      if (message.type === "tournament_chat_history") lines = message.lines;
      else if (message.type === "tournament_chat") lines = withLine(lines, message.line);
      else return false;
      return true;
    },
    /** @param {boolean} isPlaying the reader's own game there is under way: it neither reads nor writes */
    render: (isPlaying) => (isPlaying ? talk.render([], false, t("talk.playing")) : talk.render(lines, true)),
  };
}

/** Whether the reader is kept from the talk by a game of its own. @param {string | null} room of that game @param {import("../../messages").TournamentInfo} info */
export const isKeptOut = (room, info) => room !== null && info.terms.clock.type !== "correspondence";
