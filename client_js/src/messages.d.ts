/**
 * What travels between the page and the server, as `protocol/README.md` has it. Types only.
 *
 * Made from the types in `xiangqi_server.wire` by `python -m tests.tools.generate`: do not edit.
 */

export type SideName = "red" | "black";
export type ConductName = "played" | "forfeit" | "lost";
export type GameResultName = "red" | "black" | "draw" | "none";
export type SidePreference = "red" | "black" | "any";
export type Language = "en" | "zh-Hans" | "zh-Hant" | "vi";
export type OfferName = "draw" | "takeback" | "abort" | "rematch";
export type ClaimName = "win" | "draw";
export type CreditReason = "outage" | "failover" | "vacation";
export type DeclineName = "not_now" | "later" | "too_fast" | "too_slow" | "rated_please" | "casual_please" | "other_rules";
export type AudienceName = "players" | "spectators";
export type PhraseName = "hello" | "good_luck" | "thanks" | "good_game" | "well_played" | "sorry" | "one_moment" | "bye";
export type NotationName = "wxf" | "iccs" | "chinese" | "uci";
export type PlayerListName = "friends" | "ignored" | "online" | "bots";
export type ModerationListName = "reports" | "actions";
export type ReasonName = "abuse" | "cheating" | "stalling" | "name" | "spam" | "other";
export type SanctionName = "warn" | "mute" | "ban" | "lift";
export type SpeedName = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
export type ResultName = "won" | "lost" | "drawn" | "red" | "black";
export type ClockName = "fischer" | "byoyomi" | "three_part" | "per_move" | "correspondence" | "none";
export type LiveOrder = "rating" | "watchers" | "newest";
export type SecurityChange = "password_changed" | "recovery_code_created" | "recovered" | "reset_code_created" | "reset";
export type TokenScope = "play" | "read";
export type LadderStep = "joined" | "left" | "idle" | "won" | "held" | "yielded" | "sank";
export type NoticeTopic = "turns" | "challenges" | "events" | "letters";
export type LessonName = "general" | "advisor" | "elephant" | "horse" | "chariot" | "cannon" | "soldier" | "check" | "repetition";
export type LessonGoal = "reach" | "capture" | "escape" | "mate" | "avoid";
export type LessonStatus = "open" | "done" | "failed";
export type MoveObstacle = "not_yours" | "own_piece" | "leg" | "eye" | "river" | "palace" | "blocked" | "screen" | "backwards" | "sideways" | "shape" | "general" | "facing" | "check";
export type JudgedState = "ruled" | "warned" | "open" | "no_time";
export type ReviewState = "none" | "waiting" | "running" | "done" | "given_up";
export type ReviewersName = "none" | "quick" | "full";
export type FigureName = "time_spread" | "fast_moves" | "best_moves" | "loss";
export type MarkName = "inaccuracy" | "mistake" | "blunder";
export type VerdictName = "red_loses" | "black_loses" | "draw";
export type LevelName = "none" | "root_chase" | "direct_chase" | "perpetual_attack" | "perpetual_check";
export type PlyKind = "check" | "kill" | "chase" | "exchange" | "idle" | "unclear";
export type DeedKind = "check" | "chase" | "unroot" | "checks_and_chases" | "some_checks" | "chases_several" | "some_chases" | "kill" | "attacks" | "some_attacks" | "drives" | "idle";
export type ChaseKind = "direct" | "root";
export type ChaseReason = "unprotected" | "false_root" | "horse_takes_chariot" | "cannon_takes_chariot" | "gains" | "equal" | "by_check";
export type RejectionReason = "protected" | "exempt_attacker" | "uncrossed_soldier" | "existed_before" | "exchange" | "pinned_attacker" | "exposes_general" | "no_gain" | "mated_at_once" | "taken_back" | "answers_check" | "holds_draw";
export type BanReason = "fourth_check" | "repeated_check" | "return_chase" | "driven_piece" | "endless_loop" | "perpetual_check" | "perpetual_chase" | "perpetual_attack" | "check_count";
export type ClockTerms = FischerClock | ByoyomiClock | ThreePartClock | PerMoveClock | CorrespondenceClock | NoClock;
export type AskedClockTerms = AskedFischerClock | AskedByoyomiClock | ThreePartClock | PerMoveClock | AskedCorrespondenceClock | NoClock;

/** What both players agree on before the first move. */
export interface GameTerms {
  /** one of six kinds; see *Clocks*. */
  clock: ClockTerms;
  /** the rule set and its options. */
  rules: RuleTerms;
  /** lag that the server measures is not charged, up to a quota. */
  compensation: boolean;
  /** a takeback may be asked for. */
  takebacks: boolean;
  /** the players may write to each other. */
  chat: boolean;
  /** how long after it happens spectators learn of it. */
  delay_ms: number;
  /** the result counts for both players' ratings; both need an account. */
  rated: boolean;
}

/** A clock each. */
export interface FischerClock {
  type: "fischer";
  /** for the whole game. */
  main_ms: number;
  /** added after each own move. */
  increment_ms: number;
}

/** Main time, then periods; a move within a period renews it. */
export interface ByoyomiClock {
  type: "byoyomi";
  /** for the game; 0 begins with the first period. */
  main_ms: number;
  /** one period. */
  period_ms: number;
  /** how many of them. */
  periods: number;
}

/** 局时, 步时, 读秒: time for the game, a limit for each move, and counted seconds. */
export interface ThreePartClock {
  type: "three_part";
  /** for the whole game. */
  game_ms: number;
  /** for each move while the game time lasts. */
  move_ms: number;
  /** for each move once the game time is used up. */
  count_ms: number;
}

/** The same time for each move; what is not used is lost. */
export interface PerMoveClock {
  type: "per_move";
  /** for each move. */
  move_ms: number;
}

/** Days for each move, and days in reserve. */
export interface CorrespondenceClock {
  type: "correspondence";
  /** of 24 hours; so many are added after each own move. */
  days: number;
  /** how much more a player may have saved up, which is there at the beginning; with 0 what a move does not use is lost. */
  bank_days: number;
  /** a vacation of a player stops the clock; null: it does, but not in tournaments and on the ladder. */
  leave: boolean | null;
}

/** A game without a clock. */
export interface NoClock {
  type: "none";
}

/** The rule set of a game. */
export interface RuleTerms {
  /** one of `rules` in `welcome`. */
  name: string;
  /** of the rule set; 0 asks for the current one, answers name the real one. */
  version: number;
  /** a move that would lose by a ruling is refused instead; the sets that refuse such moves anyway do no more. */
  forbid: boolean;
  /** of `axf`, `wxf`, `cxa` and `club`: rule at the third occurrence of a position instead of the fourth. */
  strict: boolean;
  /** of `club` only: six checks in a row with one piece, twelve with two and eighteen with three lose as well. */
  count: boolean;
  /** of `cxa` only: rule also where careful readings of the articles differ, which is else a draw that an arbiter would decide. */
  always: boolean;
  /** of `cxa` without `forbid` only. A side that does nothing but check, threaten mate or chase for nine rounds on end loses, though no position recurs. That is with nothing taken, against three points or more, and unless the other side does so too. */
  nine_rounds: boolean;
  /** of `axf`, `wxf`, `cxa` and `club`: the move that enters a repetition counts as one of it, unless it captures. Then the ruling may fall a ply sooner. null asks for the set's own: `cxa` counts it. A game that tells null does not. */
  entering: boolean | null;
  /** moves of each side without a capture that draw the game: 60, 50, or 0 for no limit. A game without one is drawn after 3,000 plies. */
  limit: number;
}

/** A player, as others read of it. */
export interface PlayerRef {
  /** its id. */
  player: string;
  /** what to show; of a guest such as "Guest 4k2m", of a deleted account "Deleted player". */
  name: string;
  /** the player has no account. */
  guest: boolean;
  /** a program plays for this account, and always will; to be shown wherever the name is. */
  bot: boolean;
}

/** How you want the page to be. The server stores them, and uses them for nothing else. */
export interface Settings {
  /** of the page and of texts. */
  language: Language | null;
  /** how moves are written. */
  notation: "chinese" | "uci" | "wxf" | null;
  /** how they look. */
  board: "jade" | "paper" | "rose" | "slate" | "wood" | null;
  /** how they look. */
  pieces: "simplified" | "traditional" | "western" | null;
  /** how they look. */
  theme: "dark" | "light" | "system" | null;
  /** another notation is shown, small, beside the first. */
  second: boolean | null;
  /** where a piece may go is shown. */
  hints: boolean | null;
  /** the page asks before it sends a move. */
  confirm: boolean | null;
  /** you may move ahead. */
  premoves: boolean | null;
  /** keys of one letter act. */
  shortcuts: boolean | null;
  /** whether sounds are played, and how loud, in percent. */
  sound: boolean | null;
  /** whether sounds are played, and how loud, in percent. */
  volume: number | null;
  /** what others say is not shown. */
  muted: boolean | null;
  /** where the page goes after a move by days. */
  after_move: "games" | "next" | "stay" | null;
}

/** A device on which you are signed in, or a program with a token of its own. */
export interface DeviceInfo {
  /** its id, to send in `sign_out`. */
  device: string;
  /** what it was called at `sign_in` or `create_token`; "" for the one where the account was made. */
  label: string;
  /** when it signed in. */
  since_ms: number;
  /** when it was last here, at most half a day too early. */
  used_ms: number;
  /** it is the one that asks. */
  this: boolean;
  /** of a program, what its token lets it do; null for a device. */
  scope: TokenScope | null;
}

/** Something that happened to the password or the codes of the account. */
export interface SecurityEvent {
  /** `password_changed`; `recovery_code_created`; `recovered`, by the recovery code; `reset_code_created`, by an operator of the server; `reset`, by that code. */
  what: SecurityChange;
  /** when. */
  at_ms: number;
}

/** The player of a side. */
export interface Seat {
  player: string;
  name: string;
  /** the player has no account. */
  guest: boolean;
  /** a program plays for this account. */
  bot: boolean;
}

/** How strong a player came to a rated game, and what it made of that. */
export interface PlayerRating {
  /** when the game began. */
  points: number;
  /** the points are not certain yet; shown with a question mark. */
  provisional: boolean;
  /** by how much this game changed the rating, null until it has; other games may have changed it since this one began. */
  change: number | null;
}

/** A player's rating at one speed. */
export interface SpeedRating {
  /** how fast; see *Ratings*. */
  speed: SpeedName;
  /** what it is. */
  points: number;
  /** how far off it may be. */
  deviation: number;
  /** it is not certain yet; shown with a question mark. */
  provisional: boolean;
  /** rated games of this speed so far. */
  games: number;
  /** when the last of them ended. */
  last_at_ms: number;
  /** how they ended. */
  won: number;
  /** how they ended. */
  drawn: number;
  /** how they ended. */
  lost: number;
  /** when the player reset it (the latest 20), the last of them last. */
  resets: number[];
}

/** A rating at the end of a day, written as a list of its three fields without their names. */
export type RatingDay = [day: number, points: number, games: number];

/** A player in a leaderboard. */
export interface Ranked {
  /** from 1. */
  rank: number;
  player: PlayerRef;
  /** of the rating. */
  points: number;
  /** rated games of this speed. */
  games: number;
  /** the points after each of the latest of them, at most 16, the oldest first. */
  recent: number[];
}

/** A game in a list. */
export interface GameInfo {
  room: string;
  /** the players. */
  red: PlayerRef;
  /** the players. */
  black: PlayerRef;
  /** their ratings when it began; null in a casual game, or if hidden. */
  red_points: number | null;
  /** their ratings when it began; null in a casual game, or if hidden. */
  black_points: number | null;
  /** by how much it changed them, null while that is not known. */
  red_change: number | null;
  /** by how much it changed them, null while that is not known. */
  black_change: number | null;
  /** name of the rule set. */
  rules: string;
  /** how fast; see *Ratings*. */
  speed: SpeedName;
  /** it counts for ratings. */
  rated: boolean;
  /** when it began. */
  opened_at_ms: number;
  /** null while it is played. */
  ended_at_ms: number | null;
  /** null for a draw, and while it is played. */
  winner: SideName | null;
  /** for programs; see *Endings*; null while it is played. */
  ending: string | null;
  /** moves of a game that is over; null while it is played. */
  plies: number | null;
  /** its first moves, four characters each; of a game that is over. */
  opening: string;
  /** the position at the end; of a game that is played, at its start. */
  fen: string;
  /** how many watch, renewed now and then. */
  watchers: number;
  /** the `type` of its clock; with `none`, the speed says nothing. Null of a game that was entered in lists before this was kept. */
  clock: ClockName | null;
  /** the one it is a game of, or null. */
  tournament: string | null;
  /** what came of it on the board; `none`: nothing counts, or it is played. */
  result: GameResultName;
  /** how far behind spectators see a game that is played. */
  delay_ms: number;
  /** how a game that is played stands, as spectators know it; null if that is not known. */
  now: BoardPosition | null;
}

/** A game of your own. */
export interface MyGame {
  room: string;
  /** your own side. */
  you: SideName;
  /** null while the seat is free. */
  opponent: PlayerRef | null;
  /** `waiting` for a friend, `playing`, or `over`. */
  status: "over" | "playing" | "waiting";
  /** it waits for your own move. */
  your_turn: boolean;
  /** how fast; see *Ratings*. */
  speed: SpeedName;
  /** it counts for ratings. */
  rated: boolean;
  /** moves so far. */
  plies: number;
  /** the last of them, or null. */
  last: MoveLine | null;
  /** the position. */
  fen: string;
  /** time left of the side to move at `at_ms`, null without a clock. */
  left_ms: number | null;
  /** the server's time at which that side is out of time, else null. */
  flag_at_ms: number | null;
  /** the server's time at which the rest of this is true. */
  at_ms: number;
  /** the `type` of its clock; with `none`, the speed says nothing. */
  clock: ClockName;
  /** null until it is over. */
  outcome: Outcome | null;
}

/** How a game stands, as its spectators know it; the fields are those of `board`. */
export interface BoardPosition {
  ply: number;
  /** the position: the board and the side to move. */
  fen: string;
  /** the move that led to it, or null. */
  last: string | null;
  /** what the clocks of Red and Black show at `at_ms`, in ms; null without a clock. */
  left: [number, number] | null;
  /** the clock of the side to move runs. */
  runs: boolean;
  /** the moment for which `left` holds, in time as spectators see it. Of a game with a delay that has just begun it is still to come: until then nothing runs. */
  at_ms: number;
  /** a repetition is on its way to a ruling. */
  warned: boolean;
  /** what came of it on the board, once the game is over; `none`: nothing counts. */
  over: GameResultName | null;
  /** a player has no connection. */
  away: boolean;
}

/** A board that you watch, in the order in which you asked for them. */
export interface ShownBoard {
  /** what it shows, as you asked for it. */
  board: string;
  /** the game that it shows now, or null. It is null for `room:`, too: you know that game. */
  game: GameInfo | null;
}

