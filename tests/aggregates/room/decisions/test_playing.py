"""Moves and their receipts, mate, resigning and aborting."""

import pytest

from tests.support.rooms import (
    ANN,
    BEN,
    ENTERED,
    EVE,
    MATE,
    NO_CLOCK,
    ROOM,
    T0_MS,
    a_room,
    a_story,
    left_ms,
    refusal_of,
    told_over,
)
from xiangqi_server.aggregates.room.decide import decide
from xiangqi_server.aggregates.room.messages import Abort, Ended, Moved, PlayMove, Release, Resign
from xiangqi_server.aggregates.room.parts import Outcome
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.score import MoveLine, Receipt, Score
from xiangqi_server.aggregates.room.state import Status
from xiangqi_server.aggregates.room.terms import FischerClock, Seats
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.kernel.aggregate.decision import Decision, Effect
from xiangqi_server.kernel.aggregate.refusal import RefusalCode

QUOTA_MS = (60_000 + 40 * 1_000) // 60
RELEASES = (
    Effect("player", ANN, Release(ROOM)),
    Effect("player", BEN, Release(ROOM)),
    ENTERED,
)


def test_a_move_is_told_in_three_notations_with_what_it_cost() -> None:
    story = a_story("b2b3", "h7e7", think_ms=2_000).wait(4_500)

    events = story.tell(PlayMove(ANN, 2, "h2e2"))

    assert events == (
        Moved(
            ply=2,
            uci="h2e2",
            wxf="C2=5",
            chinese="炮二平五",
            check=False,
            spent_ms=4_500,
            red_left_ms=60_000 - 2_000 + 1_000 - 4_500 + 1_000,
            black_left_ms=60_000 - 2_000 + 1_000,
            red_quota_ms=QUOTA_MS,
            black_quota_ms=QUOTA_MS,
        ),
    )


def test_after_a_move_it_is_the_other_sides_turn_from_that_moment() -> None:
    story = a_story().wait(3_000).play("h2e2")

    room = story.room
    assert room.game.to_move is Side.BLACK
    assert room.timing.turn_started_ms == T0_MS + 3_000
    assert left_ms(room, T0_MS + 3_000) == (58_000, 60_000)
    assert room.score == Score([MoveLine("h2e2", "C2=5", "炮二平五", Receipt(3_000, 0, QUOTA_MS))])


def test_the_turn_ends_when_the_move_arrives_not_when_it_is_stored() -> None:
    story = a_story()

    decision = decide(story.room, PlayMove(ANN, 0, "h2e2"), T0_MS + 700)

    (moved,) = decision.events
    assert isinstance(moved, Moved)
    assert moved.spent_ms == 700


@pytest.mark.parametrize("text", ["h2e2", "H2-E2", "C2=5", "炮二平五"])
def test_a_move_is_read_in_any_notation(text: str) -> None:
    assert a_room(text) == a_room("h2e2")


def test_a_check_is_marked() -> None:
    story = a_story("b2g2", "b7d7", "h2h4", "e9e8", "h4e4")

    moved = story.log[-1].event

    assert isinstance(moved, Moved)
    assert moved.check


@pytest.mark.parametrize(
    ("by", "ply", "text", "code"),
    [
        (EVE, 0, "h2e2", RoomRefusal.NOT_SEATED),
        (BEN, 0, "h2e2", RoomRefusal.NOT_YOUR_TURN),
        (ANN, 1, "h2e2", RoomRefusal.STALE_PLY),
        (ANN, 0, "h2e3", RoomRefusal.ILLEGAL_MOVE),
        (ANN, 0, "h7e7", RoomRefusal.ILLEGAL_MOVE),
        (ANN, 0, "h2h2", RoomRefusal.ILLEGAL_MOVE),
        (ANN, 0, "z2e2", RoomRefusal.UNREADABLE_MOVE),
        (ANN, 0, "hello", RoomRefusal.UNREADABLE_MOVE),
        (ANN, 0, "", RoomRefusal.UNREADABLE_MOVE),
    ],
)
def test_what_is_no_move_here_is_refused(by: str, ply: int, text: str, code: RefusalCode) -> None:
    assert refusal_of(a_story(), PlayMove(by, ply, text)) is code


