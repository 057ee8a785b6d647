/** What this place is, in a sentence, and the ways that lead into a game. */

import { t } from "../../text/catalogue.js";
import { el, fill, icon, made, onChange } from "../../ui/dom.js";

/** @typedef {import("../../page").App} App */
/** @typedef {import("./create.js").Audience} Audience */

/** Draw a way: a sign, its name, and on a wide screen a line on what it leads to. @param {HTMLElement} way @param {string} sign @param {string} name @param {string} text */
function drawWay(way, sign, name, text) {
  way.setAttribute("aria-label", name);
  way.setAttribute("aria-description", text);
  fill(way, icon(sign), el("strong", {}, name), el("small", { class: "desk" }, text));
}

/** How many others are here, as far as is known. @param {App} app */
const othersHere = ({ lobby }) => Math.max(0, (lobby?.here ?? 1) - 1);

/** @param {App} app @param {boolean} hasGame */
const isKnownTo = ({ guest }, hasGame) => hasGame || !guest;

/** What a search promises. @param {App} app */
function promise(app) {
  const waiting = (app.lobby?.pools ?? []).reduce((sum, pool) => sum + pool.waiting, 0);
  if (app.lobby?.waits.length) return t("way.play.stop");
  if (waiting > 0) return t("way.play.waiting", { n: waiting });
  return othersHere(app) > 0 ? t("way.play.here", { n: othersHere(app) }) : t("way.play.nobody");
}

/**
 * The head of the first page. Who is known, or has a game, needs no sentence.
 * @param {{play: () => void, opens: (audience: Audience, opener: HTMLElement) => void}} acts
 */
export function createHero({ play, opens }) {
  const title = made(el("h1"));
  const sentence = made(el("p", { class: "lead mut" }));
  const playButton = made(el("button", { type: "button", class: "way", onclick: play }));
  /** @param {Audience} audience */
  const opener = (audience) => {
    const button = made(el("button", { type: "button", class: "way", "aria-expanded": "false", onclick: () => opens(audience, button) }));
    return button;
  };
  const computer = made(el("a", { class: "way", href: "/computer" }));
  const friend = opener("friend");
  const root = el("section", { class: "hero col", "aria-label": t("ways.title") }, title, sentence, el("div", { class: "ways" }, playButton, computer, friend));
  let name = "";

  const draw = onChange(
    (/** @type {{app: App, hasGame: boolean}} */ { app, hasGame }) => {
      const isKnown = isKnownTo(app, hasGame);
      name = t(isKnown ? "home.title" : "home.what");
      const isLooking = Boolean(app.lobby?.waits.length);
      fill(title, name);
      fill(sentence, t("home.sentence"));
      sentence.hidden = isKnown;
      const isAlone = othersHere(app) === 0 && !isLooking; // the one way that leads into a game at once
      playButton.className = hasGame || isAlone || isLooking ? "way" : "way main";
      computer.className = hasGame || !isAlone ? "way" : "way main";
      playButton.disabled = app.link !== "open" || !app.lobby?.pools.length;
      playButton.setAttribute("aria-pressed", String(isLooking));
      drawWay(playButton, isLooking ? "x" : "play", t(isLooking ? "way.play.looking" : "way.play"), promise(app));
      drawWay(friend, "link", t("ways.friend"), t("ways.friend.text"));
      drawWay(computer, "chip", t("way.computer"), t("way.computer.text"));
    },
    ({ app, hasGame }) => [hasGame, app.guest, app.link, promise(app), app.lobby?.waits.length, app.lobby?.pools.length, document.documentElement.lang],
  );

  return {
    root,
    /** The buttons that open a sheet. */
    openers: [friend],
    title: () => name || t("home.what"),
    /** @param {App} app @param {boolean} hasGame */
    render: (app, hasGame) => draw({ app, hasGame }),
  };
}
