/**
 * Which words the page uses, and how they are put together.
 *
 * A catalogue is a JSON file a language, all with the same keys (tests compare them, and look for
 * sentences that nobody says). An entry is a sentence with `{places}`, or an object of plural
 * forms chosen by `{n}`. `en.json` is what every page needs; `lobby.en.json` is the group
 * `lobby`, which a page names to have it fetched. To add a language, add its files and its row
 * in `LANGUAGES`.
 */

/** @typedef {keyof typeof import("./en.json") | keyof typeof import("./lobby.en.json")
 *   | keyof typeof import("./pages.en.json") | keyof typeof import("./social.en.json") | keyof typeof import("./learn.en.json")
 *   | keyof typeof import("./account.en.json") | keyof typeof import("./games.en.json")
 *   | keyof typeof import("./challenges.en.json") | keyof typeof import("./masters.en.json")
 *   | keyof typeof import("./computer.en.json") | keyof typeof import("./tournaments.en.json")
 *   | keyof typeof import("./openings.en.json") | keyof typeof import("./boards.en.json")
 *   | keyof typeof import("./arbiter.en.json") | keyof typeof import("./terms.en.json")
 *   | keyof typeof import("./help.en.json") | keyof typeof import("./days.en.json")
 *   | keyof typeof import("./embed.en.json") | keyof typeof import("./puzzles.en.json") | keyof typeof import("./fair.en.json")
 *   | keyof typeof import("./notices.en.json")
 *   | keyof typeof import("./review.en.json") | keyof typeof import("./stage.en.json")} Key */
/** @typedef {{key: Key, vars?: Vars}} Phrase */
/** @typedef {{[place: string]: string | number | Phrase}} Vars */
/** @typedef {Record<string, string | Record<string, string>>} Catalogue */
/** @typedef {(key: Key, vars?: Vars) => string} Say */
/** @typedef {import("../messages").ClockTerms} ClockTerms */
/** @typedef {import("../messages").Language} Language */
/** @typedef {import("../messages").SideName} SideName */

/** @type {{code: Language, name: string}[]} */
export const LANGUAGES = [
  { code: "en", name: "English" },
  { code: "zh-Hans", name: "简体" },
  { code: "zh-Hant", name: "繁體" },
  { code: "vi", name: "Tiếng Việt" },
];

/**
 * The language to start with.
 * @param {string | null} kept chosen earlier @param {readonly string[]} wanted by the browser, best first
 */
export function chooseLanguage(kept, wanted) {
  const known = (/** @type {string | null} */ code) => LANGUAGES.find((language) => language.code === code)?.code;
  const guess = (/** @type {string} */ tag) => {
    if (/^zh/i.test(tag)) return /-(hant|tw|hk|mo)\b/i.test(tag) ? "zh-Hant" : "zh-Hans";
    return known(tag.split("-")[0]);
  };
  return known(kept) ?? wanted.map(guess).find((code) => code !== undefined) ?? "en";
}

/** Makes the sentences of one language. @param {string} code @param {Catalogue} catalogue @returns {Say} */
export function speaker(code, catalogue) {
  const plural = new Intl.PluralRules(code);
  const number = new Intl.NumberFormat(code);
  /** @type {Say} */
  const say = (key, vars = {}) => {
    const entry = catalogue[key] ?? "";
    const text = typeof entry === "string" ? entry : (entry[plural.select(Number(vars.n))] ?? entry.other);
    return text.replace(/\{(\w+)\}/g, (_, place) => shown(vars[place]));
  };
  /** @param {string | number | Phrase} value */
  const shown = (value) => {
    if (typeof value === "number") return number.format(value);
    return typeof value === "string" ? value : say(value.key, value.vars);
  };
  return say;
}

/** @type {Say} */
let say = () => "";

/** A sentence in the language of the page. @type {Say} */
export const t = (key, vars) => say(key, vars);

/** A sentence after another one: no space follows a Chinese full stop. @param {string} before @param {string} sentence */
export const following = (before, sentence) => (/[。！？：]$/.test(before) ? sentence : ` ${sentence}`);

/** Whether there is such a sentence, for keys made from what the server says. @param {string} key */
export const isSaid = (key) => key in held.words;

