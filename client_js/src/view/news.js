/**
 * What there is to say beside the board, and what one can answer: notices, the gravest first.
 *
 * Pure: from what is shown to a list of values; how they look is `slot.js`'s to know.
 */

import { isOurTurn } from "../room_model.js";
import { cellsAt, nameOfSide, otherSide, pieceKey, squareOf } from "../table.js";
import { clockName, personText, rulesName, secondsText, t } from "../text/catalogue.js";
import { rulingOf } from "./cycle.js";
import { unusualTerms } from "./words.js";

/** @typedef {import("../page").App} App */
/** @typedef {import("../page").Deeds} Deeds */
/** @typedef {import("./game.js").Look} Look */
/** @typedef {import("../messages").OfferName} OfferName */
/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("./game.js").LookAt} LookAt */
/** @typedef {import("../room_model.js").RoomModel} RoomModel */
/** @typedef {{text: string, kind?: "main" | "danger fill" | "quiet", waits?: boolean, act: () => void}} Answer */
/**
 * @typedef {object} Notice
 * @property {string} kind
 * @property {string} sign
 * @property {string} bold
 * @property {string} [text]
 * @property {number} [untilMs] the server's time to which it counts down
 * @property {boolean} [isCall] spoken at once
 * @property {[number, number]} [steps]
 * @property {string} [link]
 * @property {Answer[]} [answers]
 */

/**
 * All there is to say, the gravest first.
 * @param {App} app @param {Look} look @param {Deeds} deeds @param {LookAt} lookAt
 * @param {number} serverMs
 * @returns {Notice[]}
 */
export function noticesOf(app, look, deeds, lookAt, serverMs) {
  const { room } = app;
  if (!room) return [];
  const { table } = room;
  const found = [
    app.pausedAtMs !== null && { kind: "warn", sign: "pause", bold: t("news.paused"), text: t("news.paused.text") },
    app.link === "lost" && { kind: "warn", sign: "off", bold: t("news.lost"), text: t("news.lost.text") },
    room.gone !== null && goneNotice(room.gone, deeds),
    table && room.asking && losingNotice(room.asking, cellsAt(table, table.moves.length), deeds),
    table && room.weighing && weighingNotice(room.weighing, cellsAt(table, table.moves.length), deeds),
    table && readyNotice(table, deeds),
    room.refusal && refusalNotice(room.refusal, deeds),
    table && rematchNotice(table, deeds),
    table && resultNotice(table, look, deeds, lookAt),
    table && suspendedNotice(table),
    table && absenceNotice(room, table, deeds, serverMs),
    ...IN_PLAY.map((what) => table && offerNotice(table, what, deeds)),
    table?.warning && warningNotice(table.warning, look, lookAt),
    table && room.note && noteNotice(room.note, table, deeds),
    table && room.premove && premoveNotice(room.premove, table, deeds),
    table && seatNotice(table, deeds),
  ];
  return /** @type {Notice[]} */ (found.filter(Boolean));
}

/** @param {string} reason @param {Deeds} deeds @returns {Notice} */
const goneNotice = (reason, deeds) => ({
  kind: "plain",
  sign: "info",
  bold: reason,
  answers: [{ text: t("gone.home"), kind: "main", act: () => deeds.go("/") }],
});

/** @param {string} cells @param {string} uci @returns {string} a move in words */
const moveWords = (cells, uci) =>
  t("say.moved", { piece: t(pieceKey(cells[squareOf(uci)])), from: uci.slice(0, 2), to: uci.slice(2) });

/** @param {import("../messages").MarkedMove} asking @param {string} cells @param {Deeds} deeds @returns {Notice} */
const losingNotice = ({ move, text }, cells, deeds) => ({
  kind: "ruling",
  sign: "warn",
  bold: t("news.losing", { move: moveWords(cells, move) }),
  text,
  answers: [
    { text: t("news.losing.keep"), act: () => deeds.wish({ type: "keep_thinking" }) },
    { text: t("news.losing.do"), kind: "danger fill", act: () => deeds.wish({ type: "choose", uci: move }) },
  ],
});

/** @param {string} uci @param {string} cells @param {Deeds} deeds @returns {Notice} */
const weighingNotice = (uci, cells, deeds) => ({
  kind: "",
  sign: "check",
  bold: t("news.weigh", { move: moveWords(cells, uci) }),
  answers: [
    { text: t("news.weigh.keep"), act: () => deeds.wish({ type: "keep_thinking" }) },
    { text: t("news.weigh.do"), kind: "main", act: () => deeds.wish({ type: "choose", uci }) },
  ],
});

