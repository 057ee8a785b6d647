"""What the server tells: one type for each message.

Made from the types of the server by `python -m tests.tools.generate`: do not edit.
"""

from msgspec import Struct

from xiangqi_client.parts import (
    Absence,
    ActionInfo,
    BerserkSides,
    BracketMatch,
    ChallengeInfo,
    ChatLine,
    Clock,
    ConversationInfo,
    DeviceInfo,
    EntryConditions,
    FairPlayGame,
    FeedEntry,
    GameInfo,
    GameRef,
    GameTerms,
    GivenBye,
    JudgedSet,
    LadderChallengeInfo,
    LadderChange,
    LadderRung,
    LineFlaw,
    ListedEntrant,
    ListedPlayer,
    LogEntry,
    LogHead,
    MarkedMove,
    MessageInfo,
    MoveLine,
    MyGame,
    NewsItem,
    NoticeChannel,
    NoticeWishes,
    OfferInfo,
    OpenOffer,
    OpenPair,
    Outcome,
    OwnWait,
    PlayerRating,
    PlayerRef,
    Pool,
    Ranked,
    RatingDay,
    ReadyCheck,
    RepetitionWarning,
    ReportInfo,
    ReviewMark,
    RoundGame,
    RuleTerms,
    Seat,
    SecurityEvent,
    SeekInfo,
    Settings,
    ShownBoard,
    SideName,
    SpeedRating,
    TableCell,
    TeamMatch,
    TeamScore,
    TournamentEntrant,
    TournamentGame,
    TournamentInfo,
    TournamentNote,
    TournamentPlace,
    TournamentResult,
    TournamentWords,
    VacationSides,
)


class Message(Struct, frozen=True):
    """Base of all that the server tells."""


class RoomEvent(Message, frozen=True):
    """What every event of a room carries.

    Fields:
        room: the room's id.
        version: number of the event; see *Versions*.
        digest: hash of the log up to it.
        at_ms: when it was stored.
    """

    room: str
    version: int
    digest: str
    at_ms: int


class Welcome(Message, tag="welcome", frozen=True):
    """The answer to `hello`.

    Fields:
        id: of the `hello`.
        player: your own id, public.
        name: what others see.
        guest: you have no account.
        settings: those you keep with the player.
        token: to keep secret and to show in every later `hello`, in place of the one that was
            shown; null if that one is to be shown again.
        games: your games that are not over, oldest first.
        now_ms: the server's time.
        ping_ms: how often `ping` comes at least; without one for three times as long the connection
            is dead.
        rules: names of the rule sets you may choose.
        server: name and version of the program.
        operator: you may use the operators' messages, such as `moderation`.
        durability: where an acknowledged command is. ``primary``: on the disk of the server's
            store. ``replica``: also on every copy of the store that could take its place.
            ``degraded``: on the disk alone, for such copies are missing now. ``engine``: where the
            store itself promises. ``volatile``: only in memory, and it may be lost if the store
            fails. Other words may come; read them like ``primary``.
        bot: a program plays for this account.
        scope: what the token that was shown lets a program do; null for one of a device, by which
            you may do everything. Known words: `play`, `read`.
    """

    id: str
    player: str
    name: str
    guest: bool
    settings: Settings
    token: str | None
    games: list[GameRef]
    now_ms: int
    ping_ms: int
    rules: list[str]
    server: str
    operator: bool = False
    durability: str = "primary"
    bot: bool = False
    scope: str | None = None


class Done(Message, tag="done", frozen=True):
    """A command took effect and is stored, or what was asked for has been sent.

    Fields:
        room: the room it was about; after `invite`, `challenge` and `offer_by_days` the one that
            was opened; null for what no room decides, such as `report` and `ask_review`.
        version: of the last event it caused, also when it is a repeat; of the room's last event if
            it caused none; null for what is no event.
        digest: the one of that event, null if it is no longer at hand.
        seat_key: after `invite`, what opens the free seat; else null.
    """

    id: str
    room: str | None = None
    version: int | None = None
    digest: str | None = None
    seat_key: str | None = None


class Refused(Message, tag="refused", frozen=True):
    """Nothing happened.

    Fields:
        id: of the refused message, null when it has none or could not be read.
        code: for programs; see *Refusals*.
        text: for people, in the language of `hello`.
        room: the room that was meant, else null.
        version: the room's version by which it was refused, null where none was looked at.
        retry_ms: how long to wait before trying again, null where waiting does not help; of
            `unavailable` never null, see *Pauses*.
    """

    id: str | None
    code: str
    text: str
    room: str | None = None
    version: int | None = None
    retry_ms: int | None = None


class Ping(Message, tag="ping", frozen=True):
    """The heartbeat: answer with a `pong` of the same `n` at once.

    Fields:
        n: to send back.
        now_ms: the server's time.
        rtt_ms: the round trip the server measured last, null before the first.
        rooms: `[room, version, digest]` of each joined room; see *Versions*.
        next_ms: the next one comes after so long, at most.
    """

    n: int
    now_ms: int
    rtt_ms: int | None
    rooms: list[tuple[str, int, str]]
    next_ms: int


class Bye(Message, tag="bye", frozen=True):
    """The server is about to close this connection.

    Fields:
        code: why; see *Closing*. Known words: `full`, `moving`, `no_hello`, `signed_out`,
            `stopping`, `too_fast`.
        text: for people.
        retry_ms: when to connect again, from now.
    """

    code: str
    text: str
    retry_ms: int


class Paused(Message, tag="paused", frozen=True):
    """The store cannot be reached: no command takes effect until `resumed`; clocks are credited.

    Fields:
        text: for people.
    """

    text: str


class Resumed(Message, tag="resumed", frozen=True):
    """Commands take effect again; a room that could not be joined meanwhile can be joined."""