/** A sentence about a word of the server's, which is said as it is if there is none. @param {string} key made of the word @param {string} word */
export const tOf = (key, word) => say(/** @type {Key} */ (key)) || word.replaceAll("_", " ");

/** @type {{code: string, groups: Set<string>, words: Catalogue}} */
let held = { code: "", groups: new Set(), words: {} };

/**
 * Fetch what is missing and speak the language from now on.
 * @param {string} code @param {readonly string[]} groups what the page says beside the sentences all need
 */
export async function useLanguage(code, groups = []) {
  const base = held.code === code ? held : { code, groups: new Set(), words: {} };
  const missing = ["", ...groups].filter((group) => !base.groups.has(group));
  const fetched = await Promise.all(missing.map((group) => catalogueOf(code, group)));
  const now = held.code === code ? held : base; // another part of the page may have fetched its own meanwhile
  held = { code, groups: new Set([...now.groups, ...missing]), words: Object.assign({}, now.words, ...fetched) };
  say = speaker(code, held.words);
  document.documentElement.lang = code;
}

/** @param {string} code @param {string} group @returns {Promise<Catalogue>} */
export async function catalogueOf(code, group) {
  const answer = await fetch(new URL(`./${group && `${group}.`}${code}.json`, import.meta.url));
  return answer.json();
}

const GUEST = /^Guest ([a-z0-9]{1,8})$/;

/** A player, or a name alone. @typedef {string | {name: string, bot?: boolean}} Named */

/** A player as one reads it: a guest is one in every language, and a bot is marked. @param {Named} person @returns {string | Phrase} */
export function personPhrase(person) {
  if (typeof person !== "string") return person.bot ? { key: "person.bot", vars: { name: person.name } } : personPhrase(person.name);
  if (person === "Deleted player") return { key: "person.deleted" };
  const tag = person.match(GUEST)?.[1];
  return tag ? { key: "guest", vars: { tag } } : person;
}

/** The name of a player as one reads it. @param {Named} person */
export const personText = (person) => {
  const phrase = personPhrase(person);
  return typeof phrase === "string" ? phrase : t(phrase.key, phrase.vars);
};

/** Who plays a side, or the side while nobody does. @param {Record<SideName, {name: string, bot?: boolean} | null>} table @param {SideName} side @returns {string | Phrase} */
export function nameOfSide(table, side) {
  const seat = table[side];
  return seat ? personPhrase(seat) : { key: `side.${side}` };
}

/** The name of a piece with its side. @param {string} piece */
export const pieceKey = (piece) => /** @type {Key} */ (`piece.${piece}`);

/** A number with the separators of the language. @param {number} n */
export const numberText = (n) => new Intl.NumberFormat(held.code).format(n);

/** A difference with its sign. @param {number} n */
export const signedText = (n) =>
  new Intl.NumberFormat(held.code, { signDisplay: "exceptZero" }).format(n).replace("-", "−");

const SECOND_MS = 1000;
export const HOUR_MS = 3600 * SECOND_MS;
export const DAY_MS = 24 * HOUR_MS;
const TENTHS_BELOW_MS = 20 * SECOND_MS;

/**
 * Time left as people read it: `1:02:30`, `2:41`, `0:09.4` under 20 s.
 * @param {number} leftMs @returns {string}
 */