def test_the_same_move_twice_is_played_once() -> None:
    story = a_story("h2e2")

    assert refusal_of(story, PlayMove(ANN, 0, "h2e2")) is RoomRefusal.STALE_PLY


def test_a_game_that_is_over_or_has_not_begun_takes_no_move() -> None:
    waiting = a_story(seats=Seats(red=ANN))

    assert refusal_of(waiting, PlayMove(ANN, 0, "h2e2")) is RoomRefusal.NOT_STARTED
    assert refusal_of(a_story(*MATE), PlayMove(BEN, 5, "a8a9")) is RoomRefusal.GAME_OVER


def test_mate_ends_the_game_with_the_move_that_gives_it() -> None:
    story = a_story(*MATE[:-1])

    decision = decide(story.room, PlayMove(ANN, 4, MATE[-1]), T0_MS)

    moved, ended = decision.events
    assert isinstance(moved, Moved)
    assert isinstance(ended, Ended)
    assert (moved.uci, moved.check) == (MATE[-1], True)
    assert (ended.winner, ended.ending) == (0, "checkmate")
    assert decision.effects == (*RELEASES, told_over(Side.RED, "checkmate", 5))


def test_mate_comes_before_the_flag_if_the_move_arrived_in_time() -> None:
    story = a_story(*MATE[:-1], clock=FischerClock(1_000)).wait(999).play(MATE[-1])

    assert story.room.outcome is not None
    assert (story.room.outcome.winner, story.room.outcome.ending) == (Side.RED, "checkmate")
    assert left_ms(story.room, story.now_ms) == (1, 1_000)


def test_a_mate_that_arrives_when_the_time_is_up_is_too_late() -> None:
    story = a_story(*MATE[:-1], clock=FischerClock(1_000)).wait(1_000)

    assert refusal_of(story, PlayMove(ANN, 4, MATE[-1])) is RoomRefusal.FLAG_FELL


def test_without_a_clock_one_may_think_for_ever() -> None:
    story = a_story(clock=NO_CLOCK).wait(10**11)

    (moved,) = story.tell(PlayMove(ANN, 0, "h2e2"))

    assert isinstance(moved, Moved)
    assert (moved.spent_ms, moved.red_left_ms, moved.black_left_ms) == (10**11, 0, 0)


@pytest.mark.parametrize(("by", "winner"), [(ANN, Side.BLACK), (BEN, Side.RED)])
def test_one_may_resign_on_either_turn(by: str, winner: Side) -> None:
    story = a_story("h2e2").wait(1_500)

    decision = decide(story.room, Resign(by), story.now_ms)
    story.tell(Resign(by))

    effects = (*RELEASES, told_over(winner, "resign", 1))
    assert decision == Decision((Ended(winner, "resign"),), effects)
    assert story.room.status is Status.OVER
    assert story.room.outcome == Outcome(winner, "resign")
    assert left_ms(story.room, story.now_ms) == (61_000, 58_500)


def test_only_players_resign_or_abort_and_only_once() -> None:
    story = a_story()

    assert refusal_of(story, Resign(EVE)) is RoomRefusal.NOT_SEATED
    assert refusal_of(story, Abort(EVE)) is RoomRefusal.NOT_SEATED
    story.tell(Abort(BEN))
    assert refusal_of(story, Resign(ANN)) is RoomRefusal.GAME_OVER
    assert refusal_of(story, Abort(ANN)) is RoomRefusal.GAME_OVER


@pytest.mark.parametrize("moves", [(), ("h2e2",)])
def test_a_game_of_less_than_two_moves_can_be_aborted(moves: tuple[str, ...]) -> None:
    story = a_story(*moves)

    assert story.tell(Abort(BEN)) == (Ended(None, "aborted"),)
    assert story.effects[4:] == [*RELEASES, told_over(None, "aborted", len(moves))]


def test_a_game_of_two_moves_cannot_be_aborted() -> None:
    story = a_story("h2e2", "h7e7")

    assert refusal_of(story, Abort(ANN)) is RoomRefusal.TOO_LATE_TO_ABORT


def test_an_invitation_can_be_withdrawn() -> None:
    story = a_story(seats=Seats(black=BEN))

    assert story.tell(Abort(BEN)) == (Ended(None, "aborted"),)
    assert story.effects[1:] == [Effect("player", BEN, Release(ROOM)), ENTERED]
