/** The ladder: who stands where, one's own challenge, and what happened last. */

import { numberText, personText, t } from "../text/catalogue.js";
import { dateText } from "../text/dates.js";
import { leftText } from "../text/left.js";
import { confirmButton } from "../ui/controls.js";
import { el, fill, made } from "../ui/dom.js";
import { avatar, badge, card, emptyState, pagedList, pageHead } from "../ui/parts.js";
import { rankTabs } from "./shared/rank_tabs.js";

/** @typedef {import("../messages").LadderShown} LadderShown */
/** @typedef {import("../messages").LadderRung} LadderRung */

const REACH = 5;

/** @type {import("../page").CreateView} */
export function create(actions) {
  /** @type {LadderShown | null} */
  let shown = null;
  let me = "";
  let nowMs = Date.now();
  const head = made(el("div", { class: "col", "aria-live": "polite" }));
  const changes = made(el("div", { class: "rows" }));
  const news = made(card(t("ladder.news"), changes));
  const list = pagedList(
    async (after) => {
      const page = await actions.ask({ type: "ladder", follow: true, ...(after && { after }) });
      shown = page;
      fill(head, ...heads(page));
      if (after === null) fill(changes, ...page.changes.map(change));
      news.hidden = changes.childElementCount === 0;
      return page;
    },
    row,
    () => emptyState({ title: t("ladder.none"), text: t("ladder.none.text"), sign: "trophy" }),
  );

  /** Do something, and show what came of it. @param {import("../session/types").Request} request */
  async function act(request) {
    await actions.tell(request);
    await list.reload();
  }

  /** @param {string} text @param {import("../session/types").Request} request @param {string} [kind] */
  const acting = (text, request, kind = "") =>
    el("button", { type: "button", class: `btn ${kind}`, onclick: () => void act(request) }, text);

  /** @param {LadderShown} page */
  function heads({ you, size, challenge }) {
    const place = you === null ? t("ladder.out", { n: size }) : t("ladder.you", { n: you, of: size });
    const leave = confirmButton(t("ladder.leave"), {
      ask: t("ladder.leave.ask"),
      keep: t("ladder.stay"),
      yes: t("ladder.leave"),
      act: () => void act({ type: "leave_ladder" }),
    });
    const step = you === null ? acting(t("ladder.join"), { type: "join_ladder" }, "main") : leave;
    return [el("section", { class: "note line" }, el("div", { class: "grow" }, el("b", {}, place)), step), challenge && asked(challenge)];
  }

  /** @param {import("../messages").LadderChallengeInfo} challenge */
  function asked({ by, to, until_ms: untilMs, room }) {
    const isMine = by.player === me;
    const name = personText((isMine ? to : by));
    const text = t(isMine ? "ladder.challenged" : "ladder.challenges", { name });
    const left = untilMs === null ? "" : ` ${t("ladder.until", { time: leftText(untilMs - nowMs) })}`;
    return el(
      "section",
      { class: "note line", role: "status" },
      el("div", { class: "grow" }, el("b", {}, text), left),
      room !== null && el("a", { class: "btn main", href: `/game/${room}` }, t("ladder.game")),
      room === null && isMine && acting(t("ladder.withdraw"), { type: "ladder_withdraw" }),
      room === null && !isMine && acting(t("ladder.accept"), { type: "ladder_answer", accept: true }, "main"),
      room === null &&
        !isMine &&
        confirmButton(t("ladder.decline"), {
          ask: t("ladder.decline.ask"),
          keep: t("ladder.stay"),
          yes: t("ladder.decline"),
          act: () => void act({ type: "ladder_answer", accept: false }),
        }),
    );
  }

  /** @param {LadderRung} rung */
  function row({ rung, player, challenged }) {
    const name = personText(player);
    const you = shown?.you ?? null;
    const isInReach = you !== null && rung < you && you - rung <= REACH && !challenged && !shown?.challenge;
    return el(
      "div",
      { tabindex: -1, "aria-current": player.player === me ? "true" : null },
      el("b", { class: "num" }, numberText(rung)),
      avatar(personText(player.name)),
      el("span", { class: "grow" }, el("a", { href: `/player/${player.player}` }, el("b", { class: "cut" }, name))),
      challenged && badge(t("ladder.busy"), "info"),
      isInReach && acting(t("ladder.challenge"), { type: "ladder_challenge", player: player.player }),
    );
  }

  /** @param {import("../messages").LadderChange} changed */
  function change({ at_ms: atMs, what, player, other, rung }) {
    const names = { name: personText(player), other: other ? personText(other) : "", n: rung };
    return el("div", {}, el("span", { class: "grow" }, t(`ladder.step.${what}`, names)), el("small", { class: "mut" }, dateText(atMs)));
  }

  const root = made(el(
    "main",
    {},
    el(
      "div",
      { class: "col l narrow" },
      pageHead(t("ladder.title")),
      rankTabs("ladder"),
      head,
      el("section", { class: "card", "aria-label": t("ladder.title") }, list.root),
      el("p", { class: "mut small" }, t("ladder.text")),
      news,
    ),
  ));
  return {
    root,
    render: (app) => void (me = app.me),
    title: () => t("ladder.title"),
    arrive(app) {
      me = app.me;
      void list.reload();
    },
    tick: (serverMs) => void (nowMs = serverMs),
    hear: (message) => void (message.type === "ladder_changed" && list.reload()),
  };
}
