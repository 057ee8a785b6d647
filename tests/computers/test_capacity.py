"""How many games are played, and against whom."""

import asyncio
from dataclasses import dataclass

import pytest

from xiangqi_client.parts import ChallengeInfo, CorrespondenceClock, GameTerms, NoClock, PlayerRef
from xiangqi_server.computers.capacity import GAMES_A_PLAYER, OPEN_A_PLACE, REMATCHES, Capacity


def a_challenge(by: str = "ann", *, days: bool = False) -> ChallengeInfo:
    clock = CorrespondenceClock(3) if days else NoClock()
    return ChallengeInfo("r", PlayerRef(by, by, guest=False), "red", GameTerms(clock), 0)


def test_a_challenge_is_taken_until_all_games_are_played() -> None:
    capacity = Capacity(2)
    capacity.take("a", "ann")
    assert capacity.reason_to_decline(a_challenge("ben")) is None

    capacity.take("b", "ben")
    assert capacity.reason_to_decline(a_challenge("cat")) == "later"

    capacity.release("a")
    assert capacity.reason_to_decline(a_challenge("cat")) is None


def test_nobody_takes_all_the_places() -> None:
    capacity = Capacity(50)
    for number in range(GAMES_A_PLAYER):
        capacity.take(f"r{number}", "ann")

    assert capacity.reason_to_decline(a_challenge("ann")) == "later"
    assert capacity.reason_to_decline(a_challenge("ben")) is None


@dataclass
class Waits:
    """A game that waits for its opponent, or not."""

    is_idle: bool


def test_a_game_that_waits_for_its_opponent_leaves_its_place_to_another_until_it_goes_on() -> None:
    capacity, game = Capacity(1), Waits(is_idle=False)
    capacity.take("a", "ann", game)
    assert capacity.reason_to_decline(a_challenge("ben")) == "later"

    game.is_idle = True
    assert capacity.reason_to_decline(a_challenge("ben")) is None
    capacity.take("b", "ben")

    assert capacity.reason_to_decline(a_challenge("cat")) == "later"
    assert capacity.playing == 1


def test_games_that_wait_are_open_in_no_number_and_count_for_whoever_lets_them() -> None:
    capacity = Capacity(5)
    for number in range(GAMES_A_PLAYER):
        capacity.take(f"a{number}", "ann", Waits(is_idle=True))
    assert capacity.reason_to_decline(a_challenge("ann")) == "later"

    for number in range(5 * OPEN_A_PLACE - GAMES_A_PLAYER):
        assert capacity.has_room_for("ben")
        capacity.take(f"b{number}", f"guest {number}", Waits(is_idle=True))

    assert not capacity.has_room_for("ben")


def test_a_game_is_counted_once_however_often_it_is_returned_to() -> None:
    capacity = Capacity(50)
    capacity.take("a", "")
    capacity.take("a", "ann")
    capacity.release("a")
    capacity.release("a")

    assert capacity.playing == 0


def test_games_by_days_are_not_played() -> None:
    assert Capacity(1).reason_to_decline(a_challenge(days=True)) == "too_slow"


def test_only_so_many_rematches_are_waited_for() -> None:
    capacity = Capacity(1)
    waits = [capacity.rematch() for _ in range(REMATCHES)]
    assert all(wait.__enter__() for wait in waits)

    with capacity.rematch() as has_room:
        assert not has_room
    waits[0].__exit__(None, None, None)

    with capacity.rematch() as has_room:
        assert has_room


@pytest.mark.parametrize("games", [0, 1])
def test_there_is_room_as_long_as_fewer_are_played(games: int) -> None:
    assert Capacity(games).has_room_for("ann") is (games > 0)


async def test_who_finds_no_place_waits_in_line_and_nobody_who_comes_later_goes_before() -> None:
    capacity = Capacity(1)
    capacity.take("a", "ann")
    waits = [asyncio.create_task(capacity.turn(room, room)) for room in ("ben", "cat")]
    await asyncio.sleep(0)

    capacity.release("a")
    late = capacity.has_room_for("dan")
    first = await waits[0]
    second = waits[1].done()
    capacity.release("ben")

    assert (late, first, second, await waits[1]) == (False, True, False, True)
    assert capacity.playing == 1


async def test_who_has_two_games_or_waits_already_does_not_wait_before_others() -> None:
    capacity = Capacity(2)
    for number in range(GAMES_A_PLAYER):
        capacity.take(f"a{number}", "ann")
    wait = asyncio.create_task(capacity.turn("ben", "ben"))
    await asyncio.sleep(0)

    may_wait = [capacity.may_wait(player) for player in ("ann", "ben", "cat")]
    capacity.release("a0")

    assert may_wait == [False, False, True]
    assert await wait


async def test_a_challenge_waits_for_so_long_and_no_longer() -> None:
    capacity = Capacity(1, line_s=0.0)
    capacity.take("a", "ann")

    assert not await capacity.turn("b", "ben")
    assert capacity.playing == 1
    capacity.release("a")
    assert capacity.has_room_for("cat")