/** Which notices a player wishes for, and when not. */
export interface NoticeWishes {
  /** the topics that are not wanted; `turns` are those of games by days. */
  off: NoticeTopic[];
  /** the minutes of the day between which nothing is sent; what came then is sent afterwards. The same twice for no quiet hours. */
  quiet_from: number;
  /** the minutes of the day between which nothing is sent; what came then is sent afterwards. The same twice for no quiet hours. */
  quiet_to: number;
  /** by how many minutes your clock is ahead of UTC. */
  offset_minutes: number;
}

/** A browser that gets your notices. */
export interface NoticeChannel {
  /** its id, to send in `unsubscribe_notices`. */
  channel: string;
  /** when it was last here, at most a week too early. */
  renewed_ms: number;
  /** it is on the device that asks. */
  this: boolean;
}

/** A place on the ladder. */
export interface LadderRung {
  /** from 1 at the top. */
  rung: number;
  player: PlayerRef;
  /** the player has an open challenge, made or received. */
  challenged: boolean;
  /** when the player was last active there. */
  played_at_ms: number;
}

/** A challenge on the ladder. */
export interface LadderChallengeInfo {
  /** the player who challenges. */
  by: PlayerRef;
  /** the challenged player. */
  to: PlayerRef;
  /** until when it must be answered; null once the game has begun. */
  until_ms: number | null;
  /** of the game, null before that. */
  room: string | null;
}

/** What happened on the ladder. */
export interface LadderChange {
  at_ms: number;
  /** `won`: a challenge; `held`: a challenged player kept the place; `yielded`: a place was given up without a game, to `player`; `sank`: for not playing. */
  what: LadderStep;
  /** the one that made the step. */
  player: PlayerRef;
  /** the other player who had a part in it, or null. */
  other: PlayerRef | null;
  /** where the player came to stand, from 1. */
  rung: number;
}

/** Both clocks as they stand at `at_ms` of the message; see *Clocks*. */
export interface Clock {
  /** what each has left. */
  red: SideClock;
  /** what each has left. */
  black: SideClock;
  /** the side whose time runs; null before the start, after the end, and without a clock. */
  running: SideName | null;
  /** the server's time at which the running side is out of time, else null. */
  flag_at_ms: number | null;
  /** until when the running side must make its first move, else the game is void; null once both sides have moved, and where no clock runs. */
  first_move_by_ms: number | null;
}

/** The clock of one side; see *Clocks*. */
export interface SideClock {
  /** time left: of the main or game time, or of the running period of byo-yomi. */
  left_ms: number;
  /** periods of byo-yomi left, the running one included; 0 in other controls. */
  periods: number;
  /** what the turn may take at most, where a control limits it, else null. */
  turn_ms: number | null;
}

/** One move, written as a list of its fields without their names. */
export type MoveLine = [uci: string, wxf: string, chinese: string, receipt: Receipt | null];

/** What a turn took, written as a list of its three fields without their names. */
export type Receipt = [spent_ms: number, compensated_ms: number, quota_ms: number];

/** An offer that waits for an answer. */
export interface OpenOffer {
  what: OfferName;
  /** the side that made it. */
  side: SideName;
  ply: number;
}

/** The sides that have halved their time. */
export interface BerserkSides {
  /** whether that side did. */
  red: boolean;
  /** whether that side did. */
  black: boolean;
}

/** A player who has left. */
export interface Absence {
  /** the side of that player. */
  side: SideName;
  /** the server's time from which the other player may `claim`. */
  claimable_at_ms: number;
}

/** Which players of a game by days are on vacation. */
export interface VacationSides {
  /** the server's time until when; null for a player that is not. */
  red: number | null;
  /** the server's time until when; null for a player that is not. */
  black: number | null;
}

/** Something that was said. */
export interface ChatLine {
  /** number of the line in its room and audience, from 1. */
  n: number;
  /** when it was stored. */
  at_ms: number;
  /** the speaker's id. */
  player: string;
  /** what to show. */
  name: string;
  /** the speaker's side, null for a spectator. */
  seat: SideName | null;
  /** what was said; of a phrase, in the language of `hello`. */
  text: string;
  /** the name of the phrase, null for words of your own. */
  phrase: PhraseName | null;
  /** a program plays for the speaker. */
  bot: boolean;
}

/** One event of a log: a line of the file that `xiangqi-server verify` reads. */
export interface LogEntry {
  version: number;
  at_ms: number;
  /** of the append that stored it; events of one append share it. */
  event_id: string;
  /** the event's record, in base64. */
  body: string;
  /** of the log up to this event. */
  digest: string;
}

/** A repetition on its way to a ruling; spectators get it too. */
export interface RepetitionWarning {
  /** in the language of `hello`, as it concerns the reader. */
  text: string;
  /** how often the present position has stood. */
  occurrences: number;
  /** the occurrence at which the rule set rules if the loop goes on as it does. It is null for a warning that depends on no occurrence, such as a ban on a fourth check. */
  rule_at: number | null;
  /** the side that the rules are about to turn against, null if it would be a draw. */
  side: SideName | null;
  /** the moves of the loop, four characters each, oldest first; may be empty. */
  cycle: string[];
  /** everything the rules know of it. */
  detail: WarningDetail;
}

/** Everything the rules know of a repetition that is on its way to a ruling. */
export interface WarningDetail {
  /** by which rules. */
  rule_set: string;
  /** by which rules. */
  version: number;
  /** the side to move. */
  to_move: SideName;
  /** of the present position. */
  occurrences: number;
  /** occurrences still to come until a ruling, if the last lap is run again and again. It is 0 where the ruling falls before this position occurs again, and where the warning tells only of a ban that depends on no occurrence. With `rounds`, it counts rounds still to come. */
  left: number;
  /** the side at fault will be banned from going on, instead of losing. */
  bans: boolean;
  /** each side's part. */
  sides: Record<SideName, SideWarning>;
  /** first and last ply of the laps that count so far; may be left out */
  window?: [number, number];
  /** of `cxa`, where an arbiter would decide: the readings that rule otherwise; left out: `[]` */
  doubts?: Doubt[];
  /** of `cxa`, with `doubts`: the side that the full reading blames; without it a draw; may be left out */
  full_reading?: SideName;
  /** of `cxa` with `nine_rounds`, instead of a repetition. It counts the rounds in which the side at fault has done nothing but check, threaten mate or chase, in the plies of `window`; left out: `0` */
  rounds?: number;
}

/** One side's part of a warning. */
export interface SideWarning {
  /** how guilty it is of the cycle as it stands; `perpetual_attack` is of `cxa`: a check, kill or chase on every move. */
  level: LevelName;
  /** the rules are about to turn against it. */
  at_fault: boolean;
  /** by which the game would end. */
  clause: string;
  /** moves to keep from, each once. */
  losing: LosingMove[];
  /** moves that are not allowed now. */
  banned: BannedMove[];
  /** moves that leave the cycle. */
  breaking: string[];
  /** with `forbid`: for the side not to move, what will be banned at its next turn if the other side goes on; left out: `[]` */
  soon?: BannedMove[];
  /** with `forbid`: moves after which a reply within the cycle bans going on; left out: `[]` */
  restricting?: BannedMove[];
  /** how the game would end; see *Endings*; may be left out */
  ending?: string;
  /** what it does in the cycle, where one recurs; may be left out */
  deed?: Deed;
}

/** What the moves of a side in a cycle amount to. */
export interface Deed {
  /** what they have in common; `unroot` takes the protection of the victim away, and `drives`, of `chessvariants`, moves it to and fro between two points, protected or not. */
  kind: DeedKind;
  /** of `check`, `chase`, `unroot` and `drives`: the pieces that do it. */
  doers: CyclePiece[];
  /** the piece to which it is done throughout; may be left out */
  victim?: CyclePiece;
  /** it counts as unprotected; may be left out */
  why?: ChaseReason;
  /** with `false_root`, the piece that only seems to protect; may be left out */
  root?: PlacedPiece;
  /** with `false_root`, to what its taking back would expose the general; may be left out */
  bar?: PlacedPiece;
  /** of `check`: the pieces whose moves opened the lines of the doers; left out: `[]` */
  openers?: CyclePiece[];
  /** of `attacks` and `some_attacks`: which of check, kill and chase occurred; left out: `[]` */
  acts?: PlyKind[];
}

/** A move that loses by a ruling. */
export interface LosingMove {
  /** four characters. */
  move: string;
  /** that moves, a FEN letter. */
  piece: string;
  /** it loses after some reply, not at once. */
  after_reply: boolean;
  /** how; see *Endings*. */
  ending: string;
  /** of the rule set. */
  clause: string;
}

/** A move that the rules do not allow. */
export interface BannedMove {
  /** four characters. */
  move: string;
  /** that moves, a FEN letter. */
  piece: string;
  /** what it would be. */
  reason: BanReason;
  /** of the rule set. */
  clause: string;
}

/** How a game ended. */
export interface Outcome {
  /** null for a draw or a game without result; `ending` tells which. */
  winner: SideName | null;
  /** for programs; see *Endings*. */
  ending: string;
  /** in the language of `hello`. */
  text: string;
  /** the evidence, where the rules of the game ended it, else null. */
  ruling: Ruling | null;
  /** why a challenge was declined, else null; see *Challenges*. */
  reason: DeclineName | null;
  /** what came of it; `none`: nothing counts. */
  result: GameResultName;
}

/** Why the rules ended a game, with the evidence. */
export interface Ruling {
  /** by which rules. */
  rule_set: string;
  /** by which rules. */
  version: number;
  /** the side that loses, or a draw. */
  verdict: VerdictName;
  /** how; see *Endings*. */
  ending: string;
  /** of the rule set. */
  clause: string;
  /** of the last position. */
  occurrences: number;
  /** the side that wins; without it a draw; may be left out */
  winner?: SideName;
  /** first and last ply on which it rests, if not on the position alone; may be left out */
  window?: [number, number];
  /** every ply of the window, oldest first; left out: `[]` */
  plies?: RuledPly[];
  /** what the plies of each side amount to; may be left out */
  sides?: Record<SideName, SideAccount>;
  /** of `cxa`, where an arbiter would decide: the readings that rule otherwise; left out: `[]` */
  doubts?: Doubt[];
  /** of `cxa`, with `doubts`: the side that the full reading blames; without it a draw; may be left out */
  full_reading?: SideName;
  /** of `cxa`: what is said of each ply; left out: `[]` */
  told?: ToldPlies[];
}

/** What a ply of a repetition does. */
export interface RuledPly {
  /** its number, from 0. */
  ply: number;
  /** that played it. */
  side: SideName;
  /** four characters. */
  move: string;
  /** that moved, a FEN letter. */
  piece: string;
  /** `kill` (a threat of mate), `exchange` and `unclear` (too many lines to look at) are of `cxa`. */
  kind: PlyKind;
  /** what it attacks against the rules. */
  chases: Chase[];
  /** attacks that are not counted. */
  rejected: RejectedChase[];
  /** of `cxa`: the paragraph its class rests on; left out: `""` */
  article?: string;
  /** of `cxa`: the moves that mate or win, the mover first; left out: `[]` */
  line?: string[];
  /** of `cxa`: a joint chase, or one of an under-rooted piece; only found out where it decides; left out: `false` */
  joint?: boolean;
  /** of a check: the pieces that attack the general; left out: `[]` */
  checkers?: PlacedPiece[];
}

/** What a ply attacks against the rules. */
export interface Chase {
  /** where they stand after the ply. */
  attacker: PlacedPiece;
  /** where they stand after the ply. */
  victim: PlacedPiece;
  /** the squares where they stood when the cycle began. */
  attacker_id: string;
  /** the squares where they stood when the cycle began. */
  victim_id: string;
  /** `direct` if the capture is new, `root` if its protection was taken away. */
  kind: ChaseKind;
  /** the victim counts as unprotected. */
  why: ChaseReason;
  /** with `false_root`, the piece that only seems to protect; may be left out */
  root?: PlacedPiece;
  /** with `false_root`, to what its taking back would expose the general; may be left out */
  bar?: PlacedPiece;
  /** of `cxa`: the moves that win it, the mover first; left out: `[]` */
  line?: string[];
}

/** An attack that was looked at and not counted. */
export interface RejectedChase {
  /** where they stand after the ply. */
  attacker: PlacedPiece;
  /** where they stand after the ply. */
  victim: PlacedPiece;
  /** why it does not count. */
  reason: RejectionReason;
  /** the piece that makes it no chase: a protector, a pinner, or one to which the capture would expose the general; may be left out */
  witness?: PlacedPiece;
  /** of `cxa`: the moves by which the capture comes to nothing; left out: `[]` */
  line?: string[];
}

/** What the plies of one side amount to. */
export interface SideAccount {
  /** how guilty it is; `perpetual_attack` is of `cxa`. */
  level: LevelName;
  /** the pieces it chased throughout. */
  victims: CyclePiece[];
  /** of `chessvariants`: the piece that it drove to and fro between two points; may be left out */
  driven?: CyclePiece;
  /** with `driven`: the pieces that did it; left out: `[]` */
  drivers?: CyclePiece[];
}

/** Of `cxa`: what is said of plies that are alike. */
export interface ToldPlies {
  /** their numbers. */
  plies: number[];
  /** in the language of `hello`. */
  text: string;
}

/** Of `cxa`: a more cautious reading of the rules that rules otherwise. */
export interface Doubt {
  /** what is read otherwise. */
  reading: string;
  /** the side it blames; without it a draw; may be left out */
  loser?: SideName;
}

/** A piece where it stands after a ply. */
export interface PlacedPiece {
  /** a FEN letter. */
  piece: string;
  /** as in a move, "e4". */
  square: string;
}

/** A piece with the squares it stood on in a cycle. */
export interface CyclePiece {
  /** a FEN letter. */
  piece: string;
  /** the square where it stood when the cycle began. */
  id: string;
  /** where it stood when this was done by it, or to it. */
  squares: string[];
}

/** A move that a rule speaks about. */
export interface MarkedMove {
  /** four characters. */
  move: string;
  /** what the rule says, in the language of `hello`. */
  text: string;
}

/** A game of your own. */
export interface GameRef {
  room: string;
  /** your own. */
  side: SideName;
  /** as in `game_opened`. */
  live: boolean;
}

/** A queue of players who want a game by the same clock; the server pairs them. */
export interface Pool {
  /** to send in `queue`, such as "5+3": minutes, and seconds added for each move. */
  name: string;
  terms: GameTerms;
  /** how many wait in it. */
  waiting: number;
  /** how many of these for a rated game. */
  waiting_rated: number;
}

/** A pool in which you wait. */
export interface OwnWait {
  /** its name. */
  pool: string;
  /** for a rated game. */
  rated: boolean;
  /** the server's time since when; a game that came to nothing does not count. */
  since_ms: number;
}