class Room(Message, tag="room", frozen=True):
    """A whole room.

    Fields:
        room: the room's id.
        version: number of the last event in it.
        digest: hash of the log up to it.
        at_ms: when that event was stored; the clocks are as of then.
        status: `waiting` until both seats are taken, then `playing`, then `over`; between the first
            two `readying`, where the server asks two paired players whether they are there. Known
            words: `over`, `playing`, `readying`, `waiting`.
        terms: clock and rules.
        red: the players, null while the seat is free.
        black: the players, null while the seat is free.
        you: your own side, null for a spectator.
        start_fen: the position before the first move.
        fen: the position now.
        moves: all moves, oldest first.
        check: the side to move is in check.
        clock: both clocks.
        red_quota_ms: lag that may still be compensated; see *Receipts*.
        black_quota_ms: lag that may still be compensated; see *Receipts*.
        offers: what waits for an answer.
        absences: the players who have left; see *Presence and claims*.
        warning: of a repetition, as long as it stands.
        outcome: null until the game is over.
        spectators: how many watch.
        behind_ms: how late you see this game: `delay_ms` of its terms for a spectator as long as it
            is played, else 0.
        previous: room of the game this one is a rematch of, or null.
        next: room of the rematch, or null.
        red_rating: of a rated game, as far as they are known and not hidden.
        black_rating: of a rated game, as far as they are known and not hidden.
        suspended_until_ms: until when a suspended game waits for its players; null for any other.
        ready: while `readying`, which players are there, else null; see *Ready-check*.
        series: points of Red's and of Black's player in the games this is a rematch of: two for a
            win, one for a draw.
        invited: of a challenge, the player who was asked; null if anybody may sit.
        waits_until_ms: while `waiting`, when the invitation lapses, else null.
        seat_key: to the player who invites, while `waiting`: what opens the free seat; else null.
        needs_key: it waits for a player with the key of its seat.
        tournament: the one it is a game of, or null.
        berserk: which sides have halved their time; null where they may not.
        away: the players that are on vacation; null if both are not.
    """

    room: str
    version: int
    digest: str
    at_ms: int
    status: str
    terms: GameTerms
    red: Seat | None
    black: Seat | None
    you: SideName | None
    start_fen: str
    fen: str
    moves: list[MoveLine]
    check: bool
    clock: Clock
    red_quota_ms: int
    black_quota_ms: int
    offers: list[OpenOffer]
    absences: list[Absence]
    warning: RepetitionWarning | None
    outcome: Outcome | None
    spectators: int
    behind_ms: int
    previous: str | None
    next: str | None
    red_rating: PlayerRating | None = None
    black_rating: PlayerRating | None = None
    suspended_until_ms: int | None = None
    ready: ReadyCheck | None = None
    series: tuple[int, int] = (0, 0)
    invited: Seat | None = None
    waits_until_ms: int | None = None
    seat_key: str | None = None
    needs_key: bool = False
    tournament: str | None = None
    berserk: BerserkSides | None = None
    away: VacationSides | None = None


class Seated(RoomEvent, tag="seated", frozen=True):
    """The free seat was taken: the game starts and Red's clock runs.

    Fields:
        side: which seat.
        seat: the player who took it; you if the player is your own id.
        clock: both clocks.
        ready: both are asked whether they are there before the clock runs; null if not.
    """

    side: SideName
    seat: Seat
    clock: Clock
    ready: ReadyCheck | None = None


class Readied(RoomEvent, tag="readied", frozen=True):
    """A player of a pair is there; see *Ready-check*.

    Fields:
        side: the side it is about.
        clock: both clocks.
        ready: null when both are: the game has begun and Red's clock runs.
    """

    side: SideName
    clock: Clock
    ready: ReadyCheck | None = None


class Moved(RoomEvent, tag="moved", frozen=True):
    """A move was played. It ends the offers of the other side, and a warning.

    Fields:
        ply: its number, from 0.
        uci: the move by its two squares.
        wxf: in WXF notation.
        chinese: in Chinese notation (simplified).
        check: it checks.
        spent_ms: how long the turn took, until the move arrived; 0 for a premove.
        compensated_ms: of that, what was not charged; see *Receipts*.
        red_quota_ms: lag that may still be compensated.
        black_quota_ms: lag that may still be compensated.
        clock: after the move; an increment is added, a period renewed.
    """

    ply: int
    uci: str
    wxf: str
    chinese: str
    check: bool
    spent_ms: int
    compensated_ms: int
    red_quota_ms: int
    black_quota_ms: int
    clock: Clock


class TookBack(RoomEvent, tag="took_back", frozen=True):
    """The last moves were taken back; the turn starts anew, and no time comes back.

    Fields:
        side: the side that asked for it.
        plies: how many of `moves` are gone, 1 or 2.
        fen: the position now.
        check: the side to move is in check.
        spent_ms: what the turn that is cut off had taken; it is charged.
        clock: both clocks.
    """

    side: SideName
    plies: int
    fen: str
    check: bool
    spent_ms: int
    clock: Clock


class TimeGiven(RoomEvent, tag="time_given", frozen=True):
    """A player gave the other one time.

    Fields:
        side: the side that has more time now.
        ms: how much more.
        clock: both clocks.
    """

    side: SideName
    ms: int
    clock: Clock


class Berserked(RoomEvent, tag="berserked", frozen=True):
    """A player halved the time left, and earns no increment any more.

    Fields:
        side: the side of that player.
        ms: how much time that was; 0 where the increment alone is gone.
        clock: both clocks.
    """

    side: SideName
    ms: int
    clock: Clock


class Disconnected(RoomEvent, tag="disconnected", frozen=True):
    """A player has left. If it had already, the countdown is put off.

    Fields:
        side: the side of that player.
        claimable_at_ms: the server's time from which the other player may `claim`.
    """

    side: SideName
    claimable_at_ms: int


class Reconnected(RoomEvent, tag="reconnected", frozen=True):
    """A player who had left is here again.

    Fields:
        side: the side of that player.
    """

    side: SideName


class AwayUntil(RoomEvent, tag="away_until", frozen=True):
    """A player in a game by days is on vacation, or is back; see *Vacation*.

    Fields:
        side: the player's.
        until_ms: until when; in the past if the player is back.
        clock: both clocks.
    """

    side: SideName
    until_ms: int
    clock: Clock


