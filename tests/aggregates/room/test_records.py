"""A room's snapshot is the room, and is small."""

import json

import msgspec
import pytest
from msgspec.structs import replace

from tests.support.golden import golden, still_says
from tests.support.rooms import (
    ANN,
    BEN,
    IDLE_LOOP,
    MATE,
    NO_CLOCK,
    PERPETUAL_CHECK,
    ROOM,
    a_room,
    a_story,
)
from xiangqi_server.aggregates.room.messages import (
    Absent,
    AcceptOffer,
    DeclineOffer,
    GiveTime,
    MakeOffer,
    OfferKind,
    PlayMove,
    Resign,
    TakeOutage,
)
from xiangqi_server.aggregates.room.records import LAYOUT, RoomRecord, from_record, to_record
from xiangqi_server.aggregates.room.score import Score
from xiangqi_server.aggregates.room.state import Room
from xiangqi_server.aggregates.room.terms import (
    ByoyomiClock,
    CorrespondenceClock,
    PerMoveClock,
    Seats,
    ThreePartClock,
)
from xiangqi_server.game.rules.board.encoding import Side


def with_an_offer() -> Room:
    story = a_story("h2e2", "h9g7", think_ms=1_234)
    story.tell(MakeOffer(ANN, OfferKind.DRAW, 2, "x"))
    return story.room


def with_a_rematch() -> Room:
    story = a_story("h2e2")
    story.tell(Resign(BEN))
    story.tell(MakeOffer(ANN, OfferKind.REMATCH, 1, "x"))
    story.tell(MakeOffer(BEN, OfferKind.REMATCH, 1, "room2"))
    return story.room


def eventful() -> Room:
    """A game in periods in which nearly everything has happened."""
    story = a_story("h2e2", "h9g7", clock=ByoyomiClock(2_000, 1_000, 3), think_ms=2_400)
    story.tell(MakeOffer(ANN, OfferKind.DRAW, 2, "x"))
    story.tell(DeclineOffer(BEN, OfferKind.DRAW))
    story.tell(MakeOffer(BEN, OfferKind.TAKEBACK, 2, "x"))
    story.tell(AcceptOffer(ANN, OfferKind.TAKEBACK, "x"))
    story.wait(500).tell(PlayMove(BEN, 1, "h7e7", lag_ms=80))
    story.tell(GiveTime(ANN))
    story.tell(Absent(Side.BLACK))
    story.wait(9_000).tell(TakeOutage(story.now_ms - 8_000, story.now_ms))
    story.tell(MakeOffer(ANN, OfferKind.ABORT, 2, "x"))
    return story.room


def as_first_kept(room: Room) -> Room:
    """The room as snapshots kept it before they held receipts, and the length of the log."""
    score = Score(replace(line, receipt=None) for line in room.score)
    return replace(room, score=score, event_count=0)


def written_and_read(room: Room) -> Room:
    body = msgspec.msgpack.encode(to_record(room))
    return from_record(room.id, msgspec.msgpack.decode(body, type=RoomRecord))


PLAIN = {
    "empty": Room.empty(ROOM),
    "waiting": a_room(seats=Seats(black=BEN)),
    "new": a_room(),
    "without a clock": a_room(*IDLE_LOOP[:-1], clock=NO_CLOCK),
    "offered": with_an_offer(),
    "in three parts": a_room("h2e2", clock=ThreePartClock(4_000, 3_000, 2_000), think_ms=1_500),
    "by the move": a_room("h2e2", clock=PerMoveClock(4_000), think_ms=1_500),
    "by days": a_room("h2e2", clock=CorrespondenceClock(3), think_ms=1_500),
    "eventful": eventful(),
    "again": with_a_rematch(),
}
RULED = {
    "mated": a_room(*MATE, think_ms=2_500),
    "warned": a_room(*PERPETUAL_CHECK[:9]),
    "ruled": a_room(*PERPETUAL_CHECK),
}
"""These hold texts, which may be worded anew."""


@pytest.mark.parametrize("room", [*PLAIN.values(), *RULED.values()], ids=[*PLAIN, *RULED])
def test_a_snapshot_is_the_room(room: Room) -> None:
    assert written_and_read(room) == room


def test_a_room_read_from_a_snapshot_goes_on_like_the_one_it_was_made_of() -> None:
    live, read = a_story(*PERPETUAL_CHECK[:-1]), a_story(*PERPETUAL_CHECK[:-1])
    read.room = written_and_read(read.room)

    assert read.play(PERPETUAL_CHECK[-1]).room == live.play(PERPETUAL_CHECK[-1]).room
    assert read.room.outcome is not None


def test_a_move_takes_thirty_bytes() -> None:
    moves = MATE[:-1]

    without = len(msgspec.msgpack.encode(to_record(a_room(clock=NO_CLOCK))))
    with_moves = len(msgspec.msgpack.encode(to_record(a_room(*moves, clock=NO_CLOCK))))

    assert with_moves - without <= 30 * len(moves)


@pytest.mark.parametrize(("name", "room"), PLAIN.items(), ids=PLAIN)
def test_snapshots_are_written_as_they_always_were_and_read(name: str, room: Room) -> None:
    snapshot = golden("room_snapshots")[name]

    assert still_says(json.loads(msgspec.json.encode(to_record(room))), snapshot)
    assert from_record(ROOM, msgspec.convert(snapshot, RoomRecord)) == as_first_kept(room)


def test_every_field_of_a_room_and_of_its_parts_is_kept() -> None:
    """The game, the score and the clock are packed; the id is the key, and a status follows."""
    kept = set()
    for field in msgspec.structs.fields(Room):
        whole = {path for path in LAYOUT if path.partition(".")[0] == field.name}
        named = {path.partition(".")[2] for path in whole} - {""}
        kept |= {field.name} if whole else set()
        if named:
            assert named | {"clock"} == {*field.type.__struct_fields__} | {"clock"}

    assert kept == {*Room.__struct_fields__} - {"id", "game", "score", "status"}