/** An open offer to play. */
export interface SeekInfo {
  /** to send in `accept_seek`. */
  id: string;
  /** its owner. */
  player: string;
  /** its owner. */
  name: string;
  terms: GameTerms;
  /** what its owner wants to play. */
  side: SidePreference;
  /** its owner has no account. */
  guest: boolean;
  /** its owner's, at the speed of the game; 0 if hidden. */
  rating: number;
  /** the least and the greatest rating that may take it, null for any. */
  min_rating: number | null;
  /** the least and the greatest rating that may take it, null for any. */
  max_rating: number | null;
  /** of the game, at which ratings count here. */
  speed: SpeedName;
}

/** A player in a list of players. */
export interface ListedPlayer {
  player: string;
  name: string;
  /** the player has no account. */
  guest: boolean;
  /** a program plays for this account. */
  bot: boolean;
  /** it has a connection now. */
  online: boolean;
  /** its games that are not over, at most 3, the latest last. */
  games: string[];
}

/** A conversation with a player, and its last message. */
export interface ConversationInfo {
  player: string;
  name: string;
  /** the player has no account. */
  guest: boolean;
  /** a program plays for this account. */
  bot: boolean;
  /** how many of its messages are unread. */
  unread: number;
  /** the latest message. */
  last: MessageInfo | null;
}

/** One message of a conversation. */
export interface MessageInfo {
  /** its place in the conversation, from 1. */
  number: number;
  /** you have written it yourself. */
  mine: boolean;
  /** when it came, or was written. */
  at_ms: number;
  /** on one line. */
  text: string;
}

/** A report that waits for an operator. */
export interface ReportInfo {
  /** of the report. */
  number: number;
  /** the reporter, and the player who is reported. */
  by: PlayerRef;
  /** the reporter, and the player who is reported. */
  about: PlayerRef;
  /** what for. */
  reason: ReasonName;
  /** the game it is about, or null. */
  room: string | null;
  /** in the reporter's words; may be empty. */
  text: string;
  /** when. */
  at_ms: number;
}

/** What an operator did. */
export interface ActionInfo {
  /** the operator, and the player it was done to. */
  by: PlayerRef;
  /** the operator, and the player it was done to. */
  about: PlayerRef;
  /** null if a report was closed without one. */
  sanction: SanctionName | null;
  /** when a mute or a ban ends, else 0. */
  until_ms: number;
  /** what the player read. */
  text: string;
  /** when. */
  at_ms: number;
}

/** A game of a player about whom an operator asks. */
export interface FairPlayGame {
  room: string;
  /** the player's. */
  side: SideName;
  /** the other player. */
  opponent: PlayerRef;
  /** when it was over. */
  ended_at_ms: number;
  /** how its review stands. */
  review: ReviewState;
  /** what could be measured; a game of a few moves has none. */
  figures: FairPlayFigure[];
}

/** What was measured of a player's moves in one game. */
export interface FairPlayFigure {
  /** what was measured. `time_spread` is how much the times of its moves differ, as their standard deviation divided by their mean; `fast_moves` the share of moves within half a second. Both leave out the first move and premoves. `best_moves` is the share of moves that the engine would have played, and `loss` the chance to win that a move lost on average, out of 2. Both are known if the game was reviewed, and leave out the opening and positions that were decided. */
  name: FigureName;
  /** in thousandths. */
  value: number;
  /** of a hundred games of like strength, so many have a lower value; those with the same count half. null if there are too few. */
  percentile: number | null;
  /** how many it was compared with. A review of the small engine is compared with such reviews alone. */
  among: number;
}

/** Something the operators have published. */
export interface NewsItem {
  /** to send in `withdraw_news`. */
  id: string;
  /** in the operators' words. */
  title: string;
  /** in the operators' words. */
  text: string;
  /** of the item, null for readers of all languages. */
  language: Language | null;
  /** when it was posted. */
  at_ms: number;
}

/** A game that has begun or ended. */
export interface FeedEntry {
  /** one more than that of the entry before. */
  number: number;
  /** when the server took it down, which may be some seconds after it happened. */
  at_ms: number;
  /** `began` once both seats are taken, `over` once. */
  what: "began" | "over";
  room: string;
  /** the players. */
  red: PlayerRef;
  /** the players. */
  black: PlayerRef;
  /** the one it is a game of, or null. */
  tournament: string | null;
  /** of a game that has begun; else null. */
  rules: string | null;
  /** of a game that has begun; else null. */
  speed: SpeedName | null;
  /** of a game that has begun; else null. */
  rated: boolean | null;
  /** what came of a game that is over; `none`: nothing counts. Else null. */
  result: GameResultName | null;
  /** how it ended, as `outcome` says it; else null. */
  ending: string | null;
  /** how many moves it had; else null. */
  plies: number | null;
}

/** Both players of a found pair are waited for; see *Ready-check*. */
export interface ReadyCheck {
  /** the server's time until which both must be there. */
  by_ms: number;
  /** whether that side has said so. */
  red: boolean;
  /** whether that side has said so. */
  black: boolean;
}

/** Somebody who waits for your answer; see *Challenges*. */
export interface ChallengeInfo {
  /** to send in `accept_challenge` or `decline_challenge`. */
  room: string;
  /** the player who waits. */
  by: PlayerRef;
  /** your own. */
  side: SideName;
  terms: GameTerms;
  /** the server's time at which it lapses. */
  until_ms: number;
}

/** A game by days that waits for anybody. */
export interface OfferInfo {
  /** to send in `accept_challenge`, or of your own in `withdraw_challenge`. */
  room: string;
  /** its owner. */
  by: PlayerRef;
  /** the free one. */
  side: SideName;
  terms: GameTerms;
  /** its owner's, when the offer was made; 0 if hidden. */
  rating: number;
  /** the least and the greatest rating that may take it, null for any. */
  min_rating: number | null;
  /** the least and the greatest rating that may take it, null for any. */
  max_rating: number | null;
  /** the server's time at which it lapses. */
  until_ms: number;
}

/** What is wrong with a position or a line. */
export interface LineFlaw {
  /** for programs. */
  code: string;
  /** in the language of `hello`. */
  text: string;
  /** the character of the moves where it is; -1 for the position. */
  at: number;
}

/** What one rule set says at the end of a line. */
export interface JudgedSet {
  /** the set. */
  rules: string;
  /** `ruled` if the game is over, `warned` if going on has consequences, `open` if it may go on, `no_time` if the set had not answered in time: that is no draw. */
  state: JudgedState;
  /** the ruling or the warning in the language of `hello`, if the set has one. */
  text: string;
  /** the side that loses, or that has to deviate; null for a draw. */
  side: SideName | null;
  /** the evidence, if there is any. Of `warned` and `open` it is that of the repetition so far. */
  ruling: Ruling | null;
  /** the moves that may not be played, and why. */
  banned: MarkedMove[];
}

/** How a game should have gone on instead of a move. */
export interface ReviewedLine {
  /** the number of the move, from 0. */
  ply: number;
  /** four characters each. */
  moves: string;
}

/** A move that lost much. */
export interface ReviewMark {
  /** its number, from 0. */
  ply: number;
  /** how much. */
  mark: MarkName;
  /** by how many hundredths the chance to win fell. */
  loss: number;
  /** how the game should have gone on instead, four characters a move. */
  line: string;
}

/** What is announced. */
export interface TournamentPlan {
  /** of the tournament, of 3 to 60 characters. */
  name: string;
  /** how it is played. */
  format: ArenaFormat | RobinFormat | SwissFormat | KnockoutFormat | TeamRobinFormat;
  /** of every game; takebacks are off, whatever is asked. */
  terms: GameTerms;
  /** when it begins, at most 90 days ahead. */
  starts_ms: number;
  /** the organiser's words to everybody. */
  text: string;
  /** what a player needs to enter. */
  conditions: EntryConditions;
  /** the sums that put equal points in order, except in an arena; see *Order*. */
  ranking: "axf" | "cxa_robin" | "cxa_running" | "cxa_swiss" | "lila" | "wxf";
  /** it is played at real boards; see *Over the board*. */
  at_boards: boolean;
  /** at boards, when each round begins; empty where the organiser says so. */
  dates: number[];
}

/** A player who is free is paired again until the time is over; points make the order. */
export interface ArenaFormat {
  type: "arena";
  /** how long it lasts. */
  minutes: number;
  /** before the first move a player may halve the time left, and a win then counts a point more; only with a clock of main time and increment. */
  berserk: boolean;
  /** their names, at least two; a player who enters chooses one. Empty for an arena of players. */
  teams: string[];
  /** so many of each team count, those with most points. */
  leaders: number;
}

/** Everybody meets everybody, by Berger's tables; at most 46 players, 24 if twice. */
export interface RobinFormat {
  type: "robin";
  /** twice, with the sides changed. */
  double: boolean;
  /** seconds from the end of a round to the next. By days all games are played at once. */
  break_s: number;
  /** the moment until which each pair plays when both want to, 5 minutes to 90 days after the start; null plays it in rounds. Not by days. */
  until_ms: number | null;
}

/** In each round players with equal points meet, no two of them twice; at most 1,000 players. */
export interface SwissFormat {
  type: "swiss";
  /** how many, and never more than it takes to meet everybody. */
  rounds: number;
  /** seconds from the end of a round to the next. */
  break_s: number;
  /** what a late entrant has for each round missed: 1 as for a draw, or 0. */
  late_points: number;
}

/** The loser of a match is out; at most 256 players. */
export interface KnockoutFormat {
  type: "knockout";
  /** of a match, before quicker ones break it. */
  games: number;
  /** the players that lost before the final play for it. */
  third_place: boolean;
}

/** Every team meets every other one; on odd boards the first has Red; at most 400 players. */
export interface TeamRobinFormat {
  type: "team_robin";
  /** their names, at least two; a player who enters chooses one. */
  teams: string[];
  /** so many players of a team play at once, its strongest; it may have twice as many. */
  boards: number;
  /** twice, with the sides changed. */
  double: boolean;
  /** seconds from the end of a round to the next. */
  break_s: number;
}

/** What a player needs to enter, besides an account. */
export interface EntryConditions {
  /** at the speed of the games; null asks nothing. */
  min_rating: number | null;
  /** the same. */
  max_rating: number | null;
  /** so many rated games at that speed. */
  min_games: number;
  /** so old is the account. */
  min_account_days: number;
  /** accounts that are bots may enter. */
  bots: boolean;
  /** only players that the organiser has invited; see `manage_tournament`. */
  invited: boolean;
}

/** Keep two players apart, in an arena or a Swiss tournament. */
export interface ForbidPairAction {
  type: "forbid";
  /** the two players. */
  one: string;
  /** the two players. */
  other: string;
  /** false: they may meet again. */
  on: boolean;
}

/** Leave a player out of a round of a Swiss tournament, and say what that brings. */
export interface GiveByeAction {
  type: "bye";
  player: string;
  /** false: the player is paired after all, or has nothing of that round. */
  on: boolean;
  /** 2 as for a win, 1 as for a draw, or 0. */
  points: number;
  /** one that was paired without the player or is still to come, from 1; null for the next. */
  round: number | null;
}

/** Say how a game of a tournament of rounds counts, or one of a knock-out while it is played. A game that is played ends without a result; ratings stay as they are. */
export interface RuleGameAction {
  type: "rule";
  room: string;
  /** null for a draw, and where neither has points. */
  winner: string | null;
  /** `forfeit`: the loser did not come, or without a winner neither; `lost`: both have lost; `played`. Null leaves a game that is lost by forfeit, or by both, as it is if the winner fits. Otherwise null says `played`. */
  how: ConductName | null;
}

/** Have a player be an arbiter; for the organiser. */
export interface AppointArbiterAction {
  type: "appoint";
  player: string;
  /** false: no more. */
  on: boolean;
}

/** Let a player enter where only invited ones may; for the organiser. */
export interface InvitePlayerAction {
  type: "invite";
  player: string;
  /** false: no more. */
  on: boolean;
}

/** Have a player take part no longer, and not come back. */
export interface RemovePlayerAction {
  type: "remove";
  player: string;
  /** false: the player may come back. */
  on: boolean;
}

/** Have a tournament shown before others; for operators. */
export interface FeatureAction {
  type: "feature";
  /** false: no more. */
  on: boolean;
}

/** Have a person at real boards be paired from the next round on, or no more. */
export interface AttendAction {
  type: "attend";
  /** the person. */
  player: string;
  /** false: not paired until they are back. */
  on: boolean;
}

/** See to the rounds of a tournament at real boards. */
export interface RoundAction {
  type: "round";
  /** `pair` the next round; `unpair` the latest, while nobody has written a result of it; `start`: say when the latest begins; `finish` the tournament after the latest. */
  what: "finish" | "pair" | "start" | "unpair";
  /** when it begins, for `start`; else null. */
  at_ms: number | null;
}

/** Change who sits at a real board. Two players who sit there already change sides, in any round; the winner stays the winner. Other two of the latest round of a Swiss tournament take a board without a result, or a new one. A player who was there goes to the place that the new one leaves. */
export interface SeatAction {
  type: "seat";
  /** from 1. */
  round: number;
  /** from 1; the number after the last is a new board. */
  board: number;
  /** the player who sits there with Red. */
  red: string;
  /** the same with Black. */
  black: string;
}

/** A person to be listed. */
export interface ListedPerson {
  /** not empty. */
  name: string;
  /** 0 for none. */
  rating: number;
  /** "" for none. */
  club: string;
  /** the id at a federation, or "". */
  federation: string;
  /** the number of the team, from 0; null where there are no teams. */
  team: number | null;
}

/** A result of a board. */
export interface WrittenResult {
  /** its number, from 1. */
  board: number;
  /** what it is; `none` takes one of the latest round back. */
  result: "black" | "black_absent" | "both_absent" | "both_lost" | "draw" | "none" | "red" | "red_absent";
  /** what you saw there before. */
  was: "black" | "black_absent" | "both_absent" | "both_lost" | "draw" | "none" | "red" | "red_absent";
}

/** A tournament, as in lists and at the head of its page. */
export interface TournamentInfo {
  tournament: string;
  name: string;
  /** how it is played. */
  format: ArenaFormat | RobinFormat | SwissFormat | KnockoutFormat | TeamRobinFormat;
  terms: GameTerms;
  /** where it is in its life. */
  phase: "announced" | "called_off" | "finished" | "running";
  /** the player who announced it. */
  organiser: PlayerRef;
  /** when it begins, or has begun. */
  starts_ms: number;
  /** when it ends or has ended; null where that is not known before. */
  ends_ms: number | null;
  /** how many take part; once it is over, how many have taken part. */
  entered: number;
  /** the first three, once it has begun. */
  leaders: PlayerRef[];
  /** the latest that was paired, from 1; 0 before, and in an arena. */
  round: number;
  /** how many there will be, as far as is known; 0 in an arena. */
  rounds: number;
  /** between two rounds, when the next is paired; else null. */
  next_round_ms: number | null;
  /** operators have it shown before others. */
  featured: boolean;
  /** it is played at real boards. */
  at_boards: boolean;
  /** there, when the latest round begins, if that is known; else null. */
  begins_ms: number | null;
}