class TimeCredited(RoomEvent, tag="time_credited", frozen=True):
    """Time is given back to the side whose clock ran: the server was away, or its player is.

    Fields:
        side: the side whose clock ran.
        ms: how much is given back.
        from_ms: when the server was away; of a vacation, between which moments the clock stands as
            well, or does not if `ms` is below 0.
        to_ms: when the server was away; of a vacation, between which moments the clock stands as
            well, or does not if `ms` is below 0.
        clock: both clocks.
        reason: `outage` if the server was away for everybody. `failover` if the part of it that
            this player was connected to had died, stood still or sent the player on, or if no part
            knew the player. It may be credited twice: when it is noticed, and when the player is
            back. Known words: `failover`, `outage`, `vacation`.
        ready: while both are still asked whether they are there, until when; else null.
    """

    side: SideName
    ms: int
    from_ms: int
    to_ms: int
    clock: Clock
    reason: str = "outage"
    ready: ReadyCheck | None = None


class Suspended(RoomEvent, tag="suspended", frozen=True):
    """The server was away for more than ten minutes: the clock stands until both players are back.

    Both count as disconnected until `reconnected` tells of each; no move is taken meanwhile.

    Fields:
        until_ms: when the game is aborted, if not both are back by then.
        clock: both clocks.
    """

    until_ms: int
    clock: Clock


class Continued(RoomEvent, tag="continued", frozen=True):
    """Both players of a suspended game are back: the clock runs from where it stood.

    Fields:
        clock: both clocks.
    """

    clock: Clock


class Offered(RoomEvent, tag="offered", frozen=True):
    """A player proposed something to the other.

    Fields:
        side: the side it is about.
        what: what is proposed. Known words: `abort`, `draw`, `rematch`, `takeback`.
        ply: plies played when it was made.
    """

    side: SideName
    what: str
    ply: int


class Declined(RoomEvent, tag="declined", frozen=True):
    """An offer was turned down, or taken back by its owner.

    Fields:
        side: the side that turned it down or took it back.
        what: what had been proposed. Known words: `abort`, `draw`, `rematch`, `takeback`.
    """

    side: SideName
    what: str


class Warned(RoomEvent, tag="warned", frozen=True):
    """A repetition is on its way to a ruling.

    Fields:
        warning: stands until the next `moved` or `ended`.
    """

    warning: RepetitionWarning


class Ended(RoomEvent, tag="ended", frozen=True):
    """The game is over. All offers and warnings are gone.

    Fields:
        outcome: how it ended.
        clock: as the clocks stopped.
    """

    outcome: Outcome
    clock: Clock


class RematchOpened(RoomEvent, tag="rematch_opened", frozen=True):
    """Both want to play again.

    Fields:
        next: room of the new game, which has begun with sides changed.
    """

    next: str


class RatingKnown(RoomEvent, tag="rating_known", frozen=True):
    """The rating with which a player came to a rated game.

    Fields:
        side: the side of that player.
        rating: without a change; its points are 0 if hidden.
    """

    side: SideName
    rating: PlayerRating


class Rated(RoomEvent, tag="rated", frozen=True):
    """A rated game has counted for a player; it comes after `ended`, once for each side.

    Fields:
        side: the side of that player.
        rating: with the change; its points are 0 if hidden.
    """

    side: SideName
    rating: PlayerRating


class Legal(Message, tag="legal", frozen=True):
    """To the seat to move only: what it may play at `ply`.

    It may come several times for one ply.

    It comes a little after what made it its turn, unasked to programs that did not say in `hello`
    that they know the `rules`, and as the answer to `legal`.

    Fields:
        room: the room's id.
        version: the room's, for which it holds; its event came before.
        ply: the one that is to be played.
        moves: every move that may be played, as squares, with a space between two: `h2e2 h0g2`.
        losing: those of them that lose by a ruling, at once or after some reply.
        banned: moves of the pieces that the rule set does not allow here; not among `moves`.
        id: of the `legal` it answers; null if you did not ask.
    """

    room: str
    version: int
    ply: int
    moves: str
    losing: list[MarkedMove] = []
    banned: list[MarkedMove] = []
    id: str | None = None


class Premove(Message, tag="premove", frozen=True):
    """To the connections of one player only: its premove; see *Premoves*.

    Fields:
        room: the room's id.
        ply: the one it waits for, or (dropped) waited for; null when no premove stands any more.
        text: the move as it was sent, else null.
        uci: its two squares, if it was sent as squares, else null.
        dropped: why it was not played (see *Refusals*), null if it stands or was taken back.
        reason: the same for people, else null.
    """

    room: str
    ply: int | None
    text: str | None
    uci: str | None
    dropped: str | None = None
    reason: str | None = None


class Chat(Message, tag="chat", frozen=True):
    """Something was said. It is no event and has no version.

    Fields:
        room: the room's id.
        to: the people it was said to. Known words: `players`, `spectators`.
        line: what was said.
    """

    room: str
    to: str
    line: ChatLine


class ChatHistory(Message, tag="chat_history", frozen=True):
    """What was said last, after a `join` and when you may read more than before.

    Fields:
        room: the room's id.
        to: the people it was said to. Known words: `players`, `spectators`.
        lines: the last of them, oldest first; they replace what you hold.
    """

    room: str
    to: str
    lines: list[ChatLine]


class Pgn(Message, tag="pgn", frozen=True):
    """The answer to `export`.

    Fields:
        room: the room's id.
        notation: of its moves. Known words: `chinese`, `iccs`, `uci`, `wxf`.
        text: the game; see *Export*.
    """

    id: str
    room: str
    notation: str
    text: str


class Log(Message, tag="log", frozen=True):
    """The answer to `log`.

    Fields:
        room: the room's id.
        events: 64 at most, oldest first.
        next: what to send as `after` for those that follow; null after the last.
    """

    id: str
    room: str
    events: list[LogEntry]
    next: int | None


class Renamed(Message, tag="renamed", frozen=True):
    """The holder of a seat is called something else now. It is no event and has no version.

    Fields:
        room: the room's id.
        player: the player's id.
    """

    room: str
    player: PlayerRef


class Presence(Message, tag="presence", frozen=True):
    """The people who are here. It is no event and has no version.

    Fields:
        room: the room's id.
        spectators: how many watch.
        names: some of the people who watch, by name, 20 at most.
        red_online: the player of that side has a connection, on any node.
        black_online: the player of that side has a connection, on any node.
        bots: some of the bots that watch, by name, 20 at most.
    """

    room: str
    spectators: int
    names: list[str]
    red_online: bool
    black_online: bool
    bots: list[str] = []


