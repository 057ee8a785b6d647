/**
 * The strip that replays a cycle: one button a ply, a step back and forth, and by itself.
 */

import { t, tOf } from "../../text/catalogue.js";
import { framesOf } from "./cycle.js";
import { el, fill, icon, made, onChange } from "../../ui/dom.js";
import { written } from "./moves.js";

/** @typedef {import("./cycle.js").Frame} Frame */
/** @typedef {import("./shown.js").Replay} Replay */
/** @typedef {{frames: Frame[], names: string[], step: number, runs: boolean, of: Replay["of"], language: string}} Facts */

const STEP_MS = 1_200;

/** What a ply is, for the ear. @param {Frame} frame @param {string} name */
const frameLabel = ({ ply, side, kind }, name) =>
  [t("moves.label", { n: ply + 1, side: t(`side.${side}`), move: name }), tOf(`ruling.${kind}`, kind)].join(
    t("cell.comma"),
  );

/**
 * Fills `host` with the strip while a cycle is replayed.
 * @param {HTMLElement} host @param {import("./shown.js").SetView} setView
 * @returns {import("./shown.js").Panel}
 */
export function createStrip(host, setView) {
  /** @type {number | undefined} */
  let timer;
  const stops = made(el("div", { class: "stops" }));

  /** @param {Facts} facts */
  function draw({ frames, names, step, runs, of }) {
    const go = (/** @type {Partial<Replay>} */ change) => setView({ replay: { of, step, runs: false, ...change } });
    const isLast = step >= frames.length - 1;
    const button = (
      /** @type {string} */ key,
      /** @type {string} */ sign,
      /** @type {string} */ label,
      /** @type {() => void} */ act,
      can = true,
    ) =>
      el(
        "button",
        { key, class: "btn icon quiet", "aria-label": label, title: label, disabled: !can, onclick: act },
        icon(sign),
      );
    host.setAttribute("aria-label", t("cycle.label"));
    fill(
      stops,
      ...frames.map((frame, i) =>
        el(
          "button",
          {
            key: i,
            class: frame.kind === "idle" ? "" : "guilty",
            "aria-current": i === step ? "step" : null,
            "aria-label": frameLabel(frame, names[i]),
            onclick: () => go({ step: i }),
          },
          String(i + 1),
        ),
      ),
    );
    fill(
      host,
      button("back", "prev", t("moves.back"), () => go({ step: step - 1 }), step > 0),
      runs
        ? button("run", "pause", t("cycle.pause"), () => go({}))
        : button("run", "play", t("cycle.play"), () => go({ step: isLast ? 0 : step, runs: true })),
      stops,
      button("forward", "next", t("moves.forward"), () => go({ step: step + 1 }), !isLast),
      of === "warning" && button("close", "x", t("close"), () => setView({ replay: null })),
    );
    const now = /** @type {HTMLElement | null} */ (stops.querySelector("[aria-current]"));
    if (now) stops.scrollLeft = now.offsetLeft - stops.offsetLeft - stops.clientWidth / 2;
  }

  const drawChanged = onChange(draw);
  return {
    render(app, view) {
      const frames = framesOf(app, view);
      clearTimeout(timer);
      if (view.replay === null) return;
      if (frames.length === 0) return void queueMicrotask(() => setView({ replay: null }));
      const { replay } = view;
      const moves = app.room?.table?.moves ?? [];
      const names = frames.map(({ ply }) => written(moves[ply], app.settings));
      const step = Math.min(replay.step, frames.length - 1);
      const runs = replay.runs && step < frames.length - 1;
      drawChanged({ frames, names, step, runs, of: replay.of, language: app.settings.language });
      if (runs) timer = setTimeout(() => setView({ replay: { ...replay, step: step + 1 } }), STEP_MS);
    },
  };
}
