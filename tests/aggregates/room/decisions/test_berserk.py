"""Half the time for a point more."""

import pytest

from tests.support.laws import audit
from tests.support.rooms import ANN, BEN, BLITZ, EVE, ROOM, Story, left_ms, refusal_of
from xiangqi_server.aggregates.room.messages import Berserk, Berserked, Ended, Open, Settle
from xiangqi_server.aggregates.room.records import from_record, to_record
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import FischerClock, Seats
from xiangqi_server.aggregates.room.terms_check import checked_terms
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Side

LONG = FischerClock(180_000, 2_000)


def an_arena_game(clock: FischerClock = LONG) -> Story:
    """A game in which both may go berserk."""
    story = Story()
    terms = checked_terms(type(BLITZ)(clock, compensation=False))
    story.tell(Open(terms, Seats(ANN, BEN), origin="tournament:cup", may_berserk=True))
    return story


def test_half_the_time_is_gone_and_no_increment_is_earned() -> None:
    story = an_arena_game()

    assert story.tell(Berserk(ANN)) == (Berserked(Side.RED, 90_000),)
    story.wait(10_000).play("h2e2").wait(10_000).play("h9g7")

    assert left_ms(story.room, story.now_ms) == (80_000, 172_000)
    assert story.room.berserk.sides == BySide(red=True, black=False)
    audit(story.log)


def test_where_the_increment_is_most_of_the_time_it_alone_is_gone() -> None:
    story = an_arena_game(FischerClock(60_000, 2_000))

    assert story.tell(Berserk(BEN)) == (Berserked(Side.BLACK, 0),)
    story.play("h2e2", "h9g7")

    assert left_ms(story.room, story.now_ms) == (62_000, 60_000)


def test_it_is_said_once_and_before_the_own_first_move() -> None:
    story = an_arena_game()
    story.tell(Berserk(ANN))
    story.play("h2e2")

    assert story.tell(Berserk(ANN)) == ()
    assert story.tell(Berserk(BEN)) == (Berserked(Side.BLACK, 90_000),)
    other = an_arena_game().play("h2e2")
    assert refusal_of(other, Berserk(ANN)) is RoomRefusal.TOO_LATE_TO_BERSERK
    other.play("h9g7")
    assert refusal_of(other, Berserk(BEN)) is RoomRefusal.TOO_LATE_TO_BERSERK


def test_nobody_loses_on_time_by_it() -> None:
    story = an_arena_game(FischerClock(20_000)).wait(10_000)

    assert refusal_of(story, Berserk(ANN)) is RoomRefusal.TOO_LATE_TO_BERSERK
    assert story.tell(Berserk(BEN)) == (Berserked(Side.BLACK, 10_000),)


def test_it_is_for_players_of_games_that_allow_it() -> None:
    plain = Story()
    plain.tell(Open(BLITZ, Seats(ANN, BEN)))

    assert refusal_of(plain, Berserk(ANN)) is RoomRefusal.NO_BERSERK
    assert refusal_of(an_arena_game(), Berserk(EVE)) is RoomRefusal.NOT_SEATED


@pytest.mark.parametrize("who", [ANN, BEN])
def test_the_result_says_who_did_and_a_snapshot_keeps_it(who: str) -> None:
    story = an_arena_game()
    story.tell(Berserk(who))
    story.play("h2h5", "d9e8", "h5g5", "a9a8", "g5g9")

    assert isinstance(story.log[-1].event, Ended)
    settled_by = [one.command for one in story.effects if isinstance(one.command, Settle)]
    assert settled_by == [Settle(ROOM, ANN, counts=True, plies=5, berserk=(who,))]
    assert from_record(ROOM, to_record(story.room)) == story.room