class RolledBack(Message, tag="rolled_back", frozen=True):
    """The store has lost the latest events of a room, although they were confirmed.

    `room` shows the room as it stands; its version may be lower than the one before.

    Fields:
        room: the room's id.
        text: for people, in the language of `hello`.
    """

    room: str
    text: str


class Note(Message, tag="note", frozen=True):
    """The answer to `note`.

    Fields:
        room: the room's id.
        text: "" if you have none.
    """

    id: str
    room: str
    text: str


class Lobby(Message, tag="lobby", frozen=True):
    """The whole lobby.

    Fields:
        version: of the lobby; it grows, but numbers may be left out.
        seeks: open offers, oldest first.
        pools: all pools.
        your_seek: id of your own open offer, of two the older, or null; see `player` of `seeks`.
        your_pools: names of the pools in which you wait.
        players_online: how many people are connected; bots are not among them. Each node counts its
            own, so a player who is connected to two of them counts twice.
        your_waits: the same, and since when.
    """

    version: int
    seeks: list[SeekInfo]
    pools: list[Pool]
    your_seek: str | None
    your_pools: list[str]
    players_online: int
    your_waits: list[OwnWait] = []


class LobbyChanged(Message, tag="lobby_changed", frozen=True):
    """What is new in the lobby since the last of these: at most one every 200 ms.

    Fields:
        version: of the lobby.
        opened: new offers; your own are known by `player`.
        closed: ids of offers that are gone.
        waiting: how many wait, by pool name, where that changed.
        players_online: as in `lobby`.
        waiting_rated: how many of these for a rated game.
    """

    version: int
    opened: list[SeekInfo]
    closed: list[str]
    waiting: dict[str, int]
    players_online: int
    waiting_rated: dict[str, int] = {}


class GameOpened(Message, tag="game_opened", frozen=True):
    """To a player on every connection: a game of your own has begun, or waits for a friend.

    Fields:
        room: to `join`.
        side: your own.
        live: against a player the server found, on a clock: join and say `ready` soon; see
            *Ready-check*.
    """

    room: str
    side: SideName
    live: bool = False


class Challenged(Message, tag="challenged", frozen=True):
    """To a player on every connection: somebody asks for a game; see *Challenges*.

    Fields:
        challenge: the challenger, and the game.
    """

    challenge: ChallengeInfo


class ChallengeOver(Message, tag="challenge_over", frozen=True):
    """To a player on every connection: a challenge needs no answer any more.

    Fields:
        room: the room's id.
    """

    room: str


class PlayerList(Message, tag="player_list", frozen=True):
    """The answer to `player_list`.

    Fields:
        of: as asked. Known words: `bots`, `friends`, `ignored`, `online`.
        rows: at most 50.
        next: to send as `after` for the next page, null if this is the last.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    of: str
    rows: list[ListedPlayer]
    next: str | None
    partial: bool = False


class Conversations(Message, tag="conversations", frozen=True):
    """The answer to `conversations`.

    Fields:
        rows: at most 50.
        unread: how many messages are unread in all conversations.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    rows: list[ConversationInfo]
    unread: int
    next: int | None


class Conversation(Message, tag="conversation", frozen=True):
    """The answer to `conversation`.

    Fields:
        player: the other one.
        rows: the latest first, at most 50.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    player: PlayerRef
    rows: list[MessageInfo]
    next: int | None


class DirectMessage(Message, tag="direct_message", frozen=True):
    """A message of a player was sent or came.

    Fields:
        player: the other one.
        message: the new one.
        unread: how many messages are unread in all conversations.
    """

    player: PlayerRef
    message: MessageInfo
    unread: int


class Unread(Message, tag="unread", frozen=True):
    """How many of your messages are unread now.

    It comes after `welcome` if there are any, and when you have read some.

    Fields:
        count: in all conversations.
    """

    count: int


class Sanctioned(Message, tag="sanctioned", frozen=True):
    """The operators have done something about the reader.

    Fields:
        sanction: a warning, a mute, a ban, or that both are lifted. Known words: `ban`, `lift`,
            `mute`, `warn`.
        until_ms: the server's time at which a mute or a ban ends, else 0.
        text: in the operators' own words; may be empty.
    """

    sanction: str
    until_ms: int
    text: str


class Moderation(Message, tag="moderation", frozen=True):
    """The answer to `moderation`.

    Fields:
        of: as asked. Known words: `actions`, `reports`.
        reports: the one asked for, at most 50; the other is empty.
        actions: the one asked for, at most 50; the other is empty.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    of: str
    reports: list[ReportInfo]
    actions: list[ActionInfo]
    next: int | None


class FairPlay(Message, tag="fair_play", frozen=True):
    """The answer to `fair_play`; it says what was measured, and no verdict.

    Fields:
        player: as asked.
        speed: of the games; null if the player has no rated game that is over. Known words:
            `blitz`, `bullet`, `classical`, `correspondence`, `rapid`.
        points: how strong the player was in the latest of them. Games are of like strength if their
            players were within 100 points of that.
        among: how many games of like strength were looked at, counted once for each player of that
            strength.
        games: the latest rated ones, 20 at most, the latest first.
    """

    id: str
    player: str
    speed: str | None
    points: int
    among: int
    games: list[FairPlayGame]


class News(Message, tag="news", frozen=True):
    """The answer to `news`.

    Fields:
        rows: those in the language of `hello` and those for all, the latest first, at most 10.
        next: to send as `after` for the next page, null if this is the last.
    """

    id: str
    rows: list[NewsItem]
    next: int | None


class Account(Message, tag="account", frozen=True):
    """To a player on every connection: what is known about you has changed.

    Fields:
        name: what others see.
        guest: you have no account.
        settings: those that are kept.
        bot: a program plays for this account.
    """

    name: str
    guest: bool
    settings: Settings
    bot: bool = False


class SignedIn(Message, tag="signed_in", frozen=True):
    """The answer to `sign_in`.

    Fields:
        player: the id of the account's player.
        name: its name.
        token: to keep secret, and to show in the `hello` of a new connection.
    """

    id: str
    player: str
    name: str
    token: str