/** A row of the standings. */
export interface TournamentEntrant {
  /** from 1. */
  rank: number;
  player: PlayerRef;
  /** the one the player came with; 0 if hidden. */
  rating: number;
  /** points. */
  score: number;
  /** the points of each game in the order in which they ended, a digit a game; a bye is one of them. */
  sheet: string;
  /** as `sheet`, `1` where a game brought twice as much after two wins in a row. */
  doubled: string;
  /** the next game brings twice as much. */
  fire: boolean;
  /** the strength shown in these games; null for fewer than three, or if hidden. */
  performance: number | null;
  /** `entered` before the start; `away`: no connection; `paused`, `left`: not paired. */
  status: "away" | "entered" | "left" | "paused" | "playing" | "waiting";
  /** sums that tell equal points apart, in the order of the tournament's `tie_breaks`, as text (`9`, `10.5`); none in an arena. */
  tie_breaks: string[];
  /** the number of the player's team, from 0; null where there are no teams. */
  team: number | null;
}

/** An entrant by number. */
export interface ListedEntrant {
  /** in the order of entering; it never changes, and nobody else gets it. */
  number: number;
  /** the entrant. */
  player: PlayerRef;
  /** the one the entrant came with; 0 for none, or if hidden. */
  rating: number;
  /** of a listed person, else "". */
  club: string;
  /** the id there of a listed person, else "". */
  federation: string;
  /** the number of the team, from 0; null where there are no teams. */
  team: number | null;
  /** as in the standings. */
  status: "away" | "entered" | "left" | "paused" | "playing" | "waiting";
  /** the rounds for which a bye was asked, with what each brings. */
  byes: AskedBye[];
}

/** A bye of a round that is still to come. */
export interface AskedBye {
  /** from 1. */
  round: number;
  /** what it brings: 2, 1 or 0. */
  points: number;
}

/** A game of a tournament that is played, of those whose players stand highest. */
export interface TournamentGame {
  room: string;
  /** the players. */
  red: PlayerRef;
  /** the players. */
  black: PlayerRef;
  /** their places, from 1. */
  red_rank: number;
  /** their places, from 1. */
  black_rank: number;
}

/** A game of one player. */
export interface TournamentResult {
  /** the player it was against; null for a bye. */
  opponent: PlayerRef | null;
  /** the one the opponent came with; null if hidden. */
  opponent_rating: number | null;
  /** the player's own. */
  side: SideName;
  /** the player's own. */
  result: "drawn" | "lost" | "won";
  /** what it brought. */
  points: number;
  /** twice as much, after two wins in a row. */
  doubled: boolean;
  /** a bye, or one of the two did not come. */
  unplayed: boolean;
  /** the player had halved the time left. */
  berserk: boolean;
}

/** A game that you have still to play, where pairs play when both want to. */
export interface OpenPair {
  /** the one it will have. */
  room: string;
  /** the player it is against. */
  opponent: PlayerRef;
  /** your own. */
  side: SideName;
  /** of the opponent; `waiting` is connected and has no game of this tournament. */
  status: "away" | "entered" | "left" | "paused" | "playing" | "waiting";
  /** the player whose offer to play stands; null if no offer does. */
  offered: "opponent" | "you" | null;
}

/** A game of a round. */
export interface RoundGame {
  /** of the game; null where it was never opened, for somebody had left, or is not yet. */
  room: string | null;
  /** the players. */
  red: PlayerRef;
  /** the players. */
  black: PlayerRef;
  /** what it brought; null until it is over. */
  red_points: number | null;
  /** what it brought; null until it is over. */
  black_points: number | null;
  /** one of the two, or both, did not come. */
  forfeit: boolean;
  /** in a word. */
  result: "black" | "black_absent" | "both_absent" | "both_lost" | "draw" | "none" | "red" | "red_absent";
  /** at a real board, the player who wrote the result down. */
  by: PlayerRef | null;
  /** when that was. */
  at_ms: number | null;
}

/** A round of one player. */
export interface TableCell {
  /** `absent`: the player was not paired; `open`: the game has not begun. */
  how: "absent" | "bye" | "forfeit" | "open" | "played" | "playing";
  /** of the opponent in the standings; null for none. */
  rank: number | null;
  /** the player's own; null without an opponent. */
  side: SideName | null;
  /** what it brought; null until it is over. */
  points: number | null;
  /** of the game; null for none. */
  room: string | null;
  /** a bye that did not come of the pairing. */
  given: boolean;
}

/** A round without a game that did not come of the pairing. */
export interface GivenBye {
  player: PlayerRef;
  /** what it brings: 2, 1 or 0. */
  points: number;
}

/** Where the log of a tournament stands. */
export interface LogHead {
  /** number of its last event. */
  version: number;
  /** of the log up to there; `xiangqi-server verify --head` holds a log to it. */
  digest: string;
}

/** The place a player took in a tournament that is over. */
export interface TournamentPlace {
  tournament: string;
  /** of the tournament. */
  name: string;
  /** how it was played. */
  format: ArenaFormat | RobinFormat | SwissFormat | KnockoutFormat | TeamRobinFormat;
  /** when it ended. */
  ended_at_ms: number;
  /** from 1. */
  rank: number;
  /** how many there were. */
  players: number;
  /** points. */
  score: number;
}

/** A team as it stands. */
export interface TeamScore {
  /** from 1; teams that nothing tells apart share one. */
  rank: number;
  /** its number among those of the format, from 0. */
  team: number;
  /** of the team. */
  name: string;
  /** in an arena those of its best players; else 2 a match won, 1 drawn. */
  points: number;
  /** of all its games, which tell equal points apart; 0 in an arena. */
  board_points: number;
  /** how many players it has. */
  members: number;
  /** in an arena whose points count, else the boards in their order. */
  best: TeamMember[];
}

/** A player of a team. */
export interface TeamMember {
  player: PlayerRef;
  /** the player's points. */
  score: number;
}

/** A match of two teams. */
export interface TeamMatch {
  /** from 1. */
  round: number;
  /** their numbers, from 0; the first has Red on odd boards. */
  one: number;
  /** their numbers, from 0; the first has Red on odd boards. */
  other: number;
  /** on the boards: 2 a win, 1 a draw. */
  one_points: number;
  /** on the boards: 2 a win, 1 a draw. */
  other_points: number;
  /** all its games are. */
  over: boolean;
}

/** What was done to a tournament. */
export interface TournamentNote {
  at_ms: number;
  /** the organiser, an arbiter or an operator. */
  by: PlayerRef;
  /** as in `manage_tournament`; `amend`: the plan; `code`: the one that appoints arbiters. */
  what: "amend" | "appoint" | "attend" | "bye" | "code" | "feature" | "forbid" | "invite" | "remove" | "round" | "rule" | "seat";
  /** the player it concerns, or the winner; null for no player. */
  player: PlayerRef | null;
  /** of a pair that is kept apart. */
  other: PlayerRef | null;
  /** of a game that was ruled. */
  room: string | null;
  /** false where something was taken back. */
  on: boolean;
  /** the tournament was over: the result of one of its games is another one since. */
  correction: boolean;
  /** of a game that was ruled, see `manage_tournament`; else null. */
  how: ConductName | null;
  /** of a bye, what it brings; else null. */
  points: number | null;
  /** of a bye that is not for the next round, or of `seat`; else null. */
  round: number | null;
  /** what was done to a round; else null. */
  step: "finish" | "pair" | "start" | "unpair" | null;
  /** of `seat`; else null. */
  board: number | null;
}

/** What was announced and may be changed before the start, except what `info` has. */
export interface TournamentWords {
  /** as in `tournament`. */
  text: string;
  /** as in `tournament`. */
  conditions: EntryConditions;
  /** as in `tournament`. */
  tie_breaks: ("black_games" | "black_wins" | "direct" | "opponents" | "performance" | "running" | "sonneborn" | "wins")[];
  /** as in `tournament`. */
  password: boolean;
  /** as in `tournament`. */
  ranking: "axf" | "cxa_robin" | "cxa_running" | "cxa_swiss" | "lila" | "wxf";
  /** as in `tournament`. */
  dates: number[];
}

/** A match of a knock-out. */
export interface BracketMatch {
  /** its number: 1 is the final, 0 that for the third place; the winners of `2n` and `2n + 1` meet in `n`. */
  match: number;
  /** from 1. */
  round: number;
  /** the players; null while not known, and for an empty place. */
  one: BracketPlace | null;
  /** the players; null while not known, and for an empty place. */
  other: BracketPlace | null;
  /** the player's id; null while not known, and if nobody won. */
  winner: string | null;
  /** it is decided; also where somebody has no opponent. */
  over: boolean;
  /** in their order; those after the first so many of `games` of the format are quicker. */
  games: RoundGame[];
}

/** A player of a match. */
export interface BracketPlace {
  player: PlayerRef;
  /** by rating, from 1. */
  seed: number;
  /** in this match: 2 a win, 1 a draw. */
  points: number;
}

/** What both players agree on before the first move. */
export interface AskedGameTerms {
  /** one of six kinds; see *Clocks*. */
  clock: AskedClockTerms;
  /** the rule set and its options; left out: `{"name":"axf","version":0,"forbid":false,"strict":false,"count":false,"always":false,"nine_rounds":false,"entering":null,"limit":60}` */
  rules?: AskedRuleTerms;
  /** lag that the server measures is not charged, up to a quota; left out: `true` */
  compensation?: boolean;
  /** a takeback may be asked for; left out: `true` */
  takebacks?: boolean;
  /** the players may write to each other; left out: `true` */
  chat?: boolean;
  /** how long after it happens spectators learn of it; left out: `0` */
  delay_ms?: number;
  /** the result counts for both players' ratings; both need an account; left out: `false` */
  rated?: boolean;
}

/** A clock each. */
export interface AskedFischerClock {
  type: "fischer";
  /** for the whole game. */
  main_ms: number;
  /** added after each own move; left out: `0` */
  increment_ms?: number;
}

/** Main time, then periods; a move within a period renews it. */
export interface AskedByoyomiClock {
  type: "byoyomi";
  /** for the game; 0 begins with the first period. */
  main_ms: number;
  /** one period. */
  period_ms: number;
  /** how many of them; left out: `1` */
  periods?: number;
}

/** Days for each move, and days in reserve. */
export interface AskedCorrespondenceClock {
  type: "correspondence";
  /** of 24 hours; so many are added after each own move. */
  days: number;
  /** how much more a player may have saved up, which is there at the beginning; with 0 what a move does not use is lost; left out: `0` */
  bank_days?: number;
  /** a vacation of a player stops the clock; null: it does, but not in tournaments and on the ladder; left out: `null` */
  leave?: boolean | null;
}

/** The rule set of a game. */
export interface AskedRuleTerms {
  /** one of `rules` in `welcome`; left out: `"axf"` */
  name?: string;
  /** of the rule set; 0 asks for the current one, answers name the real one; left out: `0` */
  version?: number;
  /** a move that would lose by a ruling is refused instead; the sets that refuse such moves anyway do no more; left out: `false` */
  forbid?: boolean;
  /** of `axf`, `wxf`, `cxa` and `club`: rule at the third occurrence of a position instead of the fourth; left out: `false` */
  strict?: boolean;
  /** of `club` only: six checks in a row with one piece, twelve with two and eighteen with three lose as well; left out: `false` */
  count?: boolean;
  /** of `cxa` only: rule also where careful readings of the articles differ, which is else a draw that an arbiter would decide; left out: `false` */
  always?: boolean;
  /** of `cxa` without `forbid` only. A side that does nothing but check, threaten mate or chase for nine rounds on end loses, though no position recurs. That is with nothing taken, against three points or more, and unless the other side does so too; left out: `false` */
  nine_rounds?: boolean;
  /** of `axf`, `wxf`, `cxa` and `club`: the move that enters a repetition counts as one of it, unless it captures. Then the ruling may fall a ply sooner. null asks for the set's own: `cxa` counts it. A game that tells null does not; left out: `null` */
  entering?: boolean | null;
  /** moves of each side without a capture that draw the game: 60, 50, or 0 for no limit. A game without one is drawn after 3,000 plies; left out: `60` */
  limit?: number;
}

/** How you want the page to be. The server stores them, and uses them for nothing else. */
export interface AskedSettings {
  /** of the page and of texts; left out: `null` */
  language?: Language | null;
  /** how moves are written; left out: `null` */
  notation?: "chinese" | "uci" | "wxf" | null;
  /** how they look; left out: `null` */
  board?: "jade" | "paper" | "rose" | "slate" | "wood" | null;
  /** how they look; left out: `null` */
  pieces?: "simplified" | "traditional" | "western" | null;
  /** how they look; left out: `null` */
  theme?: "dark" | "light" | "system" | null;
  /** another notation is shown, small, beside the first; left out: `null` */
  second?: boolean | null;
  /** where a piece may go is shown; left out: `null` */
  hints?: boolean | null;
  /** the page asks before it sends a move; left out: `null` */
  confirm?: boolean | null;
  /** you may move ahead; left out: `null` */
  premoves?: boolean | null;
  /** keys of one letter act; left out: `null` */
  shortcuts?: boolean | null;
  /** whether sounds are played, and how loud, in percent; left out: `null` */
  sound?: boolean | null;
  /** whether sounds are played, and how loud, in percent; left out: `null` */
  volume?: number | null;
  /** what others say is not shown; left out: `null` */
  muted?: boolean | null;
  /** where the page goes after a move by days; left out: `null` */
  after_move?: "games" | "next" | "stay" | null;
}

/** Which notices a player wishes for, and when not. */
export interface AskedNoticeWishes {
  /** the topics that are not wanted; `turns` are those of games by days; left out: `[]` */
  off?: NoticeTopic[];
  /** the minutes of the day between which nothing is sent; what came then is sent afterwards. The same twice for no quiet hours; left out: `0` */
  quiet_from?: number;
  /** the minutes of the day between which nothing is sent; what came then is sent afterwards. The same twice for no quiet hours; left out: `0` */
  quiet_to?: number;
  /** by how many minutes your clock is ahead of UTC; left out: `0` */
  offset_minutes?: number;
}

/** What is announced. */
export interface AskedTournamentPlan {
  /** of the tournament, of 3 to 60 characters. */
  name: string;
  /** how it is played. */
  format: AskedArenaFormat | AskedRobinFormat | AskedSwissFormat | AskedKnockoutFormat | AskedTeamRobinFormat;
  /** of every game; takebacks are off, whatever is asked. */
  terms: AskedGameTerms;
  /** when it begins, at most 90 days ahead. */
  starts_ms: number;
  /** the organiser's words to everybody; left out: `""` */
  text?: string;
  /** what a player needs to enter; left out: `{"min_rating":null,"max_rating":null,"min_games":0,"min_account_days":0,"bots":false,"invited":false}` */
  conditions?: AskedEntryConditions;
  /** the sums that put equal points in order, except in an arena; see *Order*; left out: `"cxa_swiss"` */
  ranking?: "axf" | "cxa_robin" | "cxa_running" | "cxa_swiss" | "lila" | "wxf";
  /** it is played at real boards; see *Over the board*; left out: `false` */
  at_boards?: boolean;
  /** at boards, when each round begins; empty where the organiser says so; left out: `[]` */
  dates?: number[];
}

