/**
 * The bar at the top: the way home, the state of the connection, the settings.
 */

import { t } from "../text/catalogue.js";
import { el, fill, icon, onChange, svg } from "./dom.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */

const seal = () =>
  svg(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("rect", { class: "seal", width: 32, height: 32, rx: 7 }),
    svg("rect", { class: "seal-ring", x: 2.6, y: 2.6, width: 26.8, height: 26.8, rx: 4.8 }),
    svg("use", { class: "seal-sign", href: "#g-棋", transform: "translate(16 16) scale(.082)" }),
  );

/** A link that stays in the page, unless it is to be opened elsewhere. @param {Deeds} deeds @param {Element[]} children */
const homeLink = (deeds, ...children) =>
  el(
    "a",
    {
      class: "brand",
      href: "/",
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        deeds.go("/");
      },
    },
    ...children,
  );

/**
 * Fills `host` with the bar; the settings open in `menu`.
 * @param {HTMLElement} host @param {HTMLElement} menu @param {Deeds} deeds
 * @returns {(app: App, heading: string) => void}
 */
export function createTop(host, menu, deeds) {
  /** @type {App | null} */
  let shown = null;
  const name = el("span");
  const home = homeLink(deeds, seal(), icon("prev"), name);
  const title = el("span", { class: "phone grow cut b" });
  const bars = el("span", { "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  const lag = el("span");
  const ping = el("span", { class: "ping" }, bars, lag);
  const button = el(
    "button",
    { class: "btn quiet icon", "aria-controls": "menu", onclick: () => void open(menu.hidden) },
    icon("gear"),
  );
  fill(host, home, title, el("span", { class: "grow desk" }), ping, button);

  async function drawMenu() {
    const { drawSettings } = await import("./settings.js");
    if (shown) drawSettings(menu, shown, deeds);
  }

  /** @param {boolean} isWanted */
  async function open(isWanted) {
    if (isWanted) await drawMenu();
    menu.hidden = !isWanted;
    button.setAttribute("aria-expanded", String(isWanted));
  }

  // The catalogue of a new language comes a moment after the choice.
  const redraw = onChange(
    () => void drawMenu(),
    (/** @type {App} */ { settings }) => [settings, document.documentElement.lang],
  );

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !menu.hidden) void open(false);
  });

  return (app, heading) => {
    shown = app;
    fill(name, t("app.name"));
    fill(title, heading);
    home.setAttribute("aria-label", t("app.home"));
    for (const part of [button, menu]) part.setAttribute("aria-label", t("settings.title"));
    button.setAttribute("aria-expanded", String(!menu.hidden));
    bars.className = { open: "bars", opening: "bars weak", lost: "bars off" }[app.link];
    fill(lag, app.link !== "open" ? t(`link.${app.link}`) : app.lagMs === null ? "" : t("link.lag", { n: app.lagMs }));
    ping.title = t("link.title");
    if (!menu.hidden) redraw(app);
  };
}