class TokenCreated(Message, tag="token_created", frozen=True):
    """The answer to `create_token`; the server keeps a hash and cannot tell it again.

    Fields:
        device: its id in `devices`.
        token: to keep secret, and to show in each `hello` of the program; it is never replaced.
    """

    id: str
    device: str
    token: str


class RecoveryCode(Message, tag="recovery_code", frozen=True):
    """The answer to `create_recovery_code`; the server keeps a hash and cannot tell it again.

    Fields:
        code: to be written down, and kept secret.
    """

    id: str
    code: str


class Recovered(Message, tag="recovered", frozen=True):
    """The answer to `recover`.

    Fields:
        player: the id of the account's player.
        name: its name.
        token: to keep secret, and to show in the `hello` of a new connection.
        code: the recovery code from now on; see `recovery_code`.
    """

    id: str
    player: str
    name: str
    token: str
    code: str


class Devices(Message, tag="devices", frozen=True):
    """The answer to `devices`.

    Fields:
        devices: 16 at most and 8 programs, the one signed in first at the beginning.
        recovery: there is a recovery code.
        security: what happened to password and codes, the 16 latest, the last of them last.
    """

    id: str
    devices: list[DeviceInfo]
    recovery: bool
    security: list[SecurityEvent]


class NameChecked(Message, tag="name_checked", frozen=True):
    """The answer to `check_name`.

    Fields:
        name: as it would be shown.
        free: you could take it.
        code: why not, for programs, or null; see *Refusals*.
        text: the same for people, or null.
    """

    id: str
    name: str
    free: bool
    code: str | None
    text: str | None


class MyData(Message, tag="my_data", frozen=True):
    """The answer to `my_data`.

    Fields:
        what: which part of the data this is.
        data: a part of your data, as fields whose names say what they are.
        next: what to send as `after` for the part that follows; null after the last.
    """

    id: str
    what: str
    data: dict[str, object]
    next: str | None


class Profile(Message, tag="profile", frozen=True):
    """The answer to `profile`.

    Fields:
        player: the one it is about.
        since_ms: when the player first came, null if that is not known.
        country: two letters, or "".
        bio: a few words, or "".
        online: has a connection now.
        playing: how many games are open.
        deleted: the account was deleted.
        watch: rooms of games that are played and may be watched, the latest first, 5 at most.
        partial: `online` and `watch` are as far as is known for now; see *Lists*.
    """

    id: str
    player: PlayerRef
    since_ms: int | None
    country: str
    bio: str
    online: bool
    playing: int
    deleted: bool
    watch: list[str] = []
    partial: bool = False


class Players(Message, tag="players", frozen=True):
    """The answer to `find_players`.

    Fields:
        players: 20 at most, in the order of their names.
        next: what to send as `after` for those that follow; null after the last.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    players: list[PlayerRef]
    next: str | None
    partial: bool = False


class Ratings(Message, tag="ratings", frozen=True):
    """The answer to `ratings`.

    Fields:
        player: the player's id.
        ratings: one for each speed the player has rated games in.
        rung: where the player stands on the ladder, from 1 at the top; null if not on it.
        hidden: the player hides the ratings; then only your own are listed.
    """

    id: str
    player: str
    ratings: list[SpeedRating]
    rung: int | None = None
    hidden: bool = False


class RatingHistory(Message, tag="rating_history", frozen=True):
    """The answer to `rating_history`.

    Fields:
        player: the player's id.
        speed: of which rating. Known words: `blitz`, `bullet`, `classical`, `correspondence`,
            `rapid`.
        rows: days on which the player had rated games, the latest first.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    player: str
    speed: str
    rows: list[RatingDay]
    next: str | None
    partial: bool = False


class Leaderboard(Message, tag="leaderboard", frozen=True):
    """The answer to `leaderboard`: players with an account and a certain rating who still play.

    Fields:
        speed: of which rating. Known words: `blitz`, `bullet`, `classical`, `correspondence`,
            `rapid`.
        rows: the best first.
        you: your own place, null if you have none.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    speed: str
    rows: list[Ranked]
    you: Ranked | None
    next: str | None
    partial: bool = False


class MyGames(Message, tag="my_games", frozen=True):
    """The answer to `my_games`.

    Fields:
        rows: of a page those that wait for your own move first, the least time left first. Live
            games and those that wait for you come on the first pages.
        next: into `after` of the next query; null at the end.
    """

    id: str
    rows: list[MyGame]
    next: int | None


class Waiting(Message, tag="waiting", frozen=True):
    """How many games by days wait for your move now.

    It comes after `welcome` if there are any, and whenever that changes.

    Fields:
        count: of all of them.
        rooms: the first of them, the least time left first.
    """

    count: int
    rooms: list[str]


class MyGameChanged(Message, tag="my_game_changed", frozen=True):
    """One of your own games, as it is now; it replaces the row of its room.

    It comes when a game begins or ends, and when it is somebody else's turn. Of live games this
    holds for those that a page of `my_games` has shown, or that began later.

    Fields:
        game: over, if its status says so.
    """

    game: MyGame


class Games(Message, tag="games", frozen=True):
    """The answer to `games`.

    Fields:
        rows: the latest first; there may be fewer, or none, on a page that is not the last.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    rows: list[GameInfo]
    next: str | None
    partial: bool = False


class Pgns(Message, tag="pgns", frozen=True):
    """The answer to `export_games`.

    Fields:
        notation: of the moves. Known words: `chinese`, `iccs`, `uci`, `wxf`.
        text: some games, one after the other; the pages make one file.
        games: how many they are.
        next: see *Lists*.
    """

    id: str
    notation: str
    text: str
    games: int
    next: str | None