/** A player who is free is paired again until the time is over; points make the order. */
export interface AskedArenaFormat {
  type: "arena";
  /** how long it lasts. */
  minutes: number;
  /** before the first move a player may halve the time left, and a win then counts a point more; only with a clock of main time and increment; left out: `true` */
  berserk?: boolean;
  /** their names, at least two; a player who enters chooses one. Empty for an arena of players; left out: `[]` */
  teams?: string[];
  /** so many of each team count, those with most points; left out: `5` */
  leaders?: number;
}

/** Everybody meets everybody, by Berger's tables; at most 46 players, 24 if twice. */
export interface AskedRobinFormat {
  type: "robin";
  /** twice, with the sides changed; left out: `false` */
  double?: boolean;
  /** seconds from the end of a round to the next. By days all games are played at once; left out: `60` */
  break_s?: number;
  /** the moment until which each pair plays when both want to, 5 minutes to 90 days after the start; null plays it in rounds. Not by days; left out: `null` */
  until_ms?: number | null;
}

/** In each round players with equal points meet, no two of them twice; at most 1,000 players. */
export interface AskedSwissFormat {
  type: "swiss";
  /** how many, and never more than it takes to meet everybody. */
  rounds: number;
  /** seconds from the end of a round to the next; left out: `60` */
  break_s?: number;
  /** what a late entrant has for each round missed: 1 as for a draw, or 0; left out: `0` */
  late_points?: number;
}

/** The loser of a match is out; at most 256 players. */
export interface AskedKnockoutFormat {
  type: "knockout";
  /** of a match, before quicker ones break it; left out: `1` */
  games?: number;
  /** the players that lost before the final play for it; left out: `true` */
  third_place?: boolean;
}

/** Every team meets every other one; on odd boards the first has Red; at most 400 players. */
export interface AskedTeamRobinFormat {
  type: "team_robin";
  /** their names, at least two; a player who enters chooses one. */
  teams: string[];
  /** so many players of a team play at once, its strongest; it may have twice as many; left out: `4` */
  boards?: number;
  /** twice, with the sides changed; left out: `false` */
  double?: boolean;
  /** seconds from the end of a round to the next; left out: `60` */
  break_s?: number;
}

/** What a player needs to enter, besides an account. */
export interface AskedEntryConditions {
  /** at the speed of the games; null asks nothing; left out: `null` */
  min_rating?: number | null;
  /** the same; left out: `null` */
  max_rating?: number | null;
  /** so many rated games at that speed; left out: `0` */
  min_games?: number;
  /** so old is the account; left out: `0` */
  min_account_days?: number;
  /** accounts that are bots may enter; left out: `false` */
  bots?: boolean;
  /** only players that the organiser has invited; see `manage_tournament`; left out: `false` */
  invited?: boolean;
}

/** Keep two players apart, in an arena or a Swiss tournament. */
export interface AskedForbidPairAction {
  type: "forbid";
  /** the two players. */
  one: string;
  /** the two players. */
  other: string;
  /** false: they may meet again; left out: `true` */
  on?: boolean;
}

/** Leave a player out of a round of a Swiss tournament, and say what that brings. */
export interface AskedGiveByeAction {
  type: "bye";
  player: string;
  /** false: the player is paired after all, or has nothing of that round; left out: `true` */
  on?: boolean;
  /** 2 as for a win, 1 as for a draw, or 0; left out: `2` */
  points?: number;
  /** one that was paired without the player or is still to come, from 1; null for the next; left out: `null` */
  round?: number | null;
}

/** Say how a game of a tournament of rounds counts, or one of a knock-out while it is played. A game that is played ends without a result; ratings stay as they are. */
export interface AskedRuleGameAction {
  type: "rule";
  room: string;
  /** null for a draw, and where neither has points. */
  winner: string | null;
  /** `forfeit`: the loser did not come, or without a winner neither; `lost`: both have lost; `played`. Null leaves a game that is lost by forfeit, or by both, as it is if the winner fits. Otherwise null says `played`; left out: `null` */
  how?: ConductName | null;
}

/** Have a player be an arbiter; for the organiser. */
export interface AskedAppointArbiterAction {
  type: "appoint";
  player: string;
  /** false: no more; left out: `true` */
  on?: boolean;
}

/** Let a player enter where only invited ones may; for the organiser. */
export interface AskedInvitePlayerAction {
  type: "invite";
  player: string;
  /** false: no more; left out: `true` */
  on?: boolean;
}

/** Have a player take part no longer, and not come back. */
export interface AskedRemovePlayerAction {
  type: "remove";
  player: string;
  /** false: the player may come back; left out: `true` */
  on?: boolean;
}

/** Have a tournament shown before others; for operators. */
export interface AskedFeatureAction {
  type: "feature";
  /** false: no more; left out: `true` */
  on?: boolean;
}

/** Have a person at real boards be paired from the next round on, or no more. */
export interface AskedAttendAction {
  type: "attend";
  /** the person. */
  player: string;
  /** false: not paired until they are back; left out: `true` */
  on?: boolean;
}

/** See to the rounds of a tournament at real boards. */
export interface AskedRoundAction {
  type: "round";
  /** `pair` the next round; `unpair` the latest, while nobody has written a result of it; `start`: say when the latest begins; `finish` the tournament after the latest. */
  what: "finish" | "pair" | "start" | "unpair";
  /** when it begins, for `start`; else null; left out: `null` */
  at_ms?: number | null;
}

/** A person to be listed. */
export interface AskedListedPerson {
  /** not empty. */
  name: string;
  /** 0 for none; left out: `0` */
  rating?: number;
  /** "" for none; left out: `""` */
  club?: string;
  /** the id at a federation, or ""; left out: `""` */
  federation?: string;
  /** the number of the team, from 0; null where there are no teams; left out: `null` */
  team?: number | null;
}

/** A result of a board. */
export interface AskedWrittenResult {
  /** its number, from 1. */
  board: number;
  /** what it is; `none` takes one of the latest round back. */
  result: "black" | "black_absent" | "both_absent" | "both_lost" | "draw" | "none" | "red" | "red_absent";
  /** what you saw there before; left out: `"none"` */
  was?: "black" | "black_absent" | "both_absent" | "both_lost" | "draw" | "none" | "red" | "red_absent";
}

/** The answer to `hello`. */
export interface Welcome {
  type: "welcome";
  /** of the `hello`. */
  id: string;
  /** your own id, public. */
  player: string;
  /** what others see. */
  name: string;
  /** you have no account. */
  guest: boolean;
  /** those you keep with the player. */
  settings: Settings;
  /** to keep secret and to show in every later `hello`, in place of the one that was shown; null if that one is to be shown again. */
  token: string | null;
  /** your games that are not over, oldest first. */
  games: GameRef[];
  /** the server's time. */
  now_ms: number;
  /** how often `ping` comes at least; without one for three times as long the connection is dead. */
  ping_ms: number;
  /** names of the rule sets you may choose. */
  rules: string[];
  /** name and version of the program. */
  server: string;
  /** you may use the operators' messages, such as `moderation`. */
  operator: boolean;
  /** where an acknowledged command is. ``primary``: on the disk of the server's store. ``replica``: also on every copy of the store that could take its place. ``degraded``: on the disk alone, for such copies are missing now. ``engine``: where the store itself promises. ``volatile``: only in memory, and it may be lost if the store fails. Other words may come; read them like ``primary``. */
  durability: string;
  /** a program plays for this account. */
  bot: boolean;
  /** what the token that was shown lets a program do; null for one of a device, by which you may do everything. */
  scope: TokenScope | null;
}

/** A command took effect and is stored, or what was asked for has been sent. */
export interface Done {
  type: "done";
  id: string;
  /** the room it was about; after `invite`, `challenge` and `offer_by_days` the one that was opened; null for what no room decides, such as `report` and `ask_review`. */
  room: string | null;
  /** of the last event it caused, also when it is a repeat; of the room's last event if it caused none; null for what is no event. */
  version: number | null;
  /** the one of that event, null if it is no longer at hand. */
  digest: string | null;
  /** after `invite`, what opens the free seat; else null. */
  seat_key: string | null;
}

/** Nothing happened. */
export interface Refused {
  type: "refused";
  /** of the refused message, null when it has none or could not be read. */
  id: string | null;
  /** for programs; see *Refusals*. */
  code: string;
  /** for people, in the language of `hello`. */
  text: string;
  /** the room that was meant, else null. */
  room: string | null;
  /** the room's version by which it was refused, null where none was looked at. */
  version: number | null;
  /** how long to wait before trying again, null where waiting does not help; of `unavailable` never null, see *Pauses*. */
  retry_ms: number | null;
}

/** The heartbeat: answer with a `pong` of the same `n` at once. */
export interface Ping {
  type: "ping";
  /** to send back. */
  n: number;
  /** the server's time. */
  now_ms: number;
  /** the round trip the server measured last, null before the first. */
  rtt_ms: number | null;
  /** `[room, version, digest]` of each joined room; see *Versions*. */
  rooms: [string, number, string][];
  /** the next one comes after so long, at most. */
  next_ms: number;
}

/** The server is about to close this connection. */
export interface Bye {
  type: "bye";
  /** why; see *Closing*. */
  code: "stopping" | "moving" | "too_fast" | "no_hello" | "full" | "signed_out";
  text: string;
  /** when to connect again, from now. */
  retry_ms: number;
}

/** The store cannot be reached: no command takes effect until `resumed`; clocks are credited. */
export interface Paused {
  type: "paused";
  text: string;
}

/** Commands take effect again; a room that could not be joined meanwhile can be joined. */
export interface Resumed {
  type: "resumed";
}

/** A whole room. */
export interface Room {
  type: "room";
  room: string;
  /** number of the last event in it. */
  version: number;
  digest: string;
  /** when that event was stored; the clocks are as of then. */
  at_ms: number;
  /** `waiting` until both seats are taken, then `playing`, then `over`; between the first two `readying`, where the server asks two paired players whether they are there. */
  status: "over" | "playing" | "readying" | "waiting";
  terms: GameTerms;
  /** the players, null while the seat is free. */
  red: Seat | null;
  /** the players, null while the seat is free. */
  black: Seat | null;
  /** your own side, null for a spectator. */
  you: SideName | null;
  /** the position before the first move. */
  start_fen: string;
  /** the position now. */
  fen: string;
  /** all moves, oldest first. */
  moves: MoveLine[];
  /** the side to move is in check. */
  check: boolean;
  clock: Clock;
  /** lag that may still be compensated; see *Receipts*. */
  red_quota_ms: number;
  /** lag that may still be compensated; see *Receipts*. */
  black_quota_ms: number;
  /** what waits for an answer. */
  offers: OpenOffer[];
  /** the players who have left; see *Presence and claims*. */
  absences: Absence[];
  /** of a repetition, as long as it stands. */
  warning: RepetitionWarning | null;
  /** null until the game is over. */
  outcome: Outcome | null;
  spectators: number;
  /** how late you see this game: `delay_ms` of its terms for a spectator as long as it is played, else 0. */
  behind_ms: number;
  /** room of the game this one is a rematch of, or null. */
  previous: string | null;
  /** room of the rematch, or null. */
  next: string | null;
  /** of a rated game, as far as they are known and not hidden. */
  red_rating: PlayerRating | null;
  /** of a rated game, as far as they are known and not hidden. */
  black_rating: PlayerRating | null;
  /** until when a suspended game waits for its players; null for any other. */
  suspended_until_ms: number | null;
  /** while `readying`, which players are there, else null; see *Ready-check*. */
  ready: ReadyCheck | null;
  /** points of Red's and of Black's player in the games this is a rematch of: two for a win, one for a draw. */
  series: [number, number];
  /** of a challenge, the player who was asked; null if anybody may sit. */
  invited: Seat | null;
  /** while `waiting`, when the invitation lapses, else null. */
  waits_until_ms: number | null;
  /** to the player who invites, while `waiting`: what opens the free seat; else null. */
  seat_key: string | null;
  /** it waits for a player with the key of its seat. */
  needs_key: boolean;
  /** the one it is a game of, or null. */
  tournament: string | null;
  /** which sides have halved their time; null where they may not. */
  berserk: BerserkSides | null;
  /** the players that are on vacation; null if both are not. */
  away: VacationSides | null;
}

/** The free seat was taken: the game starts and Red's clock runs. */
export interface Seated {
  type: "seated";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** which seat. */
  side: SideName;
  /** the player who took it; you if the player is your own id. */
  seat: Seat;
  clock: Clock;
  /** both are asked whether they are there before the clock runs; null if not. */
  ready: ReadyCheck | null;
}

/** A player of a pair is there; see *Ready-check*. */
export interface Readied {
  type: "readied";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  side: SideName;
  clock: Clock;
  /** null when both are: the game has begun and Red's clock runs. */
  ready: ReadyCheck | null;
}

/** A move was played. It ends the offers of the other side, and a warning. */
export interface Moved {
  type: "moved";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** its number, from 0. */
  ply: number;
  /** the move by its two squares. */
  uci: string;
  /** in WXF notation. */
  wxf: string;
  /** in Chinese notation (simplified). */
  chinese: string;
  /** it checks. */
  check: boolean;
  /** how long the turn took, until the move arrived; 0 for a premove. */
  spent_ms: number;
  /** of that, what was not charged; see *Receipts*. */
  compensated_ms: number;
  /** lag that may still be compensated. */
  red_quota_ms: number;
  /** lag that may still be compensated. */
  black_quota_ms: number;
  /** after the move; an increment is added, a period renewed. */
  clock: Clock;
}

/** The last moves were taken back; the turn starts anew, and no time comes back. */
export interface TookBack {
  type: "took_back";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the side that asked for it. */
  side: SideName;
  /** how many of `moves` are gone, 1 or 2. */
  plies: number;
  /** the position now. */
  fen: string;
  /** the side to move is in check. */
  check: boolean;
  /** what the turn that is cut off had taken; it is charged. */
  spent_ms: number;
  clock: Clock;
}

/** A player gave the other one time. */
export interface TimeGiven {
  type: "time_given";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the side that has more time now. */
  side: SideName;
  /** how much more. */
  ms: number;
  clock: Clock;
}

/** A player halved the time left, and earns no increment any more. */
export interface Berserked {
  type: "berserked";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the side of that player. */
  side: SideName;
  /** how much time that was; 0 where the increment alone is gone. */
  ms: number;
  clock: Clock;
}

/** A player has left. If it had already, the countdown is put off. */
export interface Disconnected {
  type: "disconnected";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the side of that player. */
  side: SideName;
  /** the server's time from which the other player may `claim`. */
  claimable_at_ms: number;
}

