/** The parts of the ranking: the strongest of each speed, and the ladder. */

import { t } from "../../text/catalogue.js";
import { tabLinks } from "../../ui/parts.js";
import { SPEEDS, speedText } from "./pace.js";

/** @param {import("../../messages").SpeedName | "ladder" | null} on which one is shown */
export const rankTabs = (on) =>
  tabLinks(t("nav.ranks"), [
    ...SPEEDS.map((name) => ({ href: `/ranks/${name}`, text: speedText(name), on: name === on })),
    { href: "/ladder", text: t("ladder.title"), on: on === "ladder" },
  ]);
