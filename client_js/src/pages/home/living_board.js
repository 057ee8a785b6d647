/** A board on which somebody plays: the best running game, or a game of masters while nobody does. */

import { fill, el, made, onChange } from "../../ui/dom.js";
import { createBoards } from "../shared/boards.js";
import { createReplay } from "../shared/master_replay.js";
import { createStage, styleOf, tickBoards } from "../shared/stage.js";

/** @typedef {import("../../page").App} App */

/** @param {import("../../page").Actions} actions */
export function createLivingBoard(actions) {
  const root = made(el("div", { class: "living" }));
  const stage = createStage();
  const boards = createBoards(actions, (room) => (room === null ? choose() : draw()));
  /** @type {import("../shared/master_replay.js").Replay | null} */
  let replay = null;

  /** The best game, if it is not the reader's own. */
  function best() {
    const game = boards.slots()[0]?.game;
    return game && !actions.app().games.some(({ room }) => room === game.room) ? game : null;
  }

  function choose() {
    const game = best();
    if (game) replay = null;
    else replay ??= createReplay(actions);
    stage.root.hidden = !game;
    fill(root, game ? stage.root : replay?.root);
    draw();
  }

  function draw() {
    const game = best();
    if (game) stage.render(game, boards.at(game.room), styleOf(actions.app().settings));
    else replay?.draw();
  }
  const redraw = onChange(draw, (/** @type {App} */ { settings }) => [settings.pieces, settings.notation, document.documentElement.lang]);

  return {
    root,
    leave: boards.leave,
    render: redraw,
    async arrive() {
      await boards.watch(["tv:top"]);
      choose();
    },
    hear: boards.hear,
    /** @param {number} serverMs */
    tick(serverMs) {
      replay?.tick(serverMs);
      if (actions.app().link === "open") tickBoards(root, boards.at, serverMs);
    },
  };
}
