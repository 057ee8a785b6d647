"""What is kept with one connection: its player, what it looks at, how fast it may go on."""

from collections import Counter
from typing import Final

from xiangqi_server.aggregates.players.devices import Scope, device_id
from xiangqi_server.api.rate_limits import Throttle
from xiangqi_server.gateway.connection.repeats import Repeats
from xiangqi_server.gateway.connection.round_trips import RoundTrips
from xiangqi_server.kernel.aggregate.refusal import CommonRefusal, RefusalCode
from xiangqi_server.kernel.faults import Faults
from xiangqi_server.kernel.host.recent import CommandRef
from xiangqi_server.net.ports import INTERNAL_ERROR, Connection
from xiangqi_server.net.ports import Format as NetFormat
from xiangqi_server.net.websocket.frames import frame_message
from xiangqi_server.texts.refusals import refusal_text
from xiangqi_server.wire.client import ClientMessage, Request
from xiangqi_server.wire.codec import Format, encode
from xiangqi_server.wire.server import Done, Refused, ServerMessage, TournamentAnnounced
from xiangqi_server.wire.terms import Language

TICK_MS: Final = 200
"""The length of the ticks in which a node does its periodic work."""
PING_MS: Final = 2_500
"""The time between two pings to a client whose turn has begun, or that waits for a game."""
PLAYING_PING_MS: Final = 5_000
"""The time between two pings to any other client that plays, as long as it answers."""
IDLE_PING_MS: Final = 10_000
"""The time between two pings to any other client, at most."""
UNANSWERED: Final = 64
"""How many commands of a connection are remembered while they wait for their answer."""
UNAVAILABLE_MS: Final = 1_000
"""When a client may ask again for what the store, or another node, could not give."""
NOBODY: Final[frozenset[str]] = frozenset()
"""The empty set shared by all clients that ignore no player: an own one would take 216 bytes."""
WIRE_FORMAT: Final = {
    NetFormat.MSGPACK: Format.MSGPACK,
    NetFormat.JSON: Format.JSON,
    NetFormat.LINES: Format.JSON,
}


