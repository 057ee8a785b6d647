/**
 * The strip that replays a cycle: one button a ply, a step back and forth, and by itself.
 */

import { t, tOf } from "../../text/catalogue.js";
import { framesOf } from "./cycle.js";
import { el, fill, icon } from "../../ui/dom.js";
import { written } from "./moves.js";

/** @typedef {import("./cycle.js").Frame} Frame */
/** @typedef {import("./shown.js").Replay} Replay */
/** @typedef {{frames: Frame[], names: string[], step: number, runs: boolean, of: Replay["of"], language: string}} StripInputs */

const STEP_MS = 1_200;

/** What a ply is, for the ear. @param {Frame} frame @param {string} name */
const frameLabel = ({ ply, side, kind }, name) =>
  [t("moves.label", { n: ply + 1, side: t(`side.${side}`), move: name }), tOf(`ruling.${kind}`, kind)].join(
    t("cell.comma"),
  );

/** @param {import("../../page").App} app @param {import("./shown.js").ViewState} view @returns {StripInputs | null} */
export function inputsOf(app, view) {
  const { replay } = view;
  if (replay === null) return null;
  const frames = framesOf(app, view);
  const moves = app.room?.table?.moves ?? [];
  const step = Math.min(replay.step, frames.length - 1);
  return {
    ...{ frames, step, of: replay.of, language: app.settings.language },
    names: frames.map(({ ply }) => written(moves[ply], app.settings)),
    runs: replay.runs && step < frames.length - 1,
  };
}

/** @param {StripInputs} inputs @param {import("./shown.js").SetView} setView */
function contents({ frames, names, step, runs, of }, setView) {
  const go = (/** @type {Partial<Replay>} */ change) => () => setView({ replay: { of, step, runs: false, ...change } });
  const isLast = step >= frames.length - 1;
  const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act, can = true) =>
    el("button", { key, class: "btn icon quiet", "aria-label": label, title: label, disabled: !can, onclick: act }, icon(sign));
  const stop = (/** @type {Frame} */ frame, /** @type {number} */ i) =>
    el(
      "button",
      {
        class: frame.kind === "idle" ? "" : "guilty",
        "aria-current": i === step ? "step" : null,
        "aria-label": frameLabel(frame, names[i]),
        onclick: go({ step: i }),
      },
      String(i + 1),
    );
  return [
    button("back", "prev", t("moves.back"), go({ step: step - 1 }), step > 0),
    runs
      ? button("run", "pause", t("cycle.pause"), go({}))
      : button("run", "play", t("cycle.play"), go({ step: isLast ? 0 : step, runs: true })),
    el("div", { class: "stops" }, ...frames.map(stop)),
    button("forward", "next", t("moves.forward"), go({ step: step + 1 }), !isLast),
    button("close", "x", t("close"), () => setView({ replay: null })),
  ];
}

/** @type {import("./shown.js").Panel<StripInputs | null>["create"]} */
export function create(host, { setView }) {
  /** @type {number | undefined} */
  let timer;
  return {
    render(inputs) {
      clearTimeout(timer);
      if (inputs === null) return;
      const { frames, step, runs, of } = inputs;
      if (frames.length === 0) return queueMicrotask(() => setView({ replay: null }));
      host.setAttribute("aria-label", t("cycle.label"));
      fill(host, ...contents(inputs, setView));
      const now = /** @type {HTMLElement | null} */ (host.querySelector("[aria-current]"));
      const stops = now?.parentElement;
      if (now && stops) stops.scrollLeft = now.offsetLeft - stops.offsetLeft - stops.clientWidth / 2;
      if (runs) timer = setTimeout(() => setView({ replay: { of, runs, step: step + 1 } }), STEP_MS);
    },
    leave: () => clearTimeout(timer),
  };
}
