"""What the server sends about a room: as it stands, what you may play, what is said, its files."""

from typing import Literal

from xiangqi_server.wire.limits import Moment
from xiangqi_server.wire.parts import (
    Absence,
    BerserkSides,
    ChatLine,
    Clock,
    LogEntry,
    MarkedMove,
    MoveLine,
    OpenOffer,
    Outcome,
    PlayerRating,
    PlayerRef,
    ReadyCheck,
    RepetitionWarning,
    Seat,
)
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import AudienceName, GameTerms, NotationName, SideName


class Room(ServerMessage, tag="room", frozen=True):
    """A whole room.

    Fields:
        version: number of the last event in it.
        at_ms: when that event was stored; the clocks are as of then.
        status: `waiting` until both seats are taken, then `playing`, then `over`; between the first
            two `readying`, where the server asks two paired players whether they are there.
        red, black: the players, null while the seat is free.
        you: your own side, null for a spectator.
        start_fen: the position before the first move.
        fen: the position now.
        moves: all moves, oldest first.
        check: the side to move is in check.
        red_quota_ms, black_quota_ms: lag that may still be compensated; see *Receipts*.
        offers: what waits for an answer.
        absences: the players who have left; see *Presence and claims*.
        warning: of a repetition, as long as it stands.
        outcome: null until the game is over.
        suspended_until_ms: until when a suspended game waits for its players; null for any other.
        behind_ms: how late you see this game: `delay_ms` of its terms for a spectator as long as it
            is played, else 0.
        previous: room of the game this one is a rematch of, or null.
        next: room of the rematch, or null.
        red_rating, black_rating: of a rated game, as far as they are known; else null.
        ready: while `readying`, which players are there, else null; see *Ready-check*.
        series: points of Red's and of Black's player in the games this is a rematch of: two for a
            win, one for a draw.
        invited: of a challenge, the player who was asked; null if anybody may sit.
        waits_until_ms: while `waiting`, when the invitation lapses, else null.
        seat_key: to the player who invites, while `waiting`: what opens the free seat; else null.
        needs_key: it waits for a player with the key of its seat.
        tournament: the one it is a game of, or null.
        berserk: which sides have halved their time; null where they may not.
    """

    room: str
    version: int
    digest: str
    at_ms: Moment
    status: Literal["waiting", "readying", "playing", "over"]
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
    suspended_until_ms: Moment | None = None
    ready: ReadyCheck | None = None
    series: tuple[int, int] = (0, 0)
    invited: Seat | None = None
    waits_until_ms: Moment | None = None
    seat_key: str | None = None
    needs_key: bool = False
    tournament: str | None = None
    berserk: BerserkSides | None = None


class Legal(ServerMessage, tag="legal", frozen=True):
    """To the seat to move only: what it may play at `ply`. It may come several times for one ply.

    It comes a little after what made it its turn, unasked to programs that did not say in `hello`
    that they know the `rules`, and as the answer to `legal`.

    Fields:
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


class Premove(ServerMessage, tag="premove", frozen=True):
    """To the connections of one player only: its premove; see *Premoves*.

    Fields:
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


class Chat(ServerMessage, tag="chat", frozen=True):
    """Something was said. It is no event and has no version.

    Fields:
        to: the people it was said to.
        line: what was said.
    """

    room: str
    to: AudienceName
    line: ChatLine


class ChatHistory(ServerMessage, tag="chat_history", frozen=True):
    """What was said last, after a `join` and when you may read more than before.

    Fields:
        to: the people it was said to.
        lines: the last of them, oldest first; they replace what you hold.
    """

    room: str
    to: AudienceName
    lines: list[ChatLine]


class Pgn(ServerMessage, tag="pgn", frozen=True):
    """The answer to `export`.

    Fields:
        notation: of its moves.
        text: the game; see *Export*.
    """

    id: str
    room: str
    notation: NotationName
    text: str


class Log(ServerMessage, tag="log", frozen=True):
    """The answer to `log`.

    Fields:
        events: 64 at most, oldest first.
        next: what to send as `after` for those that follow; null after the last.
    """

    id: str
    room: str
    events: list[LogEntry]
    next: int | None


class Renamed(ServerMessage, tag="renamed", frozen=True):
    """The holder of a seat is called something else now. It is no event and has no version."""

    room: str
    player: PlayerRef


class Presence(ServerMessage, tag="presence", frozen=True):
    """The people who are here. It is no event and has no version.

    Fields:
        names: some of the people who watch, by name, 20 at most.
        bots: some of the bots that watch, by name, 20 at most.
        red_online, black_online: the player of that side has a connection, on any node.
    """

    room: str
    spectators: int
    names: list[str]
    red_online: bool
    black_online: bool
    bots: list[str] = []


class RolledBack(ServerMessage, tag="rolled_back", frozen=True):
    """The store has lost the latest events of a room, although they were confirmed.

    `room` shows the room as it stands; its version may be lower than the one before.

    Fields:
        text: for people, in the language of `hello`.
    """

    room: str
    text: str