export function clockText(leftMs) {
  if (leftMs < TENTHS_BELOW_MS) {
    const tenths = Math.floor(leftMs / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  if (leftMs >= DAY_MS) {
    const hours = Math.floor(leftMs / HOUR_MS);
    return t("clock.days_left", { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  const seconds = Math.floor(leftMs / SECOND_MS);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts;
  const shown = hours ? parts : rest;
  return shown.map((part, i) => (i ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** Minutes and seconds until something, rounded up, so that it ends at 0:00. @param {number} ms */
export function countdownText(ms) {
  const seconds = Math.ceil(Math.max(0, ms) / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Whole seconds, and one for less: nobody asks for parts. @param {number} ms */
export const wholeSeconds = (ms) => Math.max(1, Math.round(ms / 1000));

/** A duration in seconds, to the tenth. @param {number} ms */
export const secondsText = (ms) => t("clock.seconds", { n: Math.round(ms / 100) / 10 });

/** The name of a clock: `10+5`. @param {ClockTerms} clock @returns {string} */
export function clockName(clock) {
  switch (clock.type) {
    case "none":
      return t("clock.none");
    case "fischer":
      return `${minutes(clock.main_ms)}+${clock.increment_ms / SECOND_MS}`;
    case "byoyomi":
      return t("clock.byoyomi", {
        main: minutes(clock.main_ms),
        n: clock.periods,
        period: clock.period_ms / SECOND_MS,
      });
    case "three_part":
      return [minutes(clock.game_ms) + "′", clock.move_ms / SECOND_MS + "″", clock.count_ms / SECOND_MS + "″"].join(
        " · ",
      );
    case "per_move":
      return t("clock.per_move", { n: clock.move_ms / SECOND_MS });
    case "correspondence":
      return t("clock.correspondence", { n: clock.days }) + (clock.bank_days ? ` +${clock.bank_days}` : "");
  }
}

/** @param {number} ms */
const minutes = (ms) => String(Math.round(ms / (6 * SECOND_MS)) / 10);

const MOVES = 40;
const MOVES_IN_PERIODS = 25;
/** @type {[number, Key][]} */
const SPEED_BELOW_MS = [
  [180_000, "speed.bullet"],
  [480_000, "speed.blitz"],
  [1_500_000, "speed.rapid"],
];

/** What a full clock shows, at the start or at the start of a move. @param {ClockTerms} clock @returns {number} */
export function fullMs(clock) {
  switch (clock.type) {
    case "none":
      return 0;
    case "fischer":
      return clock.main_ms;
    case "byoyomi":
      return clock.main_ms || clock.period_ms;
    case "three_part":
      return clock.game_ms;
    case "per_move":
      return clock.move_ms;
    case "correspondence":
      return (clock.days + (clock.bank_days ?? 0)) * DAY_MS;
  }
}

/** How long a side is likely to think in a whole game, as the server rates it; for days, for ever. @param {ClockTerms} clock @returns {number} */
function expectedMs(clock) {
  switch (clock.type) {
    case "fischer":
      return clock.main_ms + MOVES * clock.increment_ms;
    case "byoyomi":
      return clock.main_ms + (MOVES_IN_PERIODS + clock.periods - 1) * clock.period_ms;
    case "three_part":
      return Math.min(clock.game_ms, MOVES * clock.move_ms) + MOVES_IN_PERIODS * clock.count_ms;
    case "per_move":
      return (MOVES * clock.move_ms) / 2;
    default:
      return Infinity;
  }
}

/** In which speed the server rates a game of this clock. @param {ClockTerms} clock @returns {Key} */
export function clockKind(clock) {
  const expected = expectedMs(clock);
  if (expected === Infinity) return "speed.correspondence";
  return SPEED_BELOW_MS.find(([belowMs]) => expected < belowMs)?.[1] ?? "speed.classical";
}

/** What the terms have that games usually have not, in words. @param {import("../messages").AskedGameTerms} terms @returns {string[]} */
export const unusualTerms = ({ compensation, takebacks, chat, delay_ms: delayMs = 0 }) =>
  [
    takebacks === false && t("terms.no_takebacks"),
    chat === false && t("terms.no_chat"),
    compensation === false && t("terms.no_compensation"),
    delayMs > 0 && t("terms.delay", { time: secondsText(delayMs) }),
  ].filter((words) => words !== false);

/** The terms' rule set in words. @param {Pick<import("../messages").AskedGameTerms, "rules">} terms */
export function rulesName({ rules = {} }) {
  const { name = "axf", forbid, strict, count, always, nine_rounds: nineRounds, entering, limit = 60 } = rules;
  const counts = entering ?? null;
  const key = /** @type {Key} */ (`rules.${name}`);
  return [isSaid(key) ? t(key) : name, forbid && t("rules.forbid"), strict && t("rules.strict"), count && t("rules.count"), always && t("rules.always"), nineRounds && t("rules.nineRounds"), counts !== null && counts !== (name === "cxa") && t(counts ? "rules.entering" : "rules.no_entering"), limit !== 60 && t(limit ? "rules.limit" : "rules.no_limit", { n: limit })]
    .filter(Boolean)
    .join(" · ");
}

/** Kind and name of the clock: `Blitz 5+3`. @param {ClockTerms} clock */
export const clockTitle = (clock) =>
  clock.type === "none" ? t("clock.none") : `${t(clockKind(clock))} ${clockName(clock)}`;