/** @param {Deeds} deeds @returns {Answer} */
const dismissal = (deeds) => ({
  text: t("news.dismiss"),
  kind: "quiet",
  act: () => deeds.wish({ type: "keep_thinking" }),
});

/** @param {NonNullable<RoomModel["refusal"]>} refusal @param {Deeds} deeds @returns {Notice} */
const refusalNotice = ({ text, retryMs }, deeds) => ({
  kind: "danger",
  sign: "stop",
  bold: t("news.refused"),
  text: retryMs === null ? text : `${text} ${t("news.again", { time: secondsText(retryMs) })}`,
  answers: [dismissal(deeds)],
});

/** After a long outage of ours. @param {Table} table @returns {Notice | null} */
const suspendedNotice = ({ suspendedUntilMs }) =>
  suspendedUntilMs === null
    ? null
    : { kind: "warn", sign: "pause", bold: t("news.suspended"), text: t("news.suspended.text"), untilMs: suspendedUntilMs };

/**
 * A player has left: the countdown to the claim, the same for both sides.
 * @param {RoomModel} room @param {Table} table @param {Deeds} deeds @param {number} serverMs @returns {Notice | null}
 */
function absenceNotice(room, table, deeds, serverMs) {
  const absence = table.absences.find(({ side }) => side !== table.you);
  if (!absence || table.suspendedUntilMs !== null) return null;
  const isDue = serverMs >= absence.claimable_at_ms;
  const who = nameOfSide(table, absence.side);
  const notice = { kind: "warn", sign: "off", bold: t(isDue ? "news.away" : "news.gone", { who }) };
  if (table.you === null) return { ...notice, text: t("news.gone.watch") };
  if (isDue && isOurTurn(room)) return { ...notice, text: t("news.away.turn") };
  const claim = (/** @type {"win" | "draw"} */ what) => () => deeds.wish({ type: "claim", what });
  return {
    ...notice,
    text: t(isDue ? "news.away.text" : "news.gone.text"),
    isCall: isDue,
    untilMs: isDue ? undefined : absence.claimable_at_ms,
    answers: [
      { text: t("news.claim.draw"), waits: !isDue, act: claim("draw") },
      { text: t("news.claim.win"), kind: isDue ? "main" : undefined, waits: !isDue, act: claim("win") },
    ],
  };
}

/** @param {number} ms the server's time */
const timeOfDay = (ms) => new Date(ms).toLocaleTimeString(document.documentElement.lang);

/** @param {import("../room_model.js").Note} note @param {Table} table @param {Deeds} deeds @returns {Notice} */
function noteNotice(note, table, deeds) {
  const notice = { kind: "", sign: "info", answers: [dismissal(deeds)] };
  if (note.type === "dropped") {
    return { ...notice, kind: "warn", sign: "bolt", bold: t("news.premove.dropped"), text: note.text };
  }
  const who = nameOfSide(table, note.side);
  switch (note.type) {
    case "took_back":
      return {
        ...notice,
        sign: "undo",
        bold: note.side === table.you ? t("news.took_back.mine") : t("say.took_back", { who }),
        text: t("news.took_back.text"),
      };
    case "time_given": {
      const vars = { who, by: nameOfSide(table, otherSide(note.side)), n: note.ms / 1000 };
      const key = table.you === null ? "say.time_given" : note.side === table.you ? "news.given.me" : "news.given.them";
      return { ...notice, sign: "hour", bold: t(key, vars) };
    }
    case "credited": {
      const vars = { time: secondsText(note.ms), from: timeOfDay(note.from_ms), to: timeOfDay(note.to_ms) };
      const key = note.reason === "failover" ? "news.credited.failover" : "news.credited";
      return { ...notice, sign: "pause", bold: t(key, vars), text: t("news.credited.text", vars) };
    }
  }
}

/** @param {import("../room_model.js").Premove} premove @param {Table} table @param {Deeds} deeds @returns {Notice} */
function premoveNotice({ uci, text, held }, table, deeds) {
  const move = uci ? moveWords(cellsAt(table, table.moves.length), uci) : text;
  return {
    kind: "",
    sign: "bolt",
    bold: t("news.premove", { move }),
    text: t(held ? "news.premove.text" : "news.premove.sending"),
    answers: [
      {
        text: t("news.premove.cancel"),
        kind: "quiet",
        act: () => deeds.wish({ type: "order", what: "cancel_premove" }),
      },
    ],
  };
}

