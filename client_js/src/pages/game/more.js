/**
 * The second row of actions: what is done more rarely.
 */

import { addressOfGame } from "../../models/line.js";

/** @typedef {import("../../page").Actions} Actions */
/** @typedef {import("./shown.js").SetView} SetView */
/** @typedef {import("./actions.js").ActionInputs} ActionInputs */

/**
 * @param {ActionInputs} facts @param {Actions} actions @param {SetView} setView
 * @param {typeof import("./actions.js").button} button @param {ReturnType<typeof import("./actions.js").placing>} place opens a panel
 */
export function moreButtons(facts, actions, setView, button, place) {
  const isPlaying = facts.seated && facts.status === "playing";
  const type = () => setView({ typing: !facts.typing });
  const give = () => actions.room({ type: "order", what: "give_time" });
  const abort = () => actions.room({ type: "propose", what: "abort" });
  const back = () => actions.room({ type: "show_ply", ply: facts.plies - 1 });
  const table = actions.app().room?.table;
  return [
    button("act.back", "prev", () => setView({ more: false })),
    ...(isPlaying ? [button("act.give_time", "hour", give, { can: facts.mayGiveTime })] : []),
    ...(isPlaying && !facts.canAbort ? [button("act.ask_abort", "x", abort, { can: facts.mayAgreeAbort })] : []),
    ...(isPlaying ? [button("act.type", "keys", type, { kind: "phone", on: facts.typing })] : []),
    ...(facts.plies > 0 ? [button("act.replay", "prev", back, { kind: "phone" })] : []),
    ...(facts.opponent ? [button("act.person", "user", () => actions.go(`/player/${facts.opponent}`))] : []),
    ...(facts.status === "over" ? [button("act.flip", "flip", () => setView({ flipped: !facts.flipped }))] : []),
    place("times", "act.times", "clock"),
    place("appearance", "act.appearance", "gear"),
    place("keys", "act.keys", "keys", { kind: "desk" }),
    place("about", "act.about", "info"),
    ...(facts.status === "over" && table
      ? [
          button("act.review", "board", () => actions.go(`${addressOfGame(table, "/board")}${facts.plies ? `&game=${actions.app().room?.room}` : ""}`)),
          button("act.arbiter", "gavel", () => actions.go(addressOfGame(table))),
        ]
      : []),
    ...(facts.status === "waiting" ? [] : [place("share", "act.share", "share", { kind: "narrow" })]),
    ...(facts.seated ? [button("act.home", "door", () => actions.go("/"), { kind: "narrow" })] : []),
  ];
}
