/**
 * The strip that replays a cycle: one button a ply, a step back and forth, and by itself.
 */

import { t, tOf } from "../text/catalogue.js";
import { framesOf } from "./cycle.js";
import { el, fill, icon, onChange } from "./dom.js";
import { written } from "./moves.js";

/** @typedef {import("./cycle.js").Frame} Frame */
/** @typedef {import("./game.js").Replay} Replay */
/** @typedef {{frames: Frame[], names: string[], step: number, runs: boolean, of: Replay["of"], language: string}} Facts */

const STEP_MS = 1_200;

/** What a ply is, for the ear. @param {Frame} frame @param {string} name */
const frameLabel = ({ ply, side, kind }, name) =>
  [t("moves.label", { n: ply + 1, side: t(`side.${side}`), move: name }), tOf(`ruling.${kind}`, kind)].join(
    t("cell.comma"),
  );

/**
 * Fills `host` with the strip while a cycle is replayed.
 * @param {HTMLElement} host @param {import("./game.js").LookAt} lookAt
 * @returns {import("./game.js").Panel}
 */
export function createStrip(host, lookAt) {
  /** @type {number | undefined} */
  let timer;
  const stops = el("div", { class: "stops" });

  /** @param {Facts} facts */
  function draw({ frames, names, step, runs, of }) {
    const go = (/** @type {Partial<Replay>} */ change) => lookAt({ replay: { of, step, runs: false, ...change } });
    const isLast = step >= frames.length - 1;
    const button = (
      /** @type {string} */ sign,
      /** @type {string} */ label,
      /** @type {() => void} */ act,
      can = true,
    ) =>
      el(
        "button",
        { class: "btn icon quiet", "aria-label": label, title: label, disabled: !can, onclick: act },
        icon(sign),
      );
    const held = host.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    host.setAttribute("aria-label", t("cycle.label"));
    fill(
      stops,
      ...frames.map((frame, i) =>
        el(
          "button",
          {
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
      button("prev", t("moves.back"), () => go({ step: step - 1 }), step > 0),
      runs
        ? button("pause", t("cycle.pause"), () => go({}))
        : button("play", t("cycle.play"), () => go({ step: isLast ? 0 : step, runs: true })),
      stops,
      button("next", t("moves.forward"), () => go({ step: step + 1 }), !isLast),
      of === "warning" && button("x", t("close"), () => lookAt({ replay: null })),
    );
    const now = /** @type {HTMLElement | null} */ (stops.querySelector("[aria-current]"));
    if (now) stops.scrollLeft = now.offsetLeft - stops.offsetLeft - stops.clientWidth / 2;
    if (held != null)
      /** @type {HTMLElement | null} */ (host.querySelector(`[aria-label="${CSS.escape(held)}"]`))?.focus();
  }

  const drawChanged = onChange(draw);
  return {
    render(app, look) {
      const frames = framesOf(app, look);
      clearTimeout(timer);
      if (look.replay === null) return;
      if (frames.length === 0) return void queueMicrotask(() => lookAt({ replay: null }));
      const { replay } = look;
      const moves = app.room?.table?.moves ?? [];
      const names = frames.map(({ ply }) => written(moves[ply], app.settings));
      const step = Math.min(replay.step, frames.length - 1);
      const runs = replay.runs && step < frames.length - 1;
      drawChanged({ frames, names, step, runs, of: replay.of, language: app.settings.language });
      if (runs) timer = setTimeout(() => lookAt({ replay: { ...replay, step: step + 1 } }), STEP_MS);
    },
  };
}
