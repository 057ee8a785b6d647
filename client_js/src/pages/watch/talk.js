/** What those who watch a game say. A number such as `#12` leads to that ply. */

import { el } from "../../ui/dom.js";
import { createTalk } from "../shared/talk.js";

/** A text in pieces, with the plies that it names. @param {string} text @param {number} plies how many there are @returns {(string | number)[]} */
export function withPlies(text, plies) {
  const isPly = (/** @type {string} */ piece) => /^#\d{1,3}$/.test(piece) && Number(piece.slice(1)) <= plies;
  return text.split(/(#\d{1,3}(?!\d))/).filter(Boolean).map((piece) => (isPly(piece) ? Number(piece.slice(1)) : piece));
}

/**
 * @param {import("../../page").Actions} actions
 * @param {{room: () => string | undefined, ply: () => number, plies: () => number, show: (ply: number) => void}} game
 */
export function createGameTalk(actions, game) {
  /** @param {number} ply */
  const chip = (ply) => el("button", { type: "button", class: "btn sm chip", onclick: () => game.show(ply) }, `#${ply}`);
  return createTalk(actions, {
    label: "talk.spectators",
    line(text) {
      const room = game.room();
      return room ? { type: "chat", room, to: "spectators", text } : null;
    },
    words: (text) => withPlies(text, game.plies()).map((piece) => (typeof piece === "string" ? piece : chip(piece))),
    quote: () => ({ text: `#${game.ply()}`, ply: game.ply() }),
  });
}