class LiveGames(Message, tag="live_games", frozen=True):
    """The answer to `live_games`.

    Fields:
        rows: games that are being played; see them by `join`.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    rows: list[GameInfo]
    next: str | None
    partial: bool = False


class Boards(Message, tag="boards", frozen=True):
    """The answer to `watch_boards`; a `board` follows for each game.

    Fields:
        boards: what each of them shows.
    """

    id: str
    boards: list[ShownBoard]


class Board(Message, tag="board", frozen=True):
    """How a game on a board stands, at most every 400 ms; you may miss some.

    It has no version and needs none: the latest one tells all. Its last three fields are left out
    while they say nothing.

    Fields:
        game: its room.
        ply: plies played when it was made.
        fen: the position: the board and the side to move.
        last: the move that led to it, or null.
        left: what the clocks of Red and Black show at `at_ms`, in ms; null without a clock.
        runs: the clock of the side to move runs.
        at_ms: the moment for which `left` holds, in time as spectators see it. Of a game with a
            delay that has just begun it is still to come: until then nothing runs.
        warned: a repetition is on its way to a ruling.
        over: what came of it on the board, once the game is over; `none`: nothing counts. Known
            words: `black`, `draw`, `none`, `red`.
        away: a player has no connection.
    """

    game: str
    ply: int
    fen: str
    last: str | None
    left: tuple[int, int] | None
    runs: bool
    at_ms: int
    warned: bool = False
    over: str | None = None
    away: bool = False


class BoardChanged(Message, tag="board_changed", frozen=True):
    """A board shows another game; a `board` follows.

    Fields:
        slot: which board, by its place in what you asked for, from 0.
        game: the game that it shows now, or null.
    """

    slot: int
    game: GameInfo | None


class LadderChanged(Message, tag="ladder_changed", frozen=True):
    """The ladder has changed: to those who follow it, and to players it concerns.

    A challenged player gets it again after each `welcome` until the challenge is answered.

    Fields:
        change: what happened, if a place was won, held, given up, taken or left; or null.
        you: your own rung now, from 1 at the top; null if you are not on the ladder.
        challenge: the one in which you have a part now, or null.
    """

    change: LadderChange | None
    you: int | None
    challenge: LadderChallengeInfo | None


class LadderShown(Message, tag="ladder", frozen=True):
    """The answer to `ladder`.

    Fields:
        rows: rungs from the top.
        size: how many rungs there are.
        you: your own rung, from 1 at the top; null if you are not on the ladder.
        challenge: the one in which you have a part, or null.
        changes: the latest ones, the last first; only on the first page.
        next: see *Lists*.
    """

    id: str
    rows: list[LadderRung]
    size: int
    you: int | None
    challenge: LadderChallengeInfo | None
    changes: list[LadderChange]
    next: str | None


class NoticeSettings(Message, tag="notice_settings", frozen=True):
    """Answer to `notice_settings`.

    Fields:
        key: by which a browser subscribes (for a browser, as base64url); null if the operator of
            the server has set no keys, so that no notices are sent.
        wishes: what you have chosen.
        channels: the browsers that get notices, the one renewed last at the end.
    """

    id: str
    key: str | None
    wishes: NoticeWishes
    channels: list[NoticeChannel]


class TournamentAnnounced(Message, tag="tournament_announced", frozen=True):
    """The answer to `announce_tournament`: its id.

    Fields:
        tournament: the tournament's id.
    """

    id: str
    tournament: str


class ArbiterCode(Message, tag="arbiter_code", frozen=True):
    """The answer to `set_arbiter_code`; the server keeps a hash and cannot tell it again.

    Fields:
        tournament: the tournament's id.
        code: eight digits and letters; "" where none is good now.
    """

    id: str
    tournament: str
    code: str


class Tournaments(Message, tag="tournaments", frozen=True):
    """The answer to `tournaments`.

    Fields:
        of: which were asked for. Known words: `finished`, `mine`, `now`, `soon`.
        rows: in the order asked for.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    of: str
    rows: list[TournamentInfo]
    next: str | None
    partial: bool = False


class TournamentShown(Message, tag="tournament", frozen=True):
    """The answer to `watch_tournament`: a tournament as it stands.

    Fields:
        info: its head.
        text: the organiser's words to everybody.
        conditions: what a player needs to enter.
        closes_ms: when the pairing of an arena that runs ends, else null.
        rows: the first page of the standings.
        playing: the top games that are played.
        you: your own row, or null.
        room: of your own game, or null.
        return_at_ms: while you have paused or left, from when on you may return; else null.
        tie_breaks: what the sums of a row are, in their order; none in an arena. Known words:
            `black_games`, `black_wins`, `direct`, `opponents`, `performance`, `running`,
            `sonneborn`, `wins`.
        password: one is asked for.
        ranking: the sums that put equal points in order. Known words: `axf`, `cxa_robin`,
            `cxa_running`, `cxa_swiss`, `lila`, `wxf`.
        pairs: where pairs play when both want to: the games you have still to play.
        end: once it is over, where its log ends; else null.
        dates: at real boards, when each round begins, if that was announced.
    """

    id: str
    info: TournamentInfo
    text: str
    conditions: EntryConditions
    closes_ms: int | None
    rows: list[TournamentEntrant]
    playing: list[TournamentGame]
    you: TournamentEntrant | None
    room: str | None
    return_at_ms: int | None
    tie_breaks: list[str] = []
    password: bool = False
    ranking: str = "cxa_swiss"
    pairs: list[OpenPair] = []
    end: LogHead | None = None
    dates: list[int] = []


class TournamentChanged(Message, tag="tournament_changed", frozen=True):
    """To everybody who watches a tournament: how it stands now, at most once a second.

    Fields:
        tournament: the tournament's id.
        info: its head.
        closes_ms: as in `tournament`.
        rows: as in `tournament`.
        playing: as in `tournament`.
        amended: what the organiser may have changed; null once it has begun.
        end: as in `tournament`.
    """

    tournament: str
    info: TournamentInfo
    closes_ms: int | None
    rows: list[TournamentEntrant]
    playing: list[TournamentGame]
    amended: TournamentWords | None = None
    end: LogHead | None = None


class TournamentYou(Message, tag="tournament_you", frozen=True):
    """To a player who watches a tournament: how you stand, whenever that changes.

    Fields:
        tournament: the tournament's id.
        you: as in `tournament`.
        room: as in `tournament`.
        return_at_ms: as in `tournament`.
        pairs: as in `tournament`.
    """

    tournament: str
    you: TournamentEntrant | None
    room: str | None
    return_at_ms: int | None
    pairs: list[OpenPair] = []


