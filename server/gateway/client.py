"""What is kept with one connection: who speaks, what it sees, how fast it may go on."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from server.aggregate.refusal import RefusalCode
from server.net.frames import frame_message
from server.net.ports import Connection
from server.net.ports import Format as NetFormat
from server.session.texts import refusal_text
from server.session.throttle import Throttle
from server.wire.codec import Format, encode
from server.wire.server import Refused, ServerMessage
from server.wire.terms import Language

KEPT_ROUND_TRIPS: Final = 5
WIRE_FORMAT = {NetFormat.MSGPACK: Format.MSGPACK, NetFormat.JSON: Format.JSON}


class Client:
    """One connection, from its opening to its end; owned by the gateway.

    Args:
        refusals: how often each code was given; the gateway's, counted on here.

    Attributes:
        player: whose connection it is, "" before `hello`.
        ignored: whose words the player does not want to read.
        address: as whom limits by address count it, "" for one they leave out.
        token_hash: of the guest's token from which the player was made, which is its lasting
            secret, b"" before `hello`.
        device: which of the player's devices it is.
        is_greeted: its `hello` was answered.
        held: messages that came while an earlier one waited for the store; None when none does.
        rooms: ids of the rooms it has joined.
        is_out: its device was signed out: it is about to be closed.
        is_gone: the connection is closed; what was asked for it comes too late.
        slot: which ticks its heartbeat falls on.
        beat_n, beat_sent_ms: of the latest heartbeat; `beat_n` is 0 once it is answered.
        round_trips_ms: the last ones measured, at most `KEPT_ROUND_TRIPS`.
        opened_ms: when it was opened.
    """

    __slots__ = (
        "_refusals",
        "address",
        "beat_n",
        "beat_sent_ms",
        "connection",
        "device",
        "held",
        "ignored",
        "is_gone",
        "is_greeted",
        "is_out",
        "language",
        "opened_ms",
        "player",
        "rooms",
        "round_trips_ms",
        "slot",
        "throttle",
        "token_hash",
    )

    def __init__(
        self, connection: Connection, slot: int, opened_ms: int, refusals: Counter[str]
    ) -> None:
        self.connection = connection
        self._refusals = refusals
        self.slot = slot
        self.is_gone = False
        self.is_greeted = False
        self.is_out = False
        self.player = ""
        self.ignored: frozenset[str] = frozenset()
        self.address = connection.counted_as
        self.token_hash = b""
        self.device = ""
        self.language: Language = "en"
        self.held: list[bytes] | None = None
        self.rooms: tuple[str, ...] = ()
        self.throttle = Throttle()
        self.beat_n = 0
        self.beat_sent_ms = 0
        self.round_trips_ms: tuple[int, ...] = ()
        self.opened_ms = opened_ms

    @property
    def form(self) -> Format:
        """The format of its messages."""
        return WIRE_FORMAT[self.connection.format]

    def answered_beat(self, n: int, now_ms: int) -> None:
        """Take the round trip of heartbeat `n`, if it is the latest and not yet answered."""
        if n == self.beat_n != 0:
            taken_ms = max(0, now_ms - self.beat_sent_ms)
            self.round_trips_ms = (*self.round_trips_ms, taken_ms)[-KEPT_ROUND_TRIPS:]
            self.beat_n = 0

    @property
    def rtt_ms(self) -> int | None:
        """The last round trip measured, None before the first."""
        return self.round_trips_ms[-1] if self.round_trips_ms else None

    @property
    def lag_ms(self) -> int:
        """How late its messages arrive by the fault of the line: the best of the last round trips.

        The best, because a client may answer late on purpose, but never early.
        """
        return min(self.round_trips_ms, default=0)

    def send(self, message: ServerMessage) -> None:
        """Send one message to this connection alone."""
        payload = encode(message, self.form)
        self.connection.send(frame_message(payload, self.connection.format))

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
        """Say that nothing happened, and why."""
        self._refusals[code] += 1
        text = refusal_text(code, self.language, detail)
        self.send(Refused(id_, code, text, room, version, retry_ms))


class Clients:
    """Everybody with a connection, in parts by slot, so that a tick need not visit all."""

    __slots__ = ("_parts",)

    def __init__(self, part_count: int) -> None:
        self._parts: tuple[set[Client], ...] = tuple(set() for _ in range(part_count))

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __iter__(self) -> Iterator[Client]:
        """Go through those connected now; who comes or goes on the way does no harm."""
        for part in self._parts:
            yield from tuple(part)

    def add(self, client: Client) -> None:
        """Count a client in."""
        self.part(client.slot).add(client)

    def discard(self, client: Client) -> None:
        """Count a client out."""
        self.part(client.slot).discard(client)

    def part(self, slot: int) -> set[Client]:
        """The clients whose slot falls into the same part."""
        return self._parts[slot % len(self._parts)]