/** A player who had left is here again. */
export interface Reconnected {
  type: "reconnected";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the side of that player. */
  side: SideName;
}

/** A player in a game by days is on vacation, or is back; see *Vacation*. */
export interface AwayUntil {
  type: "away_until";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the player's. */
  side: SideName;
  /** until when; in the past if the player is back. */
  until_ms: number;
  clock: Clock;
}

/** Time is given back to the side whose clock ran: the server was away, or its player is. */
export interface TimeCredited {
  type: "time_credited";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the side whose clock ran. */
  side: SideName;
  /** how much is given back. */
  ms: number;
  /** when the server was away; of a vacation, between which moments the clock stands as well, or does not if `ms` is below 0. */
  from_ms: number;
  /** when the server was away; of a vacation, between which moments the clock stands as well, or does not if `ms` is below 0. */
  to_ms: number;
  clock: Clock;
  /** `outage` if the server was away for everybody. `failover` if the part of it that this player was connected to had died, stood still or sent the player on, or if no part knew the player. It may be credited twice: when it is noticed, and when the player is back. */
  reason: CreditReason;
  /** while both are still asked whether they are there, until when; else null. */
  ready: ReadyCheck | null;
}

/** The server was away for more than ten minutes: the clock stands until both players are back. Both count as disconnected until `reconnected` tells of each; no move is taken meanwhile. */
export interface Suspended {
  type: "suspended";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** when the game is aborted, if not both are back by then. */
  until_ms: number;
  clock: Clock;
}

/** Both players of a suspended game are back: the clock runs from where it stood. */
export interface Continued {
  type: "continued";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  clock: Clock;
}

/** A player proposed something to the other. */
export interface Offered {
  type: "offered";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  side: SideName;
  what: OfferName;
  ply: number;
}

/** An offer was turned down, or taken back by its owner. */
export interface Declined {
  type: "declined";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the side that turned it down or took it back. */
  side: SideName;
  /** what had been proposed. */
  what: OfferName;
}

/** A repetition is on its way to a ruling. */
export interface Warned {
  type: "warned";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** stands until the next `moved` or `ended`. */
  warning: RepetitionWarning;
}

/** The game is over. All offers and warnings are gone. */
export interface Ended {
  type: "ended";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** how it ended. */
  outcome: Outcome;
  /** as the clocks stopped. */
  clock: Clock;
}

/** Both want to play again. */
export interface RematchOpened {
  type: "rematch_opened";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** room of the new game, which has begun with sides changed. */
  next: string;
}

/** The rating with which a player came to a rated game. */
export interface RatingKnown {
  type: "rating_known";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the side of that player. */
  side: SideName;
  /** without a change; its points are 0 if hidden. */
  rating: PlayerRating;
}

/** A rated game has counted for a player; it comes after `ended`, once for each side. */
export interface Rated {
  type: "rated";
  room: string;
  version: number;
  digest: string;
  at_ms: number;
  /** the side of that player. */
  side: SideName;
  /** with the change; its points are 0 if hidden. */
  rating: PlayerRating;
}

/** To the seat to move only: what it may play at `ply`. It may come several times for one ply. It comes a little after what made it its turn, unasked to programs that did not say in `hello` that they know the `rules`, and as the answer to `legal`. */
export interface Legal {
  type: "legal";
  room: string;
  /** the room's, for which it holds; its event came before. */
  version: number;
  /** the one that is to be played. */
  ply: number;
  /** every move that may be played, as squares, with a space between two: `h2e2 h0g2`. */
  moves: string;
  /** those of them that lose by a ruling, at once or after some reply. */
  losing: MarkedMove[];
  /** moves of the pieces that the rule set does not allow here; not among `moves`. */
  banned: MarkedMove[];
  /** of the `legal` it answers; null if you did not ask. */
  id: string | null;
}

/** To the connections of one player only: its premove; see *Premoves*. */
export interface Premove {
  type: "premove";
  room: string;
  /** the one it waits for, or (dropped) waited for; null when no premove stands any more. */
  ply: number | null;
  /** the move as it was sent, else null. */
  text: string | null;
  /** its two squares, if it was sent as squares, else null. */
  uci: string | null;
  /** why it was not played (see *Refusals*), null if it stands or was taken back. */
  dropped: string | null;
  /** the same for people, else null. */
  reason: string | null;
}

/** Something was said. It is no event and has no version. */
export interface Chat {
  type: "chat";
  room: string;
  /** the people it was said to. */
  to: AudienceName;
  /** what was said. */
  line: ChatLine;
}

/** What was said last, after a `join` and when you may read more than before. */
export interface ChatHistory {
  type: "chat_history";
  room: string;
  /** the people it was said to. */
  to: AudienceName;
  /** the last of them, oldest first; they replace what you hold. */
  lines: ChatLine[];
}

/** The answer to `export`. */
export interface Pgn {
  type: "pgn";
  id: string;
  room: string;
  /** of its moves. */
  notation: NotationName;
  /** the game; see *Export*. */
  text: string;
}

/** The answer to `log`. */
export interface Log {
  type: "log";
  id: string;
  room: string;
  /** 64 at most, oldest first. */
  events: LogEntry[];
  /** what to send as `after` for those that follow; null after the last. */
  next: number | null;
}

/** The holder of a seat is called something else now. It is no event and has no version. */
export interface Renamed {
  type: "renamed";
  room: string;
  player: PlayerRef;
}

/** The people who are here. It is no event and has no version. */
export interface Presence {
  type: "presence";
  room: string;
  spectators: number;
  /** some of the people who watch, by name, 20 at most. */
  names: string[];
  /** the player of that side has a connection, on any node. */
  red_online: boolean;
  /** the player of that side has a connection, on any node. */
  black_online: boolean;
  /** some of the bots that watch, by name, 20 at most. */
  bots: string[];
}

/** The store has lost the latest events of a room, although they were confirmed. `room` shows the room as it stands; its version may be lower than the one before. */
export interface RolledBack {
  type: "rolled_back";
  room: string;
  /** for people, in the language of `hello`. */
  text: string;
}

/** The answer to `note`. */
export interface Note {
  type: "note";
  id: string;
  room: string;
  /** "" if you have none. */
  text: string;
}

/** The whole lobby. */
export interface Lobby {
  type: "lobby";
  /** of the lobby; it grows, but numbers may be left out. */
  version: number;
  /** open offers, oldest first. */
  seeks: SeekInfo[];
  /** all pools. */
  pools: Pool[];
  /** id of your own open offer, of two the older, or null; see `player` of `seeks`. */
  your_seek: string | null;
  /** names of the pools in which you wait. */
  your_pools: string[];
  /** how many people are connected; bots are not among them. Each node counts its own, so a player who is connected to two of them counts twice. */
  players_online: number;
  /** the same, and since when. */
  your_waits: OwnWait[];
}

/** What is new in the lobby since the last of these: at most one every 200 ms. */
export interface LobbyChanged {
  type: "lobby_changed";
  /** of the lobby. */
  version: number;
  /** new offers; your own are known by `player`. */
  opened: SeekInfo[];
  /** ids of offers that are gone. */
  closed: string[];
  /** how many wait, by pool name, where that changed. */
  waiting: Record<string, number>;
  /** as in `lobby`. */
  players_online: number;
  /** how many of these for a rated game. */
  waiting_rated: Record<string, number>;
}

/** To a player on every connection: a game of your own has begun, or waits for a friend. */
export interface GameOpened {
  type: "game_opened";
  /** to `join`. */
  room: string;
  /** your own. */
  side: SideName;
  /** against a player the server found, on a clock: join and say `ready` soon; see *Ready-check*. */
  live: boolean;
}

/** To a player on every connection: somebody asks for a game; see *Challenges*. */
export interface Challenged {
  type: "challenged";
  /** the challenger, and the game. */
  challenge: ChallengeInfo;
}

/** To a player on every connection: a challenge needs no answer any more. */
export interface ChallengeOver {
  type: "challenge_over";
  room: string;
}