class TournamentChat(Message, tag="tournament_chat", frozen=True):
    """Something was said at the tournament you watch. It is no event and has no version.

    Fields:
        tournament: the tournament's id.
        line: what was said; its `seat` and `phrase` are null.
    """

    tournament: str
    line: ChatLine


class TournamentChatHistory(Message, tag="tournament_chat_history", frozen=True):
    """What was said last, after `tournament` and when a game of yours there has ended.

    Fields:
        tournament: the tournament's id.
        lines: the last of them, oldest first; they replace what you hold.
    """

    tournament: str
    lines: list[ChatLine]


class TournamentOffer(Message, tag="tournament_offer", frozen=True):
    """To every connection of a player whose opponent offers to play the game of a free pair.

    Fields:
        tournament: the tournament's id.
        name: of the tournament.
        room: that of the pair, for `offer_tournament_game`.
        by: the player who offers; null once the offer stands no longer.
    """

    tournament: str
    name: str
    room: str
    by: PlayerRef | None


class TournamentStandings(Message, tag="tournament_standings", frozen=True):
    """The answer to `tournament_standings`: twenty rows.

    Fields:
        tournament: the tournament's id.
        size: how many rows there are in all.
        rows: a page of them.
    """

    id: str
    tournament: str
    size: int
    rows: list[TournamentEntrant]


class TournamentEntrants(Message, tag="tournament_entrants", frozen=True):
    """The answer to `tournament_entrants`: a hundred rows.

    Fields:
        tournament: the tournament's id.
        rows: by number.
        next: the number for `after` of the next page; null after the last.
        last: the last number that was given; `list_entrants` goes on after it.
        arbiter: you may list people and write results down.
    """

    id: str
    tournament: str
    rows: list[ListedEntrant]
    next: int | None
    last: int
    arbiter: bool = False


class TournamentPlayer(Message, tag="tournament_player", frozen=True):
    """The answer to `tournament_player`.

    Fields:
        tournament: the tournament's id.
        entrant: the player's row.
        games: what the player has played, in the order in which the games ended.
    """

    id: str
    tournament: str
    entrant: TournamentEntrant
    games: list[TournamentResult]


class TournamentRound(Message, tag="tournament_round", frozen=True):
    """The answer to `tournament_round`.

    Fields:
        tournament: the tournament's id.
        round: from 1; 0 if there is no such round, or not yet.
        games: in the order of the boards.
        byes: the players who have no opponent.
        given: of these, and of those who entered later, whose bye did not come of the pairing, with
            what it brings.
    """

    id: str
    tournament: str
    round: int
    games: list[RoundGame]
    byes: list[PlayerRef]
    given: list[GivenBye] = []


class TournamentTable(Message, tag="tournament_table", frozen=True):
    """The answer to `tournament_table`: everybody in the order of the standings.

    Fields:
        tournament: the tournament's id.
        rows: as in the standings.
        cells: of each row, one per round: the opponent, the side and the result.
    """

    id: str
    tournament: str
    rows: list[TournamentEntrant]
    cells: list[list[TableCell]]


class TournamentBracket(Message, tag="tournament_bracket", frozen=True):
    """The answer to `tournament_bracket`.

    Fields:
        tournament: the tournament's id.
        rounds: how many there are; 0 before the start.
        matches: by round, and in a round from the top; that for the third place comes last.
    """

    id: str
    tournament: str
    rounds: int
    matches: list[BracketMatch]


