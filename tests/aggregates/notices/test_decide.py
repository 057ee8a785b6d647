"""A player's notices: whatever order effects come in, the latest of each room stands."""

from itertools import permutations

from msgspec.structs import replace

from xiangqi_server.aggregates.notices.channels import Channel
from xiangqi_server.aggregates.notices.kind import NOTICES
from xiangqi_server.aggregates.notices.messages import CloseNotices, NoticesCommand, Subscribe
from xiangqi_server.aggregates.notices.state import BRANCH_MS, KEPT_ROOMS, Notices
from xiangqi_server.aggregates.room.messages import NotYours, YourMove
from xiangqi_server.kernel.aggregate.decision import Stamped
from xiangqi_server.kernel.aggregate.spans import DAY_MS

NOW_MS = 1_700_000_000_000


def told(*commands: NoticesCommand) -> Notices:
    """A player's notices after so many effects."""
    notices = Notices.empty("annan")
    for version, command in enumerate(commands, 1):
        for event in NOTICES.decide(notices, command, NOW_MS).events:
            notices = NOTICES.apply(notices, Stamped(version, NOW_MS, event))
    return notices


def mine(room: str, version: int, *, at_ms: int = NOW_MS, days: int = 3) -> YourMove:
    """The effect that a game waits for the player's move."""
    return YourMove(room, at_ms, version, version, at_ms + days * DAY_MS)


def test_games_that_wait_stand_in_the_order_of_their_flags() -> None:
    notices = told(mine("slow", 1), mine("quick", 1, days=1), NotYours("other", NOW_MS, 1))

    assert notices.waiting == ["quick", "slow"]


def test_the_order_of_effects_and_their_repeats_change_nothing() -> None:
    game: tuple[NoticesCommand, ...] = (
        mine("r", 1),
        NotYours("r", NOW_MS + 5, 2),
        mine("r", 3, at_ms=NOW_MS + 3),
    )

    for effects in permutations(game):
        assert told(*effects, *effects).waiting == ["r"], effects


def test_what_a_failover_lost_is_replaced_by_what_came_after_it() -> None:
    lost = (mine("r", 9), NotYours("r", NOW_MS, 10))

    again = told(*lost, mine("r", 9, at_ms=NOW_MS + BRANCH_MS + 1))

    assert again.waiting == ["r"]


def test_games_that_wait_are_never_dropped_for_those_that_do_not() -> None:
    others = [NotYours(f"over{number}", NOW_MS, 1) for number in range(KEPT_ROOMS + 5)]

    notices = told(mine("r", 1), *others)

    assert notices.waiting == ["r"]
    assert len(notices.rooms) == KEPT_ROOMS


def test_a_browser_that_comes_again_soon_is_nothing_new_whichever_of_two_it_is() -> None:
    both = [Channel(name, f"https://push.example/{name}", b"k", b"s", "en", name) for name in "ab"]

    notices = told(*(Subscribe(replace(channel, renewed_ms=NOW_MS)) for channel in both))
    again = [NOTICES.decide(notices, Subscribe(channel), NOW_MS + 1).events for channel in both]

    assert again == [(), ()]


def test_a_deleted_player_has_no_notices_any_more() -> None:
    notices = told(mine("r", 1), CloseNotices(), mine("s", 1))

    assert notices == Notices("annan", is_closed=True)
    assert not NOTICES.decide(Notices.empty("annan"), CloseNotices(), NOW_MS).events