class Client:
    """One connection, from its opening to its end; owned by the gateway.

    Args:
        refusals: how often each code was given; the gateway's, counted on here.
        faults: keep a bug in sending to it away from everybody else.
        repeats: what its player has asked for lately.

    Attributes:
        player: the owner of the connection, "" before `hello`.
        ignored: players whose words the player does not want to read.
        address: what limits by address count it under, "" for one they leave out.
        token_hash: of the guest's token from which the player was made, which is its lasting
            secret, b"" before `hello`.
        scope: what may be done by the token of that device.
        form: the format of its messages.
        has_ready_check: its program asks its player whether the game may begin, and says `ready`.
        knows_rules: its program finds the moves that may be played itself.
        is_welcomed: its `hello` was answered.
        held: messages that came while an earlier one waited for the store; None if none waits.
        waiting_count: how many of its messages wait for the store, or for another node.
        rooms: ids of the rooms it has joined.
        awaited: ids of those it could not join, for the part of the store that has them was away.
        is_out: its device was signed out: it is about to be closed.
        is_gone: the connection is closed; answers to it come too late.
        slot: which ticks its pings fall on.
        round_trips: what its pings have found out.
        opened_ms: when it was opened.
    """

    __slots__ = (
        "_asked",
        "_device",
        "_faults",
        "_refusals",
        "_repeats",
        "address",
        "awaited",
        "connection",
        "form",
        "has_ready_check",
        "held",
        "ignored",
        "is_gone",
        "is_out",
        "is_welcomed",
        "knows_rules",
        "language",
        "opened_ms",
        "player",
        "rooms",
        "round_trips",
        "scope",
        "slot",
        "throttle",
        "token_hash",
        "waiting_count",
    )

    def __init__(
        self,
        connection: Connection,
        slot: int,
        opened_ms: int,
        refusals: Counter[str],
        faults: Faults,
        repeats: Repeats,
    ) -> None:
        self.connection = connection
        self._faults = faults
        self._repeats = repeats
        self._asked: dict[str, str] | None = None  # an empty one that was used weighs 250 bytes
        self._refusals = refusals
        self.form = WIRE_FORMAT[connection.format]
        self.slot = slot
        self.is_gone = False
        self.is_welcomed = False
        self.is_out = False
        self.player = ""
        self.ignored = NOBODY
        self.address = connection.counted_as
        self.token_hash = b""
        self._device = ""
        self.scope = Scope.OWN
        self.has_ready_check = False
        self.knows_rules = False
        self.language: Language = "en"
        self.held: list[bytes] | None = None
        self.waiting_count = 0
        self.rooms: tuple[str, ...] = ()
        self.awaited: tuple[str, ...] = ()
        self.throttle = Throttle()
        self.round_trips = RoundTrips()
        self.opened_ms = opened_ms

    @property
    def device(self) -> str:
        """Which of the player's devices it is: unless it was named, the one of its token.

        That is worked out for the few who ask.
        """
        if not self._device and self.token_hash:
            self._device = device_id(self.token_hash)
        return self._device

    @device.setter
    def device(self, device: str) -> None:
        self._device = device

    def send(self, message: ServerMessage) -> None:
        """Send one message to this connection alone."""
        if self._asked is not None:
            self._note_answer(self._asked, message)
        with self._faults.contained("send") as sending:
            payload = encode(message, self.form)
            self.connection.send(frame_message(payload, self.connection.format))
        if sending.has_failed:
            self.fail()

    def asks(self, message: ClientMessage) -> None:
        """Remember a command that it has sent, until its answer goes out."""
        print_ = self._repeats.begin(self.player, message)
        if print_ is not None and isinstance(message, Request):
            asked = self._asked = {} if self._asked is None else self._asked
            asked[message.id] = print_
            if len(asked) > UNANSWERED:
                del asked[next(iter(asked))]

    def ref_of(self, message: Request) -> CommandRef:
        """What makes a command the same one again: its player, its id, and what it says.

        What it says is part of it, so that a client which counts its ids anew after a reload
        is not mistaken for one that repeats itself.
        """
        return CommandRef(self.player, f"{message.id}.{self._repeats.fingerprint(message)}")

    def _note_answer(self, asked: dict[str, str], message: ServerMessage) -> None:
        id_: str = getattr(message, "id", "")
        print_ = asked.pop(id_, None)
        if print_ is None:
            return
        if not asked:
            self._asked = None
        if isinstance(message, Done):
            self._repeats.answered(self.player, id_, print_, message)
        elif not _may_come_again(message):
            self._repeats.answered(self.player, id_, print_, None)

    def send_frame(self, frame: bytes, *, droppable: bool) -> None:
        """Send a frame that many get; see `Connection.send`."""
        with self._faults.contained("send") as sending:
            self.connection.send(frame, droppable=droppable)
        if sending.has_failed:
            self.fail()

    def fail(self) -> None:
        """Close the connection: something done for it met a bug of ours."""
        with self._faults.contained("send"):
            self.connection.close(INTERNAL_ERROR, "internal error")

    def refuse(
        self,
        id_: str | None,
        code: RefusalCode,
        detail: str = "",
        *,
        room: str | None = None,
        version: int | None = None,
        retry_ms: int | None = None,
    ) -> None:
        """Say that nothing happened, or that the outcome is unknown, and why."""
        if code is CommonRefusal.UNAVAILABLE and retry_ms is None:
            retry_ms = UNAVAILABLE_MS
        self._refusals[code] += 1
        text = refusal_text(code, self.language, detail)
        self.send(Refused(id_, code, text, room, version, retry_ms))


def _may_come_again(answer: ServerMessage) -> bool:
    """Whether a copy of the command is still a copy: what came of it is unknown, or done."""
    if isinstance(answer, Refused):
        return answer.code == CommonRefusal.UNAVAILABLE
    return isinstance(answer, TournamentAnnounced)
