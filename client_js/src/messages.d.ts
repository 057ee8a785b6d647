/** What travels between the page and the server, as `PROTOCOL.md` has it. Types only. */

export type Side = "red" | "black";
export type OfferName = "draw" | "takeback" | "abort" | "rematch";
export type ClockTerms =
  | { type: "none" }
  | { type: "fischer"; main_ms: number; increment_ms?: number }
  | { type: "byoyomi"; main_ms: number; period_ms: number; periods: number }
  | { type: "three_part"; game_ms: number; move_ms: number; count_ms: number }
  | { type: "per_move"; move_ms: number }
  | { type: "correspondence"; days: number };
export interface RuleTerms { name?: string; version?: number; forbid?: boolean; strict?: boolean; count?: boolean; always?: boolean }
export interface Terms {
  clock: ClockTerms; rules?: RuleTerms; compensation?: boolean; takebacks?: boolean; chat?: boolean; delay_ms?: number; rated?: boolean;
}
export interface PlayerRef { player: string; name: string; guest: boolean }
export type Seat = PlayerRef;
export interface PlayerRating { points: number; provisional: boolean; change: number | null }
export interface SideClock { left_ms: number; periods: number; turn_ms: number | null }
export interface Clock { red: SideClock; black: SideClock; running: Side | null; flag_at_ms: number | null }
export type MoveLine = [
  uci: string, wxf: string, chinese: string, receipt?: [spent_ms: number, compensated_ms: number, quota_ms: number] | null,
];
export type Audience = "players" | "spectators";
export type PhraseName =
  | "hello" | "good_luck" | "thanks" | "good_game" | "well_played" | "sorry" | "one_moment" | "bye";
export interface ChatLine {
  n: number; at_ms: number; player: string; name: string; seat: Side | null; text: string; phrase: PhraseName | null;
}
export interface Absence { side: Side; claimable_at_ms: number }
export interface OpenOffer { what: OfferName; side: Side; ply: number }
export interface RepetitionWarning {
  text: string;
  occurrences: number;
  rule_at: number;
  side: Side | null;
  cycle: string[];
  detail: Record<string, unknown>;
}
export interface Outcome { winner: Side | null; ending: string; text: string; ruling: Record<string, unknown> | null; reason?: DeclineReason | null }
export interface MarkedMove { move: string; text: string }
export interface GameRef { room: string; side: Side; live?: boolean }
export interface Pool { name: string; terms: Terms; waiting: number; waiting_rated: number }
export interface OwnWait { pool: string; rated: boolean; since_ms: number }
export type DeclineReason =
  | "not_now" | "later" | "too_fast" | "too_slow" | "rated_please" | "casual_please" | "other_rules";
export interface SeekInfo { id: string; player: string; name: string; terms: Terms; side: Side | "any"; guest: boolean;
  rating: number; low: number | null; high: number | null; speed: SpeedName;
}