class PlayerTournaments(Message, tag="player_tournaments", frozen=True):
    """The answer to `player_tournaments`.

    Fields:
        player: the player's id.
        rows: the latest first; of more than 300 players the first 300 have one.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    player: str
    rows: list[TournamentPlace]
    next: str | None
    partial: bool = False


class TournamentTeams(Message, tag="tournament_teams", frozen=True):
    """The answer to `tournament_teams`.

    Fields:
        tournament: the tournament's id.
        teams: the first first.
        matches: of the rounds that were paired, in their order; none in an arena.
    """

    id: str
    tournament: str
    teams: list[TeamScore]
    matches: list[TeamMatch]


class TournamentNotes(Message, tag="tournament_notes", frozen=True):
    """The answer to `tournament_notes`.

    Fields:
        tournament: the tournament's id.
        arbiters: the players whom the organiser appointed.
        notes: what was done, the latest last; a hundred on a page.
        next: see *Lists*.
    """

    id: str
    tournament: str
    arbiters: list[PlayerRef]
    notes: list[TournamentNote]
    next: str | None = None


class Lesson(Message, tag="lesson", frozen=True):
    """The answer to `lesson`: a task as it stands after the moves. Black does not answer them.

    Fields:
        lesson: those that were asked for.
        task: those that were asked for.
        tasks: how many the lesson has.
        goal: what is to be done. `reach`: every flag. `capture`: every black piece but the general
            without losing one. `escape` from check, `mate` at once, or `avoid` the move that
            completes a losing cycle. Known words: `avoid`, `capture`, `escape`, `mate`, `reach`.
        fen: the position.
        moves: every move that may be played now, as squares, with a space between two.
        status: `open`, `done` or `failed`. Known words: `done`, `failed`, `open`.
        flags: the squares that are still to be reached.
        used: how many moves were played.
        fewest: how many are enough.
        solution: moves that do it, as squares with a space between two; "" in `avoid`.
        cycle: of `avoid`, the latest moves, which have been played again and again: from the
            position on and back to it, as squares with a space between two; else "".
        last: the latest move, in `avoid` also the one before the task; null before the first one.
        refused: why the move after them is not legal; it was not played. Else null. Known words:
            `backwards`, `blocked`, `check`, `eye`, `facing`, `general`, `leg`, `not_yours`,
            `own_piece`, `palace`, `river`, `screen`, `shape`, `sideways`.
        check: the side that stands in check, or null.
        ruling: of `avoid`, once a move was played: the move that loses, with what the rules say.
    """

    id: str
    lesson: str
    task: int
    tasks: int
    goal: str
    fen: str
    moves: str
    status: str
    flags: list[str]
    used: int
    fewest: int
    solution: str
    cycle: str
    last: str | None
    refused: str | None
    check: SideName | None
    ruling: MarkedMove | None


class Feed(Message, tag="feed", frozen=True):
    """The answer to `feed`.

    Fields:
        rows: the oldest first, at most 100; ask on with the number of the last one.
        last: the number of the latest entry of all.
        reset: the rows do not continue what you have: entries between are not kept any more, or
            those that you have are lost. `games` has all games that are over.
    """

    id: str
    rows: list[FeedEntry]
    last: int
    reset: bool


class Line(Message, tag="line", frozen=True):
    """The answer to `line`: the position at the end of the line, without its variations.

    Fields:
        fen: the position.
        moves: every legal move as squares, with a space between two; none of a position with a
            flaw.
        check: the side that stands in check, or null.
        occurrences: how often the position has occurred.
        wxf: each move of the question in its order, variations included.
        chinese: each move of the question in its order, variations included.
        flaw: what is wrong with the question. The rest is then as far as it could be read; else
            null.
    """

    id: str
    fen: str
    moves: str
    check: SideName | None
    occurrences: int
    wxf: list[str]
    chinese: list[str]
    flaw: LineFlaw | None


class JudgedLine(Message, tag="judged_line", frozen=True):
    """The answer to `judge_line`: what each rule set says at the end of the line.

    Fields:
        sets: in the order in which they were asked for.
        flaw: what is wrong with the question, else null.
    """

    id: str
    sets: list[JudgedSet]
    flaw: LineFlaw | None


class OffersByDays(Message, tag="offers_by_days", frozen=True):
    """The answer to `offers_by_days`.

    Fields:
        rows: the latest first. Offers are left out where one of you ignores the other, so a page
            that is not the last may have fewer.
        rating: your own by days.
        next: see *Lists*.
        partial: some of it is missing for now; see *Lists*.
    """

    id: str
    rows: list[OfferInfo]
    rating: int
    next: str | None
    partial: bool = False


class Review(Message, tag="review", frozen=True):
    """The answer to `review`.

    Fields:
        room: the room's id.
        state: `none`, before it is asked for; `waiting`, `running`, `done`; or `given_up`, if
            engines failed or a failover lost the request, and it may be asked for again. Known
            words: `done`, `given_up`, `none`, `running`, `waiting`.
        reviewers: which engines look at games now, or will once they have started: `none`, `quick`
            for the small engine of the server alone, or `full`. Known words: `full`, `none`,
            `quick`.
        place: how many reviews are taken before this one; null unless it waits.
        engine: the name of the engine, "" while none has looked.
        quick: the small engine of the server found some of it. Only clear mistakes are marked then,
            and more may be missed.
        depth: how many plies the engine looked ahead, on average.
        fen: where the game began.
        moves: of the game, four characters each.
        scores: of the positions so far, in hundredths of a soldier; positive where Red is better, a
            mate in n moves is 30,000 less n. The first is that before the first move.
        best: the best move in each of them, four characters; `a0a0` where no move is legal.
        marks: the moves that lost much, in their order.
    """

    id: str
    room: str
    state: str
    reviewers: str
    place: int | None
    engine: str
    quick: bool
    depth: int
    fen: str
    moves: str
    scores: list[int]
    best: str
    marks: list[ReviewMark]


class ReviewJob(Message, tag="review_job", frozen=True):
    """The answer to `take_review`.

    Fields:
        room: of the game; null if there is nothing to do.
        retry_ms: when to ask again, if there is nothing to do.
        lease: to send with what was found. Another program may take the game if nothing was found
            for 90 seconds.
        fen: where the game began.
        moves: four characters each.
        rules: the rule set, with the options that the game was played by.
        from_ply: the first position that has no score yet.
    """

    id: str
    room: str | None
    retry_ms: int
    lease: str = ""
    fen: str = ""
    moves: str = ""
    rules: RuleTerms | None = None
    from_ply: int = 0


class Vacation(Message, tag="vacation", frozen=True):
    """The answer to `vacation`.

    Fields:
        left_ms: what you may still take; 30 days come in a year, and no more are kept.
        until_ms: until when you are on vacation; null if you are not.
    """

    id: str
    left_ms: int
    until_ms: int | None


TOLD: tuple[type[Message], ...] = (
    Welcome,
    Done,
    Refused,
    Ping,
    Bye,
    Paused,
    Resumed,
    Room,
    Seated,
    Readied,
    Moved,
    TookBack,
    TimeGiven,
    Berserked,
    Disconnected,
    Reconnected,
    AwayUntil,
    TimeCredited,
    Suspended,
    Continued,
    Offered,
    Declined,
    Warned,
    Ended,
    RematchOpened,
    RatingKnown,
    Rated,
    Legal,
    Premove,
    Chat,
    ChatHistory,
    Pgn,
    Log,
    Renamed,
    Presence,
    RolledBack,
    Note,
    Lobby,
    LobbyChanged,
    GameOpened,
    Challenged,
    ChallengeOver,
    PlayerList,
    Conversations,
    Conversation,
    DirectMessage,
    Unread,
    Sanctioned,
    Moderation,
    FairPlay,
    News,
    Account,
    SignedIn,
    TokenCreated,
    RecoveryCode,
    Recovered,
    Devices,
    NameChecked,
    MyData,
    Profile,
    Players,
    Ratings,
    RatingHistory,
    Leaderboard,
    MyGames,
    Waiting,
    MyGameChanged,
    Games,
    Pgns,
    LiveGames,
    Boards,
    Board,
    BoardChanged,
    LadderChanged,
    LadderShown,
    NoticeSettings,
    TournamentAnnounced,
    ArbiterCode,
    Tournaments,
    TournamentShown,
    TournamentChanged,
    TournamentYou,
    TournamentChat,
    TournamentChatHistory,
    TournamentOffer,
    TournamentStandings,
    TournamentEntrants,
    TournamentPlayer,
    TournamentRound,
    TournamentTable,
    TournamentBracket,
    PlayerTournaments,
    TournamentTeams,
    TournamentNotes,
    Lesson,
    Feed,
    Line,
    JudgedLine,
    OffersByDays,
    Review,
    ReviewJob,
    Vacation,
)
"""Every type above."""
