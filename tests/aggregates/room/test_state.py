"""What a room answers about itself."""

import pytest

from tests.support.rooms import ANN, BEN, MATE, NO_CLOCK, ROOM, T0_MS, a_room, a_story, left_ms
from xiangqi_server.aggregates.room.clock.control import SideClock
from xiangqi_server.aggregates.room.messages import MakeOffer, OfferKind, Resign
from xiangqi_server.aggregates.room.parts import ClockFaces, Offer
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.room.terms import ByoyomiClock, Seats
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side


@pytest.mark.parametrize(
    ("room", "status"),
    [
        (Room.empty(ROOM), Status.EMPTY),
        (a_room(seats=Seats(red=ANN)), Status.WAITING),
        (a_room(), Status.PLAYING),
        (a_room(*MATE), Status.OVER),
    ],
)
def test_a_room_goes_through_four_states(room: Room, status: Status) -> None:
    assert room.status is status


def test_the_clock_of_the_side_to_move_runs_and_only_that_one() -> None:
    room = a_room("h2e2", think_ms=2_000)

    shown = room.faces(T0_MS + 2_000 + 700)

    assert left_ms(room, T0_MS + 2_000) == (59_000, 60_000)
    assert shown == ClockFaces(
        BySide(SideClock(59_000, 0, None), SideClock(59_300, 0, None)), Side.BLACK, T0_MS + 62_000
    )


def test_an_offer_does_not_start_the_turn_again() -> None:
    story = a_story("h2e2").wait(5_000)
    story.tell(MakeOffer(BEN, OfferKind.DRAW, 1, "x"))

    assert story.room.timing.turn_started_ms == T0_MS
    assert story.room.flag_at_ms() == T0_MS + 60_000


def test_no_clock_runs_before_the_start_or_after_the_end() -> None:
    waiting = a_room(seats=Seats(red=ANN))
    story = a_story("h2e2").wait(5_000)
    story.tell(Resign(ANN))

    assert left_ms(waiting, T0_MS + 10**6) == (60_000, 60_000)
    assert left_ms(story.room, T0_MS + 10**6) == (61_000, 55_000)
    assert (waiting.flag_at_ms(), story.room.flag_at_ms()) == (None, None)
    assert a_room(clock=NO_CLOCK).flag_at_ms() is None


def test_the_flag_has_fallen_from_its_moment_on() -> None:
    room = a_room()

    assert not room.flag_fell(T0_MS + 59_999)
    assert room.flag_fell(T0_MS + 60_000)
    assert not a_room(clock=NO_CLOCK).flag_fell(T0_MS + 10**12)


def test_an_open_offer_is_found_by_its_kind() -> None:
    story = a_story("h2e2")
    story.tell(MakeOffer(ANN, OfferKind.DRAW, 1, "x"))

    assert story.room.offers.of(OfferKind.DRAW) == Offer(OfferKind.DRAW, Side.RED, 1)
    assert story.room.offers.of(OfferKind.REMATCH) is None


def test_a_game_that_was_cut_off_shows_the_clocks_of_its_last_moment() -> None:
    story = a_story("h2e2", clock=ByoyomiClock(1_000, 2_000, 3)).wait(3_500)
    story.tell(Resign(ANN))

    faces = story.wait(60_000).room.faces(story.now_ms)

    assert faces == ClockFaces(
        BySide(SideClock(1_000, 3, None), SideClock(1_500, 2, 1_500)), None, None
    )
