from dataclasses import dataclass, field

from xiangqi_server.net.fanout import Subscribers
from xiangqi_server.net.ports import Connection, Format, Membership
from xiangqi_server.net.websocket.frames import frame_message


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
    subscribers, encode = Subscribers(), Encoder()
    binary = [Listening(Format.MSGPACK) for _ in range(100)]
    texts = [Listening(Format.JSON) for _ in range(50)]
    for connection in (*binary, *texts):
        subscribers.add(connection, droppable=True)

    subscribers.send(encode)

    assert sorted(encode.calls, key=str) == [Format.JSON, Format.MSGPACK]
    assert {id(c.sent[0][0]) for c in binary} == {id(binary[0].sent[0][0])}
    assert binary[7].sent == [(frame_message(b"msgpack", Format.MSGPACK), True)]
    assert texts[7].sent == [(frame_message(b"json", Format.JSON), True)]


def test_a_format_nobody_listens_in_is_not_encoded() -> None:
    subscribers, encode = Subscribers(), Encoder()
    gone = Listening(Format.JSON)
    subscribers.add(gone, droppable=True)
    subscribers.add(Listening(Format.MSGPACK), droppable=True)
    subscribers.discard(gone)

    subscribers.send(encode)

    assert encode.calls == [Format.MSGPACK]


def test_members_differ_in_what_they_may_miss() -> None:
    subscribers = Subscribers()
    player, spectator = Listening(Format.JSON), Listening(Format.JSON)
    subscribers.add(player, droppable=False)
    subscribers.add(spectator, droppable=True)

    subscribers.send(lambda _: b"{}")

    assert player.sent == [(b"\x81\x02{}", False)]
    assert spectator.sent == [(b"\x81\x02{}", True)]


def test_adding_a_member_again_changes_only_what_it_may_miss() -> None:
    subscribers, connection = Subscribers(), Listening(Format.JSON)
    subscribers.add(connection, droppable=True)

    subscribers.add(connection, droppable=False)
    subscribers.send(lambda _: b"")

    assert connection.sent == [(b"\x81\x00", False)]
    assert connection.memberships == [subscribers]


def test_a_lost_connection_leaves_every_group_and_enters_none() -> None:
    groups = [Subscribers() for _ in range(3)]
    connection = Listening(Format.MSGPACK)
    for group in groups:
        group.add(connection, droppable=True)

    connection.lose()
    groups[0].add(connection, droppable=True)

    assert [len(group) for group in groups] == [0, 0, 0]
    assert connection.memberships == []


def test_discarding_a_stranger_changes_nothing() -> None:
    subscribers = Subscribers()
    stranger: Connection = Listening(Format.JSON)

    subscribers.discard(stranger)

    assert stranger not in subscribers
    assert len(subscribers) == 0