export interface Welcome {
  type: "welcome"; id: string; player: string; name: string; guest: boolean; settings: AccountSettings; token: string | null; games: GameRef[];
  now_ms: number; beat_ms: number; rules: string[]; server: string; operator: boolean;
}
export interface Done { type: "done"; id: string; room: string | null; version: number | null; digest: string | null }
export interface Refused {
  type: "refused"; id: string | null; code: string; text: string; room: string | null; version: number | null;
  retry_ms: number | null;
}
export interface Beat { type: "beat"; n: number; now_ms: number; rtt_ms: number | null; rooms: [string, number, string][] }
export interface Bye { type: "bye"; code: string; text: string; retry_ms: number }
export interface Paused { type: "paused"; text: string }
export interface Resumed { type: "resumed" }
export interface Room {
  type: "room"; room: string; version: number; digest: string; at_ms: number; status: "waiting" | "readying" | "playing" | "over";
  terms: Terms; red: Seat | null; black: Seat | null; you: Side | null; start_fen: string; fen: string;
  moves: MoveLine[]; check: boolean; clock: Clock; red_quota_ms: number; black_quota_ms: number;
  offers: OpenOffer[]; absences: Absence[]; warning: RepetitionWarning | null; outcome: Outcome | null;
  spectators: number; behind_ms: number; previous: string | null; next: string | null;
  suspended_until_ms?: number | null;
  red_rating?: PlayerRating | null; black_rating?: PlayerRating | null;
  ready?: ReadyCheck | null; match?: [red: number, black: number]; invited?: Seat | null; waits_until_ms?: number | null;
}
export interface ReadyCheck { by_ms: number; red: boolean; black: boolean }
interface Happened { room: string; version: number; digest: string; at_ms: number }
export interface Seated extends Happened { type: "seated"; side: Side; seat: Seat; clock: Clock; ready: ReadyCheck | null }
export interface Readied extends Happened { type: "readied"; side: Side; clock: Clock; ready: ReadyCheck | null }
export interface Moved extends Happened {
  type: "moved"; ply: number; uci: string; wxf: string; chinese: string; check: boolean; spent_ms: number;
  compensated_ms: number; red_quota_ms: number; black_quota_ms: number; clock: Clock;
}
export interface TookBack extends Happened {
  type: "took_back"; side: Side; plies: number; fen: string; check: boolean; spent_ms: number; clock: Clock;
}
export interface TimeGiven extends Happened { type: "time_given"; side: Side; ms: number; clock: Clock }
export interface Gone extends Happened { type: "gone"; side: Side; claimable_at_ms: number }
export interface Back extends Happened { type: "back"; side: Side }
export interface Credited extends Happened {
  type: "credited"; side: Side; ms: number; from_ms: number; to_ms: number; clock: Clock;
  reason: "outage" | "failover"; ready: ReadyCheck | null;
}
export interface Suspended extends Happened { type: "suspended"; until_ms: number; clock: Clock }
export interface Continued extends Happened { type: "continued"; clock: Clock }
export interface Offered extends Happened { type: "offered"; side: Side; what: OfferName; ply: number }
export interface Declined extends Happened { type: "declined"; side: Side; what: OfferName }
export interface Warned extends Happened { type: "warned"; warning: RepetitionWarning }
export interface Ended extends Happened { type: "ended"; outcome: Outcome; clock: Clock }
export interface RematchOpened extends Happened { type: "rematch_opened"; next: string }
export interface RatingKnown extends Happened { type: "rating_known" | "rated"; side: Side; rating: PlayerRating }
export interface Legal {
  type: "legal"; room: string; version: number; ply: number; moves: string[]; losing: MarkedMove[]; banned: MarkedMove[];
}
export interface Premove {
  type: "premove"; room: string; ply: number | null; text: string | null; uci: string | null;
  dropped: string | null; reason: string | null;
}
export interface LogEntry { version: number; at_ms: number; event_id: string; body: string; digest: string }
export interface Log { type: "log"; id: string; room: string; events: LogEntry[]; next: number | null }
export interface Chat { type: "chat"; room: string; to: Audience; line: ChatLine }
export interface ChatHistory { type: "chat_history"; room: string; to: Audience; lines: ChatLine[] }
export interface Crowd {
  type: "crowd"; room: string; spectators: number; names: string[]; red_here: boolean; black_here: boolean;
}
export interface Lobby {
  type: "lobby"; version: number; seeks: SeekInfo[]; pools: Pool[]; your_seek: string | null; your_pools: string[];
  players_here: number; your_waits: OwnWait[];
}
export interface LobbyChanged {
  type: "lobby_changed"; version: number; opened: SeekInfo[]; closed: string[]; waiting: Record<string, number>;
  waiting_rated: Record<string, number>; players_here: number;
}
export type Reason = "abuse" | "cheating" | "stalling" | "name" | "spam" | "other";
export type Measure = "warn" | "mute" | "ban" | "lift";
export interface PersonInfo extends PlayerRef { online: boolean; games: string[] }
export interface LetterLine { number: number; mine: boolean; at_ms: number; text: string }
export interface ConversationInfo extends PlayerRef { unread: number; last: LetterLine | null }
export interface ReportInfo {
  number: number; by: PlayerRef; about: PlayerRef; reason: Reason; room: string | null; text: string; at_ms: number;
}
export interface ActionInfo {
  by: PlayerRef; about: PlayerRef; measure: Measure | null; until_ms: number; text: string; at_ms: number;
}
export interface NewsItem { id: string; title: string; text: string; language: string | null; at_ms: number }
export type PeopleList = "friends" | "ignored" | "here";
export interface People { type: "people"; id: string; of: PeopleList; rows: PersonInfo[]; next: string | null }
export interface Conversations { type: "conversations"; id: string; rows: ConversationInfo[]; unread: number; next: number | null }
export interface Letters { type: "letters"; id: string; player: PlayerRef; rows: LetterLine[]; next: number | null }
export interface Letter { type: "letter"; player: PlayerRef; letter: LetterLine; unread: number }
export interface Unread { type: "unread"; count: number }
export interface Notice { type: "notice"; measure: Measure; until_ms: number; text: string }
export interface Office {
  type: "office"; id: string; of: "reports" | "actions"; reports: ReportInfo[]; actions: ActionInfo[]; next: number | null;
}
export interface News { type: "news"; id: string; rows: NewsItem[]; next: number | null }
export type AccountSettings = Record<string, string | number | boolean | null>;
export interface Account { type: "account"; name: string; guest: boolean; settings: AccountSettings }
export interface SignedIn { type: "signed_in"; id: string; player: string; name: string; token: string }
export interface DeviceInfo { device: string; label: string; since_ms: number; used_ms: number; this: boolean }
export interface Devices { type: "devices"; id: string; devices: DeviceInfo[] }
export interface NameChecked {
  type: "name_checked"; id: string; name: string; free: boolean; code: string | null; text: string | null;
}
export interface Profile {
  type: "profile"; id: string; player: PlayerRef; since_ms: number | null; country: string; bio: string;
  online: boolean; playing: number; deleted: boolean; watch: string[];
}
export interface Players { type: "players"; id: string; players: PlayerRef[]; next: string | null }
export interface MyData { type: "my_data"; id: string; what: string; data: Record<string, unknown>; next: string | null }
export interface Renamed { type: "renamed"; room: string; player: PlayerRef }
export interface Game { type: "game"; room: string; side: Side; live: boolean }
export interface Challenge {
  room: string; by: { player: string; name: string; guest: boolean }; side: Side; terms: Terms; until_ms: number;
}
export interface Challenged { type: "challenged"; challenge: Challenge }
export interface ChallengeOver { type: "challenge_over"; room: string }

