from dataclasses import dataclass, field

from server.net.fanout import Audience
from server.net.frames import frame_message
from server.net.ports import Connection, Format, Membership


@dataclass(eq=False)
class Listening:
    """A connection without a socket: it keeps what is sent to it."""

    format: Format
    remote_address: str = "192.0.2.1"
    counted_as: str = ""
    is_behind: bool = False
    session: object | None = None
    is_lost: bool = False
    sent: list[tuple[bytes, bool]] = field(default_factory=list)
    memberships: list[Membership] = field(default_factory=list)

    def send(self, frame: bytes, *, droppable: bool = False) -> None:
        self.sent.append((frame, droppable))

    def close(self, code: int = 1000, reason: str = "") -> None:
        self.lose()

    def enter(self, membership: Membership) -> bool:
        if not self.is_lost:
            self.memberships.append(membership)
        return not self.is_lost

    def leave(self, membership: Membership) -> None:
        self.memberships.remove(membership)

    def lose(self) -> None:
        self.is_lost = True
        for membership in tuple(self.memberships):
            membership.discard(self)


@dataclass
class Encoder:
    """Counts how often it is asked."""

    calls: list[Format] = field(default_factory=list)

    def __call__(self, format_: Format) -> bytes:
        self.calls.append(format_)
        return format_.value.encode()


def test_each_format_is_encoded_once_whatever_the_number_of_peers() -> None:
    audience, encode = Audience(), Encoder()
    binary = [Listening(Format.MSGPACK) for _ in range(100)]
    texts = [Listening(Format.JSON) for _ in range(50)]
    for connection in (*binary, *texts):
        audience.add(connection, droppable=True)

    audience.send(encode)

    assert sorted(encode.calls, key=str) == [Format.JSON, Format.MSGPACK]
    assert {id(c.sent[0][0]) for c in binary} == {id(binary[0].sent[0][0])}
    assert binary[7].sent == [(frame_message(b"msgpack", Format.MSGPACK), True)]
    assert texts[7].sent == [(frame_message(b"json", Format.JSON), True)]


def test_a_format_nobody_listens_in_is_not_encoded() -> None:
    audience, encode = Audience(), Encoder()
    gone = Listening(Format.JSON)
    audience.add(gone, droppable=True)
    audience.add(Listening(Format.MSGPACK), droppable=True)
    audience.discard(gone)

    audience.send(encode)

    assert encode.calls == [Format.MSGPACK]


def test_members_differ_in_what_they_may_miss() -> None:
    audience = Audience()
    player, spectator = Listening(Format.JSON), Listening(Format.JSON)
    audience.add(player, droppable=False)
    audience.add(spectator, droppable=True)

    audience.send(lambda _: b"{}")

    assert player.sent == [(b"\x81\x02{}", False)]
    assert spectator.sent == [(b"\x81\x02{}", True)]


def test_adding_a_member_again_changes_only_what_it_may_miss() -> None:
    audience, connection = Audience(), Listening(Format.JSON)
    audience.add(connection, droppable=True)

    audience.add(connection, droppable=False)
    audience.send(lambda _: b"")

    assert connection.sent == [(b"\x81\x00", False)]
    assert connection.memberships == [audience]


def test_a_lost_connection_leaves_every_audience_and_enters_none() -> None:
    audiences = [Audience() for _ in range(3)]
    connection = Listening(Format.MSGPACK)
    for audience in audiences:
        audience.add(connection, droppable=True)

    connection.lose()
    audiences[0].add(connection, droppable=True)

    assert [len(audience) for audience in audiences] == [0, 0, 0]
    assert connection.memberships == []


def test_discarding_a_stranger_changes_nothing() -> None:
    audience = Audience()
    stranger: Connection = Listening(Format.JSON)

    audience.discard(stranger)

    assert stranger not in audience
    assert len(audience) == 0