/** The answer to `player_list`. */
export interface PlayerList {
  type: "player_list";
  id: string;
  /** as asked. */
  of: PlayerListName;
  /** at most 50. */
  rows: ListedPlayer[];
  /** to send as `after` for the next page, null if this is the last. */
  next: string | null;
  /** some of it is missing for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `conversations`. */
export interface Conversations {
  type: "conversations";
  id: string;
  /** at most 50. */
  rows: ConversationInfo[];
  /** how many messages are unread in all conversations. */
  unread: number;
  /** to send as `after` for the next page, null if this is the last. */
  next: number | null;
}

/** The answer to `conversation`. */
export interface Conversation {
  type: "conversation";
  id: string;
  /** the other one. */
  player: PlayerRef;
  /** the latest first, at most 50. */
  rows: MessageInfo[];
  /** to send as `after` for the next page, null if this is the last. */
  next: number | null;
}

/** A message of a player was sent or came. */
export interface DirectMessage {
  type: "direct_message";
  /** the other one. */
  player: PlayerRef;
  /** the new one. */
  message: MessageInfo;
  /** how many messages are unread in all conversations. */
  unread: number;
}

/** How many of your messages are unread now. It comes after `welcome` if there are any, and when you have read some. */
export interface Unread {
  type: "unread";
  /** in all conversations. */
  count: number;
}

/** The operators have done something about the reader. */
export interface Sanctioned {
  type: "sanctioned";
  /** a warning, a mute, a ban, or that both are lifted. */
  sanction: SanctionName;
  /** the server's time at which a mute or a ban ends, else 0. */
  until_ms: number;
  /** in the operators' own words; may be empty. */
  text: string;
}

/** The answer to `moderation`. */
export interface Moderation {
  type: "moderation";
  id: string;
  /** as asked. */
  of: ModerationListName;
  /** the one asked for, at most 50; the other is empty. */
  reports: ReportInfo[];
  /** the one asked for, at most 50; the other is empty. */
  actions: ActionInfo[];
  /** to send as `after` for the next page, null if this is the last. */
  next: number | null;
}

/** The answer to `fair_play`; it says what was measured, and no verdict. */
export interface FairPlay {
  type: "fair_play";
  id: string;
  /** as asked. */
  player: string;
  /** of the games; null if the player has no rated game that is over. */
  speed: SpeedName | null;
  /** how strong the player was in the latest of them. Games are of like strength if their players were within 100 points of that. */
  points: number;
  /** how many games of like strength were looked at, counted once for each player of that strength. */
  among: number;
  /** the latest rated ones, 20 at most, the latest first. */
  games: FairPlayGame[];
}

/** The answer to `news`. */
export interface News {
  type: "news";
  id: string;
  /** those in the language of `hello` and those for all, the latest first, at most 10. */
  rows: NewsItem[];
  /** to send as `after` for the next page, null if this is the last. */
  next: number | null;
}

/** To a player on every connection: what is known about you has changed. */
export interface Account {
  type: "account";
  /** what others see. */
  name: string;
  /** you have no account. */
  guest: boolean;
  /** those that are kept. */
  settings: Settings;
  /** a program plays for this account. */
  bot: boolean;
}

/** The answer to `sign_in`. */
export interface SignedIn {
  type: "signed_in";
  id: string;
  /** the id of the account's player. */
  player: string;
  /** its name. */
  name: string;
  /** to keep secret, and to show in the `hello` of a new connection. */
  token: string;
}

/** The answer to `create_token`; the server keeps a hash and cannot tell it again. */
export interface TokenCreated {
  type: "token_created";
  id: string;
  /** its id in `devices`. */
  device: string;
  /** to keep secret, and to show in each `hello` of the program; it is never replaced. */
  token: string;
}

/** The answer to `create_recovery_code`; the server keeps a hash and cannot tell it again. */
export interface RecoveryCode {
  type: "recovery_code";
  id: string;
  /** to be written down, and kept secret. */
  code: string;
}

/** The answer to `recover`. */
export interface Recovered {
  type: "recovered";
  id: string;
  /** the id of the account's player. */
  player: string;
  /** its name. */
  name: string;
  /** to keep secret, and to show in the `hello` of a new connection. */
  token: string;
  /** the recovery code from now on; see `recovery_code`. */
  code: string;
}

/** The answer to `devices`. */
export interface Devices {
  type: "devices";
  id: string;
  /** 16 at most and 8 programs, the one signed in first at the beginning. */
  devices: DeviceInfo[];
  /** there is a recovery code. */
  recovery: boolean;
  /** what happened to password and codes, the 16 latest, the last of them last. */
  security: SecurityEvent[];
}

/** The answer to `check_name`. */
export interface NameChecked {
  type: "name_checked";
  id: string;
  /** as it would be shown. */
  name: string;
  /** you could take it. */
  free: boolean;
  /** why not, for programs, or null; see *Refusals*. */
  code: string | null;
  /** the same for people, or null. */
  text: string | null;
}

/** The answer to `my_data`. */
export interface MyData {
  type: "my_data";
  id: string;
  /** which part of the data this is. */
  what: string;
  /** a part of your data, as fields whose names say what they are. */
  data: Record<string, unknown>;
  /** what to send as `after` for the part that follows; null after the last. */
  next: string | null;
}

/** The answer to `profile`. */
export interface Profile {
  type: "profile";
  id: string;
  /** the one it is about. */
  player: PlayerRef;
  /** when the player first came, null if that is not known. */
  since_ms: number | null;
  /** two letters, or "". */
  country: string;
  /** a few words, or "". */
  bio: string;
  /** has a connection now. */
  online: boolean;
  /** how many games are open. */
  playing: number;
  /** the account was deleted. */
  deleted: boolean;
  /** rooms of games that are played and may be watched, the latest first, 5 at most. */
  watch: string[];
  /** `online` and `watch` are as far as is known for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `find_players`. */
export interface Players {
  type: "players";
  id: string;
  /** 20 at most, in the order of their names. */
  players: PlayerRef[];
  /** what to send as `after` for those that follow; null after the last. */
  next: string | null;
  /** some of it is missing for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `ratings`. */
export interface Ratings {
  type: "ratings";
  id: string;
  player: string;
  /** one for each speed the player has rated games in. */
  ratings: SpeedRating[];
  /** where the player stands on the ladder, from 1 at the top; null if not on it. */
  rung: number | null;
  /** the player hides the ratings; then only your own are listed. */
  hidden: boolean;
}

/** The answer to `rating_history`. */
export interface RatingHistory {
  type: "rating_history";
  id: string;
  player: string;
  /** of which rating. */
  speed: SpeedName;
  /** days on which the player had rated games, the latest first. */
  rows: RatingDay[];
  /** see *Lists*. */
  next: string | null;
  /** some of it is missing for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `leaderboard`: players with an account and a certain rating who still play. */
export interface Leaderboard {
  type: "leaderboard";
  id: string;
  /** of which rating. */
  speed: SpeedName;
  /** the best first. */
  rows: Ranked[];
  /** your own place, null if you have none. */
  you: Ranked | null;
  /** see *Lists*. */
  next: string | null;
  /** some of it is missing for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `my_games`. */
export interface MyGames {
  type: "my_games";
  id: string;
  /** of a page those that wait for your own move first, the least time left first. Live games and those that wait for you come on the first pages. */
  rows: MyGame[];
  /** into `after` of the next query; null at the end. */
  next: number | null;
}

/** How many games by days wait for your move now. It comes after `welcome` if there are any, and whenever that changes. */
export interface Waiting {
  type: "waiting";
  /** of all of them. */
  count: number;
  /** the first of them, the least time left first. */
  rooms: string[];
}

/** One of your own games, as it is now; it replaces the row of its room. It comes when a game begins or ends, and when it is somebody else's turn. Of live games this holds for those that a page of `my_games` has shown, or that began later. */
export interface MyGameChanged {
  type: "my_game_changed";
  /** over, if its status says so. */
  game: MyGame;
}

/** The answer to `games`. */
export interface Games {
  type: "games";
  id: string;
  /** the latest first; there may be fewer, or none, on a page that is not the last. */
  rows: GameInfo[];
  /** see *Lists*. */
  next: string | null;
  /** some of it is missing for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `export_games`. */
export interface Pgns {
  type: "pgns";
  id: string;
  /** of the moves. */
  notation: NotationName;
  /** some games, one after the other; the pages make one file. */
  text: string;
  /** how many they are. */
  games: number;
  /** see *Lists*. */
  next: string | null;
}

/** The answer to `live_games`. */
export interface LiveGames {
  type: "live_games";
  id: string;
  /** games that are being played; see them by `join`. */
  rows: GameInfo[];
  /** see *Lists*. */
  next: string | null;
  /** some of it is missing for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `watch_boards`; a `board` follows for each game. */
export interface Boards {
  type: "boards";
  id: string;
  /** what each of them shows. */
  boards: ShownBoard[];
}

/** How a game on a board stands, at most every 400 ms; you may miss some. It has no version and needs none: the latest one tells all. Its last three fields are left out while they say nothing. */
export interface Board {
  type: "board";
  /** its room. */
  game: string;
  ply: number;
  /** the position: the board and the side to move. */
  fen: string;
  /** the move that led to it, or null. */
  last: string | null;
  /** what the clocks of Red and Black show at `at_ms`, in ms; null without a clock. */
  left: [number, number] | null;
  /** the clock of the side to move runs. */
  runs: boolean;
  /** the moment for which `left` holds, in time as spectators see it. Of a game with a delay that has just begun it is still to come: until then nothing runs. */
  at_ms: number;
  /** a repetition is on its way to a ruling; left out: `false` */
  warned?: boolean;
  /** what came of it on the board, once the game is over; `none`: nothing counts; left out: `null` */
  over?: GameResultName | null;
  /** a player has no connection; left out: `false` */
  away?: boolean;
}

/** A board shows another game; a `board` follows. */
export interface BoardChanged {
  type: "board_changed";
  /** which board, by its place in what you asked for, from 0. */
  slot: number;
  /** the game that it shows now, or null. */
  game: GameInfo | null;
}

/** The ladder has changed: to those who follow it, and to players it concerns. A challenged player gets it again after each `welcome` until the challenge is answered. */
export interface LadderChanged {
  type: "ladder_changed";
  /** what happened, if a place was won, held, given up, taken or left; or null. */
  change: LadderChange | null;
  /** your own rung now, from 1 at the top; null if you are not on the ladder. */
  you: number | null;
  /** the one in which you have a part now, or null. */
  challenge: LadderChallengeInfo | null;
}

/** The answer to `ladder`. */
export interface LadderShown {
  type: "ladder";
  id: string;
  /** rungs from the top. */
  rows: LadderRung[];
  /** how many rungs there are. */
  size: number;
  /** your own rung, from 1 at the top; null if you are not on the ladder. */
  you: number | null;
  /** the one in which you have a part, or null. */
  challenge: LadderChallengeInfo | null;
  /** the latest ones, the last first; only on the first page. */
  changes: LadderChange[];
  /** see *Lists*. */
  next: string | null;
}

/** Answer to `notice_settings`. */
export interface NoticeSettings {
  type: "notice_settings";
  id: string;
  /** by which a browser subscribes (for a browser, as base64url); null if the operator of the server has set no keys, so that no notices are sent. */
  key: string | null;
  /** what you have chosen. */
  wishes: NoticeWishes;
  /** the browsers that get notices, the one renewed last at the end. */
  channels: NoticeChannel[];
}

/** The answer to `announce_tournament`: its id. */
export interface TournamentAnnounced {
  type: "tournament_announced";
  id: string;
  tournament: string;
}

/** The answer to `set_arbiter_code`; the server keeps a hash and cannot tell it again. */
export interface ArbiterCode {
  type: "arbiter_code";
  id: string;
  tournament: string;
  /** eight digits and letters; "" where none is good now. */
  code: string;
}

/** The answer to `tournaments`. */
export interface Tournaments {
  type: "tournaments";
  id: string;
  /** which were asked for. */
  of: "finished" | "mine" | "now" | "soon";
  /** in the order asked for. */
  rows: TournamentInfo[];
  /** see *Lists*. */
  next: string | null;
  /** some of it is missing for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `watch_tournament`: a tournament as it stands. */
export interface TournamentShown {
  type: "tournament";
  id: string;
  info: TournamentInfo;
  /** the organiser's words to everybody. */
  text: string;
  /** what a player needs to enter. */
  conditions: EntryConditions;
  /** when the pairing of an arena that runs ends, else null. */
  closes_ms: number | null;
  /** the first page of the standings. */
  rows: TournamentEntrant[];
  /** the top games that are played. */
  playing: TournamentGame[];
  /** your own row, or null. */
  you: TournamentEntrant | null;
  /** of your own game, or null. */
  room: string | null;
  /** while you have paused or left, from when on you may return; else null. */
  return_at_ms: number | null;
  /** what the sums of a row are, in their order; none in an arena. */
  tie_breaks: ("black_games" | "black_wins" | "direct" | "opponents" | "performance" | "running" | "sonneborn" | "wins")[];
  /** one is asked for. */
  password: boolean;
  /** the sums that put equal points in order. */
  ranking: "axf" | "cxa_robin" | "cxa_running" | "cxa_swiss" | "lila" | "wxf";
  /** where pairs play when both want to: the games you have still to play. */
  pairs: OpenPair[];
  /** once it is over, where its log ends; else null. */
  end: LogHead | null;
  /** at real boards, when each round begins, if that was announced. */
  dates: number[];
}

/** To everybody who watches a tournament: how it stands now, at most once a second. */
export interface TournamentChanged {
  type: "tournament_changed";
  tournament: string;
  info: TournamentInfo;
  /** as in `tournament`. */
  closes_ms: number | null;
  /** as in `tournament`. */
  rows: TournamentEntrant[];
  /** as in `tournament`. */
  playing: TournamentGame[];
  /** what the organiser may have changed; null once it has begun. */
  amended: TournamentWords | null;
  /** as in `tournament`. */
  end: LogHead | null;
}

/** To a player who watches a tournament: how you stand, whenever that changes. */
export interface TournamentYou {
  type: "tournament_you";
  tournament: string;
  /** as in `tournament`. */
  you: TournamentEntrant | null;
  /** as in `tournament`. */
  room: string | null;
  /** as in `tournament`. */
  return_at_ms: number | null;
  /** as in `tournament`. */
  pairs: OpenPair[];
}

/** Something was said at the tournament you watch. It is no event and has no version. */
export interface TournamentChat {
  type: "tournament_chat";
  tournament: string;
  /** what was said; its `seat` and `phrase` are null. */
  line: ChatLine;
}

/** What was said last, after `tournament` and when a game of yours there has ended. */
export interface TournamentChatHistory {
  type: "tournament_chat_history";
  tournament: string;
  /** the last of them, oldest first; they replace what you hold. */
  lines: ChatLine[];
}

/** To every connection of a player whose opponent offers to play the game of a free pair. */
export interface TournamentOffer {
  type: "tournament_offer";
  tournament: string;
  /** of the tournament. */
  name: string;
  /** that of the pair, for `offer_tournament_game`. */
  room: string;
  /** the player who offers; null once the offer stands no longer. */
  by: PlayerRef | null;
}

/** The answer to `tournament_standings`: twenty rows. */
export interface TournamentStandings {
  type: "tournament_standings";
  id: string;
  tournament: string;
  /** how many rows there are in all. */
  size: number;
  /** a page of them. */
  rows: TournamentEntrant[];
}

/** The answer to `tournament_entrants`: a hundred rows. */
export interface TournamentEntrants {
  type: "tournament_entrants";
  id: string;
  tournament: string;
  /** by number. */
  rows: ListedEntrant[];
  /** the number for `after` of the next page; null after the last. */
  next: number | null;
  /** the last number that was given; `list_entrants` goes on after it. */
  last: number;
  /** you may list people and write results down. */
  arbiter: boolean;
}

/** The answer to `tournament_player`. */
export interface TournamentPlayer {
  type: "tournament_player";
  id: string;
  tournament: string;
  /** the player's row. */
  entrant: TournamentEntrant;
  /** what the player has played, in the order in which the games ended. */
  games: TournamentResult[];
}

/** The answer to `tournament_round`. */
export interface TournamentRound {
  type: "tournament_round";
  id: string;
  tournament: string;
  /** from 1; 0 if there is no such round, or not yet. */
  round: number;
  /** in the order of the boards. */
  games: RoundGame[];
  /** the players who have no opponent. */
  byes: PlayerRef[];
  /** of these, and of those who entered later, whose bye did not come of the pairing, with what it brings. */
  given: GivenBye[];
}

/** The answer to `tournament_table`: everybody in the order of the standings. */
export interface TournamentTable {
  type: "tournament_table";
  id: string;
  tournament: string;
  /** as in the standings. */
  rows: TournamentEntrant[];
  /** of each row, one per round: the opponent, the side and the result. */
  cells: TableCell[][];
}

/** The answer to `tournament_bracket`. */
export interface TournamentBracket {
  type: "tournament_bracket";
  id: string;
  tournament: string;
  /** how many there are; 0 before the start. */
  rounds: number;
  /** by round, and in a round from the top; that for the third place comes last. */
  matches: BracketMatch[];
}

/** The answer to `player_tournaments`. */
export interface PlayerTournaments {
  type: "player_tournaments";
  id: string;
  player: string;
  /** the latest first; of more than 300 players the first 300 have one. */
  rows: TournamentPlace[];
  /** see *Lists*. */
  next: string | null;
  /** some of it is missing for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `tournament_teams`. */
export interface TournamentTeams {
  type: "tournament_teams";
  id: string;
  tournament: string;
  /** the first first. */
  teams: TeamScore[];
  /** of the rounds that were paired, in their order; none in an arena. */
  matches: TeamMatch[];
}

/** The answer to `tournament_notes`. */
export interface TournamentNotes {
  type: "tournament_notes";
  id: string;
  tournament: string;
  /** the players whom the organiser appointed. */
  arbiters: PlayerRef[];
  /** what was done, the latest last; a hundred on a page. */
  notes: TournamentNote[];
  /** see *Lists*. */
  next: string | null;
}

/** The answer to `lesson`: a task as it stands after the moves. Black does not answer them. */
export interface Lesson {
  type: "lesson";
  id: string;
  /** those that were asked for. */
  lesson: string;
  /** those that were asked for. */
  task: number;
  /** how many the lesson has. */
  tasks: number;
  /** what is to be done. `reach`: every flag. `capture`: every black piece but the general without losing one. `escape` from check, `mate` at once, or `avoid` the move that completes a losing cycle. */
  goal: LessonGoal;
  /** the position. */
  fen: string;
  /** every move that may be played now, as squares, with a space between two. */
  moves: string;
  /** `open`, `done` or `failed`. */
  status: LessonStatus;
  /** the squares that are still to be reached. */
  flags: string[];
  /** how many moves were played. */
  used: number;
  /** how many are enough. */
  fewest: number;
  /** moves that do it, as squares with a space between two; "" in `avoid`. */
  solution: string;
  /** of `avoid`, the latest moves, which have been played again and again: from the position on and back to it, as squares with a space between two; else "". */
  cycle: string;
  /** the latest move, in `avoid` also the one before the task; null before the first one. */
  last: string | null;
  /** why the move after them is not legal; it was not played. Else null. */
  refused: MoveObstacle | null;
  /** the side that stands in check, or null. */
  check: SideName | null;
  /** of `avoid`, once a move was played: the move that loses, with what the rules say. */
  ruling: MarkedMove | null;
}

/** The answer to `feed`. */
export interface Feed {
  type: "feed";
  id: string;
  /** the oldest first, at most 100; ask on with the number of the last one. */
  rows: FeedEntry[];
  /** the number of the latest entry of all. */
  last: number;
  /** the rows do not continue what you have: entries between are not kept any more, or those that you have are lost. `games` has all games that are over. */
  reset: boolean;
}

/** The answer to `line`: the position at the end of the line, without its variations. */
export interface Line {
  type: "line";
  id: string;
  /** the position. */
  fen: string;
  /** every legal move as squares, with a space between two; none of a position with a flaw. */
  moves: string;
  /** the side that stands in check, or null. */
  check: SideName | null;
  /** how often the position has occurred. */
  occurrences: number;
  /** each move of the question in its order, variations included. */
  wxf: string[];
  /** each move of the question in its order, variations included. */
  chinese: string[];
  /** what is wrong with the question. The rest is then as far as it could be read; else null. */
  flaw: LineFlaw | null;
}

/** The answer to `judge_line`: what each rule set says at the end of the line. */
export interface JudgedLine {
  type: "judged_line";
  id: string;
  /** in the order in which they were asked for. */
  sets: JudgedSet[];
  /** what is wrong with the question, else null. */
  flaw: LineFlaw | null;
}

/** The answer to `offers_by_days`. */
export interface OffersByDays {
  type: "offers_by_days";
  id: string;
  /** the latest first. Offers are left out where one of you ignores the other, so a page that is not the last may have fewer. */
  rows: OfferInfo[];
  /** your own by days. */
  rating: number;
  /** see *Lists*. */
  next: string | null;
  /** some of it is missing for now; see *Lists*. */
  partial: boolean;
}

/** The answer to `review`. */
export interface Review {
  type: "review";
  id: string;
  room: string;
  /** `none`, before it is asked for; `waiting`, `running`, `done`; or `given_up`, if engines failed or a failover lost the request, and it may be asked for again. */
  state: ReviewState;
  /** which engines look at games now, or will once they have started: `none`, `quick` for the small engine of the server alone, or `full`. */
  reviewers: ReviewersName;
  /** how many reviews are taken before this one; null unless it waits. */
  place: number | null;
  /** the name of the engine, "" while none has looked. */
  engine: string;
  /** the small engine of the server found some of it. Only clear mistakes are marked then, and more may be missed. */
  quick: boolean;
  /** how many plies the engine looked ahead, on average. */
  depth: number;
  /** where the game began. */
  fen: string;
  /** of the game, four characters each. */
  moves: string;
  /** of the positions so far, in hundredths of a soldier; positive where Red is better, a mate in n moves is 30,000 less n. The first is that before the first move. */
  scores: number[];
  /** the best move in each of them, four characters; `a0a0` where no move is legal. */
  best: string;
  /** the moves that lost much, in their order. */
  marks: ReviewMark[];
}

/** The answer to `take_review`. */
export interface ReviewJob {
  type: "review_job";
  id: string;
  /** of the game; null if there is nothing to do. */
  room: string | null;
  /** when to ask again, if there is nothing to do. */
  retry_ms: number;
  /** to send with what was found. Another program may take the game if nothing was found for 90 seconds. */
  lease: string;
  /** where the game began. */
  fen: string;
  /** four characters each. */
  moves: string;
  /** the rule set, with the options that the game was played by. */
  rules: RuleTerms | null;
  /** the first position that has no score yet. */
  from_ply: number;
}

/** The answer to `vacation`. */
export interface Vacation {
  type: "vacation";
  id: string;
  /** what you may still take; 30 days come in a year, and no more are kept. */
  left_ms: number;
  /** until when you are on vacation; null if you are not. */
  until_ms: number | null;
}

export type RoomEvent =
  | Seated
  | Readied
  | Moved
  | TookBack
  | TimeGiven
  | Berserked
  | Disconnected
  | Reconnected
  | AwayUntil
  | TimeCredited
  | Suspended
  | Continued
  | Offered
  | Declined
  | Warned
  | Ended
  | RematchOpened
  | RatingKnown
  | Rated;

export type ServerMessage =
  | Welcome
  | Done
  | Refused
  | Ping
  | Bye
  | Paused
  | Resumed
  | Room
  | Seated
  | Readied
  | Moved
  | TookBack
  | TimeGiven
  | Berserked
  | Disconnected
  | Reconnected
  | AwayUntil
  | TimeCredited
  | Suspended
  | Continued
  | Offered
  | Declined
  | Warned
  | Ended
  | RematchOpened
  | RatingKnown
  | Rated
  | Legal
  | Premove
  | Chat
  | ChatHistory
  | Pgn
  | Log
  | Renamed
  | Presence
  | RolledBack
  | Note
  | Lobby
  | LobbyChanged
  | GameOpened
  | Challenged
  | ChallengeOver
  | PlayerList
  | Conversations
  | Conversation
  | DirectMessage
  | Unread
  | Sanctioned
  | Moderation
  | FairPlay
  | News
  | Account
  | SignedIn
  | TokenCreated
  | RecoveryCode
  | Recovered
  | Devices
  | NameChecked
  | MyData
  | Profile
  | Players
  | Ratings
  | RatingHistory
  | Leaderboard
  | MyGames
  | Waiting
  | MyGameChanged
  | Games
  | Pgns
  | LiveGames
  | Boards
  | Board
  | BoardChanged
  | LadderChanged
  | LadderShown
  | NoticeSettings
  | TournamentAnnounced
  | ArbiterCode
  | Tournaments
  | TournamentShown
  | TournamentChanged
  | TournamentYou
  | TournamentChat
  | TournamentChatHistory
  | TournamentOffer
  | TournamentStandings
  | TournamentEntrants
  | TournamentPlayer
  | TournamentRound
  | TournamentTable
  | TournamentBracket
  | PlayerTournaments
  | TournamentTeams
  | TournamentNotes
  | Lesson
  | Feed
  | Line
  | JudgedLine
  | OffersByDays
  | Review
  | ReviewJob
  | Vacation;

export type ClientMessage =
  | { type: "hello"; id: string; token?: string | null; client?: string; features?: string[]; language?: Language }
  | { type: "pong"; n: number }
  | { type: "join"; id: string; room: string; since?: number | null }
  | { type: "leave"; id: string; room: string }
  | { type: "sit"; id: string; room: string; seat_key?: string | null }
  | { type: "ready"; id: string; room: string }
  | { type: "move"; id: string; room: string; ply: number; text: string }
  | { type: "resign"; id: string; room: string }
  | { type: "abort"; id: string; room: string }
  | { type: "offer"; id: string; room: string; what: OfferName; ply: number }
  | { type: "accept"; id: string; room: string; what: OfferName }
  | { type: "decline"; id: string; room: string; what: OfferName }
  | { type: "give_time"; id: string; room: string }
  | { type: "berserk"; id: string; room: string }
  | { type: "claim"; id: string; room: string; what: ClaimName }
  | { type: "premove"; id: string; room: string; ply: number; text: string }
  | { type: "cancel_premove"; id: string; room: string }
  | { type: "chat"; id: string; room: string; to: AudienceName; text?: string | null; phrase?: PhraseName | null }
  | { type: "legal"; id: string; room: string }
  | { type: "export"; id: string; room: string; notation?: NotationName }
  | { type: "log"; id: string; room: string; after?: number }
  | { type: "watch_lobby"; id: string }
  | { type: "leave_lobby"; id: string }
  | { type: "seek"; id: string; terms: AskedGameTerms; side?: SidePreference; min_rating?: number | null; max_rating?: number | null }
  | { type: "unseek"; id: string; seek?: string | null }
  | { type: "accept_seek"; id: string; seek: string }
  | { type: "queue"; id: string; pool: string; rated?: boolean }
  | { type: "unqueue"; id: string; pool?: string | null }
  | { type: "invite"; id: string; terms: AskedGameTerms; side?: SidePreference; hours?: number }
  | { type: "challenge"; id: string; player: string | null; terms: AskedGameTerms; side?: SidePreference; name?: string | null }
  | { type: "accept_challenge"; id: string; room: string }
  | { type: "decline_challenge"; id: string; room: string; reason?: DeclineName }
  | { type: "withdraw_challenge"; id: string; room: string }
  | { type: "friend"; id: string; player: string }
  | { type: "unfriend"; id: string; player: string }
  | { type: "ignore"; id: string; player: string }
  | { type: "unignore"; id: string; player: string }
  | { type: "player_list"; id: string; of: PlayerListName; after?: string | null }
  | { type: "send_message"; id: string; player: string; text: string }
  | { type: "conversations"; id: string; after?: number | null }
  | { type: "conversation"; id: string; player: string; after?: number | null }
  | { type: "mark_read"; id: string; player: string; number: number }
  | { type: "delete_conversation"; id: string; player: string }
  | { type: "report"; id: string; player: string; reason: ReasonName; room?: string | null; text?: string }
  | { type: "moderation"; id: string; of: ModerationListName; after?: number | null }
  | { type: "moderate"; id: string; player: string; sanction: SanctionName; for_ms?: number; text?: string; reports?: number[] }
  | { type: "close_report"; id: string; report: number; like?: "about" | "by" | null }
  | { type: "fair_play"; id: string; player: string; speed?: SpeedName | null }
  | { type: "news"; id: string; after?: number | null }
  | { type: "post_news"; id: string; title: string; text: string; language?: Language | null }
  | { type: "withdraw_news"; id: string; item: string }
  | { type: "sign_up"; id: string; name: string; password: string; code?: string }
  | { type: "sign_in"; id: string; name: string; password: string; label?: string }
  | { type: "sign_out"; id: string; device?: string | null; everywhere?: boolean }
  | { type: "devices"; id: string }
  | { type: "change_password"; id: string; old: string; password: string }
  | { type: "become_bot"; id: string; password: string }
  | { type: "create_token"; id: string; scope: TokenScope; label?: string }
  | { type: "create_recovery_code"; id: string; password: string }
  | { type: "recover"; id: string; name: string; code: string; password: string; label?: string }
  | { type: "rename"; id: string; name: string; code?: string }
  | { type: "check_name"; id: string; name: string }
  | { type: "set_settings"; id: string; settings: AskedSettings }
  | { type: "my_data"; id: string; after?: string | null }
  | { type: "delete_account"; id: string; password: string }
  | { type: "set_profile"; id: string; country?: string; bio?: string }
  | { type: "profile"; id: string; player?: string | null; name?: string | null }
  | { type: "find_players"; id: string; prefix?: string; after?: string | null; country?: string; words?: string }
  | { type: "ratings"; id: string; player?: string | null }
  | { type: "rating_history"; id: string; player: string; speed: SpeedName; after?: string | null }
  | { type: "reset_rating"; id: string; speed: SpeedName }
  | { type: "hide_rating"; id: string; hidden: boolean }
  | { type: "leaderboard"; id: string; speed: SpeedName; after?: string | null }
  | { type: "my_games"; id: string; follow?: boolean; after?: number | null }
  | { type: "games"; id: string; player?: string | null; opponent?: string | null; result?: ResultName | null; rules?: string | null; speed?: SpeedName | null; rated?: boolean | null; opening?: string; moves?: string; from_ms?: number | null; to_ms?: number | null; tournament?: string | null; after?: string | null }
  | { type: "export_games"; id: string; notation?: NotationName; after?: string | null }
  | { type: "live_games"; id: string; order?: LiveOrder; speed?: SpeedName | null; after?: string | null }
  | { type: "watch_boards"; id: string; boards?: string[] }
  | { type: "leave_boards"; id: string }
  | { type: "ladder"; id: string; after?: string | null; follow?: boolean }
  | { type: "join_ladder"; id: string }
  | { type: "leave_ladder"; id: string }
  | { type: "ladder_challenge"; id: string; player: string }
  | { type: "ladder_answer"; id: string; accept: boolean }
  | { type: "ladder_withdraw"; id: string }
  | { type: "notice_settings"; id: string }
  | { type: "subscribe_notices"; id: string; endpoint: string; key: string; secret: string }
  | { type: "unsubscribe_notices"; id: string; channel: string }
  | { type: "set_notices"; id: string; wishes: AskedNoticeWishes }
  | { type: "announce_tournament"; id: string; plan: AskedTournamentPlan; password?: string | null }
  | { type: "amend_tournament"; id: string; tournament: string; plan: AskedTournamentPlan; password?: string | null; no_password?: boolean }
  | { type: "manage_tournament"; id: string; tournament: string; action: AskedForbidPairAction | AskedGiveByeAction | AskedRuleGameAction | AskedAppointArbiterAction | AskedInvitePlayerAction | AskedRemovePlayerAction | AskedFeatureAction | AskedAttendAction | AskedRoundAction | SeatAction }
  | { type: "set_arbiter_code"; id: string; tournament: string; on?: boolean }
  | { type: "arbitrate"; id: string; tournament: string; code: string }
  | { type: "tournament_notes"; id: string; tournament: string; after?: string | null }
  | { type: "call_off_tournament"; id: string; tournament: string }
  | { type: "tournaments"; id: string; of?: "finished" | "mine" | "now" | "soon"; after?: string | null }
  | { type: "watch_tournament"; id: string; tournament: string }
  | { type: "unwatch_tournament"; id: string }
  | { type: "tournament_chat"; id: string; tournament: string; text: string }
  | { type: "enter_tournament"; id: string; tournament: string; password?: string | null; team?: number | null }
  | { type: "leave_tournament"; id: string; tournament: string }
  | { type: "pause_tournament"; id: string; tournament: string }
  | { type: "return_to_tournament"; id: string; tournament: string }
  | { type: "offer_tournament_game"; id: string; tournament: string; room: string; on?: boolean }
  | { type: "tournament_standings"; id: string; tournament: string; rank?: number; around?: string | null }
  | { type: "tournament_player"; id: string; tournament: string; player: string }
  | { type: "tournament_round"; id: string; tournament: string; round?: number | null }
  | { type: "tournament_table"; id: string; tournament: string }
  | { type: "tournament_bracket"; id: string; tournament: string }
  | { type: "player_tournaments"; id: string; player: string; after?: string | null }
  | { type: "tournament_teams"; id: string; tournament: string }
  | { type: "list_entrants"; id: string; tournament: string; first: number; rows: AskedListedPerson[] }
  | { type: "name_entrant"; id: string; tournament: string; player: string; name: string; club?: string; federation?: string }
  | { type: "tournament_entrants"; id: string; tournament: string; after?: number }
  | { type: "enter_results"; id: string; tournament: string; round: number; results: AskedWrittenResult[] }
  | { type: "lesson"; id: string; lesson: LessonName; task?: number; moves?: string[] }
  | { type: "feed"; id: string; since?: number | null; game?: string | null }
  | { type: "line"; id: string; fen?: string; moves?: string }
  | { type: "judge_line"; id: string; fen?: string; moves?: string; rules?: string; occurrences?: number; entering?: boolean | null; limit?: number | null; terms?: string }
  | { type: "note"; id: string; room: string }
  | { type: "set_note"; id: string; room: string; text: string }
  | { type: "offer_by_days"; id: string; terms: AskedGameTerms; side?: SidePreference; min_rating?: number | null; max_rating?: number | null; match?: boolean }
  | { type: "offers_by_days"; id: string; mine?: boolean; after?: string | null }
  | { type: "review"; id: string; room: string }
  | { type: "ask_review"; id: string; room: string }
  | { type: "take_review"; id: string; engine: string; quick: boolean }
  | { type: "give_review"; id: string; room: string; lease: string; from_ply: number; scores: number[]; best: string; lines?: ReviewedLine[]; depths?: number }
  | { type: "vacation"; id: string }
  | { type: "take_vacation"; id: string; days: number }
  | { type: "end_vacation"; id: string };

/** Which message answers a question; one that is not named here is answered by `done`. */
export interface Answers {
  hello: Welcome;
  legal: Legal;
  export: Pgn;
  log: Log;
  player_list: PlayerList;
  conversations: Conversations;
  conversation: Conversation;
  moderation: Moderation;
  fair_play: FairPlay;
  news: News;
  sign_in: SignedIn;
  devices: Devices;
  create_token: TokenCreated;
  create_recovery_code: RecoveryCode;
  recover: Recovered;
  check_name: NameChecked;
  my_data: MyData;
  profile: Profile;
  find_players: Players;
  ratings: Ratings;
  rating_history: RatingHistory;
  leaderboard: Leaderboard;
  my_games: MyGames;
  games: Games;
  export_games: Pgns;
  live_games: LiveGames;
  watch_boards: Boards;
  ladder: LadderShown;
  notice_settings: NoticeSettings;
  announce_tournament: TournamentAnnounced;
  set_arbiter_code: ArbiterCode;
  tournament_notes: TournamentNotes;
  tournaments: Tournaments;
  watch_tournament: TournamentShown;
  tournament_standings: TournamentStandings;
  tournament_player: TournamentPlayer;
  tournament_round: TournamentRound;
  tournament_table: TournamentTable;
  tournament_bracket: TournamentBracket;
  player_tournaments: PlayerTournaments;
  tournament_teams: TournamentTeams;
  tournament_entrants: TournamentEntrants;
  lesson: Lesson;
  feed: Feed;
  line: Line;
  judge_line: JudgedLine;
  note: Note;
  offers_by_days: OffersByDays;
  review: Review;
  take_review: ReviewJob;
  vacation: Vacation;
}