/** @param {Table} table @param {Look} look @param {Deeds} deeds @param {LookAt} lookAt @returns {Notice | null} */
function resultNotice(table, look, deeds, lookAt) {
  const { outcome, you, next } = table;
  if (!outcome) return null;
  const mayPlayOn = you !== null && next === null;
  const isRuled = rulingOf(table)?.plies !== undefined; // a mate needs no evidence
  const answers = [
    isRuled && {
      text: t(look.place === "ruling" ? "ruling.back" : "news.ruling"),
      act: () => lookAt(look.place === "ruling" ? CLOSED_RULING : OPEN_RULING),
    },
    you && !isRuled && { text: t("act.new"), act: () => deeds.go("/") },
    mayPlayOn && !NEVER_PLAYED.includes(outcome.ending) && { text: t("act.rematch"), kind: "main", act: () => deeds.wish({ type: "propose", what: "rematch" }) },
  ];
  const isWin = outcome.winner !== null && outcome.winner === you;
  return {
    kind: isRuled ? "ruling" : isWin ? "ok" : "plain",
    sign: isRuled ? "gavel" : isWin ? "trophy" : "info",
    bold: resultText(outcome, you),
    text: [outcome.text, matchText(table)].filter(Boolean).join(" "),
    answers: /** @type {Answer[]} */ (answers.filter(Boolean)),
  };
}

const NEVER_PLAYED = ["aborted", "expired", "void", "declined"];
const WIN_POINTS = 2;

/** The score of a match of several games, one's own first. @param {Table} table */
function matchText({ match: [red, black], outcome, previous, you }) {
  if (you === null || previous === null || outcome === null) return "";
  const counts = resultText(outcome, you) !== t("result.aborted");
  const gain = (/** @type {string} */ side) => (!counts ? 0 : outcome.winner === side ? WIN_POINTS : outcome.winner === null ? 1 : 0);
  const points = { red: red + gain("red"), black: black + gain("black") };
  return t("news.match", { you: pointsText(points[you]), them: pointsText(points[otherSide(you)]) });
}

/** A draw is half a point: `1½`. @param {number} doubled */
const pointsText = (doubled) => (doubled % 2 === 0 ? String(doubled / 2) : `${doubled === 1 ? "" : Math.floor(doubled / 2)}½`);

const OPEN_RULING = {
  place: /** @type {const} */ ("ruling"),
  replay: { of: /** @type {const} */ ("ruling"), step: 0, runs: false },
};
/** Away from the ruling, back to the game. */
export const CLOSED_RULING = { place: null, replay: null };

/** How a game ended for one who sat there, or (null) who watched. @param {import("../messages").Outcome} outcome @param {import("../messages").Side | null} you */
export function resultText({ winner, ending }, you) {
  if (winner === null) return t(NEVER_PLAYED.includes(ending) ? "result.aborted" : "result.draw");
  if (you === null) return t(`result.${winner}`);
  return t(winner === you ? "result.win" : "result.loss");
}

/** @param {Table} table @param {Deeds} deeds @returns {Notice | null} */
function rematchNotice(table, deeds) {
  const { next, outcome, you } = table;
  const result = outcome ? resultText(outcome, you) : "";
  if (next !== null) {
    const act = () => deeds.go(`/game/${next}`);
    return {
      kind: "ok",
      sign: "swap",
      bold: t("news.rematch.open"),
      text: result,
      answers: [{ text: t(table.you ? "news.rematch.join" : "news.rematch.watch"), kind: "main", act }],
    };
  }
  const notice = offerNotice(table, "rematch", deeds);
  return notice && { ...notice, text: `${result} ${notice.text}` };
}

const IN_PLAY = /** @type {const} */ (["draw", "takeback", "abort"]);
const OFFER_SIGNS = { draw: "draw", takeback: "undo", abort: "x", rematch: "swap" };