export type SpeedName = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
export interface SpeedRating {
  speed: SpeedName; points: number; deviation: number; provisional: boolean; games: number; last_at_ms: number;
  won: number; drawn: number; lost: number;
}
export type RatingDay = [day: number, points: number, games: number];
export interface Ranked { rank: number; player: PlayerRef; points: number; games: number }
export interface MyGame {
  room: string; you: Side; opponent: PlayerRef | null; status: "waiting" | "playing" | "over"; your_turn: boolean;
  speed: SpeedName; rated: boolean; plies: number; last: MoveLine | null; fen: string; left_ms: number | null;
  flag_at_ms: number | null; at_ms: number; outcome: Outcome | null;
}
export interface GameInfo {
  room: string; red: PlayerRef; black: PlayerRef; red_points: number | null; black_points: number | null;
  red_change: number | null; black_change: number | null; rules: string; speed: SpeedName; rated: boolean;
  opened_at_ms: number; ended_at_ms: number | null; winner: Side | null; ending: string | null; plies: number;
  opening: string; fen: string; watchers: number;
}
export interface LadderRung { rung: number; player: PlayerRef; challenged: boolean; played_at_ms: number }
export interface LadderChallenge { by: PlayerRef; to: PlayerRef; until_ms: number | null; room: string | null }
export interface LadderChange {
  at_ms: number; what: "joined" | "left" | "idle" | "won" | "held" | "yielded" | "sank"; player: PlayerRef;
  other: PlayerRef | null; rung: number;
}
export interface Ratings { type: "ratings"; id: string; player: string; ratings: SpeedRating[]; rung: number | null }
export interface RatingHistory {
  type: "rating_history"; id: string; player: string; speed: SpeedName; rows: RatingDay[]; next: string | null;
}
export interface Leaderboard {
  type: "leaderboard"; id: string; speed: SpeedName; rows: Ranked[]; you: Ranked | null; next: string | null;
}
export interface MyGames { type: "my_games"; id: string; rows: MyGame[]; next: string | null }
export interface MyGameChanged { type: "my_game_changed"; game: MyGame }
export interface Games { type: "games"; id: string; rows: GameInfo[]; next: string | null }
export interface Pgns { type: "pgns"; id: string; notation: string; text: string; games: number; next: string | null }
export interface LiveGames { type: "live_games"; id: string; rows: GameInfo[]; next: string | null }
export interface TvOn { type: "tv"; id: string; channels: { channel: string; game: GameInfo }[] }
export interface TvChanged { type: "tv_changed"; channel: string; game: GameInfo | null }
export interface LadderChanged {
  type: "ladder_changed"; change: LadderChange | null; you: number | null; challenge: LadderChallenge | null;
}
export interface LadderShown {
  type: "ladder"; id: string; rows: LadderRung[]; size: number; you: number | null; challenge: LadderChallenge | null;
  changes: LadderChange[]; next: string | null;
}
export interface GamesQuestion {
  type: "games"; id: string; player?: string; opponent?: string; result?: "won" | "lost" | "drawn" | "red" | "black";
  rules?: string; speed?: SpeedName; rated?: boolean; opening?: string; moves?: string; from_ms?: number; to_ms?: number; after?: string;
}

