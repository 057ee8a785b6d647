"""What the server sends about a room beside its events: legal moves, what is said, its files."""

from xiangqi_server.wire.parts import ChatLine, LogEntry, MarkedMove, PlayerRef
from xiangqi_server.wire.server.base import ServerMessage
from xiangqi_server.wire.terms import AudienceName, NotationName


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


class Note(ServerMessage, tag="note", frozen=True):
    """The answer to `note`.

    Fields:
        text: "" if you have none.
    """

    id: str
    room: str
    text: str
