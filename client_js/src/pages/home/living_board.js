/** A board on which somebody plays: the best running game, or a game of masters while nobody does. */

import { freshId } from "../../session/link.js";
import { el, fill, made, onChange } from "../../ui/dom.js";
import { createFollowed, styleOf } from "../shared/followed.js";
import { createReplay } from "../shared/master_replay.js";
import { createStage, tickClocks } from "../shared/stage.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("../../messages").GameInfo} GameInfo */

/** @param {import("../../page").Actions} actions */
export function createLivingBoard(actions) {
  const root = made(el("div", { class: "living" }));
  const stage = createStage();
  /** @type {Map<string, GameInfo>} by channel */
  const channels = new Map();
  /** @type {{game: GameInfo, followed: import("../shared/followed.js").Followed} | null} */
  let live = null;
  /** @type {import("../shared/master_replay.js").Replay | null} */
  let replay = null;

  /** The best game that is not the reader's own. */
  const best = () => [channels.get("top"), ...channels.values()].find((game) => game && !actions.app().games.some(({ room }) => room === game.room));

  function leave() {
    live?.followed.leave();
    live = null;
    actions.send({ type: "leave_tv", id: freshId() });
  }

  function choose() {
    const game = best();
    if (live && live.game.room === game?.room) live = { ...live, game };
    else {
      live?.followed.leave();
      live = game ? { game, followed: createFollowed(actions, game.room, game.fen, draw) } : null;
      live?.followed.join();
    }
    if (!live) replay ??= createReplay(actions);
    else replay = null;
    stage.root.hidden = live === null;
    fill(root, live ? stage.root : replay?.root);
    draw();
  }

  function draw() {
    if (live) stage.render(live.game, live.followed, styleOf(actions.app().settings));
    else replay?.draw();
  }
  const redraw = onChange(draw, (/** @type {App} */ { settings }) => [settings.pieces, settings.notation, document.documentElement.lang]);

  return {
    root,
    leave,
    render: redraw,
    async arrive() {
      const told = await actions.ask({ type: "watch_tv" }).catch(() => null);
      live = null; // whoever comes back joins anew
      channels.clear();
      for (const { channel, game } of told?.channels ?? []) channels.set(channel, game);
      choose();
    },
    /** @param {import("../../messages").ServerMessage} message */
    hear(message) {
      live?.followed.hear(message);
      if (message.type !== "tv_changed") return;
      if (message.game) channels.set(message.channel, message.game);
      else channels.delete(message.channel);
      choose();
    },
    /** @param {number} serverMs */
    tick(serverMs) {
      replay?.tick(serverMs);
      if (live && actions.app().link === "open") tickClocks(root, (room) => (room === live?.game.room ? live.followed : undefined), serverMs);
    },
  };
}