/** @param {Table} table @param {OfferName} what @param {Deeds} deeds @returns {Notice | null} */
function offerNotice(table, what, deeds) {
  const offer = table.offers.find((open) => open.what === what);
  if (!offer) return null;
  const answer = (/** @type {boolean} */ yes) => () => deeds.wish({ type: "answer", what, yes });
  const other = nameOfSide(table, offer.side);
  if (offer.side === table.you) {
    const who = nameOfSide(table, table.you === "red" ? "black" : "red");
    return {
      kind: "",
      sign: OFFER_SIGNS[what],
      bold: t(`news.${what}.mine`),
      text: t(`news.${what}.mine.text`, { who }),
      answers: [{ text: t("news.withdraw"), kind: "quiet", act: answer(false) }],
    };
  }
  const answers = [
    { text: t("news.draw.decline"), act: answer(false) },
    { text: t(`news.${what}.accept`), kind: /** @type {const} */ ("main"), act: answer(true) },
  ];
  return {
    kind: "",
    sign: OFFER_SIGNS[what],
    bold: t(`news.${what}`, { who: other }),
    text: t(`news.${what}.text`),
    answers: table.you ? answers : [],
  };
}

/**
 * @param {import("../messages").RepetitionWarning} warning @param {Look} look @param {LookAt} lookAt
 * @returns {Notice}
 */
function warningNotice(warning, look, lookAt) {
  const isShown = look.replay?.of === "warning";
  const act = () => lookAt({ replay: isShown ? null : { of: "warning", step: 0, runs: true } });
  return {
    kind: "ruling",
    sign: "repeat",
    bold: t("news.repetition.title"),
    text: warning.text,
    steps: [warning.occurrences, warning.rule_at],
    answers: warning.cycle.length ? [{ text: t(isShown ? "news.repetition.hide" : "news.repetition.cycle"), act }] : [],
  };
}

/** A pair was found: both are asked whether they are there. @param {Table} table @param {Deeds} deeds @returns {Notice | null} */
function readyNotice({ ready, you, terms }, deeds) {
  if (!ready) return null;
  const isReady = you !== null && ready[you];
  const facts = [clockName(terms.clock), rulesName(terms), ...unusualTerms(terms)].join(t("cell.comma"));
  return {
    kind: "ok",
    sign: isReady || you === null ? "hour" : "user",
    bold: t(isReady || you === null ? "news.ready.waits" : "news.ready"),
    text: `${you ? t("news.ready.side", { side: t(`side.${you}`), facts }) : facts}`,
    untilMs: ready.by_ms,
    isCall: !isReady && you !== null,
    answers: you
      ? [
          { text: t("news.ready.no"), act: () => deeds.wish({ type: "order", what: "abort" }) },
          ...(isReady
            ? []
            : [{ text: t("news.ready.do"), kind: /** @type {const} */ ("main"), act: () => deeds.wish({ type: "order", what: "ready" }) }]),
        ]
      : [],
  };
}

/** A free seat: our invitation, or one to us. @param {Table} table @param {Deeds} deeds @returns {Notice | null} */
function seatNotice(table, deeds) {
  if (table.status !== "waiting") return null;
  if (table.you && table.invited) {
    return {
      kind: "plain",
      sign: "hour",
      bold: t("news.challenge", { who: personText(table.invited.name) }),
      text: t("news.challenge.text"),
      untilMs: table.waitsUntilMs ?? undefined,
      answers: [{ text: t("news.withdraw"), kind: "quiet", act: () => deeds.wish({ type: "order", what: "abort" }) }],
    };
  }
  if (table.you) {
    const link = location.href;
    const facts = [clockName(table.terms.clock), rulesName(table.terms)].join(t("cell.comma"));
    const invitation = t("news.invite.words", { facts });
    const isShareable = typeof navigator.share === "function";
    return {
      kind: "plain",
      sign: "hour",
      bold: t("news.invite"),
      text: t("news.invite.text"),
      link,
      answers: [
        { text: t("news.invite.cancel"), kind: "quiet", act: () => deeds.wish({ type: "order", what: "abort" }) },
        ...(isShareable ? [{ text: t("news.invite.share"), act: () => void navigator.share({ text: invitation, url: link }).catch(() => {}) }] : []),
        { text: t("act.link"), kind: "main", act: () => deeds.copy(link, "toast.copied", t("toast.copy", { link })) },
      ],
    };
  }
  const free = table.red === null ? "red" : "black";
  const side = t(`side.${free}`);
  return {
    kind: "ok",
    sign: "user",
    bold: t("news.sit", { who: nameOfSide(table, free === "red" ? "black" : "red") }),
    text: t("news.sit.text", {
      side,
      clock: clockName(table.terms.clock),
      rules: [rulesName(table.terms), ...unusualTerms(table.terms)].join(t("cell.comma")),
    }),
    answers: [
      { text: t("news.sit.do", { side }), kind: "main", act: () => deeds.wish({ type: "order", what: "sit" }) },
    ],
  };
}