export type RoomEvent =
  | Seated | Readied | Moved | TookBack | TimeGiven | Gone | Back | Credited | Suspended | Continued | Offered | Declined | Warned | Ended
  | RematchOpened
  | RatingKnown;
export type ServerMessage =
  | Ratings | RatingHistory | Leaderboard | MyGames | MyGameChanged | Games | Pgns | LiveGames | TvOn | TvChanged
  | LadderShown | LadderChanged
  | Welcome | Done | Refused | Beat | Bye | Paused | Resumed | Room | RoomEvent | Legal | Premove | Chat
  | ChatHistory | Log | Crowd | Lobby | LobbyChanged | Game | Challenged | ChallengeOver | Renamed
  | People | Conversations | Letters | Letter | Unread | Notice | Office | News
  | Account | SignedIn | Devices | NameChecked | Profile | Players | MyData;

type Side_ = Side | "any";
export type ClientMessage =
  | GamesQuestion
  | { type: "ratings"; id: string; player?: string }
  | { type: "rating_history"; id: string; player: string; speed: SpeedName; after?: string }
  | { type: "leaderboard"; id: string; speed: SpeedName; after?: string }
  | { type: "my_games"; id: string; follow?: boolean }
  | { type: "export_games"; id: string; notation?: string; after?: string }
  | { type: "live_games"; id: string; order?: "rating" | "watchers" | "newest"; speed?: SpeedName; after?: string }
  | { type: "watch_tv" | "leave_tv" | "join_ladder" | "leave_ladder" | "withdraw_challenge"; id: string }
  | { type: "ladder"; id: string; after?: string; follow?: boolean }
  | { type: "challenge_up"; id: string; player: string }
  | { type: "answer_challenge"; id: string; accept: boolean }
  | { type: "hello"; id: string; token?: string; client: string; language: string }
  | { type: "beat"; n: number }
  | { type: "join"; id: string; room: string; since?: number }
  | { type: "leave" | "sit" | "ready" | "resign" | "abort" | "give_time" | "cancel_premove"; id: string; room: string }
  | { type: "log"; id: string; room: string; after?: number }
  | { type: "move" | "premove"; id: string; room: string; ply: number; text: string }
  | { type: "claim"; id: string; room: string; what: "win" | "draw" }
  | { type: "chat"; id: string; room: string; to: Audience; text?: string; phrase?: PhraseName }
  | { type: "offer"; id: string; room: string; what: OfferName; ply: number }
  | { type: "accept" | "decline"; id: string; room: string; what: OfferName }
  | { type: "watch_lobby" | "leave_lobby" | "unseek"; id: string }
  | { type: "unmatch"; id: string; pool?: string }
  | { type: "seek"; id: string; terms: Terms; side: Side_; low?: number | null; high?: number | null }
  | { type: "invite"; id: string; terms: Terms; side: Side_; hours?: number }
  | { type: "challenge"; id: string; player: string | null; name?: string; terms: Terms; side: Side_ }
  | { type: "accept_challenge" | "withdraw"; id: string; room: string }
  | { type: "decline_challenge"; id: string; room: string; reason: DeclineReason }
  | { type: "take"; id: string; seek: string }
  | { type: "match"; id: string; pool: string; rated?: boolean }
  | { type: "befriend" | "ignore"; id: string; player: string; on?: boolean }
  | { type: "people"; id: string; of: PeopleList; after?: string }
  | { type: "write"; id: string; player: string; text: string }
  | { type: "conversations"; id: string; after?: number }
  | { type: "letters"; id: string; player: string; after?: number }
  | { type: "read_letters"; id: string; player: string; number: number }
  | { type: "drop_letters"; id: string; player: string }
  | { type: "report"; id: string; player: string; reason: Reason; room?: string; text?: string }
  | { type: "office"; id: string; of: "reports" | "actions"; after?: number }
  | { type: "act"; id: string; player: string; measure: Measure; for_ms: number; text: string; reports: number[] }
  | { type: "close_report"; id: string; report: number }
  | { type: "news"; id: string; after?: number }
  | { type: "post_news"; id: string; title: string; text: string; language?: string }
  | { type: "withdraw_news"; id: string; item: string }
  | { type: "sign_up"; id: string; name: string; password: string }
  | { type: "sign_in"; id: string; name: string; password: string; label?: string }
  | { type: "sign_out"; id: string; device?: string; everywhere?: boolean }
  | { type: "devices"; id: string }
  | { type: "change_password"; id: string; old: string; password: string }
  | { type: "rename" | "check_name"; id: string; name: string }
  | { type: "set_about"; id: string; country: string; bio: string }
  | { type: "set_settings"; id: string; settings: AccountSettings }
  | { type: "profile"; id: string; player?: string; name?: string }
  | { type: "find_players"; id: string; prefix: string; after?: string }
  | { type: "my_data"; id: string; after?: string }
  | { type: "delete_account"; id: string; password: string };

/** Which message answers a question; one that is not named here is answered by `done`. */
export interface Answers {
  ratings: Ratings;
  rating_history: RatingHistory;
  leaderboard: Leaderboard;
  my_games: MyGames;
  games: Games;
  export_games: Pgns;
  live_games: LiveGames;
  watch_tv: TvOn;
  ladder: LadderShown;
  people: People;
  conversations: Conversations;
  letters: Letters;
  office: Office;
  news: News;
  sign_in: SignedIn;
  devices: Devices;
  check_name: NameChecked;
  profile: Profile;
  find_players: Players;
  my_data: MyData;
}
