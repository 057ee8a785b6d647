"""Which ply a premove may wait for, how it is kept, and what its owner is told."""

import pytest

from tests.support.rooms import ANN, BEN, EVE, T0_MS, Story, a_story
from xiangqi_server.aggregates.room.messages import Resign
from xiangqi_server.aggregates.room.refusals import RoomRefusal
from xiangqi_server.aggregates.room.terms import Seats
from xiangqi_server.api.room.premove import (
    Fate,
    Premove,
    dropped_view,
    fate_of,
    premove,
    premove_view,
    read_premove,
    write_premove,
)
from xiangqi_server.kernel.aggregate.refusal import RefusalCode, Refused
from xiangqi_server.wire import server
from xiangqi_server.wire.client import Premove as Message


def wanted(ply: int) -> Message:
    """A message that asks for a premove at a ply."""
    return Message("1", "room1", ply, "h9g7")


def refusal(story: Story, player: str, ply: int) -> RefusalCode:
    """Why a player may not set a premove at a ply."""
    with pytest.raises(Refused) as refused:
        ask(story, player, ply)
    return refused.value.code


def ask(story: Story, player: str, ply: int) -> Premove:
    """What a player's wish for a premove at a ply becomes."""
    return premove(story.room, player, wanted(ply), "1.ab", T0_MS)


@pytest.mark.parametrize(("player", "ply"), [(BEN, 1), (ANN, 0)])
def test_it_waits_for_ones_own_next_ply(player: str, ply: int) -> None:
    assert ask(a_story(), player, ply) == Premove(ply, "h9g7", "1.ab", T0_MS)


@pytest.mark.parametrize(("player", "ply"), [(BEN, 0), (BEN, 3), (ANN, 1), (ANN, 2)])
def test_it_waits_for_no_other_ply(player: str, ply: int) -> None:
    assert refusal(a_story(), player, ply) is RoomRefusal.STALE_PLY


def test_only_who_plays_a_game_that_runs_may_set_one() -> None:
    over = a_story()
    over.tell(Resign(ANN))

    waiting = a_story(seats=Seats(red=ANN))

    assert refusal(a_story(), EVE, 0) is RoomRefusal.NOT_SEATED
    assert refusal(over, ANN, 0) is RoomRefusal.GAME_OVER
    assert refusal(waiting, ANN, 0) is RoomRefusal.NOT_STARTED


@pytest.mark.parametrize(
    ("player", "ply", "fate"),
    [
        (ANN, 0, Fate.IS_DUE),
        (ANN, 2, Fate.IS_VOID),
        (BEN, 1, Fate.WAITS),
        (BEN, 3, Fate.IS_VOID),
    ],
)
def test_it_waits_for_its_ply_and_for_no_later_one(player: str, ply: int, fate: Fate) -> None:
    waiting = Premove(ply, "h9g7", "1.ab", T0_MS)

    assert fate_of(waiting, a_story().room, player) is fate


def test_it_is_void_when_the_game_is_over() -> None:
    over = a_story()
    over.tell(Resign(ANN))

    assert fate_of(Premove(1, "h9g7", "1.ab", T0_MS), over.room, BEN) is Fate.IS_VOID


def test_it_is_kept_as_it_was_set() -> None:
    kept = Premove(7, "马8进7", "id.0123abcd", T0_MS)

    assert read_premove(write_premove(kept)) == kept


def test_its_owner_is_told_what_stands_what_is_gone_and_why() -> None:
    by_squares, in_words = Premove(1, "h9g7", "1.ab", T0_MS), Premove(1, "马8进7", "1.ab", T0_MS)

    told = [
        premove_view("room1", by_squares),
        premove_view("room1", in_words),
        premove_view("room1", None),
        dropped_view("room1", by_squares, RoomRefusal.ILLEGAL_MOVE, "en"),
    ]

    assert told == [
        server.Premove("room1", 1, "h9g7", "h9g7"),
        server.Premove("room1", 1, "马8进7", None),
        server.Premove("room1", None, None, None),
        server.Premove("room1", 1, "h9g7", "h9g7", "illegal_move", "This move is not legal here."),
    ]
