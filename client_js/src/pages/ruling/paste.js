/** A game from anywhere: pasted, dropped, or chosen as a file. The server reads every format, and tells what it guessed or left out. */

import { mainLine } from "../../models/line.js";
import { t } from "../../text/catalogue.js";
import { el, fill, icon, made } from "../../ui/dom.js";
import { errorNote } from "../../ui/parts.js";

/**
 * @typedef {object} ReadFile what `/api/read` answers
 * @property {string} format
 * @property {{number: number, red: string, black: string, event: string, date: string, result: string, plies: number}[]} games
 * @property {{fen: string, line: string, notes: {text: string, line?: number}[], terms: string} | null} game
 * @property {{code: string, text: string} | null} refused
 */

const MOST_BYTES = 2_097_152;

/** @param {{take: (fen: string, moves: string[], terms: string) => void}} page */
export function createPaste({ take }) {
  /** @type {Blob | null} */
  let source = null;
  const field = made(el("textarea", { class: "inp", rows: 4, "aria-label": t("arbiter.paste"), placeholder: t("arbiter.paste.hint") }));
  const file = made(el("input", { type: "file", class: "sr", "aria-label": t("arbiter.file"), onchange: () => chosen() }));
  const answer = made(el("div", { class: "col s", "aria-live": "polite" }));
  const root = made(
    el(
      "details",
      { class: "card pad paste", ondragover: (/** @type {Event} */ event) => event.preventDefault(), ondrop: dropped },
      el("summary", { class: "b" }, t("arbiter.read")),
      el(
        "div",
        { class: "col s" },
        field,
        el(
          "div",
          { class: "row w" },
          el("button", { type: "button", class: "btn main", onclick: () => void read(new Blob([/** @type {HTMLTextAreaElement} */ (field).value])) }, icon("check"), t("arbiter.take")),
          el("label", { class: "btn" }, icon("dl"), t("arbiter.file"), file),
        ),
        el("p", { class: "small mut" }, t("arbiter.formats")),
        answer,
      ),
    ),
  );

  function chosen() {
    const [first] = /** @type {HTMLInputElement} */ (file).files ?? [];
    if (first) void read(first);
  }

  /** @param {DragEvent} event */
  function dropped(event) {
    event.preventDefault();
    const { files, ...data } = /** @type {DataTransfer} */ (event.dataTransfer);
    const text = /** @type {DataTransfer} */ (event.dataTransfer).getData("text");
    if (files?.[0] ?? data) void read(/** @type {DataTransfer} */ (event.dataTransfer).files[0] ?? new Blob([text]));
  }

  /** @param {Blob} blob @param {number} [game] which of its games, from 1 */
  async function read(blob, game = 1) {
    if (blob.size === 0) return;
    if (blob.size > MOST_BYTES) return fill(answer, errorNote(t("arbiter.too_large")));
    source = blob;
    fill(answer, el("p", { class: "mut" }, t("arbiter.reading")));
    try {
      const reply = await fetch(`/api/read?game=${game}`, { method: "POST", body: blob, headers: { "Accept-Language": document.documentElement.lang } });
      show(await reply.json(), game);
    } catch {
      fill(answer, errorNote(t("arbiter.unread")));
    }
  }

  /** @param {ReadFile & {text?: string}} told @param {number} number */
  function show({ games, game, refused, text }, number) {
    const why = refused?.text ?? text;
    if (!game) return fill(answer, ...listOf(games ?? [], number), errorNote(why ?? t("arbiter.unread")));
    const moves = mainLine(game.line);
    fill(
      answer,
      ...listOf(games, number),
      el("p", { class: "row s" }, icon("check", "s"), t("arbiter.taken", { n: moves.length })),
      game.notes.length > 0 && el("ul", { class: "small" }, ...game.notes.map((note) => el("li", {}, note.line ? t("arbiter.at_line", { n: note.line, text: note.text }) : note.text))),
    );
    take(game.fen, moves, game.terms);
  }

  /** @param {ReadFile["games"]} games @param {number} number */
  const listOf = (games, number) =>
    games.length > 1
      ? [
          el(
            "select",
            { class: "inp", "aria-label": t("arbiter.games"), onchange: ({ target }) => source && void read(source, Number(target.value)) },
            ...games.map((one) => el("option", { value: String(one.number), selected: one.number === number }, `${one.number}. ${[one.red, one.black].filter(Boolean).join(" – ") || one.event || "?"} ${one.result}`)),
          ),
        ]
      : [];
  return { root };
}
